"""Events, who entered them, the ledger of silver and points, and who sat with whom (RULES.md §8-§9)."""

from tournaments.models.announcements import Announcement
from tournaments.models.audit import AuditEntry
from tournaments.models.draws import Draw
from tournaments.models.entrants import Entry, Meeting, Ranking, Standing
from tournaments.models.event import HOUR_MS, Event
from tournaments.models.exports import Export
from tournaments.models.fairness import EntryTrace, FairPlayReport, HandConduct, PairSignal
from tournaments.models.inspections import Inspection
from tournaments.models.ledger import Account, Line, Posting
from tournaments.models.offline import OfflineAnswer, OfflineHand, OfflineSeat, OfflineTable
from tournaments.models.people import ActKey, Letter, Queued, Sanction, Ticket
from tournaments.models.recurring import EventTemplate
from tournaments.models.referee import Award, Call, Report

__all__ = [
    "HOUR_MS",
    "Account",
    "ActKey",
    "Announcement",
    "AuditEntry",
    "Award",
    "Call",
    "Draw",
    "Entry",
    "EntryTrace",
    "Event",
    "EventTemplate",
    "Export",
    "FairPlayReport",
    "HandConduct",
    "Inspection",
    "Letter",
    "Line",
    "Meeting",
    "OfflineAnswer",
    "OfflineHand",
    "OfflineSeat",
    "OfflineTable",
    "PairSignal",
    "Posting",
    "Queued",
    "Ranking",
    "Report",
    "Sanction",
    "Standing",
    "Ticket",
]
