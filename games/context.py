"""Template context: the table that a player should be led back to."""

from typing import Any

from django.http import HttpRequest

from games.models import LiveSeat


def live_table(request: HttpRequest) -> dict[str, Any]:
    """`live_table`: the id of the player's live table, or None. Looked up only where a template asks."""

    def look_up() -> str | None:
        user = getattr(request, "user", None)
        if user is None or not user.is_authenticated:
            return None
        return LiveSeat.objects.filter(player=user).values_list("table_id", flat=True).first()

    return {"live_table": look_up}
