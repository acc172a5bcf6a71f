"""Settings of the admin's theme (django-unfold). Read by yuhuan_site.settings, so nothing of Django's apps here."""

from typing import Any, Final

from django.http import HttpRequest
from django.templatetags.static import static
from django.utils.translation import gettext_lazy as _


def _mark(_request: HttpRequest) -> str:
    return static("img/mark.svg")


def _style(_request: HttpRequest) -> str:
    return static("css/admin.css")


SETTINGS: Final[dict[str, Any]] = {
    "SITE_TITLE": _("Yuhuan Mahjong administration"),
    "SITE_HEADER": _("Yuhuan Mahjong"),
    "SITE_SUBHEADER": _("Administration"),
    "SITE_URL": "/",
    "SITE_ICON": _mark,
    "SITE_FAVICONS": [{"rel": "icon", "type": "image/svg+xml", "href": _mark}],
    "STYLES": [_style],
    "SHOW_VIEW_ON_SITE": False,
    "SIDEBAR": {"navigation": "yuhuan_site.admin.navigation"},
}
