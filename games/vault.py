"""Seals a live hand's seed with a key that is not in the database, and opens it again.

The hand's id is bound into the seal: a sealed seed moved to another hand does not open.
"""

import base64
import secrets

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from django.conf import settings

_NONCE_BYTES = 12


class SealBroken(Exception):
    """The sealed seed does not open: wrong key, or not this hand's."""


def seal(hand_id: str, seed: bytes) -> bytes:
    """Encrypt 32 bytes for the database."""
    nonce = secrets.token_bytes(_NONCE_BYTES)
    return nonce + _cipher().encrypt(nonce, seed, hand_id.encode())


def unseal(hand_id: str, sealed: bytes) -> bytes:
    """The seed again. Raises SealBroken."""
    data = bytes(sealed)
    try:
        return _cipher().decrypt(data[:_NONCE_BYTES], data[_NONCE_BYTES:], hand_id.encode())
    except InvalidTag as error:
        raise SealBroken(f"the seed of hand {hand_id} does not open with this SEED_KEY") from error


def _cipher() -> AESGCM:
    return AESGCM(base64.urlsafe_b64decode(settings.SEED_KEY))
