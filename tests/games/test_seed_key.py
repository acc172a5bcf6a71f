"""The key of the live hands' seeds: it is changed while people play, and a table whose key is lost ends in peace."""

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from games import recording, seedkeys, service, snapshot, store
from games.engine.record import verify
from games.models import Hand, LiveSeat, Table
from games.vault import SealBroken, opened_by
from tournaments.models import AuditEntry

pytestmark = pytest.mark.django_db

OLD, NEW = "b2xkIGtleSBvbGQga2V5IG9sZCBrZXkgb2xkIGtleSA=", "bmV3IGtleSBuZXcga2V5IG5ldyBrZXkgbmV3IGtleSA="


@pytest.fixture(autouse=True)
def _sealed_with_the_old_key(settings):
    settings.SEED_KEYS = (OLD,)
    store.forget()


def test_a_hand_goes_on_while_its_key_is_changed(seat_four, players, settings):
    table = seat_four()
    before = snapshot.for_seat(table.id, 0).view
    settings.SEED_KEYS = (NEW, OLD)
    store.forget()
    assert seedkeys.survey() == seedkeys.Survey(first=0, older=1, lost=0)
    assert snapshot.for_seat(table.id, 0).view["commitment"] == before["commitment"]
    assert seedkeys.reseal() == 1
    assert seedkeys.reseal() == 0
    settings.SEED_KEYS = (NEW,)
    store.forget()
    assert seedkeys.survey() == seedkeys.Survey(first=1, older=0, lost=0)
    service.tick(Hand.objects.get().id)
    assert snapshot.for_seat(table.id, 0).view["commitment"] == before["commitment"]


def test_the_walls_of_a_running_heat_are_sealed_anew_too(db, settings):
    from games.dealing import open_heat

    heat = open_heat("cup", 3)
    settings.SEED_KEYS = (NEW, OLD)
    assert seedkeys.reseal() == 3
    assert {opened_by(wall.seal_name, wall.sealed_seed) for wall in heat.walls.all()} == {0}


def test_finished_hands_are_read_without_the_key_they_were_sealed_with(seat_four, settings):
    table = seat_four(bots=(0, 1, 2, 3), hands_per_table=1)
    service.play_out(table.id)
    settings.SEED_KEYS = (NEW,)
    store.forget()
    hand = Hand.objects.get(table=table)
    assert seedkeys.survey() == seedkeys.Survey(first=0, older=0, lost=0)
    verify(recording.record_of(hand))
    assert Client().get(f"/hands/{hand.id}/").status_code == 200


def test_a_lost_key_is_said_plainly(seat_four, settings, capsys):
    seat_four()
    call_command("seed_key", "check")
    assert "1 open with the first key" in capsys.readouterr().out
    settings.SEED_KEYS = (NEW,)
    with pytest.raises(CommandError, match="1 seeds open with no key"):
        call_command("seed_key", "check")


def test_a_table_whose_key_is_lost_is_closed_moves_nothing_and_sets_its_players_free(seat_four, settings, capsys):
    lost = seat_four()
    silver = list(lost.seats.values_list("silver", "points"))
    settings.SEED_KEYS = (NEW,)
    store.forget()
    with pytest.raises(SealBroken):
        snapshot.for_seat(lost.id, 0)
    call_command("seed_key", "give_up", "--reason", "the key was lost")
    assert lost.id in capsys.readouterr().out
    hand, table = Hand.objects.get(), Table.objects.get()
    assert (table.state, hand.state, hand.ended_at) == (Table.State.CLOSED, Hand.State.DONE, None)
    assert hand.void_reason == "the key was lost"
    assert hand.due_at is None
    assert list(table.seats.values_list("silver", "points")) == silver
    assert not LiveSeat.objects.exists()
    noted = AuditEntry.objects.get()
    assert (noted.act, noted.target, noted.reason) == ("seed-lost", lost.id, "the key was lost")
    assert seedkeys.survey().lost == 0
    assert seedkeys.give_up("again") == []
    browser = Client()
    browser.force_login(table.seats.get(index=0).player)
    for path in (f"/tables/{table.id}/", "/", f"/players/{table.seats.get(index=0).player_id}/hands/"):
        assert browser.get(path).status_code == 200, path
    assert browser.get(f"/hands/{hand.id}/").status_code == 404


def test_giving_up_leaves_alone_what_opens(seat_four, settings):
    seat_four()
    settings.SEED_KEYS = (NEW, OLD)
    assert seedkeys.give_up("nothing to do") == []
    assert Table.objects.get().state == Table.State.PLAYING


def test_a_fresh_key_is_made_without_any_setting():
    import base64

    from tests.test_settings import run

    done = run(["manage.py", "seed_key", "make"])
    assert done.returncode == 0, done.stderr
    assert len(base64.urlsafe_b64decode(done.stdout.strip())) == 32
