"""What is worth a notice. Every receiver runs after a commit, asks one indexed question at most, and hands on."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any, Final

from django.contrib.auth.signals import user_logged_out
from django.http import HttpRequest

from games import calling
from games.signals import out_of_sight
from notices import service, vapid
from notices.models import PushSubscription
from tournaments.broadcast import ask_for
from tournaments.signals import event_started, people_seated

Topic = PushSubscription.Topic
SESSION_KEY: Final = "push"
TO_THE_TABLE_MS: Final = 4000
"""A waiting room leads to the table by itself; whoever is not there by then did not see it."""
UNSEEN_MS: Final = calling.UNSEEN_AFTER // timedelta(milliseconds=1)


def connect() -> None:
    """Connect the receivers; called once, when the app is ready."""
    event_started.connect(_event_started, dispatch_uid="notices")
    people_seated.connect(_seated, dispatch_uid="notices")
    out_of_sight.connect(_out_of_sight, dispatch_uid="notices")
    user_logged_out.connect(_logged_out, dispatch_uid="notices")


def _event_started(slug: str, **_more: Any) -> None:
    if vapid.is_configured():
        ask_for("notices.tasks.event_started", slug)


def _seated(slug: str, table_id: str, player_ids: Sequence[str], **_more: Any) -> None:
    if vapid.is_configured() and service.wanted_by(Topic.SEATED, player_ids):
        ask_for("notices.tasks.seated", slug, table_id, list(player_ids), in_ms=TO_THE_TABLE_MS)


def _out_of_sight(table_id: str, player_id: str, **_more: Any) -> None:
    if vapid.is_configured() and service.wanted_by(Topic.TURN, [player_id]):
        ask_for("notices.tasks.turn_unseen", table_id, player_id, in_ms=UNSEEN_MS)


def _logged_out(request: HttpRequest | None, **_more: Any) -> None:
    """A browser that is nobody's any more gets nobody's notices."""
    own = request.session.get(SESSION_KEY, []) if request is not None else []
    if own:
        PushSubscription.objects.filter(pk__in=own).delete()
