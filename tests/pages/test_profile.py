"""A player's profile and the filters of the history, checked against the hands themselves."""

import pytest
from django.test import Client

from games import profile
from games.models import Hand, Seat
from tests.pages import scenes


@pytest.fixture
def bot(transactional_db: None) -> Seat:
    """The first chair of a finished event of two tables."""
    scenes.finished_event(tables=2)
    seat = Seat.objects.order_by("table__created_at", "index").first()
    assert seat is not None
    return seat


def results_of(player_id: str) -> list[tuple[str, dict, int]]:
    """Hand, result and own seat, counted the slow way."""
    found = []
    for hand in Hand.objects.exclude(ended_at=None).order_by("ended_at", "id"):
        seat = hand.table.seats.get(player_id=player_id).index
        assert hand.result is not None
        found.append((hand.id, hand.result, seat))
    return found


def test_a_profile_says_what_the_hands_say(bot: Seat, client: Client) -> None:
    hands = results_of(bot.player_id)
    won = [(hand_id, result, seat) for hand_id, result, seat in hands if result["winner"] == seat]
    found = profile.profile_of(bot.player_id)
    assert (found.hands, found.wins) == (len(hands), len(won))
    assert found.draws == sum(result["kind"] == "draw" for _, result, _ in hands)
    assert found.self_draws == sum(result["by"] == "self_draw" for _, result, _ in won)
    assert found.silver == sum(result["silver_moved"][seat] for _, result, seat in hands)
    assert found.curve is not None
    assert found.curve.end == found.silver
    page = client.get(f"/players/{bot.player_id}/").text
    assert f"<dd>{len(hands)}</dd>" in page
    if won:
        best = max(won, key=lambda row: row[1]["seats"][row[2]]["total"])
        assert found.best is not None
        assert found.best.total == best[1]["seats"][best[2]]["total"]
        assert f"/hands/{found.best.hand_id}/" in page


@pytest.mark.parametrize("outcome", ["win", "loss", "draw"])
def test_the_history_is_narrowed_to_a_result(bot: Seat, client: Client, outcome: str) -> None:
    def is_so(result: dict, seat: int) -> bool:
        return outcome == ("draw" if result["kind"] == "draw" else "win" if result["winner"] == seat else "loss")

    page = client.get(f"/players/{bot.player_id}/hands/?outcome={outcome}&event=xuanmen").text
    for hand_id, result, seat in results_of(bot.player_id):
        assert (f'/hands/{hand_id}/"' in page) == is_so(result, seat)


def test_the_history_is_narrowed_to_an_event(bot: Seat, client: Client) -> None:
    page = client.get(f"/players/{bot.player_id}/hands/?event=elsewhere").text
    assert "没有这样的牌局" in page
    assert '<option value="xuanmen">' in page


def test_private_hands_count_for_nobody(bot: Seat, client: Client) -> None:
    type(bot.table).objects.update(private=True)
    assert profile.profile_of(bot.player_id).hands == 0
    page = client.get(f"/players/{bot.player_id}/").text
    assert "还没有打完的局" in page or "/hands/" not in page.split("<main")[1].split("</main")[0]


def test_a_curve_begins_at_nothing_and_ends_at_the_sum() -> None:
    curve = profile.curve_of([100, -50, -150, 20])
    assert curve is not None
    assert (curve.lowest, curve.highest, curve.end) == (-100, 100, -80)
    points = [tuple(map(float, point.split(","))) for point in curve.points.split()]
    assert points[0] == (0, curve.zero)
    assert points[1] == (150, 4)
    assert points[3] == (450, 156)
    assert profile.curve_of([5]) is None
    assert len((profile.curve_of([1] * 1000) or curve).points.split()) <= profile.CURVE_POINTS + 1
