"""An organiser's work by mouse: create, open, start, pause, end; copy; read the rest."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Player
from tests.tournaments.cast import draw_now, guests, sit
from tournaments import service
from tournaments.models import AuditEntry, Event, EventTemplate

pytestmark = pytest.mark.django_db


@pytest.fixture
def organiser() -> Client:
    client = Client()
    client.force_login(Player.objects.create_superuser("organiser", password="x"))
    return client


def act(client: Client, event: Event, name: str, **data: str) -> None:
    address = reverse("admin:tournaments_event_act", args=[event.pk, "event", event.pk, name])
    page = client.get(address)
    assert page.status_code == 200
    asked = {field.html_name: field.value() for field in page.context["form"].hidden_fields()}
    answer = client.post(address, {"reason": "试一下", **asked, **data}, follow=True)
    assert answer.redirect_chain == [(reverse("admin:tournaments_event_desk", args=[event.pk]), 302)]


def form_of(answer) -> dict[str, str]:
    """What a browser would send back untouched."""
    form = answer.context["adminform"].form
    values = {name: form[name].value() for name in form.fields}
    values |= {"starts_at_0": "2026-12-01", "starts_at_1": "19:00:00"}
    return {name: "" if value is None else value for name, value in values.items() if value is not False}


def test_an_event_is_created_opened_started_paused_and_ended(organiser):
    page = organiser.get(reverse("admin:tournaments_event_add"))
    sent = form_of(page) | {"name": "周末杯", "minutes": "90"}
    answer = organiser.post(reverse("admin:tournaments_event_add"), sent, follow=True)
    assert answer.redirect_chain, answer.context["errors"]
    event = Event.objects.get()
    assert answer.redirect_chain[-1][0] == reverse("admin:tournaments_event_change", args=[event.pk])
    assert (event.state, event.length_ms, event.turn_ms, event.overrides) == ("draft", 90 * 60_000, 15_000, {})
    assert service.silver_totals(event) == (0, 0)
    for name, state in (
        ("open", "open"), ("start", "running"), ("start", "running"), ("pause", "paused"), ("resume", "running"),
        ("finish", "finished"), ("finish", "finished"),
    ):  # fmt: skip
        act(organiser, event, name)
        assert Event.objects.get().state == state
    act(organiser, event, "pause")
    assert Event.objects.get().state == "finished"
    noted = list(AuditEntry.objects.order_by("pk").values_list("act", "reason", "actor__username"))
    assert noted == [
        ("create", "", "organiser"),
        *((name, "试一下", "organiser") for name in ("open", "start", "pause", "resume", "finish")),
        ("complete", "", None),
    ]


def test_save_and_add_another_leaves_a_draft_and_an_empty_form(organiser):
    add = reverse("admin:tournaments_event_add")
    sent = form_of(organiser.get(add)) | {"name": "第一场", "_addanother": "1"}
    answer = organiser.post(add, sent, follow=True)
    assert answer.redirect_chain == [(add, 302)]
    assert "第一场" in " ".join(str(message) for message in answer.context["messages"])
    assert not answer.context["adminform"].form["name"].value()
    organiser.post(add, form_of(answer) | {"name": "第二场"})
    assert list(Event.objects.order_by("pk").values_list("name", "state")) == [("第一场", "draft"), ("第二场", "draft")]


def test_a_new_event_does_not_start_in_the_moment_it_is_opened(organiser):
    add = organiser.get(reverse("admin:tournaments_event_add"))
    form = add.context["adminform"].form
    assert form["starting"].value() == "clock"
    assert form["starts_at"].value() > timezone.now()


@pytest.mark.parametrize(
    ("starting", "ahead", "said"),
    [("clock", 60, "到时间自动开赛"), ("clock", -60, "立刻开赛"), ("hand", -60, "比赛会等你")],
)
def test_opening_says_how_it_will_start(organiser, starting, ahead, said):
    start = timezone.now() + timedelta(minutes=ahead)
    event = service.create_event("杯赛", slug="cup", starts_at=start, starting=starting)
    page = organiser.get(reverse("admin:tournaments_event_act", args=[event.pk, "event", event.pk, "open"]))
    assert said in page.content.decode()


def test_an_act_without_a_reason_is_asked_again_and_not_done(organiser, running):
    address = reverse("admin:tournaments_event_act", args=[running.pk, "event", running.pk, "pause"])
    answer = organiser.post(address, {"reason": "  "})
    assert answer.status_code == 200
    assert answer.context["form"].errors["reason"]
    assert Event.objects.get().state == "running"


def test_an_event_is_extended_by_the_minutes_asked_and_once(organiser, running):
    address = reverse("admin:tournaments_event_act", args=[running.pk, "event", running.pk, "extend"])
    seen = organiser.get(address).context["form"]["seen_end"].value()
    for _ in range(2):
        organiser.post(address, {"reason": "人多", "minutes": "15", "seen_end": seen})
    assert (Event.objects.get().ends_at - running.ends_at).total_seconds() == 15 * 60


def test_a_draft_can_be_edited_and_an_open_event_keeps_its_rules(organiser):
    event = service.create_event("杯赛", slug="cup")
    address = reverse("admin:tournaments_event_change", args=[event.pk])
    sent = form_of(organiser.get(address)) | {"name": "新名", "minutes": "0.5", "turn_ms": "5000", "rule_cap": "200"}
    answer = organiser.post(address, sent)
    assert answer.status_code == 302, answer.context["errors"]
    event.refresh_from_db()
    assert (event.name, event.length_ms, event.turn_ms, event.overrides) == ("新名", 30_000, 5000, {"cap": 200})
    service.open_event("cup")
    page = organiser.get(address).content.decode()
    assert "封顶" in page
    assert "platform@1" not in page
    assert "0.5 分钟" in page
    organiser.post(address, {"name": "别名", "turn_ms": "1", "rule_cap": "300"})
    event.refresh_from_db()
    assert (event.name, event.length_ms, event.turn_ms, event.state) == ("别名", 30_000, 5000, "open")
    assert event.overrides == {"cap": 200}


def test_every_value_of_the_rules_is_a_field_and_only_what_differs_is_kept(organiser):
    event = service.create_event("杯赛", slug="cup", overrides={"dealer_repeats": True, "wild_tai": [1, 0, 1, 3]})
    address = reverse("admin:tournaments_event_change", args=[event.pk])
    sent = form_of(organiser.get(address))
    assert (sent["rule_dealer_repeats"], sent["rule_wild_tai"], sent["rule_cap"]) == ("true", "1 0 1 3", "")
    sent |= {"rule_wild_tai": "1, 0, 1, 4", "rule_max_tai": "5", "rule_cap": "400", "rule_last_tiles_liability": "true"}
    assert organiser.post(address, sent).status_code == 302
    event.refresh_from_db()
    assert event.overrides == {"dealer_repeats": True, "max_tai": 5, "last_tiles_liability": True}


@pytest.mark.parametrize(
    "bad",
    [
        {"minutes": "-1"}, {"minutes": "x"}, {"turn_ms": "1"}, {"name": ""}, {"rule_cap": "x"}, {"rule_cap": "5"},
        {"rule_wild_tai": "1 2 3"}, {"rule_wild_tai": "a b c d"}, {"rule_max_tai": "99"},
    ],
)  # fmt: skip
def test_an_unusable_form_says_so_and_makes_nothing(organiser, bad):
    add = reverse("admin:tournaments_event_add")
    answer = organiser.post(add, form_of(organiser.get(add)) | {"name": "杯"} | bad)
    assert answer.status_code == 200
    assert answer.context["errors"]
    assert not Event.objects.exists()


def test_a_rule_out_of_range_is_refused_in_the_readers_language(organiser):
    add = reverse("admin:tournaments_event_add")
    answer = organiser.post(add, form_of(organiser.get(add)) | {"name": "杯", "rule_cap": "-5"})
    said = " ".join(answer.context["adminform"].form.errors["rule_cap"])
    assert "10" in said
    assert "1000000" in said
    assert "must" not in said
    assert "whole number" not in said


@pytest.mark.parametrize(
    ("address", "status"),
    [
        ("event/add/?from=abc", 200), ("event/add/?from=%00", 200), ("event/add/?from=" + "9" * 40, 200),
        ("eventtemplate/add/?from=abc", 200), ("event/{pk}/desk/people/?q=%00", 404), ("sanction/hands/%00/", 404),
        ("sanction/case/void/%00/", 404), ("sanction/case/warn-everywhere/abc/", 404), ("pairsignal/²/change/", 404),
        ("event/{pk}/act/table/{pk}/pause/", 404), ("event/{pk}/act/entry/99999999999999999999/warn/", 404),
        ("offlinetable/%00/change/", 404),
    ],
)  # fmt: skip
def test_an_address_that_means_nothing_breaks_nothing(organiser, running, address, status):
    assert organiser.get("/admin/tournaments/" + address.format(pk=running.pk)).status_code == status


def test_an_end_that_is_no_day_extends_nothing(organiser, running):
    address = reverse("admin:tournaments_event_act", args=[running.pk, "event", running.pk, "extend"])
    sent = {"minutes": 5, "reason": "慢", "seen_end": "2026-13-45T00:00"}
    assert organiser.post(address, sent).status_code == 200
    assert Event.objects.get(pk=running.pk).ends_at == running.ends_at


def test_a_new_event_from_an_old_one_has_what_that_one_had(organiser):
    old = service.create_event("杯赛", slug="cup", turn_ms=7_000, overrides={"cap": 200}, length_ms=45 * 60_000,
                               entry_limit=8, entry_code="潮", starting="hand")  # fmt: skip
    service.open_event("cup")
    service.cancel("cup")
    sent = form_of(organiser.get(reverse("admin:tournaments_event_add") + f"?from={old.pk}"))
    assert (sent["name"], sent["turn_ms"], sent["rule_cap"], sent["minutes"]) == ("杯赛", 7_000, 200, 45)
    answer = organiser.post(reverse("admin:tournaments_event_add"), sent | {"slug": "again"})
    assert answer.status_code == 302, answer.context["errors"]
    new = Event.objects.get(slug="again")
    assert (new.state, new.turn_ms, new.overrides, new.length_ms) == ("draft", 7_000, {"cap": 200}, 45 * 60_000)
    assert (new.entry_limit, new.entry_code, new.starting) == (8, "潮", "hand")


def test_an_event_is_made_to_recur(organiser):
    old = service.create_event("周赛", slug="weekly", overrides={"cap": 200})
    add = reverse("admin:tournaments_eventtemplate_add")
    sent = form_of(organiser.get(f"{add}?from={old.pk}"))
    assert (sent["name"], sent["slug"], sent["rule_cap"]) == ("周赛 {date}", "weekly", 200)
    answer = organiser.post(add, sent)
    assert answer.status_code == 302, answer.context["errors"]
    assert EventTemplate.objects.get().overrides == {"cap": 200}
    assert organiser.get(reverse("admin:tournaments_eventtemplate_changelist")).status_code == 200


def test_every_list_and_page_opens_and_nothing_of_the_ledger_can_be_changed(organiser, running):
    players = guests(4)
    sit(running, *players)
    draw_now(running)
    for name in ("event", "entry", "posting", "account", "auditentry"):
        listing = organiser.get(reverse(f"admin:tournaments_{name}_changelist"))
        assert listing.status_code == 200
    rows = ("posting", "postings"), ("entry", "entries"), ("account", "accounts"), ("auditentry", "audit")
    for name, key in rows:
        row = getattr(running, key).first()
        assert organiser.get(reverse(f"admin:tournaments_{name}_change", args=[row.pk])).status_code == 200
        assert organiser.post(reverse(f"admin:tournaments_{name}_change", args=[row.pk]), {}).status_code == 403
        assert (
            organiser.post(reverse(f"admin:tournaments_{name}_delete", args=[row.pk]), {"post": "yes"}).status_code
            == 403
        )
    assert organiser.get(reverse("admin:tournaments_event_change", args=[running.pk])).status_code == 200
    assert organiser.get(reverse("admin:accounts_player_changelist")).status_code == 200
    assert organiser.get(reverse("admin:accounts_player_add")).status_code == 200
    assert organiser.get(reverse("admin:accounts_player_change", args=[players[0].pk])).status_code == 200


def test_the_audit_log_is_read_by_event_act_and_actor(organiser, running):
    other = service.create_event("别的", slug="other")
    service.open_event(other.slug)
    listing = reverse("admin:tournaments_auditentry_changelist")
    page = organiser.get(f"{listing}?act=start&event__id__exact={running.pk}")
    assert [entry.act for entry in page.context["cl"].result_list] == ["start"]
    assert "开赛" in page.content.decode()


def test_a_player_who_is_no_organiser_gets_nowhere(running):
    client = Client()
    client.force_login(guests(1)[0])
    finish = reverse("admin:tournaments_event_act", args=[running.pk, "event", running.pk, "finish"])
    for address in (reverse("admin:index"), reverse("admin:tournaments_event_desk", args=[running.pk]), finish):
        assert client.post(address, {"reason": "x"}).status_code == 302
    assert Event.objects.get().state == "running"


def test_a_ban_ends_the_players_sessions(organiser):
    (player,) = guests(1)
    browser = Client()
    browser.force_login(player)
    organiser.post(reverse("admin:accounts_player_changelist"), {"action": "ban", "_selected_action": [player.pk]})
    assert not browser.get("/").wsgi_request.user.is_authenticated
