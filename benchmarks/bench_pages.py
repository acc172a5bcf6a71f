"""The pages that everybody looks at, from one web process as it is deployed, beside a view that does nothing.

    python benchmarks/bench_pages.py [ENTRANTS [REQUESTS [ROUNDS]]]

Eight clients ask over kept-alive connections, each page in turns: requests a second, requests per CPU second of the web
process, and the latter divided by the empty view's. `as before`: the page that was asked for a moment ago; `anew`:
another part of the ranking each time, which nobody has asked for. A visitor has no cookie, an entrant a session.
"""

import os
import sys
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from http.client import HTTPConnection
from itertools import count
from pathlib import Path
from time import perf_counter

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from benchmarks.measure import show, spread  # noqa: E402
from benchmarks.own_site import enter_crowd, own_site, running_event  # noqa: E402
from yuhuan_site.stack.children import spawn, wait_until  # noqa: E402
from yuhuan_site.stack.programs import web_command  # noqa: E402
from yuhuan_site.stack.valkey import free_port  # noqa: E402

ENTRANTS = 10_000
REQUESTS = 400
ROUNDS = 3
CLIENTS = 8
EVENTS = 6
"""Listed in the zone, of which one is large."""


class Web:
    """One web process on the database of this one."""

    def __init__(self, pid: int, port: int) -> None:
        self._pid, self.port = pid, port
        self._fresh = count(50)

    def cpu(self) -> float:
        """Seconds that the process has computed."""
        fields = Path(f"/proc/{self._pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def ask(self, path: str, headers: Mapping[str, str], requests: int) -> None:
        """That many requests from several clients; `{fresh}` in the path becomes another number each time."""
        paths = [
            path.replace("{fresh}", str(next(self._fresh))) if "{fresh}" in path else path for _ in range(requests)
        ]
        with ThreadPoolExecutor(CLIENTS) as pool:
            list(pool.map(lambda first: self._client(paths[first::CLIENTS], headers), range(CLIENTS)))

    def _client(self, paths: list[str], headers: Mapping[str, str]) -> None:
        connection = HTTPConnection("127.0.0.1", self.port, timeout=60)
        for path in paths:
            connection.request("GET", path, headers={"Host": "localhost", **headers})
            answer = connection.getresponse()
            answer.read()
            assert answer.status == 200, (path, answer.status)
        connection.close()


@contextmanager
def web_process(folder: Path) -> Iterator[Web]:
    """As `make run` and the units of deploy/ start it."""
    port = free_port()
    with open(folder / "web.log", "wb") as log:
        command = [sys.executable, *web_command("127.0.0.1", port)]
        child = spawn("web", command, env=os.environ, cwd=ROOT, output=log)
        web = Web(child.process.pid, port)
        try:
            assert wait_until(lambda: answers(web), 120), (folder / "web.log").read_text()
            yield web
        finally:
            child.stop(20)


def answers(web: Web) -> bool:
    try:
        web.ask("/healthz", {}, 1)
    except OSError:
        return False
    return True


def pages(event: str, cookie: str) -> dict[str, tuple[str, dict[str, str]]]:
    """Address and headers of each page."""
    ranking, fragment = f"/events/{event}/ranking/", {"HX-Request": "true"}
    entrant = {"Cookie": f"sessionid={cookie}"}
    return {
        "empty view": ("/healthz", {}),
        "zone, visitor": ("/zone/", {}),
        "zone, entrant": ("/zone/", entrant),
        "room, entrant": (f"/events/{event}/", entrant),
        "ranking, visitor, as before": (ranking, {}),
        "ranking, visitor, anew": (ranking + "?offset={fresh}", {}),
        "ranking, entrant, as before": (ranking, entrant),
        "ranking fragment, entrant, as before": (ranking, entrant | fragment),
        "ranking fragment, entrant, anew": (ranking + "?offset={fresh}", entrant | fragment),
        "top of the ranking, entrant": (ranking + "?short=1", entrant | fragment),
        "interface: top 100": (f"/api/events/{event}/ranking", {}),
    }


def main() -> None:
    entrants = int(sys.argv[1]) if len(sys.argv) > 1 else ENTRANTS
    requests = int(sys.argv[2]) if len(sys.argv) > 2 else REQUESTS
    rounds = int(sys.argv[3]) if len(sys.argv) > 3 else ROUNDS
    with own_site() as folder:
        from django.test import Client

        from accounts.models import Player
        from tournaments import service

        for number in range(1, EVENTS):
            enter_crowd(running_event(f"small{number}"), 40, first=entrants + 40 * number)
        event = running_event("bench")
        enter_crowd(event, entrants)
        assert service.compute_leaderboard(event.slug)
        client = Client()
        client.force_login(Player.objects.get(pk=f"p{entrants // 2:011}"))
        found = pages(event.slug, client.cookies["sessionid"].value)
        with web_process(folder) as web:
            walls, cpus = measured(web, found, requests, rounds)
        show({
            "entrants": entrants, "requests": requests,
            "requests a second": {name: spread(rates, 0) for name, rates in walls.items()},
            "requests per CPU second": {name: spread(rates, 0) for name, rates in cpus.items()},
            "of the empty view": {
                name: spread([mine / empty for mine, empty in zip(rates, cpus["empty view"], strict=True)])
                for name, rates in cpus.items()
            },
        }, "Django", "uvicorn")  # fmt: skip


def measured(
    web: Web, found: Mapping[str, tuple[str, dict[str, str]]], requests: int, rounds: int
) -> tuple[dict[str, list[float]], dict[str, list[float]]]:
    """Requests a second and per CPU second, once a round in turns; a first round warms up."""
    walls: dict[str, list[float]] = {name: [] for name in found}
    cpus: dict[str, list[float]] = {name: [] for name in found}
    for number in range(rounds + 1):
        for name, (path, headers) in found.items():
            began, used = perf_counter(), web.cpu()
            web.ask(path, headers, requests)
            if number:
                walls[name].append(requests / (perf_counter() - began))
                cpus[name].append(requests / max(0.01, web.cpu() - used))
    return walls, cpus


if __name__ == "__main__":
    main()
