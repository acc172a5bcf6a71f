"""What players bring to the referee, and silver that two organisers award together."""

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from tournaments.models.entrants import Entry
from tournaments.models.event import Event
from tournaments.models.people import somebody


class Call(models.Model):
    """A player at a table asks for the referee. `table` and `hand` as games knows them; one open call a player."""

    event = models.ForeignKey(Event, models.PROTECT, related_name="calls", verbose_name=_("event"))
    table = models.CharField(_("table"), max_length=32)
    hand = models.PositiveIntegerField(_("hand"))
    player = somebody(_("player"), related_name="calls")
    text = models.CharField(_("message"), max_length=300, blank=True)
    client_id = models.CharField(max_length=64)
    at = models.DateTimeField(_("time"), db_default=Now())
    answer = models.CharField(_("answer"), max_length=300, blank=True)
    answered_by = somebody(_("answered by"), related_name="+", null=True, blank=True)
    answered_at = models.DateTimeField(_("answered"), null=True, blank=True)

    class Meta:
        verbose_name = _("referee call")
        verbose_name_plural = _("referee calls")
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(fields=["table", "player", "client_id"], name="one_call_a_client_id"),
            models.UniqueConstraint(
                fields=["player"], condition=models.Q(answered_at=None), name="one_open_call_a_player"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player}: {self.text}"


class Report(models.Model):
    """A player reports another: a name, or what was done at a table. The one reported is not told by whom."""

    class Kind(models.TextChoices):
        NAME = "name", _("offensive name")
        PHRASES = "phrases", _("pesters others")
        STALLING = "stalling", _("stalls")
        COLLUSION = "collusion", _("plays together with another")
        OTHER = "other", _("something else")

    event = models.ForeignKey(
        Event, models.PROTECT, null=True, blank=True, related_name="reports", verbose_name=_("event")
    )
    table = models.CharField(_("table"), max_length=32, blank=True)
    hand = models.PositiveIntegerField(_("hand"), null=True, blank=True)
    reporter = somebody(_("reported by"), related_name="reports_made")
    about = somebody(_("about"), related_name="reports")
    nickname = models.CharField(_("name at the time"), max_length=64)
    kind = models.CharField(_("kind"), max_length=10, choices=Kind)
    text = models.CharField(_("message"), max_length=300, blank=True)
    at = models.DateTimeField(_("time"), db_default=Now())
    outcome = models.CharField(_("what was done"), max_length=300, blank=True)
    handled_by = somebody(_("handled by"), related_name="+", null=True, blank=True)
    handled_at = models.DateTimeField(_("handled"), null=True, blank=True)

    class Meta:
        verbose_name = _("report")
        verbose_name_plural = _("reports")
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["reporter", "about", "kind", "table"],
                condition=models.Q(handled_at=None),
                name="one_open_report_of_a_kind",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()}: {self.about}"


class Award(models.Model):
    """Silver that one organiser proposes for an entrant and another approves; posted as `award:<id>`."""

    class State(models.TextChoices):
        PROPOSED = "proposed", _("proposed")
        APPROVED = "approved", _("approved")
        DECLINED = "declined", _("declined")

    entry = models.ForeignKey(Entry, models.PROTECT, related_name="awards", verbose_name=_("entrant"))
    silver = models.PositiveIntegerField(_("silver"), validators=[MinValueValidator(1), MaxValueValidator(1_000_000)])
    reason = models.CharField(_("reason"), max_length=300)
    state = models.CharField(_("state"), max_length=8, choices=State, default=State.PROPOSED)
    proposed_by = somebody(_("proposed by"), related_name="+")
    proposed_at = models.DateTimeField(_("proposed"), db_default=Now())
    decided_by = somebody(_("decided by"), related_name="+", null=True, blank=True)
    decided_at = models.DateTimeField(_("decided"), null=True, blank=True)

    class Meta:
        verbose_name = _("award of silver")
        verbose_name_plural = _("awards of silver")
        ordering = ["-id"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(state="proposed", decided_by=None)
                | models.Q(state="declined", decided_by__isnull=False)
                | (
                    models.Q(state="approved", decided_by__isnull=False) & ~models.Q(decided_by=models.F("proposed_by"))
                ),
                name="two_organisers_award",
            ),
            models.CheckConstraint(condition=models.Q(silver__gte=1), name="an_award_gives"),
        ]

    def __str__(self) -> str:
        return f"{self.entry} +{self.silver}"
