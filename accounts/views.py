"""Pages about oneself: nickname, recovery code, username, tokens, logging in and out."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.contrib.auth import logout as end_session
from django.contrib.auth.decorators import login_required
from django.contrib.auth.forms import AuthenticationForm
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from accounts import guests, limits, once
from accounts.errors import ApiError
from accounts.forms import ClaimForm, NicknameForm, RecoverForm, TokenForm

View = Callable[..., HttpResponse]
read_or_write = require_http_methods(["GET", "HEAD", "POST"])


def limited(view: View) -> View:
    """Too many tries become a page that says so, with Retry-After, instead of the form."""

    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except ApiError as error:
            response = render(request, "accounts/too_often.html", {"message": error.message}, status=error.status)
            response["Retry-After"] = str(error.retry_after)
            return response

    return answer


@never_cache
@read_or_write
@limited
def me(request: HttpRequest) -> HttpResponse:
    """Who this browser is; a visitor reads how to become somebody."""
    if not request.user.is_authenticated:
        return redirect("accounts:me") if request.method == "POST" else render(request, "accounts/me.html")
    if request.method == "POST":
        limits.spend("rename", request.user.pk)
    form = NicknameForm(request.POST or None, player=request.user)
    if request.method == "POST" and form.is_valid() and form.save():
        messages.success(request, _("You are %(name)s now.") % {"name": request.user.nickname})
        return redirect("accounts:me")
    context = {"nickname_form": form, "recovery_code": once.take(request, "recovery_code")}
    return render(request, "accounts/me.html", context)


@require_POST
@login_required
def recovery(request: HttpRequest) -> HttpResponse:
    """A fresh recovery code, shown on the page that follows."""
    once.keep(request, "recovery_code", guests.replace_recovery_code(request.user))
    return redirect("accounts:me")


@sensitive_post_parameters("password")
@never_cache
@read_or_write
@login_required
def claim(request: HttpRequest) -> HttpResponse:
    """A guest becomes a named player and stays the same one."""
    if not request.user.is_guest:
        return redirect("accounts:me")
    form = ClaimForm(request.POST or None)
    if request.method == "POST" and form.is_valid() and form.save(request.user):
        guests.log_in(request, request.user)
        messages.success(request, _("From now on you can log in from anywhere."))
        return redirect("accounts:me")
    return render(request, "accounts/claim.html", {"form": form})


@never_cache
@read_or_write
@login_required
def tokens(request: HttpRequest) -> HttpResponse:
    """The tokens of one's programs; a new one is shown once."""
    form = TokenForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        once.keep(request, "token", guests.create_token(request.user, form.cleaned_data["name"]))
        return redirect("accounts:tokens")
    context = {
        "form": form,
        "new_token": once.take(request, "token"),
        "tokens": request.user.tokens.filter(revoked_at=None).exclude(name=""),
    }
    return render(request, "accounts/tokens.html", context)


@require_POST
@login_required
def token_revoke(request: HttpRequest, pk: int) -> HttpResponse:
    if not guests.revoke_token(request.user, pk):
        raise Http404
    return redirect("accounts:tokens")


@never_cache
@read_or_write
@limited
def recover(request: HttpRequest) -> HttpResponse:
    """Bring a player back by recovery code; wrong ones tell nothing and are slowed down."""
    address = limits.address_of(request)
    if request.method == "POST":
        limits.check("recover", address)
    form = RecoverForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        player = guests.recover(form.cleaned_data["code"])
        if player is not None:
            guests.log_in(request, player)
            messages.success(request, _("Welcome back, %(name)s.") % {"name": player.nickname})
            return redirect("home")
        limits.spend("recover", address)
        form.add_error("code", _("No player has this code."))
    return render(request, "accounts/recover.html", {"form": form})


@sensitive_post_parameters("password")
@never_cache
@read_or_write
@limited
def login(request: HttpRequest) -> HttpResponse:
    """Log in with username and password; failures are counted: a venue shares one address."""
    target = _own_page(request, request.POST.get("next") or request.GET.get("next") or "")
    address = limits.address_of(request)
    if request.method == "POST":
        limits.check("login", address)
    form = AuthenticationForm(request, data=request.POST or None)
    if request.method == "POST" and form.is_valid():
        guests.log_in(request, form.get_user())
        return redirect(target or "home")
    if request.method == "POST":
        limits.spend("login", address)
    return render(request, "accounts/login.html", {"form": form, "next": target})


@require_POST
def logout(request: HttpRequest) -> HttpResponse:
    """Log out of this browser. A guest without a password must say that the code is at hand."""
    user = request.user
    if user.is_authenticated and user.is_guest and request.POST.get("sure") != "1":
        messages.error(request, _("Write down your recovery code first, then tick the box."))
        return redirect("accounts:me")
    end_session(request)
    return redirect("home")


def _own_page(request: HttpRequest, target: Any) -> str:
    """The address to go on to, when it is one of this site."""
    safe = url_has_allowed_host_and_scheme(target, {request.get_host()}, require_https=request.is_secure())
    return target if safe else ""
