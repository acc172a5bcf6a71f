"""Players play on while cell after cell of the matrix happens to their site; then everything is counted again."""

import asyncio
import json
import time
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.faults.journal import Row, differences
from tests.faults.matrix import Cell
from tests.faults.nemesis import Nemesis, Unreached, aside
from tests.faults.survivor import Survivor
from tests.running_site import RunningSite

SLUG = "ordeal"
FAST = (
    "--turn-ms", "8000", "--reserve-ms", "8000", "--claim-ms", "4000", "--claim-min-ms", "50", "--seed-ms", "100",
    "--pause-ms", "300", "--draw-every-ms", "300", "--min-hands", "1", "--hints", "none",
)  # fmt: skip
GOES_ON_WITHIN_S = 120.0
FOLDED_TABLES = 60
STORED = """SELECT a.hand_id, a.seq, a.client_id, s.player_id, a.payload, a.v FROM games_loggedaction a
    JOIN games_hand h ON h.id = a.hand_id LEFT JOIN games_seat s ON s.table_id = h.table_id AND s.index = a.seat
    WHERE a.hand_id IN (SELECT hand_id FROM games_loggedaction WHERE client_id = ANY(%s))"""


@dataclass
class Outcome:
    """How one cell went: actions acknowledged meanwhile, seconds until everybody had moved again, what was found."""

    cell: Cell
    acknowledged: int
    seconds: float
    found: list[str] = field(default_factory=list)
    reached: bool = True


async def everybody_moves(
    players: Sequence[Survivor],
    playing: Sequence[asyncio.Task[None]] = (),
    meanwhile: Callable[[], Awaitable[None]] | None = None,
) -> None:
    """Play goes on for each player: an action that is sent from now on is acknowledged. `playing`: what must not end."""
    began = time.monotonic()
    while waiting := [one for one in players if one.moved_at < began]:
        for task in playing:
            if task.done():
                task.result()
        if time.monotonic() > began + GOES_ON_WITHIN_S:
            raise AssertionError(f"play does not go on for {len(waiting)}\n{_standing(waiting)}")
        if meanwhile is not None:
            await meanwhile()
        await asyncio.sleep(0.05)


def _standing(players: Iterable[Survivor]) -> str:
    """What each player saw last."""
    shown = [one.views[-1][1] if one.views else {} for one in players]
    names = ("table", "seat", "hand", "phase", "turn", "decision", "deadline_ms")
    return "\n".join(str({name: view.get(name) for name in names}) for view in shown)


class Ordeal:
    """`survivors` play at `site` from `begin` to `end`."""

    def __init__(self, site: RunningSite, players: int, hands: int) -> None:
        self.site, self.nemesis = site, Nemesis(site, self.draw_near)
        options = ("--name", "断电赛", "--slug", SLUG, "--minutes", "600", "--hands-per-table", str(hands), *FAST)
        site.manage("create_event", *options)
        self.survivors = [Survivor(list(site.web)) for _ in range(players)]
        self.enough = asyncio.Event()
        self.playing: list[asyncio.Task[None]] = []
        self.checked: set[str] = set()

    def draw_near(self, process: str) -> None:
        """Every other player comes over to a web process that is about to be struck. From any thread."""
        if process.startswith("web"):
            address = self.site.web[int(process.removeprefix("web"))]
            for one in self.survivors[::2]:
                asyncio.run_coroutine_threadsafe(one.hop(address), self.loop)

    async def begin(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.playing = [asyncio.create_task(one.keep_playing(SLUG, self.enough)) for one in self.survivors]
        await everybody_moves(self.survivors, self.playing)

    async def run(self, cells: Iterable[Cell], until: float = float("inf")) -> list[Outcome]:
        """Cell after cell; none is begun after `until` (time.monotonic)."""
        outcomes = []
        for number, cell in enumerate(cells):
            if time.monotonic() > until:
                break
            outcomes.append(await self._suffer(cell, number))
            last = outcomes[-1]
            print(
                f"{number + 1} {cell}: {last.acknowledged} in {last.seconds:.1f} s, {last.found or ('holds' if last.reached else 'unreached')}",
                flush=True,
            )
        return outcomes

    async def _suffer(self, cell: Cell, number: int) -> Outcome:
        before, began, reached = self.acknowledged, time.monotonic(), True
        try:
            await aside(self.nemesis.strike, cell, cell.passing(number))
            await everybody_moves(self.survivors, self.playing, lambda: aside(self.nemesis.supervise))
            found = await aside(self.look)
        except Unreached:
            found, reached = await aside(self.look), False
        except AssertionError as error:
            print(error, flush=True)
            found = [str(error).splitlines()[0]]
            await aside(self.nemesis.mend)
        return Outcome(cell, self.acknowledged - before, time.monotonic() - began, found, reached)

    @property
    def acknowledged(self) -> int:
        return sum(what["acked"] is not None for one in self.survivors for what in one.said.values())

    def look(self) -> list[str]:
        """What has been acknowledged since the last look is stored as it was said, in hands without a gap."""
        said = self.said()
        new = {client_id for client_id, what in said.items() if what["acked"] is not None} - self.checked
        stored = [Row(*row) for row in self.site.rows(STORED, list(new))]  # type: ignore[arg-type]
        concerned = new | {row.client_id for row in stored}
        said = self.said()  # what was sent while the log was read may be in it already
        asked = {client_id: what for client_id, what in said.items() if client_id in concerned}
        self.checked.update(new)
        return differences(asked, stored)

    def said(self) -> dict[str, dict[str, Any]]:
        """What everybody said so far, and whether it was acknowledged."""
        return {client_id: dict(what) for one in self.survivors for client_id, what in list(one.said.items())}

    def journal(self) -> dict[str, Any]:
        return {
            "said": self.said(),
            "seen": [seen for one in self.survivors for seen in one.seen],
            "oddities": [oddity for one in self.survivors for oddity in one.oddities],
        }

    async def end(self) -> dict[str, Any]:
        """Everybody plays the last table to its end; then everything is counted again, of many tables every so many."""
        self.enough.set()
        async with asyncio.timeout(300):
            await asyncio.gather(*self.playing)
        tables = len({table for one in self.survivors for table in one.tables})
        counted = await aside(self.recount, max(1, tables // FOLDED_TABLES))
        counted["figures"]["programs that ended by themselves"] = self.nemesis.ended_by_themselves
        return counted

    def recount(self, every: int) -> dict[str, Any]:
        path = Path(self.site.folder) / "journal.json"
        path.write_text(json.dumps(self.journal()))
        return json.loads(self.site.python("-m", "tests.faults.recount", str(path), str(every), patience=1800))
