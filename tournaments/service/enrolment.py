"""Making a player an entrant: entry, accounts and first grant, once per event."""

from django.db import IntegrityError, transaction

from accounts.models import Player
from tournaments import ledger
from tournaments.models import Entry, Event


def enrol(event: Event, player: Player) -> bool:
    """Make the player an entrant; False for one who is. For people and bots alike; two at once make one."""
    mine = Entry.objects.filter(event=event, player=player)
    if mine.exists():
        return False
    try:
        with transaction.atomic():
            silver, points = ledger.open_accounts(event, player.pk)
            entry = Entry.objects.create(event=event, player=player, silver_account=silver, points_account=points)
            ledger.grant(entry, event.silver, event.points)
    except IntegrityError:
        if not mine.exists():
            raise
        return False
    return True


def grant_again(event: Event, entry: Entry) -> None:
    """Silver for one more start, where an event allows re-entry; points stay as they are."""
    entry.grants += 1
    entry.save(update_fields=["grants"])
    ledger.grant(entry, event.silver, 0)
