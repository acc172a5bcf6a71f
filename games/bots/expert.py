"""高手."""

from games.bots.regular import in_window, on_turn

__all__ = ["in_window", "on_turn"]
