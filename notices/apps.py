"""Web push: an event starts, you are seated, it is your turn. Optional in every respect (docs/adr, notices outside the page)."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class NoticesConfig(AppConfig):
    name = "notices"
    # Translators: 提醒
    verbose_name = _("Notices")

    def ready(self) -> None:
        from notices import receivers

        receivers.connect()
