"""The commands of docs/protocol.md that belong to events."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from accounts.models import Player
from tests.tournaments.cast import guests
from tournaments import service
from tournaments.models import Event

pytestmark = pytest.mark.django_db


def run(*arguments: str) -> str:
    out = StringIO()
    call_command(*arguments, stdout=out, stderr=out)
    return out.getvalue()


def test_create_event_prints_the_running_event_as_the_api_lists_it():
    printed = json.loads(run("create_event", "--name", "周末杯"))
    assert printed == service.event_json(Event.objects.get()) | {"ends_in_ms": printed["ends_in_ms"]}
    assert (printed["state"], printed["rules"], printed["starts_in_ms"]) == ("running", "platform@1", 0)


def test_create_event_takes_every_parameter():
    run(
        "create_event", "--name", "快赛", "--slug", "fast", "--rules", "classic", "--starts-in-ms", "60000",
        "--minutes", "0.05", "--override", "max_tai=5", "--override", "wild_tai=[1,0,1,3]", "--hands-per-table", "1",
        "--silver-per-unit", "5", "--min-hands", "1", "--turn-ms", "60", "--reserve-ms", "70", "--claim-mode", "uniform",
        "--claim-min-ms", "50", "--thinks", "2", "--seed-ms", "80", "--pause-ms", "90", "--draw-every-ms", "100",
        "--bot-after-ms", "110", "--spectator-delay-ms", "120", "--bots",
    )  # fmt: skip
    event = Event.objects.get(slug="fast")
    assert (event.state, event.kind, event.rules, event.length_ms) == ("open", "demo", "classic@1", 3000)
    assert (event.play_rules().max_tai, event.play_rules().wild_tai) == (5, (1, 0, 1, 3))
    settings = event.table_settings()
    assert (settings.hands_per_table, settings.silver_per_unit, settings.turn_ms, settings.reserve_ms) == (1, 5, 60, 70)
    assert (settings.claim_mode, settings.claim_ms, settings.thinks) == ("uniform", 2500, 2)
    assert (settings.seed_ms, settings.pause_ms, settings.spectator_delay_ms) == (80, 90, 120)
    assert (event.min_hands, event.draw_every_ms, event.bot_after_ms) == (1, 100, 110)


def test_a_practice_room_never_ends():
    assert json.loads(run("create_event", "--name", "练习", "--practice"))["ends_in_ms"] is None


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (("--rules", "nowhere"), "rules"),
        (("--override", "max_tai=x"), "max_tai"),
        (("--override", "max_tai=99"), "max_tai"),
        (("--override", "nothing=1"), "nothing"),
        (("--override", "max_tai"), "NAME=VALUE"),
        (("--turn-ms", "1"), "turn_ms"),
        (("--minutes", "0"), "minutes"),
        (("--minutes", "nan"), "minutes"),
        (("--minutes", "-1"), "minutes"),
        (("--slug", "Ü"), "slug"),
        (("--claim-mode", "never"), "claim-mode"),
        (("--starts-in-ms", "soon"), "starts-in-ms"),
    ],
)
def test_an_unusable_parameter_is_one_clear_error_and_no_event(arguments, named):
    with pytest.raises(CommandError, match=named):
        run("create_event", "--name", "杯", *arguments)
    assert not Event.objects.exists()


def test_a_slug_that_is_taken_is_refused():
    run("create_event", "--name", "一", "--slug", "cup")
    with pytest.raises(CommandError, match="slug"):
        run("create_event", "--name", "二", "--slug", "cup")


def test_verify_ledger_exits_with_1_and_says_what_differs(running):
    (player,) = guests(1)
    service.enter(running, player)
    assert "holds" in run("verify_ledger")
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("ALTER TABLE tournaments_account DISABLE TRIGGER balance_moves_with_lines")
        cursor.execute("UPDATE tournaments_account SET balance = 7 WHERE player_id = %s", [player.pk])
    with pytest.raises(SystemExit) as ended:
        run("verify_ledger")
    assert ended.value.code == 1


@pytest.mark.slow
def test_the_seed_makes_a_site_alive_and_a_second_run_changes_nothing(monkeypatch):
    monkeypatch.setenv("ORGANISER_PASSWORD", "a long enough phrase")
    for _ in range(2):
        run("seed_demo")
        assert Player.objects.get(username="organiser").is_superuser
        states = dict(Event.objects.values_list("slug", "state"))
        assert states == {
            "practice": "running",
            "practice-novice": "running",
            "practice-expert": "running",
            "demo": "running",
            "bots-cup": "finished",
        }
        page = service.ranking_page(Event.objects.get(slug="bots-cup"))
        assert page.final
        assert page.total == 8
        assert {row["bot"] for row in page.rows} == {True}
        assert page.rows[0]["rank"] == 1
        run("verify_ledger")
