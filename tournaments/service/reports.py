"""What players bring to the desk: calls for the referee, reports of others; and who may speak at a table."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import guests, limits, nicknames
from accounts.models import Player
from games.models import Table
from tournaments.models import Call, Event, Report, Sanction
from tournaments.service.audit import note, require_reason
from tournaments.service.letters import write_letter
from tournaments.service.permits import REFEREE, NotNow, require
from tournaments.service.sanctions import standing


@transaction.atomic
def call_referee(table: Table, hand: int, player: Player, client_id: str, text: str) -> Call:
    """Ask for the referee; the same `client_id` again, or while a call is open, changes nothing but the words.

    Raises NotNow: no event, muted. ApiError 429.
    """
    event = Event.objects.filter(slug=table.event).first()
    if event is None or event.friends:
        raise NotNow(_("There is no referee at this table."))
    if not may_speak(player, event):
        raise NotNow(_("The organiser has muted you."))
    Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    before = Call.objects.filter(table=table.pk, player=player, client_id=client_id).first()
    if before is not None:
        return before
    limits.spend("call", player.pk)
    waiting = Call.objects.filter(player=player, answered_at=None).first()
    if waiting is not None:
        waiting.text = text[:300] or waiting.text
        waiting.save(update_fields=["text"])
        return waiting
    return Call.objects.create(
        event=event, table=table.pk, hand=hand, player=player, text=text[:300], client_id=client_id
    )


@transaction.atomic
def report_player(
    reporter: Player, about: Player, kind: str, text: str, table: Table | None = None, hand: int | None = None
) -> Report:
    """Report a player; while the same is open, nothing new. Raises NotNow for oneself, a bot, an unknown kind; ApiError 429."""
    if about.pk == reporter.pk or about.is_bot or kind not in Report.Kind.values:
        raise NotNow(_("This cannot be reported."))
    limits.spend("report", reporter.pk)
    event = Event.objects.filter(slug=table.event).first() if table else None
    report, _new = Report.objects.get_or_create(
        reporter=reporter, about=about, kind=kind, table=table.pk if table else "", handled_at=None,
        defaults={"text": text[:300], "event": event, "hand": hand, "nickname": about.nickname},
    )  # fmt: skip
    return report


@transaction.atomic
def handle_report(report_id: int, actor: Player, outcome: str) -> bool:
    """Take a report from the queue, saying what was done. False when somebody did before."""
    require(actor, REFEREE)
    outcome = require_reason(actor, outcome)
    report = Report.objects.select_for_update(of=("self",)).select_related("event", "about").get(pk=report_id)
    if report.handled_at is not None:
        return False
    report.outcome, report.handled_by, report.handled_at = outcome[:300], actor, timezone.now()
    report.save(update_fields=["outcome", "handled_by", "handled_at"])
    note(report.event, actor, "report-handled", target=report.about.nickname, reason=outcome, report=report.pk)
    return True


@transaction.atomic
def rename_player(player: Player, actor: Player, reason: str) -> str:
    """Give a player whose name offends a made-up one; the player may choose another. Returns the new name."""
    require(actor, REFEREE)
    reason = require_reason(actor, reason)
    player = Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    before, renamed = player.nickname, guests.rename(player, nicknames.made_up())
    write_letter(player, "renamed", reason)
    note(None, actor, "rename", target=before, reason=reason, player=player.pk, name=renamed.nickname)
    return renamed.nickname


def may_speak(player: Player, event: Event | None) -> bool:
    """Whether a player may send phrases and calls."""
    return standing(Sanction.Kind.MUTE, player, event) is None
