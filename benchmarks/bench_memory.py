"""What a web process remembers: its memory over a long evening, a table's share of it, and whether it forgets.

    python benchmarks/bench_memory.py [MINUTES [TABLES [SPEED [HINTS]]]]

A crowd plays at so many tables of one web process, SPEED times as fast as people, without second pages or bad lines. The
process' memory is read all the time; after a third of it (warm-up) a straight line is laid through it by least squares.
Then all tables are stopped, four people play at another one at people's pace, and it is seen how many hands the process
still holds. A table's share is measured here: hands of that very evening, folded as the site folds them, up to their last
answer. So is what the engine remembers of tiles (its memos have a limit each; hints fill them for some three thousand
hands): 3,000 hands with all hints. The evening itself is played without them (`all` to see both in one), so that its line
shows what else might grow. By default 20 minutes, 12 tables, 20 times: about 26 minutes. With less than a minute nobody
waits for the forgetting, and few hands fill the memos. Prints JSON.
"""

import asyncio
import sys
import time
import urllib.request
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import psutil
import uvloop

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from benchmarks.crowd import ground  # noqa: E402
from benchmarks.crowd.company import Manners  # noqa: E402
from benchmarks.crowd.run import Run  # noqa: E402
from benchmarks.crowd.scenarios import fill  # noqa: E402
from benchmarks.measure import show  # noqa: E402
from games.bots import choose  # noqa: E402
from games.engine.claims import WINDOWS, claimants  # noqa: E402
from games.engine.fairness import fair_deal  # noqa: E402
from games.engine.hints import hints  # noqa: E402
from games.engine.rules import preset  # noqa: E402
from games.engine.state import HandState  # noqa: E402
from games.engine.table import apply, close_window, start  # noqa: E402
from games.engine.visibility import seat_view  # noqa: E402
from tests.running_site import RunningSite  # noqa: E402

DEFAULTS: Final = ("20", "12", "20", "none")
LOOKS: Final = 120
"""How often memory is read while they play."""
FORGOTTEN_AFTER_S: Final = 150.0
FOLDED: Final = 40
MEMO_HANDS: Final = 3_000
MEMO_LOOKS: Final = 4


def held(site: RunningSite) -> int:
    """Hands that the web process holds folded, as it says itself."""
    with urllib.request.urlopen(f"{site.web[0]}/metrics", timeout=10) as answer:
        lines = answer.read().decode().splitlines()
    return int(float(next(line.split()[1] for line in lines if line.startswith("yuhuan_hands_in_memory"))))


def look(site: RunningSite, began: float) -> dict[str, float]:
    """Minutes, hands over, memory in MB, hands held."""
    ended = site.rows("SELECT count(*) FROM games_hand WHERE ended_at IS NOT NULL")[0][0]
    rss = psutil.Process(site.children["web0"].process.pid).memory_info().rss
    minutes = (time.monotonic() - began) / 60
    return {"minute": round(minutes, 2), "hands": int(str(ended)), "MB": round(rss / 1e6, 2), "held": held(site)}


def slope(looks: list[dict[str, float]]) -> float | None:
    """MB a thousand hands, by least squares; None where too little was played."""
    hands, memory = [one["hands"] for one in looks], [one["MB"] for one in looks]
    middle, level = sum(hands) / len(hands), sum(memory) / len(memory)
    spread = sum((count - middle) ** 2 for count in hands)
    if not spread:
        return None
    return round(1000 * sum((x - middle) * (y - level) for x, y in zip(hands, memory, strict=True)) / spread, 3)


async def soak(run: Run, site: RunningSite, minutes: float, tables: int) -> list[dict[str, float]]:
    """Everybody plays table after table."""
    await fill(run, tables)
    began, looks = time.monotonic(), []
    while time.monotonic() < began + minutes * 60:
        await asyncio.sleep(minutes * 60 / LOOKS)
        looks.append(await asyncio.to_thread(look, site, began))
    return looks


async def forgetting(run: Run, site: RunningSite) -> int:
    """Four play on where nobody else does."""
    await fill(run, 1)
    await asyncio.sleep(FORGOTTEN_AFTER_S)
    return await asyncio.to_thread(held, site)


async def evening(site: RunningSite, minutes: float, tables: int, speed: float, hints: str) -> dict[str, Any]:
    """All that is played on the site."""
    manners = Manners(speed=speed, flaky=0.0, tabs=0.0)
    run = await asyncio.to_thread(Run.on, site, manners, hints)
    looks = await soak(run, site, minutes, tables)
    after = await run.end()
    settled = looks[len(looks) // 3 :]
    figures: dict[str, Any] = {
        "hands": looks[-1]["hands"],
        "answers confirmed": sum(one["acked"] is not None for one in run.company.said.values()),
        "MB after warm-up": settled[0]["MB"],
        "MB at the end": settled[-1]["MB"],
        "MB a thousand hands, after warm-up": slope(settled),
        "hands held at the end of play": looks[-1]["held"],
        "looks": looks[:: max(1, len(looks) // 12)],
        "found": after["found"],
    }
    if minutes >= 1:
        other = await asyncio.to_thread(Run.on, site, replace(manners, speed=1.0), hints)
        figures["hands held two minutes after all but one table stopped"] = await forgetting(other, site)
        figures["found"] += (await other.end())["found"]
    return figures


def memos(hands: int) -> dict[str, float]:
    """MB by which this process has grown after so many hands in which every seat is told all hints at every step."""
    process, rules = psutil.Process(), preset("platform")
    before, grown = process.memory_info().rss, {}
    for number in range(1, hands + 1):
        dice, wall = fair_deal(number.to_bytes(32, "big"), "memos", 1, ("", "", "", ""))
        state, _ = start(rules, wall, number % 4, dice)
        while state.phase != "over":
            for seat in range(4):
                hints(seat_view(state, seat), "all")
            state = step(state)
        if number % max(1, hands // MEMO_LOOKS) == 0:
            grown[f"{number} hands"] = round((process.memory_info().rss - before) / 1e6, 1)
    return grown


def step(state: HandState) -> HandState:
    """The next throw, or all answers to the last one."""
    if state.phase not in WINDOWS:
        return apply(state, choose(seat_view(state, state.turn), "novice"))[0]
    for seat in sorted(claimants(state)):
        state, _ = apply(state, choose(seat_view(state, seat), "novice"))
    return close_window(state)[0]


def main() -> None:
    *sizes, chosen = (*sys.argv[1:], *DEFAULTS[len(sys.argv) - 1 :])
    minutes, tables, speed = map(float, sizes)
    filled = memos(MEMO_HANDS if minutes >= 1 else 4)
    with ground.own_site(webs=1) as site:
        figures = uvloop.run(evening(site, minutes, int(tables), speed, chosen))
        from benchmarks.crowd import desk  # needs the site's Django

        figures["a table's state, KB"] = desk.state_kilobytes(FOLDED)
    figures["what the engine remembers, MB"] = filled
    asked = {"minutes": minutes, "tables": int(tables), "speed": speed, "hints": chosen}
    show({**asked, **figures}, "django", "uvicorn")
    sys.exit(bool(figures["found"]))


if __name__ == "__main__":
    main()
