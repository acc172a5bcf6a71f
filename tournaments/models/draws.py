"""Draws of tables: promised by a commitment, kept by a certificate (tournaments/certificate.py)."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.event import Event


class Draw(models.Model):
    """One draw of an event. Before it only the commitment stands here; the seed is nowhere in the database.

    `drawn_at` null: still to come. `certificate` null on a drawn one: its seed was lost with the key, nothing was drawn.
    """

    event = models.ForeignKey(Event, models.PROTECT, related_name="draws", verbose_name=_("event"))
    number = models.PositiveIntegerField(_("number"))
    commitment = models.CharField(_("commitment"), max_length=64)
    promised_at = models.DateTimeField(_("promised"), auto_now_add=True)
    drawn_at = models.DateTimeField(_("drawn"), null=True, blank=True)
    certificate = models.JSONField(_("certificate"), null=True, blank=True)

    class Meta:
        verbose_name = _("draw")
        verbose_name_plural = _("draws")
        ordering = ["-number"]
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="one_draw_a_number"),
            models.UniqueConstraint(
                fields=["event"], condition=models.Q(drawn_at=None), name="one_promised_draw_an_event"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.event} · {self.number}"
