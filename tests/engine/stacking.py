"""A table whose wall is stacked: hands and draws written in MPSZ, the rest filled up so that nothing happens by itself."""

from collections import Counter
from collections.abc import Mapping

from games.engine.actions import Action
from games.engine.claims import WINDOWS
from games.engine.events import Event
from games.engine.legal import default_action, legal_actions
from games.engine.melds import Meld
from games.engine.rules import preset, rules_for
from games.engine.state import HandState, SeatState
from games.engine.table import apply, close_window, start
from games.engine.tiles import COPIES, KINDS, TILE_COUNT, Kind, parse_tile, parse_tiles, tile_name, write_tiles
from games.engine.wall import DEALER_EXTRA, LIVE_START, bonus_kind

CLAIMS = ("pong", "kong_open", "chow")
UNDRAWN = 54
"""Where among the live tiles wild and bonus tiles are left over: drawn only after all 54 drawable ones."""


class Table:
    """A hand being played by words: `"0 discard 5m"`, `"1 chow 4m6m"`, `"2 pong"`, `"3 win"`."""

    def __init__(self, state: HandState, events: tuple[Event, ...] = ()) -> None:
        self.state = state
        self.events = events

    def play(self, *words: str) -> "Table":
        """Each action in turn. A turn's action first lets an open window pass; a claim closes it."""
        for text in words:
            action = said(text)
            claims = self.state.phase in WINDOWS and (action.type in CLAIMS or action.type == "win")
            if self.state.phase in WINDOWS and not claims:
                self.close()
            self.state, self.events = apply(self.state, action)
            if claims:
                self.close()
        return self

    def answer(self, *words: str) -> "Table":
        """Answers in the open window, which stays open."""
        for text in words:
            self.state, self.events = apply(self.state, said(text))
        return self

    def close(self) -> "Table":
        self.state, self.events = close_window(self.state)
        return self

    def pass_round(self, turns: int = 1) -> "Table":
        """So many turns played by default, nobody claiming; ends with the next seat on turn."""
        for _ in range(turns):
            self.close_if_open()
            self.state, self.events = apply(self.state, default_action(self.state))
        return self.close_if_open()

    def run_down(self, left: int) -> "Table":
        """Default turns, nobody claiming, until so many live tiles are left."""
        while self.state.left > left:
            self.pass_round()
        assert self.state.left == left, self.state.left
        return self

    def close_if_open(self) -> "Table":
        return self.close() if self.state.phase in WINDOWS else self

    def holding(self, seat: int, concealed: str, *melds: str) -> "Table":
        """Another hand for a seat, as if play had gone so: `"9p9p5m5m"`, `"pong 1z1z1z"`. Tiles are not conserved."""
        own = self.state.seats[seat]
        laid = tuple(_meld(text, seat) for text in melds)
        tiles = tuple(sorted(parse_tiles(concealed)))
        self.state = self.state.with_seat(seat, SeatState(tiles, laid, own.bonus, own.river))
        return self

    def with_left(self, left: int) -> "Table":
        """As if the wall had been drawn down to so many live tiles. Tiles are not conserved."""
        self.state = self.state.changed(front=self.state.back - left)
        return self

    def may(self, seat: int) -> list[str]:
        """The seat's choices in words, without the seat."""
        return [words(action) for action in legal_actions(self.state, seat)]

    def hand(self, seat: int) -> str:
        return write_tiles(self.state.seats[seat].concealed)

    def river(self, seat: int) -> str:
        return write_tiles(self.state.seats[seat].river)

    def melds(self, seat: int) -> list[str]:
        return [f"{meld.type} {write_tiles(meld.tiles)}" for meld in self.state.seats[seat].melds]

    def said_events(self) -> list[str]:
        """What the last step announced: `"1 draw 5m"`."""
        return [
            " ".join(str(part) for part in (event.seat, event.type, event.kind, _name(event.tile)) if part is not None)
            for event in self.events
        ]


def stacked(
    hands: Mapping[int, str],
    *,
    wild: str = "9p",
    front: str = "",
    back: str = "",
    dealer: int = 0,
    rules: str = "platform",
    **overrides: object,
) -> Table:
    """A dealt table. `hands`: 16 tiles a seat, 17 for the dealer, the last being its 17th; seats left out get dull ones.

    `front` are the ordinary draws in order, `back` the replacements in order.
    """
    wall = stack_wall(hands, wild=wild, front=front, back=back, dealer=dealer)
    applied = rules_for(rules, overrides) if overrides else preset(rules)
    return Table(*start(applied, wall, dealer, ((1, 2), (3, 4))))


def stack_wall(
    hands: Mapping[int, str], *, wild: str = "9p", front: str = "", back: str = "", dealer: int = 0
) -> tuple[Kind, ...]:
    """The wall itself, 136 tiles in drawing order."""
    places: dict[int, Kind] = {LIVE_START - 1: parse_tile(wild)}
    for seat, text in hands.items():
        slots = _slots((seat - dealer) % 4)
        tiles = parse_tiles(text)
        assert len(tiles) == len(slots), f"seat {seat} needs {len(slots)} tiles, has {len(tiles)}"
        places.update(zip(slots, tiles, strict=True))
    places.update(enumerate(parse_tiles(front), LIVE_START))
    places.update((TILE_COUNT - 1 - i, tile) for i, tile in enumerate(parse_tiles(back)))
    return _filled(places)


def _slots(place: int) -> list[int]:
    slots = [16 * turn + 4 * place + i for turn in range(4) for i in range(4)]
    return slots if place else [*slots, DEALER_EXTRA]


def _filled(places: dict[int, Kind]) -> tuple[Kind, ...]:
    used = Counter(places.values())
    assert max(used.values()) <= COPIES, f"a fifth {tile_name(used.most_common(1)[0][0])}"
    wild = places[LIVE_START - 1]
    special = (wild, bonus_kind(wild))
    spare = [kind for kind in KINDS for _ in range(COPIES - used[kind]) if kind not in special]
    spare = [kind for start in range(7) for kind in spare[start::7]]
    kept_back = [kind for kind in special for _ in range(COPIES - used[kind])]
    late = [place for place in range(LIVE_START + UNDRAWN, TILE_COUNT) if place not in places][: len(kept_back)]
    places.update(zip(late, kept_back, strict=True))
    free = [place for place in range(TILE_COUNT) if place not in places]
    places.update(zip(free, spare, strict=True))
    return tuple(places[place] for place in range(TILE_COUNT))


def said(text: str) -> Action:
    """`"1 chow 4m6m"` as an action."""
    seat, kind, *rest = text.split()
    if not rest:
        return Action(int(seat), kind)  # type: ignore[arg-type]
    if kind == "chow":
        first, second = parse_tiles(rest[0])
        return Action(int(seat), kind, tiles=(first, second))
    return Action(int(seat), kind, tile=parse_tile(rest[0]))  # type: ignore[arg-type]


def words(action: Action) -> str:
    """The mirror of `said`, without the seat."""
    tiles = [tile_name(action.tile)] if action.tile is not None else []
    if action.tiles is not None:
        tiles.append(write_tiles(action.tiles))
    return " ".join([action.type, *tiles])


def _meld(text: str, seat: int) -> Meld:
    kind, tiles = text.split()
    from_seat = None if kind == "kong_concealed" else (seat + 3) % 4
    return Meld(kind, parse_tiles(tiles), from_seat)  # type: ignore[arg-type]


def _name(tile: Kind | None) -> str | None:
    return None if tile is None else tile_name(tile)
