"""Requests wait in line rather than for a connection."""

import threading

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory

from yuhuan_site.turns import TurnsMiddleware


def test_no_more_requests_are_worked_on_than_there_are_turns_and_all_are_answered_in_the_end() -> None:
    entered, may_go = threading.Semaphore(0), threading.Event()

    def view(request: HttpRequest) -> HttpResponse:
        entered.release()
        may_go.wait(30)
        return HttpResponse(request.path)

    turns = TurnsMiddleware(view)
    answers: list[int] = []
    asks = [
        threading.Thread(target=lambda: answers.append(turns(RequestFactory().get("/events/")).status_code))
        for _ in range(settings.REQUESTS_AT_ONCE + 3)
    ]
    for ask in asks:
        ask.start()
    for _ in range(settings.REQUESTS_AT_ONCE):
        assert entered.acquire(timeout=30)
    assert not entered.acquire(blocking=False)
    health = threading.Thread(target=lambda: turns(RequestFactory().get("/healthz")))
    health.start()
    assert entered.acquire(timeout=30), "a machine that asks whether we live waits for nobody"
    may_go.set()
    for ask in (*asks, health):
        ask.join(30)
    assert answers == [200] * (settings.REQUESTS_AT_ONCE + 3)
