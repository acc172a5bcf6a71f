"""What a page answers when something breaks; the interface has its own (yuhuan_site.api)."""

import sys

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string

from yuhuan_site.api import AGAIN_IN_S


def server_error(_request: HttpRequest) -> HttpResponse:
    """`handler500`: 503 while the database does not answer, which passes by itself; else 500, which is our fault.

    Rendered without the request, whose context would ask the database who is there.
    """
    if isinstance(sys.exc_info()[1], OperationalError | InterfaceError):
        page = render_to_string("503.html", {"again_in_s": AGAIN_IN_S})
        return HttpResponse(page, status=503, headers={"Retry-After": str(AGAIN_IN_S)})
    return HttpResponse(render_to_string("500.html"), status=500)
