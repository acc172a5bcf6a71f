"""What a notice says, in the language its browser was subscribed in. No tile, no score, nobody else's name."""

from typing import Final, NamedTuple

from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from notices.models import PushSubscription

Topic = PushSubscription.Topic


class Notice(NamedTuple):
    """`about`: the event's name. `table` is empty for a start. `until`: Unix time after which nobody needs it."""

    topic: str
    slug: str
    about: str
    table: str
    until: float

    @property
    def tag(self) -> str:
        """Notices of one tag replace each other: a seat and its turns are one story."""
        return f"table-{self.table}" if self.table else f"event-{self.slug}"


USEFUL_S: Final = {Topic.START: 600, Topic.SEATED: 60, Topic.TURN: 30}
"""How long a notice is worth showing; what is older is thrown away, here and at the push service."""


def payload(notice: Notice, language: str) -> dict[str, str]:
    """What the service worker shows (templates/shell/sw.js)."""
    with translation.override(language):
        title, body = _words(notice)
    if notice.table:
        url = reverse("games:table", args=[notice.table])
    else:
        url = reverse("tournaments:event", args=[notice.slug])
    lang = "zh-Hans" if language.startswith("zh") else "en"
    return {"title": title, "body": body, "url": url, "tag": notice.tag, "lang": lang}


def _words(notice: Notice) -> tuple[str, str]:
    match notice.topic:
        case Topic.START:
            return _("%(event)s has begun") % {"event": notice.about}, _("Sit down and press start to be drawn.")
        case Topic.SEATED:
            return _("You are seated"), _("%(event)s: your table is open.") % {"event": notice.about}
        case _turn:
            return _("It is your turn"), _("%(event)s: the table is waiting for you.") % {"event": notice.about}
