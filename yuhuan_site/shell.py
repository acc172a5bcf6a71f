"""What surrounds every page: the installable shell (manifest, service worker, offline page) and the chosen theme.

The service worker keeps files of the site's own shell and one page that says there is no connection. It stores no
page of anybody's and never touches the API, sockets, tables or the admin. It shows the notices that `notices` sends.
"""

import hashlib
from collections.abc import Iterable
from functools import cache
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_POST, require_safe

THEMES = ("light", "dark")
THEME_COOKIE = "theme"
_YEAR = 365 * 24 * 3600
_KINDS = {".css", ".js", ".svg"}
_NOT_THE_SHELL = {"css/admin.css", "css/fairplay.css", "js/pages/desk.js"}


def theme(request: HttpRequest) -> dict[str, str]:
    """Template context: `theme`, one of THEMES, or empty where the device decides."""
    chosen = request.COOKIES.get(THEME_COOKIE, "")
    return {"theme": chosen if chosen in THEMES else ""}


@require_POST
def choose_theme(request: HttpRequest) -> HttpResponse:
    """Keep `theme` (light, dark, anything else for the device's own) in a cookie and go back."""
    target = request.POST.get("next", "")
    if not url_has_allowed_host_and_scheme(target, {request.get_host()}, require_https=request.is_secure()):
        target = reverse("home")
    response = redirect(target)
    chosen = request.POST.get("theme", "")
    if chosen in THEMES:
        response.set_cookie(
            THEME_COOKIE, chosen, max_age=_YEAR, samesite="Lax", httponly=True, secure=settings.SESSION_COOKIE_SECURE
        )
    else:
        response.delete_cookie(THEME_COOKIE, samesite="Lax")
    return response


@require_safe
@cache_control(max_age=3600)
def manifest(request: HttpRequest) -> JsonResponse:
    """The web app manifest, in the reader's language."""
    data = {
        "id": "/",
        "name": _("Yuhuan Mahjong"),
        "short_name": _("Yuhuan Mahjong"),
        "lang": "zh-Hans" if (get_language() or "zh").startswith("zh") else "en",
        "start_url": reverse("home"),
        "scope": "/",
        "display": "standalone",
        "orientation": "any",
        "background_color": "#08463a",
        "theme_color": "#08463a",
        "icons": [
            _icon("mark.svg", "any", "any", "image/svg+xml"),
            _icon("icon-192.png", "192x192", "any"),
            _icon("icon-512.png", "512x512", "any"),
            _icon("icon-maskable-512.png", "512x512", "maskable"),
        ],
        "shortcuts": [
            {"name": _("Championship zone"), "url": reverse("zone")},
            {"name": _("Calculator"), "url": reverse("games:calculator")},
            {"name": _("Me"), "url": reverse("accounts:me")},
        ],
    }
    return JsonResponse(data, content_type="application/manifest+json", json_dumps_params={"ensure_ascii": False})


@require_safe
@cache_control(no_cache=True)
def worker(request: HttpRequest) -> HttpResponse:
    """The service worker. Its text changes with any file of the shell, which is what makes browsers renew it."""
    files = shell_files()
    context = {
        "files": [*files, reverse("offline")],
        "offline": reverse("offline"),
        "version": version(files, _offline_pages()),
        "hashed": settings.STATIC_HASHED,
        "icon": static("img/icon-192.png"),
        "badge": static("img/icon-badge-96.png"),
    }
    response = render(request, "shell/sw.js", context, content_type="text/javascript; charset=utf-8")
    response["Service-Worker-Allowed"] = "/"
    return response


@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    """The page of a device without a connection. Nobody's: the same for all readers of a language."""
    return render(request, "shell/offline.html")


def version(files: Iterable[str], pages: Iterable[str]) -> str:
    """Another text for any other set of (hashed) files, and for another page without a connection."""
    return hashlib.sha256("\n".join([*files, *pages]).encode()).hexdigest()[:12]


@cache
def _offline_pages() -> tuple[str, ...]:
    """The page without a connection in each language, since a device keeps the one of its own."""
    pages = []
    for language, _name in settings.LANGUAGES:
        with override(language):
            pages.append(render_to_string("shell/offline.html"))
    return tuple(pages)


@cache
def shell_files() -> tuple[str, ...]:
    """Addresses of styles, modules and sprites, hashed where the site hashes."""
    root = settings.BASE_DIR / "static"
    names = sorted(path.relative_to(root).as_posix() for path in root.rglob("*") if path.suffix in _KINDS)
    own = [static(name) for name in names if name not in _NOT_THE_SHELL]
    return (*own, static("django_htmx/htmx-2.min.js"))


def _icon(name: str, sizes: str, purpose: str, kind: str = "image/png") -> dict[str, Any]:
    return {"src": static(f"img/{name}"), "sizes": sizes, "type": kind, "purpose": purpose}
