"""The ASGI application: pages by Django, sockets by the apps' consumers."""

import os
import warnings

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "yuhuan_site.settings")
# WhiteNoise reads static files synchronously; true, harmless, and said once a file.
warnings.filterwarnings("ignore", message="StreamingHttpResponse must consume synchronous iterators")
django_application = get_asgi_application()

from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402 (after django.setup)

from yuhuan_site.sockets import guarded, routes  # noqa: E402

application = ProtocolTypeRouter({"http": django_application, "websocket": guarded(URLRouter(routes()))})
