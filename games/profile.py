"""What a player's finished hands add up to; hands of private tables and voided ones stay out of it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.db import connection

LATEST = 1000
"""Hands that are looked at, the newest."""
CURVE_POINTS = 200
WIDTH, HEIGHT = 600, 160
NEAR = 12
"""Per cent of the height within which the label of zero would lie on one of the outer labels."""

_HANDS = """
    SELECT hand.id, result.kind, result.winner = seat.index, result.by,
           (result.seats->seat.index::int->>'total')::int, (result.silver_moved->>seat.index::int)::int
    FROM games_seat AS seat
    JOIN games_table AS place ON place.id = seat.table_id AND NOT place.private
        AND NOT (place.nameless AND place.state = 'playing')
        AND (place.heat_id IS NULL OR EXISTS (
            SELECT 1 FROM games_heat AS heat WHERE heat.id = place.heat_id AND heat.over_at IS NOT NULL))
    JOIN games_hand AS hand ON hand.table_id = place.id AND hand.ended_at IS NOT NULL AND hand.voided_at IS NULL
    CROSS JOIN jsonb_to_record(hand.result)
        AS result (kind text, winner int, by text, seats jsonb, silver_moved jsonb)
    WHERE seat.player_id = %s
    ORDER BY seat.id DESC, hand.number DESC
    LIMIT %s
"""
# Newest first: one sits at one table at a time. `jsonb_to_record` unpacks a result once, each `->` would do so again.


@dataclass(frozen=True, slots=True)
class Played:
    """One finished hand from one seat: 胡 of its own score, silver that moved."""

    hand_id: str
    drawn: bool
    won: bool
    by: str | None
    total: int
    silver: int


@dataclass(frozen=True, slots=True)
class Curve:
    """Silver won and lost, summed hand by hand, as the points of an SVG line WIDTH by HEIGHT; `zero` is the y of none.

    `area` is what lies between the line and zero. `…_percent`: the same heights in per cent of HEIGHT.
    """

    points: str
    area: str
    zero: float
    lowest: int
    highest: int
    end: int
    hands: int
    end_percent: float
    width: int = WIDTH
    height: int = HEIGHT

    @property
    def zero_percent(self) -> float:
        return round(100 * self.zero / self.height, 1)

    @property
    def zero_stands_apart(self) -> bool:
        """Whether zero needs a label between those of the highest and the lowest."""
        return NEAR < self.zero_percent < 100 - NEAR


@dataclass(frozen=True, slots=True)
class Profile:
    """Counts over the latest hands; rates in percent, None where nothing was counted."""

    hands: int
    wins: int
    draws: int
    self_draws: int
    mean_total: int | None
    best: Played | None
    silver: int
    curve: Curve | None

    @property
    def win_rate(self) -> int | None:
        return percent(self.wins, self.hands)

    @property
    def self_draw_rate(self) -> int | None:
        return percent(self.self_draws, self.wins)

    @property
    def is_cut(self) -> bool:
        """Whether there may be older hands that were not looked at."""
        return self.hands == LATEST


def profile_of(player_id: str) -> Profile:
    """Add up the player's latest finished hands."""
    hands = list(_latest(player_id))
    won = [hand for hand in hands if hand.won]
    return Profile(
        hands=len(hands),
        wins=len(won),
        draws=sum(hand.drawn for hand in hands),
        self_draws=sum(hand.by == "self_draw" for hand in won),
        mean_total=round(sum(hand.total for hand in won) / len(won)) if won else None,
        best=max(won, key=lambda hand: hand.total, default=None),
        silver=sum(hand.silver for hand in hands),
        curve=curve_of([hand.silver for hand in reversed(hands)]),
    )


def curve_of(moves: Sequence[int]) -> Curve | None:
    """The sums of what moved, oldest first; None for fewer than two hands. At most CURVE_POINTS are drawn."""
    if len(moves) < 2:
        return None
    sums = [0]
    for move in moves:
        sums.append(sums[-1] + move)
    lowest, highest = min(sums), max(sums)
    span = (highest - lowest) or 1
    step = max(1, -(-len(sums) // CURVE_POINTS))
    shown = sorted({*range(0, len(sums), step), len(sums) - 1})

    def y(value: int) -> float:
        return round(4 + (HEIGHT - 8) * (highest - value) / span, 1)

    points = " ".join(f"{round(WIDTH * at / (len(sums) - 1), 1)},{y(sums[at])}" for at in shown)
    area = f"0,{y(0)} {points} {WIDTH},{y(0)}"
    return Curve(points, area, y(0), lowest, highest, sums[-1], len(moves), round(100 * y(sums[-1]) / HEIGHT, 1))


def percent(part: int, whole: int) -> int | None:
    """Whole percent; None of nothing."""
    return round(100 * part / whole) if whole else None


def _latest(player_id: str) -> Iterator[Played]:
    with connection.cursor() as cursor:
        cursor.execute(_HANDS, [player_id, LATEST])
        for hand_id, kind, won, by, total, silver in cursor.fetchall():
            yield Played(hand_id, kind == "draw", bool(won), by, total or 0, silver or 0)
