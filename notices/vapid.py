"""The site's name to push services: RFC 8292 (VAPID). Without a key the site sends no notices and offers none."""

import json
import time
from functools import cache
from typing import Final
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from django.conf import settings

from notices.encryption import CURVE, from_text, point_of, to_text

VALID_S: Final = 12 * 3600
"""How long a signature holds; services refuse more than a day."""


def is_configured() -> bool:
    """Whether this site sends notices at all."""
    return bool(settings.VAPID_PRIVATE_KEY)


def public_key() -> str:
    """What a browser is given as `applicationServerKey`; empty without a key."""
    return _public(settings.VAPID_PRIVATE_KEY) if is_configured() else ""


def authorization(endpoint: str) -> str:
    """The Authorization header for a message to this endpoint."""
    parts = urlsplit(endpoint)
    claims = {
        "aud": f"{parts.scheme}://{parts.netloc}",
        "exp": int(time.time()) + VALID_S,
        "sub": settings.VAPID_SUBJECT,
    }
    unsigned = ".".join(to_text(json.dumps(part).encode()) for part in ({"typ": "JWT", "alg": "ES256"}, claims))
    signature = _private(settings.VAPID_PRIVATE_KEY).sign(unsigned.encode(), ec.ECDSA(SHA256()))
    r, s = decode_dss_signature(signature)
    return f"vapid t={unsigned}.{to_text(r.to_bytes(32) + s.to_bytes(32))}, k={public_key()}"


def new_key() -> tuple[str, str]:
    """A fresh private key and its public one, as text."""
    number = ec.generate_private_key(CURVE).private_numbers().private_value
    text = to_text(number.to_bytes(32))
    return text, _public(text)


@cache
def _private(text: str) -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(int.from_bytes(from_text(text, 32)), CURVE)


@cache
def _public(text: str) -> str:
    return to_text(point_of(_private(text).public_key()))
