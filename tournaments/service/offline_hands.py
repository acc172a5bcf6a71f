"""The hands of a real table: entered by one, confirmed by all four, then settled and posted like any other (RULES.md §8)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from functools import partial
from typing import Any, Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import Player
from games.engine.rules import Rules
from games.engine.settlement import UNIT, WIN_BY
from tournaments import broadcast
from tournaments.models import Event, OfflineAnswer, OfflineHand, OfflineSeat, OfflineTable
from tournaments.seating import TABLE
from tournaments.service.audit import note, require_reason
from tournaments.service.letters import write_letter
from tournaments.service.offline import AFTER_BELL, OPEN_HAND, locked_table, shut
from tournaments.service.offline_money import entries_of, post, reverse
from tournaments.service.permits import ORGANISE, REFEREE, NotNow, require
from tournaments.service.standings import compute_leaderboard, rank_again
from tournaments.service.voiding import Reversal

State = OfflineHand.State
CONFIRM_WITHIN: Final = timedelta(minutes=10)
_PLAYED_IN: Final = (Event.State.RUNNING, Event.State.PAUSED, Event.State.FINISHING)


@dataclass(frozen=True, slots=True)
class Story:
    """What happened in a hand; seats 0-3, `totals` in 胡 by seat. A drawn hand has no winner and all zeros."""

    dealer: int
    totals: tuple[int, int, int, int] = (0, 0, 0, 0)
    winner: int | None = None
    from_seat: int | None = None
    by: str = ""
    liable: bool = False
    counted: Mapping[str, str] = field(default_factory=dict)

    def check(self, rules: Rules) -> None:
        """Raises NotNow, in the reader's words, where the parts tell no possible story under these rules."""
        if self.dealer not in range(TABLE):
            raise NotNow(_("Say who was dealer."))
        if any(total % UNIT or not 0 <= total <= rules.cap for total in self.totals):
            raise NotNow(_("Totals are whole tens from 0 to %(cap)d.") % {"cap": rules.cap})
        if self.winner is None:
            if self.by or self.from_seat is not None or any(self.totals):
                raise NotNow(_("A drawn hand has no winner and no totals."))
            return
        if self.winner not in range(TABLE) or self.by not in WIN_BY:
            raise NotNow(_("Say who won, and how."))
        if (self.by == "self_draw") != (self.from_seat is None) or self.from_seat == self.winner:
            raise NotNow(_("Say who let the tile go; on a self-draw nobody did."))
        if self.totals[self.winner] == 0:
            raise NotNow(_("The winner's total is missing."))
        if self.liable and not (rules.last_tiles_liability and self.from_seat is not None):
            raise NotNow(_("Under these rules nobody pays for all."))


@transaction.atomic
def enter_hand(table_id: str, player: Player, story: Story) -> OfflineHand:
    """One of the four enters a hand, and thereby confirms it; the others have ten minutes. Locks: the table.

    Raises NotNow: not seated here, another hand is open, the event is over, or no possible story.
    """
    table = locked_table(table_id)
    seat = _seat(table, player)
    if table.state != OfflineTable.State.PLAYING or table.event.state not in _PLAYED_IN:
        raise NotNow(_("No hand can be entered at this table now."))
    if OfflineHand.objects.filter(table=table, state__in=OPEN_HAND).exists():
        raise NotNow(_("The hand before is still to be confirmed."))
    story.check(table.event.play_rules())
    hand = OfflineHand.objects.create(
        table=table, number=_next_number(table), dealer=story.dealer, winner=story.winner, from_seat=story.from_seat,
        by=story.by, liable=story.liable, totals=list(story.totals), counted=dict(story.counted), entered_by=player,
        due_at=timezone.now() + CONFIRM_WITHIN,
    )  # fmt: skip
    OfflineAnswer.objects.create(hand=hand, seat=seat, player=player, agrees=True)
    _tell(table)
    return hand


@transaction.atomic
def answer_hand(hand_id: int, player: Player, *, agrees: bool, why: str = "") -> OfflineHand:
    """Confirm an entered hand, or object, which sends it to the organiser; the fourth to confirm makes it count.

    Idempotent for the same answer. Locks: the table, then the accounts. Raises NotNow.
    """
    hand = _locked(hand_id)
    seat = _seat(hand.table, player)
    given = OfflineAnswer.objects.filter(hand=hand, seat=seat).first()
    if given is not None and given.agrees == agrees:
        return hand
    if hand.state != State.PROPOSED or given is not None:
        raise NotNow(_("You have answered, or the hand is settled."))
    OfflineAnswer.objects.create(hand=hand, seat=seat, player=player, agrees=agrees)
    if not agrees:
        hand.state, hand.why = State.DISPUTED, why.strip()[:200]
        hand.save(update_fields=["state", "why"])
    elif OfflineAnswer.objects.filter(hand=hand, agrees=True).count() == TABLE:
        _count_hand(hand)
    _tell(hand.table)
    return hand


@transaction.atomic
def take_back(hand_id: int, player: Player) -> None:
    """Who entered a hand takes it back before it counts. Raises NotNow."""
    hand = _locked(hand_id)
    if hand.entered_by_id != player.pk or hand.state not in OPEN_HAND:
        raise NotNow(_("Only who entered a hand takes it back, and only before it counts."))
    _drop(hand, "")


@transaction.atomic
def decide_hand(hand_id: int, actor: Player, reason: str, story: Story | None) -> OfflineHand:
    """A referee's word on a hand not all have confirmed: it counts as told here (None: it is dropped).

    Raises NotAllowed; NotNow when it counts already, or for no possible story.
    """
    require(actor, REFEREE)
    reason = require_reason(actor, reason)
    hand = _locked(hand_id)
    if hand.state not in OPEN_HAND:
        raise NotNow(_("This hand is settled."))
    before = {"winner": hand.winner, "totals": hand.totals}
    if story is None:
        _drop(hand, reason)
    else:
        story.check(hand.table.event.play_rules())
        hand.dealer, hand.winner, hand.from_seat, hand.by = story.dealer, story.winner, story.from_seat, story.by
        hand.liable, hand.totals, hand.why = story.liable, list(story.totals), reason[:200]
        _count_hand(hand)
    note(hand.table.event, actor, "offline-decide", target=str(hand), reason=reason, before=before,
         totals=None if story is None else hand.totals)  # fmt: skip
    _tell(hand.table)
    return hand


@transaction.atomic
def void_offline(hand_id: int, actor: Player, reason: str) -> Reversal | None:
    """Void a hand that counts: reversed by entries of its own as far as the silver is there. None: it is void already.

    Locks: the table, then the accounts. Raises NotAllowed, NotNow.
    """
    require(actor, ORGANISE)
    reason = require_reason(actor, reason)
    hand = _locked(hand_id)
    event = hand.table.event
    if hand.state == State.VOID:
        return None
    if hand.state != State.POSTED:
        raise NotNow(_("This hand does not count yet: drop it instead."))
    entries = entries_of(hand.table)
    reversal = reverse(event, hand, entries)
    hand.state, hand.why = State.VOID, reason[:200]
    hand.save(update_fields=["state", "why"])
    for entry, silver, missing in zip(entries, reversal.silver, reversal.missing, strict=True):
        write_letter(entry.player, "void", reason, event=event, at_table=False, hand=hand.number, hand_id="",
                     silver=silver, missing=missing)  # fmt: skip
    note(event, actor, "offline-void", target=str(hand), reason=reason, silver=reversal.silver,
         points=reversal.points, missing=reversal.missing)  # fmt: skip
    if not rank_again(event.slug):
        transaction.on_commit(partial(compute_leaderboard, event.slug))
    _tell(hand.table)
    return reversal


def sweep_offline() -> None:
    """What time does: hands nobody confirmed go to the organiser, tables close some time after the bell."""
    now = timezone.now()
    for pk in OfflineHand.objects.filter(state=State.PROPOSED, due_at__lte=now).values_list("pk", flat=True):
        with transaction.atomic():
            hand = _locked(pk)
            if hand.state == State.PROPOSED:
                hand.state, hand.why = State.DISPUTED, str(_("Not all have answered in time."))
                hand.save(update_fields=["state", "why"])
                _tell(hand.table)
    over = OfflineTable.objects.filter(event__state__in=(Event.State.FINISHING, Event.State.CANCELLED))
    late = over.filter(event__ends_at__lte=now - AFTER_BELL).exclude(state=OfflineTable.State.CLOSED)
    for table_id in late.values_list("pk", flat=True):
        with transaction.atomic():
            table = locked_table(table_id)
            open_hands = OfflineHand.objects.filter(table=table, state__in=OPEN_HAND)
            if table.event.state == Event.State.CANCELLED:
                open_hands.update(state=State.DROPPED)
            if table.state != OfflineTable.State.CLOSED and not open_hands.exists():
                shut(table)


def _locked(hand_id: int) -> OfflineHand:
    """The hand under its table's lock."""
    found = OfflineHand.objects.filter(pk=hand_id).values_list("table", flat=True).first()
    table = locked_table(found or "")
    hand = OfflineHand.objects.get(pk=hand_id)
    hand.table = table
    return hand


def _seat(table: OfflineTable, player: Player) -> int:
    seat = OfflineSeat.objects.filter(table=table, player=player).values_list("index", flat=True).first()
    if seat is None:
        raise NotNow(_("You do not sit at this table."))
    return seat


def _next_number(table: OfflineTable) -> int:
    return OfflineHand.objects.filter(table=table, state__in=(State.POSTED, State.VOID)).count() + 1


def _count_hand(hand: OfflineHand) -> None:
    """Post it; after the bell it was the table's last."""
    post(hand)
    if hand.table.event.state == Event.State.FINISHING:
        shut(hand.table)


def _drop(hand: OfflineHand, why: str) -> None:
    hand.state, hand.why = State.DROPPED, why[:200]
    hand.save(update_fields=["state", "why"])
    _tell(hand.table)


def _tell(table: OfflineTable) -> None:
    players: list[Any] = list(OfflineSeat.objects.filter(table=table).values_list("player_id", flat=True))
    transaction.on_commit(partial(broadcast.to_entrants, table.event.slug, players))
