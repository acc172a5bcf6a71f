"""One hand to be settled, read from JSON and answered (the `settle` command)."""

from typing import Any, Final

from games.engine.query_fields import MalformedQuery, boolean, four_wholes, object_with, one_of, whole
from games.engine.settlement import WIN_BY, settle, silver_after

_FIELDS: Final = ("totals", "winner", "from", "by", "liable", "silver_before", "silver_per_unit")
_ANSWER: Final = ("settlement", "silver_after")
"""May stand in the query, as in a file of worked examples; they are not read."""
_MOST_HU: Final = 1_000_000
_MOST_SILVER: Final = 10**12


def answer_settlement(data: object) -> dict[str, Any]:
    """`{"settlement", "silver_after"}` by seat, or `{"error": "field: reason"}`."""
    try:
        return _settled(data)
    except MalformedQuery as error:
        return {"error": str(error)}


def _settled(data: object) -> dict[str, Any]:
    fields = object_with("", data, _FIELDS, _ANSWER)
    totals = four_wholes("totals", fields["totals"], _MOST_HU)
    winner = _seat("winner", fields["winner"])
    from_seat = _seat("from", fields["from"])
    by: Any = None if fields["by"] is None else one_of("by", fields["by"], WIN_BY)
    liable = boolean("liable", fields["liable"])
    silver_before = four_wholes("silver_before", fields["silver_before"], _MOST_SILVER)
    per_unit = whole("silver_per_unit", fields["silver_per_unit"], 1, _MOST_HU)
    _check_parts(winner, from_seat, by, liable)
    settled = settle(totals, winner, from_seat, by, liable)
    silver, _ = silver_after(settled.payments, silver_before, per_unit)
    return {"settlement": list(settled.settlement), "silver_after": list(silver)}


def _seat(field: str, value: object) -> int | None:
    return None if value is None else whole(field, value, 0, 3)


def _check_parts(winner: int | None, from_seat: int | None, by: str | None, liable: bool) -> None:
    """The parts must tell one story: a drawn hand, a self-draw, or a tile from another seat."""
    if (by is None) != (winner is None):
        raise MalformedQuery("by", "is null for a drawn hand, and only then")
    if (from_seat is None) != (by in (None, "self_draw")):
        raise MalformedQuery("from", "is the seat that let the tile go, null on a self-draw or a drawn hand")
    if from_seat is not None and from_seat == winner:
        raise MalformedQuery("from", "cannot be the winner")
    if liable and from_seat is None:
        raise MalformedQuery("liable", "needs a seat that let the tile go")
