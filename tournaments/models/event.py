"""An event: its name, its place in time, and its parameters (tournaments.models.parameters)."""

from django.conf import settings
from django.core.validators import RegexValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.parameters import HOUR_MS, Parameters

__all__ = ["HOUR_MS", "SLUG", "Event"]

SLUG = RegexValidator(r"^[a-z0-9][a-z0-9-]{0,47}\Z", _("Lower-case letters, digits and hyphens only."))


class Event(Parameters):
    """A championship, a demonstration of one, the practice room, or a table of friends (朋友桌).

    `starts_at` and `ends_at` are plans until the event runs; `ends_at` is null for a practice room. `next_draw_at`
    is null while nobody waits. Games knows an event by its slug alone.
    """

    class State(models.TextChoices):
        DRAFT = "draft", _("draft")
        OPEN = "open", _("open for entry")
        RUNNING = "running", _("running")
        PAUSED = "paused", _("paused")
        FINISHING = "finishing", _("last hands")
        FINISHED = "finished", _("finished")
        CANCELLED = "cancelled", _("cancelled")

    slug = models.CharField(_("address"), max_length=48, unique=True, validators=[SLUG])
    name = models.CharField(_("name"), max_length=80)
    series = models.CharField(
        _("series"), max_length=24, blank=True, help_text=_("When an event of a series ends, the next one is opened.")
    )
    state = models.CharField(_("state"), max_length=10, choices=State, default=State.DRAFT, editable=False)

    starts_at = models.DateTimeField(_("start"))
    ends_at = models.DateTimeField(_("end"), null=True, blank=True, editable=False)
    paused_at = models.DateTimeField(null=True, blank=True, editable=False)
    finished_at = models.DateTimeField(null=True, blank=True, editable=False)
    next_draw_at = models.DateTimeField(null=True, blank=True, editable=False)
    created_at = models.DateTimeField(_("created"), auto_now_add=True)
    host = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, editable=False, related_name="hosted",
        verbose_name=_("host"),
    )  # fmt: skip
    with_bots = models.BooleanField(_("bots in missing chairs"), default=False, editable=False)
    template = models.ForeignKey(
        "tournaments.EventTemplate", models.PROTECT, null=True, blank=True, editable=False, related_name="events",
        verbose_name=_("recurring event"),
    )  # fmt: skip
    template_day = models.DateField(null=True, blank=True, editable=False)

    class Meta:
        verbose_name = _("event")
        verbose_name_plural = _("events")
        constraints = [
            models.CheckConstraint(
                condition=models.Q(
                    state__in=["draft", "open", "running", "paused", "finishing", "finished", "cancelled"]
                ),
                name="event_state_known",
            ),
            models.CheckConstraint(
                condition=models.Q(kind="friends", host__isnull=False)
                | (~models.Q(kind="friends") & models.Q(host=None)),
                name="friends_have_a_host",
            ),
            models.UniqueConstraint(
                fields=["series"],
                condition=~models.Q(series="") & models.Q(state__in=["draft", "open", "running", "paused"]),
                name="one_current_event_a_series",
            ),
            models.UniqueConstraint(fields=["template", "template_day"], name="one_event_a_day_of_a_template"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def bots(self) -> bool:
        """Whether bots fill chairs that stay empty (never in a championship; at a friends' table as its host wished)."""
        return self.with_bots if self.friends else self.kind != self.Kind.CHAMPIONSHIP

    @property
    def friends(self) -> bool:
        """A table of friends: four people who came by its address. Never listed, never ranked."""
        return self.kind == self.Kind.FRIENDS
