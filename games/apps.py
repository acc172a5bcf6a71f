from django.apps import AppConfig
from django.conf import settings
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = _("Tables and hands")

    def ready(self) -> None:
        from games.invariants import assert_move
        from games.signals import written

        if settings.ASSERT_INVARIANTS:
            written.connect(assert_move, dispatch_uid="games.invariants")
