"""The sockets of tables."""

from django.urls import path, register_converter

from games.consumers import TableConsumer
from games.converters import IdConverter

register_converter(IdConverter, "id")

websocket_urlpatterns = [path("ws/tables/<id:table_id>/", TableConsumer.as_asgi())]
