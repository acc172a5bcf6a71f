"""What a process holds of hands: those that are played, no longer than they are."""

import time
from collections.abc import Callable
from typing import Any

import pytest

from accounts.measures import HANDS_IN_MEMORY
from accounts.models import Player
from games import store

pytestmark = pytest.mark.django_db(transaction=True)


def held() -> float:
    return HANDS_IN_MEMORY.collect()[0].samples[0].value


def test_a_hand_that_nobody_plays_leaves_memory_and_comes_back_as_it_was(
    seat_four: Callable[..., Any], players: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    resting = seat_four().hands.get()
    players[:] = [Player.objects.create(nickname=f"阿{number}") for number in range(4)]
    played = seat_four().hands.get()
    before, now = store.load(resting), time.monotonic()
    store.load(played)
    assert held() == 2
    monkeypatch.setattr(time, "monotonic", lambda: now + 90)
    store.load(played)
    assert store.in_memory(resting.id, resting.seq) is before
    monkeypatch.setattr(time, "monotonic", lambda: now + 150)
    store.load(played)
    assert store.in_memory(resting.id, resting.seq) is None
    assert store.in_memory(played.id, played.seq) is not None
    assert held() == 1
    assert store.load(resting) == before
