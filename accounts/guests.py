"""Guests, their recovery codes, the programs' tokens, and the step from guest to named player."""

import hashlib
import secrets
from collections.abc import Sequence
from typing import Final, NamedTuple

from django.contrib.auth import login
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import IntegrityError, connection, transaction
from django.db.models import F
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import nicknames
from accounts.ended import tell_sockets
from accounts.models import Player, Token
from accounts.nicknames import MalformedNickname

CODE_ALPHABET: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # Crockford's: no I, L, O, U
CODE_LENGTH: Final = 26  # 130 bits
TOKEN_PREFIX: Final = "yh_"  # noqa: S105 (tells what it is, opens nothing)
BACKEND: Final = "django.contrib.auth.backends.ModelBackend"
NAME_TRIES: Final = 20


class NewGuest(NamedTuple):
    """A guest just made. `token` and `recovery_code` are shown once and stored only as digests."""

    player: Player
    token: str
    recovery_code: str


class Taken(ValueError):
    """Somebody else has this name."""


def create_guest(nickname: str | None = None) -> NewGuest:
    """Make a guest with a token and a recovery code.

    Without a nickname one is made up; one that is taken gets a number behind it, so the stored nickname may differ.
    Raises MalformedNickname.
    """
    wanted = nicknames.clean(nickname) if nickname else nicknames.made_up()
    code = new_code()
    with transaction.atomic():
        player = _save_named(wanted, recovery_digest=digest(normal_code(code)))
        return NewGuest(player, create_token(player), code)


def create_bot() -> Player:
    """Make a bot; its nickname says what it is, and no person may take such a name."""
    return _save_named(nicknames.BOT_PREFIX + nicknames.made_up(), is_bot=True)


def log_in(request: HttpRequest, player: Player) -> None:
    """Make the player the one of this browser, under a new session key (no session fixation)."""
    login(request, player, backend=BACKEND)
    request.session.cycle_key()


def enter_as_guest(request: HttpRequest, nickname: str | None = None) -> NewGuest:
    """Make a guest and log this browser in as it. Raises MalformedNickname."""
    guest = create_guest(nickname)
    log_in(request, guest.player)
    return guest


def recover(code: str) -> Player | None:
    """The player this recovery code belongs to, None for every other text. Callers limit the tries."""
    player = Player.objects.filter(recovery_digest=digest(normal_code(code)), is_active=True, is_bot=False)
    return player.first()


def replace_recovery_code(player: Player) -> str:
    """A fresh recovery code, shown once; the one before no longer works."""
    code = new_code()
    Player.objects.filter(pk=player.pk).update(recovery_digest=digest(normal_code(code)))
    return code


def rename(player: Player, nickname: str) -> Player:
    """Give the player another nickname. Raises MalformedNickname, Taken."""
    player.nickname = nicknames.clean(nickname)
    try:
        with transaction.atomic():
            player.save(update_fields=["nickname", "nickname_key"])
    except IntegrityError as error:
        raise Taken(_("Another player has a nickname that looks like this one.")) from error
    return player


def claim(player: Player, username: str, password: str) -> Player:
    """Give a guest a username and a password; everything else stays. The caller logs in again (new session key).

    Raises django's ValidationError for an unusable username or password, Taken.
    """
    if not player.is_guest or player.is_bot:
        raise ValidationError(_("This player has a username already."))
    username = Player._meta.get_field("username").clean(Player.normalize_username(username.strip()), player)
    player.username, player.is_guest = username, False
    validate_password(password, player)
    player.set_password(password)
    if Player.objects.filter(username__iexact=username).exclude(pk=player.pk).exists():
        raise Taken(_("This username is taken."))
    try:
        with transaction.atomic():
            player.save(update_fields=["username", "is_guest", "password"])
    except IntegrityError as error:
        raise Taken(_("This username is taken.")) from error
    return player


def end_all_sessions(player: Player) -> None:
    """Log the player out everywhere: browsers and sockets."""
    Player.objects.filter(pk=player.pk).update(session_version=F("session_version") + 1)
    player.refresh_from_db(fields=["session_version"])
    tell_sockets(player.pk)


def create_token(player: Player, name: str = "") -> str:
    """A bearer token for a program, shown once."""
    token = TOKEN_PREFIX + secrets.token_urlsafe(32)
    Token.objects.create(player=player, name=name[:40], digest=digest(token))
    return token


def revoke_token(player: Player, token_id: int) -> bool:
    """End one token of this player; False when the player has no such living token."""
    living = Token.objects.filter(player=player, pk=token_id, revoked_at=None)
    revoked = bool(living.update(revoked_at=timezone.now()))
    if revoked:
        tell_sockets(player.pk)
    return revoked


def player_of_token(token: str) -> Player | None:
    """The active player a token speaks for."""
    return players_of_tokens([token]).get(token)


def players_of_tokens(tokens: Sequence[str]) -> dict[str, Player]:
    """Those of these tokens that speak for an active player, in one query."""
    digests = {digest(token): token for token in tokens}
    if not digests:
        return {}
    return {digests[player.digest]: player for player in Player.objects.raw(_SPEAKERS, [list(digests)])}


def owners_of_tokens(tokens: Sequence[str]) -> dict[str, str]:
    """As `players_of_tokens`, their ids alone."""
    digests = {digest(token): token for token in tokens}
    if not digests:
        return {}
    with connection.cursor() as cursor:
        cursor.execute(_OWNERS, [list(digests)])
        return {digests[found]: player_id for found, player_id in cursor.fetchall()}


# In plain SQL, for every call begins with it: to make the sentence anew would take several times as long as to ask it.
_LIVING: Final = """FROM accounts_token AS token
    JOIN accounts_player AS player ON player.id = token.player_id AND player.is_active
    WHERE digest = ANY(%s) AND revoked_at IS NULL"""
_SPEAKERS: Final = f"SELECT player.*, digest {_LIVING}"
_OWNERS: Final = f"SELECT digest, player.id {_LIVING}"


def new_code() -> str:
    """A recovery code in groups of five, for reading aloud and typing."""
    code = "".join(secrets.choice(CODE_ALPHABET) for _ in range(CODE_LENGTH))
    return "-".join(code[start : start + 5] for start in range(0, CODE_LENGTH, 5))


def normal_code(code: str) -> str:
    """What people type, made regular: case, hyphens, spaces, and the letters the alphabet leaves out."""
    plain = "".join(code.upper().split()).replace("-", "")
    return plain.translate(str.maketrans("OIL", "011"))


def digest(secret: str) -> str:
    """SHA-256; enough, for secrets of 128 bits and more."""
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()


def _save_named(nickname: str, **fields: object) -> Player:
    for _attempt in range(NAME_TRIES):
        player = Player(nickname=nickname, **fields)
        player.set_unusable_password()
        try:
            with transaction.atomic():
                player.save(force_insert=True)
            return player
        except IntegrityError:
            if not Player.objects.filter(nickname_key=player.nickname_key).exists():
                raise
            nickname = nicknames.numbered(player.nickname)
    raise MalformedNickname(_("This nickname is taken."))
