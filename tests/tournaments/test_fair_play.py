"""The fair play desk: what it reads, what it keeps, and that nothing follows from it by itself."""

import pytest
from django.utils import timezone

from accounts.models import Player
from games import service as games
from games.models import Hand, Table
from games.witness import Live, facts_of
from tests.tournaments.cast import begin, draw_now, guests, sit
from tournaments import service
from tournaments.models import AuditEntry, Entry, EntryTrace, Event, FairPlayReport, HandConduct, PairSignal
from tournaments.service.related import KEPT, device_class, network_of

pytestmark = pytest.mark.django_db
CHROME = "Mozilla/5.0 (Linux; Android 14; Pixel) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36"


def played(slug: str = "cup") -> Event:
    """An event in which four people have played a table of four hands to its end, as bots would have."""
    event = begin(slug, min_hands=1)
    sit(event, *guests(4))
    draw_now(event)
    table = Table.objects.get(event=slug)
    table.seats.update(is_bot=True)
    games.play_out(table.id)
    table.seats.update(is_bot=False)
    return Event.objects.get(pk=event.pk)


def look(event: Event) -> None:
    service.ask_fair_play(event.slug)
    for _ in range(20):
        if service.look_at_fair_play(event.slug):
            return
    raise AssertionError("the look does not end")


def test_the_facts_of_a_hand_say_who_paid_whom():
    played()
    for hand in Hand.objects.all():
        facts = facts_of(hand)
        gains = [0, 0, 0, 0]
        for payer, payee, silver in facts["moves"]:
            gains[payer] -= silver
            gains[payee] += silver
        assert gains == facts["gains"] == hand.result["silver_moved"]


def test_every_throw_of_a_hand_is_among_its_facts():
    played()
    hand = Hand.objects.first()
    thrown = hand.log.filter(type="act", payload__type="discard").count()
    throws = facts_of(hand)["throws"]
    assert 0 < len(throws) <= thrown
    for _step, seat, _ms, _auto, chance, useful, _back, missing in throws:
        assert chance[seat] == 0
        assert useful[seat] == 0
        assert all(0 <= share <= 1.001 for share in chance)
        assert len(missing) == 4


def test_a_live_hand_is_nobodys():
    event = begin("cup")
    sit(event, *guests(4))
    draw_now(event)
    with pytest.raises(Live):
        facts_of(Hand.objects.get())
    look(event)
    assert not HandConduct.objects.exists()
    assert not PairSignal.objects.exists()


def test_a_look_lists_every_pair_that_met_with_its_figures():
    event = played()
    look(event)
    report = FairPlayReport.objects.get(event=event)
    assert (report.hands, report.hands_read, report.pairs, report.pairs_done) == (4, 4, 6, 6)
    assert PairSignal.objects.filter(event=event, hands=4).count() == 6
    for pair in PairSignal.objects.all():
        assert 0 < pair.p <= 1
        for figure in pair.figures:
            assert 0 < figure["p"] <= 1
            assert abs(sum(share for _low, share in figure["bins"]) - 1) < 0.01


def test_looking_again_keeps_what_organisers_noted():
    event = played()
    look(event)
    organiser = Player.objects.create_superuser("boss", None, "long enough for a test")
    pair = PairSignal.objects.first()
    service.note_pair(pair.pk, organiser, "closed", "兄弟俩，看过回放，没事")
    look(event)
    again = PairSignal.objects.get(pk=pair.pk)
    assert (again.state, again.note, again.looked_by) == ("closed", "兄弟俩，看过回放，没事", organiser)
    assert AuditEntry.objects.filter(act="note-on-pair", event=event, actor=organiser).count() == 1


def test_a_pair_is_not_closed_without_a_word():
    event = played()
    look(event)
    pair = PairSignal.objects.first()
    with pytest.raises(service.NotNow):
        service.note_pair(
            pair.pk, Player.objects.create_superuser("boss", None, "long enough for a test"), "closed", "  "
        )
    assert PairSignal.objects.get(pk=pair.pk).state == "open"


def test_nothing_follows_from_a_look():
    event = played()
    before = list(Entry.objects.order_by("pk").values())
    look(event)
    assert list(Entry.objects.order_by("pk").values()) == before


def test_an_event_that_has_ended_is_looked_at_by_itself():
    event = played()
    service.finish(event.slug)
    service.sweep_fair_play()
    assert FairPlayReport.objects.filter(event=event, made_at=None).exists()
    for _ in range(20):
        if service.look_at_fair_play(event.slug):
            break
    assert PairSignal.objects.filter(event=event).count() == 6


def test_one_device_is_seen_and_kept_at_two_tables():
    event = begin("cup")
    one, other, third = guests(3)
    for player, address in ((one, "203.0.113.7"), (other, "203.0.113.90"), (third, "198.51.100.1")):
        service.enter(event, player)
        service.note_trace(event, player, address, CHROME)
    pair = tuple(sorted((one.pk, other.pk)))
    assert service.related_pairs(event) == {pair: "device"}
    from tournaments.service.apart import pairs_apart

    assert pairs_apart(event, [one.pk, other.pk, third.pk]) == {frozenset(pair)}


def test_another_device_in_the_same_network_is_a_weaker_sign():
    event = begin("cup")
    one, other = guests(2)
    for player, agent in ((one, CHROME), (other, "Mozilla/5.0 (iPhone; CPU iPhone OS 18) Safari/604.1")):
        service.enter(event, player)
        service.note_trace(event, player, "203.0.113.7", agent)
    assert list(service.related_pairs(event).values()) == ["network"]


def test_in_one_hall_the_network_says_nothing_and_is_not_noted():
    event = begin("cup", venue=True)
    player = guests(1)[0]
    service.enter(event, player)
    service.note_trace(event, player, "203.0.113.7", CHROME)
    assert not EntryTrace.objects.exists()
    assert service.related_pairs(event) == {}


def test_a_trace_holds_no_address_and_is_another_in_another_event():
    traces = []
    player = guests(1)[0]
    for slug in ("cup", "bowl"):
        event = begin(slug)
        service.enter(event, player)
        service.note_trace(event, player, "203.0.113.7", CHROME)
        traces.append(EntryTrace.objects.get(entry__event=event))
    assert traces[0].network != traces[1].network
    assert "203" not in traces[0].network[:4] or traces[0].network != "203.0.113.0/24"
    assert traces[0].network != traces[0].device


def test_traces_are_gone_after_thirty_days():
    event = begin("cup")
    one, other = guests(2)
    for player in (one, other):
        service.enter(event, player)
        service.note_trace(event, player, "203.0.113.7", CHROME)
    EntryTrace.objects.filter(entry__player=one).update(at=timezone.now() - KEPT - timezone.timedelta(seconds=1))
    assert service.forget_old_traces() == 1
    assert EntryTrace.objects.count() == 1


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("203.0.113.7", "203.0.113.0/24"), ("2001:db8:1:2::3", "2001:db8:1::/48"), ("::ffff:203.0.113.7", "203.0.113.0/24"),
        ("127.0.0.1", None), ("::1", None), ("", None), ("nonsense", None),
    ],
)  # fmt: skip
def test_the_network_of_an_address(address, network):
    assert network_of(address) == network


def test_kinds_of_devices_have_no_versions():
    assert device_class(CHROME) == "android chrome"
    assert device_class("Mozilla/5.0 (Linux; Android 13) MicroMessenger/8.0") == "android micromessenger"
    assert device_class("") == "other other"
