"""Entrants, whom they met at tables, and how they stand."""

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.event import Event
from tournaments.models.ledger import Account


class Entry(models.Model):
    """A player's part in an event. `draws_waited` counts the draws that left this player waiting.

    Of a friends' table alone one may leave, and be asked to; `GONE` are the states of those.
    """

    class State(models.TextChoices):
        IDLE = "idle", _("in the room")
        WAITING = "waiting", _("waiting for a table")
        SEATED = "seated", _("at a table")
        OUT = "out", _("out of silver")
        LEFT = "left", _("has left")
        REMOVED = "removed", _("removed by the host")

    GONE = (State.LEFT, State.REMOVED)

    event = models.ForeignKey(Event, models.PROTECT, related_name="entries", verbose_name=_("event"))
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="entries", verbose_name=_("player")
    )
    state = models.CharField(_("state"), max_length=8, choices=State, default=State.IDLE)
    silver_account = models.OneToOneField(Account, models.PROTECT, related_name="+")
    points_account = models.OneToOneField(Account, models.PROTECT, related_name="+")
    grants = models.PositiveIntegerField(_("times given silver"), default=1)
    hands = models.PositiveIntegerField(_("hands"), default=0)
    wins = models.PositiveIntegerField(_("wins"), default=0)
    waiting_since = models.DateTimeField(null=True, blank=True)
    draws_waited = models.PositiveIntegerField(default=0)
    entered_at = models.DateTimeField(_("entered"), auto_now_add=True)
    seen_at = models.DateTimeField(null=True, blank=True, editable=False)
    """When the room of a friends' table was last open before this player; None elsewhere."""

    class Meta:
        verbose_name = _("entrant")
        verbose_name_plural = _("entrants")
        constraints = [
            models.UniqueConstraint(fields=["event", "player"], name="once_per_event"),
            models.UniqueConstraint(
                fields=["player"], condition=models.Q(state="waiting"), name="one_waiting_line_a_player"
            ),
            models.CheckConstraint(
                condition=models.Q(state="waiting", waiting_since__isnull=False)
                | (~models.Q(state="waiting") & models.Q(waiting_since__isnull=True)),
                name="waiting_since_while_waiting",
            ),
        ]
        indexes = [models.Index(fields=["event", "state"])]

    def __str__(self) -> str:
        return f"{self.player} · {self.event}"


class Meeting(models.Model):
    """Four who were drawn together. `players` holds the four ids in seat order; the newest one of each player counts."""

    event = models.ForeignKey(Event, models.PROTECT, related_name="meetings")
    table = models.CharField(max_length=32, unique=True)
    players = ArrayField(models.CharField(max_length=12), size=4)
    drawn_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.CheckConstraint(condition=models.Q(players__len=4), name="four_meet")]
        indexes = [GinIndex(fields=["players"], name="meeting_players")]

    def __str__(self) -> str:
        return self.table


class Ranking(models.Model):
    """When an event's ranking was last computed, how long that took and for how many; `final` once nothing can change it."""

    event = models.OneToOneField(Event, models.PROTECT, primary_key=True, related_name="ranking")
    computed_at = models.DateTimeField()
    took_ms = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    final = models.BooleanField(default=False)

    def __str__(self) -> str:
        return str(self.event)


class Standing(models.Model):
    """A row of the ranking as last computed. `position` orders all rows from 0; `rank` is null below `min_hands` and for the
    disqualified, who come last.

    `rank_before`: the rank from which movement is counted, as it was at `counted_from` (null: from nowhere yet).
    """

    entry = models.OneToOneField(Entry, models.PROTECT, primary_key=True, related_name="standing")
    event = models.ForeignKey(
        Event, models.PROTECT, related_name="standings", db_index=False
    )  # that of `position` will do
    position = models.PositiveIntegerField()
    rank = models.PositiveIntegerField(null=True)
    silver = models.BigIntegerField()
    points = models.BigIntegerField()
    hands = models.PositiveIntegerField()
    wins = models.PositiveIntegerField()
    out = models.BooleanField(default=False)
    rank_before = models.PositiveIntegerField(null=True, editable=False)
    counted_from = models.DateTimeField(null=True, editable=False)
    difference = models.BigIntegerField(
        null=True, help_text=_("Hundredths of 胡 beyond the same seat elsewhere; finals on the same walls only.")
    )
    disqualified = models.BooleanField(default=False)

    class Meta:
        indexes = [models.Index(fields=["event", "position"])]

    def __str__(self) -> str:
        return f"{self.rank or '—'} {self.entry}"
