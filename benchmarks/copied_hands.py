"""Millions of finished hands for a benchmark: a few that bots really played, copied in SQL.

Tables of four hands, players by a skewed lot, ids without order. Everything is at its place as it is where a site has
grown: oldest first on the disk, the four hands of a table together.
"""

from typing import Any

from benchmarks.own_site import analyze, run_sql, unindexed

PLAYED = 8
AT_ONCE = 100_000
"""Tables copied in one transaction."""
COPIED = ("games_table", "games_seat", "games_hand")

_PLAYERS = """
INSERT INTO accounts_player (id, username, password, nickname, nickname_key, is_guest, is_bot, is_superuser, is_staff,
                             is_active, email, date_joined, preferences, session_version)
SELECT id, id, '', '玩家' || n, 'wanjia' || n, true, false, false, false, true, '', now(), '{}', 0
FROM (SELECT n, 'p' || lpad(n::text, 11, '0') AS id FROM generate_series(0, %(players)s - 1) AS n) AS numbered
"""
_SOURCES = """
CREATE TEMP TABLE source AS SELECT row_number() OVER (ORDER BY id) - 1 AS place, * FROM games_table;
CREATE TEMP TABLE source_hand AS SELECT source.place, source.heat_id, hand.*
FROM source JOIN games_hand AS hand ON hand.table_id = source.id ORDER BY source.place, hand.number;
ANALYZE source, source_hand
"""
_TABLES = """
CREATE TEMP TABLE copied ON COMMIT DROP AS
SELECT n, n %% %(played)s AS place, substr(md5('table' || n), 1, 12) AS id,
       floor(%(players)s * random() ^ 2)::int AS first, timestamptz '2027-01-01' + n * interval '10 seconds' AS at
FROM generate_series(%(first)s, %(last)s) AS n;
INSERT INTO games_table (id, event, title, rules, overrides, settings, state, gate, heat_id, private, nameless, current,
                         created_at, closed_at)
SELECT copied.id, coalesce(%(archive)s, 'e' || n %% 50), '杯赛', rules, overrides, settings, 'closed', 'open',
       CASE WHEN %(archive)s IS NOT NULL THEN heat_id END, false, false, 4, at, at + interval '9 minutes'
FROM copied JOIN source USING (place);
INSERT INTO games_seat (table_id, index, player_id, nickname, is_bot, silver, points)
SELECT copied.id, k, 'p' || lpad(((first + k * (%(players)s / 5)) %% %(players)s)::text, 11, '0'), '玩家', false, 1000, 1000
FROM copied, generate_series(0, 3) AS k ORDER BY n, k;
INSERT INTO games_hand (id, table_id, number, dealer, state, commitment, in_heat, sealed_seed, server_seed, start, away,
                        seq, log_hash, started_at, ended_at, result, void_reason)
SELECT substr(md5('hand' || n || '.' || number), 1, 12), copied.id, number, dealer, 'done', commitment, true, sealed_seed,
       server_seed, start, away, seq, log_hash, at + number * interval '2 minutes', at + number * interval '2 minutes 5 s',
       result, ''
FROM copied CROSS JOIN LATERAL (SELECT * FROM source_hand WHERE place = copied.place ORDER BY number) AS played
"""  # no sort of the hands: they are wide, and come in order
_LOGS = """
INSERT INTO games_loggedaction (hand_id, seq, seat, type, payload, auto, at_ms, client_id, v, hash)
SELECT hand.id, line.seq, line.seat, line.type, line.payload, line.auto, line.at_ms, NULL, line.v, line.hash
FROM source_hand AS played
JOIN games_table AS place ON place.heat_id = played.heat_id AND place.id <> played.table_id
JOIN games_hand AS hand ON hand.table_id = place.id AND hand.number = played.number
JOIN games_loggedaction AS line ON line.hand_id = played.id ORDER BY hand.id, line.seq
"""


def play_tables(event: str) -> None:
    """PLAYED tables of four hands each by bots, each in a heat of its own, which is over: its copies keep its walls."""
    from accounts.guests import create_bot
    from games.engine.clock import TableSettings
    from games.engine.rules import preset
    from games.service import open_heat, open_table, play_out

    bots = [create_bot() for _ in range(4)]
    settings = TableSettings(seed_ms=0, hands_per_table=4, hints="none", bot_level="novice")
    for _ in range(PLAYED):
        heat = open_heat(event, 4)
        table = open_table(bots, event, "档案", preset("platform"), settings, [1000] * 4, [1000] * 4, heat=heat)
        play_out(table.pk)


def copy_tables(tables: int, players: int, archive: str, archived: int) -> None:
    """That many copies of the tables played so far, oldest first, and of the event `archive` more with their logs.

    The players are `p00000000000`, the busiest, and so on.
    """
    common: dict[str, Any] = {"played": PLAYED, "players": players}
    run_sql(_PLAYERS.replace("%(players)s", str(players)))
    run_sql(_SOURCES)
    with unindexed(*COPIED):
        for first in range(1, tables + 1, AT_ONCE):
            run_sql(_TABLES, **common, first=first, last=min(first + AT_ONCE, tables + 1) - 1, archive=None)
        run_sql(_TABLES, **common, first=tables + 1, last=tables + archived, archive=archive)
    analyze()  # or the next statement goes through all hands once for each of the archive's
    run_sql(_LOGS)
    run_sql("ANALYZE games_loggedaction")
