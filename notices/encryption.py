"""Sealing a notice for one browser: RFC 8291 (Web Push), one record of the `aes128gcm` coding of RFC 8188."""

import base64
import binascii
import secrets
from typing import Final

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

CURVE: Final = ec.SECP256R1()
RECORD_SIZE: Final = 4096
OVERHEAD: Final = 86 + 16 + 1
"""Header, authentication tag and the delimiter of the last record."""
LONGEST: Final = RECORD_SIZE - OVERHEAD
_LAST_RECORD: Final = b"\x02"


class UnusableKey(ValueError):
    """Not a key of a push subscription."""


def seal(
    plain: bytes,
    p256dh: bytes,
    auth: bytes,
    *,
    sender: ec.EllipticCurvePrivateKey | None = None,
    salt: bytes | None = None,
) -> bytes:
    """The body of a push message that the browser alone can read; `sender` and `salt` are drawn unless a test says.

    `p256dh` is the browser's public point (65 bytes), `auth` its secret (16). Raises UnusableKey; ValueError above
    LONGEST bytes.
    """
    if len(plain) > LONGEST:
        raise ValueError(f"{len(plain)} bytes do not fit one record")
    receiver, sender, salt = (
        public_key(p256dh),
        sender or ec.generate_private_key(CURVE),
        salt or secrets.token_bytes(16),
    )
    point = point_of(sender.public_key())
    shared = sender.exchange(ec.ECDH(), receiver)
    secret = _derive(auth, shared, b"WebPush: info\0" + p256dh + point, 32)
    key = _derive(salt, secret, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derive(salt, secret, b"Content-Encoding: nonce\0", 12)
    header = salt + RECORD_SIZE.to_bytes(4) + bytes([len(point)]) + point
    return header + AESGCM(key).encrypt(nonce, plain + _LAST_RECORD, None)


def public_key(point: bytes) -> ec.EllipticCurvePublicKey:
    """The key of an uncompressed point that lies on the curve. Raises UnusableKey."""
    try:
        return ec.EllipticCurvePublicKey.from_encoded_point(CURVE, point)
    except ValueError as error:
        raise UnusableKey("not a point of P-256") from error


def point_of(key: ec.EllipticCurvePublicKey) -> bytes:
    """The uncompressed point, 65 bytes."""
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def to_text(data: bytes) -> str:
    """base64url without padding, as all of Web Push writes it."""
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def from_text(text: str, length: int) -> bytes:
    """The bytes of a base64url text, padded or not. Raises UnusableKey unless there are `length` of them."""
    try:
        data = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError) as error:
        raise UnusableKey("not base64url") from error
    if len(data) != length:
        raise UnusableKey(f"{length} bytes expected")
    return data


def _derive(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt, info).derive(secret)
