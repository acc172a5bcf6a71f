"""People (and bots): one row each, whether guest or named; and the tokens of their programs."""

from typing import Any, ClassVar

from django.contrib.auth.models import AbstractUser, UserManager
from django.db import models
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _

from accounts.ended import tell_sockets
from accounts.ids import new_id
from accounts.nicknames import MAX_BYTES, unique_key


class PlayerManager(UserManager["Player"]):
    """Accounts made outside the site's pages (createsuperuser) are named players: their nickname is the username."""

    def _create_user(self, username: str, email: str | None, password: str | None, **fields: Any) -> "Player":
        fields.setdefault("nickname", username)
        fields.setdefault("is_guest", False)
        return super()._create_user(username, email, password, **fields)  # type: ignore[misc, no-any-return]


class Player(AbstractUser):
    """Whoever sits at a table. A guest's `username` is its id and its password unusable; both may be set later.

    `nickname_key` is what two players may not share (accounts.nicknames). `recovery_digest` is the SHA-256 of the
    recovery code, which is stored nowhere. `preferences` are those of accounts.preferences. Raising `session_version` ends every session and socket of the player.
    """

    first_name = None  # type: ignore[assignment]
    last_name = None  # type: ignore[assignment]

    id = models.CharField(primary_key=True, max_length=12, default=new_id, editable=False)
    nickname = models.CharField(_("nickname"), max_length=MAX_BYTES)
    nickname_key = models.CharField(max_length=2 * MAX_BYTES, unique=True, editable=False)
    is_guest = models.BooleanField(_("guest"), default=True, help_text=_("Has no username and password yet."))
    is_bot = models.BooleanField(_("bot"), default=False, editable=False)
    recovery_digest = models.CharField(max_length=64, null=True, unique=True, editable=False)
    preferences = models.JSONField(default=dict, blank=True, editable=False)
    session_version = models.PositiveIntegerField(default=0, editable=False)

    objects: ClassVar[PlayerManager] = PlayerManager()

    REQUIRED_FIELDS: ClassVar[list[str]] = []

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        constraints = [
            models.CheckConstraint(condition=~models.Q(nickname=""), name="nickname_not_empty"),
            models.CheckConstraint(condition=~models.Q(is_bot=True, is_staff=True), name="no_bot_organises"),
        ]

    def __str__(self) -> str:
        return self.nickname

    def save(self, *args: Any, **kwargs: Any) -> None:
        self.nickname_key = unique_key(self.nickname)
        if not self.username:
            self.username = self.id
        ends_sessions = self._password is not None and not self._state.adding  # a new password has just been set
        super().save(*args, **kwargs)
        if ends_sessions:
            tell_sockets(self.pk)

    def get_full_name(self) -> str:
        return self.nickname

    def get_short_name(self) -> str:
        return self.nickname

    def _get_session_auth_hash(self, secret: str | None = None) -> str:
        """Django ends a session whose hash differs: so does a new password, and so does `session_version`."""
        return salted_hmac(
            "accounts.models.Player.session", f"{self.password}:{self.session_version}", secret, algorithm="sha256"
        ).hexdigest()


class Token(models.Model):
    """A program's bearer token. The token itself is shown once; `digest` is its SHA-256."""

    player = models.ForeignKey(Player, models.CASCADE, related_name="tokens", verbose_name=_("player"))
    name = models.CharField(_("name"), max_length=40, blank=True)
    digest = models.CharField(max_length=64, unique=True, editable=False)
    created_at = models.DateTimeField(_("created"), auto_now_add=True)
    revoked_at = models.DateTimeField(_("revoked"), null=True, blank=True)

    class Meta:
        verbose_name = _("token")
        verbose_name_plural = _("tokens")
        ordering = ["-created_at"]

    def __str__(self) -> str:
        return self.name or f"{self.player} {self.created_at:%Y-%m-%d}"
