"""What letting people in costs: the statements of each call, since a whole province comes within seconds."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.tournaments.test_api import Program, new_guest
from tournaments import service

pytestmark = pytest.mark.django_db

BARE = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE", "ROLLBACK")


@pytest.fixture
def statements(django_capture_on_commit_callbacks):
    """How many statements a call takes, those after its commit counted and those that only bound a transaction not."""

    def count(call) -> int:
        with CaptureQueriesContext(connection) as queries, django_capture_on_commit_callbacks(execute=True):
            answer = call()
        assert answer.status_code < 300, answer.content
        return sum(not query["sql"].startswith(BARE) for query in queries.captured_queries)

    return count


def test_a_guest_takes_two(statements):
    assert statements(lambda: Program().post("/guest", {"nickname": "小王"})) == 2


def test_entering_takes_six_and_four_again(running, statements):
    program, _guest = new_guest()
    program.client.defaults["REMOTE_ADDR"] = "203.0.113.7"
    assert statements(lambda: program.post("/events/cup/enter", {})) == 6
    assert statements(lambda: program.post("/events/cup/enter", {})) == 5


def test_pressing_start_takes_seven_and_the_first_of_all_fixes_the_draw(running, statements):
    for number, wanted in enumerate((9, 7, 7)):
        program, _guest = new_guest(nickname=f"小王{number}")
        program.post("/events/cup/enter", {})
        assert statements(lambda program=program: program.post("/events/cup/start", {})) == wanted
    assert statements(lambda: program.post("/events/cup/start", {})) == 5


def test_the_own_state_takes_three_and_one_more_while_waiting(running, statements):
    program, _guest = new_guest()
    assert statements(lambda: program.get("/events/cup/me")) == 3
    program.post("/events/cup/enter", {})
    assert statements(lambda: program.get("/events/cup/me")) == 3
    program.post("/events/cup/start", {})
    assert statements(lambda: program.get("/events/cup/me")) == 4


def test_the_own_states_of_many_take_no_more_than_one(running, people):
    for player in (everybody := people(6)):
        service.enter(running, player)
        service.start(running, player)
    with CaptureQueriesContext(connection) as queries:
        found = service.mes(running, [player.pk for player in everybody])
    assert {me.state for me in found.values()} == {"waiting"}
    assert len(queries) == 2
