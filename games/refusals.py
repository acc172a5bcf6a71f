"""Why a message of a socket was refused, in the language of who sent it. The code says what to do, this says why."""

from typing import Final

from django.utils.translation import gettext, gettext_noop, override

from accounts.language import in_words

_GENERAL: Final = {
    "illegal": gettext_noop("The rules do not allow that now."),
    "stale": gettext_noop("That is decided already."),
    "malformed": gettext_noop("This message cannot be read."),
    "busy": gettext_noop("Not now. Try again."),
}
_KNOWN: Final = {
    detail: said
    for said in (
        gettext_noop("Watchers cannot act."),
        gettext_noop("You do not sit at this table."),
        gettext_noop("The table is closed."),
        gettext_noop("That is not asked any more."),
        gettext_noop("That hand is not being dealt."),
        gettext_noop("Nothing is asked of this seat."),
        gettext_noop("The tiles are dealt: no seed is taken any more."),
        gettext_noop("This seat has given its seed."),
        gettext_noop("Somebody is thinking already."),
        gettext_noop("There is nothing to think about now."),
        gettext_noop("No 想一想 is left in this hand."),
        gettext_noop("The hand is over: only 继续 (pass) is possible."),
        gettext_noop("Too many messages, slow down."),
        gettext_noop("Not now, try again."),
        gettext_noop("Text frames only."),
        gettext_noop("Only ping and sync."),
        gettext_noop("No such wish now."),
        gettext_noop("The organiser has this seat played."),
        gettext_noop("The table stands still."),
        gettext_noop("The walls of a heat take no seeds."),
        gettext_noop("This id was used for something else."),
    )
    for detail in (said[0].lower() + said[1:].rstrip("."),)
}


def why(code: str, detail: str, language: str) -> str:
    """What the sender is told. `detail` is the engine's or the reader's own short remark."""
    with override(language):
        known = _KNOWN.get(detail[:1].lower() + detail[1:])
        return gettext(known) if known else in_words(gettext(_GENERAL[code]), detail)
