"""Silver that two organisers give together: one proposes, another approves (RULES.md §8: both sums stay what was issued)."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import Player
from games.models import LiveSeat
from games.service import lock_tables, show_money
from tournaments import ledger
from tournaments.models import Award, Entry, Event
from tournaments.service.audit import note, require_reason
from tournaments.service.letters import write_letter
from tournaments.service.permits import AWARD, NotNow, require

State = Award.State
OPEN_STATES = (Event.State.OPEN, Event.State.RUNNING, Event.State.PAUSED, Event.State.FINISHING)


@transaction.atomic
def propose_award(entry: Entry, actor: Player, silver: int, reason: str) -> Award:
    """Propose silver for an entrant of an event that is going on. Raises NotAllowed, NotNow."""
    require(actor, AWARD)
    reason = require_reason(actor, reason)
    if not 1 <= silver <= 1_000_000:
        raise NotNow(_("From 1 to 1,000,000 silver."))
    if entry.event.state not in OPEN_STATES:
        raise NotNow(_("The event is over: nothing is given out any more."))
    award = Award.objects.create(entry=entry, silver=silver, reason=reason, proposed_by=actor)
    note(
        entry.event, actor, "award-proposed", target=entry.player.nickname, reason=reason, silver=silver, award=award.pk
    )
    return award


@transaction.atomic
def approve_award(award_id: int, actor: Player, reason: str) -> bool:
    """Give what another organiser proposed, once. False when it was approved before.

    Locks: the event, the entrant's table, the award, then the accounts. Raises NotAllowed; NotNow for the proposer.
    """
    require(actor, AWARD)
    reason = require_reason(actor, reason)
    entry = Award.objects.select_related("entry").get(pk=award_id).entry
    event = Event.objects.select_for_update(no_key=True).get(pk=entry.event_id)
    tables = list(
        LiveSeat.objects.filter(player=entry.player_id, table__event=event.slug).values_list("table", flat=True)
    )
    lock_tables(tables)
    award = Award.objects.select_for_update(of=("self",)).get(pk=award_id)
    if award.state == State.APPROVED:
        return False
    if award.state == State.DECLINED or event.state not in OPEN_STATES:
        raise NotNow(_("This was declined, or the event is over."))
    if award.proposed_by_id == actor.pk:
        raise NotNow(_("Another organiser must approve what you proposed."))
    award.state, award.decided_by, award.decided_at = State.APPROVED, actor, timezone.now()
    award.save(update_fields=["state", "decided_by", "decided_at"])
    ledger.award(award)
    _show(entry, tables, award)
    note(
        event, actor, "award-approved", target=entry.player.nickname, reason=reason, silver=award.silver, award=award.pk
    )
    return True


@transaction.atomic
def decline_award(award_id: int, actor: Player, reason: str) -> bool:
    """Decline or withdraw a proposal. False when it was declined before. Raises NotNow when it was approved."""
    require(actor, AWARD)
    reason = require_reason(actor, reason)
    award = (
        Award.objects.select_for_update(of=("self",)).select_related("entry__event", "entry__player").get(pk=award_id)
    )
    if award.state == State.DECLINED:
        return False
    if award.state == State.APPROVED:
        raise NotNow(_("This was approved already."))
    award.state, award.decided_by, award.decided_at = State.DECLINED, actor, timezone.now()
    award.save(update_fields=["state", "decided_by", "decided_at"])
    note(award.entry.event, actor, "award-declined", target=award.entry.player.nickname, reason=reason, award=award.pk)
    return True


def _show(entry: Entry, tables: list[str], award: Award) -> None:
    Entry.objects.filter(pk=entry.pk, state=Entry.State.OUT).update(state=Entry.State.IDLE)
    money = dict(ledger.lock([entry.silver_account_id, entry.points_account_id]))
    held = {entry.player_id: (money[entry.silver_account_id], money[entry.points_account_id])}
    for table_id in tables:
        show_money(table_id, held, "award", award.reason, {"name": entry.player.nickname, "silver": award.silver})
    write_letter(entry.player, "award", award.reason, event=entry.event, at_table=False, silver=award.silver)
