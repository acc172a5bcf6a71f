"""The ledger: accounts, postings, lines. What the database promises about them: migrations/0002."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.event import Event


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


class Posting(models.Model):
    """One movement, posted once: `grant:<entry>:<n>`, `hand:<hand>`, `void:<hand>`, `award:<award>`."""

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
