"""A crowd that plays as people do, over the real protocol: what the site's people notice, and what they cost it.

    python benchmarks/load.py steady  --tables 250 --seconds 60     as many tables all the time
    python benchmarks/load.py ramp    --steps 25,100,250            more and more of them
    python benchmarks/load.py rush    --entrants 1000 --within 10   everybody enters at once
    python benchmarks/load.py restart --tables 250                  a web process is replaced meanwhile
    python benchmarks/load.py slow    --tables 250                  with sockets that never read

Starts a whole site of its own (--webs processes, durable PostgreSQL) unless --address names one that runs, with --event,
the address part of an event that runs there. People think for one to five seconds mostly, two in a hundred lose their
line again and again, one in ten has a second page; --speed divides all their times and the event's. An answer's time
counts from the moment it was to be sent, however late this program or the line is. At the end everything that was
confirmed is looked for in the site's log, and all invariants are checked. Prints JSON; exits with 1 when something
does not hold. Ends by itself: coming and sitting down takes --tables × 4 / 25 s, checking about as long as the measuring.
"""

import argparse
import json
import sys
from pathlib import Path
from typing import Any

import uvloop

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from benchmarks.crowd import ground  # noqa: E402
from benchmarks.crowd.company import Manners  # noqa: E402
from benchmarks.crowd.run import Run  # noqa: E402
from benchmarks.crowd.scenarios import SCENARIOS, Size, through  # noqa: E402
from benchmarks.measure import show  # noqa: E402


def arguments() -> argparse.ArgumentParser:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("scenario", choices=SCENARIOS)
    parser.add_argument("--tables", type=int, default=Size.tables)
    parser.add_argument("--steps", default=",".join(map(str, Size.steps)), help="of the ramp: numbers of tables")
    parser.add_argument("--entrants", type=int, default=Size.entrants)
    parser.add_argument("--within", type=float, default=Size.within_s, help="seconds in which the entrants come")
    parser.add_argument("--seconds", type=float, default=Size.seconds, help="of each measurement")
    parser.add_argument("--webs", type=int, default=1, help="web processes of the site that is started")
    parser.add_argument("--tickers", type=int, default=1)
    parser.add_argument("--spread", action="store_true", help="sockets go to any web process, not to their table's")
    parser.add_argument("--speed", type=float, default=Manners.speed, help="how many times as fast as people")
    parser.add_argument("--flaky", type=float, default=Manners.flaky, help="share of people with a bad line")
    parser.add_argument("--tabs", type=float, default=Manners.tabs, help="share of people with a second page")
    parser.add_argument("--seed", type=int, default=Manners.seed)
    parser.add_argument("--address", action="append", default=[], help="of a site that runs; repeatable")
    parser.add_argument("--event", default="", help="on that site")
    parser.add_argument("--journal", type=Path, help="write down what was said, for tests/faults/recount.py")
    return parser


def play(options: argparse.Namespace) -> dict[str, Any]:
    """One scenario on a site of its own, or on the one that is named."""
    size = Size(
        options.tables,
        options.entrants,
        options.within,
        options.seconds,
        [int(step) for step in options.steps.split(",")],
    )
    manners = Manners(
        speed=options.speed, flaky=options.flaky, tabs=options.tabs, hashed=not options.spread, seed=options.seed
    )
    if options.address:
        run = Run([address.rstrip("/") for address in options.address], options.event, manners, None)
        return _through(options, run, size)
    with ground.own_site(options.webs, options.tickers) as site:
        return _through(options, Run.on(site, manners), size)


def _through(options: argparse.Namespace, run: Run, size: Size) -> dict[str, Any]:
    told = uvloop.run(through(options.scenario, run, size))
    if options.journal:
        options.journal.write_text(json.dumps({"said": run.company.said, "seen": [], "oddities": []}))
    return told


def main() -> None:
    options = arguments().parse_args()
    if bool(options.address) != bool(options.event):
        sys.exit("--address and --event go together")
    told = {
        "asked": {name: value for name, value in vars(options).items() if value and name != "journal"},
        **play(options),
    }
    show(told, "channels", "django", "psycopg", "uvicorn", "websockets")
    if told.get("found"):
        sys.exit(1)


if __name__ == "__main__":
    main()
