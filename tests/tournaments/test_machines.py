"""Hypothesis looks for an order of acts after which a ledger or an event does not hold.

YUHUAN_LONG=20 tries twenty times as many. What was never tried proves nothing: the kinds of attempts are counted.
"""

import itertools
import os
from collections import Counter

import pytest
from django.db import IntegrityError, connection, transaction
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from tests.attempts import until_all_tried
from tests.tournaments.cast import begin, draw_now, guests, organiser
from tournaments import ledger, service
from tournaments.books import books_of, room_of
from tournaments.invariants import of_books, of_room
from tournaments.invariants.ledger import Books
from tournaments.models import Account, Entry, Event, Line, Posting
from tournaments.service.entrants import NotNow
from tournaments.service.lifecycle import NEXT, OVER

pytestmark = pytest.mark.django_db

LONG = int(os.environ.get("YUHUAN_LONG", "1"))
FEW = settings(
    max_examples=6 * LONG,
    stateful_step_count=25,
    deadline=None,
    database=None,
    suppress_health_check=list(HealthCheck),
)
numbers = itertools.count()


def _as_at_the_commit():
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")


class Money(RuleBasedStateMachine):
    """Postings of every kind, right and wrong, on the silver of four."""

    tried: Counter[str] = Counter()

    @initialize()
    def four_enter(self):
        self.event = begin(f"money-{next(numbers)}")
        for player in guests(4):
            service.enter(self.event, player)
        silver = Account.objects.filter(event=self.event, currency="silver").exclude(player=None)
        self.accounts = list(silver.order_by("pk").values_list("pk", flat=True))
        self.keys: list[str] = []
        self.held = dict.fromkeys(self.accounts, 1000)

    @rule(payer=st.integers(0, 3), payee=st.integers(0, 3), amount=st.integers(1, 700))
    def pay(self, payer, payee, amount):
        one, other = self.accounts[payer], self.accounts[payee]
        changes = {one: -amount, other: amount} if one != other else {}
        key = f"try:{self.event.pk}:{next(numbers)}"
        if self.held[one] < amount and changes:
            self.tried["more than is held"] += 1
            with pytest.raises(IntegrityError, match="no_silver_below_zero"), transaction.atomic():
                ledger.post(self.event, key, changes)
            return
        self.tried["paid"] += 1
        with transaction.atomic():
            assert ledger.post(self.event, key, changes)
        self.keys.append(key)
        for account, change in changes.items():
            self.held[account] += change

    @rule(payer=st.integers(0, 3), amount=st.integers(1, 300))
    def pay_nobody(self, payer, amount):
        self.tried["unbalanced"] += 1
        with pytest.raises(IntegrityError, match="does not sum to zero"):
            self.post_and({self.accounts[payer]: amount}, _as_at_the_commit)

    @rule(data=st.data())
    def again(self, data):
        if self.keys:
            self.tried["posted again"] += 1
            key = data.draw(st.sampled_from(self.keys))
            with transaction.atomic():
                assert not ledger.post(self.event, key, {self.accounts[0]: -1, self.accounts[1]: 1})

    @rule()
    def fail_in_the_middle(self):
        self.tried["undone"] += 1
        with pytest.raises(ZeroDivisionError):
            self.post_and({self.accounts[0]: -1, self.accounts[1]: 1}, lambda: 1 // 0)

    @transaction.atomic
    def post_and(self, changes, then):
        ledger.post(self.event, f"odd:{self.event.pk}:{next(numbers)}", changes)
        then()

    @invariant()
    def the_books_hold(self):
        if hasattr(self, "event"):
            books: Books = books_of(self.event)
            assert of_books(books) == []
            assert {a.id: a.balance for a in books.accounts if a.id in self.held} == self.held


def test_no_order_of_postings_breaks_the_ledger():
    Money.tried.clear()
    wanted = {"paid", "more than is held", "unbalanced", "posted again", "undone"}
    until_all_tried(Money, FEW, lambda: wanted - Money.tried.keys())
    assert Money.tried.keys() == wanted
    assert Line.objects.count() > Posting.objects.count()


STEPS = {
    "open": (service.open_event, "open"), "start": (service.start_event, "running"), "pause": (service.pause, "paused"),
    "resume": (service.resume, "running"), "finish": (service.finish, "finishing"), "cancel": (service.cancel, "cancelled"),
}  # fmt: skip


class Life(RuleBasedStateMachine):
    """An event under an organiser who presses everything at any time, while people come, wait and are drawn."""

    tried: Counter[str] = Counter()

    @initialize(steps=st.sampled_from([(), ("open",), ("open", "start"), ("open", "start")]))
    def created(self, steps):
        self.slug = f"life-{next(numbers)}"
        service.create_event("杯赛", slug=self.slug, draw_every_ms=50)
        for name in steps:
            STEPS[name][0](self.slug)
        self.by, self.people = organiser(f"掌柜{next(numbers)}"), []

    @property
    def event(self) -> Event:
        return Event.objects.get(slug=self.slug)

    @rule(name=st.sampled_from(["open", "start", "pause", "resume", "resume"]), last=st.integers(0, 9))
    def press(self, name, last):
        name = {0: "finish", 1: "cancel"}.get(last, name)  # not too often: nothing happens after
        step, to = STEPS[name]
        before = self.event.state
        allowed = before == to or to in NEXT[before] or (to == "finishing" and before == "finished")
        self.tried["allowed" if allowed else "refused"] += 1
        if not allowed:
            with pytest.raises(NotNow):
                step(self.slug, by=self.by, reason="so")
            assert self.event.state == before
        else:
            step(self.slug, by=self.by, reason="so")
            assert self.event.state == to or (to == "finishing" and self.event.state == "finished")

    @rule(count=st.integers(1, 4))
    def people_come_and_wait(self, count):
        for player in guests(count):
            try:
                service.enter(self.event, player)
                service.start(self.event, player)
                self.tried["waits"] += 1
            except NotNow:
                self.tried["turned away"] += 1
            self.people.append(player)

    @rule(data=st.data())
    def somebody_stops_waiting(self, data):
        entered = [p for p in self.people if Entry.objects.filter(event__slug=self.slug, player=p).exists()]
        if entered:
            service.stop(self.event, data.draw(st.sampled_from(entered)))

    @rule()
    def a_draw(self):
        self.tried["drawn" if draw_now(self.event) else "nobody drawn"] += 1

    @invariant()
    def it_holds(self):
        if not hasattr(self, "slug"):
            return
        event = self.event
        assert of_books(books_of(event)) == []
        # No clock runs and nothing sweeps here, so a draw may be overdue (S7).
        assert [violation for violation in of_room(room_of(event)) if violation.id != "S7"] == []

    def teardown(self):
        """From wherever it stands, acts and time lead to an end (S5)."""
        if not hasattr(self, "slug"):
            return
        self.tried[f"left {self.event.state}"] += 1
        for name in ("open", "start", "cancel"):
            if self.event.state not in OVER:
                try:
                    STEPS[name][0](self.slug, by=self.by, reason="so")
                except NotNow:
                    continue
        assert self.event.state in OVER


def test_no_order_of_acts_breaks_an_event():
    Life.tried.clear()
    wanted = {"allowed", "refused", "waits", "turned away", "nobody drawn"}
    until_all_tried(Life, FEW, lambda: wanted - Life.tried.keys())
    assert len([kind for kind in Life.tried if kind.startswith("left ")]) > 1
