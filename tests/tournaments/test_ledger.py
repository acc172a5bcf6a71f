"""The database keeps the ledger's promises, whoever writes to it."""

import threading
from functools import partial

import pytest
from django.db import IntegrityError, connection, transaction
from django.db.utils import DatabaseError

from tests.tournaments.cast import all_at_once, begin
from tournaments import ledger, service
from tournaments.models import Account, Entry, Line, Posting


def sql(text: str, *values: object) -> None:
    with connection.cursor() as cursor:
        cursor.execute(text, values)


def silver_of(event, player) -> Account:
    return Account.objects.get(event=event, player=player, currency="silver")


def post_lines(event, key: str, *lines: tuple[int, int]) -> None:
    """Straight SQL, past every Python check."""
    sql("INSERT INTO tournaments_posting (key, event_id, at) VALUES (%s, %s, now())", key, event.pk)
    for account, amount in lines:
        sql(
            "INSERT INTO tournaments_line (posting_id, account_id, amount)"
            " SELECT id, %s, %s FROM tournaments_posting WHERE key = %s", account, amount, key,
        )  # fmt: skip


def test_entering_gives_silver_and_points_once(running, people):
    (player,) = people(1)
    first, second = service.enter(running, player), service.enter(running, player)
    assert (first.silver, first.points) == (1000, 1000) == (second.silver, second.points)
    assert Entry.objects.count() == 1
    assert service.silver_totals(running) == (1000, 1000)
    assert ledger.differences() == []


@pytest.mark.django_db(transaction=True)
def test_who_enters_four_times_at_once_beside_others_is_in_once(running, people):
    one, *others = people(5)
    done = all_at_once(*(partial(service.enter, running, player) for player in [one] * 4 + others))
    assert [me.silver for me in done] == [1000] * 8
    assert Entry.objects.count() == 5
    assert service.silver_totals(running) == (5000, 5000)
    assert ledger.differences() == []


@pytest.mark.django_db(transaction=True)
def test_a_posting_that_does_not_balance_is_refused_at_commit(running, people):
    (player,) = people(1)
    service.enter(running, player)
    with pytest.raises(IntegrityError, match="does not sum to zero"), transaction.atomic():
        post_lines(running, "unbalanced", (silver_of(running, player).pk, 5))
    assert not Posting.objects.filter(key="unbalanced").exists()
    assert silver_of(running, player).balance == 1000


@pytest.mark.django_db(transaction=True)
def test_silver_and_points_balance_apart(running, people):
    (player,) = people(1)
    service.enter(running, player)
    points = Account.objects.get(event=running, player=player, currency="points")
    with pytest.raises(IntegrityError, match="does not sum to zero"), transaction.atomic():
        post_lines(running, "mixed", (silver_of(running, player).pk, -5), (points.pk, 5))


@pytest.mark.django_db(transaction=True)
def test_a_posting_cannot_touch_two_events(running, people):
    other, (player,) = begin("other"), people(1)
    service.enter(running, player)
    service.enter(other, player)
    with pytest.raises(IntegrityError, match="another event"), transaction.atomic():
        post_lines(running, "across", (silver_of(running, player).pk, -5), (silver_of(other, player).pk, 5))


def test_silver_never_goes_below_zero(running, people):
    one, other = people(2)
    service.enter(running, one)
    service.enter(running, other)
    with pytest.raises(IntegrityError, match="no_silver_below_zero"), transaction.atomic():
        post_lines(running, "deep", (silver_of(running, one).pk, -1001), (silver_of(running, other).pk, 1001))


def test_points_may_go_below_zero(running, people):
    one, other = people(2)
    service.enter(running, one)
    service.enter(running, other)
    accounts = [Account.objects.get(event=running, player=player, currency="points").pk for player in (one, other)]
    with transaction.atomic():
        assert ledger.post(running, "deep", {accounts[0]: -1500, accounts[1]: 1500})
    assert Account.objects.get(pk=accounts[0]).balance == -500


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE tournaments_line SET amount = amount + 1",
        "DELETE FROM tournaments_line",
        "UPDATE tournaments_posting SET key = 'other'",
        "DELETE FROM tournaments_posting",
        "UPDATE tournaments_account SET balance = balance + 1",
        "UPDATE tournaments_account SET currency = 'points'",
        "DELETE FROM tournaments_account",
        "TRUNCATE tournaments_line CASCADE",
        "TRUNCATE tournaments_posting CASCADE",
        "TRUNCATE tournaments_account CASCADE",
    ],
)
def test_nothing_of_the_ledger_is_ever_changed(running, people, statement):
    service.enter(running, people(1)[0])
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
    with pytest.raises(DatabaseError, match=r"append-only|moves only with a ledger line"), transaction.atomic():
        sql(statement)


def test_a_key_is_posted_once(running, people):
    one, other = people(2)
    service.enter(running, one)
    service.enter(running, other)
    moves = {silver_of(running, one).pk: -10, silver_of(running, other).pk: 10}
    assert [ledger.post(running, "hand:x", moves) for _ in range(3)] == [True, False, False]
    assert silver_of(running, one).balance == 990


@pytest.mark.django_db(transaction=True)
def test_many_at_once_drain_an_account_to_zero_and_no_further(running, people):
    one, other = people(2)
    service.enter(running, one)
    service.enter(running, other)
    moves = {silver_of(running, one).pk: -70, silver_of(running, other).pk: 70}
    refused = []

    def drain(worker: int) -> None:
        for number in range(5):
            try:
                with transaction.atomic():
                    ledger.post(running, f"drain:{worker}:{number}", moves)
            except IntegrityError:
                refused.append(number)
        connection.close()

    threads = [threading.Thread(target=drain, args=(worker,)) for worker in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert silver_of(running, one).balance == 1000 - 14 * 70
    assert len(refused) == 30 - 14
    assert ledger.differences() == []


def test_verify_ledger_tells_what_differs(running, people):
    (player,) = people(1)
    service.enter(running, player)
    with connection.cursor() as cursor:  # as somebody with all rights could
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("ALTER TABLE tournaments_account DISABLE TRIGGER balance_moves_with_lines")
        cursor.execute("UPDATE tournaments_account SET balance = 1007 WHERE id = %s", [silver_of(running, player).pk])
        cursor.execute("ALTER TABLE tournaments_account ENABLE TRIGGER balance_moves_with_lines")
    found = ledger.differences()
    assert any("holds 1007, its lines sum to 1000" in line for line in found)
    assert any("sum to 7, not 0" in line for line in found)
    assert Line.objects.count() == 4
