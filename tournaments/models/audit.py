"""What organisers, and the site itself, have done: append-only. What the database promises: migrations/0011."""

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from tournaments.models.event import Event


class AuditEntry(models.Model):
    """One act. `actor` null: the site itself, by its clock. `target` names what was acted on, by id or in words."""

    event = models.ForeignKey(
        Event, models.PROTECT, null=True, blank=True, related_name="audit", verbose_name=_("event")
    )
    at = models.DateTimeField(_("time"), db_default=Now())
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+", verbose_name=_("by")
    )
    act = models.CharField(_("act"), max_length=40)
    target = models.CharField(_("what or whom"), max_length=200, blank=True)
    reason = models.CharField(_("reason"), max_length=500, blank=True)
    details = models.JSONField(_("details"), default=dict, blank=True, encoder=DjangoJSONEncoder)

    class Meta:
        verbose_name = _("audit entry")
        verbose_name_plural = _("audit log")
        ordering = ["-id"]
        constraints = [models.CheckConstraint(condition=models.Q(act__regex=r"^[a-z][a-z-]*$"), name="act_is_a_slug")]
        indexes = [models.Index(fields=["event", "-id"], name="audit_of_an_event")]

    def __str__(self) -> str:
        return f"{self.act} {self.target}".strip()
