"""The organiser's admin, one concern a file; the event's desk is in `desk`, the acts it offers in `acts`."""

from tournaments.admin import audit, events, fairplay, ledger, recurring

__all__ = ["audit", "events", "fairplay", "ledger", "recurring"]
