"""Players as an organiser sees them: find, rename, ban; codes and tokens are never shown."""

from typing import Any

from django.contrib import admin, messages
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.models import Group
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext
from unfold.admin import ModelAdmin
from unfold.forms import AdminPasswordChangeForm, UserChangeForm, UserCreationForm

from accounts import nicknames
from accounts.guests import end_all_sessions
from accounts.models import Player

RIGHTS = frozenset({"is_active", "is_staff", "groups", "is_superuser"})

admin.site.unregister(Group)


class PlayerForm(UserChangeForm):
    """Nicknames by the same rules as everybody's; of the password its kind alone."""

    class Meta:
        model = Player
        fields = ("nickname", "username", "password", "is_active", "is_staff", "groups", "is_superuser")

    def clean_nickname(self) -> str:
        wanted = self.cleaned_data["nickname"]
        if wanted == self.instance.nickname:
            return wanted
        try:
            nickname = nicknames.clean(wanted)
        except nicknames.MalformedNickname as error:
            raise ValidationError(str(error)) from error
        taken = Player.objects.filter(nickname_key=nicknames.unique_key(nickname)).exclude(pk=self.instance.pk)
        if taken.exists():
            raise ValidationError(_("Another player has a nickname that looks like this one."))
        return nickname


@admin.register(Player)
class PlayerAdmin(UserAdmin, ModelAdmin):
    """Banning ends every session and socket; nobody is ever deleted, the ledger names them."""

    form = PlayerForm
    add_form = UserCreationForm
    change_password_form = AdminPasswordChangeForm
    list_display = ("nickname", "username", "is_guest", "is_bot", "is_active", "is_staff", "date_joined")
    list_filter = ("is_guest", "is_bot", "is_active", "is_staff")
    search_fields = ("nickname", "username", "id")
    ordering = ("-date_joined",)
    readonly_fields = ("id", "is_guest", "is_bot", "last_login", "date_joined")
    filter_horizontal = ("groups",)
    actions = ("ban", "lift_ban", "log_out")
    fieldsets = (
        (None, {"fields": ("nickname", "username", "password")}),
        (_("State"), {"fields": ("is_active", "is_guest", "is_bot", "id", "last_login", "date_joined")}),
        (_("Organisers"), {"classes": ("collapse",), "fields": ("is_staff", "groups", "is_superuser")}),
    )
    add_fieldsets = (
        (None, {"classes": ("wide",), "fields": ("username", "usable_password", "password1", "password2")}),
    )

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def save_model(self, request: HttpRequest, obj: Player, form: Any, change: bool) -> None:
        if not change:
            obj.nickname, obj.is_guest = obj.nickname or obj.username, False
        super().save_model(request, obj, form, change)

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        """Whose rights have changed logs in anew: no session key from before has more than it had, or keeps any."""
        super().save_related(request, form, formsets, change)
        if change and RIGHTS.intersection(form.changed_data):
            end_all_sessions(form.instance)
            if form.instance == request.user:
                update_session_auth_hash(request, form.instance)  # one's own browser goes on, under a new key

    @admin.action(permissions=["change"], description=_("Ban: end all sessions, let nobody in"))
    def ban(self, request: HttpRequest, players: QuerySet[Player]) -> None:
        for player in players.exclude(pk=request.user.pk):
            Player.objects.filter(pk=player.pk).update(is_active=False)
            end_all_sessions(player)
        self._say(request, players.count())

    @admin.action(permissions=["change"], description=_("Lift the ban"))
    def lift_ban(self, request: HttpRequest, players: QuerySet[Player]) -> None:
        self._say(request, players.update(is_active=True))

    @admin.action(permissions=["change"], description=_("Log out everywhere"))
    def log_out(self, request: HttpRequest, players: QuerySet[Player]) -> None:
        for player in players:
            end_all_sessions(player)
        self._say(request, players.count())

    def _say(self, request: HttpRequest, count: int) -> None:
        words = ngettext("%(count)d player.", "%(count)d players.", count) % {"count": count}
        self.message_user(request, words, messages.SUCCESS)
