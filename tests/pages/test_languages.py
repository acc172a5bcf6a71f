"""Every page in both languages: English without Chinese but names and terms of the game, Chinese without English
sentences; and no page asks anything of another host."""

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from games.engine import glossary
from tests.browser.every_page import made

pytestmark = pytest.mark.django_db

ROOT = Path(__file__).resolve().parents[2]
CHINESE = re.compile("[\u3400-\u9fff]+")
LATIN = re.compile(r"[A-Za-z][A-Za-z'’]+(?:[ ,;:–—-]+[A-Za-z'’]+){2,}")
SPOKEN = {"aria-label", "title", "alt", "placeholder", "content", "value", "aria-roledescription", "label"}
SILENT = {"script", "style", "code", "svg", "kbd"}
VOID = {"meta", "link", "input", "img", "br", "hr", "use", "path", "circle", "source", "wbr", "col"}
# Terms that stay as they are said at the table, beside English words that explain them; and what is written on a
# tile, a badge or a button.
TERMS = {entry["zh"] for section in glossary.as_json().values() for entry in section.values()}
SIGNS = {"财", "发", "听", "托管"}
OWN_HOST = "testserver"
NAMESPACE = "http://www.w3.org/"
ADDRESS = re.compile(r"""(?:https?:)?//([A-Za-z0-9.-]+\.[A-Za-z]{2,}|[0-9.]+|\[[0-9a-f:]+\]|testserver)""")


class Words(HTMLParser):
    """The words of a page that a reader meets, with where they stand; parts in another language are left out."""

    def __init__(self, language: str) -> None:
        super().__init__()
        self.language, self.open, self.found = language, [], []
        self.left_out = 0
        self.json_of: str | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        foreign = "lang" in given and tag != "html" and not given["lang"].startswith(self.language)
        silent = tag in SILENT or foreign
        if tag == "script" and given.get("type") == "application/json" and given.get("id") == "strings":
            self.json_of = "strings"
        if not (self.left_out or foreign):
            for name, value in given.items():
                spoken = name in SPOKEN and not (tag == "meta" and not _is_prose(given))
                if spoken or (name.startswith("data-") and " " in value and not value.startswith(("{", "["))):
                    self.found.append((f"<{tag} {name}>", value))
        if tag not in VOID:
            self.open.append((tag, silent))
            self.left_out += silent

    def handle_endtag(self, tag: str) -> None:
        while self.open:
            name, silent = self.open.pop()
            self.left_out -= silent
            if name == tag:
                break
        if tag == "script":
            self.json_of = None

    def handle_data(self, data: str) -> None:
        if self.json_of:
            self.found += [(f"strings.{key}", text) for key, text in json.loads(data).items()]
        elif not self.left_out and data.strip():
            self.found.append((f"<{self.open[-1][0] if self.open else ''}>", data.strip()))


def _is_prose(given: dict[str, str]) -> bool:
    named = given.get("name", given.get("property", ""))
    return named in {"description", "og:title", "og:description", "og:site_name"}


def words(html: str, language: str) -> list[tuple[str, str]]:
    parser = Words(language)
    parser.feed(html)
    return parser.found


@dataclass(frozen=True)
class Walk:
    """Every page as its reader gets it, by language and name; and what people, tables and events are called."""

    html: dict[tuple[str, str], str]
    names: frozenset[str]

    def pages(self, language: str) -> Iterator[tuple[str, str]]:
        """All but the description of the API, which is for programmers and in English."""
        return ((name, html) for (of, name), html in self.html.items() if of == language and name != "api")


@pytest.fixture(scope="module")
def walk(django_db_setup: None, django_db_blocker: Any) -> Walk:
    """Asks for every page but the organiser's, in both languages. Leaves the database empty."""
    from django.core.management import call_command

    from games.models import LiveSeat

    with django_db_blocker.unblock():
        evening, html = made(), {}
        pages = [(shown.name, shown.path, shown.reader) for shown in evening.pages if not shown.desk]
        table = LiveSeat.objects.values_list("table_id", flat=True).get(player__nickname="坎门阿婆")
        for name, path, reader in [*pages, ("table", f"/tables/{table}/", "seated"), ("api", "/api/docs", "")]:
            for language in ("zh", "en"):
                client = Client(headers={"accept-language": language}, raise_request_exception=False)
                if reader in evening.readers:
                    client.cookies["sessionid"] = evening.readers[reader]
                html[language, name] = client.get(path).text
        found = Walk(html, frozenset(_names()))
        call_command("flush", interactive=False, verbosity=0)
    return found


def _names() -> Iterator[str]:
    from accounts.models import Player
    from accounts.nicknames import BOT_PREFIX
    from games.models import Seat, Table
    from tournaments.models import Event

    for people in (Player.objects, Seat.objects):
        for nickname in people.values_list("nickname", flat=True):
            yield nickname
            yield nickname.removeprefix(BOT_PREFIX)
    yield from Event.objects.values_list("name", flat=True)
    yield from Table.objects.values_list("title", flat=True)


def without(text: str, known: Iterable[str]) -> str:
    """The text with known names and terms taken out, the longest first."""
    for one in sorted(known, key=len, reverse=True):
        text = text.replace(one, " ")
    return text


def left_in_chinese(html: str, names: Iterable[str]) -> list[tuple[str, str]]:
    """What of an English page is Chinese that no reader of English can look up."""
    known = {*names, *TERMS, *SIGNS}
    return [(where, text) for where, text in words(html, "en") if CHINESE.search(without(text, known))]


def left_in_english(html: str, names: Iterable[str]) -> list[tuple[str, str]]:
    """What of a Chinese page is a piece of an English sentence."""
    return [(where, text) for where, text in words(html, "zh") if LATIN.search(without(text, names))]


def test_english_pages_are_english(walk: Walk) -> None:
    found = {(name, *left) for name, html in walk.pages("en") for left in left_in_chinese(html, walk.names)}
    assert not found


def test_chinese_pages_hold_no_english_sentence(walk: Walk) -> None:
    found = {(name, *left) for name, html in walk.pages("zh") for left in left_in_english(html, walk.names)}
    assert not found


def test_a_page_in_the_wrong_language_would_be_noticed(walk: Walk) -> None:
    """All but the pages that consist of names and numbers: else the two tests above saw nothing."""
    chinese = [name for name, html in walk.pages("zh") if len(left_in_chinese(html, walk.names)) > 3]
    english = [name for name, html in walk.pages("en") if len(left_in_english(html, walk.names)) > 3]
    pages = sum(1 for _ in walk.pages("en"))
    assert pages > 50
    assert len(chinese) == pages
    assert len(english) > pages * 0.9


def test_every_page_says_which_language_it_is_in(walk: Walk) -> None:
    for language, tag in (("zh", "zh-hans"), ("en", "en")):
        for name, html in walk.pages(language):
            assert f'<html lang="{tag}"' in html, name


def hosts(text: str) -> set[str]:
    """The hosts of absolute addresses in a text; XML's names of namespaces are never fetched."""
    return set(ADDRESS.findall(text.replace(NAMESPACE, ""))) - {OWN_HOST}


def test_no_page_names_another_host(walk: Walk) -> None:
    """Nothing to fetch from elsewhere, no form that goes there, not even a link."""
    found = {name: hosts(html) for (_language, name), html in walk.html.items() if hosts(html)}
    assert not found


@pytest.mark.parametrize("kind", ["css", "js", "svg"])
def test_no_file_names_another_host(kind: str) -> None:
    files = [*(ROOT / "static").rglob(f"*.{kind}"), *(ROOT / "templates").rglob(f"*.{kind}")]
    assert files
    assert {path.name: hosts(path.read_text()) for path in files if hosts(path.read_text())} == {}


def test_styles_fetch_nothing_but_files_of_ours() -> None:
    for path in (ROOT / "static").rglob("*.css"):
        for target in re.findall(r"""(?:url\(|@import)\s*["']?([^"')\s]+)""", path.read_text()):
            assert target.startswith(("data:", "#")) or (path.parent / target.partition("#")[0]).is_file(), path.name


@pytest.mark.parametrize("text", ["https://cdn.example.com/x.js", "//fonts.example/x", "url(http://10.0.0.1/a)"])
def test_another_host_would_be_noticed(text: str) -> None:
    assert hosts(f'<script src="{text}">')
