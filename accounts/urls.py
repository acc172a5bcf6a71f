"""Pages about oneself."""

from django.urls import path

from accounts import views

app_name = "accounts"
urlpatterns = [
    path("me/", views.me, name="me"),
    path("me/claim/", views.claim, name="claim"),
    path("me/recovery/", views.recovery, name="recovery"),
    path("me/tokens/", views.tokens, name="tokens"),
    path("me/tokens/<int:pk>/revoke/", views.token_revoke, name="token_revoke"),
    path("recover/", views.recover, name="recover"),
    path("login/", views.login, name="login"),
    path("logout/", views.logout, name="logout"),
]
