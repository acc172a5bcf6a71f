"""What a player prefers at the table: kept with the account, by page and program alike."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from accounts import guests, limits, preferences
from accounts.models import Player

pytestmark = pytest.mark.django_db

SCRIPT = Path(__file__).resolve().parents[2] / "static/js/table/preferences.js"
ADDRESS = "/api/me/preferences"


@pytest.fixture
def guest() -> guests.NewGuest:
    return guests.create_guest("小王")


def change(guest: guests.NewGuest, body: object, client: Client | None = None) -> Any:
    headers = {"Authorization": f"Bearer {guest.token}"}
    return (client or Client()).patch(ADDRESS, json.dumps(body), content_type="application/json", headers=headers)


def test_what_is_set_is_kept_and_what_is_not_named_stays(guest: guests.NewGuest) -> None:
    assert change(guest, {"textMode": True, "effects": 30}).json() == {"textMode": True, "effects": 30}
    assert change(guest, {"effects": 0}).json() == {"textMode": True, "effects": 0}
    answer = Client().get(ADDRESS, headers={"Authorization": f"Bearer {guest.token}"})
    assert answer.json() == {"textMode": True, "effects": 0}
    assert Player.objects.get(pk=guest.player.pk).preferences == {"textMode": True, "effects": 0}


@pytest.mark.parametrize(
    "body",
    [
        {"colour": "red"},
        {"tap": "thrice"},
        {"effects": 101},
        {"effects": True},
        {"textMode": 1},
        {"claimKeys": "jkg"},
        {"claimKeys": "jjgz"},
        {"claimKeys": "jkgl"},
        {"claimKeys": "JKGZ"},
        {"say": ["full"]},
    ],
)
def test_a_strange_preference_is_refused_by_name_and_changes_nothing(guest: guests.NewGuest, body: dict) -> None:
    answer = change(guest, {"sound": False} | body)
    assert answer.status_code == 400
    assert answer.json()["error"]["field"] == next(iter(body))
    assert Player.objects.get(pk=guest.player.pk).preferences == {}


@pytest.mark.parametrize("body", [[], "loud", None, 5])
def test_preferences_are_an_object(guest: guests.NewGuest, body: object) -> None:
    assert change(guest, body).status_code == 400


def test_a_visitor_has_no_preferences_and_a_session_needs_its_token(guest: guests.NewGuest) -> None:
    assert Client().get(ADDRESS).status_code == 401
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(guest.player)
    assert browser.patch(ADDRESS, "{}", content_type="application/json").status_code == 403
    browser.get("/me/")
    token = browser.cookies["csrftoken"].value
    answer = browser.patch(ADDRESS, '{"corner": true}', content_type="application/json", headers={"X-CSRFToken": token})
    assert answer.json() == {"corner": True}


def test_too_many_changes_are_slowed_down(guest: guests.NewGuest, settings: Any) -> None:
    settings.RATE_LIMITS = {"preferences": (2, 60)}
    assert [change(guest, {"sound": True}).status_code for _ in range(3)] == [200, 200, 429]
    assert "preferences" in limits.DEFAULTS


def test_the_table_and_the_account_know_the_same_preferences() -> None:
    source = re.search(r"const DEFAULTS = \{(.*?)\};", SCRIPT.read_text(), re.DOTALL)
    assert source is not None
    names = set(re.findall(r"(\w+):", source[1]))
    assert names == set(preferences.KNOWN) - {"pace"}


def test_the_letters_that_claim_by_default_may_claim() -> None:
    letters = re.search(r'claimKeys: "(\w+)"', SCRIPT.read_text())
    assert letters is not None
    assert preferences.KNOWN["claimKeys"](letters[1])
