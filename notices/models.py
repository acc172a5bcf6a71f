"""Browsers that want to be told."""

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils.translation import gettext_lazy as _


class PushSubscription(models.Model):
    """One browser of one player, as its push service knows it.

    `endpoint` is a capability: whoever knows it and our key can address this browser, so it is shown to nobody.
    `session_version` is the player's at the time: ending all sessions ends the notices too. `failures` counts
    notices that could not be delivered, in a row.
    """

    class Topic(models.TextChoices):
        START = "start", _("an event starts")
        SEATED = "seated", _("you are seated")
        TURN = "turn", _("it is your turn")

    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="push_subscriptions")
    endpoint = models.CharField(max_length=1000, unique=True)
    p256dh = models.CharField(max_length=88)
    auth = models.CharField(max_length=24)
    topics = ArrayField(models.CharField(max_length=8, choices=Topic))
    language = models.CharField(max_length=8)
    session_version = models.PositiveIntegerField()
    failures = models.PositiveSmallIntegerField(default=0)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("push subscription")
        verbose_name_plural = _("push subscriptions")

    def __str__(self) -> str:
        return f"{self.player_id} {self.created_at:%Y-%m-%d}"
