"""Everything that changes an event, its entrants or their tables. One transaction a function; what it tells others
goes out after the commit."""

from tournaments.ledger import silver_totals
from tournaments.service.company import leave, remove, see, was_removed
from tournaments.service.drawing import draw_tables, seat_bots, sweep_seating
from tournaments.service.enrolment import has_room
from tournaments.service.entrants import Me, NotNow, enter, me, mes, start, stop
from tournaments.service.friends import HANDS, chairs, create_friends, is_playing, may_open, open_friends, own_friends
from tournaments.service.lifecycle import (
    cancel,
    create_event,
    finish,
    free_slug,
    open_event,
    pause,
    resume,
    save_draft,
    start_event,
)
from tournaments.service.listing import counts_of, event_json, events_json, visible_event, visible_events
from tournaments.service.passing import advance_events, open_practice_and_demo
from tournaments.service.results import post_hand, release_table
from tournaments.service.seeding import finish_a_bots_event
from tournaments.service.standings import (
    compute_leaderboard,
    movements,
    ranking_frame,
    ranking_page,
    ranking_row,
    sweep_leaderboards,
)
from tournaments.service.workers import beat, worker_is_alive

__all__ = [
    "HANDS",
    "Me",
    "NotNow",
    "advance_events",
    "beat",
    "cancel",
    "chairs",
    "compute_leaderboard",
    "counts_of",
    "create_event",
    "create_friends",
    "draw_tables",
    "enter",
    "event_json",
    "events_json",
    "finish",
    "finish_a_bots_event",
    "free_slug",
    "has_room",
    "is_playing",
    "leave",
    "may_open",
    "me",
    "mes",
    "movements",
    "open_event",
    "open_friends",
    "open_practice_and_demo",
    "own_friends",
    "pause",
    "post_hand",
    "ranking_frame",
    "ranking_page",
    "ranking_row",
    "release_table",
    "remove",
    "resume",
    "save_draft",
    "seat_bots",
    "see",
    "silver_totals",
    "start",
    "start_event",
    "stop",
    "sweep_leaderboards",
    "sweep_seating",
    "visible_event",
    "visible_events",
    "was_removed",
    "worker_is_alive",
]
