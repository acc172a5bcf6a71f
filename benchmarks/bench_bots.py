"""How much better the stronger bots are: levels play each other over the same walls, and the settlement is compared.

    python benchmarks/bench_bots.py [WALLS] [PROCESSES]

For each pair of levels a wall is played twice, two seats of each level sitting crosswise, then changed over, so that
both levels get the very same tiles from every seat. One wall gives one number: the mean settlement of a hand, in 胡,
of the stronger level (the weaker one's is its negative). The interval is 95 % by wall. Prints JSON;
bench_bots.json beside it is what it printed last.
"""

import hashlib
import json
import multiprocessing
import platform
import sys
import time
from functools import partial
from itertools import combinations
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from games.engine.clock import BOT_LEVELS  # noqa: E402
from games.engine.rules import preset  # noqa: E402
from games.simulation import Levels, play_wall  # noqa: E402

WALLS = 2_000
RULES = "platform"


def main() -> None:
    walls = int(sys.argv[1]) if len(sys.argv) > 1 else WALLS
    processes = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    began = time.monotonic()
    pairs = [compared(better, lesser, walls, processes) for lesser, better in combinations(BOT_LEVELS, 2)]
    sure = all(pair["mean"] - pair["interval"] > 0 for pair in pairs)
    print(json.dumps({
        "rules": preset(RULES).label, "pairs": pairs, "hands": sum(pair["hands"] for pair in pairs),
        "order": list(reversed(BOT_LEVELS)) if sure else None, "python": platform.python_version(),
        "machine": machine(), "seconds": round(time.monotonic() - began),
    }, ensure_ascii=False, indent=1))  # fmt: skip


def compared(better: str, lesser: str, walls: int, processes: int) -> dict[str, Any]:
    """One pair of levels over so many walls; hands, wins and totals of both, and the stronger one's settlement."""
    with multiprocessing.Pool(processes) as pool:
        played = pool.map(partial(one_wall, better, lesser), range(walls), chunksize=8)
    gains = [gain for gain, _ in played]
    won = [win for _, wins in played for win in wins]
    return {
        "better": better, "lesser": lesser, "walls": walls, "hands": 2 * walls, "mean": round(fmean(gains), 2),
        "interval": round(1.96 * stdev(gains) / sqrt(walls), 2),
        **{level: _wins([total for winner, total in won if winner == level], 2 * walls) for level in (better, lesser)},
    }  # fmt: skip


def one_wall(better: str, lesser: str, wall: int) -> tuple[float, list[tuple[str, int]]]:
    """The better level's mean settlement over both hands of a wall, and who won them with what total."""
    digest = hashlib.sha256(f"yuhuan-bench|{wall}".encode("ascii")).digest()
    crosswise: Levels = (better, lesser, better, lesser)
    gains, wins = [], []
    for levels in (crosswise, (lesser, better, lesser, better)):
        result = play_wall(preset(RULES), digest, levels, dealer=wall % 4)
        gains += [hu for hu, level in zip(result.settlement, levels, strict=True) if level == better]
        if result.winner is not None:
            wins.append((levels[result.winner], result.scores[result.winner].total))
    return fmean(gains), wins


def _wins(totals: list[int], hands: int) -> dict[str, float]:
    return {"wins": round(len(totals) / hands, 3), "mean_total": round(fmean(totals), 1) if totals else 0.0}


def machine() -> str:
    """The processor's name, as far as the system tells it."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text(encoding="utf-8").splitlines() if info.exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return f"{len(names)} × {names[0]}" if names else platform.processor() or platform.machine()


if __name__ == "__main__":
    main()
