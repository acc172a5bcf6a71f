"""Who is told what. Each function looks when the task runs, so that what has been seen meanwhile is not told."""

from collections.abc import Sequence

from django.core.cache import cache
from redis.exceptions import RedisError

from games import calling
from games.models import Table
from notices import service
from notices.models import PushSubscription
from notices.words import USEFUL_S, Notice
from tournaments.models import Event

Topic = PushSubscription.Topic
Choice = tuple[Notice | None, Sequence[int]]
NOBODY: Choice = (None, ())


def of_a_start(slug: str) -> Choice:
    """All entrants who asked, while the event runs."""
    event = Event.objects.filter(slug=slug, state=Event.State.RUNNING).first()
    if event is None:
        return NOBODY
    asked = PushSubscription.objects.filter(player__entries__event=event, topics__contains=[Topic.START])
    return service.notice(Topic.START, slug, event.name), list(asked.order_by("pk").values_list("pk", flat=True))


def of_a_seat(slug: str, table_id: str, player_ids: Sequence[str]) -> Choice:
    """Those whose table has not been on their screen yet."""
    asked = service.wanted_by(Topic.SEATED, calling.not_looking(table_id, player_ids))
    return (service.notice(Topic.SEATED, slug, _title(table_id), table_id), asked) if asked else NOBODY


def of_a_turn(table_id: str, player_id: str) -> Choice:
    """The player, once a turn, while it waits for them and they have not looked for a while."""
    decision = calling.unseen_turn(table_id, player_id)
    if decision is None or not _first(decision):
        return NOBODY
    slug = Table.objects.values_list("event", flat=True).get(id=table_id)
    asked = service.wanted_by(Topic.TURN, [player_id])
    return service.notice(Topic.TURN, slug, _title(table_id), table_id), asked


def _title(table_id: str) -> str:
    return Table.objects.values_list("title", flat=True).get(id=table_id)


def _first(decision: str) -> bool:
    """A turn is looked at once when it comes and once whenever a page is hidden; told is it once."""
    try:
        return bool(cache.add(f"push-turn:{decision}", 1, timeout=10 * USEFUL_S[Topic.TURN]))
    except RedisError:
        return True
