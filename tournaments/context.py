"""Template context: what the reader must be told on whatever page."""

from typing import Any

from django.http import HttpRequest

from tournaments.letterwords import Said, letters_for


def letters(request: HttpRequest) -> dict[str, Any]:
    """`letters`: messages the reader has not read. Looked up only where a template asks."""

    def look_up() -> list[Said]:
        user = getattr(request, "user", None)
        return letters_for(user) if user is not None and user.is_authenticated else []

    return {"letters": look_up}
