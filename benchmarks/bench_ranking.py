"""The ranking of a very large event: what its page is made of, one hand's settlement, and all of it computed anew.

    python benchmarks/bench_ranking.py [ENTRANTS [ROUNDS]]

Peers over the same entrants, in turns: a sorted set of Valkey (top 100 with scores and my rank, one pipeline; and the
same with the hundred names, which a page needs), the window function over all rows, and an index with a count of who
is better. `kept`: the rows of the page are those that this process read within the last second. Milliseconds. A database
of its own, not safe against power cuts.
"""

import os
import sys
from collections.abc import Callable
from datetime import timedelta
from itertools import count
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from benchmarks.measure import show, spread  # noqa: E402
from benchmarks.own_site import analyze, enter_crowd, own_site, run_sql, running_event, timed  # noqa: E402

ENTRANTS = 100_000
ROUNDS = 5
TOP = 100
WINDOW = """
SELECT * FROM (SELECT player, silver, points, rank() OVER (ORDER BY silver DESC, points DESC) AS rank FROM bench_scores)
    AS placed WHERE rank <= %s OR player = %s ORDER BY rank LIMIT 101
"""
INDEXED = "SELECT player, silver, points FROM bench_scores ORDER BY silver DESC, points DESC LIMIT %s"
BETTER = """
SELECT 1 + count(*) FROM bench_scores
WHERE (silver, points) > (SELECT silver, points FROM bench_scores WHERE player = %s)
"""


def peers(event: Any, mine: str) -> dict[str, Callable[[], Any]]:
    """The same question asked of others; each gives the top and my rank."""
    import redis
    from django.db import connection

    client = redis.Redis.from_url(os.environ["REDIS_URL"], decode_responses=True)
    with connection.cursor() as cursor:
        cursor.execute("SELECT player, silver, points FROM bench_scores")
        while rows := cursor.fetchmany(20_000):
            client.zadd("bench", {player: silver * 100_000 + points for player, silver, points in rows})
            client.hset("bench-names", mapping={player: f"玩家{player}" for player, _, _ in rows})

    def sorted_set() -> Any:
        with client.pipeline(transaction=False) as pipe:
            return pipe.zrevrange("bench", 0, TOP - 1, withscores=True).zrevrank("bench", mine).execute()

    def with_names() -> Any:
        top, rank = sorted_set()
        return top, rank, client.hmget("bench-names", [player for player, _ in top])

    def asked(*questions: tuple[str, list[Any]]) -> Any:
        found = []
        with connection.cursor() as cursor:
            for question, values in questions:
                cursor.execute(question, values)
                found.append(cursor.fetchall())
        return found

    return {
        "sorted set": sorted_set,
        "sorted set with names": with_names,
        "window function": lambda: asked((WINDOW, [TOP, mine])),
        "index and count": lambda: asked((INDEXED, [TOP]), (BETTER, [mine])),
    }


def page(event: Any, mine: Any) -> dict[str, Any]:
    """Top 100 and my rank, ours with and without rows kept, beside everybody else's."""
    from tournaments.service import standings

    others = peers(event, mine.pk)

    def ours() -> Any:
        return standings.ranking_page(event, 0, TOP, mine)

    def anew() -> Any:
        standings._rows_as_of.cache_clear()
        return ours()

    top = ours()
    assert len(top.rows) == min(TOP, top.total)
    assert top.own is not None
    return {"quick": {"ours, kept": ours, "ours": anew} | {name: others[name] for name in list(others)[:2]},
            "slow": {name: others[name] for name in list(others)[2:]}}  # fmt: skip


def settle(event: Any, keys: "count[int]") -> None:
    """One hand's silver and points move between four entrants."""
    from django.db import transaction

    from tournaments import ledger
    from tournaments.models import Entry

    number = next(keys)
    four = list(Entry.objects.filter(event=event, silver_account__balance__gt=40).order_by("pk")[number * 4 :][:4])
    with transaction.atomic():
        moved = zip(four, (30, -10, -10, -10), strict=True)
        changes = {account: silver for entry, silver in moved
                   for account in (entry.silver_account_id, entry.points_account_id)}  # fmt: skip
        assert ledger.post(event, f"bench:{number}", changes)


def compute(event: Any) -> None:
    """The whole task, its pause over."""
    from django.utils import timezone

    from tournaments import service
    from tournaments.models import Ranking

    Ranking.objects.filter(event=event).update(computed_at=timezone.now() - timedelta(hours=1))
    assert service.compute_leaderboard(event.slug)


def writing(event: Any, rounds: int) -> dict[str, Any]:
    """From nothing, when nothing changed, after one hand, and after everybody's silver changed."""
    keys = count()
    found: dict[str, Any] = {"settlement": [], "after one hand": [], "nothing changed": [], "all changed": []}
    for _ in range(rounds):
        for name, job in (("settlement", lambda: settle(event, keys)), ("after one hand", lambda: compute(event)),
                          ("nothing changed", lambda: compute(event))):  # fmt: skip
            found[name] += once(job)
    run_sql("UPDATE tournaments_account SET balance = balance + (random() * 50)::int WHERE player_id IS NOT NULL")
    found["all changed"] += once(lambda: compute(event))
    return found


def once(job: Callable[[], Any]) -> list[float]:
    """Milliseconds of one call."""
    from time import perf_counter

    began = perf_counter()
    job()
    return [1000 * (perf_counter() - began)]


def main() -> None:
    entrants = int(sys.argv[1]) if len(sys.argv) > 1 else ENTRANTS
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else ROUNDS
    with own_site():
        from accounts.models import Player

        event = running_event("bench")
        enter_crowd(event, entrants)
        first = once(lambda: compute(event))
        run_sql("CREATE TABLE bench_scores AS SELECT entry.player_id AS player, row.silver, row.points"
                " FROM tournaments_standing AS row JOIN tournaments_entry AS entry ON entry.id = row.entry_id",
                "CREATE UNIQUE INDEX ON bench_scores (player)", "CREATE INDEX ON bench_scores (silver, points)")  # fmt: skip
        analyze()
        mine = Player.objects.get(pk=f"p{entrants // 2:011}")
        jobs = page(event, mine)
        quick, slow = timed(jobs["quick"], rounds, min(200, entrants // 20)), timed(jobs["slow"], rounds)
        ratios = {
            f"{one} / {other}": spread([a / b for a, b in zip(quick[one], quick[other], strict=True)])
            for one in ("ours, kept", "ours")
            for other in ("sorted set", "sorted set with names")
        }
        written = {"from nothing": first} | writing(event, min(rounds, 3))
        show(
            {
                "entrants": entrants,
                "page, ms": {name: spread(found, 3) for name, found in (quick | slow).items()},
                "page, ratio": ratios,
                "writing, ms": {name: spread(found, 1) for name, found in written.items() if found},
            },
            "redis", "psycopg", "Django",
        )  # fmt: skip


if __name__ == "__main__":
    main()
