"""A look at fair play: figures for each pair of players who met, each beside what chance alone would give.

Pure: finished hands in, figures out. Nothing here judges or acts; people look (docs/fair-play.md).
"""

from tournaments.fairplay.facts import HandFacts, gathered, read_facts
from tournaments.fairplay.figures import Figure
from tournaments.fairplay.pairs import PairReport, met, report, reports

__all__ = ["Figure", "HandFacts", "PairReport", "gathered", "met", "read_facts", "report", "reports"]
