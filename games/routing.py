"""The sockets of tables."""

from django.urls import path

from games import converters  # noqa: F401 (brings <id:…>)
from games.consumers import TableConsumer

websocket_urlpatterns = [path("ws/tables/<id:table_id>/", TableConsumer.as_asgi())]
