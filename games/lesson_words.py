"""The words of the first lesson, in the reader's language. Tiles and amounts come from the replay, never from here."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.engine.glossary import word
from games.lesson import LEARNER, Lesson, Moment


@dataclass(frozen=True, slots=True)
class Card:
    """What one moment says. `nudge` answers a choice that is not the lesson's; empty where nothing is asked."""

    key: str
    step: int
    title: str
    text: str
    nudge: str
    answer: Mapping[str, Any] | None
    worth: Mapping[str, Any]


def cards(lesson: Lesson) -> list[Card]:
    """All cards in order."""
    return [_card(lesson, moment) for moment in lesson.moments]


def name_of(tile: str) -> str:
    """A tile's name in the reader's language."""
    return word("tile", tile, "zh" if (get_language() or "zh").startswith("zh") else "en")


def _card(lesson: Lesson, moment: Moment) -> Card:
    title, text, nudge = _WORDS[moment.key](_values(lesson, moment))
    return Card(moment.key, moment.step, title, text, nudge, moment.answer, moment.worth)


def _values(lesson: Lesson, moment: Moment) -> dict[str, Any]:
    """What the texts may name."""
    view = lesson.steps[moment.step]["view"]
    answer = moment.answer or {}
    final = lesson.result["seats"][LEARNER]
    waits = moment.worth["waits"]
    thrown = [wait["total"] for wait in waits if wait["tile"] != view["wild"]]
    return {
        "wild": name_of(view["wild"]),
        "bonus": name_of(view["bonus_kind"]),
        "tile": name_of(answer["tile"]) if "tile" in answer else "",
        "tiles": " ".join(map(name_of, answer.get("tiles", ()))),
        "last": name_of(view["last"]["tile"]) if view["last"] else "",
        "giver": view["names"][view["last"]["seat"]] if view["last"] else "",
        "best": max(thrown, default=0),
        "least": min(thrown, default=0),
        "with_wild": max((wait["total"] for wait in waits if wait["tile"] == view["wild"]), default=0),
        "kinds": len(waits),
        "base": final["base"],
        "tai": final["tai"],
        "power": final["base"] * 2 ** final["tai"],
        "total": final["total"],
        "settled": lesson.result["settlement"][LEARNER],
        "other": max(seat["total"] for index, seat in enumerate(lesson.result["seats"]) if index != LEARNER),
    }


def _wild(v: Mapping[str, Any]) -> tuple[str, str, str]:
    return (
        _("The wild tile"),
        _(
            "The tile turned up in the middle, %(wild)s, is wild this hand: 财神. You hold one, with the gold edge. "
            "In a hidden set it stands for whatever is missing. It can never be thrown, nor used to chow, pong or kong."
        )
        % v,
        "",
    )


def _bonus(v: Mapping[str, Any]) -> tuple[str, str, str]:
    return (
        _("The bonus tile"),
        _(
            "You were dealt a %(bonus)s, the 杠花. It was laid out by itself and replaced from the back of the wall. "
            "Whether you win or not, each one is 4 胡 and one 台, and a 台 doubles. The line below always says what your "
            "hand is worth now."
        )
        % v,
        "",
    )


def _throw(v: Mapping[str, Any]) -> tuple[str, str, str]:
    return (
        _("Throw a tile"),
        _(
            "You need five sets of three and a pair. You are the dealer and begin, with one tile more than the others. "
            "Throw %(tile)s, which has no neighbours and no twin: tap it once to lift it, again to throw."
        )
        % v,
        _("That one may still be of use. Throw what stands alone, and the winds first: %(tile)s.") % v,
    )


def _pong(v: Mapping[str, Any]) -> tuple[str, str, str]:
    return (
        _("Pong (碰): take a third"),
        _(
            "%(giver)s throws %(last)s, and you hold two. Anybody's throw can be ponged. "
            "Three of 发 are 4 胡 and one 台: your hand doubles. Press Pong."
        )
        % v,
        _("Do not let it go: three of %(last)s double everything your hand is worth.") % v,
    )


def _throw_after_pong(v: Mapping[str, Any]) -> tuple[str, str, str]:
    return (
        _("Then throw"),
        _("After a pong or a chow you throw at once; you draw nothing. Throw %(tile)s, which stands alone.") % v,
        _("That one may still be of use. Throw %(tile)s.") % v,
    )


def _chow(v: Mapping[str, Any]) -> tuple[str, str, str]:
    return (
        _("Chow (吃): complete a run"),
        _(
            "%(giver)s, on your left, throws %(last)s. Only the next player may chow, and that is you. "
            "Press Chow and choose the run with %(tiles)s. A chow is 0 胡, but it brings you on."
        )
        % v,
        _("Take it with %(tiles)s: the other way would break up your pair, and without it you wait longer.") % v,
    )


def _get_ready(v: Mapping[str, Any]) -> tuple[str, str, str]:
    return (
        _("One throw from ready (听)"),
        _(
            "Tiles marked R (ready, 听) make you ready when you throw them. Lift %(tile)s: you see what you would wait for. Throw it."
        )
        % v,
        _("After that throw you would not be ready. Throw %(tile)s.") % v,
    )


def _ready(v: Mapping[str, Any]) -> tuple[str, str, str]:
    return (
        _("Ready (听): what you wait for"),
        _(
            "Any of %(kinds)d kinds completes you, thanks to the wild tile. The middle of a run, 坎档, earns 2 胡 more: "
            "%(best)d 胡 with the 台 counted, the others %(least)d. Drawing another wild tile would even bring %(with_wild)d."
        )
        % v,
        "",
    )


def _kong(v: Mapping[str, Any]) -> tuple[str, str, str]:
    return (
        _("Kong (杠): four of a kind"),
        _(
            "%(giver)s throws %(last)s, and you hold three. You could pong it, but a kong is worth more: 8 胡 instead of "
            "the 4 your hidden three are worth now, and you stay ready. Press Kong."
        )
        % v,
        _("Four are worth more than three, and you draw a tile besides. Press Kong.") % v,
    )


def _replacement(v: Mapping[str, Any]) -> tuple[str, str, str]:
    return (
        _("The replacement"),
        _(
            "A kong takes a tile from the back of the wall. Had it completed you, that were 杠上开花, one 台 more. "
            "It did not: throw %(tile)s, and see how much more your waits are worth."
        )
        % v,
        _("That would spoil your waits. Throw what you have just drawn, %(tile)s.") % v,
    )


def _let_go(v: Mapping[str, Any]) -> tuple[str, str, str]:
    return (
        _("Pass (过): let it go"),
        _(
            "%(giver)s throws %(last)s, and you could pong it. But your two are the pair of a hand that is ready, "
            "and three of a number between 2 and 8 are only 2 胡. Press Pass."
        )
        % v,
        _("Then the wild tile would have to make your pair, and you would wait for fewer tiles. Press Pass."),
    )


def _draw(v: Mapping[str, Any]) -> tuple[str, str, str]:
    return (
        _("Your turn again"),
        _("A tile is drawn for you and lies apart. It does not complete you: throw %(tile)s and keep waiting.") % v,
        _("That would spoil your waits. Throw what you have just drawn, %(tile)s.") % v,
    )


def _win(v: Mapping[str, Any]) -> tuple[str, str, str]:
    return (
        _("Win (胡): you win"),
        _("%(giver)s throws %(last)s, the best tile anybody could throw you. Press Win.") % v,
        _("This is the tile you waited for. Press Win."),
    )


def _score(v: Mapping[str, Any]) -> tuple[str, str, str]:
    return (
        _("胡 × 台: what it is worth"),
        _(
            "Your tiles add up to %(base)d 胡; %(tai)d 台 double that %(tai)d times: %(power)d, rounded up to %(total)d. "
            "Each of the three pays you %(total)d. Then the others are compared: one of them holds %(other)d 胡 and is paid "
            "by those who hold less. You come out %(settled)d 胡 ahead."
        )
        % v,
        "",
    )


_WORDS = {
    "wild": _wild,
    "bonus": _bonus,
    "throw": _throw,
    "pong": _pong,
    "throw_after_pong": _throw_after_pong,
    "chow": _chow,
    "get_ready": _get_ready,
    "ready": _ready,
    "kong": _kong,
    "replacement": _replacement,
    "let_go": _let_go,
    "draw": _draw,
    "win": _win,
    "score": _score,
}
