"""Pages of the site's front, of the zone and of events."""

from django.urls import include, path

from games import converters  # noqa: F401 (registers <id:>)
from tournaments import draws_views, friends_views, offline_views, people_views, results_views, views

_room = [
    path("", views.event, name="event"),
    path("me/", views.me, name="me"),
    path("ranking/", views.ranking, name="ranking"),
    path("enter/", views.enter, name="enter"),
    path("start/", views.start, name="start"),
    path("stop/", views.stop, name="stop"),
    path("leave/", people_views.leave, name="leave"),
    path("results/", results_views.results, name="results"),
    path("results.txt", results_views.text, name="result_text"),
    path("results/exports/", results_views.exports, name="exports"),
    path("results/<slug:kind>/", results_views.export, name="export"),
    path("certificate/<id:player_id>/", results_views.certificate, name="certificate"),
    path("screen/", results_views.screen, name="screen"),
    path("offline/", offline_views.open_table, name="offline_open"),
    path("draws/", draws_views.draws, name="draws"),
    path("draws/<int:number>.json", draws_views.draw, name="draw"),
]

_friends = [
    path("", friends_views.friends, name="friends"),
    path("<slug:slug>/", friends_views.room, name="friends_room"),
    path("<slug:slug>/people/", friends_views.people, name="friends_people"),
    path("<slug:slug>/join/", friends_views.join, name="friends_join"),
    path("<slug:slug>/leave/", friends_views.leave, name="friends_leave"),
    path("<slug:slug>/remove/", friends_views.remove, name="friends_remove"),
    path("<slug:slug>/open/", friends_views.open_table, name="friends_open"),
]

_offline = [
    path("tables/", offline_views.tables, name="offline_tables"),
    path("<id:table_id>/", offline_views.table, name="offline_table"),
    path("<id:table_id>/now/", offline_views.now, name="offline_now"),
    path("<id:table_id>/sit/", offline_views.sit, name="offline_sit"),
    path("<id:table_id>/up/", offline_views.get_up, name="offline_up"),
    path("<id:table_id>/enter/", offline_views.enter_hand, name="offline_enter"),
    path("<id:table_id>/take/<int:seat>/", offline_views.take, name="offline_take"),
    path("<id:table_id>/<int:hand_id>/answer/", offline_views.answer, name="offline_answer"),
    path("<id:table_id>/<int:hand_id>/back/", offline_views.take_back, name="offline_back"),
    path("<id:table_id>/close/", offline_views.close, name="offline_close"),
]

_people = [
    path("letters/<int:letter_id>/read/", people_views.read, name="letter_read"),
    path("players/<id:player_id>/report/", people_views.report, name="report"),
]

_named = [
    path("events/<slug:slug>/", include(_room)),
    path("friends/", include(_friends)),
    path("offline/", include(_offline)),
    *_people,
]

urlpatterns = [
    path("", views.home, name="home"),
    path("zone/", views.zone, name="zone"),
    path("", include((_named, "tournaments"))),
]
