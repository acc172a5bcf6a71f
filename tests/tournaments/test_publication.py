"""What stays of a finished event: results, certificates, their text, and the files to take away."""

import csv
import hashlib
import io
import json

import pytest
from django.db import transaction

from accounts.guests import create_bot
from accounts.models import Player
from games.engine.record import verify
from games.service import play_out
from tests.tournaments.cast import begin
from tournaments import service
from tournaments.models import Entry, Event, Export


@pytest.fixture(autouse=True)
def exports_dir(settings, tmp_path):
    settings.EXPORTS_DIR = str(tmp_path / "exports")


@pytest.fixture
def finished(db) -> Event:
    """An event of four who all played; one has a name that a spreadsheet would take for a formula."""
    event = begin("cup", kind="demo", seed_ms=0, min_hands=1)
    players = [create_bot() for _ in range(4)]
    with transaction.atomic():
        table = service.seat_bots(event, players)
    play_out(table.pk)
    service.release_table(table.pk, event.slug)
    Player.objects.filter(pk=players[0].pk).update(nickname="=1+1", is_bot=False)
    Player.objects.filter(pk__in=[player.pk for player in players[1:]]).update(is_bot=False)
    return service.finish(event.slug)


def written(event: Event) -> dict[str, bytes]:
    for kind in Export.Kind:
        assert service.write_export(event.slug, kind)
    return {one.kind: service.path_of(one).read_bytes() for one in Export.objects.filter(event=event)}


def test_the_end_of_an_event_asks_for_its_files_and_the_worker_writes_them(client, finished):
    assert {one.state for one in Export.objects.filter(event=finished)} == {"asked"}
    page = client.get("/events/cup/results/").content.decode()
    assert 'hx-trigger="every 2s"' in page
    assert client.get("/events/cup/results/csv/").status_code == 404
    written(finished)
    assert {one.state for one in Export.objects.filter(event=finished)} == {"done"}
    assert 'hx-trigger="every 2s"' not in client.get("/events/cup/results/").content.decode()
    answer = client.get("/events/cup/results/csv/")
    assert answer.headers["Content-Disposition"] == 'attachment; filename="cup-ranking.csv"'


def test_a_ranking_for_a_spreadsheet_has_no_cell_that_is_a_formula(finished):
    text = written(finished)["csv"].decode("utf-8-sig")
    rows = list(csv.reader(io.StringIO(text)))
    assert rows[0] == ["名次", "玩家", "编号", "银子", "积分", "局数", "胡"]
    assert len(rows) == 5
    assert "'=1+1" in {row[1] for row in rows}
    assert not [cell for row in rows for cell in row[:3] if cell.startswith(("=", "+", "@"))]


def test_all_records_of_the_archive_hold(finished):
    lines = written(finished)["records"].decode().splitlines()
    assert len(lines) == finished.hands_per_table
    for line in lines:
        verify(json.loads(line))


def test_the_exported_ranking_is_the_ranking_of_the_interface(client, finished):
    rows = json.loads(written(finished)["json"])["rows"]
    assert rows == client.get("/api/events/cup/ranking").json()["rows"]


def test_a_file_being_written_is_not_begun_twice_and_one_that_is_stuck_is(finished, settings):
    from datetime import timedelta

    from django.utils import timezone

    Export.objects.filter(event=finished, kind="csv").update(state="writing", moved_at=timezone.now())
    assert not service.write_export("cup", "csv")
    assert service.ask_export(finished, "csv").state == "writing"
    Export.objects.filter(event=finished, kind="csv").update(moved_at=timezone.now() - timedelta(minutes=5))
    service.sweep_exports()
    assert service.write_export("cup", "csv")
    assert not service.write_export("cup", "csv"), "it is written"


def test_a_file_that_cannot_be_written_is_said_to_have_failed(finished, settings, tmp_path):
    (tmp_path / "file").write_text("")
    settings.EXPORTS_DIR = str(tmp_path / "file")
    with pytest.raises(OSError, match="file"):
        service.write_export("cup", "csv")
    assert Export.objects.get(event=finished, kind="csv").state == "failed"


def test_the_results_name_the_winner_the_ties_and_the_digest_of_a_text_anybody_can_hash(client, finished):
    page = client.get("/events/cup/results/").content.decode()
    text = client.get("/events/cup/results.txt").content
    assert text.startswith(b"yuhuan-result/1|cup\n1|")
    assert hashlib.sha256(text).hexdigest() in page
    assert 'class="place1"' in page
    assert "并列" in page


def test_a_certificate_says_rank_silver_and_digest_and_leads_back_to_the_result(client, finished):
    best = service.ranking_page(finished).rows[0]
    page = client.get(f"/events/cup/certificate/{best['player']}/").content.decode()
    text = client.get("/events/cup/results.txt").content
    assert hashlib.sha256(text).hexdigest() in page
    assert f"{best['silver']:,}" in page
    assert f"/events/cup/results/?player={best['player']}#sought" in page
    assert "<svg" in page
    assert best["nickname"] in client.get(f"/events/cup/results/?player={best['player']}").content.decode()


def test_there_is_no_certificate_before_the_end_nor_for_a_stranger_nor_for_a_bot(client, running, people):
    (player,) = people(1)
    service.enter(running, player)
    service.compute_leaderboard(running.slug)
    assert client.get(f"/events/{running.slug}/certificate/{player.pk}/").status_code == 404
    assert client.get(f"/events/{running.slug}/results.txt").status_code == 404
    service.finish(running.slug)
    assert client.get(f"/events/{running.slug}/certificate/{player.pk}/").status_code == 200
    assert client.get(f"/events/{running.slug}/certificate/nobody/").status_code == 404
    bot = create_bot()
    assert not Entry.objects.filter(player=bot).exists()
    assert client.get(f"/events/{running.slug}/certificate/{bot.pk}/").status_code == 404


def test_before_the_end_the_results_are_the_live_ranking(client, running):
    answer = client.get(f"/events/{running.slug}/results/")
    assert (answer.status_code, answer.headers["Location"]) == (302, f"/events/{running.slug}/ranking/")


def test_the_big_screen_shows_the_clock_the_top_and_the_way_in(client, running, people):
    (player,) = people(1)
    service.enter(running, player)
    service.compute_leaderboard(running.slug)
    page = client.get(f"/events/{running.slug}/screen/").content.decode()
    assert "data-count-down" in page
    assert player.nickname in page
    assert "<svg" in page
    fragment = client.get(f"/events/{running.slug}/screen/", headers={"HX-Request": "true"}).content.decode()
    assert fragment.lstrip().startswith('<section id="screen"')


def test_a_decision_after_the_end_has_the_files_written_anew(client, finished, django_user_model):
    from tournaments.service.sanctions import disqualify

    written(finished)
    chief = django_user_model.objects.create_superuser("chief", password="x", nickname="裁判长")
    best = Player.objects.get(pk=service.ranking_page(finished).rows[0]["player"])
    assert disqualify(finished, best, chief, "两台手机")
    assert {one.state for one in Export.objects.filter(event=finished)} == {"asked"}
    assert json.loads(written(finished)["json"])["rows"][-1]["state"] == "disqualified"
    assert client.get("/events/cup/results/json/").status_code == 200
