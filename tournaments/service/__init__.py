"""Everything that changes an event, its entrants or their tables. One transaction a function; what it tells others
goes out after the commit."""

from tournaments.ledger import silver_totals
from tournaments.service.company import leave, remove, see, was_removed
from tournaments.service.desk import Desk, desk_of, findings_of
from tournaments.service.drawing import draw_tables, seat_bots, sweep_seating
from tournaments.service.enrolment import has_room
from tournaments.service.entrants import NotNow, Whereabouts, enter, start, stop
from tournaments.service.exports import ask_export, path_of, sweep_exports, write_export
from tournaments.service.fairplay import ask_fair_play, look_at_fair_play, note_pair, sweep_fair_play
from tournaments.service.figures import load
from tournaments.service.friends import HANDS, chairs, create_friends, is_playing, may_open, open_friends, own_friends
from tournaments.service.lifecycle import (
    cancel,
    create_event,
    extend,
    finish,
    free_slug,
    open_event,
    pause,
    resume,
    save_draft,
    start_event,
)
from tournaments.service.listing import counts_of, event_json, events_json, visible_event, visible_events
from tournaments.service.offline import (
    close_offline,
    gather_offline,
    leave_seat,
    open_offline,
    real_tables_of,
    take_seat,
)
from tournaments.service.offline_hands import (
    Story,
    answer_hand,
    decide_hand,
    enter_hand,
    sweep_offline,
    take_back,
    void_offline,
)
from tournaments.service.offline_read import offline_counts
from tournaments.service.ownstate import Me, me, mes
from tournaments.service.passing import advance_events, open_practice_and_demo
from tournaments.service.recurring import make_next, parameters_of, sweep_templates
from tournaments.service.related import forget_old_traces, note_trace, related_pairs
from tournaments.service.results import post_hand, release_table
from tournaments.service.seeding import finish_a_bots_event
from tournaments.service.standings import (
    compute_leaderboard,
    movements,
    ranking_frame,
    ranking_page,
    sweep_leaderboards,
)
from tournaments.service.workers import beat, worker_is_alive

__all__ = [
    "HANDS",
    "Desk",
    "Me",
    "NotNow",
    "Story",
    "Whereabouts",
    "advance_events",
    "answer_hand",
    "ask_export",
    "ask_fair_play",
    "beat",
    "cancel",
    "chairs",
    "close_offline",
    "compute_leaderboard",
    "counts_of",
    "create_event",
    "create_friends",
    "decide_hand",
    "desk_of",
    "draw_tables",
    "enter",
    "enter_hand",
    "event_json",
    "events_json",
    "extend",
    "findings_of",
    "finish",
    "finish_a_bots_event",
    "forget_old_traces",
    "free_slug",
    "gather_offline",
    "has_room",
    "is_playing",
    "leave",
    "leave_seat",
    "load",
    "look_at_fair_play",
    "make_next",
    "may_open",
    "me",
    "mes",
    "movements",
    "note_pair",
    "note_trace",
    "offline_counts",
    "open_event",
    "open_friends",
    "open_offline",
    "open_practice_and_demo",
    "own_friends",
    "parameters_of",
    "path_of",
    "pause",
    "post_hand",
    "ranking_frame",
    "ranking_page",
    "real_tables_of",
    "related_pairs",
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
    "sweep_exports",
    "sweep_fair_play",
    "sweep_leaderboards",
    "sweep_offline",
    "sweep_seating",
    "sweep_templates",
    "take_back",
    "take_seat",
    "visible_event",
    "visible_events",
    "void_offline",
    "was_removed",
    "worker_is_alive",
    "write_export",
]
