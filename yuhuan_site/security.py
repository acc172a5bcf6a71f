"""The content security policy: nothing from other hosts, no inline script or style."""

from collections.abc import Awaitable, Callable

from asgiref.sync import iscoroutinefunction, markcoroutinefunction
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase

_FIXED = (
    "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "object-src 'none'; base-uri 'self'; form-action 'self'; frame-ancestors 'none'; connect-src 'self'"
)


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
        response.headers.setdefault("Content-Security-Policy", _FIXED + sockets)
        return response


def _is_plain(host: str) -> bool:
    """A host[:port] without anything that could end a directive."""
    return bool(host) and all(c.isalnum() or c in ".-:[]" for c in host) and host.isascii()
