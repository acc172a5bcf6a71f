"""What a check answers."""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Violation:
    """One way in which an invariant does not hold. `where`: the hand, account, entrant or event it was seen at."""

    id: str
    where: str
    what: str

    def __str__(self) -> str:
        return f"{self.id} {self.where}: {self.what}" if self.where else f"{self.id}: {self.what}"


def found(id: str, where: object, faults: Iterable[tuple[bool, str]]) -> list[Violation]:
    """The violations among (is it wrong, what is wrong)."""
    return [Violation(id, str(where), what) for wrong, what in faults if wrong]
