"""What the waiting line waits for, in words. Says how many, never who."""

from django.db.models import Count, Min
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import Entry, Event
from tournaments.seating import TABLE
from tournaments.service.workers import worker_is_alive


def what_the_line_waits_for(event: Event) -> str:
    """One sentence for those who wait in this event now."""
    if event.state == Event.State.PAUSED:
        return _("The event is paused; tables are drawn when it goes on.")
    if not worker_is_alive():
        return _("The drawing of tables stands still for a moment. You keep your place and sit as soon as it is back.")
    line = Entry.objects.filter(event=event, state=Entry.State.WAITING).aggregate(
        length=Count("pk"), draws=Min("draws_waited")
    )
    missing = TABLE - line["length"]
    if missing <= 0:
        if missing == 0 and line["draws"] > 0:
            return _("You four have just played together: waiting for somebody else, or for the next draws.")
        return _("The next draw, in a few seconds.")
    if event.bots:
        return _("Other players; in a few seconds bots take the empty chairs.")
    return ngettext(
        "%(missing)d more player; then the next draw.", "%(missing)d more players; then the next draw.", missing
    ) % {"missing": missing}
