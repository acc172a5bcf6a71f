"""Years of hands: a player's pages, one hand's record, an event's archive, as the site asks for them.

    python benchmarks/bench_history.py [HANDS [ROUNDS]]

Four real hands, played by bots in a heat, are copied in SQL to that many: tables of four hands, players by a skewed lot
(the busiest has about four hands in a thousand), ids without order. The archive is one event of copies with their logs.
Milliseconds for a middling player and for the busiest one; `in order of time` is the same list as a sort of all a player's
hands by their end would give it. `plan`: what the database did. A database of its own, not safe against power cuts.
"""

import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from time import perf_counter
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from benchmarks.measure import show, spread  # noqa: E402
from benchmarks.own_site import analyze, own_site, run_sql, running_event, timed  # noqa: E402

HANDS = 1_000_000
ROUNDS = 5
AT_ONCE = 100_000
"""Tables copied in one transaction."""
ARCHIVE = "archive"
MOST_ARCHIVED = 2_500

_PLAYERS = """
INSERT INTO accounts_player (id, username, password, nickname, nickname_key, is_guest, is_bot, is_superuser, is_staff,
                             is_active, email, date_joined, preferences, session_version)
SELECT id, id, '', '玩家' || n, 'wanjia' || n, true, false, false, false, true, '', now(), '{}', 0
FROM (SELECT n, 'p' || lpad(n::text, 11, '0') AS id FROM generate_series(0, %(players)s - 1) AS n) AS numbered
"""
_TABLES = """
CREATE TEMP TABLE copied ON COMMIT DROP AS
SELECT n, substr(md5('table' || n), 1, 12) AS id, floor(%(players)s * random() ^ 2)::int AS first,
       timestamptz '2027-01-01' + n * interval '10 seconds' AS at
FROM generate_series(%(first)s, %(last)s) AS n;
INSERT INTO games_table (id, event, title, rules, overrides, settings, state, gate, heat_id, private, nameless, current,
                         created_at, closed_at)
SELECT copied.id, %(event)s || CASE WHEN %(heat)s::text IS NULL THEN (n %% 50)::text ELSE '' END, '杯赛', rules, overrides,
       settings, 'closed', 'open', %(heat)s, false, false, 4, at, at + interval '9 minutes'
FROM copied, games_table AS played WHERE played.id = %(played)s;
INSERT INTO games_seat (table_id, index, player_id, nickname, is_bot, silver, points)
SELECT copied.id, k, 'p' || lpad(((first + k * (%(players)s / 5)) %% %(players)s)::text, 11, '0'), '玩家', false, 1000, 1000
FROM copied, generate_series(0, 3) AS k ORDER BY n, k;
INSERT INTO games_hand (id, table_id, number, dealer, state, commitment, in_heat, sealed_seed, server_seed, start, away,
                        seq, log_hash, started_at, ended_at, result, void_reason)
SELECT substr(md5('hand' || n || '.' || number), 1, 12), copied.id, number, dealer, 'done', commitment, true, sealed_seed,
       server_seed, start, away, seq, log_hash, at + number * interval '2 minutes', at + number * interval '2 minutes 5 s',
       result, ''
FROM copied, games_hand AS played WHERE played.table_id = %(played)s ORDER BY n, number
"""
_LOGS = """
INSERT INTO games_loggedaction (hand_id, seq, seat, type, payload, auto, at_ms, client_id, v, hash)
SELECT hand.id, line.seq, line.seat, line.type, line.payload, line.auto, line.at_ms, NULL, line.v, line.hash
FROM games_table AS place JOIN games_hand AS hand ON hand.table_id = place.id
JOIN games_hand AS played ON played.table_id = %(played)s AND played.number = hand.number
JOIN games_loggedaction AS line ON line.hand_id = played.id
WHERE place.heat_id = %(heat)s AND place.id <> %(played)s ORDER BY hand.id, line.seq
"""
_BY_TIME = """
SELECT hand.id FROM games_seat AS seat JOIN games_hand AS hand ON hand.table_id = seat.table_id
WHERE seat.player_id = %s AND hand.ended_at IS NOT NULL ORDER BY hand.ended_at DESC, hand.id DESC LIMIT %s
"""


def played_table() -> Any:
    """Four hands played by bots at the one table of a heat, which is over."""
    from accounts.guests import create_bot
    from games.engine.clock import TableSettings
    from games.engine.rules import preset
    from games.service import open_heat, open_table, play_out

    bots = [create_bot() for _ in range(4)]
    heat = open_heat(ARCHIVE, 4)
    settings = TableSettings(seed_ms=0, hands_per_table=4, hints="none")
    table = open_table(bots, ARCHIVE, "档案", preset("platform"), settings, [1000] * 4, [1000] * 4, heat=heat)
    play_out(table.pk)
    return table


def copy_tables(played: Any, tables: int, players: int, archived: int) -> None:
    """The copies, oldest first; the archive's among them with their logs."""
    run_sql(_PLAYERS.replace("%(players)s", str(players)))
    common = {"played": played.pk, "players": players}
    for first in range(1, tables + 1, AT_ONCE):
        last = min(first + AT_ONCE, tables + 1) - 1
        run_sql(_TABLES, **common, first=first, last=last, event="e", heat=None)
    run_sql(_TABLES, **common, first=tables + 1, last=tables + archived, event=ARCHIVE, heat=played.heat_id)
    run_sql(_LOGS, played=played.pk, heat=played.heat_id)
    analyze()


def questions(busy: str, middling: str) -> dict[str, Callable[[], Any]]:
    """What the pages ask, for both players."""
    from django.db import connection

    from games.history import PAGE, events_of, finished_hands
    from games.profile import LATEST, profile_of

    def by_time(player: str, limit: int) -> Any:
        with connection.cursor() as cursor:
            cursor.execute(_BY_TIME, [player, limit])
            return cursor.fetchall()

    found: dict[str, Callable[[], Any]] = {}
    for who, player in (("middling", middling), ("busiest", busy)):
        page = finished_hands(player)
        found |= {
            f"{who}: profile": lambda player=player: profile_of(player),
            f"{who}: page of hands": lambda player=player: finished_hands(player),
            f"{who}: next page": lambda player=player, before=page[-1]["hand_id"]: finished_hands(player, before),
            f"{who}: page of wins": lambda player=player: finished_hands(player, outcome="win"),
            f"{who}: list of events": lambda player=player: events_of(player),
            f"{who}: page in order of time": lambda player=player: by_time(player, PAGE),
            f"{who}: profile in order of time": lambda player=player: by_time(player, LATEST),
        }
    return found


def record(ids: Iterator[str]) -> Callable[[], Any]:
    """The record of the next hand, as the interface gives it."""
    from games.models import Hand
    from games.recording import record_of

    def one() -> Any:
        return record_of(Hand.objects.open_to_all().select_related("table").get(pk=next(ids)))

    return one


def archive(event: Any) -> dict[str, Any]:
    """All records of an event into a file: until the first one stands there, in all, and how much memory that took."""
    from tournaments import service
    from tournaments.models import Export
    from tournaments.service import exports

    export = service.ask_export(event, Export.Kind.RECORDS)
    began, resident = perf_counter(), _resident()
    first = next(exports._counted(export, exports._hands(event)))
    exports.record_of(first)
    first_ms = 1000 * (perf_counter() - began)
    early, began = _resident(), perf_counter()
    assert service.write_export(event.slug, Export.Kind.RECORDS)
    seconds = perf_counter() - began
    export.refresh_from_db()
    return {
        "hands": export.total, "first record, ms": round(first_ms, 1), "records a second": round(export.total / seconds),
        "megabytes": round(export.size / 1e6, 1), "memory for the first, MB": round(early - resident, 1),
        "more for all the others, MB": round(_resident() - early, 1),
    }  # fmt: skip


def _resident() -> float:
    """Megabytes of this process in memory."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


def plans(job: Callable[[], Any]) -> list[list[str]]:
    """For each statement of a job the nodes of its plan, with their indexes."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    with CaptureQueriesContext(connection) as captured:
        job()
    found = []
    with connection.cursor() as cursor:
        for query in captured.captured_queries:
            cursor.execute("EXPLAIN (FORMAT JSON) " + query["sql"].replace("%", "%%"))
            found.append(list(_nodes(cursor.fetchone()[0][0]["Plan"])))
    return found


def _nodes(plan: dict[str, Any]) -> Iterator[str]:
    yield " ".join(filter(None, (plan["Node Type"], plan.get("Index Name") or plan.get("Relation Name"))))
    for below in plan.get("Plans", ()):
        yield from _nodes(below)


def main() -> None:
    hands = int(sys.argv[1]) if len(sys.argv) > 1 else HANDS
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else ROUNDS
    tables, players = max(8, hands // 4), max(50, hands // 100)
    archived = min(MOST_ARCHIVED, max(4, tables // 10))
    with own_site() as folder:
        from django.conf import settings
        from django.db import connection

        from games.models import Hand

        settings.EXPORTS_DIR = str(folder / "exports")
        began = perf_counter()
        played = played_table()
        copy_tables(played, tables, players, archived)
        loading = perf_counter() - began
        event = running_event(ARCHIVE)
        jobs = questions("p00000000000", f"p{players // 4:011}")
        ids = iter(
            list(Hand.objects.filter(table__event=ARCHIVE).values_list("pk", flat=True).order_by("commitment", "pk"))
        )
        found = timed(jobs, rounds) | timed({"record": record(ids)}, min(rounds, 4 * archived - 1))
        told = {name: plans(jobs[f"busiest: {name}"]) for name in ("profile", "page of hands", "list of events")}
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_database_size(current_database()) / 1e9")
            gigabytes = round(float(cursor.fetchone()[0]), 2)
            cursor.execute("SELECT count(*) * 4 FROM games_seat WHERE player_id = 'p00000000000'")
            busiest = cursor.fetchone()[0]
        show({
            "hands": hands, "hands of the busiest": busiest, "gigabytes": gigabytes, "loading, s": round(loading, 1),
            "ms": {name: spread(times) for name, times in found.items()}, "archive": archive(event), "plan": told,
        }, "psycopg", "Django")  # fmt: skip


if __name__ == "__main__":
    main()
