"""How long `make run` takes: the first start, later starts, and Ctrl-C to the end.

    python benchmarks/bench_start.py [ROUNDS]

Ready means that the address is printed, and it is printed once the web server has answered. The first start
also plays a whole championship of bots. Prints JSON; `later starts` are claimed to take four seconds at most, and a
stop less than five.
"""

import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from benchmarks.measure import show, spread  # noqa: E402


def start(data: Path) -> tuple["subprocess.Popen[str]", float]:
    """A running site and the seconds until it was ready."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    began = time.monotonic()
    command = [sys.executable, "-m", "yuhuan_site.stack"]
    environment = {**os.environ, "YUHUAN_DATA": str(data), "PORT": str(port)}
    site = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True)
    for line in site.stdout or []:
        if "Ctrl-C" in line:
            return site, time.monotonic() - began
    sys.exit("the site did not start")


def stop(site: "subprocess.Popen[str]") -> float:
    """Seconds from Ctrl-C to the end."""
    time.sleep(3)  # let the worker come up: an idle one would end sooner
    began = time.monotonic()
    site.send_signal(signal.SIGINT)
    site.communicate()
    return time.monotonic() - began


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    with tempfile.TemporaryDirectory(prefix="yuhuan-bench-") as folder:
        os.chmod(folder, 0o755)  # PostgreSQL may have to be another user
        data = Path(folder) / "data"
        site, first = start(data)
        stops = [stop(site)]
        starts = []
        for _ in range(rounds):
            site, seconds = start(data)
            starts.append(seconds)
            stops.append(stop(site))
    show(
        {
            "rounds": rounds,
            "first start, s": round(first, 1),
            "later starts, s": spread(starts) if starts else None,
            "stops, s": spread(stops),
        }
    )


if __name__ == "__main__":
    main()
