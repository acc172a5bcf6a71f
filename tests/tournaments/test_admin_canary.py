"""The canary of the admin: while hands are played, every page of it is walked, and no hidden tile is on any of them."""

import re
from base64 import b64encode
from collections import Counter
from collections.abc import Iterator
from datetime import timedelta
from html import unescape
from typing import Final
from urllib.parse import urljoin, urlsplit

import pytest
from django.contrib import admin
from django.test import Client
from django.urls import resolve, reverse

from accounts.models import Player
from games import service as games
from games import store
from games.engine.glossary import word
from games.engine.tiles import tile_names
from games.models import Hand, Table
from tests.tournaments.cast import begin, draw_now, guests, organiser, sit
from tests.tournaments.test_fair_play import look
from tests.tournaments.test_offline import WON, gathered
from tournaments import service
from tournaments.models import Entry, Event, EventTemplate, Queued
from tournaments.service import awards, reports, sanctions, tickets
from tournaments.service.inspection import inspect_and_keep
from tournaments.service.referee import freeze_table

pytestmark = pytest.mark.django_db
A_TILE: Final = re.compile(r"(?<![\w#%&-])[1-9][mpsz](?![\w-])")
IN_WORDS: Final = [word("tile", f"{number}{suit}", "zh") for suit in "mps" for number in range(1, 10)]
LINK: Final = re.compile(r'(?:href|hx-get|action)="([^"]+)"')
FEW: Final = 2
"""Pages of one kind that are walked: a list's rows lead to the same kind of page."""
NOT_WALKED: Final = {"logout", "autocomplete", "jsi18n", "view_on_site", "password_change_done", "login"}
"""Addresses of Django's admin that show nothing of ours, or are no pages."""


def an_evening() -> list[Table]:
    """The two live tables of an event, one of them disputed, one finished, a real one, and a case of every kind."""
    event, boss, other = begin("cup", offline=True, min_hands=1), organiser(), organiser("二掌柜")
    people = guests(16)
    sit(event, *people[:4])
    draw_now(event)
    done = Table.objects.get(event="cup")
    done.seats.update(is_bot=True)
    games.play_out(done.pk)
    done.seats.update(is_bot=False)
    look(event)
    sit(event, *people[4:12])
    draw_now(event)
    live = list(Table.objects.filter(event="cup", state="playing"))
    for table in live:
        _play_on(table)
    freeze_table(live[0].pk, boss, "两家吵起来")
    _a_case_of_every_kind(event, people, boss, other, live[0])
    real = gathered(event, people[12:])
    service.enter_hand(real.pk, people[12], WON)
    return live


def _play_on(table: Table) -> None:
    """The hand is dealt, and so late that some turns have been played for whoever was asked."""
    for _ in range(12):
        hand = table.hands.get()
        Hand.objects.filter(pk=hand.pk).update(started_at=hand.started_at - timedelta(seconds=60))
        games.tick(hand.pk)
    assert table.hands.get().seq > 8


def _a_case_of_every_kind(event: Event, people: list[Player], boss: Player, other: Player, table: Table) -> None:
    sitting = [seat.player for seat in table.seats.select_related("player")]
    reports.call_referee(table, 1, sitting[0], "c1", "他看我的牌")
    reports.report_player(people[0], people[1], "name", "难听", table)
    awards.propose_award(Entry.objects.get(event=event, player=people[0]), other, 10, "补")
    sanctions.warn(event, people[1], boss, "小声")
    tickets.make_tickets(event, boss, "票", [("一组", 2)])
    Queued.objects.create(event=event, player=guests(17)[16])
    EventTemplate.objects.create(name="周赛 {date}", slug="weekly")
    service.create_event("草稿", slug="draft")
    service.beat()
    inspect_and_keep()


def secrets_of(hand: Hand) -> Iterator[str]:
    """What nobody may read of a hand that is played, however it might be written."""
    play = store.load(hand)
    assert play.state is not None
    yield play.server_seed.hex()
    yield b64encode(play.server_seed).decode()
    yield bytes(hand.sealed_seed).hex()
    yield b64encode(bytes(hand.sealed_seed)).decode()
    hidden = [play.state.wall, *(seat.concealed for seat in play.state.seats)]
    for tiles in hidden:
        for names in (tile_names(tuple(tiles)), [str(tile) for tile in tiles]):
            yield from (between.join(names) for between in ("", " ", ",", ", ", '", "', "', '"))


def walk(client: Client) -> Iterator[tuple[str, str]]:
    """Every page of the admin that links lead to, and the one that its page asks for only while it is made."""
    queue = reverse("admin:tournaments_pairsignal_queue", args=[Event.objects.get(slug="cup").pk])
    waiting, seen, kinds = ["/admin/", queue], {"/admin/", queue}, Counter[str]()
    while waiting:
        address = waiting.pop(0)
        kind = resolve(urlsplit(address).path).url_name or ""
        kinds[kind] += 1
        if kind in NOT_WALKED or kinds[kind] > FEW:
            continue
        answer = client.get(address, follow=True)
        assert answer.status_code in (200, 286), (address, answer.status_code)
        text = answer.content.decode()
        yield address, text
        for link in LINK.findall(text):
            to = urljoin(address, unescape(link)).partition("#")[0]
            if to.startswith("/admin/") and to not in seen:
                seen.add(to)
                waiting.append(to)


def names_of_the_admin() -> set[str]:
    """What every address of our own in the admin is called; deleting is not possible anywhere."""
    names = {pattern.name for model in admin.site._registry.values() for pattern in model.get_urls() if pattern.name}
    return {name for name in names if not name.endswith(("_delete", "_history"))}


def test_no_hidden_tile_seed_or_wall_is_on_any_page_of_the_admin():
    live = an_evening()
    secrets = {secret for table in live for secret in secrets_of(table.hands.get()) if len(secret) > 20}
    assert len(secrets) > 40
    client = Client()
    client.force_login(Player.objects.create_superuser("root", password="x"))
    walked = set()
    for address, text in walk(client):
        walked.add(resolve(urlsplit(address).path).url_name)
        text = unescape(text)
        assert not any(secret in text for secret in secrets), address
        assert not A_TILE.search(text), (address, A_TILE.search(text))
        assert not any(name in text for name in IN_WORDS), address
    for name in names_of_the_admin() - walked:
        assert name.endswith("_add"), name
        assert client.get(reverse(f"admin:{name}")).status_code == 403, name
