"""Manifest, service worker, offline page and theme: served, scoped to the site, and nobody's."""

import json
import re
from pathlib import Path

import pytest
from django.test import Client

from accounts.guests import create_guest
from yuhuan_site import shell

STATIC = Path(__file__).parent.parent / "static"


def test_the_manifest_names_the_site_and_its_icons_exist(client: Client, db: None) -> None:
    response = client.get("/manifest.webmanifest")
    assert response["Content-Type"] == "application/manifest+json"
    manifest = json.loads(response.text)
    assert manifest["name"] == "玉环麻将"
    assert manifest["scope"] == manifest["start_url"] == "/"
    assert {icon["sizes"] for icon in manifest["icons"]} >= {"192x192", "512x512"}
    assert "maskable" in {icon["purpose"] for icon in manifest["icons"]}
    for icon in manifest["icons"]:
        assert (STATIC / "img" / icon["src"].rpartition("/")[2]).is_file()
    for shortcut in manifest["shortcuts"]:
        assert client.get(shortcut["url"]).status_code == 200
    assert 'rel="manifest" href="/manifest.webmanifest"' in client.get("/").text


def test_png_icons_are_as_large_as_they_say(client: Client, db: None) -> None:
    for icon in json.loads(client.get("/manifest.webmanifest").text)["icons"]:
        if icon["type"] == "image/png":
            header = (STATIC / "img" / icon["src"].rpartition("/")[2]).read_bytes()[:24]
            sides = int.from_bytes(header[16:20], "big"), int.from_bytes(header[20:24], "big")
            assert "x".join(map(str, sides)) == icon["sizes"]


def test_the_worker_is_fresh_and_may_look_after_the_whole_site(client: Client, db: None) -> None:
    response = client.get("/sw.js")
    assert response["Content-Type"].startswith("text/javascript")
    assert response["Service-Worker-Allowed"] == "/"
    assert "no-cache" in response["Cache-Control"]
    assert "sessionid" not in response.cookies
    files = re.findall(r'^  "([^"]+)",$', response.text, re.M)
    assert "/offline/" in files
    assert all(file.startswith("/static/") for file in files if file != "/offline/")
    assert not any("admin" in file for file in files)


def test_who_asks_changes_neither_worker_nor_offline_page(client: Client, db: None) -> None:
    player = create_guest().player
    strange = [client.get(path).text for path in ("/sw.js", "/offline/")]
    client.force_login(player)
    assert [client.get(path).text for path in ("/sw.js", "/offline/")] == strange
    assert player.nickname not in strange[1]
    assert "csrf" not in strange[1]


@pytest.mark.parametrize(
    ("chosen", "links"), [("light", 0), ("dark", 1), ("", 1)], ids=["light", "dark", "as the device"]
)
def test_the_theme_is_kept_in_a_cookie(client: Client, db: None, chosen: str, links: int) -> None:
    response = client.post("/theme/", {"theme": chosen, "next": "/me/"})
    assert response["Location"] == "/me/"
    page = client.get("/me/").text
    assert page.count("css/dark.css") == links
    assert ('data-theme="dark"' in page) == (chosen == "dark")
    assert ('media="(prefers-color-scheme: dark)"' in page) == (chosen == "")
    assert f'name="theme" value="{chosen}" aria-pressed="true"' in page


def test_a_theme_leads_back_to_our_own_pages_alone_and_is_one_of_two(client: Client, db: None) -> None:
    assert client.post("/theme/", {"theme": "dark", "next": "https://elsewhere.example/"})["Location"] == "/"
    client.cookies["theme"] = '"><script>'
    assert "<script>" not in client.get("/").text.split("<body")[0]


def test_every_file_of_the_shell_is_served() -> None:
    for file in shell.shell_files():
        name = file.removeprefix("/static/")
        assert name.startswith("django_htmx/") or (STATIC / name).is_file()


def test_another_file_or_another_offline_page_is_another_version(client: Client, db: None) -> None:
    """The worker's text is what a browser compares: without a change in it nothing is renewed."""
    (now,) = re.findall(r'CACHE = "shell-(\w+)"', client.get("/sw.js").text)
    files, pages = shell.shell_files(), shell._offline_pages()
    assert now == shell.version(files, pages)
    changed = {shell.version([*files[:-1], "/static/css/base.0123.css"], pages), shell.version(files, ["x"]), now}
    assert len(changed) == 3


def test_the_offline_page_stands_alone_in_both_languages(client: Client, db: None) -> None:
    for language, heading in (("zh-CN", "没有网络"), ("en", "No connection")):
        page = client.get("/offline/", headers={"accept-language": language}).text
        assert f"<h1>{heading}</h1>" in page
        assert set(re.findall(r'(?:src|href)="(/static/[^"]+)"', page)) <= set(shell.shell_files())
        assert "<script" not in page


def test_shortcuts_and_names_follow_the_language(client: Client, db: None) -> None:
    names = {}
    for language in ("zh-CN", "en"):
        manifest = json.loads(client.get("/manifest.webmanifest", headers={"accept-language": language}).text)
        assert manifest["display"] == "standalone"
        names[manifest["lang"]] = [shortcut["name"] for shortcut in manifest["shortcuts"]]
    assert names["en"] == ["Championship zone", "Calculator", "Me"]
    assert len(names["zh-Hans"]) == 3
    assert all(re.search("[\u4e00-\u9fff]", name) for name in names["zh-Hans"])
