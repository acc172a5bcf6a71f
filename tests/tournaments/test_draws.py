"""The page of an event's draws, the certificates behind it, and the command that checks them."""

import io
import json

import pytest
from django.core.management import CommandError, call_command

from tests.tournaments.cast import draw_now, guests, sit
from tournaments import certificate
from tournaments.models import Draw

pytestmark = pytest.mark.django_db


@pytest.fixture
def drawn(running):
    sit(running, *guests(9))
    assert draw_now(running) == 2
    return running


def test_everybody_sees_what_is_promised_and_what_was_drawn(client, drawn):
    page = client.get(f"/events/{drawn.slug}/draws/").content.decode()
    promised = Draw.objects.get(event=drawn, drawn_at=None)
    assert promised.commitment in page
    assert f"/events/{drawn.slug}/draws/1.json" in page
    assert page.count("<li value=") == 1


def test_a_draw_to_come_gives_its_commitment_and_nothing_else(client, drawn):
    assert client.get(f"/events/{drawn.slug}/draws/2.json").status_code == 404
    upcoming, done = client.get(f"/api/events/{drawn.slug}/draws").json()
    assert (upcoming["draw"], upcoming["drawn"], upcoming["seed"], upcoming["figures"]) == (2, False, None, None)
    assert (done["draw"], done["drawn"], done["figures"]["tables"]) == (1, True, 2)


def test_a_certificate_from_the_page_is_drawn_again_by_the_command(client, drawn, tmp_path, capsys):
    answer = client.get(f"/events/{drawn.slug}/draws/1.json")
    file = tmp_path / "draw.json"
    file.write_bytes(answer.content)
    out = io.StringIO()
    call_command("verify_draw", str(file), stdout=out)
    assert "holds: 2 tables" in out.getvalue()
    changed = answer.json()
    changed["tables"].reverse()
    file.write_text(json.dumps(changed))
    with pytest.raises(CommandError, match="tables"):
        call_command("verify_draw", str(file))


@pytest.mark.parametrize(("text", "reason"), [("", "not JSON"), ("[]", "one JSON object"), ("{}", "scheme")])
def test_a_file_that_is_no_certificate_is_refused_in_words(tmp_path, text, reason):
    file = tmp_path / "draw.json"
    file.write_text(text)
    with pytest.raises(CommandError, match=reason):
        call_command("verify_draw", str(file))


def test_the_pairs_kept_apart_are_for_those_who_may_see_draws(client, drawn, django_user_model):
    lot = Draw.objects.get(event=drawn, number=1)
    pair = lot.certificate["tables"][0][:2]
    lot.certificate = {**lot.certificate, "apart": [sorted(pair)]}
    lot.save()
    address = f"/events/{drawn.slug}/draws/1.json"
    assert client.get(address).json()["apart"] == certificate.public(lot.certificate)["apart"]
    client.force_login(django_user_model.objects.create_superuser("chief", password="x", nickname="裁判长"))
    assert client.get(address).json()["apart"] == [sorted(pair)]


def test_there_are_no_draws_of_an_event_that_is_not_there(client, db):
    assert client.get("/events/nothing/draws/").status_code == 404
