"""The sockets of events."""

from django.urls import path

from tournaments.consumers import EventConsumer

websocket_urlpatterns = [path("ws/events/<str:slug>/", EventConsumer.as_asgi())]
