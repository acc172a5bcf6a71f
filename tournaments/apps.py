from django.apps import AppConfig
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    name = "tournaments"
    # Translators: 争霸赛
    verbose_name = _("Championships")

    def ready(self) -> None:
        from tournaments import groups, receivers

        receivers.connect()
        post_migrate.connect(groups.make_groups, sender=self, dispatch_uid="tournaments.groups")
