"""What a fresh site shows: a room to practise, a demonstration that runs, and a championship bots have finished."""

import logging
from typing import Final

from accounts.guests import create_bot
from accounts.models import Player
from games.models import Table
from games.service import play_out
from tournaments import seating
from tournaments.models import Event, Meeting
from tournaments.service.drawing import seat_bots
from tournaments.service.lifecycle import create_event, finish, open_event, start_event
from tournaments.service.results import release_table

logger = logging.getLogger(__name__)

SLUG: Final = "bots-cup"
BOTS: Final = 8
ROUNDS: Final = 2


def finish_a_bots_event() -> Event:
    """A championship of bots alone, played out through the engine, once; goes on where it was interrupted."""
    event = Event.objects.filter(slug=SLUG).first() or create_event(
        "机器人表演赛", slug=SLUG, kind=Event.Kind.DEMO, pause_ms=1_000, claim_min_ms=300
    )
    if event.state == Event.State.DRAFT:
        event = open_event(SLUG)
    if event.state == Event.State.OPEN:
        event = start_event(SLUG)
    if event.state != Event.State.RUNNING:
        return event
    for table in Table.objects.filter(event=SLUG, state=Table.State.PLAYING):
        play_out(table.pk)
    _play_rounds(event)
    return finish(SLUG)


def _play_rounds(event: Event) -> None:
    bots = {bot.pk: bot for bot in Player.objects.filter(is_bot=True, entries__event=event)}
    while len(bots) < BOTS:
        bot = create_bot()
        bots[bot.pk] = bot
    for number in range(ROUNDS):
        met = seating.acquaintance(Meeting.objects.filter(event=event).order_by("pk").values_list("players", flat=True))
        fours, _left = seating.draw(seating.Wishes(dict.fromkeys(bots, 0), met), number.to_bytes(32, "big"))
        for four in fours:
            table = seat_bots(event, [bots[player] for player in four])
            play_out(table.pk)
            release_table(table.pk, event.slug)
            logger.info("table %s of %s is played", table.pk, SLUG)
