"""Everything that changes an event, its entrants or their tables. One transaction a function; what it tells others
goes out after the commit."""

from tournaments.ledger import silver_totals
from tournaments.service.drawing import draw_tables, seat_bots, sweep_seating
from tournaments.service.entrants import Me, NotNow, enter, me, mes, start, stop
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
    ranking_frame,
    ranking_page,
    ranking_row,
    sweep_leaderboards,
)
from tournaments.service.workers import beat, worker_is_alive

__all__ = [
    "Me",
    "NotNow",
    "advance_events",
    "beat",
    "cancel",
    "compute_leaderboard",
    "counts_of",
    "create_event",
    "draw_tables",
    "enter",
    "event_json",
    "events_json",
    "finish",
    "finish_a_bots_event",
    "free_slug",
    "me",
    "mes",
    "open_event",
    "open_practice_and_demo",
    "pause",
    "post_hand",
    "ranking_frame",
    "ranking_page",
    "ranking_row",
    "release_table",
    "resume",
    "save_draft",
    "seat_bots",
    "silver_totals",
    "start",
    "start_event",
    "stop",
    "sweep_leaderboards",
    "sweep_seating",
    "visible_event",
    "visible_events",
    "worker_is_alive",
]
