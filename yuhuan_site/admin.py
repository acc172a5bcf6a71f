"""The organiser's admin."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.translation import gettext_lazy as _

from yuhuan_site import doctor, versions


class Site(admin.AdminSite):
    """Django's admin; its front page also shows what lives and what does not."""

    # Translators: 玉环麻将 · 管理
    site_header = _("Yuhuan Mahjong administration")
    site_title = site_header
    index_template = "yuhuan_site/admin_index.html"

    def index(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponseBase:
        report = {"findings": doctor.examine(), "versions": versions.line()}
        return super().index(request, {**report, **(extra_context or {})})
