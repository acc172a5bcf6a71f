"""The way to a friends' table: a link, and the same as a QR code."""

from ipaddress import ip_address
from typing import NamedTuple
from urllib.parse import urlsplit

import segno
from django.conf import settings
from django.http import HttpRequest
from django.utils.safestring import SafeString, mark_safe


class Invitation(NamedTuple):
    """`svg`: the link as a QR code. `here_only`: the link leads to the reader's own computer, where no phone gets."""

    link: str
    svg: SafeString
    here_only: bool


def invitation(request: HttpRequest, path: str) -> Invitation:
    """The invitation to a page of this site."""
    link = request.build_absolute_uri(path)
    here = urlsplit(link)
    host = here.hostname or ""
    outside = _lan_host() if _is_loopback(host) else None
    if outside is not None:
        link = here._replace(netloc=f"{outside}:{here.port}" if here.port else outside).geturl()
    svg = segno.make(link, micro=False, error="m").svg_inline(omitsize=True, border=4, dark="#10231d", light="#fff")
    return Invitation(link, mark_safe(svg), _is_loopback(host) and outside is None)  # noqa: S308 (made above)


def _lan_host() -> str | None:
    """The address by which `make run` lets the local network in, if it does (it is among the allowed hosts then)."""
    return next((host for host in settings.ALLOWED_HOSTS if _is_address(host) and not _is_loopback(host)), None)


def _is_loopback(host: str) -> bool:
    host = host.strip("[]")
    return host == "localhost" or (_is_address(host) and ip_address(host).is_loopback)


def _is_address(host: str) -> bool:
    try:
        return bool(ip_address(host.strip("[]")))
    except ValueError:
        return False
