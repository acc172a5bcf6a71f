"""What the fair play desk keeps: the facts of finished hands, the figures of each pair, what organisers noted."""

from django.conf import settings
from django.core.validators import MinValueValidator
from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from tournaments.models.entrants import Entry
from tournaments.models.event import Event


class HandConduct(models.Model):
    """The facts of one finished hand (games.witness), read once; they may be read again from its log at any time."""

    hand = models.CharField(primary_key=True, max_length=32)
    event = models.ForeignKey(Event, models.CASCADE, related_name="conduct")
    facts = models.JSONField()

    def __str__(self) -> str:
        return self.hand


class FairPlayReport(models.Model):
    """One look at an event: how far it is, and when it was last done. `made_at` null: under way."""

    event = models.OneToOneField(Event, models.PROTECT, primary_key=True, related_name="fair_play")
    asked_at = models.DateTimeField(_("asked for"), db_default=Now())
    made_at = models.DateTimeField(_("made"), null=True, blank=True)
    hands = models.PositiveIntegerField(_("hands"), default=0)
    hands_read = models.PositiveIntegerField(_("hands read"), default=0)
    pairs = models.PositiveIntegerField(_("pairs that met"), default=0)
    pairs_done = models.PositiveIntegerField(_("pairs looked at"), default=0)

    class Meta:
        verbose_name = _("look at fair play")
        verbose_name_plural = _("fair play")

    def __str__(self) -> str:
        return str(self.event)

    @property
    def under_way(self) -> bool:
        return self.made_at is None


class PairSignal(models.Model):
    """Two entrants who met, and their figures beside what chance gives (tournaments.fairplay). Nothing follows from it
    by itself: organisers look, and note what they found. `one` and `other` are in the order of their ids."""

    class State(models.TextChoices):
        OPEN = "open", _("not looked at")
        LOOKED = "looked", _("being looked at")
        CLOSED = "closed", _("settled")

    event = models.ForeignKey(Event, models.PROTECT, related_name="pairs", verbose_name=_("event"))
    one = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("player"))
    other = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("other player")
    )
    hands = models.PositiveIntegerField(_("hands together"))
    p = models.FloatField(_("by chance"))
    evidence = models.FloatField(_("evidence"), validators=[MinValueValidator(0)])
    stands_out = models.BooleanField(_("stands out"), default=False)
    related = models.CharField(_("related"), max_length=16, blank=True)
    figures = models.JSONField(default=list)
    state = models.CharField(_("state"), max_length=6, choices=State, default=State.OPEN)
    note = models.TextField(_("note"), max_length=2000, blank=True)
    looked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("looked at by"),
    )
    looked_at = models.DateTimeField(_("looked at"), null=True, blank=True)

    class Meta:
        verbose_name = _("pair of players")
        verbose_name_plural = _("pairs of players")
        ordering = ["-evidence", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["event", "one", "other"], name="one_signal_a_pair"),
            models.CheckConstraint(condition=models.Q(one__lt=models.F("other")), name="pairs_in_order"),
        ]
        indexes = [models.Index(fields=["event", "-evidence"], name="pairs_by_evidence")]

    def __str__(self) -> str:
        return f"{self.one} · {self.other}"


class EntryTrace(models.Model):
    """From what network and kind of device somebody entered, as keyed hashes that mean nothing outside the event's day
    (tournaments/traces.py); gone after thirty days."""

    entry = models.ForeignKey(Entry, models.CASCADE, related_name="traces")
    network = models.CharField(max_length=32)
    device = models.CharField(max_length=32)
    at = models.DateTimeField(db_default=Now())

    class Meta:
        constraints = [models.UniqueConstraint(fields=["entry", "network", "device"], name="one_trace_a_device")]
        indexes = [models.Index(fields=["at"], name="traces_by_age")]

    def __str__(self) -> str:
        return f"{self.entry_id} {self.at}"
