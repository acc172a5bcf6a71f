"""What many sockets of a process ask of the database in the same moment is asked at once.

Nobody waits for a timer: whatever has come while the last round of questions was answered goes into the next one.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Hashable, Iterable, Sequence
from functools import partial
from typing import Any, Final, Generic, TypeVar
from weakref import WeakKeyDictionary

from channels.db import database_sync_to_async
from django.db import Error

logger = logging.getLogger(__name__)

AT_ONCE: Final = 64
FEW: Final = 2
"""Sockets that are sent something, some tenths of a millisecond each, before everybody else has a turn."""

apart = partial(database_sync_to_async, thread_sensitive=False)
"""Something that asks the database, in a thread beside the others: who is slow keeps nobody else waiting."""

Asked = TypeVar("Asked")
Answer = TypeVar("Answer")
Shared = TypeVar("Shared")

_by_loop: WeakKeyDictionary[asyncio.AbstractEventLoop, dict[str, Any]] = WeakKeyDictionary()


def here() -> dict[str, Any]:
    """What all sockets of this process share, by name."""
    return _by_loop.setdefault(asyncio.get_running_loop(), {})


def shared(name: str, make: Callable[[], Shared]) -> Shared:
    """The one of this process, made when it is first asked for."""
    ours = here()
    if name not in ours:
        ours[name] = make()
    found: Shared = ours[name]
    return found


async def few_at_a_time(items: Iterable[Asked]) -> AsyncIterator[Asked]:
    """All of them, with a turn for whatever else this process has to do after every few."""
    for number, item in enumerate(items, 1):
        yield item
        if number % FEW == 0:
            await asyncio.sleep(0)


class Together(Generic[Asked, Answer]):
    """`work` answers many at once, in order, in a thread and on a connection of its own; an Exception as an answer is
    raised where it was asked. Of those alike by `one_of` only the first goes into a round."""

    def __init__(
        self, work: Callable[[list[Asked]], Sequence[Answer | Exception]], one_of: Callable[[Asked], Hashable] = id
    ) -> None:
        self._work, self._one_of = work, one_of
        self._waiting: dict[asyncio.Future[Answer | Exception], Asked] = {}
        self._task: asyncio.Task[None] | None = None

    async def ask(self, asked: Asked) -> Answer:
        """The answer, or what `work` raised."""
        future: asyncio.Future[Answer | Exception] = asyncio.get_running_loop().create_future()
        self._waiting[future] = asked
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._drive())
        answer = await future
        if isinstance(answer, Exception):
            raise answer
        return answer

    async def _drive(self) -> None:
        while self._waiting:
            batch = self._next()
            answers: Sequence[Answer | Exception]
            try:
                answers = await apart(self._work)(list(batch.values()))
            except Error as error:
                answers = [error] * len(batch)  # whoever asked says so
            except Exception as error:
                logger.exception("%s sockets cannot be answered", len(batch))
                answers = [error] * len(batch)
            async for future, answer in few_at_a_time(zip(batch, answers, strict=True)):
                if not future.done():  # its socket may have gone
                    future.set_result(answer)

    def _next(self) -> dict[asyncio.Future[Answer | Exception], Asked]:
        batch, taken = {}, set[Hashable]()
        for future, asked in self._waiting.items():
            if (kind := self._one_of(asked)) not in taken and len(batch) < AT_ONCE:
                taken.add(kind)
                batch[future] = asked
        for future in batch:
            del self._waiting[future]
        return batch
