"""An organiser's work by mouse: create, open, start, pause, end; read the rest."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Player
from tests.tournaments.cast import draw_now, guests, sit
from tournaments import service
from tournaments.models import Event

pytestmark = pytest.mark.django_db


@pytest.fixture
def organiser() -> Client:
    client = Client()
    client.force_login(Player.objects.create_superuser("organiser", password="x"))
    return client


def step(client: Client, event: Event, name: str) -> None:
    address = reverse("admin:tournaments_event_step", args=[event.pk, name])
    assert client.get(address).status_code == 200
    answer = client.post(address, follow=True)
    assert answer.status_code == 200


def form_of(answer) -> dict[str, str]:
    """What a browser would send back untouched."""
    form = answer.context["adminform"].form
    values = {name: form[name].value() for name in form.fields}
    values |= {"starts_at_0": "2026-12-01", "starts_at_1": "19:00:00"}
    return {name: "" if value is None else value for name, value in values.items() if value is not False}


def test_an_event_is_created_opened_started_paused_and_ended(organiser):
    page = organiser.get(reverse("admin:tournaments_event_add"))
    sent = form_of(page) | {"name": "周末杯", "minutes": "90", "overrides": "{}"}
    answer = organiser.post(reverse("admin:tournaments_event_add"), sent, follow=True)
    assert answer.redirect_chain, answer.context["errors"]
    event = Event.objects.get()
    assert answer.redirect_chain[-1][0] == reverse("admin:tournaments_event_change", args=[event.pk])
    assert (event.state, event.length_ms, event.turn_ms) == ("draft", 90 * 60_000, 15_000)
    assert service.silver_totals(event) == (0, 0)
    for name, state in (
        ("open", "open"), ("start", "running"), ("start", "running"), ("pause", "paused"), ("resume", "running"),
        ("finish", "finished"), ("finish", "finished"),
    ):  # fmt: skip
        step(organiser, event, name)
        assert Event.objects.get().state == state
    step(organiser, event, "pause")
    assert Event.objects.get().state == "finished"


def test_a_draft_can_be_edited_and_an_open_event_keeps_its_rules(organiser):
    event = service.create_event("杯赛", slug="cup")
    address = reverse("admin:tournaments_event_change", args=[event.pk])
    sent = form_of(organiser.get(address)) | {
        "name": "新名",
        "minutes": "0.5",
        "turn_ms": "5000",
        "overrides": '{"cap": 200}',
    }
    answer = organiser.post(address, sent)
    assert answer.status_code == 302, answer.context["errors"]
    event.refresh_from_db()
    assert (event.name, event.length_ms, event.turn_ms, event.overrides) == ("新名", 30_000, 5000, {"cap": 200})
    service.open_event("cup")
    organiser.post(address, {"name": "别名", "turn_ms": "1", "minutes": "1"})
    event.refresh_from_db()
    assert (event.name, event.length_ms, event.turn_ms, event.state) == ("别名", 30_000, 5000, "open")


@pytest.mark.parametrize(
    "bad", [{"minutes": "-1"}, {"minutes": "x"}, {"turn_ms": "1"}, {"overrides": '{"cap": "x"}'}, {"name": ""}]
)
def test_an_unusable_form_says_so_and_makes_nothing(organiser, bad):
    add = reverse("admin:tournaments_event_add")
    answer = organiser.post(add, form_of(organiser.get(add)) | {"name": "杯", "overrides": "{}"} | bad)
    assert answer.status_code == 200
    assert answer.context["errors"]
    assert not Event.objects.exists()


def test_every_list_and_page_opens_and_nothing_of_the_ledger_can_be_changed(organiser, running):
    players = guests(4)
    sit(running, *players)
    draw_now(running)
    for name in ("event", "entry", "posting", "account"):
        listing = organiser.get(reverse(f"admin:tournaments_{name}_changelist"))
        assert listing.status_code == 200
    for name, key in (("posting", "postings"), ("entry", "entries"), ("account", "accounts")):
        row = getattr(running, key).first()
        assert organiser.get(reverse(f"admin:tournaments_{name}_change", args=[row.pk])).status_code == 200
        assert organiser.post(reverse(f"admin:tournaments_{name}_change", args=[row.pk]), {}).status_code == 403
        assert (
            organiser.post(reverse(f"admin:tournaments_{name}_delete", args=[row.pk]), {"post": "yes"}).status_code
            == 403
        )
    page = organiser.get(reverse("admin:tournaments_event_change", args=[running.pk]))
    assert page.context["numbers"]
    assert b"4000" in page.content
    assert organiser.get(reverse("admin:accounts_player_changelist")).status_code == 200
    assert organiser.get(reverse("admin:accounts_player_change", args=[players[0].pk])).status_code == 200


def test_a_player_who_is_no_organiser_gets_nowhere(running):
    client = Client()
    client.force_login(guests(1)[0])
    for address in (reverse("admin:index"), reverse("admin:tournaments_event_step", args=[running.pk, "finish"])):
        assert client.post(address).status_code == 302
    assert Event.objects.get().state == "running"


def test_a_ban_ends_the_players_sessions(organiser):
    (player,) = guests(1)
    browser = Client()
    browser.force_login(player)
    organiser.post(reverse("admin:accounts_player_changelist"), {"action": "ban", "_selected_action": [player.pk]})
    assert not browser.get("/").wsgi_request.user.is_authenticated
