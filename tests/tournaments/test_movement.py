"""▲3: how far a player has risen lately, as the ranking's page shows it."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tests.tournaments.cast import begin, guests

pytestmark = pytest.mark.django_db


@pytest.fixture
def race():
    """Three entrants who have played enough to be ranked, and what gives one of them silver from another."""
    from tournaments import ledger, service
    from tournaments.models import Entry, Ranking

    event = begin("race", min_hands=1)
    players = guests(3)
    for player in players:
        service.enter(event, player)
    Entry.objects.filter(event=event).update(hands=1)

    def pay(giver: int, taker: int, silver: int) -> None:
        one, other = (Entry.objects.get(event=event, player=players[index]) for index in (giver, taker))
        from django.db import transaction

        with transaction.atomic():
            ledger.post(event, f"test:{timezone.now()}", {
                one.silver_account_id: -silver, other.silver_account_id: silver,
            })  # fmt: skip
        Ranking.objects.filter(event=event).update(computed_at=timezone.now() - timedelta(seconds=2))
        service.compute_leaderboard(event.slug)

    return event, players, pay


def movements(event, players) -> list[int]:
    from tournaments import service

    moved = service.movements(event, [player.pk for player in players])
    return [moved.get(player.pk, 0) for player in players]


def test_steps_up_and_down_add_up(race) -> None:
    event, players, pay = race
    pay(0, 1, 100)
    assert movements(event, players) == [0, 0, 0]  # nobody had a rank before
    pay(1, 2, 150)  # 2: 1150, 1: 950, 0: 900
    assert movements(event, players) == [0, -1, 1]
    pay(2, 0, 300)  # 0: 1200, 1: 950, 2: 850
    assert movements(event, players) == [2, -1, -1]


def test_what_was_long_ago_is_no_movement(race) -> None:
    from tournaments.models import Standing
    from tournaments.service.standings import LATELY

    event, players, pay = race
    pay(0, 1, 100)
    pay(1, 2, 150)
    Standing.objects.update(counted_from=timezone.now() - LATELY)
    assert movements(event, players) == [0, 0, 0]
    pay(2, 0, 300)
    assert movements(event, players) == [2, 0, -2]  # from where they stood when counting began anew


def test_the_page_says_it_with_a_sign_and_in_words(race) -> None:
    event, _players, pay = race
    pay(0, 1, 100)
    pay(1, 2, 150)
    pay(2, 0, 300)
    page = Client(headers={"accept-language": "zh-CN"}).get(f"/events/{event.slug}/ranking/").text
    assert '<span aria-hidden="true">▲2</span><span class="visually-hidden">升 2 位</span>' in page
    assert '<span aria-hidden="true">▼1</span><span class="visually-hidden">降 1 位</span>' in page


def test_a_final_ranking_stands_still(race) -> None:
    from tournaments import service

    event, _players, pay = race
    pay(0, 1, 100)
    pay(1, 2, 150)
    service.finish(event.slug)
    assert "▲" not in Client().get(f"/events/{event.slug}/ranking/").text
