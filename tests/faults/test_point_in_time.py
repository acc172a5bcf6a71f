"""A base backup and the write-ahead log archived since (docs/operating.md): the server and its disk are gone, and
everything up to the last archived moment is there again, holds, and goes on."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tests.faults.test_backup import live_hands
from tests.running_site import RunningSite
from yuhuan_site.stack.children import run_once, wait_until
from yuhuan_site.stack.postgres import Postgres

pytestmark = pytest.mark.slow
BOTS_AT_TWO_TABLES = """
from accounts.guests import create_bot
from tournaments import service
service.create_event("杯赛", slug="cup", kind="demo")
service.open_event("cup")
event = service.start_event("cup")
for _ in range(2):
    service.seat_bots(event, [create_bot() for _ in range(4)])
"""


@pytest.fixture
def site(tmp_path: Path) -> Iterator[RunningSite]:
    tmp_path.chmod(0o777)  # the server is another user when the tests are root
    with RunningSite(tmp_path, "yuhuan_recovered", celery=False, own_server=True) as running:
        yield running


def test_what_was_archived_before_the_disk_was_lost_is_recovered_and_goes_on(site: RunningSite, tmp_path: Path) -> None:
    archive, base = tmp_path / "archive", tmp_path / "base"
    archive_from_now_on(site, archive)
    site.manage("shell", "-v0", "-c", BOTS_AT_TWO_TABLES)
    assert wait_until(lambda: lines(site) > 5, 60), site.log()
    back_up(site, base)
    saved = lines(site)
    assert wait_until(lambda: lines(site) > saved + 10, 60), site.log()
    kept = lines(site)
    (file,) = site.rows("SELECT pg_walfile_name(pg_switch_wal())")[0]
    assert wait_until(lambda: (archive / str(file)).exists(), 60), site.log()

    site.kill("postgres")
    recover(site, base, archive)
    assert lines(site) >= kept
    assert site.manage("check_invariants")
    before = live_hands(site.env["DATABASE_URL"])
    for name in ("web0", "ticker0"):
        site.stop(name)
        site.start(name)
    assert wait_until(
        lambda: all(seq > before.get(hand, -1) for hand, seq in live_hands(site.env["DATABASE_URL"]).items()), 60
    ), site.log()


def archive_from_now_on(site: RunningSite, archive: Path) -> None:
    archive.mkdir()
    archive.chmod(0o777)
    with open(server_of(site).data / "postgresql.conf", "a") as settings:
        settings.write(f"archive_mode = on\narchive_command = 'test ! -f {archive}/%f && cp %p {archive}/%f'\n")
    site.stop("postgres")
    site.start("postgres")


def back_up(site: RunningSite, base: Path) -> None:
    server = server_of(site)
    program = [server.bin / "pg_basebackup", "-h", str(server.sockets), "-U", "postgres"]
    code, said = run_once([*program, "-D", str(base), "-c", "fast"], env=server.env, run_as=server.run_as)
    assert code == 0, said


def recover(site: RunningSite, base: Path, archive: Path) -> None:
    """A new server from the base backup and the archive, in place of the lost one."""
    (base / "postgresql.auto.conf").write_text(f"restore_command = 'cp {archive}/%f %p'\narchive_mode = off\n")
    (base / "recovery.signal").touch()
    site.postgres = replace(server_of(site), data=base, sockets=base)
    site.start("postgres")
    site.env["DATABASE_URL"] = site.postgres.url(site.name)


def server_of(site: RunningSite) -> Postgres:
    assert site.postgres is not None
    return site.postgres


def lines(site: RunningSite) -> int:
    """How many the log has."""
    return int(str(site.rows("SELECT count(*) FROM games_loggedaction")[0][0]))
