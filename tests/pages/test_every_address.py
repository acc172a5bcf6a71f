"""No page is forgotten where every page is walked: the addresses of the site against tests/browser/every_page.py."""

import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

from django.test import Client
from django.urls import Resolver404, URLResolver, get_resolver, resolve, reverse

from games.models import Hand
from tests.browser import every_page
from tests.pages import scenes
from tests.pages.test_headers import assert_headers
from tournaments import service

NO_PAGE = {
    *("healthz", "readyz", "metrics", "manifest", "worker"),  # what machines read
    *("theme", "set_language", "accounts:recovery", "accounts:token_revoke", "accounts:logout"),  # forms go there
    *("tournaments:enter", "tournaments:start", "tournaments:stop", "tournaments:friends_join"),
    *("tournaments:friends_open", "tournaments:friends_leave", "tournaments:friends_remove"),
    *("tournaments:me", "tournaments:friends_people", "games:sheet"),  # parts of pages
    *("tournaments:leave", "tournaments:letter_read", "tournaments:exports"),
    *(f"tournaments:offline_{act}" for act in ("open", "now", "sit", "up", "enter", "take", "answer", "back", "close")),
    *("tournaments:export", "tournaments:result_text", "tournaments:draw"),
    *("games:steps", "games:record", "games:records", "games:check_hand"),  # files
}
"""Addresses outside the admin and the API that give no page of their own."""


NOT_HERE = {"tournaments:export", "tournaments:draw", "tournaments:offline_now", "tournaments:offline_take"}
"""Those of which this test's event has none."""


def names_of(resolver: URLResolver | Any, prefix: str = "", namespace: str = "") -> Iterator[tuple[str, str]]:
    """Every named address outside the admin and the API, and how it is written: `events/<slug:slug>/`."""
    for entry in resolver.url_patterns:
        address = prefix + str(entry.pattern)
        if address.startswith(("admin/", "api/")):
            continue
        if hasattr(entry, "url_patterns"):
            yield from names_of(entry, address, f"{entry.namespace}:" if entry.namespace else namespace)
        else:
            yield namespace + entry.name, address


def test_every_page_of_the_site_is_looked_at_and_has_every_header(transactional_db: None) -> None:
    """A new page that is missing from every_page, or an address that has become one, fails here."""
    walked = {"games:table"}  # on crafted views
    evening = every_page.made()
    assert_headers(evening)
    for shown in evening.pages:
        try:
            walked.add(resolve(urlsplit(shown.path).path).view_name)
        except Resolver404:
            assert shown.name in ("missing", "broken")
    known = dict(names_of(get_resolver()))
    assert {name for name in walked if not name.startswith("admin:")} == known.keys() - NO_PAGE
    assert known.keys() >= NO_PAGE


def test_what_is_said_to_be_no_page_is_none(transactional_db: None) -> None:
    event = scenes.finished_event()
    hand = Hand.objects.filter(table__event=event.slug).first()
    assert hand is not None
    player = hand.table.seats.get(index=0).player
    friends = service.create_friends(player, rules="platform@1", hands=4, with_bots=False)
    values = {
        "letter_id": 1,
        "kind": "csv",
        "number": 1,
        "seat": 0,
        "slug": event.slug,
        "hand_id": hand.pk,
        "table_id": hand.table_id,
        "pk": 1,
    }
    client = Client()
    client.force_login(player)
    for name, address in names_of(get_resolver()):
        if name in NO_PAGE:
            mine = values | (
                {"slug": friends.slug} if "friends" in name else {"hand_id": 1} if "offline" in name else {}
            )
            answer = client.get(reverse(name, kwargs={key: mine[key] for key in re.findall(r":(\w+)>", address)}))
            assert answer.status_code in (200, 302, 405) or name in NOT_HERE, name
            assert answer.status_code == 404 or b"<html" not in answer.getvalue(), name
