"""Seals a live hand's seed with a key that is not in the database, and opens it again.

The first of settings.SEED_KEYS seals; the others are those of before, with which a seed may still be sealed.
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
    return nonce + _cipher(settings.SEED_KEYS[0]).encrypt(nonce, seed, hand_id.encode())


def unseal(hand_id: str, sealed: bytes) -> bytes:
    """The seed again. Raises SealBroken."""
    return _open(hand_id, sealed)[1]


def opened_by(hand_id: str, sealed: bytes) -> int:
    """Which of the keys opens this seed, 0 for the first. Raises SealBroken."""
    return _open(hand_id, sealed)[0]


def _open(hand_id: str, sealed: bytes) -> tuple[int, bytes]:
    data = bytes(sealed)
    for number, key in enumerate(settings.SEED_KEYS):
        try:
            return number, _cipher(key).decrypt(data[:_NONCE_BYTES], data[_NONCE_BYTES:], hand_id.encode())
        except InvalidTag:
            continue
    raise SealBroken(f"the seed of hand {hand_id} opens with no SEED_KEY of this site")


def _cipher(key: str) -> AESGCM:
    return AESGCM(base64.urlsafe_b64decode(key))
