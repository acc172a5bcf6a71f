"""The scenarios of benchmarks/load.py. Each gets a run that nobody has come to yet, and gives its figures."""

import asyncio
import math
import sys
import threading
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import psutil

from benchmarks.crowd.run import Run
from tests.games.sockets import Deaf

SEATED_WITHIN_S: Final = 90.0
COME_A_SECOND: Final = 25.0
"""People who come where coming is not what is measured."""
WARM_S: Final = 10.0
"""People's seconds between the last one's sitting down and the first measured answer."""
DEAF_SHARE: Final = 0.05
ASKS_A_SECOND: Final = 10
BACK_WITHIN_S: Final = 60.0
PAGES: Final = 400
"""So many sockets more, or one a person, tell what one takes."""
MOST_PAGES: Final = 8


@dataclass(frozen=True)
class Size:
    """`tables` of four, `entrants` of a rush, who come within `within_s`, `seconds` of measuring."""

    tables: int = 250
    entrants: int = 1000
    within_s: float = 10.0
    seconds: float = 60.0
    steps: Sequence[int] = (25, 100, 250)


Scenario = Callable[[Run, Size], Awaitable[dict[str, Any]]]


async def fill(run: Run, tables: int) -> None:
    """So many tables are played; fewer where the site does not seat them in time, which the figures then say."""
    missing = tables * 4 - len(run.people)
    coming_s = missing / COME_A_SECOND
    await run.come(missing, coming_s)
    if not await run.until_seated(tables * 4, coming_s + SEATED_WITHIN_S):
        print(
            f"only {run.company.seated} of {tables * 4} were seated: {dict(run.company.told.counts)}", file=sys.stderr
        )
    await asyncio.sleep(WARM_S / run.company.manners.speed)


async def steady(run: Run, size: Size) -> dict[str, Any]:
    """That many tables at people's pace; afterwards more pages, to see what a socket takes."""
    await fill(run, size.tables)
    figures = await run.measure(size.seconds)
    return figures | {"a socket more": await _more_pages(run)}


async def _more_pages(run: Run) -> dict[str, Any] | None:
    if run.site is None:
        return None
    webs = [psutil.Process(child.process.pid) for name, child in run.site.children.items() if name.startswith("web")]
    before = sum(web.memory_info().rss for web in webs)
    lines = sum(line.socket is not None for person in run.people for line in person.lines)
    each = min(MOST_PAGES, math.ceil(PAGES / max(1, len(run.people))))
    pages = [person.open_page() for person in run.people if person.table and person.lines for _ in range(each)]
    await asyncio.sleep(5 + len(pages) / 100)
    opened = sum(line.socket is not None for person in run.people for line in person.lines) - lines
    grown = sum(web.memory_info().rss for web in webs) - before
    return {"opened": opened, "KB each": round(grown / max(1, opened) / 1000, 1)}


async def ramp(run: Run, size: Size) -> dict[str, Any]:
    """More and more tables, each number for the same time: what each step costs a table and a move."""
    steps = {}
    for tables in size.steps:
        await fill(run, tables)
        figures = await run.measure(size.seconds)
        if "site" in figures:
            cores = sum(figures["site"]["cores used, by program"].values())
            figures["milli-cores a table"] = round(1000 * cores / tables, 1)
        steps[f"{tables} tables"] = figures
    return steps


async def rush(run: Run, size: Size) -> dict[str, Any]:
    """Everybody comes within some seconds, enters and presses start; from the first one's coming to the last one's seat."""

    async def everybody_sits() -> dict[str, Any]:
        began = time.monotonic()
        await run.come(size.entrants, size.within_s)
        are_all = await run.until_seated(size.entrants // 4 * 4, size.within_s + SEATED_WITHIN_S)
        seconds = time.monotonic() - began
        return {
            "all seated": are_all,
            "seconds to the last seat": round(seconds, 1),
            "seats a second": round(run.company.seated / seconds, 1),
        }

    return await run.measure(1.0, everybody_sits, at=0)


async def restart(run: Run, size: Size) -> dict[str, Any]:
    """The first web process is replaced while everybody plays, as a deployment does it, and everybody comes back."""
    await fill(run, size.tables)
    return await run.measure(size.seconds, lambda: _replace(run))


async def _replace(run: Run) -> dict[str, float]:
    assert run.site is not None, "only a site of our own can be restarted"
    site, began = run.site, time.monotonic()
    await asyncio.to_thread(site.stop, "web0")
    stopped = time.monotonic()
    site.start("web0")
    await asyncio.to_thread(site.wait_for_web, "web0")
    answers = time.monotonic()
    while any(person.is_cut_off for person in run.people) and time.monotonic() < answers + BACK_WITHIN_S:
        await asyncio.sleep(0.05)
    return {
        "stopped after, s": round(stopped - began, 1),
        "answers after, s": round(answers - began, 1),
        "everybody back after, s": round(time.monotonic() - began, 1),
    }


async def slow(run: Run, size: Size) -> dict[str, Any]:
    """Beside the pages of one in twenty stands one that never reads and always asks: what its neighbours notice."""
    await fill(run, size.tables)
    alone = await run.measure(size.seconds)
    people = [person for person in run.people if person.table][:: round(1 / DEAF_SHARE)]
    deaf = await asyncio.to_thread(_deaf, [(run, person.table, person.headers) for person in people])
    over = threading.Event()
    asking = asyncio.create_task(asyncio.to_thread(_go_on_asking, deaf, over))
    beside = await run.measure(size.seconds)
    over.set()
    left = await asking
    for one in deaf:
        one.close()
    return {"alone": alone, "sockets that never read": len(deaf), "of these not cut off": left, "beside them": beside}


def _deaf(places: Sequence[tuple[Run, str, Mapping[str, str]]]) -> list[Deaf]:
    return [
        Deaf(run.company.address_for(table), f"/ws/tables/{table}/",
             headers["Authorization"].removeprefix("Bearer "))
        for run, table, headers in places
    ]  # fmt: skip


def _go_on_asking(deaf: Sequence[Deaf], over: threading.Event) -> int:
    """Each asks for the whole view again and again and never looks at an answer. How many lines still held at the end."""
    left = list(deaf)
    while not over.wait(1 / ASKS_A_SECOND):
        left = [one for one in left if one.say({"type": "sync"})]
    return len(left)


SCENARIOS: Final[Mapping[str, Scenario]] = {
    "steady": steady, "ramp": ramp, "rush": rush, "restart": restart, "slow": slow,
}  # fmt: skip


async def through(scenario: str, run: Run, size: Size) -> dict[str, Any]:
    """A scenario's figures and what it left. `found` is empty where everything holds."""
    figures = await SCENARIOS[scenario](run, size)
    return {"figures": figures, **await run.end()}
