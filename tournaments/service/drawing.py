"""Drawing tables: in batches, at random, under the event's lock (RULES.md §9)."""

import logging
import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import Final, NamedTuple

from django.db import IntegrityError, connection, transaction
from django.db.models import F
from django.utils import timezone

from accounts.guests import create_bot
from accounts.models import Player
from games.copying import copy_rows
from games.faults import faultpoint
from games.models import Heat, Table
from games.service import Chair, open_heat, open_tables
from tournaments import broadcast, ledger
from tournaments.models import Entry, Event, Meeting
from tournaments.seating import TABLE, Acquaintance, Four, Wishes, acquaintance, draw
from tournaments.service import lots
from tournaments.service.apart import pairs_apart
from tournaments.service.related import among
from tournaments.service.results import release_table
from tournaments.signals import people_seated

logger = logging.getLogger(__name__)

BATCH: Final = 1_000
"""Tables opened in one transaction, so that a rush does not keep the first of them waiting for the last."""


def arm_draw(event: Event) -> None:
    """Somebody waits: fix the time of the next draw if there is none, and ask the worker for it, once a draw."""
    due = _due(event)
    if due is None:
        first = timezone.now() + timedelta(milliseconds=_rhythm_ms(event))
        Event.objects.filter(pk=event.pk, next_draw_at=None).update(next_draw_at=first)
        due = _due(event)
    _ask_for_draw(event.slug, due)


def _due(event: Event) -> datetime | None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT next_draw_at FROM tournaments_event WHERE id = %s", [event.pk])
        due: datetime | None = cursor.fetchone()[0]
    return due


def _ask_for_draw(slug: str, due: datetime | None) -> None:
    if due is not None:
        wait = max(0, (due - timezone.now()) // timedelta(milliseconds=1))
        broadcast.ask_once(due.isoformat(), "assign_tables", slug, in_ms=wait)


def sweep_seating() -> None:
    """Draw whatever is due and was not asked for, and put right entries that lag behind their live seats."""
    for event in Event.objects.filter(state=Event.State.RUNNING, entries__state=Entry.State.WAITING).distinct():
        if event.next_draw_at is None:
            arm_draw(event)
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


class Waiting(NamedTuple):
    """One of the line: the draws that left this entrant waiting, since when, and what its seat will show."""

    draws_waited: int
    since: datetime
    chair: Chair


_LINE: Final = """
    SELECT entry.draws_waited, entry.waiting_since, player.id, player.nickname, player.is_bot, silver.balance,
           points.balance
    FROM tournaments_entry AS entry
    JOIN accounts_player AS player ON player.id = entry.player_id
    JOIN tournaments_account AS silver ON silver.id = entry.silver_account_id
    JOIN tournaments_account AS points ON points.id = entry.points_account_id
    WHERE entry.event_id = %s AND entry.state = 'waiting'
      AND NOT EXISTS (SELECT FROM games_liveseat AS live WHERE live.player_id = entry.player_id)
    ORDER BY entry.draws_waited DESC, entry.waiting_since, entry.id
    LIMIT %s
    FOR NO KEY UPDATE OF entry SKIP LOCKED
"""

_MET: Final = "SELECT players FROM tournaments_meeting WHERE event_id = %s AND players && %s::varchar[] ORDER BY id"


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
    opened = _seat_all(event, [[waiting[player].chair for player in four] for four in fours], heat)
    if opened and len(waiting) == TABLE * BATCH:
        return opened, True
    still = [waiting[player] for player in left]
    if event.bots and still and len(still) < TABLE and _bots_are_due(event, still):
        people = Player.objects.filter(pk__in=[one.chair.player for one in still])
        if seat(event, mixed([*people, *free_bots(event, TABLE - len(still))])):
            opened, still = opened + 1, []
    _wait_on(event, still)
    faultpoint("seating before commit")
    return opened, False


def _waiting(event: Event) -> dict[str, Waiting]:
    """The first of the waiting entrants who have no live table, by player id, locked; who is just leaving is not counted.

    Those passed over most often come first, then those who wait longest; of a heat nobody may be missing.
    """
    with connection.cursor() as cursor:
        cursor.execute(_LINE, [event.pk, None if event.same_walls else TABLE * BATCH])
        rows = cursor.fetchall()
    return {player: Waiting(draws, since, Chair(player, *shown)) for draws, since, player, *shown in rows}


def _drawn(event: Event, waiting: Mapping[str, Waiting]) -> tuple[tuple[Four, ...], tuple[str, ...]]:
    """Fours in seat order and who is left, from the promised seed; the certificate of what was drawn is kept."""
    seed = lots.seed_for(event)
    if seed is None:
        return (), tuple(waiting)
    wishes = Wishes(
        waited={player: one.draws_waited for player, one in waiting.items()},
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
    with connection.cursor() as cursor:  # one array: thousands of parameters would cost more than the question
        cursor.execute(_MET, [event.pk, list(players)])
        return acquaintance(players for (players,) in cursor.fetchall())


@transaction.atomic
def seat_bots(event: Event, bots: Sequence[Player]) -> Table:
    """A table of four bots, for `games.service.play_out`. Raises IntegrityError when one of them is playing."""
    for bot in bots:
        ledger.open_entry(event, bot.pk)
    (table_id,) = _open(event, [_chairs_of(event, bots)])
    return Table.objects.get(pk=table_id)


def mixed(players: Sequence[Player]) -> list[Player]:
    """In an order of chance: the seats of a table that was not drawn."""
    order = list(players)
    secrets.SystemRandom().shuffle(order)
    return order


def seat(event: Event, players: Sequence[Player], *, pace: str = "normal") -> bool:
    """Open a table for four, East first; False when one of them has meanwhile sat down elsewhere."""
    return bool(_seat_all(event, [_chairs_of(event, players)], pace=pace))


def _chairs_of(event: Event, players: Sequence[Player]) -> list[Chair]:
    entries = Entry.objects.filter(event=event, player__in=players)
    balances = entries.values_list("player_id", "silver_account__balance", "points_account__balance")
    held = {player: (silver, points) for player, silver, points in balances}
    return [Chair(player.pk, player.nickname, player.is_bot, *held[player.pk]) for player in players]


def _seat_all(event: Event, fours: Sequence[Sequence[Chair]], heat: Heat | None = None, pace: str = "normal") -> int:
    """Open a table for each four; how many. Who has meanwhile sat down elsewhere spoils the own table alone."""
    if not fours:
        return 0
    try:
        with transaction.atomic():
            return len(_open(event, fours, heat, pace))
    except IntegrityError:
        if len(fours) > 1:
            return sum(_seat_all(event, [four], heat, pace) for four in fours)
        logger.warning("a player of a drawn table has a live seat already; left for the next draw")
        return 0


def _open(event: Event, fours: Sequence[Sequence[Chair]], heat: Heat | None = None, pace: str = "normal") -> list[str]:
    """Open the tables, and remember who met."""
    tables = open_tables(
        fours,
        event.slug,
        event.name,
        event.play_rules(),
        event.table_settings().at_pace(pace),
        private=event.friends,
        heat=heat,
        nameless=event.names_hidden,
    )
    _note(event, tables, fours)
    return tables


def _note(event: Event, tables: Sequence[str], fours: Sequence[Sequence[Chair]]) -> None:
    ids = [[chair.player for chair in four] for four in fours]
    now = timezone.now()
    met = ((event.pk, table, four, now) for table, four in zip(tables, ids, strict=True))
    copy_rows(Meeting, ("event", "table", "players", "drawn_at"), met)
    players = [player for four in ids for player in four]
    seated = Entry.objects.filter(event=event, player__in=among(players))
    seated.update(state=Entry.State.SEATED, waiting_since=None, draws_waited=0)
    transaction.on_commit(partial(broadcast.to_entrants, event.slug, players))
    for table, four in zip(tables, fours, strict=True):
        people = [chair.player for chair in four if not chair.is_bot]
        news = {"slug": event.slug, "table_id": table, "player_ids": people}
        transaction.on_commit(partial(people_seated.send_robust, sender=Table, **news), robust=True)


def _bots_are_due(event: Event, still: Sequence[Waiting]) -> bool:
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
        ledger.open_entry(event, bot.pk)
    return bots


def _wait_on(event: Event, still: Sequence[Waiting]) -> None:
    """Those left over have waited through one more draw; the next one is fixed while anybody waits."""
    players = [one.chair.player for one in still]
    Entry.objects.filter(event=event, player__in=among(players)).update(draws_waited=F("draws_waited") + 1)
    event.next_draw_at = _next_draw(event, still) if still else None
    event.save(update_fields=["next_draw_at"])
    if len(still) >= TABLE or (still and event.bots):
        transaction.on_commit(partial(_ask_for_draw, event.slug, event.next_draw_at))


def _next_draw(event: Event, still: Sequence[Waiting]) -> datetime:
    """A rhythm from now, or as soon as the bots are due."""
    now = timezone.now()
    draws = now + timedelta(milliseconds=_rhythm_ms(event))
    bots = _longest_waiting(still) + timedelta(milliseconds=event.bot_after_ms)
    return min(draws, bots) if event.bots and bots > now else draws


def _longest_waiting(still: Sequence[Waiting]) -> datetime:
    return min(one.since for one in still)


def _rhythm_ms(event: Event) -> int:
    return min(event.draw_every_ms, event.bot_after_ms or 1) if event.bots else event.draw_every_ms
