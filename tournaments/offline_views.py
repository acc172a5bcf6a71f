"""线下桌 on a phone: sit down, enter a hand, confirm or object, read how it stands. They call one service function each."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts import once
from accounts.errors import ApiError
from games.engine.glossary import word
from games.engine.score import WIN_BY
from tournaments import offline_form, service
from tournaments.arrival import become_guest, event_here, note_trace, reader
from tournaments.cards import card_of
from tournaments.invitation import invitation
from tournaments.models import OfflineHand, OfflineTable
from tournaments.seating import TABLE
from tournaments.service import NotNow
from tournaments.service.offline_read import Chair, chairs, hands_of, next_dealer, open_hand
from tournaments.service.permits import REFEREE


@never_cache
@require_safe
def tables(request: HttpRequest) -> HttpResponse:
    """The reader's real tables."""
    player = reader(request)
    return render(
        request, "tournaments/offline_tables.html", {"tables": service.real_tables_of(player) if player else []}
    )


@require_POST
def open_table(request: HttpRequest, slug: str) -> HttpResponse:
    """开线下桌: a table that waits for four."""
    found = event_here(request, slug)
    try:
        if not request.user.is_authenticated:
            raise NotNow(_("Sit down at the table first."))
        table = service.gather_offline(found, request.user)  # type: ignore[arg-type]
    except NotNow as error:
        messages.error(request, str(error))
        return redirect("tournaments:event", slug)
    return redirect("tournaments:offline_table", table.pk)


@never_cache
@require_safe
def table(request: HttpRequest, table_id: str) -> HttpResponse:
    """The table: who sits where, the open hand, the form for the next one, what was played."""
    found = _found(table_id)
    context = _context(request, found)
    if found.state == OfflineTable.State.GATHERING:
        context["invitation"] = invitation(request, reverse("tournaments:offline_table", args=[table_id]))
    if context["own"] is not None:
        draft = offline_form.draft_of(request, table_id, next_dealer(found))
        context |= {
            "draft": draft,
            "rows": _rows(context["chairs"], draft),
            "ways": _ways(),
            "liability": _liability(found),
        }
    context["recovery_code"] = once.take(request, "recovery_code")
    return render(request, "tournaments/offline_table.html", context)


@never_cache
@require_safe
def now(request: HttpRequest, table_id: str) -> HttpResponse:
    """What changes at the table, as a fragment; the whole page again once there is something else to do."""
    context = _context(request, _found(table_id))
    response = render(request, "tournaments/_offline.html", context)
    if request.GET.get("was") != context["stage"]:
        response["HX-Refresh"] = "true"
    return response


@require_POST
def sit(request: HttpRequest, table_id: str) -> HttpResponse:
    """我坐这里; a visitor becomes a guest and an entrant."""

    def do() -> None:
        found = _found(table_id)
        if not request.user.is_authenticated:
            if found.state != OfflineTable.State.GATHERING:
                raise NotNow(_("This table has begun, or is over."))
            become_guest(request)
        service.take_seat(table_id, request.user, int(request.POST.get("seat", "9")[:1] or 9))  # type: ignore[arg-type]
        note_trace(request, found.event)

    return _done(request, table_id, do)


@require_POST
def get_up(request: HttpRequest, table_id: str) -> HttpResponse:
    """Not at this table after all."""
    return _done(request, table_id, lambda: service.leave_seat(table_id, _player(request)))


@require_POST
def enter_hand(request: HttpRequest, table_id: str) -> HttpResponse:
    """Enter the hand, or go and count one seat's tiles first (`count`: the seat)."""
    found = _found(table_id)
    draft = offline_form.draft_of(request, table_id, next_dealer(found))
    try:
        fields = offline_form.sent(request, draft)
    except NotNow as error:
        messages.error(request, str(error))
        return redirect("tournaments:offline_table", table_id)
    offline_form.keep(request, table_id, fields)
    count = request.POST.get("count", "")
    if count in ("0", "1", "2", "3"):
        back = reverse("tournaments:offline_take", args=[table_id, int(count)])
        query = offline_form.calculator_query(fields, int(count), found.event.play_rules(), back)
        return redirect(reverse("games:calculator") + query)

    def do() -> None:
        service.enter_hand(table_id, _player(request), offline_form.story_of(fields))
        offline_form.forget(request)

    return _done(request, table_id, do)


@never_cache
@require_safe
def take(request: HttpRequest, table_id: str, seat: int) -> HttpResponse:
    """Back from the calculator with a counted hand."""
    found = _found(table_id)
    if seat >= TABLE:
        raise Http404
    draft = offline_form.draft_of(request, table_id, next_dealer(found))

    def do() -> None:
        offline_form.take(draft, seat, request.GET, found.event.play_rules())
        offline_form.keep(request, table_id, draft)

    return _done(request, table_id, do)


@require_POST
def answer(request: HttpRequest, table_id: str, hand_id: int) -> HttpResponse:
    """对, or 不对 with a word why."""
    agrees = request.POST.get("agrees") == "yes"
    why = request.POST.get("why", "")
    return _done(
        request,
        table_id,
        lambda: service.answer_hand(_hand(table_id, hand_id), _player(request), agrees=agrees, why=why),
    )


@require_POST
def take_back(request: HttpRequest, table_id: str, hand_id: int) -> HttpResponse:
    """撤回."""
    return _done(request, table_id, lambda: service.take_back(_hand(table_id, hand_id), _player(request)))


@require_POST
def close(request: HttpRequest, table_id: str) -> HttpResponse:
    """散桌."""
    reason = request.POST.get("reason", "")
    return _done(request, table_id, lambda: service.close_offline(table_id, _player(request), reason))


def _done(request: HttpRequest, table_id: str, do: Callable[[], object]) -> HttpResponse:
    try:
        do()
    except NotNow as error:
        messages.error(request, str(error))
    except ApiError as error:
        return render(request, "accounts/too_often.html", {"message": error.message}, status=error.status)
    return redirect("tournaments:offline_table", table_id)


def _found(table_id: str) -> OfflineTable:
    found = OfflineTable.objects.select_related("event").filter(pk=table_id).first()
    if found is None:
        raise Http404
    return found


def _hand(table_id: str, hand_id: int) -> int:
    if not OfflineHand.objects.filter(pk=hand_id, table=table_id).exists():
        raise Http404
    return hand_id


def _player(request: HttpRequest) -> Any:
    if not request.user.is_authenticated:
        raise NotNow(_("Sit down at the table first."))
    return request.user


def _context(request: HttpRequest, found: OfflineTable) -> dict[str, Any]:
    player = reader(request)
    here = chairs(found)
    open_one = open_hand(found)
    own = next((chair.seat for chair in here if player is not None and chair.player == player), None)
    counted = hands_of(found)
    return {
        "table": found,
        "event": card_of(found.event),
        "chairs": here,
        "own": own,
        "hand": open_one,
        "may_answer": open_one is not None and own is not None and own not in open_one.answered,
        "hands": counted,
        "stage": f"{found.state}.{open_one.hand.pk if open_one else ''}.{open_one.hand.state if open_one else ''}.{len(counted)}",
        "referee": player is not None and player.has_perm(REFEREE),
    }  # fmt: skip


def _rows(here: list[Chair], draft: dict[str, Any]) -> list[dict[str, Any]]:
    return [
        {"chair": chair, "total": draft["totals"][chair.seat], "counted": str(chair.seat) in draft["counted"]}
        for chair in here
    ]


def _ways() -> list[tuple[str, str]]:
    language = "zh" if (get_language() or "zh").startswith("zh") else "en"
    return [(key, word("by", key, language)) for key in WIN_BY]


def _liability(found: OfflineTable) -> bool:
    return found.event.play_rules().last_tiles_liability
