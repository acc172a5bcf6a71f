"""Who may come to a friends' table, and silver for who begins again."""

from functools import partial

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import Player
from tournaments import broadcast, ledger
from tournaments.models import Entry, Event
from tournaments.seating import TABLE


@transaction.atomic
def enrol_friend(event: Event, player: Player) -> bool:
    """Let one more come to a friends' table, or come back, and tell the others; False when there is no room.

    Locks: the event.
    """
    Event.objects.select_for_update(no_key=True).get(pk=event.pk)
    if not has_room(event):
        return False
    back = Entry.objects.filter(event=event, player=player, state=Entry.State.LEFT).update(state=Entry.State.IDLE)
    new = ledger.open_entry(event, player.pk)
    Entry.objects.filter(event=event, player=player).update(seen_at=timezone.now())
    if new or back:
        text = _("%(name)s is here") % {"name": player.nickname}
        transaction.on_commit(partial(broadcast.to_event, event.slug, {"type": "notice", "text": text}))
    return True


def company(event: Event) -> QuerySet[Entry]:
    """The entries of the people who are at a friends' table, in the order of coming."""
    return Entry.objects.filter(event=event, player__is_bot=False).exclude(state__in=Entry.GONE).order_by("pk")


def has_room(event: Event) -> bool:
    """Whether one more may come to a friends' table: three at most are there. A table being played makes no difference."""
    return company(event).count() < TABLE


def grant_again(event: Event, entry: Entry) -> None:
    """Silver for one more start, where an event allows re-entry; points stay as they are."""
    entry.grants += 1
    entry.save(update_fields=["grants"])
    ledger.grant(entry, event.silver, 0)
