"""The content security policy: nothing from other hosts, no inline script or style. The admin alone has another one."""

from collections.abc import Awaitable, Callable

from asgiref.sync import iscoroutinefunction, markcoroutinefunction
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase

_FIXED = (
    "default-src 'self'; script-src 'self'{script}; style-src 'self'{style}; img-src 'self' data:; font-src 'self'; "
    "object-src 'none'; base-uri 'self'; form-action 'self'; frame-ancestors 'none'; connect-src 'self'"
)
_SITE = _FIXED.format(script="", style="")
# The admin's theme runs on Alpine, which makes functions of the attributes in its own templates, and binds `style`
# attributes (docs/operating.md). Still no script but our files, and no style element in the page.
_ADMIN = _FIXED.format(script=" 'unsafe-eval'", style="; style-src-attr 'unsafe-inline'")


class ContentSecurityPolicyMiddleware:
    """Adds the header. Sockets are named beside 'self', which does not cover them in older browsers."""

    sync_capable = True
    async_capable = True

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase | Awaitable[HttpResponseBase]]) -> None:
        self.get_response = get_response
        if iscoroutinefunction(get_response):
            markcoroutinefunction(self)

    def __call__(self, request: HttpRequest) -> HttpResponseBase | Awaitable[HttpResponseBase]:
        if iscoroutinefunction(self):
            return self._later(request)
        response = self.get_response(request)
        return self._add(request, response)  # type: ignore[arg-type]

    async def _later(self, request: HttpRequest) -> HttpResponseBase:
        return self._add(request, await self.get_response(request))  # type: ignore[misc]

    @staticmethod
    def _add(request: HttpRequest, response: HttpResponse) -> HttpResponse:
        host = request.META.get("HTTP_HOST", "")
        sockets = f" ws://{host} wss://{host}" if _is_plain(host) else ""
        policy = _ADMIN if _is_admin(request) else _SITE
        response.headers.setdefault("Content-Security-Policy", policy + sockets)
        return response


def _is_admin(request: HttpRequest) -> bool:
    """By the view that answered, not by the look of the address."""
    match = request.resolver_match
    return match is not None and match.namespaces == ["admin"]


def _is_plain(host: str) -> bool:
    """A host[:port] without anything that could end a directive."""
    return bool(host) and all(c.isalnum() or c in ".-:[]" for c in host) and host.isascii()
