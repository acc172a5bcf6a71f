"""What a page says about an event, in the reader's language."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.engine.clock import PACES
from games.engine.rules import overrides_of
from tournaments.models import Event
from tournaments.service.listing import asks, counts_of

State = Event.State

TONES = {State.RUNNING: "live", State.OPEN: "warn", State.PAUSED: "warn", State.FINISHING: "live"}


@dataclass(frozen=True, slots=True)
class EventCard:
    """An event as its card and its room show it. `ends_in_ms` is None unless a clock is running down;
    `places` is 0 where everybody may come; `asks`: what one enters with."""

    slug: str
    name: str
    state: str
    state_label: str
    tone: str
    time_line: str
    ends_in_ms: int | None
    rules_label: str
    entrants: int
    playing: int
    practice: bool
    bots: bool
    offline: bool
    silver: int
    points: int
    held: int | None
    facts: tuple[tuple[str, str], ...]
    places: int
    asks: str

    @property
    def time_left(self) -> str:
        return clock_text(self.ends_in_ms or 0)

    @property
    def can_enter(self) -> bool:
        return self.state in (State.OPEN, State.RUNNING, State.PAUSED)

    @property
    def can_leave(self) -> bool:
        return self.state == State.OPEN and self.places > 0

    @property
    def can_start(self) -> bool:
        return self.state == State.RUNNING

    @property
    def is_finishing(self) -> bool:
        return self.state == State.FINISHING

    @property
    def is_over(self) -> bool:
        return self.state in (State.FINISHED, State.CANCELLED)

    @property
    def closed_line(self) -> str:
        """Why nobody can sit down at this moment."""
        return {
            State.DRAFT: _("This event is being prepared."),
            State.OPEN: _("The room is open; play begins when the event starts."),
            State.PAUSED: _("The organiser has paused the event: every clock stands still until it goes on."),
            State.FINISHING: _("The bell has rung. The last hands are being played out."),
            State.FINISHED: _("This event is over."),
            State.CANCELLED: _("This event was cancelled."),
        }.get(State(self.state), "")


def card_of(event: Event, counts: tuple[int, int, int] | None = None, held: int | None = None) -> EventCard:
    """The card of an event. `counts`: entrants, playing, waiting; `held`: the reader's own silver in it."""
    now = timezone.now()
    running_down = event.state == State.RUNNING and event.ends_at is not None
    entrants, playing, _waiting = counts or counts_of([event]).get(event.pk, (0, 0, 0))
    return EventCard(
        slug=event.slug,
        name=event_name(event),
        state=event.state,
        state_label=str(State(event.state).label),
        tone=TONES.get(State(event.state), ""),
        time_line=_time_line(event, now),
        ends_in_ms=_ms_until(event.ends_at, now) if running_down else None,
        rules_label=_rules_label(event),
        entrants=entrants,
        playing=playing,
        practice=event.practice,
        bots=event.bots,
        offline=event.offline,
        silver=event.silver,
        points=event.points,
        held=held,
        facts=tuple(_facts(event)),
        places=event.entry_limit,
        asks=asks(event),
    )


def cards_of(events: Iterable[Event], held: Mapping[int, int]) -> list[EventCard]:
    """Cards of many events; `held`: the reader's own silver by event id."""
    events = list(events)
    counts = counts_of(events)
    return [card_of(event, counts.get(event.pk, (0, 0, 0)), held.get(event.pk)) for event in events]


def event_name(event: Event) -> str:
    """The organiser's name for it; the site's own series are named in the reader's language."""
    own = {
        "practice": _("Practice room"),
        "practice-novice": _("Practice room, novice bots"),
        "practice-expert": _("Practice room, expert bots"),
        "demo": _("Demonstration championship"),
    }
    return own.get(event.series, event.name)


def duration_text(ms: int) -> str:
    """A length of time in two units at most: `1 h 6 min`, `45 s`."""
    seconds = max(0, ms) // 1000
    minutes, hours, days = seconds // 60, seconds // 3600, seconds // 86400
    if days:
        return _("%(days)d d %(hours)d h") % {"days": days, "hours": hours % 24}
    if hours:
        return _("%(hours)d h %(minutes)d min") % {"hours": hours, "minutes": minutes % 60}
    if minutes:
        return _("%(minutes)d min") % {"minutes": minutes}
    return _("%(seconds)d s") % {"seconds": seconds}


def clock_text(ms: int) -> str:
    """Minutes and seconds, as a running clock shows them: `02:05`, `1:02:05`."""
    seconds = max(0, ms) // 1000
    clock = f"{seconds // 60 % 60:02}:{seconds % 60:02}"
    return f"{seconds // 3600}:{clock}" if seconds >= 3600 else clock


def preset_name(name: str) -> str:
    """What a preset is called on the screen; its own name when it has no other."""
    names = {"platform": _("Platform rules"), "classic": _("Basic rules"), "folk": _("Folk counting")}
    return names.get(name, name)


def paces(chosen: str) -> list[tuple[str, str, bool]]:
    """How much time a practice table may give (engine.clock.PACES): value, label, whether it is the chosen one."""
    labels = (
        pgettext("pace", "Normal"),
        pgettext("pace", "Twice as long"),
        pgettext("pace", "Four times as long"),
        pgettext("pace", "No limit"),
    )
    return [(pace, label, pace == chosen) for pace, label in zip(PACES, labels, strict=True)]


def _rules_label(event: Event) -> str:
    name = preset_name(event.rules.partition("@")[0])
    changed = len(overrides_of(event.play_rules()))
    return _("%(name)s, changed") % {"name": name} if changed else name


def _time_line(event: Event, now: datetime) -> str:
    if event.practice and event.state == State.RUNNING:
        return _("Always open. Bots fill the empty chairs.")
    if event.state == State.OPEN and event.by_hand:
        return _planned_line(event, now)
    if event.state == State.OPEN:
        return _("Starts in %(time)s") % {"time": duration_text(_ms_until(event.starts_at, now))}
    if event.state == State.RUNNING and event.ends_at is not None:
        return _("%(time)s left") % {"time": duration_text(_ms_until(event.ends_at, now))}
    if event.state == State.PAUSED:
        return _("Paused: its clock stands still")
    if event.state == State.FINISHING:
        return _("The last hands are being played out")
    if event.state == State.FINISHED and event.finished_at is not None:
        return _("Ended %(time)s") % {"time": date_format(timezone.localtime(event.finished_at), "Y-m-d H:i")}
    return ""


def _planned_line(event: Event, now: datetime) -> str:
    if event.starts_at <= now:
        return _("The organiser starts it")
    return _("Planned in %(time)s; the organiser starts it") % {"time": duration_text(_ms_until(event.starts_at, now))}


def _facts(event: Event) -> Iterable[tuple[str, str]]:
    yield _("Hands a table"), str(event.hands_per_table)
    yield _("Silver for every ten points of 胡"), str(event.silver_per_unit)
    yield _("Time for a turn"), _("%(turn)s, reserve %(reserve)s") % {
        "turn": duration_text(event.turn_ms), "reserve": duration_text(event.reserve_ms),
    }  # fmt: skip
    yield _("Hands needed for a rank"), str(event.min_hands)
    if event.same_walls:
        yield _("Same walls"), _("all tables play the same tiles; what you make of your seat's counts")
    if event.bots:
        yield _("Empty chairs"), _("filled by bots, which are labelled")


def _ms_until(moment: datetime, now: datetime) -> int:
    return max(0, round((moment - now).total_seconds() * 1000))
