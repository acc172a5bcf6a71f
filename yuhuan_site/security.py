"""What browsers are told with every answer: a content security policy, nothing kept in caches, nothing of the device.

Nothing comes from other hosts, no script or style is inline, and no text becomes markup unlooked at (Trusted Types).
The admin alone has another policy (docs/operating.md).
"""

from collections.abc import Callable
from typing import Final

from django.http import HttpRequest, HttpResponse

_FIXED = (
    "default-src 'none'; script-src 'self'{script}; style-src 'self'{style}; img-src 'self' data:; font-src 'self'; "
    "manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; {types}"
    "connect-src 'self'"
)
_TYPES = "require-trusted-types-for 'script'; trusted-types {policies}; "
# htmx makes elements of the server's fragments, by the one policy of js/pages/trusted.js.
_PAGE = _FIXED.format(script="", style="", types=_TYPES.format(policies="default"))
WITHOUT_HTMX = _FIXED.format(script="", style="", types=_TYPES.format(policies="'none'"))
# The API's document is shown by Swagger UI, which makes markup of text by DOMPurify and without (templates/ninja).
_API_DOCUMENT = _FIXED.format(script="", style="", types=_TYPES.format(policies="default dompurify"))
# The admin's theme runs on Alpine, which makes functions of the attributes in its own templates, and binds `style`
# attributes (docs/operating.md). Still no script but our files, and no style element in the page.
_ADMIN = _FIXED.format(script=" 'unsafe-eval'", style="; style-src-attr 'unsafe-inline'", types="")
VIEWS_WITHOUT_HTMX: Final = frozenset({"games:table", "tournaments:certificate", "offline", "worker"})
_PERMISSIONS = "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()"
_KEPT_BY_NOBODY = "private, no-store"


class SecurityHeadersMiddleware:
    """Adds the headers. Sockets are named beside 'self', which does not cover them in older browsers.

    Whatever does not say itself how long it may be kept is kept nowhere: nearly every page shows whose it is.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        host = request.META.get("HTTP_HOST", "")
        sockets = f" ws://{host} wss://{host}" if _is_plain(host) else ""
        response.headers.setdefault("Content-Security-Policy", _policy(request) + sockets)
        response.headers.setdefault("Permissions-Policy", _PERMISSIONS)
        response.headers.setdefault("Cache-Control", _KEPT_BY_NOBODY)
        return response


def _policy(request: HttpRequest) -> str:
    """By the view that answered, not by the look of the address."""
    match = request.resolver_match
    if match is not None and match.namespaces == ["admin"]:
        return _ADMIN
    if match is not None and match.view_name == "api:openapi-view":
        return _API_DOCUMENT
    return WITHOUT_HTMX if match is not None and match.view_name in VIEWS_WITHOUT_HTMX else _PAGE


def _is_plain(host: str) -> bool:
    """A host[:port] without anything that could end a directive."""
    return bool(host) and all(c.isalnum() or c in ".-:[]" for c in host) and host.isascii()
