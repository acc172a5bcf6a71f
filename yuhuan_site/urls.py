"""Every address of the site."""

from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path

from yuhuan_site import api, health, shell

urlpatterns: list[URLPattern | URLResolver] = [
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
    path("metrics", health.metrics, name="metrics"),
    path("manifest.webmanifest", shell.manifest, name="manifest"),
    path("sw.js", shell.worker, name="worker"),
    path("offline/", shell.offline, name="offline"),
    path("theme/", shell.choose_theme, name="theme"),
    path("admin/", admin.site.urls),
    path("api/", api.urls),
    path("api/<path:rest>", api.unknown_call),
    path("i18n/", include("django.conf.urls.i18n")),
    path("", include("tournaments.urls")),
    path("", include("games.urls")),
    path("", include("accounts.urls")),
]

handler500 = "yuhuan_site.failures.server_error"
