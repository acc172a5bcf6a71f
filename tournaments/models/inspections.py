"""What was found whenever everything the site keeps was gone through."""

from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _


class Inspection(models.Model):
    """One look at everything (tournaments.invariants). `violations`: `{"id", "where", "what"}`, at most the first 500."""

    at = models.DateTimeField(_("time"), db_default=Now())
    took_ms = models.PositiveIntegerField(_("took (ms)"))
    hands = models.PositiveIntegerField(_("hands"))
    events = models.PositiveIntegerField(_("events"))
    broken = models.PositiveIntegerField(_("violations"))
    violations = models.JSONField(_("what does not hold"), default=list)

    class Meta:
        verbose_name = _("inspection")
        verbose_name_plural = _("inspections")
        ordering = ["-at"]

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M} · {self.broken}"
