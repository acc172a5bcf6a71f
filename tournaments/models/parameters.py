"""Everything an organiser chooses about an event beside its name and time: shared by events and what makes them."""

from dataclasses import fields
from datetime import timedelta
from typing import Any

from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.engine.clock import MalformedSettings, TableSettings, settings_from_json
from games.engine.rules import MalformedRules, Rules, rules_for

HOUR_MS = 3_600_000
MOST_PLACES = 100_000


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


class Parameters(models.Model):
    """Start, rules, silver, times, drawing, entry. Times `…_ms` are milliseconds; `entry_limit` 0: as many as come."""

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

    class Starting(models.TextChoices):
        CLOCK = "clock", _("by the clock, at the time above")
        HAND = "hand", _("by hand, when the organiser says so")

    kind = models.CharField(_("kind"), max_length=12, choices=Kind, default=Kind.CHAMPIONSHIP)
    rules = models.CharField(_("rules"), max_length=32, default="platform@1")
    overrides = models.JSONField(_("rule overrides"), default=dict, blank=True)
    starting = models.CharField(_("begins"), max_length=5, choices=Starting, default=Starting.CLOCK)
    length_ms = models.PositiveBigIntegerField(_("length"), default=HOUR_MS, validators=[MinValueValidator(50)])

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
    names_hidden = models.BooleanField(
        _("names hidden"), default=False, help_text=_("Nobody at a table is told who the others are before it is done.")
    )
    same_walls = models.BooleanField(
        _("same walls"), default=False,
        help_text=_("Finals: all tables drawn together play the same walls, and the difference to the same seat at"
                    " the other tables ranks. A draw waits until every table is done and eight wait."),
    )  # fmt: skip
    bot_level = models.CharField(_("strength of the bots"), max_length=8, choices=BotLevel, default=BotLevel.REGULAR)
    draw_every_ms = milliseconds(50, HOUR_MS, 10_000, _("time between draws"))
    bot_after_ms = milliseconds(0, HOUR_MS, 8_000, _("bots sit down after"))
    venue = models.BooleanField(
        _("in one hall"),
        default=False,
        help_text=_("All share one network: it says nothing about who belongs together."),
    )
    offline = models.BooleanField(
        _("real tables"), default=False,
        help_text=_("Four entrants may open a real table themselves and enter its hands; an organiser always may."),
    )  # fmt: skip

    entry_limit = models.PositiveIntegerField(
        _("places"), default=0, validators=[MaxValueValidator(MOST_PLACES)],
        help_text=_("0: as many as come. Who comes later waits in the queue and moves up by itself."),
    )  # fmt: skip
    entry_code = models.CharField(
        _("entry code"), max_length=24, blank=True, default="", help_text=_("Empty: none is asked for.")
    )
    needs_ticket = models.BooleanField(
        _("with tickets"), default=False, help_text=_("Each lets one player in. With a code too, either will do.")
    )
    clubs = models.BooleanField(
        _("ranking by club"), default=False,
        help_text=_("Groups of tickets are clubs: everybody is shown their names, and how they rank."),
    )  # fmt: skip

    class Meta:
        abstract = True

    @property
    def practice(self) -> bool:
        """Whether this room never closes."""
        return self.kind == self.Kind.PRACTICE

    @property
    def by_hand(self) -> bool:
        """Whether an organiser starts it: the time of its start is a plan and no more."""
        return self.starting == self.Starting.HAND

    @property
    def length(self) -> timedelta:
        return timedelta(milliseconds=self.length_ms)

    def clean(self) -> None:
        """Raises ValidationError, by field, where rules or table settings are unusable."""
        self.entry_code = self.entry_code.strip()
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
        chosen = {field.name: getattr(self, field.name) for field in fields(TableSettings)}
        return TableSettings(**chosen | ({"seed_ms": 0} if self.same_walls else {}))
