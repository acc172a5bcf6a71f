from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    name = "tournaments"
    # Translators: 争霸赛
    verbose_name = _("Championships")

    def ready(self) -> None:
        from tournaments import receivers

        receivers.connect()
