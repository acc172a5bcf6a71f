"""/api/me/push: whose browser it is, what it wants to hear of, and what is refused."""

from typing import Any

import pytest
from django.test import Client

from accounts.guests import create_guest, create_token, end_all_sessions
from accounts.models import Player
from notices import service as notices
from notices.models import PushSubscription
from tests.notices.far_browser import Browser, PushService

pytestmark = pytest.mark.django_db


@pytest.fixture
def player() -> Player:
    return create_guest().player


@pytest.fixture
def own(client: Client, player: Player) -> Client:
    client.force_login(player)
    return client


def post(client: Client, data: dict[str, Any], **headers: str) -> Any:
    return client.post("/api/me/push", data, content_type="application/json", headers=headers)


def test_a_browser_is_kept_with_what_it_wants_and_its_language(
    own: Client, player: Player, service: PushService
) -> None:
    answer = post(own, Browser().subscription(service.endpoint("a"), ("turn", "seated")), accept_language="en")
    assert answer.status_code == 201
    assert answer.json() == {"endpoint": service.endpoint("a"), "topics": ["seated", "turn"]}
    kept = PushSubscription.objects.get()
    assert (kept.player, kept.language, kept.failures) == (player, "en", 0)
    assert own.get("/api/me/push").json() == [answer.json()]


def test_a_second_time_changes_the_topics(own: Client, service: PushService) -> None:
    browser = Browser()
    for topics in (("turn",), ("start",)):
        assert post(own, browser.subscription(service.endpoint("a"), topics)).status_code == 201
    assert PushSubscription.objects.get().topics == ["start"]


def test_a_browser_belongs_to_who_used_it_last(own: Client, client: Client, service: PushService) -> None:
    post(own, Browser().subscription(service.endpoint("a")))
    other = create_guest().player
    client.force_login(other)
    post(client, Browser().subscription(service.endpoint("a")))
    assert PushSubscription.objects.get().player == other


def test_one_player_has_so_many_browsers_and_the_oldest_go(own: Client, service: PushService) -> None:
    for number in range(notices.MOST_BROWSERS + 2):
        post(own, Browser().subscription(service.endpoint(str(number))))
    kept = PushSubscription.objects.order_by("pk").values_list("endpoint", flat=True)
    assert list(kept) == [service.endpoint(str(number)) for number in range(2, notices.MOST_BROWSERS + 2)]


def test_turned_off_it_is_gone_and_another_player_cannot_do_it(own: Client, service: PushService) -> None:
    post(own, Browser().subscription(service.endpoint("a")))
    stranger = Client()
    stranger.force_login(create_guest().player)
    gone = {"data": {"endpoint": service.endpoint("a")}, "content_type": "application/json"}
    assert stranger.delete("/api/me/push", **gone).status_code == 204
    assert PushSubscription.objects.count() == 1
    assert stranger.get("/api/me/push").json() == []
    assert own.delete("/api/me/push", **gone).status_code == 204
    assert not PushSubscription.objects.exists()


def test_logging_out_ends_the_notices_of_this_browser_alone(own: Client, player: Player, service: PushService) -> None:
    post(own, Browser().subscription(service.endpoint("here")))
    elsewhere = Client()
    elsewhere.force_login(player)
    post(elsewhere, Browser().subscription(service.endpoint("there")))
    own.post("/logout/", {"sure": "1"})
    assert PushSubscription.objects.get().endpoint == service.endpoint("there")


def test_a_program_may_use_its_token(client: Client, player: Player, service: PushService) -> None:
    token = create_token(player)
    answer = post(client, Browser().subscription(service.endpoint("a")), authorization=f"Bearer {token}")
    assert answer.status_code == 201
    assert PushSubscription.objects.get().player == player


def test_nobody_is_told_of_nothing(client: Client, service: PushService) -> None:
    assert post(client, Browser().subscription(service.endpoint("a"))).status_code == 401
    assert client.get("/api/me/push").status_code == 401


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"endpoint": "https://127.0.0.1/a"}, "endpoint"),
        ({"endpoint": "http://fcm.googleapis.com/a"}, "endpoint"),
        ({"endpoint": "https://elsewhere.example/a"}, "endpoint"),
        ({"endpoint": "x" * 1001}, "endpoint"),
        ({"keys": {"p256dh": "AAAA", "auth": "AAAA"}}, "keys"),
        ({"keys": {"p256dh": Browser().p256dh, "auth": "AAAA"}}, "keys"),
        ({"keys": {}}, "keys.p256dh"),
        ({"topics": []}, "topics"),
        ({"topics": ["gossip"]}, "topics"),
        ({"more": 1}, "more"),
    ],
)
def test_what_is_no_subscription_is_refused_by_field(
    own: Client, service: PushService, change: dict[str, Any], field: str
) -> None:
    answer = post(own, Browser().subscription(service.endpoint("a")) | change)
    assert answer.status_code == 400, answer.content
    error = answer.json()["error"]
    assert (error["code"], error["field"]) == ("malformed", field)
    assert not PushSubscription.objects.exists()


def test_asking_without_pause_is_slowed_down(own: Client, service: PushService, settings: Any) -> None:
    settings.RATE_LIMITS = {"push": (1, 600)}
    data = Browser().subscription(service.endpoint("a"))
    assert [post(own, data).status_code for _ in range(2)] == [201, 429]


def test_a_site_without_a_key_offers_nothing(own: Client, service: PushService, settings: Any) -> None:
    settings.VAPID_PRIVATE_KEY = ""
    assert post(own, Browser().subscription(service.endpoint("a"))).status_code == 404
    assert 'id="push"' not in own.get("/me/").text


def test_the_page_of_a_player_has_the_offer_and_the_key(own: Client, service: PushService) -> None:
    from notices import vapid

    page = own.get("/me/").text
    assert f'data-key="{vapid.public_key()}"' in page
    assert 'id="push"' not in Client().get("/me/").text


def test_ending_all_sessions_ends_the_notices_too(own: Client, player: Player, service: PushService) -> None:
    post(own, Browser().subscription(service.endpoint("a")))
    end_all_sessions(player)
    assert notices.deliver(PushSubscription.objects.get().pk, notices.notice("start", "cup", "杯赛")) is None
    assert not PushSubscription.objects.exists()
    assert service.messages == []
