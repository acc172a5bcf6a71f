"""The organiser's admin."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _


class Site(admin.AdminSite):
    site_header = _("Yuhuan Mahjong administration")
    site_title = _("Yuhuan Mahjong administration")
