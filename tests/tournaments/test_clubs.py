"""Clubs: those who came with tickets of one group, ranked by what their members have on average."""

from fractions import Fraction

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.tournaments.cast import begin, guests
from tournaments import service
from tournaments.models import Event, Standing, Ticket
from tournaments.ranking import Result, order_clubs
from tournaments.service.clubs import clubs_of


def result(key: int, silver: int, difference: int = 0) -> Result:
    return Result(key, silver, 1000, 4, difference=Fraction(difference))


def test_a_club_ranks_by_the_average_of_its_members_not_by_their_number():
    many = [("多人社", result(key, 1100)) for key in range(5)]
    ranked = order_clubs([*many, ("潮社", result(7, 1500)), ("潮社", result(8, 901))])
    assert [(club.name, club.rank, club.members, club.silver) for club in ranked] == [
        ("潮社", 1, 2, Fraction(2401, 2)),
        ("多人社", 2, 5, Fraction(1100)),
    ]


def test_equal_clubs_share_a_rank_and_the_next_is_left_out():
    ranked = order_clubs([("丙", result(1, 900)), ("乙", result(2, 1000)), ("甲", result(3, 1000))])
    assert [club.rank for club in ranked] == [1, 1, 3]


def test_where_all_play_the_same_walls_the_difference_ranks_clubs_too():
    ranked = order_clubs([("甲", result(1, 2000, -5)), ("乙", result(2, 500, 5))])
    assert [club.name for club in ranked] == ["乙", "甲"]


def test_nobody_makes_no_club():
    assert order_clubs([]) == ()


@pytest.fixture
def cup(db) -> Event:
    """Five people of two clubs and one of none; the last has no rank yet."""
    event = begin("cup", clubs=True, min_hands=0)
    people = guests(6)
    for number, (player, group) in enumerate(zip(people, ("潮社", "潮社", "浪社", "浪社", "", "潮社"), strict=True)):
        service.enter(event, player)
        Ticket.objects.create(
            event=event, group=group, number=number, digest=f"{number}", made_by=people[0], used_by=player,
            used_at=timezone.now(),
        )  # fmt: skip
    service.compute_leaderboard("cup")
    for number, player in enumerate(people):
        Standing.objects.filter(event=event, entry__player=player).update(silver=1000 - 100 * number)
    Standing.objects.filter(event=event, entry__player=people[5]).update(rank=None)
    return event


def test_only_members_with_a_rank_count_and_who_belongs_nowhere_is_in_no_club(cup):
    clubs = clubs_of(cup)
    assert [(club.name, club.silver, len(club.members)) for club in clubs] == [("潮社", 950.0, 2), ("浪社", 750.0, 2)]


def test_the_ranking_shows_clubs_and_the_results_do_once_it_is_over(cup):
    ranking = reverse("tournaments:ranking", args=["cup"])
    assert "潮社" in Client().get(ranking).content.decode()
    part = Client().get(f"{ranking}?clubs=1", headers={"HX-Request": "true"}).content.decode()
    assert part.lstrip().startswith('<section class="card stack" id="clubs"')
    service.finish("cup")
    results = Client().get(reverse("tournaments:results", args=["cup"])).content.decode()
    assert "浪社" in results


def test_groups_of_tickets_are_nobodys_business_unless_the_event_says_so(cup):
    Event.objects.update(clubs=False)
    page = Client().get(reverse("tournaments:ranking", args=["cup"])).content.decode()
    assert "潮社" not in page
    assert 'id="clubs"' not in page
