"""Which addresses this server posts to. A browser names them, so each is somebody's wish to make us call it.

`settings.PUSH_SERVICES` lists host names (`*.` for any below) that are called over https, on port 443, at public
addresses only. An entry with a scheme is an origin of the operator's own, taken as it is: a push service in the own
network, or one in a test.
"""

import ipaddress
import socket
from typing import Final, NamedTuple
from urllib.parse import SplitResult, urlsplit

from django.conf import settings

LONGEST: Final = 1000
_EMBEDDING: Final = ipaddress.ip_network("64:ff9b::/96")
"""NAT64: an IPv4 address in disguise."""


class Unacceptable(ValueError):
    """An address that this server does not call; the message says why."""


class Target(NamedTuple):
    """Where to connect: `address` is what `host` resolved to at this moment and is not looked up again."""

    scheme: str
    host: str
    port: int
    address: str
    path: str


def vet(endpoint: str) -> SplitResult:
    """The parts of an endpoint of a push service we know. Raises Unacceptable. Looks nothing up."""
    if len(endpoint) > LONGEST or not endpoint.isascii() or not endpoint.isprintable() or " " in endpoint:
        raise Unacceptable("an address of at most 1000 plain characters is expected")
    try:
        parts = urlsplit(endpoint)
        port = parts.port
    except ValueError as error:
        raise Unacceptable("not an address") from error
    if not parts.hostname or not parts.path.strip("/") or "@" in parts.netloc or parts.fragment or "\\" in endpoint:
        raise Unacceptable("not the address of a push subscription")
    if _is_own(parts):
        return parts
    if parts.scheme != "https" or port not in (None, 443):
        raise Unacceptable("push services are called over https on its own port")
    if not any(_matches(parts.hostname, service) for service in settings.PUSH_SERVICES):
        raise Unacceptable("not a push service known here")
    return parts


def locate(endpoint: str) -> Target:
    """Look the host up and check every address it has. Raises Unacceptable, OSError when the name does not resolve."""
    parts = vet(endpoint)
    host = parts.hostname or ""
    port = parts.port or (443 if parts.scheme == "https" else 80)
    found = [str(info[4][0]) for info in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]
    if not _is_own(parts) and not all(is_public(address) for address in found):
        raise Unacceptable(f"{host} has an address that is not public")
    path = parts.path + (f"?{parts.query}" if parts.query else "")
    return Target(parts.scheme, host, port, found[0], path)


def is_public(text: str) -> bool:
    """Whether an IP address is one of the open internet: not ours, not this machine's, nothing inside another."""
    address = ipaddress.ip_address(text.partition("%")[0])
    if isinstance(address, ipaddress.IPv6Address):
        inner = address.ipv4_mapped or address.sixtofour
        if inner is not None:
            return is_public(str(inner))
        if address in _EMBEDDING or address.teredo:
            return False
    return address.is_global and not address.is_multicast


def _is_own(parts: SplitResult) -> bool:
    return f"{parts.scheme}://{parts.netloc}" in settings.PUSH_SERVICES


def _matches(host: str, service: str) -> bool:
    return host.endswith(service[1:]) if service.startswith("*.") else host == service
