"""Non-interference: change everything a viewer may not know, replay the same public history, compare every byte.

Two runs through the whole write path on PostgreSQL, with the wall, commitment, ids and clock injected. The second
run's wall differs from the first's in every tile that the viewer never saw: the others' concealed tiles and what was
never drawn. Whatever a viewer is sent, or may fetch, must not differ.
"""

import random
from collections.abc import Callable
from typing import Any

import pytest

from games.models import Hand
from games.recording import record_of
from tests.games.exits import OTHERS, Exits, make_others, surround
from tests.games.two_runs import OtherHistory, Script, Stage, Won, allows, base_wall, changed_wall, clear, unseen
from tests.sizes import FULL

pytestmark = pytest.mark.django_db(transaction=True)

VIEWERS = [(mode, seed, viewer) for mode, seed in (("natural", 5), ("uniform", 8)) for viewer in (0, 1, 2, 3, None)]

LOOKING = (("natural", 0), ("natural", None), ("uniform", 2), ("uniform", None))
"""Who looks at pages, too, in `make test`; everybody with FULL=1 (`make faults`)."""


@pytest.mark.parametrize(("mode", "seed", "viewer"), VIEWERS)
def test_nothing_hidden_changes_a_byte_of_what_a_viewer_is_sent(
    monkeypatch, asgi_server, seat_four, players, mode, seed, viewer
):
    """For None: a visitor who watches, a stranger, an entrant of the event, an organiser."""
    looks_at_pages = FULL or (mode, viewer) in LOOKING
    viewers, others = (None, *OTHERS) if viewer is None else (viewer,), make_others()
    exits = Exits(asgi_server, players, others)

    def stage(wall: tuple[int, ...]) -> Stage:
        clear()
        surround(players, others)
        return Stage(monkeypatch, seat_four, mode, wall, exits, viewers if looks_at_pages else ())

    first = stage(base_wall(seed))
    script = first.play(None)
    script.viewer = viewer
    second = played_again(stage, script, record_of(Hand.objects.get()), random.Random(seed))
    for one in viewers:
        expected = before_the_result(script.before_the_win(one, first.sent[one]))
        assert len(expected) > 10
        found = differences(before_the_result(second.sent[one]), expected)
        assert not found, "\n".join(found)


def played_again(
    stage: Callable[[tuple[int, ...]], Stage], script: Script, record: Any, chance: random.Random
) -> Stage:
    """The same public history with another wall; the first of 500 that allows it."""
    places = unseen(record, script.viewer)
    for _attempt in range(500):
        wall = changed_wall(record, places, chance)
        if not allows(record, wall):
            continue
        second = stage(wall)
        try:
            second.play(script)
        except OtherHistory:
            continue
        except Won:
            pass
        return second
    pytest.fail("no other wall allows the same public history")


def before_the_result(sent: list[str]) -> list[str]:
    """The end of a hand opens all hands; everything before that must be equal."""
    return [text for text in sent if '"phase":"result"' not in text]


def differences(one: list[str], other: list[str]) -> list[str]:
    """Where two streams part, each in the neighbourhood of the first letter that differs."""
    found = [f"{len(one)} and {len(other)} messages"] if len(one) != len(other) else []
    for first, second in zip(one, other, strict=False):
        if first != second:
            at = next((at for at, (a, b) in enumerate(zip(first, second, strict=False)) if a != b), 0)
            found.append(f"{first[:60]} … {first[max(0, at - 60) : at + 60]!r} {second[max(0, at - 60) : at + 60]!r}")
    return found
