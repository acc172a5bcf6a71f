"""Pages of the site's front, of the zone and of events."""

from django.urls import include, path

from tournaments import views

_room = [
    path("", views.event, name="event"),
    path("me/", views.me, name="me"),
    path("ranking/", views.ranking, name="ranking"),
    path("enter/", views.enter, name="enter"),
    path("start/", views.start, name="start"),
    path("stop/", views.stop, name="stop"),
]

urlpatterns = [
    path("", views.home, name="home"),
    path("zone/", views.zone, name="zone"),
    path("events/<slug:slug>/", include((_room, "tournaments"))),
]
