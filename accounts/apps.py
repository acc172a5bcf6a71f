from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    name = "accounts"
    # Translators: 玩家
    verbose_name = _("Players")

    def ready(self) -> None:
        """Needs the models."""
        from accounts import ended

        ended.connect()
