"""The site as an application (it brings `manage.py doctor`) and its admin."""

from django.apps import AppConfig
from django.contrib.admin import apps as admin_apps


class SiteConfig(AppConfig):
    name = "yuhuan_site"
    default = True

    def ready(self) -> None:
        """Make Celery's application known, so that every process can send tasks."""
        from yuhuan_site import celery  # noqa: F401 (needs the settings)


class AdminConfig(admin_apps.AdminConfig):
    """Django's admin with the signs of life on its front page."""

    default = False
    default_site = "yuhuan_site.admin.Site"
