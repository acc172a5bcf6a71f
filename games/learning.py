"""The page of the first lesson."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.engine import glossary
from games.lesson import LEARNER, Lesson, first_lesson
from games.lesson_words import Card, cards


@require_safe
def learn(request: HttpRequest) -> HttpResponse:
    """第一副牌: read card by card without a script, played at the table with one."""
    lesson = first_lesson()
    told = cards(lesson)
    names = _names(lesson)
    context = {
        "cards": told,
        "lesson": {"steps": _steps(lesson, names), "cards": [_card_json(card) for card in told]},
        "result": lesson.result,
        "wild": lesson.result["wild"],
        "seats": [{"nickname": name} for name in names],
        "glossary": glossary.as_json(),
    }
    return render(request, "games/learn.html", context)


def _names(lesson: Lesson) -> list[str]:
    names = list(lesson.record["players"])
    names[LEARNER] = _("You")
    return names


def _steps(lesson: Lesson, names: list[str]) -> list[dict[str, Any]]:
    return [{**step, "view": {**step["view"], "names": names}} for step in lesson.steps]


def _card_json(card: Card) -> dict[str, Any]:
    return {
        "step": card.step,
        "title": card.title,
        "text": card.text,
        "nudge": card.nudge,
        "answer": card.answer,
        "worth": card.worth,
    }
