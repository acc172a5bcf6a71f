"""Sealing and signing against the standards' own example and an implementation that is not ours."""

import base64
import json
import time

import http_ece
import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256

from notices import encryption, vapid
from notices.encryption import UnusableKey, from_text, seal, to_text
from tests.notices.far_browser import Browser

# RFC 8291, appendix A.
PLAIN = b"When I grow up, I want to be a watermelon"
SENDER = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
P256DH = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
AUTH, SALT = "BTBZMqHH6r4Tts7J_aSIgg", "DGv6ra1nlYgDCS1FRnbzlw"
SEALED = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A"
    "_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
)


def test_the_example_of_the_standard_is_sealed_as_the_standard_says() -> None:
    sender = ec.derive_private_key(int.from_bytes(from_text(SENDER, 32)), encryption.CURVE)
    body = seal(PLAIN, from_text(P256DH, 65), from_text(AUTH, 16), sender=sender, salt=from_text(SALT, 16))
    assert to_text(body) == SEALED


@pytest.mark.parametrize("size", [0, 1, 200, encryption.LONGEST])
def test_what_is_sealed_is_opened_by_its_browser_alone(size: int) -> None:
    browser, other = Browser(), Browser()
    plain = bytes(size)
    body = seal(plain, from_text(browser.p256dh, 65), browser.secret)
    assert len(body) <= encryption.RECORD_SIZE
    key = {"private_key": browser.key, "auth_secret": browser.secret, "version": "aes128gcm"}
    assert http_ece.decrypt(body, **key) == plain
    with pytest.raises(http_ece.ECEException):
        http_ece.decrypt(body, **{**key, "private_key": other.key})


def test_two_messages_share_neither_salt_nor_key() -> None:
    browser = Browser()
    bodies = [seal(b"same", from_text(browser.p256dh, 65), browser.secret) for _ in range(2)]
    assert bodies[0][:16] != bodies[1][:16]
    assert bodies[0][21:86] != bodies[1][21:86]


def test_more_than_a_record_is_refused() -> None:
    browser = Browser()
    with pytest.raises(ValueError, match="do not fit"):
        seal(bytes(encryption.LONGEST + 1), from_text(browser.p256dh, 65), browser.secret)


@pytest.mark.parametrize("text", ["", "AAAA", "!" * 87, to_text(b"\x04" + bytes(64)), "é" * 87])
def test_what_is_no_point_of_the_curve_is_no_key(text: str) -> None:
    with pytest.raises(UnusableKey):
        encryption.public_key(from_text(text, 65))


def test_the_site_signs_for_one_service_and_half_a_day(settings) -> None:
    private, public = vapid.new_key()
    settings.VAPID_PRIVATE_KEY, settings.VAPID_SUBJECT = private, "mailto:organiser@mahjong.example"
    header = vapid.authorization("https://push.example:8443/abc?d")
    token, key = header.removeprefix("vapid t=").split(", k=")
    assert key == public == vapid.public_key()
    head, claims, signature = token.split(".")
    assert json.loads(_bytes(head)) == {"typ": "JWT", "alg": "ES256"}
    said = json.loads(_bytes(claims))
    assert said["aud"] == "https://push.example:8443"
    assert said["sub"] == "mailto:organiser@mahjong.example"
    assert 3600 < said["exp"] - time.time() < 24 * 3600
    verifier = encryption.public_key(from_text(public, 65))
    raw = from_text(signature, 64)
    der = encode_dss_signature(int.from_bytes(raw[:32]), int.from_bytes(raw[32:]))
    verifier.verify(der, f"{head}.{claims}".encode(), ec.ECDSA(SHA256()))
    with pytest.raises(InvalidSignature):
        verifier.verify(der, f"{head}.{claims}x".encode(), ec.ECDSA(SHA256()))


def _bytes(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
