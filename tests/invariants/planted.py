"""Every check of the list with what it must be silent about, and what it must see."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from games.invariants.violation import Violation

Check = Callable[..., list[Violation]]


@dataclass(frozen=True)
class Case:
    """`holds`: arguments of which the check says nothing; `broken`: words -> what makes the check speak."""

    check: Check
    holds: Sequence[tuple[Any, ...]]
    broken: dict[str, Callable[[], list[Violation]]]


@contextmanager
def replaced(module: Any, **parts: Any) -> Iterator[None]:
    """A module with some of its parts broken."""
    old = {name: getattr(module, name) for name in parts}
    for name, part in parts.items():
        setattr(module, name, part)
    try:
        yield
    finally:
        for name, part in old.items():
            setattr(module, name, part)
