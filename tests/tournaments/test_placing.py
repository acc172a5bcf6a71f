"""The database orders an event as the pure order does, whatever its entrants have."""

from datetime import timedelta
from random import Random

import pytest
from django.db import connection, transaction
from django.utils import timezone

from accounts.models import Player
from tests.tournaments.cast import begin, guests
from tournaments import ledger, ranking, service
from tournaments.models import Entry, Event, Ranking, Sanction, Standing
from tournaments.service import placing
from tournaments.service.standings import results_of


def shuffle_worth(event: Event, chance: Random) -> None:
    """Silver and points go to and fro in a few big pieces, so that many end up alike; hands are few."""
    entries = list(Entry.objects.filter(event=event).order_by("pk"))
    for number in range(12):
        one, other = chance.sample(entries, 2)
        silver = min(chance.choice((0, 500, 1000)), Entry.objects.get(pk=one.pk).silver_account.balance)
        points = chance.choice((0, 100))
        changes = {
            one.silver_account_id: -silver, other.silver_account_id: silver,
            one.points_account_id: -points, other.points_account_id: points,
        }  # fmt: skip
        with transaction.atomic():
            ledger.post(event, f"test:{chance.random()}:{number}", changes)
    for entry in entries:
        Entry.objects.filter(pk=entry.pk).update(hands=chance.randint(2, 6))


def stored(event: Event) -> list[tuple[int, int, int | None]]:
    return list(Standing.objects.filter(event=event).order_by("position").values_list("entry", "position", "rank"))


def computed(event: Event) -> list[tuple[int, int, int | None]]:
    Ranking.objects.filter(event=event).update(computed_at=timezone.now() - timedelta(minutes=1))
    assert service.compute_leaderboard(event.slug)
    placed = ranking.order(results_of(event), event.min_hands)
    assert Ranking.objects.get(event=event).total == len(placed)
    return [(one.result.key, one.position, one.rank) for one in placed]


@pytest.mark.parametrize("seed", range(4))
def test_ties_too_few_hands_and_the_disqualified_stand_where_the_pure_order_has_them(db, seed):
    event, chance = begin("cup"), Random(seed)
    for player in guests(12):
        service.enter(event, player)
    chief = Player.objects.create_user("chief", password=None, nickname="裁判长")
    for _ in range(3):
        shuffle_worth(event, chance)
        out = Entry.objects.filter(event=event).order_by("?").first()
        assert out is not None
        Sanction.objects.get_or_create(
            kind="disqualify", player=out.player, event=event, lifted_at=None,
            defaults={"reason": "两台手机", "given_by": chief},
        )  # fmt: skip
        wanted = computed(event)
        assert stored(event) == wanted
    assert len({rank for _, _, rank in wanted}) < 12, "nobody was alike"


def test_who_has_left_is_taken_out_and_nothing_else_is_written(running, people):
    one, *others = people(4)
    for player in (one, *others):
        service.enter(running, player)
    Entry.objects.filter(event=running).update(hands=4)
    computed(running)
    Entry.objects.filter(player=one).update(state=Entry.State.LEFT)
    with transaction.atomic():
        assert placing.place_all(running, timezone.now()).total == 3
        assert placing.place_all(running, timezone.now()) == (3, 0)
    assert stored(running) == computed(running)


def test_a_ranking_that_somebody_computes_is_not_waited_for(transactional_db, people):
    from threading import Thread

    event = begin("cup")
    service.enter(event, people(1)[0])
    computed(event)
    Ranking.objects.filter(event=event).update(computed_at=timezone.now() - timedelta(minutes=1))
    found: list[bool] = []

    def other() -> None:
        found.append(service.compute_leaderboard(event.slug))
        connection.close()

    with transaction.atomic():
        Ranking.objects.select_for_update().get(event=event)
        thread = Thread(target=other)
        thread.start()
        thread.join(30)
        assert found == [False]


def test_a_ranking_that_takes_seconds_rests_four_times_as_long(running, people):
    service.enter(running, people(1)[0])
    computed(running)
    for took_ms, ago, again in ((900, 2, True), (3_000, 12, False), (3_000, 14, True)):
        moment = timezone.now() - timedelta(seconds=ago)
        Ranking.objects.filter(event=running).update(computed_at=moment, took_ms=took_ms)
        assert service.compute_leaderboard(running.slug) is again
