"""The organiser's admin: django-unfold's theme in the site's colours, with what lives and what does not in front."""

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, Final

from django.db import DataError
from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.utils.translation import gettext_lazy as _
from unfold.sites import UnfoldAdminSite

from yuhuan_site import doctor, shell, versions

ICONS: Final[Mapping[str, str]] = {
    "event": "emoji_events",
    "eventtemplate": "event_repeat",
    "call": "campaign",
    "report": "flag",
    "entry": "how_to_reg",
    "sanction": "gavel",
    "award": "redeem",
    "ticket": "confirmation_number",
    "queued": "hourglass_empty",
    "letter": "mail",
    "offlinetable": "table_bar",
    "pairsignal": "balance",
    "auditentry": "history",
    "posting": "receipt_long",
    "account": "account_balance_wallet",
    "player": "person",
    "table": "table_restaurant",
    "hand": "playing_cards",
    "heartbeat": "monitor_heart",
}
"""Names of Material Symbols, the theme's own font; a model that is not named gets a plain one."""
FIRST: Final = ("tournaments", "accounts", "games")


class Site(UnfoldAdminSite):
    """Its settings: yuhuan_site.admin_theme. Nothing of it needs a style element in the page (yuhuan_site.security)."""

    # Translators: 玉环麻将 · 管理
    site_header = _("Yuhuan Mahjong administration")
    site_title = site_header
    index_template = "yuhuan_site/admin_index.html"

    def each_context(self, request: HttpRequest) -> dict[str, Any]:
        """Colours come from css/admin.css; a reader's chosen theme is that of the whole site."""
        return {**super().each_context(request), "colors": None, "theme": shell.theme(request)["theme"] or None}

    def admin_view(
        self, view: Callable[..., HttpResponseBase], cacheable: bool = False
    ) -> Callable[..., HttpResponseBase]:
        """What PostgreSQL cannot even hold (NUL in an address or a search) belongs to nothing: 404, on every page."""

        @wraps(view)
        def answered(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            try:
                return view(request, *args, **kwargs)
            except DataError as error:
                raise Http404 from error

        return super().admin_view(answered, cacheable)

    def get_app_list(self, request: HttpRequest, app_label: str | None = None) -> list[dict[str, Any]]:
        """Apps and models in the order in which they are used, the rest by name after them."""
        apps = super().get_app_list(request, app_label)
        for app in apps:
            app["models"].sort(key=lambda model: _place(tuple(ICONS), model["object_name"].lower()))
        return sorted(apps, key=lambda app: _place(FIRST, app["app_label"]))

    def index(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponseBase:
        report = {"findings": doctor.examine(), "versions": versions.line()}
        return super().index(request, {**report, **(extra_context or {})})


def _place(order: tuple[str, ...], name: str) -> int:
    return order.index(name) if name in order else len(order)


def navigation(request: HttpRequest) -> list[dict[str, Any]]:
    """The side bar: every app and model the organiser may see."""
    from django.contrib.admin import site

    return [
        {
            "title": app["name"],
            "separator": number > 0,
            "items": [
                {
                    "title": model["name"],
                    "icon": ICONS.get(model["object_name"].lower(), "list"),
                    "link": model["admin_url"],
                }
                for model in app["models"]
                if model.get("admin_url")
            ],
        }
        for number, app in enumerate(site.get_app_list(request))
    ]
