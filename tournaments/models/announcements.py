"""What an organiser tells everybody in an event."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.event import Event


class Announcement(models.Model):
    """Shown in the event's room and on its screen until another takes its place, and once at every table."""

    event = models.ForeignKey(Event, models.PROTECT, related_name="announcements", verbose_name=_("event"))
    text = models.CharField(_("text"), max_length=300)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("made by"))
    made_at = models.DateTimeField(_("announced at"), auto_now_add=True)
    taken_down_at = models.DateTimeField(_("taken down"), null=True, blank=True)

    class Meta:
        verbose_name = _("announcement")
        verbose_name_plural = _("announcements")
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["event"], condition=models.Q(taken_down_at=None), name="one_standing_announcement_an_event"
            )
        ]

    def __str__(self) -> str:
        return self.text
