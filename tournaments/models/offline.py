"""线下桌: four entrants at a real table, and the hands they enter. What the database promises: migrations."""

from typing import Any

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from accounts.ids import new_id
from tournaments.models.event import Event


def _person(name: Any, **more: Any) -> models.ForeignKey:
    return models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=name, **more)


class OfflineTable(models.Model):
    """A real table. It gathers until four have said which seat they took, then plays until it is closed."""

    class State(models.TextChoices):
        GATHERING = "gathering", _("gathering")
        PLAYING = "playing", _("playing")
        CLOSED = "closed", _("closed")

    id = models.CharField(primary_key=True, max_length=32, default=new_id, editable=False)
    event = models.ForeignKey(Event, models.PROTECT, related_name="offline_tables", verbose_name=_("event"))
    state = models.CharField(_("state"), max_length=9, choices=State, default=State.GATHERING)
    opened_by = _person(_("opened by"))
    created_at = models.DateTimeField(_("created"), db_default=Now())
    closed_at = models.DateTimeField(_("closed"), null=True, blank=True)

    class Meta:
        verbose_name = _("real table")
        verbose_name_plural = _("real tables")
        ordering = ["-created_at"]
        constraints = [
            models.CheckConstraint(
                condition=Q(state="closed", closed_at__isnull=False) | (~Q(state="closed") & Q(closed_at=None)),
                name="closed_tables_say_when",
            )
        ]

    def __str__(self) -> str:
        return f"{self.event} · {self.id}"


class OfflineSeat(models.Model):
    """Who sits where: 0 deals first. `live` while the table is open: nobody sits at two real tables."""

    table = models.ForeignKey(OfflineTable, models.PROTECT, related_name="seats")
    index = models.PositiveSmallIntegerField(_("seat"))
    player = _person(_("player"))
    live = models.BooleanField(default=True)

    class Meta:
        ordering = ["index"]
        constraints = [
            models.UniqueConstraint(fields=["table", "index"], name="one_offline_player_a_seat"),
            models.UniqueConstraint(fields=["table", "player"], name="one_offline_seat_a_player"),
            models.UniqueConstraint(fields=["player"], condition=Q(live=True), name="one_real_table_at_a_time"),
            models.CheckConstraint(condition=Q(index__lte=3), name="offline_seat_0_to_3"),
        ]

    def __str__(self) -> str:
        return f"{self.index} {self.player}"


class OfflineHand(models.Model):
    """A hand as one of the four, or an organiser, entered it. `totals` by seat, in 胡; `counted`: the calculator's queries
    behind them, by seat. `settlement` (胡) and `moved` (silver) are set when it is posted, as `offline:<table>:<number>`."""

    class State(models.TextChoices):
        PROPOSED = "proposed", _("to be confirmed")
        DISPUTED = "disputed", _("with the organiser")
        POSTED = "posted", _("counts")
        DROPPED = "dropped", _("taken back")
        VOID = "void", _("void")

    table = models.ForeignKey(OfflineTable, models.PROTECT, related_name="hands")
    number = models.PositiveIntegerField(_("hand"))
    state = models.CharField(_("state"), max_length=8, choices=State, default=State.PROPOSED)
    dealer = models.PositiveSmallIntegerField(_("dealer"))
    winner = models.PositiveSmallIntegerField(_("winner"), null=True, blank=True)
    from_seat = models.PositiveSmallIntegerField(_("let the tile go"), null=True, blank=True)
    by = models.CharField(_("how"), max_length=9, blank=True)
    liable = models.BooleanField(_("pays for all"), default=False)
    totals = ArrayField(models.PositiveIntegerField(), size=4, verbose_name=_("totals"))
    counted = models.JSONField(default=dict, blank=True)
    settlement = ArrayField(models.IntegerField(), size=4, null=True, blank=True)
    moved = ArrayField(models.IntegerField(), size=4, null=True, blank=True)
    entered_by = _person(_("entered by"))
    entered_at = models.DateTimeField(_("entered"), db_default=Now())
    due_at = models.DateTimeField(_("to be confirmed by"))
    posted_at = models.DateTimeField(_("counted"), null=True, blank=True)
    why = models.CharField(_("reason"), max_length=200, blank=True)

    class Meta:
        verbose_name = _("hand at a real table")
        verbose_name_plural = _("hands at real tables")
        ordering = ["number", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["table", "number"], condition=Q(state__in=["posted", "void"]), name="one_offline_hand_a_number"
            ),
            models.UniqueConstraint(
                fields=["table"], condition=Q(state__in=["proposed", "disputed"]), name="one_open_offline_hand"
            ),
            models.CheckConstraint(
                condition=Q(winner=None, from_seat=None, by="")
                | Q(winner__lte=3, from_seat=None, by="self_draw")
                | (
                    Q(winner__lte=3, from_seat__lte=3, by__in=["discard", "rob_kong"])
                    & ~Q(winner=models.F("from_seat"))
                ),
                name="offline_hand_tells_one_story",
            ),
            models.CheckConstraint(
                condition=~Q(state__in=["posted", "void"]) | Q(posted_at__isnull=False, settlement__isnull=False),
                name="posted_offline_hands_are_settled",
            ),
            models.CheckConstraint(condition=Q(dealer__lte=3), name="offline_dealer_0_to_3"),
        ]

    def __str__(self) -> str:
        return f"{self.table_id} #{self.number}"

    @property
    def key(self) -> str:
        """The key of its posting."""
        return f"offline:{self.table_id}:{self.number}"


class OfflineAnswer(models.Model):
    """What one of the four said to an entered hand; said once."""

    hand = models.ForeignKey(OfflineHand, models.CASCADE, related_name="answers")
    seat = models.PositiveSmallIntegerField()
    player = _person(_("player"))
    agrees = models.BooleanField()
    at = models.DateTimeField(db_default=Now())

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["hand", "seat"], name="one_answer_a_seat"),
            models.CheckConstraint(condition=Q(seat__lte=3), name="answering_seat_0_to_3"),
        ]

    def __str__(self) -> str:
        return f"{self.hand_id} {self.seat} {'+' if self.agrees else '-'}"
