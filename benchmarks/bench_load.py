"""A whole evening's load on one site: as many tables as are promised, a rush, a replaced web process, slow readers.

    python benchmarks/bench_load.py [TABLES [ENTRANTS [SECONDS [SPEED [SCENARIO,SCENARIO,…]]]]]

The scenarios of benchmarks/load.py one after another on a site of its own with one web process, at people's pace. By
default 250 tables (1,000 players and their second pages), 1,000 entrants within ten seconds, a minute each: about
twenty minutes. Says on standard error what is done; prints JSON at the end; exits with 1 when something that was
confirmed is not stored, or an invariant does not hold.
"""

import json
import sys
import time
from pathlib import Path
from typing import Any, Final

import uvloop

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from benchmarks.crowd import ground  # noqa: E402
from benchmarks.crowd.company import Manners  # noqa: E402
from benchmarks.crowd.run import Run  # noqa: E402
from benchmarks.crowd.scenarios import SCENARIOS, Size, through  # noqa: E402
from benchmarks.measure import show  # noqa: E402

DEFAULTS: Final = ("250", "1000", "60", "1", ",".join(SCENARIOS))


def main() -> None:
    *sizes, scenarios = (*sys.argv[1:], *DEFAULTS[len(sys.argv) - 1 :])
    tables, entrants, seconds, speed = map(float, sizes)
    steps = sorted({max(1, int(tables * share)) for share in (0.1, 0.4, 1)})
    size = Size(int(tables), int(entrants), min(10, seconds), seconds, steps)
    found: dict[str, Any] = {}
    with ground.own_site(webs=1) as site:
        for name in scenarios.split(","):
            run = Run.on(site, Manners(speed=speed))
            found[name] = uvloop.run(through(name, run, size))
            print(time.strftime("%H:%M:%S", time.gmtime()), name, json.dumps(found[name]), file=sys.stderr, flush=True)
    show({"asked": sys.argv[1:], **found}, "channels", "django", "psycopg", "uvicorn", "websockets")
    sys.exit(any(one["found"] for one in found.values()))


if __name__ == "__main__":
    main()
