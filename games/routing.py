"""The sockets of tables."""

from django.urls import path

from games.consumers import TableConsumer

websocket_urlpatterns = [path("ws/tables/<str:table_id>/", TableConsumer.as_asgi())]
