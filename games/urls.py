"""Pages of tables and hands."""

from django.urls import path

from games import converters, learning, pages, views  # noqa: F401 (converters brings <id:…>)

app_name = "games"
urlpatterns = [
    path("tables/<id:table_id>/", views.table, name="table"),
    path("hands/<id:hand_id>/", views.replay, name="replay"),
    path("hands/<id:hand_id>/sheet/", views.sheet, name="sheet"),
    path("hands/<id:hand_id>/record.jsonl", views.record, name="record"),
    path("tables/<id:table_id>/records.jsonl", views.records, name="records"),
    path("hands/<id:hand_id>/steps.json", views.steps, name="steps"),
    path("players/<id:player_id>/", pages.profile, name="profile"),
    path("players/<id:player_id>/hands/", views.history, name="history"),
    path("rules/", views.rules, name="rules"),
    path("calculator/", pages.calculate, name="calculator"),
    path("learn/", learning.learn, name="learn"),
    path("fair/", pages.fair, name="fair"),
    path("fair/check_hand.py", pages.check_hand, name="check_hand"),
    path("help/", pages.manual, name="help"),
    path("terms/", views.terms, name="terms"),
    path("tips/", views.tips, name="tips"),
]
