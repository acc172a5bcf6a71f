"""The organiser's admin, one concern a file; the event's desk is in `desk`, the acts it offers in `acts`."""

from tournaments.admin import audit, cases, events, fairplay, inspections, ledger, offline, recurring

__all__ = ["audit", "cases", "events", "fairplay", "inspections", "ledger", "offline", "recurring"]
