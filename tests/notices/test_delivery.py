"""What reaches a push service, and what becomes of a subscription that it does not take."""

import ssl
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest

from accounts.guests import create_guest
from notices import delivery, words
from notices import service as notices
from notices.endpoints import Target
from notices.models import PushSubscription
from tests.haste import at_most
from tests.notices.far_browser import Browser, PushService, push_service

pytestmark = pytest.mark.django_db

BROWSER = Browser()


@pytest.fixture
def kept(service: PushService) -> PushSubscription:
    return subscribe(service)


def subscribe(service: PushService, language: str = "zh-hans") -> PushSubscription:
    data = BROWSER.subscription(service.endpoint("a"))
    found = notices.subscribe(create_guest().player, data["endpoint"], **data["keys"], topics=data["topics"])
    PushSubscription.objects.filter(pk=found.pk).update(language=language)
    return found


def send(kept: PushSubscription, topic: str = "turn", tries: int = 0) -> float | None:
    return notices.deliver(
        kept.pk, notices.notice(topic, "cup", "坎门周末争霸赛", "t1" if topic != "start" else ""), tries
    )


@pytest.mark.parametrize(
    ("topic", "title", "url", "longest"),
    [
        ("start", "坎门周末争霸赛开赛了", "/events/cup/", 600),
        ("seated", "你已入座", "/tables/t1/", 60),
        ("turn", "轮到你了", "/tables/t1/", 30),
    ],
)
def test_the_browser_reads_what_it_is_about_and_nothing_more(
    kept: PushSubscription, service: PushService, topic: str, title: str, url: str, longest: int
) -> None:
    assert send(kept, topic) is None
    (message,) = service.messages
    notice = BROWSER.open(message.body)
    assert (notice["title"], notice["url"], notice["lang"]) == (title, url, "zh-Hans")
    assert set(notice) == {"title", "body", "url", "tag", "lang"}
    headers = message.headers
    assert headers["Content-Encoding"] == "aes128gcm"
    assert headers["Authorization"].startswith("vapid t=")
    assert longest - 2 <= int(headers["TTL"]) <= longest
    assert headers["Urgency"] == ("normal" if topic == "start" else "high")
    assert len(headers["Topic"]) <= 32
    assert message.path == "/push/a"
    assert title.encode() not in message.body


def test_a_reader_of_english_is_told_in_english(service: PushService) -> None:
    send(subscribe(service, "en"), "seated")
    assert BROWSER.open(service.messages[0].body)["title"] == "You are seated"


def test_a_notice_names_no_tile_and_no_player(kept: PushSubscription) -> None:
    """Its fields are the event's name and addresses: there is no place for more."""
    assert set(words.Notice._fields) == {"topic", "slug", "about", "table", "until"}


@pytest.mark.parametrize("status", [404, 410])
def test_a_browser_that_is_gone_is_forgotten(kept: PushSubscription, service: PushService, status: int) -> None:
    service.answers = [(status, None)]
    assert send(kept) is None
    assert not PushSubscription.objects.exists()


def test_a_busy_service_is_asked_again_later_each_time(kept: PushSubscription, service: PushService) -> None:
    service.answers = [(503, None)] * 5
    waits = [send(kept, "start", tries) for tries in range(5)]
    assert waits[:4] == list(notices.BACKOFF_S)
    assert waits[4] is None
    assert PushSubscription.objects.get().failures == 1


def test_a_service_says_itself_when_to_come_again(kept: PushSubscription, service: PushService) -> None:
    service.answers = [(429, 20), (429, 40)]
    assert send(kept) == 20
    assert send(kept) is None  # by then the turn is over


def test_a_notice_too_old_to_be_of_use_is_not_sent(kept: PushSubscription, service: PushService) -> None:
    late = notices.notice("turn", "cup", "杯赛", "t1")._replace(until=time.time() - 1)
    assert notices.deliver(kept.pk, late) is None
    assert service.messages == []


def test_what_is_never_taken_ends_the_subscription(kept: PushSubscription, service: PushService) -> None:
    service.answers = [(400, None)] * (notices.MOST_FAILURES - 1) + [(201, None)]
    for _ in range(notices.MOST_FAILURES):
        send(kept)
    assert PushSubscription.objects.get().failures == 0
    service.answers = [(403, None)] * notices.MOST_FAILURES
    for _ in range(notices.MOST_FAILURES):
        send(kept)
    assert not PushSubscription.objects.exists()


def test_a_redirect_is_not_followed(kept: PushSubscription, service: PushService) -> None:
    service.answers = [(307, None)]
    send(kept)
    assert [message.path for message in service.messages] == ["/push/a"]


def test_a_service_that_does_not_answer_is_left_alone_for_a_while(kept: PushSubscription, service: PushService) -> None:
    service.server.server_close()
    assert send(kept, "start") == 1
    with at_most(0.5):
        assert send(kept, "start", tries=1) == 3
    assert notices._is_down("127.0.0.1")


def test_a_service_that_is_no_longer_allowed_is_not_called(
    kept: PushSubscription, service: PushService, settings: Any
) -> None:
    settings.PUSH_SERVICES = []
    assert send(kept) is None
    assert service.messages == []
    assert not PushSubscription.objects.exists()


def test_the_call_goes_to_the_address_that_was_looked_up(service: PushService) -> None:
    """The name resolves to nothing at all: had it been looked up again, nothing would have come."""
    target = Target("http", "push.invalid", service.server.server_address[1], "127.0.0.1", "/push/a")
    assert delivery.post(target, {}, b"x").status == 201
    assert service.messages[0].headers["Host"].startswith("push.invalid:")


def test_a_service_must_prove_its_name(tmp_path: Path) -> None:
    """https to a server with a certificate of its own making is no answer at all."""
    made = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", "/CN=push.example"]
    files = ["-keyout", str(tmp_path / "key"), "-out", str(tmp_path / "cert")]
    subprocess.run([*made, *files], check=True, capture_output=True)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(tmp_path / "cert", tmp_path / "key")
    with push_service() as service:
        service.server.socket = context.wrap_socket(service.server.socket, server_side=True)
        target = Target("https", "push.example", service.server.server_address[1], "127.0.0.1", "/push/a")
        with pytest.raises(ssl.SSLCertVerificationError):
            delivery.post(target, {}, b"x")
        assert service.messages == []


@pytest.mark.django_db(transaction=True)
def test_the_task_hands_on_and_asks_again(kept: PushSubscription, service: PushService) -> None:
    """The real task, in this process: it returns at once, the message goes out from a thread of its own."""
    from notices import tasks

    notice = notices.notice("turn", "cup", "杯赛", "t1")
    with at_most(0.5):
        tasks.deliver.apply(args=(kept.pk, list(notice), 0)).get()
    assert BROWSER.open(service.wait_for(1)[0].body)["title"] == "轮到你了"
