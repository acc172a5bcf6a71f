"""What a hand is worth: the winner by its best reading, and the other three seats (RULES.md §4-§7)."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.engine import tariff
from games.engine.best_reading import (
    CHOWS,
    HONOURS,
    OPEN_WAIT,
    SUIT_BITS,
    SUITS,
    TAI,
    TRIPLETS,
    Traits,
    Winning,
    best_reading,
)
from games.engine.explain import as_reading
from games.engine.hand_table import UNIT_OF, pack
from games.engine.melds import Meld
from games.engine.rules import Rules
from games.engine.score import First, Item, Reading, Score, TaiItem, WinBy, rounded_total, score_of
from games.engine.tiles import Kind, counts
from games.engine.wall import bonus_kind

_OPEN_OR_NONE = ("open", "triplet")


@dataclass(frozen=True, slots=True)
class WinInfo:
    """How a seat won. `tile` may be None for a 天胡: any of the 17 is then tried as the winning tile.

    `replacement`: drawn as a replacement (counts on a self-draw). `pong_fourth`: the discarder has an exposed pong
    of it (counts on a discard). `first`: 天胡 or 地胡.
    """

    tile: Kind | None
    by: WinBy
    replacement: bool = False
    pong_fourth: bool = False
    first: First | None = None


def score_winner(
    rules: Rules,
    wild: Kind,
    wind: int,
    concealed: Sequence[Kind],
    melds: Sequence[Meld],
    bonus: int,
    win: WinInfo,
) -> Score | None:
    """Score a winning hand by its best reading; None when the tiles do not win.

    `concealed` holds the winning tile: 17 tiles less three a meld. `wind` is 0 East to 3 North. ValueError for
    another number of tiles, or a winning tile that is not among them.
    """
    if len(concealed) + 3 * len(melds) != 17:
        raise ValueError("a winning hand has 17 tiles, three of them in each meld")
    if win.tile not in concealed and not (win.tile is None and win.first == "heaven"):
        raise ValueError("the winning tile is not among the concealed tiles")
    wilds = concealed.count(wild)
    items, tai_items = _fixed_lines(rules, wild, wind, wilds, melds, bonus, win)
    laid_out = _traits_of(melds) + TAI * sum([item.tai for item in tai_items])

    def value(traits: Traits, base: int) -> tuple[int, int, int]:
        raw_tai = traits // TAI + sum([item.tai for item in _shape_lines(rules, traits)])
        return min(rules.cap, rounded_total(rules, base, raw_tai)), raw_tai, base

    naturals = pack(concealed) - wilds * UNIT_OF[wild]
    winning = Winning(None if win.tile == wild else win.tile, win.tile == wild, win.by != "self_draw")
    fixed = (laid_out, sum([item.hu for item in items]))
    found = best_reading(naturals, wilds, wind, bonus_kind(wild), winning, fixed, value)
    if found is None:
        return None
    traits, options = found
    reading = as_reading(options, naturals, concealed, melds, wild, winning)
    read_items, read_tai = _read_lines(reading, len(melds), wind)
    return score_of(
        rules, (*items, *read_items), (*tai_items, *read_tai, *_shape_lines(rules, traits)), reading, win.first
    )


def score_loser(
    rules: Rules, wild: Kind, wind: int, concealed: Sequence[Kind], melds: Sequence[Meld], bonus: int
) -> Score:
    """Score a seat that did not win: natural concealed tiles, melds and bonus tiles alone (RULES.md §7)."""
    naturals = counts(kind for kind in concealed if kind != wild)
    sets = [*tariff.meld_sets(melds), *(("triplet", (kind,) * 3) for kind in range(34) if naturals[kind] >= 3)]
    set_items, set_tai = tariff.set_items(sets, wind)
    bonus_items, bonus_tai = tariff.bonus_items(bonus, bonus_kind(wild))
    base = [Item("loser_base", (), rules.loser_base)] if rules.loser_base else []
    pairs = [item for kind in range(34) if naturals[kind] == 2 for item in tariff.pair_items(kind, wind)]
    return score_of(rules, (*base, *bonus_items, *set_items, *pairs), (*bonus_tai, *set_tai))


def _traits_of(melds: Sequence[Meld]) -> Traits:
    traits = 0
    for meld in melds:
        traits |= (CHOWS if meld.type == "chow" else TRIPLETS) | SUIT_BITS[meld.tiles[0] // 9]
    return traits


def _fixed_lines(
    rules: Rules, wild: Kind, wind: int, wilds: int, melds: Sequence[Meld], bonus: int, win: WinInfo
) -> tuple[list[Item], list[TaiItem]]:
    """The winner's lines that no reading can change."""
    bonus_items, bonus_tai = tariff.bonus_items(bonus, bonus_kind(wild))
    meld_items, meld_tai = tariff.set_items(tariff.meld_sets(melds), wind)
    tile = () if win.tile is None else (win.tile,)
    items = [Item("win", (), tariff.BASE_OF_WINNING), *bonus_items, *meld_items]
    tai_items = [*bonus_tai, *meld_tai]
    if win.by == "self_draw":
        items.append(Item("self_draw", tile, tariff.SELF_DRAW_HU))
        if win.replacement and win.first != "heaven":
            tai_items.append(TaiItem("replacement", tile, 1))
    if win.by == "rob_kong" or (win.by == "discard" and win.pong_fourth):
        tai_items.append(TaiItem("rob_kong", tile, 1))
    if rules.wild_tai[wilds]:
        tai_items.append(TaiItem(f"wild_{wilds}", (wild,) * wilds, rules.wild_tai[wilds]))
    return items, tai_items


def _shape_lines(rules: Rules, traits: Traits) -> list[TaiItem]:
    """The tai of the whole hand: 平胡, 碰碰胡 and the flushes."""
    lines: list[TaiItem] = []
    if traits & OPEN_WAIT and not traits & TRIPLETS:
        lines.append(TaiItem("all_chows", (), 1))
    if not traits & CHOWS:
        lines.append(TaiItem("all_triplets", (), rules.all_triplets_tai))
    suits = (traits & SUITS).bit_count()
    if suits == 1 and not traits & HONOURS:
        lines.append(TaiItem("full_flush", (), rules.full_flush_tai))
    elif suits <= 1:
        lines.append(TaiItem("half_flush", (), rules.half_flush_tai))
    return [line for line in lines if line.tai]


def _read_lines(reading: Reading, melds: int, wind: int) -> tuple[list[Item], list[TaiItem]]:
    """The lines of the concealed sets, the pair and the wait, as they were read."""
    sets = [
        ("triplet" if group.concealed else "pong", group.tiles)
        for group in reading.sets[: len(reading.sets) - melds]
        if group.shape == "triplet"
    ]
    items, tai_items = tariff.set_items(sets, wind)
    items += tariff.pair_items(reading.pair.tiles[0], wind)
    if reading.wait not in _OPEN_OR_NONE:
        group = reading.pair if reading.winning_set is None else reading.sets[reading.winning_set]
        items.append(Item(f"wait_{reading.wait}", group.tiles, tariff.WAIT_HU))
    return items, tai_items
