"""What the waiting line waits for, in words. Says how many, never who."""

from typing import Final

from django.db import connection
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import Entry, Event
from tournaments.seating import TABLE
from tournaments.service.workers import STALE

# Of a long line no more is read than shows that there is one.
_LINE: Final = """
    SELECT EXISTS (SELECT FROM games_heartbeat WHERE name = 'worker' AND at > %s), count(*), min(draws_waited)
    FROM (SELECT draws_waited FROM tournaments_entry WHERE event_id = %s AND state = %s LIMIT %s) AS line
"""


def what_the_line_waits_for(event: Event) -> str:
    """One sentence for those who wait in this event now."""
    if event.state == Event.State.PAUSED:
        return _("The event is paused; tables are drawn when it goes on.")
    with connection.cursor() as cursor:
        cursor.execute(_LINE, [timezone.now() - STALE, event.pk, Entry.State.WAITING, TABLE + 1])
        worker_lives, length, draws = cursor.fetchone()
    if not worker_lives:
        return _("The drawing of tables stands still for a moment. You keep your place and sit as soon as it is back.")
    missing = TABLE - length
    if missing <= 0:
        if missing == 0 and draws > 0:
            return _("You four have just played together: waiting for somebody else, or for the next draws.")
        return _("The next draw, in a few seconds.")
    if event.bots:
        return _("Other players; in a few seconds bots take the empty chairs.")
    return ngettext(
        "%(missing)d more player; then the next draw.", "%(missing)d more players; then the next draw.", missing
    ) % {"missing": missing}
