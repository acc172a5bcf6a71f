"""The ASGI application: pages by Django, sockets by the apps' consumers."""

import logging
import os
import warnings

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "yuhuan_site.settings")
# WhiteNoise reads static files synchronously; true, harmless, and said once a file.
warnings.filterwarnings("ignore", message="StreamingHttpResponse must consume synchronous iterators")
# A handshake refused with 401 or 403 is answered, not forgotten; a frame that is no text is closed with 1007. uvicorn
# calls all of it an error, the last with a traceback.
ANSWERED = ("ASGI callable returned without completing handshake", "Invalid UTF-8 sequence received")
logging.getLogger("uvicorn.error").addFilter(lambda record: not record.getMessage().startswith(ANSWERED))
pages = get_asgi_application()

# These need Django set up.
from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402
from django.urls import re_path  # noqa: E402

import games.routing  # noqa: E402
import tournaments.routing  # noqa: E402
from accounts.identity import IdentityMiddleware  # noqa: E402
from yuhuan_site.lifespan import WithPulse  # noqa: E402
from yuhuan_site.unrouted import no_such_socket  # noqa: E402

sockets = URLRouter(
    [
        *games.routing.websocket_urlpatterns,
        *tournaments.routing.websocket_urlpatterns,
        re_path("", no_such_socket),
    ]
)
application = WithPulse(ProtocolTypeRouter({"http": pages, "websocket": IdentityMiddleware(sockets)}))
