"""An event and all its parameters."""

from dataclasses import fields
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator, RegexValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.engine.clock import MalformedSettings, TableSettings, settings_from_json
from games.engine.rules import MalformedRules, Rules, rules_for

HOUR_MS = 3_600_000
SLUG = RegexValidator(r"^[a-z0-9][a-z0-9-]{0,47}\Z", _("Lower-case letters, digits and hyphens only."))


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
    """A championship, a demonstration of one, the practice room, or a table of friends (朋友桌).

    Times `…_ms` are milliseconds.

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
        FRIENDS = "friends", _("friends' table")  # Translators: 朋友桌

    class Hints(models.TextChoices):
        """What the page tells a player of its own waits (听牌提示)."""

        NONE = "none", _("none")
        TENPAI = "tenpai", _("what a ready hand waits for")
        ALL = "all", _("also which throws make it ready")

    class BotLevel(models.TextChoices):
        """How strong the bots are that fill chairs (games.engine.clock.BOT_LEVELS)."""

        NOVICE = "novice", _("novice")
        REGULAR = "regular", _("regular")
        EXPERT = "expert", _("expert")

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
    host = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, editable=False, related_name="hosted",
        verbose_name=_("host"),
    )  # fmt: skip
    with_bots = models.BooleanField(_("bots in missing chairs"), default=False, editable=False)

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
    hints = models.CharField(_("hints at the table"), max_length=8, choices=Hints, default=Hints.ALL)
    bot_level = models.CharField(_("strength of the bots"), max_length=8, choices=BotLevel, default=BotLevel.REGULAR)
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
            models.CheckConstraint(
                condition=models.Q(kind="friends", host__isnull=False)
                | (~models.Q(kind="friends") & models.Q(host=None)),
                name="friends_have_a_host",
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
        """Whether bots fill chairs that stay empty (never in a championship; at a friends' table as its host wished)."""
        return self.with_bots if self.friends else self.kind != self.Kind.CHAMPIONSHIP

    @property
    def friends(self) -> bool:
        """A table of friends: four people who came by its address. Never listed, never ranked."""
        return self.kind == self.Kind.FRIENDS

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
