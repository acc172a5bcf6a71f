"""`python -m yuhuan_site.stack`: real starts in folders of their own."""

import contextlib
import os
import re
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import psycopg
import pytest

from tests.haste import at_most
from yuhuan_site.stack import keys
from yuhuan_site.stack.valkey import free_port

ROOT = Path(__file__).parent.parent
OURS = {"DATABASE_URL", "REDIS_URL", "SECRET_KEY", "SEED_KEY", "DATABASE_TEST_NAME", "ALLOWED_HOSTS"}
pytestmark = pytest.mark.slow
as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root can become somebody else")


@dataclass
class Site:
    """One `make run`, as a person at a terminal has it."""

    data: Path
    port: int = field(default_factory=free_port)
    prefix: tuple[str, ...] = ()
    settings: dict[str, str] = field(default_factory=dict)
    process: "subprocess.Popen[bytes] | None" = None

    def start(self, seconds: float = 90) -> float:
        """Begin, and wait for the address. Answers how long it took."""
        began = time.monotonic()
        environment = {name: value for name, value in os.environ.items() if name not in OURS}
        environment.update(YUHUAN_DATA=str(self.data), PORT=str(self.port), **self.settings)
        self.process = subprocess.Popen(
            [*self.prefix, sys.executable, "-m", "yuhuan_site.stack"],
            cwd=ROOT,
            env=environment,
            stdout=open(self.log, "ab"),  # noqa: SIM115 (the child's)
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        wait_until(lambda: "Ctrl-C" in self.new_output(), seconds, self)
        return time.monotonic() - began

    @property
    def log(self) -> Path:
        return self.data.with_suffix(".log")

    def new_output(self) -> str:
        return self.log.read_text(errors="replace").rpartition("=== next start ===")[2]

    def stop(self) -> None:
        """Ctrl-C."""
        self.process.send_signal(signal.SIGINT)
        assert self.process.wait(60) == 0, self.new_output()
        self.note_end()

    def kill_everything(self) -> None:
        """kill -9 of all at the same moment, as when the machine fails."""
        pids = [self.process.pid, *descendants(self.process.pid)]
        for pid in pids:
            with contextlib.suppress(ProcessLookupError):  # it has ended by itself meanwhile
                os.kill(pid, signal.SIGKILL)
        self.process.wait()
        self.note_end()

    def note_end(self) -> None:
        with open(self.log, "a") as log:
            log.write("\n=== next start ===\n")

    def child(self, words: str) -> int:
        """The process id of a program of this site, by its command line."""
        found = [pid for pid in descendants(self.process.pid) if words in command_line(pid)]
        return found[0] if found else 0

    def get(self, path: str) -> int:
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=20) as answer:
            return answer.status

    def database(self) -> psycopg.Connection:
        return psycopg.connect(keys.read_env_file(self.data / "site.env")["DATABASE_URL"], autocommit=True)


def wait_until(ready: Callable[[], bool], seconds: float, site: Site) -> None:
    end = time.monotonic() + seconds
    while not ready():
        assert site.process.poll() is None, site.new_output()
        assert time.monotonic() < end, site.new_output()
        time.sleep(0.05)


def descendants(pid: int) -> list[int]:
    children = Path(f"/proc/{pid}/task/{pid}/children")
    found = [int(word) for word in children.read_text().split()] if children.exists() else []
    return found + [below for child in found for below in descendants(child)]


def command_line(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()
    except OSError:
        return ""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder that another user could enter."""
    for path in (tmp_path, *tmp_path.parents[:2]):
        path.chmod(0o755)
    return tmp_path


@pytest.fixture(scope="module")
def seeded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data folder of a site that was started for the first time, seeded, and stopped."""
    site = Site(tmp_path_factory.mktemp("seeded") / "data")
    site.start()
    wait_until(lambda: "bots-cup is finished" in site.new_output(), 120, site)
    with site.database() as connection:
        connection.execute("CREATE TABLE kept AS SELECT generate_series(1, 1000) AS number")
    site.stop()
    return site.data


@pytest.fixture
def site(folder: Path, seeded: Path) -> Iterator[Site]:
    """A site on its second start, not yet started."""
    site = Site(folder / "data")
    subprocess.run(["cp", "-a", seeded, site.data], check=True)
    yield site
    if site.process and site.process.poll() is None:
        site.stop()


def assert_nothing_is_lost(site: Site) -> None:
    with site.database() as connection:
        assert connection.execute("SELECT count(*) FROM kept").fetchone() == (1000,)
    assert site.get("/") == 200


def test_a_site_starts_serves_ends_and_keeps_its_data(site: Site) -> None:
    secrets = (site.data / "secrets.env").read_text()
    site.start()
    assert site.get("/healthz") == 200
    assert_nothing_is_lost(site)
    assert (site.data / "secrets.env").read_text() == secrets
    assert (site.data / "secrets.env").stat().st_mode & 0o077 == 0
    assert (site.data / "site.env").stat().st_mode & 0o077 == 0

    pids = descendants(site.process.pid)
    with at_most(5):
        site.stop()
    assert not [pid for pid in pids if "yuhuan" in command_line(pid) or str(site.data) in command_line(pid)]


def test_after_kill_9_of_everything_the_next_start_is_clean(site: Site) -> None:
    site.start()
    site.kill_everything()
    site.start()
    assert_nothing_is_lost(site)


def test_after_kill_9_of_the_supervisor_nothing_stays_and_the_next_start_is_clean(site: Site) -> None:
    site.start()
    pids = descendants(site.process.pid)
    site.process.kill()
    site.process.wait()
    site.note_end()

    site.start()
    assert_nothing_is_lost(site)
    assert not [pid for pid in pids if str(site.port) in command_line(pid) and "uvicorn" in command_line(pid)]


def test_whatever_dies_is_started_again(site: Site) -> None:
    site.start()
    programs = ("uvicorn", "runticker", "yuhuan_site worker", "yuhuan_site beat", "valkey-server", "/postgres -D")
    before = {words: site.child(words) for words in programs}
    assert all(before.values()), before
    for pid in before.values():
        os.kill(pid, signal.SIGKILL)
    for words in programs:
        wait_until(lambda words=words: site.child(words) not in (0, before[words]), 30, site)
    wait_until(lambda: doctor_is_content(site), 40, site)
    assert_nothing_is_lost(site)


def doctor_is_content(site: Site) -> bool:
    environment = {"PATH": os.environ["PATH"], "YUHUAN_DATA": str(site.data)}
    command = [sys.executable, "manage.py", "doctor"]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, check=False)
    return done.returncode == 0


def test_a_second_site_on_the_same_folder_is_refused_with_one_line(site: Site) -> None:
    site.start()
    second = refusal({"YUHUAN_DATA": str(site.data), "PORT": str(free_port())})
    assert "Another site is running" in second


def test_a_taken_port_is_refused_with_one_line(folder: Path) -> None:
    import socket

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        assert port in refusal({"YUHUAN_DATA": str(folder / "data"), "PORT": port})


@pytest.mark.parametrize("setting", [{"PORT": "high"}, {"PORT": "70000"}, {"HOST": "no.such.host.invalid"}])
def test_an_unusable_choice_is_refused_with_one_line(folder: Path, setting: dict[str, str]) -> None:
    said = refusal({"YUHUAN_DATA": str(folder / "data"), "PORT": str(free_port()), **setting})
    assert next(iter(setting)) in said


@pytest.mark.parametrize(
    "setting",
    [{"DATABASE_URL": "postgres://x@127.0.0.1:9/x"}, {"REDIS_URL": "redis://127.0.0.1:9"}, {"REDIS_URL": "here"}],
)
def test_own_servers_that_do_not_answer_are_named_in_one_line(folder: Path, setting: dict[str, str]) -> None:
    others = {
        "DATABASE_URL": os.environ["DATABASE_URL"].replace("/yuhuan?", "/postgres?"),
        "REDIS_URL": os.environ["REDIS_URL"],
    }
    said = refusal({"YUHUAN_DATA": str(folder / "data"), "PORT": str(free_port()), **others, **setting})
    assert next(iter(setting)) in said


def refusal(settings: dict[str, str]) -> str:
    """What a start that does not happen says: one line."""
    environment = {name: value for name, value in os.environ.items() if name not in OURS} | settings
    command = [sys.executable, "-m", "yuhuan_site.stack"]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 1
    lines = (done.stdout + done.stderr).strip().splitlines()
    assert len(lines) == 1, lines
    return lines[0]


def test_the_lan_gets_an_address_and_a_code_and_the_site_answers_there(site: Site) -> None:
    site.settings = {"HOST": "0.0.0.0"}
    site.start()
    address = re.search(r"phone\s+http://([\d.]+):", site.new_output())
    assert address, site.new_output()
    assert "▄" in site.new_output() or "█" in site.new_output()
    with urllib.request.urlopen(f"http://{address[1]}:{site.port}/", timeout=20) as page:
        assert page.status == 200
        assert "secure" not in str(page.headers.get_all("Set-Cookie")).lower()


@as_root
def test_an_ordinary_user_can_run_it(site: Site, folder: Path) -> None:
    folder.chmod(0o777)
    if others_may_read(ROOT, Path(sys.executable).resolve()):
        subprocess.run(["chown", "-R", "nobody", site.data], check=True)
        site.prefix = ("setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups")
    else:  # nobody could not even start this Python: a nameless user without rights can
        subprocess.run(["chown", "-R", "root", site.data], check=True)
        site.prefix = ("unshare", "-U")
    site.settings = {"HOME": str(folder)}
    site.start()
    assert os.stat(f"/proc/{site.child('uvicorn')}").st_uid != 0 or site.prefix[0] == "unshare"
    assert_nothing_is_lost(site)
    with at_most(5):
        site.stop()


def others_may_read(*paths: Path) -> bool:
    return all(part.stat().st_mode & 0o005 == 0o005 for path in paths for part in (path, *path.parents))


@as_root
def test_root_can_run_it_below_a_folder_that_only_root_may_enter(site: Site, folder: Path) -> None:
    closed = folder / "closed"
    closed.mkdir(mode=0o700)
    site.data = site.data.rename(closed / "data")
    site.start()
    assert_nothing_is_lost(site)
    site.kill_everything()
    site.start()
    assert_nothing_is_lost(site)
    with at_most(5):
        site.stop()


def test_a_data_folder_with_a_long_path_works(site: Site, folder: Path) -> None:
    site.data = site.data.rename(folder / ("long" * 30))
    site.start()
    assert_nothing_is_lost(site)
