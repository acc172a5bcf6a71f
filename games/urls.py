"""Pages of tables and hands."""

from django.urls import path

from games import views

app_name = "games"
urlpatterns = [
    path("tables/<str:table_id>/", views.table, name="table"),
    path("hands/<str:hand_id>/", views.replay, name="replay"),
    path("hands/<str:hand_id>/steps.json", views.steps, name="steps"),
    path("players/<str:player_id>/hands/", views.history, name="history"),
    path("rules/", views.rules, name="rules"),
    path("terms/", views.terms, name="terms"),
    path("tips/", views.tips, name="tips"),
]
