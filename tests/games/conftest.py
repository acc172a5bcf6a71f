"""A fixed cast at a table: 陈 林 王 张, in seat order; their sockets."""

import logging
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from games.engine.clock import TableSettings
from games.engine.rules import rules_for
from tests.games.sockets import SLOW, Socket

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


@pytest.fixture
def open_socket(asgi_server: str) -> Iterator[Callable[..., Socket]]:
    """Open sockets for players (or None, a visitor); they are closed at the end."""
    from accounts.guests import create_token

    opened: list[Socket] = []

    def open_one(table_id: str, player: Any = None) -> Socket:
        token = create_token(player) if player else None
        opened.append(Socket(asgi_server, table_id, token))
        return opened[-1]

    yield open_one
    for one in opened:
        one.close()


@pytest.fixture
def dealt(seat_four: Callable[..., Any]) -> Callable[..., Any]:
    """A table whose first hand is dealt and waits for the dealer."""

    def deal(**settings: Any) -> Any:
        table = seat_four(**(SLOW | settings))
        time.sleep(0.08)
        from games import service
        from games.models import Hand

        service.tick(Hand.objects.get(table=table).id)
        return table

    return deal


@pytest.fixture
def errors() -> Iterator[list[logging.LogRecord]]:
    """What is logged as an error meanwhile, by anything in this process, the server's thread included."""
    found: list[logging.LogRecord] = []

    class Keep(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            found.append(record)

    keep = Keep(logging.ERROR)
    loggers = [logging.getLogger(name) for name in ("", "uvicorn", "uvicorn.error", "uvicorn.asgi", "websockets")]
    for one in loggers:
        one.addHandler(keep)
    yield found
    for one in loggers:
        one.removeHandler(keep)
