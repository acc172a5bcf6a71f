"""What many ask in the same moment is asked at once (accounts.together)."""

import asyncio
from typing import Any

import pytest

from accounts.together import Together

pytestmark = pytest.mark.django_db(transaction=True)


def answers_of(work: Any, asked: list[Any], **how: Any) -> list[Any]:
    async def all_at_once() -> list[Any]:
        together: Together[Any, Any] = Together(work, **how)
        return await asyncio.gather(*(together.ask(one) for one in asked), return_exceptions=True)

    return asyncio.run(all_at_once())


def test_whoever_comes_while_others_are_answered_is_answered_with_the_next_in_the_order_of_coming():
    rounds: list[list[int]] = []

    def work(asked: list[int]) -> list[int]:
        rounds.append(asked)
        return [one * 10 for one in asked]

    assert answers_of(work, list(range(150))) == [one * 10 for one in range(150)]
    assert [one for each in rounds for one in each] == list(range(150))
    assert len(rounds) == 3


def test_of_those_alike_one_goes_at_a_time_and_in_order():
    rounds: list[list[str]] = []

    def work(asked: list[str]) -> list[str]:
        rounds.append(asked)
        return asked

    assert answers_of(work, ["a1", "a2", "b1", "a3"], one_of=lambda one: one[0]) == ["a1", "a2", "b1", "a3"]
    assert rounds == [["a1", "b1"], ["a2"], ["a3"]]


def test_a_fault_of_one_is_its_own_and_a_fault_of_all_is_told_to_each():
    def refuses_two(asked: list[int]) -> list[Any]:
        return [KeyError(one) if one == 2 else one for one in asked]

    first, second, third = answers_of(refuses_two, [1, 2, 3])
    assert (first, third) == (1, 3)
    assert isinstance(second, KeyError)

    def breaks(_asked: list[int]) -> list[int]:
        raise RuntimeError("broken")

    assert [str(answer) for answer in answers_of(breaks, [1, 2])] == ["broken", "broken"]


def test_who_goes_meanwhile_keeps_nobody_waiting():
    async def evening() -> int:
        together: Together[int, int] = Together(lambda asked: asked)
        gone, stays = (asyncio.create_task(together.ask(one)) for one in (1, 2))
        await asyncio.sleep(0)
        gone.cancel()
        return await stays

    assert asyncio.run(evening()) == 2
