"""A fixed cast at a table: 陈 林 王 张, in seat order."""

from collections.abc import Callable
from typing import Any

import pytest

from games.engine.clock import TableSettings
from games.engine.rules import rules_for

NAMES = ("陈建国", "林小敏", "王海", "张玉")
FAST = TableSettings(
    turn_ms=200, reserve_ms=200, claim_ms=200, claim_min_ms=50, seed_ms=50, pause_ms=100, spectator_delay_ms=0
)


@pytest.fixture
def players(db: None) -> list[Any]:
    from accounts.models import Player

    return [Player.objects.create(nickname=name) for name in NAMES]


@pytest.fixture
def seat_four(players: list[Any]) -> Callable[..., Any]:
    """Open a table for the cast; keywords change the settings, `bots` makes some seats bots."""
    from accounts.models import Player
    from games import store
    from games.service import open_table

    def seat(*, bots: tuple[int, ...] = (), rules: str = "platform", **settings: object) -> Any:
        store.forget()
        for index in bots:
            Player.objects.filter(pk=players[index].pk).update(is_bot=True)
            players[index].is_bot = True
        chosen = TableSettings(**(FAST.to_json() | settings))
        return open_table(players, "cup", "Cup", rules_for(rules), chosen, [1000] * 4, [1000] * 4)

    return seat
