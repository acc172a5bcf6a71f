"""The page of the first lesson."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.engine import glossary
from games.engine.clock import TableSettings
from games.lesson import LEARNER, Lesson, first_lesson
from games.lesson_words import Card, cards
from games.scoresheet import Person, ScoreSheet, Surroundings, sheet_of


@require_safe
def learn(request: HttpRequest) -> HttpResponse:
    """第一副牌: read card by card without a script, played at the table with one."""
    lesson = first_lesson()
    told = cards(lesson)
    names = _names(lesson)
    context = {
        "cards": told,
        "lesson": {"steps": _steps(lesson, names), "cards": [_card_json(card) for card in told]},
        "sheet": _sheet(lesson, names),
        "glossary": glossary.as_json(),
    }
    return render(request, "games/learn.html", context)


def _names(lesson: Lesson) -> list[str]:
    names = list(lesson.record["players"])
    names[LEARNER] = _("You")
    return names


def _sheet(lesson: Lesson, names: list[str]) -> ScoreSheet:
    """The score sheet with the silver that a championship's table would have moved."""
    people = [Person(name, bot=seat != LEARNER, me=seat == LEARNER) for seat, name in enumerate(names)]
    last = lesson.steps[-1]["view"]
    rate = TableSettings().silver_per_unit
    return sheet_of(lesson.result, Surroundings(people, last["wild"], last["bonus_kind"], rate, lesson.waits))


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
