"""Forms of the pages about oneself. They read; accounts.guests decides."""

from typing import Any

from django import forms
from django.contrib.auth import password_validation
from django.utils.translation import gettext_lazy as _

from accounts import guests, nicknames
from accounts.models import Player


class NicknameForm(forms.Form):
    """Another nickname; what may be one is said by accounts.nicknames."""

    nickname = forms.CharField(
        label=_("Nickname"),
        max_length=nicknames.MAX_BYTES,
        help_text=_("At most 16 characters. Everybody at the table sees it."),
        widget=forms.TextInput(attrs={"autocomplete": "nickname"}),
    )

    def __init__(self, *args: Any, player: Player, **kwargs: Any) -> None:
        super().__init__(*args, initial={"nickname": player.nickname}, **kwargs)
        self.player = player

    def clean_nickname(self) -> str:
        try:
            return nicknames.clean(self.cleaned_data["nickname"])
        except nicknames.MalformedNickname as error:
            raise forms.ValidationError(str(error)) from error

    def save(self) -> bool:
        """Rename; False, with an error on the field, when somebody else has the name."""
        try:
            guests.rename(self.player, self.cleaned_data["nickname"])
        except guests.Taken as error:
            self.add_error("nickname", str(error))
            self.player.refresh_from_db()
            return False
        return True


class RecoverForm(forms.Form):
    """A recovery code, however it was typed."""

    code = forms.CharField(
        label=_("Recovery code"),
        max_length=80,
        help_text=_("Capitals, hyphens and spaces do not matter."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}),
    )


class ClaimForm(forms.Form):
    """Username and password for a guest."""

    username = forms.CharField(
        label=_("Username"),
        max_length=150,
        help_text=_("For logging in; nobody else sees it."),
        widget=forms.TextInput(attrs={"autocomplete": "username", "autocapitalize": "none"}),
    )
    password = forms.CharField(
        label=_("Password"),
        max_length=128,
        strip=False,
        help_text=password_validation.password_validators_help_text_html,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )

    def save(self, player: Player) -> bool:
        """Claim; False, with errors on the form, when it cannot be."""
        try:
            guests.claim(player, self.cleaned_data["username"], self.cleaned_data["password"])
        except guests.Taken as error:
            self.add_error("username", str(error))
        except forms.ValidationError as error:
            self.add_error(None, error)
        else:
            return True
        player.refresh_from_db()
        return False


class TokenForm(forms.Form):
    """A name to tell tokens apart by."""

    name = forms.CharField(label=_("What it is for"), max_length=40)
