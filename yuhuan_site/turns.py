"""How many requests are worked on at once in a process; the others wait in line, in their threads, without a connection.

More at once would not be quicker: they share one interpreter. Each would hold a connection for longer, the pool would run
dry, and sockets, which need connections too, would fall silent. A request's body is here before it waits, and its answer
goes out after its turn: a slow line keeps nobody.
"""

import threading
from collections.abc import Callable
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse

ALWAYS: Final = frozenset({"/healthz", "/metrics", "/readyz"})
"""What machines ask to see whether this process lives."""


class TurnsMiddleware:
    """First of all middlewares: nothing has asked the database yet."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        self.turns = threading.BoundedSemaphore(settings.REQUESTS_AT_ONCE)

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.path in ALWAYS:
            return self.get_response(request)
        with self.turns:
            return self.get_response(request)
