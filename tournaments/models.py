"""Events, who entered them, the ledger of silver and points, and who sat with whom (RULES.md §8-§9)."""

from dataclasses import fields
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator, RegexValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.engine.clock import MalformedSettings, TableSettings, settings_from_json
from games.engine.rules import MalformedRules, Rules, rules_for

HOUR_MS = 3_600_000
SLUG = RegexValidator(r"^[a-z0-9][a-z0-9-]{0,47}$", _("Lower-case letters, digits and hyphens only."))


def milliseconds(low: int, high: int, default: int, name: Any) -> models.PositiveIntegerField:
    """A column of milliseconds between two bounds."""
    return models.PositiveIntegerField(
        name, default=default, validators=[MinValueValidator(low), MaxValueValidator(high)]
    )


def whole(low: int, high: int, default: int, name: Any) -> models.PositiveIntegerField:
    """A column of small whole numbers between two bounds."""
    return models.PositiveIntegerField(
        name, default=default, validators=[MinValueValidator(low), MaxValueValidator(high)]
    )


class Event(models.Model):
    """A championship, a demonstration of one, or the practice room. Times `…_ms` are milliseconds.

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

    class Kind(models.TextChoices):
        CHAMPIONSHIP = "championship", _("championship")
        PRACTICE = "practice", _("practice room, never closes")
        DEMO = "demo", _("demonstration, with bots")

    class ClaimMode(models.TextChoices):
        NATURAL = "natural", _("natural")
        UNIFORM = "uniform", _("uniform")

    slug = models.CharField(_("address"), max_length=48, unique=True, validators=[SLUG])
    name = models.CharField(_("name"), max_length=80)
    kind = models.CharField(_("kind"), max_length=12, choices=Kind, default=Kind.CHAMPIONSHIP)
    series = models.CharField(
        _("series"), max_length=24, blank=True, help_text=_("When an event of a series ends, the next one is opened.")
    )
    state = models.CharField(_("state"), max_length=10, choices=State, default=State.DRAFT, editable=False)
    rules = models.CharField(_("rules"), max_length=32, default="platform@1")
    overrides = models.JSONField(_("rule overrides"), default=dict, blank=True)

    starts_at = models.DateTimeField(_("start"))
    length_ms = models.PositiveBigIntegerField(_("length"), default=HOUR_MS, validators=[MinValueValidator(50)])
    ends_at = models.DateTimeField(_("end"), null=True, blank=True, editable=False)
    paused_at = models.DateTimeField(null=True, blank=True, editable=False)
    finished_at = models.DateTimeField(null=True, blank=True, editable=False)
    next_draw_at = models.DateTimeField(null=True, blank=True, editable=False)
    created_at = models.DateTimeField(_("created"), auto_now_add=True)

    silver = whole(1, 1_000_000, 1000, _("silver to start with"))
    points = whole(0, 1_000_000, 1000, _("points to start with"))
    reentry = models.BooleanField(_("re-entry"), default=False, help_text=_("Whoever has lost all silver may go on."))
    min_hands = whole(0, 1000, 4, _("hands needed to be ranked"))
    hands_per_table = whole(1, 100, 4, _("hands a table"))
    silver_per_unit = whole(1, 1000, 4, _("silver for 10 胡"))
    turn_ms = milliseconds(50, HOUR_MS, 15_000, _("time for a turn"))
    reserve_ms = milliseconds(0, HOUR_MS, 30_000, _("reserve for a hand"))
    claim_mode = models.CharField(_("claim windows"), max_length=8, choices=ClaimMode, default=ClaimMode.NATURAL)
    claim_ms = milliseconds(50, HOUR_MS, 8_000, _("time for a claim"))
    claim_min_ms = milliseconds(0, HOUR_MS, 1_000, _("shortest claim window"))
    thinks = whole(0, 100, 5, _("thinks a hand (uniform windows)"))
    seed_ms = milliseconds(0, HOUR_MS, 2_000, _("time for seeds before the deal"))
    pause_ms = milliseconds(0, HOUR_MS, 12_000, _("pause after a hand"))
    spectator_delay_ms = milliseconds(0, HOUR_MS, 30_000, _("delay for watchers"))
    draw_every_ms = milliseconds(50, HOUR_MS, 10_000, _("time between draws"))
    bot_after_ms = milliseconds(0, HOUR_MS, 8_000, _("bots sit down after"))

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
            models.UniqueConstraint(
                fields=["series"],
                condition=~models.Q(series="") & models.Q(state__in=["draft", "open", "running", "paused"]),
                name="one_current_event_a_series",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def bots(self) -> bool:
        """Whether bots fill chairs that stay empty (never in a championship)."""
        return self.kind != self.Kind.CHAMPIONSHIP

    @property
    def practice(self) -> bool:
        """Whether this room never closes."""
        return self.kind == self.Kind.PRACTICE

    @property
    def length(self) -> timedelta:
        return timedelta(milliseconds=self.length_ms)

    def clean(self) -> None:
        """Raises ValidationError, by field, where rules or table settings are unusable."""
        try:
            self.rules = self.play_rules().label
        except MalformedRules as error:
            raise ValidationError({error.field.partition(".")[0]: str(error)}) from error
        try:
            settings_from_json(self.table_settings().to_json())
        except MalformedSettings as error:
            raise ValidationError({error.field: str(error)}) from error

    def play_rules(self) -> Rules:
        """The preset with the overrides applied. Raises games.engine.rules.MalformedRules."""
        return rules_for(self.rules, self.overrides)

    def table_settings(self) -> TableSettings:
        """What a table of this event needs to know."""
        return TableSettings(**{field.name: getattr(self, field.name) for field in fields(TableSettings)})


class Account(models.Model):
    """Where silver or points lie. `player` null: what the event has issued, the only account below zero.

    The database moves `balance` itself, with each Line; nothing else can.
    """

    class Currency(models.TextChoices):
        SILVER = "silver", _("silver")
        POINTS = "points", _("points")

    event = models.ForeignKey(Event, models.PROTECT, related_name="accounts", verbose_name=_("event"))
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="accounts", verbose_name=_("player")
    )
    currency = models.CharField(_("currency"), max_length=6, choices=Currency)
    balance = models.BigIntegerField(_("balance"), default=0)

    class Meta:
        verbose_name = _("account")
        verbose_name_plural = _("accounts")
        constraints = [
            models.UniqueConstraint(
                fields=["event", "player", "currency"], nulls_distinct=False, name="one_account_a_currency"
            ),
            models.CheckConstraint(
                condition=models.Q(balance__gte=0) | models.Q(player=None) | models.Q(currency="points"),
                name="no_silver_below_zero",
            ),
            models.CheckConstraint(
                condition=models.Q(player__isnull=False) | models.Q(balance__lte=0), name="issuance_only_gives"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.event} · {self.player or '—'} · {self.currency}"


class Entry(models.Model):
    """A player's part in an event. `draws_waited` counts the draws that left this player waiting."""

    class State(models.TextChoices):
        IDLE = "idle", _("in the room")
        WAITING = "waiting", _("waiting for a table")
        SEATED = "seated", _("at a table")
        OUT = "out", _("out of silver")

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


class Posting(models.Model):
    """One movement, posted once: `grant:<entry>:<n>` or `hand:<hand>`."""

    key = models.CharField(_("key"), max_length=64, unique=True)
    event = models.ForeignKey(Event, models.PROTECT, related_name="postings", verbose_name=_("event"))
    at = models.DateTimeField(_("time"), auto_now_add=True)

    class Meta:
        verbose_name = _("posting")
        verbose_name_plural = _("ledger")
        ordering = ["-id"]

    def __str__(self) -> str:
        return self.key


class Line(models.Model):
    """What a posting takes from an account or gives to it; the lines of a posting sum to zero per currency."""

    posting = models.ForeignKey(Posting, models.PROTECT, related_name="lines", verbose_name=_("posting"))
    account = models.ForeignKey(Account, models.PROTECT, related_name="lines", verbose_name=_("account"))
    amount = models.BigIntegerField(_("amount"))

    class Meta:
        verbose_name = _("ledger line")
        verbose_name_plural = _("ledger lines")
        constraints = [
            models.UniqueConstraint(fields=["posting", "account"], name="one_line_an_account"),
            models.CheckConstraint(condition=~models.Q(amount=0), name="no_empty_line"),
        ]

    def __str__(self) -> str:
        return f"{self.account}: {self.amount:+}"


class Meeting(models.Model):
    """Four who were drawn together. `players` holds the four ids, sorted; the newest one of each player counts."""

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
    """When an event's ranking was last computed; `final` once nothing can change it."""

    event = models.OneToOneField(Event, models.PROTECT, primary_key=True, related_name="ranking")
    computed_at = models.DateTimeField()
    final = models.BooleanField(default=False)

    def __str__(self) -> str:
        return str(self.event)


class Standing(models.Model):
    """A row of the ranking as last computed. `position` orders all rows from 0; `rank` is null below `min_hands`."""

    entry = models.OneToOneField(Entry, models.PROTECT, primary_key=True, related_name="standing")
    event = models.ForeignKey(Event, models.PROTECT, related_name="standings")
    position = models.PositiveIntegerField()
    rank = models.PositiveIntegerField(null=True)
    silver = models.BigIntegerField()
    points = models.BigIntegerField()
    hands = models.PositiveIntegerField()
    wins = models.PositiveIntegerField()
    out = models.BooleanField(default=False)

    class Meta:
        indexes = [models.Index(fields=["event", "position"])]

    def __str__(self) -> str:
        return f"{self.rank or '—'} {self.entry}"
