"""Random evenings: whatever happens in whatever order, everybody is in exactly one place and the silver is all there."""

from collections import Counter
from random import Random
from types import SimpleNamespace

import pytest

from games.engine.settlement import settle
from games.models import LiveSeat, Table
from tests.sizes import sized
from tests.tournaments.cast import begin, draw_now, guests
from tests.tournaments.test_drawing import close_table
from tournaments import ledger, service
from tournaments.models import Entry, Event, Posting

pytestmark = pytest.mark.django_db

STEPS = 80


class Evening:
    """One event, nine people, and everything that can happen to them."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)
        self.event = begin(f"evening-{seed}", silver_per_unit=40, min_hands=1)
        self.people = guests(9)
        self.hands = 0
        self.happened: Counter[str] = Counter()

    def step(self) -> None:
        name = self.rng.choice(
            ("enter", "start", "start", "start", "stop", "draw", "draw", "hand", "hand", "close", "pause")
        )
        try:
            getattr(self, name)()
            self.happened[name] += 1
        except service.NotNow:
            self.happened["refused"] += 1

    def enter(self) -> None:
        service.enter(self.event, self.rng.choice(self.people))

    def start(self) -> None:
        service.start(self.event, self.rng.choice(self.people))

    def stop(self) -> None:
        service.stop(self.event, self.rng.choice(self.people))

    def draw(self) -> None:
        draw_now(self.event)

    def hand(self) -> None:
        table = self.table()
        if table is not None:
            self.hands += 1
            winner = self.rng.randrange(4)
            totals = [self.rng.randrange(0, 41) * 10 for _ in range(4)]
            payments = settle(totals, winner, None, "self_draw", False).payments
            seats = list(table.seats.order_by("index"))
            hand = SimpleNamespace(pk=f"{self.event.slug}:{self.hands}")
            service.post_hand(table, hand, seats, {"winner": winner, "payments": payments})

    def close(self) -> None:
        table = self.table()
        if table is not None:
            close_table(table)

    def pause(self) -> None:
        service.pause(self.event.slug)
        service.resume(self.event.slug)

    def table(self) -> Table | None:
        tables = list(Table.objects.filter(event=self.event.slug, state="playing").order_by("pk"))
        return self.rng.choice(tables) if tables else None

    def check(self) -> None:
        """Seated means a live seat and nothing else does; four to a table; all silver and points are there."""
        event = Event.objects.get(pk=self.event.pk)
        seated = set(Entry.objects.filter(event=event, state="seated").values_list("player", flat=True))
        assert seated == set(LiveSeat.objects.values_list("player", flat=True))
        assert set(Counter(LiveSeat.objects.values_list("table", flat=True)).values()) <= {4}
        for entry in Entry.objects.filter(event=event):
            me = service.me(event, entry.player)
            assert (me.table is not None) == (me.state == "seated")
            assert me.state != "waiting" or (me.silver or 0) > 0
        totals = service.silver_totals(event)
        assert totals.given == totals.held == 1000 * Entry.objects.filter(event=event).count()
        unrelated = ("hand ", "posting hand:")  # these hands were never dealt
        assert [line for line in ledger.differences() if not line.startswith(unrelated) and "sits in" not in line] == []


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(sized(1, 4)))
def test_everybody_is_in_one_place_and_the_silver_is_all_there(seed):
    evening = Evening(seed)
    for _ in range(STEPS):
        evening.step()
        evening.check()
    assert evening.happened["hand"] > 0
    assert evening.happened["refused"] > 0
    assert Posting.objects.filter(key__startswith="hand:").count() == evening.hands
    for table in Table.objects.filter(state="playing"):
        close_table(table)
    assert service.finish(evening.event.slug).state == "finished"
    rows = service.ranking_page(evening.event).rows
    ranked = [row for row in rows if row["rank"] is not None]
    worths = [(row["silver"], row["points"]) for row in ranked]
    assert worths == sorted(worths, reverse=True)
    assert all((row["state"] == "out") == (row["silver"] == 0) for row in rows)
