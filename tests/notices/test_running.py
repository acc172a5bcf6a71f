"""The whole way, with the real processes: four programs without a screen are drawn, seated, and waited for."""

from pathlib import Path

import pytest

from notices import vapid
from tests.notices.far_browser import Browser, push_service
from tests.protocol_client import call
from tests.running_site import RunningSite

pytestmark = pytest.mark.slow


def test_whoever_is_not_at_the_table_is_told_of_start_seat_and_turn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser = Browser()
    with push_service() as service:
        monkeypatch.setenv("VAPID_PRIVATE_KEY", vapid.new_key()[0])
        monkeypatch.setenv("PUSH_SERVICES", service.origin)
        with RunningSite(tmp_path, "yuhuan_notices") as site:
            times = ("--starts-in-ms", "3600000", "--draw-every-ms", "200", "--seed-ms", "100", "--turn-ms", "30000")
            event = site.manage("create_event", "--name", "楚门赛", "--slug", "cup", *times)
            assert '"open"' in event
            tokens = [call(site.web[0], "POST", "/guest", data={})["token"] for _ in range(4)]
            for token in tokens:
                call(site.web[0], "POST", "/events/cup/enter", token)
            for number, token in enumerate(tokens):
                call(site.web[0], "POST", "/me/push", token, browser.subscription(service.endpoint(str(number))))
            site.manage("create_event", "--name", "别的赛", "--slug", "other")  # an event nobody here entered
            site.rows("UPDATE tournaments_event SET starts_at = now() WHERE slug = 'cup' RETURNING 1")
            started = [browser.open(message.body) for message in service.wait_for(4, 30)]
            assert {notice["title"] for notice in started} == {"楚门赛开赛了"}
            for token in tokens:
                call(site.web[0], "POST", "/events/cup/start", token)
            messages = service.wait_for(9, 40)[4:]
            notices = [browser.open(message.body) for message in messages]
            assert [notice["title"] for notice in notices] == ["你已入座"] * 4 + ["轮到你了"]
            assert len({notice["url"] for notice in notices}) == 1
            assert len({message.path for message in messages[:4]}) == 4
            assert "Traceback" not in site.log()
