"""What organisers decide about people, what is written to them, and how they come in when places are counted."""

from django.conf import settings
from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from tournaments.models.event import Event


def somebody(name: object, **more: object) -> models.ForeignKey:
    """A column that names a player or an organiser."""
    return models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, verbose_name=name, **more)  # type: ignore[arg-type]


class Sanction(models.Model):
    """One decision about a player, in one event or (`event` null) everywhere, until it is lifted. Never deleted."""

    class Kind(models.TextChoices):
        WARN = "warn", _("warned")
        MUTE = "mute", _("muted")
        EXCLUDE = "exclude", _("excluded")
        DISQUALIFY = "disqualify", _("disqualified")

    kind = models.CharField(_("kind"), max_length=10, choices=Kind)
    player = somebody(_("player"), related_name="sanctions")
    event = models.ForeignKey(
        Event, models.PROTECT, null=True, blank=True, related_name="sanctions", verbose_name=_("event")
    )
    reason = models.CharField(_("reason"), max_length=300)
    given_by = somebody(_("by"), related_name="+")
    given_at = models.DateTimeField(_("time"), db_default=Now())
    lifted_by = somebody(_("lifted by"), related_name="+", null=True, blank=True)
    lifted_at = models.DateTimeField(_("lifted"), null=True, blank=True)

    class Meta:
        verbose_name = _("sanction")
        verbose_name_plural = _("sanctions")
        ordering = ["-id"]
        permissions = [
            ("referee", "Can referee: tables, calls, reports, warnings, mutes"),
            ("organise", "Can organise: exclude, disqualify, void, entry rules, tickets"),
            ("award_silver", "Can propose silver and approve what another proposed"),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["kind", "player", "event"],
                condition=models.Q(lifted_at=None) & ~models.Q(kind="warn"),
                nulls_distinct=False,
                name="one_standing_sanction_a_kind",
            ),
            models.CheckConstraint(
                condition=~models.Q(kind="disqualify") | models.Q(event__isnull=False), name="disqualified_in_an_event"
            ),
            models.CheckConstraint(
                condition=models.Q(lifted_at=None, lifted_by=None)
                | models.Q(lifted_at__isnull=False, lifted_by__isnull=False),
                name="lifted_by_somebody",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} {self.player}"


class Letter(models.Model):
    """Something that a player must be told, in words of the reader's language (tournaments.letterwords)."""

    player = somebody(_("player"), related_name="letters")
    event = models.ForeignKey(
        Event, models.PROTECT, null=True, blank=True, related_name="letters", verbose_name=_("event")
    )
    code = models.CharField(max_length=24)
    text = models.CharField(_("message"), max_length=300, blank=True)
    data = models.JSONField(default=dict)
    at = models.DateTimeField(_("time"), db_default=Now())
    read_at = models.DateTimeField(_("read"), null=True, blank=True)

    class Meta:
        verbose_name = _("message to a player")
        verbose_name_plural = _("messages to players")
        ordering = ["-id"]
        indexes = [models.Index(fields=["player"], condition=models.Q(read_at=None), name="unread_letters")]

    def __str__(self) -> str:
        return f"{self.code} {self.player}"


class Queued(models.Model):
    """Somebody who would come in if there were a place; first come, first served."""

    event = models.ForeignKey(Event, models.PROTECT, related_name="queue", verbose_name=_("event"))
    player = somebody(_("player"), related_name="queued")
    at = models.DateTimeField(_("since"), db_default=Now())

    class Meta:
        verbose_name = _("waiting for a place")
        verbose_name_plural = _("waiting for a place")
        ordering = ["id"]
        constraints = [models.UniqueConstraint(fields=["event", "player"], name="queued_once")]

    def __str__(self) -> str:
        return f"{self.player} · {self.event}"


class Ticket(models.Model):
    """The right of one player to come in. Its code is shown once, when it is made; `digest` is a keyed hash of it.

    Tickets of one `group` (a family, a car, a club's table) say that their holders belong together.
    """

    event = models.ForeignKey(Event, models.PROTECT, related_name="sold", verbose_name=_("event"))
    group = models.CharField(_("group"), max_length=40, blank=True)
    number = models.PositiveIntegerField(_("number"))
    digest = models.CharField(max_length=64, unique=True, editable=False)
    made_by = somebody(_("by"), related_name="+")
    made_at = models.DateTimeField(_("time"), db_default=Now())
    used_by = somebody(_("used by"), related_name="tickets", null=True, blank=True)
    used_at = models.DateTimeField(_("used"), null=True, blank=True)
    withdrawn_at = models.DateTimeField(_("withdrawn"), null=True, blank=True)

    class Meta:
        verbose_name = _("ticket")
        verbose_name_plural = _("tickets")
        ordering = ["event", "number"]
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="one_ticket_a_number"),
            models.UniqueConstraint(
                fields=["event", "used_by"], condition=models.Q(used_by__isnull=False), name="one_ticket_a_player"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.event} {self.number}"


class ActKey(models.Model):
    """The key of a form that was sent: sent twice, it does its act once."""

    key = models.CharField(primary_key=True, max_length=64)
    at = models.DateTimeField(db_default=Now())

    def __str__(self) -> str:
        return self.key
