"""Acts on what lies on the desk: calls, reports, sanctions, awards, tickets, hands, and players wherever they are.

Like tournaments.admin.acts, but each finds its target by itself. Asked first, with a reason; the services check.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from django import forms
from django.core.exceptions import ObjectDoesNotExist
from django.db import transaction
from django.http import Http404
from django.utils.translation import gettext_lazy as _
from unfold.widgets import UnfoldAdminIntegerFieldWidget, UnfoldAdminTextInputWidget, UnfoldBooleanSwitchWidget

from accounts.models import Player
from games.models import Hand
from tournaments.admin.acts import ActForm
from tournaments.models import Award, Call, Entry, Event, Report, Sanction, Ticket
from tournaments.models.parameters import MOST_PLACES
from tournaments.service import awards, permits, places, referee, reports, sanctions, tickets, voiding


class AnswerForm(ActForm):
    """What is written is the answer itself."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["reason"].label = _("answer")
        self.fields["reason"].help_text = ""


class OutcomeForm(ActForm):
    """What is written is what was done."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["reason"].label = _("what was done")


class AwardForm(ActForm):
    """How much."""

    silver = forms.IntegerField(
        label=_("silver"), min_value=1, max_value=1_000_000, widget=UnfoldAdminIntegerFieldWidget
    )
    field_order = ("silver", "reason")


class EntryRulesForm(ActForm):
    """How many may come in, and with what."""

    limit = forms.IntegerField(
        label=_("places"), min_value=0, max_value=MOST_PLACES, widget=UnfoldAdminIntegerFieldWidget,
        help_text=_("0: as many as come. Who comes later waits in the queue and moves up by itself."),
    )  # fmt: skip
    code = forms.CharField(
        label=_("entry code"),
        max_length=24,
        required=False,
        widget=UnfoldAdminTextInputWidget,
        help_text=_("Empty: none is asked for."),
    )
    tickets = forms.BooleanField(
        label=_("with tickets"),
        required=False,
        widget=UnfoldBooleanSwitchWidget,
        help_text=_("Each lets one player in. With a code too, either will do."),
    )
    field_order = ("limit", "code", "tickets", "reason")

    def __init__(self, data: Any, event: Event) -> None:
        now = {"limit": event.entry_limit, "code": event.entry_code, "tickets": event.needs_ticket}
        super().__init__(data, initial=now)


@dataclass(frozen=True, slots=True)
class CaseAct:
    """`find(key)` gives the target; `do(target, organiser, data)` does it; `permit` is what the link needs."""

    name: str
    label: Any
    question: Any
    find: Callable[[str], Any]
    do: Callable[[Any, Player, Mapping[str, Any]], Any]
    permit: str = permits.REFEREE
    form: type[ActForm] = ActForm
    grave: bool = False

    def target(self, key: str) -> Any:
        """Raises Http404 for what does not exist."""
        try:
            return self.find(key)
        except (ObjectDoesNotExist, ValueError) as error:
            raise Http404 from error

    def form_for(self, target: Any, data: Any) -> ActForm:
        return EntryRulesForm(data, target) if self.form is EntryRulesForm else self.form(data)


def _entry_rules(event: Event, by: Player, data: Mapping[str, Any]) -> Any:
    return places.set_entry_rules(
        event.slug, by, data["reason"], limit=data["limit"], code=data["code"], tickets=data["tickets"]
    )


def _void(hand: Hand, by: Player, data: Mapping[str, Any]) -> str | bool:
    reversal = voiding.void_hand(hand.pk, by, data["reason"])
    if reversal is None:
        return False
    if reversal.shortfall:
        return str(_("Silver that could not be got back: %(missing)d.") % {"missing": reversal.shortfall})
    return True


def _everywhere(do: Callable[..., Any]) -> Callable[[Player, Player, Mapping[str, Any]], Any]:
    return lambda player, by, data: do(None, player, by, data["reason"])


def _get(model: Any, *related: str) -> Callable[[str], Any]:
    return lambda key: model.objects.select_related(*related).get(pk=key)


_DESK: Final = (
    CaseAct("answer", _("Answer"), _("The player reads the answer at the table and in the room."), _get(Call, "player"),
            lambda call, by, data: referee.answer_call(call.pk, by, data["reason"]), form=AnswerForm),
    CaseAct("handle", _("Close the report"), _("Say what was done; it leaves the queue."), _get(Report, "about"),
            lambda report, by, data: reports.handle_report(report.pk, by, data["reason"]), form=OutcomeForm),
    CaseAct("lift", _("Take back"), _("It holds no longer; the player is told."), _get(Sanction, "player", "event"),
            lambda sanction, by, data: sanctions.lift(sanction, by, data["reason"])),
    CaseAct("void", _("Void this hand"),
            _("Silver goes back as far as it is there, points in full, by new entries. This cannot be undone."),
            _get(Hand, "table"), _void, permits.ORGANISE, grave=True),
    CaseAct("approve", _("Approve"), _("The silver is given at once. Only another than who proposed it may approve."),
            _get(Award, "entry__player"), lambda award, by, data: awards.approve_award(award.pk, by, data["reason"]),
            permits.AWARD),
    CaseAct("decline", _("Decline"), _("Nothing is given."), _get(Award, "entry__player"),
            lambda award, by, data: awards.decline_award(award.pk, by, data["reason"]), permits.AWARD),
    CaseAct("award", _("Propose silver"), _("Another organiser must approve it before it is given."),
            _get(Entry, "player", "event"),
            lambda entry, by, data: awards.propose_award(entry, by, data["silver"], data["reason"]), permits.AWARD,
            form=AwardForm),
    CaseAct("withdraw", _("Withdraw the ticket"), _("It lets nobody in any more."), _get(Ticket, "event"),
            lambda ticket, by, data: tickets.withdraw_ticket(ticket, by, data["reason"]), permits.ORGANISE),
    CaseAct("entry-rules", _("Who may come in"), _("Who is in stays in."),
            lambda key: Event.objects.get(slug=key), _entry_rules, permits.ORGANISE, form=EntryRulesForm),
    CaseAct("rename", _("Take the name away"), _("The player gets a made-up name, and may choose another."),
            _get(Player), lambda player, by, data: reports.rename_player(player, by, data["reason"])),
    CaseAct("warn-everywhere", _("Warn"), _("The player reads these words."), _get(Player), _everywhere(sanctions.warn)),
    CaseAct("mute-everywhere", _("Mute in all events"), _("No phrases and no calls from this player any more."),
            _get(Player), _everywhere(sanctions.mute)),
    CaseAct("exclude-everywhere", _("Exclude from all events"),
            _("Out of every waiting line, and no way into any event; a table is played to its end."),
            _get(Player), _everywhere(sanctions.exclude), permits.ORGANISE, grave=True),
)  # fmt: skip
CASE_ACTS: Final[Mapping[str, CaseAct]] = {act.name: act for act in _DESK}


def carry_out(act: CaseAct, target: Any, by: Player, data: Mapping[str, Any]) -> Any:
    """Do it once for each form sent. Raises NotNow, ValidationError."""
    with transaction.atomic():
        if not permits.claim(data["key"]):
            return False
        return act.do(target, by, data)
