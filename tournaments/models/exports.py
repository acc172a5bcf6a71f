"""What an event is taken away as: ranking as CSV and JSON, hand records as JSON Lines."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.event import Event


class Export(models.Model):
    """One file of an event, written by the worker. `done` of `total` rows are written; `moved_at` is its last progress."""

    class Kind(models.TextChoices):
        CSV = "csv", _("ranking as a table (CSV)")
        JSON = "json", _("ranking as JSON")
        RECORDS = "records", _("records of all hands (JSON Lines)")

    class State(models.TextChoices):
        ASKED = "asked", _("waiting for the worker")
        WRITING = "writing", _("being written")
        DONE = "done", _("ready")
        FAILED = "failed", _("failed")

    event = models.ForeignKey(Event, models.PROTECT, related_name="exports", verbose_name=_("event"))
    kind = models.CharField(_("kind"), max_length=8, choices=Kind)
    state = models.CharField(_("state"), max_length=8, choices=State, default=State.ASKED)
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    size = models.PositiveBigIntegerField(_("bytes"), default=0)
    asked_at = models.DateTimeField(_("asked"))
    moved_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("export")
        verbose_name_plural = _("exports")
        constraints = [models.UniqueConstraint(fields=["event", "kind"], name="one_export_a_kind")]

    def __str__(self) -> str:
        return f"{self.event} · {self.kind}"

    @property
    def percent(self) -> int:
        """How much of it is written."""
        return 100 * self.done // self.total if self.total else 0
