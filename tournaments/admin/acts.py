"""What an organiser can do by mouse: to an event, to a table of it, to an entrant.

Each asks first and wants a reason; the service that does it checks, writes, and notes it in the audit log.
"""

import secrets
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

from django import forms
from django.http import Http404
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.formats import date_format
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from unfold.widgets import UnfoldAdminIntegerFieldWidget, UnfoldAdminSelectWidget, UnfoldAdminTextareaWidget

from accounts.models import Player
from games.models import Seat, Table
from tournaments import service
from tournaments.admin.asked import number
from tournaments.models import Entry, Event
from tournaments.service import announcements, referee, sanctions
from tournaments.service.permits import ORGANISE, REFEREE

State = Event.State
CHANGE: Final = "tournaments.change_event"


def _new_key() -> str:
    return secrets.token_hex(16)


class ActForm(forms.Form):
    """Every act has a reason. `key`: a form sent twice does its act once (tournaments.service.permits.claim)."""

    key = forms.RegexField(r"^[0-9a-f]{32}$", required=False, widget=forms.HiddenInput, initial=_new_key)
    reason = forms.CharField(
        label=_("Reason"), max_length=300, widget=UnfoldAdminTextareaWidget(attrs={"rows": 2, "autofocus": True}),
        help_text=_("Kept in the audit log; players read it where they are concerned."),
    )  # fmt: skip


class ExtendForm(ActForm):
    """`seen_end`: the end that the organiser saw, so that pressed twice it is extended once."""

    minutes = forms.IntegerField(
        label=_("Minutes"), min_value=1, max_value=1440, initial=15, widget=UnfoldAdminIntegerFieldWidget
    )
    seen_end = forms.CharField(widget=forms.HiddenInput)
    field_order = ("minutes", "reason")

    def clean_seen_end(self) -> datetime:
        try:
            moment = parse_datetime(self.cleaned_data["seen_end"])
        except ValueError:  # well written, and no day of any calendar
            moment = None
        if moment is None:
            raise forms.ValidationError(_("The end has been moved meanwhile. Look again."))
        return moment


class AnnounceForm(ActForm):
    """What everybody is to read."""

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self.fields["reason"].label, self.fields["reason"].help_text = _("Text"), _("At most 300 characters.")


class TimeForm(ActForm):
    """Seconds for one of the four."""

    seat = forms.TypedChoiceField(label=_("Seat"), coerce=int, widget=UnfoldAdminSelectWidget)
    seconds = forms.IntegerField(
        label=_("Seconds"), min_value=1, max_value=600, initial=60, widget=UnfoldAdminIntegerFieldWidget
    )
    field_order = ("seat", "seconds", "reason")


@dataclass(frozen=True, slots=True)
class Act:
    """`do(event, target, organiser, data)`: target is None, the table's id or the entry; data what the form asked.

    `permit` is what it needs: who has not that is neither offered nor shown it. `remark(event)`: what to know first.
    `sense(event)`: whether there is anything to do it to.
    """

    name: str
    label: Any
    question: Any
    do: Callable[[Event, Any, Player, Mapping[str, Any]], Any]
    form: type[ActForm] = ActForm
    states: tuple[str, ...] = ()
    grave: bool = False
    icon: str = field(default="chevron_right")
    permit: str = REFEREE
    remark: Callable[[Event], str] = lambda _event: ""
    sense: Callable[[Event], bool] = lambda _event: True


def _step(do: Callable[..., Event]) -> Callable[..., Event]:
    return lambda event, _target, by, data: do(event.slug, by=by, reason=data["reason"])


def _extend(event: Event, _target: None, by: Player, data: Mapping[str, Any]) -> Event:
    return service.extend(event.slug, data["minutes"], by=by, reason=data["reason"], seen_end=data["seen_end"])


def _table(do: Callable[[str, Player, str], bool]) -> Callable[..., bool]:
    return lambda _event, table, by, data: do(table.pk, by, data["reason"])


def _time(_event: Event, table: Table, by: Player, data: Mapping[str, Any]) -> bool:
    return referee.give_time(table.pk, data["seat"], data["seconds"], by, data["reason"])


def _person(do: Callable[[Event, Player, Player, str], Any]) -> Callable[..., Any]:
    return lambda event, entry, by, data: do(event, entry.player, by, data["reason"])


def _at_table(do: Callable[[str, Player, Player, str], bool]) -> Callable[..., bool]:
    """An act on the seat that an entrant has now."""

    def act(event: Event, entry: Entry, by: Player, data: Mapping[str, Any]) -> bool:
        seat = Seat.objects.filter(
            player=entry.player_id, table__event=event.slug, table__state=Table.State.PLAYING
        ).first()
        if seat is None:
            raise service.NotNow(_("This player is at no table now."))
        return do(seat.table_id, entry.player, by, data["reason"])

    return act


def _announce(event: Event, _target: None, by: Player, data: Mapping[str, Any]) -> Any:
    return announcements.announce(event, by, data["reason"])


def _take_down(event: Event, _target: None, by: Player, data: Mapping[str, Any]) -> bool:
    return announcements.take_down(event, by, data["reason"])


def _is_announced(event: Event) -> bool:
    return announcements.standing_announcement(event) is not None


def _when_it_starts(event: Event) -> str:
    if event.by_hand:
        return gettext("It waits for you: nothing starts before “Start now” is pressed.")
    at = date_format(timezone.localtime(event.starts_at), "SHORT_DATETIME_FORMAT")
    if event.starts_at > timezone.now():
        return gettext("It starts by itself: %(at)s.") % {"at": at}
    return gettext(
        "Its start (%(at)s) is past: it starts at once. If you would start it yourself, let it begin by hand."
    ) % {"at": at}


_OPEN_TO_ALL: Final = (State.OPEN, State.RUNNING, State.PAUSED, State.FINISHING)
_GOING_ON: Final = (State.RUNNING, State.PAUSED)
EVENT_ACTS: Final = (
    Act("open", _("Open for entry"), _("Players will see the event and may enter."), _step(service.open_event),
        states=(State.DRAFT,), icon="door_open", permit=CHANGE, remark=_when_it_starts),
    Act("start", _("Start now"), _("The clock starts; tables are drawn."), _step(service.start_event),
        states=(State.OPEN,), icon="play_arrow", permit=CHANGE),
    Act("pause", _("Pause"), _("All clocks stop: the event's, and those of every hand, as they stand."),
        _step(service.pause), states=(State.RUNNING,), icon="pause", permit=CHANGE),
    Act("resume", _("Go on"), _("The end moves by as long as the pause was; every hand has the time it had."),
        _step(service.resume), states=(State.PAUSED,), icon="play_arrow", permit=CHANGE),
    Act("extend", _("Extend"), _("The end moves by so many minutes."), _extend, form=ExtendForm, states=_GOING_ON,
        icon="more_time", permit=CHANGE),
    Act("announce", _("Announce"), _("Everybody in the event reads it: in the room, at the tables, on the screen."),
        _announce, form=AnnounceForm, states=_OPEN_TO_ALL, icon="campaign"),
    Act("take-down", _("Take the announcement down"), _("What stands in the room now is taken away."), _take_down,
        states=_OPEN_TO_ALL, icon="campaign", sense=_is_announced),
    Act("finish", _("End now"), _("No new hand starts; running ones are played out, then the ranking is final."),
        _step(service.finish), states=_GOING_ON, grave=True, icon="flag", permit=CHANGE),
    Act("cancel", _("Cancel"), _("The event ends without a final ranking. This cannot be undone."),
        _step(service.cancel), states=(State.DRAFT, State.OPEN, *_GOING_ON, State.FINISHING), grave=True,
        icon="cancel", permit=CHANGE),
)  # fmt: skip
TABLE_ACTS: Final = (
    Act("pause", _("Pause this table"), _("Its clocks stop until it goes on."), _table(referee.pause_table),
        icon="pause"),
    Act("resume", _("Let this table go on"), _("Its clocks go on where they stood."), _table(referee.resume_table),
        icon="play_arrow"),
    Act("freeze", _("Freeze the disputed hand"), _("Nothing moves until the dispute is settled; the players are told."),
        _table(referee.freeze_table), icon="gavel"),
    Act("release", _("The dispute is settled"), _("The hand goes on."), _table(referee.release_frozen),
        icon="handshake"),
    Act("time", _("Give time"), _("Added to the reserve of one seat in this hand."), _time, form=TimeForm,
        icon="more_time"),
    Act("tell", _("Say something"), _("The four read it at the table; nobody else does."), _table(referee.tell),
        icon="campaign"),
    Act("end", _("End after this hand"), _("The table closes when the running hand is over."),
        _table(referee.end_table), grave=True, icon="flag", permit=ORGANISE),
)  # fmt: skip
ENTRY_ACTS: Final = (
    Act("warn", _("Warn"), _("The player reads these words."), _person(sanctions.warn), icon="warning"),
    Act("mute", _("Mute"), _("No phrases and no calls from this player any more."), _person(sanctions.mute),
        icon="volume_off"),
    Act("hold", _("Have the seat played"), _("The seat is played automatically until it is given back."),
        _at_table(referee.play_for), icon="smart_toy"),
    Act("back", _("Give the seat back"), _("The player plays again."), _at_table(referee.give_back_seat),
        icon="person"),
    Act("exclude", _("Exclude"), _("Out of the waiting line, and no way back in; a table is played to its end."),
        _person(sanctions.exclude), grave=True, icon="block", permit=ORGANISE),
    Act("disqualify", _("Disqualify"), _("No rank; the seat is played automatically to the table's end."),
        _person(sanctions.disqualify), grave=True, icon="gpp_bad", permit=ORGANISE),
)  # fmt: skip
ACTS: Final[Mapping[str, Mapping[str, Act]]] = {
    "event": {act.name: act for act in EVENT_ACTS},
    "table": {act.name: act for act in TABLE_ACTS},
    "entry": {act.name: act for act in ENTRY_ACTS},
}
"""By what is acted on."""


def allowed(choice: Iterable[Act], who: Any) -> tuple[Act, ...]:
    """Those that this one may do."""
    return tuple(act for act in choice if who.has_perm(act.permit))


def offered(event: Event, who: Any) -> tuple[Act, ...]:
    """The steps that lead on from the event's state, as far as this one may take them."""
    return allowed((act for act in EVENT_ACTS if event.state in act.states and act.sense(event)), who)


def target_of(kind: str, event: Event, key: str) -> Table | Entry | None:
    """What an act is about. Raises Http404 for what is not this event's."""
    if kind == "event":
        return None
    found = (
        Table.objects.filter(pk=key, event=event.slug) if kind == "table"
        else Entry.objects.filter(pk=number(key), event=event).select_related("player")
    ).first()  # fmt: skip
    if found is None:
        raise Http404
    return found


def form_for(act: Act, event: Event, target: Any, data: Mapping[str, Any] | None = None) -> ActForm:
    """The act's form, with what it needs to know of its target."""
    form = act.form(data, initial={"seen_end": event.ends_at.isoformat()} if event.ends_at else None)
    if isinstance(form, TimeForm):
        seats = target.seats.order_by("index")
        form.fields["seat"].choices = [(seat.index, seat.nickname) for seat in seats if not seat.is_bot]
    return form
