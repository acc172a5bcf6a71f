"""A rehearsal's evening: the guests come and go, the organiser does what organisers have to do, the bell rings."""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

from asgiref.sync import sync_to_async

from accounts.models import Player
from games.models import Hand
from tournaments import service
from tournaments.models import Entry, Event
from tournaments.rehearsal.guest import Guest
from tournaments.rehearsal.plan import Evening, Visit
from tournaments.service.sanctions import disqualify
from tournaments.service.voiding import void_hand

logger = logging.getLogger(__name__)

LOOK_S: Final = 0.2
"""Real seconds between two looks at the event."""


@dataclass
class Happened:
    """What came of the evening, beside what the guests tell."""

    guests: list[Guest] = field(default_factory=list)
    left: int = 0
    disqualified: str = ""
    voided: str = ""
    at_the_bell: int = 0
    failures: list[str] = field(default_factory=list)


async def hold(evening: Evening, address: str, event: Event, organiser: Player) -> Happened:
    """From the first guest to the final ranking. Guests that fail are told in `failures`."""
    happened = Happened()
    began = asyncio.get_running_loop().time()
    organising = asyncio.create_task(_organise(evening, event, organiser, happened, began))
    visits = [_visit(evening, visit, address, event.slug, happened, began) for visit in evening.visits]
    await asyncio.gather(*visits)
    await organising
    return happened


async def _visit(evening: Evening, visit: Visit, address: str, slug: str, happened: Happened, began: float) -> None:
    await _until(evening, began, visit.comes)
    guest = Guest(address, slug, evening.speed, visit.number)
    happened.guests.append(guest)
    try:
        if visit.leaves is None:
            await guest.visit()
            return
        async with asyncio.timeout_at(began + evening.real(visit.leaves)):
            await guest.visit()
    except TimeoutError:
        happened.left += 1
    except Exception as error:
        logger.exception("guest %s", visit.number)
        happened.failures.append(f"guest {visit.number}: {error!r}")


async def _organise(evening: Evening, event: Event, organiser: Player, happened: Happened, began: float) -> None:
    """A disqualification, a void hand, a pause; the bell comes later by as long as the pause was."""
    await asyncio.gather(
        _disqualify(evening, event, organiser, happened, began),
        _void(evening, event, organiser, happened, began),
        _pause(evening, event, organiser, began),
        _watch(event, happened),
    )


async def _disqualify(evening: Evening, event: Event, organiser: Player, happened: Happened, began: float) -> None:
    await _until(evening, began, evening.disqualify_at)
    while not happened.disqualified and not await _do(_is_finished, event):
        happened.disqualified = await _do(_disqualify_one, event, organiser)
        await asyncio.sleep(LOOK_S)


async def _void(evening: Evening, event: Event, organiser: Player, happened: Happened, began: float) -> None:
    """The first hand there is to void once its time has come; on a slow machine that may be after the bell."""
    await _until(evening, began, evening.void_at)
    finished = False
    while not happened.voided and not finished:
        finished = await _do(_is_finished, event)
        happened.voided = await _do(_void_one, event, organiser)
        await asyncio.sleep(LOOK_S)


async def _pause(evening: Evening, event: Event, organiser: Player, began: float) -> None:
    await _until(evening, began, evening.pause_at)
    await _do(service.pause, event.slug, by=organiser, reason="演练：停电")
    await asyncio.sleep(evening.real(evening.pause_lasts))
    await _do(service.resume, event.slug, by=organiser, reason="演练：来电了")


async def _watch(event: Event, happened: Happened) -> None:
    """To the end; how many hands were being played when the bell was last seen not to have rung."""
    state = event.state
    while state != Event.State.FINISHED:
        if state == Event.State.RUNNING:
            happened.at_the_bell = await _do(_hands_running, event.slug)
        await asyncio.sleep(LOOK_S)
        state = await _do(_state_of, event)


def _state_of(event: Event) -> str:
    return Event.objects.get(pk=event.pk).state


def _is_finished(event: Event) -> bool:
    return _state_of(event) == Event.State.FINISHED


def _disqualify_one(event: Event, organiser: Player) -> str:
    entry = Entry.objects.filter(event=event, state=Entry.State.SEATED).select_related("player").order_by("pk").first()
    if entry is None:
        return ""
    disqualify(event, entry.player, organiser, "演练：作弊")
    return entry.player_id


def _void_one(event: Event, organiser: Player) -> str:
    over = Hand.objects.filter(table__event=event.slug).exclude(ended_at=None).order_by("-ended_at")
    hand = over.filter(result__kind="win").first() or over.first()
    if hand is None:
        return ""
    void_hand(hand.pk, organiser, "演练：这一局作废")
    return hand.pk


def _hands_running(slug: str) -> int:
    return Hand.objects.filter(table__event=slug, state=Hand.State.LIVE).count()


async def _until(evening: Evening, began: float, seconds: float) -> None:
    await asyncio.sleep(max(0.0, began + evening.real(seconds) - asyncio.get_running_loop().time()))


async def _do(what: Callable[..., Any], *arguments: Any, **named: Any) -> Any:
    return await sync_to_async(what, thread_sensitive=True)(*arguments, **named)
