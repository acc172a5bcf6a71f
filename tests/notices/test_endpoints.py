"""Whom the server may be made to call: nobody but push services on the open internet."""

import socket

import pytest

from notices import endpoints
from notices.endpoints import Unacceptable


@pytest.mark.parametrize(
    "endpoint",
    [
        "https://fcm.googleapis.com/fcm/send/abc:def-_",
        "https://updates.push.services.mozilla.com/wpush/v2/gAAA",
        "https://wns2-by3p.notify.windows.com/w/?token=abc",
        "https://web.push.apple.com/QGuQ",
        "https://web.push.apple.com:443/QGuQ",
    ],
)
def test_the_services_of_the_browsers_are_known(endpoint: str) -> None:
    assert endpoints.vet(endpoint).hostname


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://fcm.googleapis.com/fcm/send/abc",
        "https://fcm.googleapis.com:8443/fcm/send/abc",
        "https://fcm.googleapis.com/",
        "https://user@fcm.googleapis.com/a",
        "https://fcm.googleapis.com@127.0.0.1/a",
        "https://fcm.googleapis.com.evil.example/a",
        "https://evilfcm.googleapis.com.example/a",
        "https://notify.windows.com.evil.example/a",
        "https://fcm.googleapis.com#@127.0.0.1/a",
        "https://127.0.0.1\\@fcm.googleapis.com/a",
        "https://fcm.googleapis.com/a b",
        "https://fcm.googleapis.com/a\r\nHost: x",
        "https://fcm.googleapis.com/" + "a" * 1000,
        "https://127.0.0.1/a",
        "https://[::1]/a",
        "https://localhost/a",
        "https://169.254.169.254/latest/meta-data",
        "file:///etc/passwd",
        "gopher://fcm.googleapis.com/a",
        "https://fcm.googleapis.com:x/a",
        "",
    ],
)
def test_nothing_else_is_called(endpoint: str) -> None:
    with pytest.raises(Unacceptable):
        endpoints.vet(endpoint)


def test_an_origin_of_the_operators_own_is_taken_as_it_is(settings) -> None:
    settings.PUSH_SERVICES = ["http://127.0.0.1:9"]
    assert endpoints.locate("http://127.0.0.1:9/a?b=c") == ("http", "127.0.0.1", 9, "127.0.0.1", "/a?b=c")
    for other in ("http://127.0.0.1:10/a", "https://127.0.0.1:9/a", "http://127.0.0.1/a"):
        with pytest.raises(Unacceptable):
            endpoints.vet(other)


@pytest.mark.parametrize(
    ("address", "public"),
    [
        ("8.8.8.8", True),
        ("2a00:1450:4001:81b::200a", True),
        ("127.0.0.1", False),
        ("10.1.2.3", False),
        ("172.16.0.1", False),
        ("192.168.1.1", False),
        ("169.254.169.254", False),
        ("100.64.0.1", False),
        ("0.0.0.0", False),
        ("224.0.0.1", False),
        ("255.255.255.255", False),
        ("::1", False),
        ("::", False),
        ("fe80::1%eth0", False),
        ("fd00::1", False),
        ("::ffff:127.0.0.1", False),
        ("::ffff:10.0.0.1", False),
        ("2002:7f00:1::", False),
        ("64:ff9b::7f00:1", False),
        ("ff02::1", False),
    ],
)
def test_only_addresses_of_the_open_internet_are_public(address: str, public: bool) -> None:
    assert endpoints.is_public(address) is public


@pytest.mark.parametrize("private", ["127.0.0.1", "10.0.0.7", "::1"])
def test_a_known_name_that_leads_inside_is_not_called(private: str, settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """One private address among public ones is enough: the next connection might take it."""
    settings.PUSH_SERVICES = ["push.example"]
    found = [(0, 0, 0, "", (address, 443)) for address in ("8.8.8.8", private)]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_args, **_options: found)
    with pytest.raises(Unacceptable, match="not public"):
        endpoints.locate("https://push.example/a")


def test_the_address_that_was_checked_is_the_one_that_is_called(settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """A name that changes its mind between the check and the call changes nothing."""
    settings.PUSH_SERVICES = ["push.example"]
    asked: list[str] = []

    def resolve(host: str, *_args: object, **_options: object) -> list[tuple[object, ...]]:
        asked.append(host)
        return [(0, 0, 0, "", ("8.8.8.8" if len(asked) == 1 else "127.0.0.1", 443))]

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    assert endpoints.locate("https://push.example/a").address == "8.8.8.8"
    assert asked == ["push.example"]
