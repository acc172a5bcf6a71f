"""Drawing tables: in batches, at random, under the event's lock (RULES.md §9)."""

import logging
import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import Final

from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.guests import create_bot
from accounts.models import Player
from games.faults import faultpoint
from games.models import Heat, Table
from games.service import open_heat, open_table
from tournaments import broadcast
from tournaments.models import Entry, Event, Meeting
from tournaments.seating import TABLE, Acquaintance, Four, Wishes, acquaintance, draw
from tournaments.service import lots
from tournaments.service.apart import pairs_apart
from tournaments.service.enrolment import enrol
from tournaments.service.results import release_table
from tournaments.signals import people_seated

logger = logging.getLogger(__name__)

BATCH: Final = 40
"""Tables opened in one transaction, so that a rush does not keep the first of them waiting for the last."""


def arm_draw(slug: str) -> None:
    """Somebody waits: fix the time of the next draw if there is none, and ask the worker for it, once a draw."""
    event = Event.objects.get(slug=slug)
    if event.next_draw_at is None:
        first = timezone.now() + timedelta(milliseconds=_rhythm_ms(event))
        Event.objects.filter(pk=event.pk, next_draw_at=None).update(next_draw_at=first)
        event.refresh_from_db(fields=["next_draw_at"])
    _ask_for_draw(event)


def _ask_for_draw(event: Event) -> None:
    if event.next_draw_at is not None:
        wait = max(0, (event.next_draw_at - timezone.now()) // timedelta(milliseconds=1))
        broadcast.ask_once(event.next_draw_at.isoformat(), "assign_tables", event.slug, in_ms=wait)


def sweep_seating() -> None:
    """Draw whatever is due and was not asked for, and put right entries that lag behind their live seats."""
    for event in Event.objects.filter(state=Event.State.RUNNING, entries__state=Entry.State.WAITING).distinct():
        if event.next_draw_at is None:
            arm_draw(event.slug)
        else:
            draw_tables(event.slug)
    lagging = Entry.objects.filter(state=Entry.State.SEATED, player__live_seat=None)
    for slug, table in lagging.values_list("event__slug", "player__seats__table").distinct():
        release_table(table, slug)


def draw_tables(slug: str) -> int:
    """Draw tables among those who wait, if a draw is due; returns how many. Early, late, double: harmless.

    Locks: the event, then the waiting entries; a table's live seats are unique by their primary key.
    """
    opened = 0
    while True:
        tables, more = _draw_batch(slug)
        opened += tables
        if not more:
            return opened


@transaction.atomic
def _draw_batch(slug: str) -> tuple[int, bool]:
    """One transaction's worth; the second value says whether more can be drawn at once."""
    event = Event.objects.select_for_update(no_key=True).get(slug=slug)
    now = timezone.now()
    over = event.ends_at is not None and event.ends_at <= now
    if event.state != Event.State.RUNNING or over or (event.next_draw_at and event.next_draw_at > now):
        return 0, False
    waiting = _waiting(event)
    fours, left = _drawn(event, waiting)
    heat = open_heat(event.slug, event.hands_per_table) if event.same_walls and fours else None
    opened = sum(seat(event, [waiting[player].player for player in four], heat=heat) for four in fours)
    if opened == BATCH and len(left) >= TABLE:
        return opened, True
    still = [waiting[player] for player in left]
    if event.bots and still and _bots_are_due(event, still):
        people = [entry.player for entry in still[:TABLE]]
        if len(still) < TABLE and seat(event, mixed([*people, *free_bots(event, TABLE - len(people))])):
            opened, still = opened + 1, []
    _wait_on(event, still)
    faultpoint("seating before commit")
    return opened, False


def _waiting(event: Event) -> dict[str, Entry]:
    """The waiting entrants who have no live table, by player id, locked; one who is just leaving is not counted."""
    rows = Entry.objects.select_for_update(of=("self",), skip_locked=True, no_key=True).select_related("player")
    rows = rows.filter(event=event, state=Entry.State.WAITING, player__live_seat=None)
    return {entry.player_id: entry for entry in rows.order_by("pk")}


def _drawn(event: Event, waiting: Mapping[str, Entry]) -> tuple[tuple[Four, ...], tuple[str, ...]]:
    """Fours in seat order and who is left, from the promised seed; the certificate of what was drawn is kept."""
    seed = lots.seed_for(event)
    if seed is None:
        return (), tuple(waiting)
    wishes = Wishes(
        waited={entry.player_id: entry.draws_waited for entry in waiting.values()},
        met=_acquaintance(event, list(waiting)),
        apart=pairs_apart(event, list(waiting)),
        others_about=Entry.objects.filter(event=event, state=Entry.State.SEATED).exclude(player__is_bot=True).exists(),
        most_tables=BATCH if not event.same_walls else None,
    )
    if event.same_walls and (wishes.others_about or len(waiting) < 2 * TABLE):
        return (), tuple(waiting)  # the tables of a heat begin together, and one alone has none to be compared with
    fours, left = draw(wishes, seed)
    if fours:
        lots.keep(event, seed, wishes, fours, left)
    return fours, left


def _acquaintance(event: Event, players: Sequence[str]) -> Acquaintance:
    tables = Meeting.objects.filter(event=event, players__overlap=players).order_by("pk")
    return acquaintance(tables.values_list("players", flat=True))


@transaction.atomic
def seat_bots(event: Event, bots: Sequence[Player]) -> Table:
    """A table of four bots, for `games.service.play_out`. Raises IntegrityError when one of them is playing."""
    for bot in bots:
        enrol(event, bot)
    return _open(event, bots)


def mixed(players: Sequence[Player]) -> list[Player]:
    """In an order of chance: the seats of a table that was not drawn."""
    order = list(players)
    secrets.SystemRandom().shuffle(order)
    return order


def seat(event: Event, players: Sequence[Player], *, heat: Heat | None = None, pace: str = "normal") -> bool:
    """Open a table for four, East first; False when one of them has meanwhile sat down elsewhere."""
    try:
        with transaction.atomic():
            _open(event, players, heat, pace)
    except IntegrityError:
        logger.warning("a player of a drawn table has a live seat already; left for the next draw")
        return False
    return True


def _open(event: Event, players: Sequence[Player], heat: Heat | None = None, pace: str = "normal") -> Table:
    """Open the table, and remember who met."""
    entries = {
        entry.player_id: entry
        for entry in Entry.objects.filter(event=event, player__in=players).select_related(
            "silver_account", "points_account"
        )
    }
    table = open_table(
        players,
        event.slug,
        event.name,
        event.play_rules(),
        event.table_settings().at_pace(pace),
        [entries[player.pk].silver_account.balance for player in players],
        [entries[player.pk].points_account.balance for player in players],
        private=event.friends,
        heat=heat,
        nameless=event.names_hidden,
    )
    _note(event, table, players)
    return table


def _note(event: Event, table: Table, players: Sequence[Player]) -> None:
    ids = [player.pk for player in players]
    Meeting.objects.create(event=event, table=table.pk, players=ids)
    seated = Entry.objects.filter(event=event, player__in=ids)
    seated.update(state=Entry.State.SEATED, waiting_since=None, draws_waited=0)
    transaction.on_commit(partial(broadcast.to_entrants, event.slug, ids))
    people = [player.pk for player in players if not player.is_bot]
    news = {"slug": event.slug, "table_id": table.pk, "player_ids": people}
    transaction.on_commit(partial(people_seated.send_robust, sender=Table, **news), robust=True)


def _bots_are_due(event: Event, still: Sequence[Entry]) -> bool:
    return timezone.now() - _longest_waiting(still) >= timedelta(milliseconds=event.bot_after_ms)


def free_bots(event: Event, count: int) -> list[Player]:
    """Free bots with silver in this event: those who played here first, then idle ones, then new ones."""
    free = Player.objects.select_for_update(of=("self",), skip_locked=True, no_key=True).filter(
        is_bot=True, live_seat=None
    )
    here = free.filter(entries__event=event, entries__silver_account__balance__gt=0)
    bots = list(here.order_by("?")[:count])
    if len(bots) < count:
        bots += free.exclude(entries__event=event).order_by("?")[: count - len(bots)]
    bots += [create_bot() for _ in range(count - len(bots))]
    for bot in bots:
        enrol(event, bot)
    return bots


def _wait_on(event: Event, still: Sequence[Entry]) -> None:
    """Those left over have waited through one more draw; the next one is fixed while anybody waits."""
    for entry in still:
        entry.draws_waited += 1
    Entry.objects.bulk_update(still, ["draws_waited"])
    event.next_draw_at = _next_draw(event, still) if still else None
    event.save(update_fields=["next_draw_at"])
    if len(still) >= TABLE or (still and event.bots):
        transaction.on_commit(partial(_ask_for_draw, event))


def _next_draw(event: Event, still: Sequence[Entry]) -> datetime:
    """A rhythm from now, or as soon as the bots are due."""
    now = timezone.now()
    draws = now + timedelta(milliseconds=_rhythm_ms(event))
    bots = _longest_waiting(still) + timedelta(milliseconds=event.bot_after_ms)
    return min(draws, bots) if event.bots and bots > now else draws


def _longest_waiting(still: Sequence[Entry]) -> datetime:
    return min(entry.waiting_since for entry in still if entry.waiting_since)


def _rhythm_ms(event: Event) -> int:
    return min(event.draw_every_ms, event.bot_after_ms or 1) if event.bots else event.draw_every_ms
