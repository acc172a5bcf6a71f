"""Tables, seats, hands and the append-only log that every hand is folded from.

A live hand's only secret is its sealed seed (RECORD.md, yuhuan-fair/1); no column holds a hidden tile.
"""

from typing import Any, Final

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.fields.json import KT
from django.db.models.functions import Cast, Now
from django.utils.translation import gettext_lazy as _

from accounts.ids import new_id


class Heat(models.Model):
    """Tables of one event that play the same walls (RECORD.md, yuhuan-fair/heat-1). Over when its last table is."""

    id = models.CharField(primary_key=True, max_length=32, default=new_id, editable=False)
    event = models.CharField(_("event"), max_length=64, db_index=True)
    opened_at = models.DateTimeField(_("opened"), db_default=Now())
    over_at = models.DateTimeField(_("over"), null=True, blank=True)

    class Meta:
        verbose_name = _("heat")
        verbose_name_plural = _("heats")

    def __str__(self) -> str:
        return f"{self.event} · {self.id}"


class HeatWall(models.Model):
    """The wall of one hand of a heat, committed to when the heat opens. `sealed_seed` is bound to `seal_name`."""

    heat = models.ForeignKey(Heat, models.CASCADE, related_name="walls")
    number = models.PositiveIntegerField(_("hand"))
    commitment = models.CharField(_("commitment"), max_length=64, unique=True)
    sealed_seed = models.BinaryField(editable=False)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["heat", "number"], name="one_wall_a_hand_of_a_heat")]

    def __str__(self) -> str:
        return f"{self.heat_id} #{self.number}"

    @property
    def seal_name(self) -> str:
        return f"{self.heat_id}.{self.number}"


class Table(models.Model):
    """Four players and the hands they play, under one event's settings."""

    class State(models.TextChoices):
        PLAYING = "playing", _("playing")
        CLOSED = "closed", _("closed")

    class Gate(models.TextChoices):
        """What happens when the running hand is over."""

        OPEN = "open", _("next hand starts")
        HELD = "held", _("next hand waits")
        ENDING = "ending", _("table closes")

    id = models.CharField(primary_key=True, max_length=32, default=new_id, editable=False)
    event = models.CharField(_("event"), max_length=64, blank=True)
    title = models.CharField(_("title"), max_length=120, blank=True)
    rules = models.CharField(_("rules"), max_length=32)
    overrides = models.JSONField(_("overrides"), default=dict, blank=True)
    settings = models.JSONField(_("settings"), default=dict)
    state = models.CharField(_("state"), max_length=8, choices=State, default=State.PLAYING)
    gate = models.CharField(_("gate"), max_length=8, choices=Gate, default=Gate.OPEN)
    heat = models.ForeignKey(Heat, models.PROTECT, null=True, blank=True, related_name="tables", verbose_name=_("heat"))
    private = models.BooleanField(
        _("private"), default=False, help_text=_("Nobody watches, and only those who sat here find its hands listed.")
    )
    nameless = models.BooleanField(
        _("nameless"), default=False, help_text=_("Nobody is told who the others are before the table is done.")
    )
    current = models.PositiveIntegerField(_("current hand"), default=0)
    created_at = models.DateTimeField(_("created"), db_default=Now())
    closed_at = models.DateTimeField(_("closed"), null=True, blank=True)

    class Meta:
        verbose_name = _("table")
        verbose_name_plural = _("tables")
        indexes = [models.Index(fields=["event", "state"])]

    def __str__(self) -> str:
        return f"{self.title or self.event} · {self.id}"

    @property
    def hides_names(self) -> bool:
        """Whether its players do not know one another yet."""
        return self.nameless and self.state == self.State.PLAYING

    @property
    def in_running_heat(self) -> bool:
        """Whether other tables still play the walls of this one: what it shows they must not know."""
        return self.heat is not None and self.heat.over_at is None


class Seat(models.Model):
    """A player's place at a table for its whole length; silver and points as shown there."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="seats", db_index=False)
    index = models.PositiveSmallIntegerField(_("seat"))
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="seats", db_index=False)
    nickname = models.CharField(_("nickname"), max_length=64)
    is_bot = models.BooleanField(_("bot"), default=False)
    silver = models.BigIntegerField(_("silver"))
    points = models.BigIntegerField(_("points"))

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        ordering = ["index"]
        constraints = [
            models.UniqueConstraint(fields=["table", "index"], name="one_player_a_seat"),
            models.UniqueConstraint(fields=["table", "player"], name="one_seat_a_player"),
            models.CheckConstraint(condition=models.Q(index__lte=3), name="seat_0_to_3"),
        ]
        indexes = [models.Index(fields=["player", "-id"], include=["table", "index"], name="places_of_a_player")]

    def __str__(self) -> str:
        return f"{self.index} {self.nickname}"


class LiveSeat(models.Model):
    """At most one live table each: the primary key says so."""

    player = models.OneToOneField(settings.AUTH_USER_MODEL, models.PROTECT, primary_key=True, related_name="live_seat")
    table = models.ForeignKey(Table, models.CASCADE, related_name="live_seats")
    index = models.PositiveSmallIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["table", "index"], name="one_live_player_a_seat")]

    def __str__(self) -> str:
        return f"{self.player_id} @ {self.table_id}"


class Presence(models.Model):
    """When a socket of this seat was last alive, and when the page behind one was last in sight.

    Kept apart from Seat so that it never waits for a move.
    """

    seat = models.OneToOneField(Seat, models.CASCADE, primary_key=True, related_name="presence")
    seen_at = models.DateTimeField()
    looked_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"{self.seat_id} {self.seen_at}"


WINNER: Final = Cast(KT("result__winner"), models.IntegerField())
"""The winner's seat of a hand that is over, NULL of a drawn one; asked like this, the database has it in an index."""


AT_OPEN_TABLES: Final = (Q(table__heat=None) | ~Q(table__heat__over_at=None)) & ~Q(
    table__nameless=True, table__state=Table.State.PLAYING
)
"""Hands and seats of a heat once its last table is done, of a nameless table once it is."""


class HandQuerySet(models.QuerySet["Hand"]):
    """Hands by what may be told of them."""

    def open_to_all(self) -> "HandQuerySet":
        """Finished hands that may be shown."""
        return self.exclude(ended_at=None).filter(AT_OPEN_TABLES)


class Hand(models.Model):
    """One deal. `seq` is the number of the last logged action, `log_hash` its link in the chain (games.chain), `due_at`
    when the ticker must look at it."""

    class State(models.TextChoices):
        LIVE = "live", _("being played")
        RESULT = "result", _("result shown")
        DONE = "done", _("over")

    id = models.CharField(primary_key=True, max_length=32, default=new_id, editable=False)
    table = models.ForeignKey(Table, models.CASCADE, related_name="hands", db_index=False)
    number = models.PositiveIntegerField(_("hand"))
    dealer = models.PositiveSmallIntegerField(_("dealer"))
    state = models.CharField(_("state"), max_length=8, choices=State, default=State.LIVE)
    commitment = models.CharField(_("commitment"), max_length=64)
    in_heat = models.BooleanField(default=False, editable=False)
    sealed_seed = models.BinaryField(editable=False)
    server_seed = models.CharField(_("server seed"), max_length=64, blank=True)
    start = models.JSONField(default=dict)
    away = models.JSONField(default=list)
    seq = models.PositiveIntegerField(default=0)
    log_hash = models.CharField(max_length=64, editable=False)
    due_at = models.DateTimeField(_("due"), null=True, blank=True)
    started_at = models.DateTimeField(_("started"))
    ended_at = models.DateTimeField(_("ended"), null=True, blank=True)
    result = models.JSONField(_("result"), null=True, blank=True)
    voided_at = models.DateTimeField(_("voided"), null=True, blank=True, editable=False)
    void_reason = models.CharField(_("reason"), max_length=300, blank=True, editable=False)

    objects = HandQuerySet.as_manager()

    class Meta:
        verbose_name = _("hand")
        verbose_name_plural = _("hands")
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="one_hand_a_number"),
            models.UniqueConstraint(
                fields=["table"], condition=~models.Q(state="done"), name="one_unfinished_hand_a_table"
            ),
            models.UniqueConstraint(
                fields=["commitment"], condition=models.Q(in_heat=False), name="no_seed_twice_but_in_a_heat"
            ),
        ]
        indexes = [
            models.Index(fields=["due_at"], condition=models.Q(due_at__isnull=False), name="hand_due"),
            # Of all hands, for the database to know how many are won: of a partial index it keeps that to itself.
            models.Index("table", WINNER, name="winners_of_a_table"),
        ]

    def __str__(self) -> str:
        return f"{self.table_id} #{self.number}"

    @property
    def shown_result(self) -> dict[str, Any] | None:
        """The result as views show it: with `void`, the reason, once an organiser has voided the hand."""
        if self.result is None or self.voided_at is None:
            return self.result
        return {**self.result, "void": self.void_reason}


class LoggedAction(models.Model):
    """One line of a hand's log, in order, never changed. `at_ms` counts from the hand's start."""

    hand = models.ForeignKey(Hand, models.CASCADE, related_name="log", db_index=False)
    seq = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField(null=True)
    type = models.CharField(max_length=8)
    payload = models.JSONField(default=dict)
    auto = models.BooleanField(default=False)
    at_ms = models.BigIntegerField()
    client_id = models.CharField(max_length=64, null=True)
    v = models.PositiveIntegerField(default=0)
    hash = models.CharField(max_length=64, editable=False)

    class Meta:
        verbose_name = _("logged action")
        verbose_name_plural = _("logged actions")
        ordering = ["seq"]
        constraints = [
            models.UniqueConstraint(fields=["hand", "seq"], name="one_action_a_number"),
            models.UniqueConstraint(
                fields=["hand", "seat", "client_id"],
                condition=models.Q(client_id__isnull=False),
                name="one_action_a_client_id",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.hand_id} {self.seq} {self.type}"


class Heartbeat(models.Model):
    """When a process (`web:…`, `ticker:…`, `worker`, `beat`) last showed life; `clock` is game time itself."""

    name = models.CharField(primary_key=True, max_length=64)
    at = models.DateTimeField()

    class Meta:
        verbose_name = _("sign of life")
        verbose_name_plural = _("signs of life")

    def __str__(self) -> str:
        return self.name
