"""Crafted views of docs/protocol.md for the layout tests: the crowded, late and rare states of a table."""

from typing import Any

View = dict[str, Any]


def _names(tiles: str) -> list[str]:
    return tiles.split()


NAMES = ["林小敏", "海风里的老渔夫阿德", "陈建国", "Maximiliane-von-Hohenberg"]
SEVENTEEN = _names("3p 3p 1m 2m 3m 5m 6m 2p 4p 5p 5p 4s 5s 6s 6s 6z 9m")
LONG_RIVER = _names("1z 9m 1s 9p 3z 1m 9s 1p 8m 4z 8p 2s 2z 7m 3s 7z 8s 2m")
LONGER_RIVER = [*LONG_RIVER, *_names("6p 7p 4m 5s 1z 9m")]

PONG = {"type": "pong", "tiles": ["7z"] * 3, "from": 3}
CHOW = {"type": "chow", "tiles": ["3p", "4p", "5p"], "from": 0}
KONG_OPEN = {"type": "kong_open", "tiles": ["9s"] * 4, "from": 2}
KONG_ADDED = {"type": "kong_added", "tiles": ["1m"] * 4, "from": 0}
KONG_CONCEALED = {"type": "kong_concealed", "tiles": ["8p"] * 4, "from": None}
ALL_KONGS = [KONG_OPEN, KONG_ADDED, KONG_CONCEALED]


def table(**changes: Any) -> View:
    """A table in its first turn, seat 0 to discard; `changes` replace keys."""
    view: View = {
        "table": "t1", "event": "demo", "hand": 3, "hands": 4, "rules": "platform@1", "seat": 0, "dealer": 2,
        "names": NAMES, "silver": [1000, 940, 1120, 880], "points": [1000] * 4,
        "present": ["here", "here", "bot", "here"], "phase": "act", "turn": 0, "wild": "3p", "bonus_kind": "5z",
        "left": 54, "dice": [[3, 4], [1, 6]], "mine": sorted(SEVENTEEN, key=lambda t: (t[1], t[0])), "drawn": "9m",
        "counts": [17, 16, 16, 16], "melds": [[], [], [], []], "bonus": [0, 0, 0, 0], "rivers": [[], [], [], []],
        "last": None, "decision": "d1", "deadline_ms": 9200, "reserve_ms": 30000, "thinks_left": 3,
        "legal": [], "wishes": ["sort"], "waits": None, "commitment": "ab" * 32, "client_seeds": ["", "", "", ""], "result": None,
    }  # fmt: skip
    view |= changes
    if "legal" not in changes and view["phase"] == "act" and view["turn"] == view["seat"]:
        view["legal"] = [{"type": "discard", "tile": t} for t in dict.fromkeys(view["mine"]) if t != view["wild"]]
    return view


def first_turn() -> View:
    return table()


def late_hand() -> View:
    """Both side seats with four melds, every sort of kong, long rivers, four bonus tiles at one seat, presence chips."""
    return table(
        mine=["3p", "2m", "3m", "4m", "6z", "6z", "9s", "9s"], drawn="9s", turn=0, left=17,
        counts=[8, 4, 4, 4],
        melds=[[PONG, CHOW, KONG_OPEN], [*ALL_KONGS, PONG], [CHOW, KONG_CONCEALED, PONG, KONG_ADDED], [CHOW, PONG, KONG_ADDED, CHOW]],
        bonus=[2, 1, 1, 4], present=["here", "away", "bot", "auto"],
        rivers=[LONG_RIVER, LONGER_RIVER, LONG_RIVER[:19], LONGER_RIVER],
        last={"seat": 3, "tile": "9m", "type": "discard"},
    )  # fmt: skip


def ready_hand() -> View:
    """A turn on which three throws make the hand ready, one of them for many tiles."""
    many = [{"tile": f"{n}{suit}", "left": n % 5, "total": 80 + n} for suit in "ms" for n in range(1, 8)]
    few = [{"tile": "3m", "left": 2, "total": 120}, {"tile": "6m", "left": 0, "total": 400}]
    return table(
        waits={"ready": [], "after": {"9m": few, "6z": many, "1m": [{"tile": "5p", "left": 1, "total": None}]}}
    )


def resting_ready() -> View:
    """Somebody else's turn, the own hand waits for three tiles."""
    ready = [
        {"tile": "3m", "left": 2, "total": 120},
        {"tile": "6m", "left": 0, "total": 400},
        {"tile": "9m", "left": 3, "total": 60},
    ]
    mine = first_turn()["mine"][:-1]
    return table(mine=mine, drawn=None, counts=[16, 17, 16, 16], turn=1, decision=None, legal=[],
                 wishes=["draw_throw", "no_claims", "sort", "win"], waits={"ready": ready, "after": {}})  # fmt: skip


def five_melds() -> View:
    """Everybody laid out everything: one tile left in each hand."""
    melds = [KONG_OPEN, KONG_ADDED, KONG_CONCEALED, PONG, CHOW]
    return table(
        mine=["3p", "9m"], drawn="9m", counts=[2, 1, 1, 1], melds=[melds] * 4, bonus=[4, 4, 4, 4],
        present=["here", "away", "auto", "away"], rivers=[LONGER_RIVER] * 4, left=16,
        silver=[12345, 10040, 11120, 99880],
    )  # fmt: skip


def five_claims() -> View:
    """All five buttons at once, two chows."""
    hand = ["3p", "3p", "2m", "3m", "4m", "5m", "5m", "5m", "6m", "4p", "5p", "5p", "4s", "5s", "6s", "6s"]
    legal = [
        {"type": "chow", "tiles": ["3m", "4m"]}, {"type": "chow", "tiles": ["4m", "6m"]}, {"type": "pong"},
        {"type": "kong_open"}, {"type": "win"}, {"type": "pass"},
    ]  # fmt: skip
    return table(
        phase="claim", turn=3, mine=hand, drawn=None, counts=[16, 16, 13, 16], legal=legal, deadline_ms=6200,
        melds=[[], [], [KONG_ADDED], []], bonus=[1, 0, 0, 2],
        rivers=[LONG_RIVER, LONG_RIVER, LONG_RIVER, [*LONG_RIVER, "5m"]],
        last={"seat": 3, "tile": "5m", "type": "discard"},
    )  # fmt: skip


def three_chows() -> View:
    legal = [{"type": "chow", "tiles": t} for t in (["3m", "4m"], ["4m", "6m"], ["6m", "7m"])] + [{"type": "pass"}]
    return five_claims() | {"legal": legal}


def own_kongs() -> View:
    """A turn with a win and three kongs to choose from."""
    mine = ["2m", "9m", "9m", "9m", "9m", "3p", "4p", "5p", "6p", "6s", "6s", "6s", "6s", "7z"]
    view = table(mine=mine, drawn="6s", counts=[14, 16, 16, 16], melds=[[PONG], [], [], []])
    kongs = [{"type": "kong_concealed", "tile": "9m"}, {"type": "kong_concealed", "tile": "6s"}]
    return view | {"legal": [*view["legal"], *kongs, {"type": "kong_added", "tile": "7z"}, {"type": "win"}]}


def robbing() -> View:
    return five_claims() | {
        "phase": "rob", "legal": [{"type": "win"}, {"type": "pass"}],
        "last": {"seat": 1, "tile": "1m", "type": "kong_added"},
    }  # fmt: skip


def quiet_window() -> View:
    """A uniform window in which this seat has nothing but to pass."""
    return five_claims() | {"legal": [{"type": "pass"}]}


def on_auto() -> View:
    return table(present=["auto", "here", "bot", "here"], decision=None, legal=[], turn=1, reserve_ms=0)


def waiting_for_others() -> View:
    return five_claims() | {"decision": None, "legal": [], "deadline_ms": None}


def dealing() -> View:
    nothing = {"wild": None, "bonus_kind": None, "mine": None, "drawn": None, "dice": None, "last": None}
    return table(phase="deal", left=136, counts=[0] * 4, decision=None, legal=[], deadline_ms=1800, **nothing)


def watching() -> View:
    own = dict.fromkeys(("seat", "mine", "drawn", "legal", "decision", "reserve_ms", "thinks_left", "wishes", "waits"))
    return late_hand() | own | {"present": ["bot", "away", "auto", "here"]}


def _set(kind: str, tiles: str, wild: int = -1, concealed: bool = True) -> dict[str, Any]:
    names = tiles.split()
    return {"type": kind, "tiles": names, "wild": [at == wild for at in range(len(names))], "concealed": concealed}


def _seat(base: int, tai: int, total: int, hand: str, **more: Any) -> dict[str, Any]:
    return {"base": base, "tai": tai, "raw_tai": tai, "total": total, "hand": hand.split(), "melds": [], "bonus": 0,
            "items": [], "tai_items": [], "reading": None} | more  # fmt: skip


def result() -> View:
    """A hand won by a long-named seat on a discard: a wild in the reading, many lines, the cap."""
    reading = {
        "sets": [_set("kong_concealed", "8p 8p 8p 8p"), _set("kong_open", "9s 9s 9s 9s", concealed=False),
                 _set("triplet", "7z 7z 7z", 2), _set("chow", "1p 2p 3p", 0), _set("chow", "2m 3m 4m")],
        "pair": _set("pair", "6z 6z"), "winning_tile": "3m", "winning_as": "3m", "winning_set": 4, "wait": "middle",
    }  # fmt: skip
    items = [("win", "", 20), ("bonus", "5z 5z", 8), ("kong_concealed", "8p 8p 8p 8p", 16), ("kong_open", "9s 9s 9s 9s", 16),
             ("triplet", "7z 7z 7z", 8), ("pair", "6z 6z", 2), ("wait_middle", "3m", 2)]  # fmt: skip
    tai = [("bonus", "5z 5z", 2), ("red", "7z 7z 7z", 1), ("seat_wind", "1z 1z 1z", 1), ("wild_2", "3p 3p", 1)]
    winner = _seat(
        72, 4, 400, "7z 7z 3p 3p 2p 3p 2m 3m 4m 6z 6z", raw_tai=5, bonus=2, reading=reading,
        melds=[KONG_CONCEALED, KONG_OPEN],
        items=[{"key": k, "label": k, "tiles": t.split(), "hu": hu} for k, t, hu in items],
        tai_items=[{"key": k, "label": k, "tiles": t.split(), "tai": n} for k, t, n in tai],
    )  # fmt: skip
    loser_lines = {"items": [{"key": "pong", "label": "碰", "tiles": ["7z"] * 3, "hu": 4}],
                   "tai_items": [{"key": "red", "label": "红中", "tiles": ["7z"] * 3, "tai": 1}]}  # fmt: skip
    seats = [
        _seat(4, 1, 10, "1m 2m 3m 5m 6m 2p 4p 5p 5p 4s 5s 6s 6s", melds=[PONG], **loser_lines),
        winner,
        _seat(0, 0, 0, "1m 9m 1p 9p 1s 9s 1z 2z 3z 4z 6z 7z 2m 3m 4m 5m"),
        _seat(8, 1, 20, "9m 9m 9m 1p 2p 3p 4p 5p 5p 4s 5s 6s 6s 7s 8s 9s"),
    ]
    payments = [(0, 1, 400), (2, 1, 400), (3, 1, 400), (2, 0, 10), (0, 3, 10), (2, 3, 20)]
    return late_hand() | {
        "phase": "result", "decision": "r1", "legal": [{"type": "pass"}], "deadline_ms": 11000, "drawn": None,
        "silver": [840, 1420, 948, 792],
        "result": {
            "hand_id": "Abc123Def456", "kind": "win", "winner": 1, "from": 0, "by": "discard", "liable": False,
            "seats": seats, "settlement": [-400, 1200, -430, -370],
            "payments": [{"from": a, "to": b, "hu": hu} for a, b, hu in payments],
            "silver_moved": [-160, 480, -172, -148], "silver": [840, 1420, 948, 792], "points": [840, 1480, 828, 852],
        },
    }  # fmt: skip


def heaven_result() -> View:
    """The dealer wins with the dealt hand, worth the cap whatever the sum says."""
    view = result()
    score = view["result"]["seats"][1]
    few = {"items": score["items"][:1], "tai_items": [], "base": 20, "tai": 0, "raw_tai": 0, "first": "heaven"}
    seats = [score | few if at == 1 else seat for at, seat in enumerate(view["result"]["seats"])]
    return view | {
        "result": view["result"] | {"hand_id": "Abc123Def458", "by": "self_draw", "from": None, "seats": seats}
    }


def drawn_result() -> View:
    """An exhausted wall."""
    seats = [_seat(0, 0, 0, "1m 2m 3m 5m 6m 2p 4p 5p 5p 4s 5s 6s 6s 7s 8s 9s") for _ in range(4)]
    empty = {"kind": "draw", "winner": None, "from": None, "by": None, "liable": False, "payments": []}
    return result() | {"result": {"hand_id": "Abc123Def457", "seats": seats, "settlement": [0] * 4,
                                  "silver_moved": [0] * 4, "silver": [840, 1420, 948, 792],
                                  "points": [840, 1480, 828, 852], **empty}}  # fmt: skip


def closed() -> View:
    return result() | {"phase": "closed", "result": None, "decision": None, "legal": []}
