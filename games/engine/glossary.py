"""The words of the game, Chinese and English: one glossary for Python, templates and JavaScript.

Keys are grouped (`"tile"`, `"action"`, …); `word("tile", "5m")` is one, `as_json()` all of them.
"""

from collections.abc import Mapping
from typing import Final

Word = tuple[str, str]
"""(Chinese, English)."""
LANGUAGES: Final = ("zh", "en")

_DIGITS: Final = "一二三四五六七八九"
_SUITS: Final[Mapping[str, Word]] = {"m": ("万", "characters"), "p": ("筒", "dots"), "s": ("条", "bamboo")}

_TILES: Final[dict[str, Word]] = {
    f"{number}{suit}": (f"{_DIGITS[number - 1]}{zh}", f"{number} of {en}")
    for suit, (zh, en) in _SUITS.items()
    for number in range(1, 10)
} | {
    "1z": ("东风", "east"),
    "2z": ("南风", "south"),
    "3z": ("西风", "west"),
    "4z": ("北风", "north"),
    "5z": ("白板", "white"),
    "6z": ("发财", "green"),
    "7z": ("红中", "red"),
}

GLOSSARY: Final[Mapping[str, Mapping[str, Word]]] = {
    "tile": _TILES,
    "special": {"wild": ("财神", "wild tile"), "bonus": ("杠花", "bonus tile")},
    "wind": {"E": ("东", "East"), "S": ("南", "South"), "W": ("西", "West"), "N": ("北", "North")},
    "seat": {
        "dealer": ("庄家", "dealer"),
        "self": ("本家", "own seat"),
        "next": ("下家", "next seat"),
        "opposite": ("对家", "opposite seat"),
        "previous": ("上家", "previous seat"),
    },
    "action": {
        "discard": ("打", "discard"),
        "chow": ("吃", "chow"),
        "pong": ("碰", "pong"),
        "kong_open": ("杠", "kong"),
        "kong_concealed": ("暗杠", "concealed kong"),
        "kong_added": ("补杠", "added kong"),
        "win": ("胡", "win"),
        "pass": ("过", "pass"),
    },
    "event": {
        "dice": ("掷骰", "dice"),
        "deal": ("发牌", "deal"),
        "draw": ("摸牌", "draw"),
        "bonus": ("补花", "bonus tile laid out"),
        "kong": ("杠", "kong"),
        "end": ("黄庄", "drawn hand"),
    },
    "set": {
        "chow": ("顺子", "chow"),
        "triplet": ("刻子", "triplet"),
        "pong": ("碰", "pong"),
        "kong_open": ("明杠", "open kong"),
        "kong_added": ("补杠", "added kong"),
        "kong_concealed": ("暗杠", "concealed kong"),
        "pair": ("对子", "pair"),
    },
    "by": {
        "self_draw": ("自摸", "self-draw"),
        "discard": ("放铳", "discard"),
        "rob_kong": ("抢杠", "robbed kong"),
    },
    "wait": {
        "middle": ("坎档", "middle of a chow"),
        "edge": ("靠壁", "edge of a chow"),
        "pair": ("单吊", "completing the pair"),
        "open": ("两面", "open chow"),
        "triplet": ("对碰", "pair into triplet"),
    },
    "item": {
        "win": ("底胡", "base for winning"),
        "loser_base": ("底胡", "base"),
        "bonus": ("杠花", "bonus tiles"),
        "pong": ("碰", "exposed pong"),
        "triplet": ("暗坎", "concealed triplet"),
        "kong_open": ("明杠", "open kong"),
        "kong_added": ("补杠", "added kong"),
        "kong_concealed": ("暗杠", "concealed kong"),
        "pair": ("对子", "pair of dragons or own wind"),
        "self_draw": ("自摸", "self-draw"),
        "wait_middle": ("坎档", "wait on the middle of a chow"),
        "wait_edge": ("靠壁", "wait on the edge of a chow"),
        "wait_pair": ("单吊", "wait on the pair"),
    },
    "tai": {
        "bonus": ("杠花", "bonus tiles"),
        "red": ("红中", "triplet of red"),
        "green": ("发财", "triplet of green"),
        "seat_wind": ("门风", "triplet of the own wind"),
        "all_chows": ("平胡", "all chows"),
        "replacement": ("杠上开花", "win on a replacement tile"),
        "rob_kong": ("拉杠", "win on the fourth tile of a pong"),
        "half_flush": ("混一色", "half flush"),
        "all_triplets": ("碰碰胡", "all triplets"),
        "full_flush": ("清一色", "full flush"),
        "wild_0": ("无财神", "no wild tile"),
        "wild_1": ("一财神", "one wild tile"),
        "wild_2": ("双财神", "two wild tiles"),
        "wild_3": ("三财神", "three wild tiles"),
    },
    "first": {"heaven": ("天胡", "win on the dealt hand"), "earth": ("地胡", "win on the first discard")},
    "result": {"win": ("胡牌", "win"), "draw": ("黄庄", "drawn hand"), "liable": ("承包", "liable for all")},
    "phase": {
        "deal": ("发牌", "deal"),
        "act": ("出牌", "playing"),
        "claim": ("等待吃碰杠胡", "waiting for claims"),
        "rob": ("等待抢杠", "waiting for a robbed kong"),
        "result": ("结算", "result"),
        "closed": ("散桌", "table closed"),
    },
    "score": {
        "hu": ("胡", "hu"),
        "tai": ("台", "tai"),
        "base": ("基础胡数", "base"),
        "total": ("总胡数", "total"),
        "cap": ("封顶", "cap"),
        "silver": ("银子", "silver"),
        "points": ("积分", "points"),
    },
    "bot_level": {
        "novice": ("新手", "novice"),
        "regular": ("熟手", "regular"),
        "expert": ("高手", "expert"),
    },
    "review": {
        "missing": ("离胡差的张数", "tiles from winning"),
        "live": ("有用的活牌", "live tiles that help"),
        "total": ("胡成约几胡", "hu if it wins, about"),
        "keeps": ("没胡约几胡", "hu if another wins, about"),
        "danger": ("点炮机会（%）", "chance to feed a win (%)"),
    },
    "preset": {
        "platform": ("平台规则", "Platform rules"),
        "classic": ("基本规则", "Basic rules"),
        "folk": ("技巧口径", "Folk counting"),
    },
}


def word(group: str, key: str, language: str = "zh") -> str:
    """One word, `word("tile", "5m", "en")` -> `"5 of characters"`. KeyError for a word the game does not have."""
    return GLOSSARY[group][key][LANGUAGES.index(language)]


def as_json() -> dict[str, dict[str, dict[str, str]]]:
    """The whole glossary for JavaScript: group -> key -> `{"zh", "en"}`."""
    return {
        group: {key: dict(zip(LANGUAGES, words, strict=True)) for key, words in entries.items()}
        for group, entries in GLOSSARY.items()
    }
