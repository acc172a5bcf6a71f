"""The ASGI application: pages by Django, sockets by the apps' consumers."""

import logging
import os
import warnings

import django
from asgiref.sync import sync_to_async
from django.core.handlers.asgi import ASGIHandler

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "yuhuan_site.settings")
# WhiteNoise reads static files synchronously; true, harmless, and said once a file.
warnings.filterwarnings("ignore", message="StreamingHttpResponse must consume synchronous iterators")
# A handshake refused with 401 or 403 is answered, not forgotten; a frame that is no text is closed with 1007. uvicorn
# calls all of it an error, the last with a traceback.
ANSWERED = ("ASGI callable returned without completing handshake", "Invalid UTF-8 sequence received")
logging.getLogger("uvicorn.error").addFilter(lambda record: not record.getMessage().startswith(ANSWERED))
django.setup(set_prefix=False)

# These need Django set up.
from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402
from django.urls import re_path  # noqa: E402

import games.routing  # noqa: E402
import tournaments.routing  # noqa: E402
from accounts.identity import IdentityMiddleware  # noqa: E402
from yuhuan_site.lifespan import WithPulse  # noqa: E402
from yuhuan_site.unrouted import no_such_socket  # noqa: E402


class Pages(ASGIHandler):
    """A request goes into its thread once and comes back with its answer: all middlewares and views are synchronous.

    Where a middleware could be either, Django would have it wait in the loop for each of its halves in the thread.
    """

    def load_middleware(self, is_async: bool = False) -> None:
        super().load_middleware(is_async=False)
        self._middleware_chain = sync_to_async(self._middleware_chain)


pages = Pages()
sockets = URLRouter(
    [
        *games.routing.websocket_urlpatterns,
        *tournaments.routing.websocket_urlpatterns,
        re_path("", no_such_socket),
    ]
)
application = WithPulse(ProtocolTypeRouter({"http": pages, "websocket": IdentityMiddleware(sockets)}))
