"""docs/fault-report.md: what the long run of the ordeal found, with figures, machine and date."""

import os
import platform
from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from games.faults import POINTS
from tests.faults.matrix import EVENTS, PROCESSES
from tests.faults.ordeal import Outcome

PATH: Final = Path(__file__).parent.parent.parent / "docs" / "fault-report.md"
HEADING: Final = "## Crashes"
OUTAGES: Final = "## Outages and restarts"


def machine() -> str:
    """Where it ran, in a few words."""
    lines = Path("/proc/cpuinfo").read_text().splitlines() if Path("/proc/cpuinfo").exists() else []
    model = next((line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")), platform.machine())
    return f"{os.cpu_count()} cores ({model}), Python {platform.python_version()}, load {os.getloadavg()[0]:.0f} at the end"


def when() -> str:
    """The date, and the machine."""
    return f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC, {machine()}."


def crashes(outcomes: Sequence[Outcome], counted: Mapping[str, Any], seconds: float) -> str:
    """The section of the ordeal."""
    figures, found = counted["figures"], [*counted["found"], *(words for one in outcomes for words in one.found)]
    rows = [f"| {name} | {figures[name]:,} |" for name in figures]
    return "\n".join(
        [
            HEADING,
            "",
            f"{when()} {sum(one.reached for one in outcomes)} cells in {seconds / 60:.0f} minutes"
            " of play; players go on by the rules of the real client while a process stands or dies at a named point",
            "of the program and something else is killed, emptied, restarted or halted. Made by `make faults`.",
            "",
            f"**{figures['acknowledged']:,} acknowledged actions; {len(found)} findings"
            f"{'' if found else ': none lost, none doubled, no gap in numbers or counts, silver exact, every hand finished'}.**",
            "",
            *(f"- {words}" for words in found),
            *([""] if found else []),
            "| counted afterwards | |",
            "|---|---:|",
            *rows,
            "",
            "Each cell: how often it was tried, then how many actions were acknowledged meanwhile; –: nobody came to",
            "that point in time (a person's own act seldom ends a hand), or the run ended before.",
            "",
            *_table(outcomes),
            "",
            f"Columns: {'; '.join(f'{name}: {words}' for name, words in EVENTS.items())}.",
            "",
        ]
    )


def _table(outcomes: Sequence[Outcome]) -> list[str]:
    cells = defaultdict(list)
    for one in (one for one in outcomes if one.reached or one.found):
        cells[one.cell.process, one.cell.point, one.cell.event].append(one)
    lines = ["| process, point | " + " | ".join(EVENTS) + " |", "|---|" + "---|" * len(EVENTS)]
    for process, points in PROCESSES.items():
        for point in sorted(points, key=POINTS.index):
            tried = [cells[process, point, event] for event in EVENTS]
            lines.append(f"| {process.rstrip('0')}, {point} | " + " | ".join(_cell(one) for one in tried) + " |")
    return lines


def _cell(tried: Sequence[Outcome]) -> str:
    if not tried:
        return "–"
    failed = sum(bool(one.found) for one in tried)
    return f"{len(tried)}×, {sum(one.acknowledged for one in tried)}" + (f", **{failed} failed**" if failed else "")


def note(heading: str, *paragraphs: str) -> None:
    """A section of its own: the date, the machine, and what was found."""
    put(f"## {heading}", "\n\n".join((f"## {heading}", when(), *paragraphs)) + "\n")


def put(heading: str, section: str) -> None:
    """Put a section in the place of the one with its heading, or at the end."""
    text = PATH.read_text() if PATH.exists() else "# What the long checks found\n\n"
    before, found, rest = text.partition(f"{heading}\n")
    before = before.rstrip("\n") + "\n\n"
    _, more, after = rest.partition("\n## ")
    PATH.write_text(before + section + (f"\n## {after}" if found and more else ""))
