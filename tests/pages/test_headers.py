"""What every page says beside its content: the policy, the caches, the frames; and what https adds."""

import json
import os
import subprocess
import sys

import pytest
from django.conf import settings
from django.test import Client

from tests.browser import every_page
from tools.check_deployment import PRODUCTION, ROOT
from yuhuan_site.security import VIEWS_WITHOUT_HTMX

SITE = {
    "default-src": {"'none'"}, "script-src": {"'self'"}, "style-src": {"'self'"}, "img-src": {"'self'", "data:"},
    "font-src": {"'self'"}, "manifest-src": {"'self'"}, "worker-src": {"'self'"}, "base-uri": {"'none'"},
    "form-action": {"'self'"}, "frame-ancestors": {"'none'"}, "require-trusted-types-for": {"'script'"},
    "trusted-types": {"default"}, "connect-src": {"'self'", "ws://testserver", "wss://testserver"},
}  # fmt: skip
ADMIN = {name: words for name, words in SITE.items() if "trusted" not in name} | {
    "script-src": {"'self'", "'unsafe-eval'"},
    "style-src-attr": {"'unsafe-inline'"},
}


def directives(policy: str) -> dict[str, set[str]]:
    return {words[0]: set(words[1:]) for words in (part.split() for part in policy.split(";"))}


def assert_headers(evening: every_page.Evening) -> None:
    """Of all its pages. One with htmx makes the one policy in a module before it; one without may have none."""
    browsers = {name: Client(headers={"host": "testserver"}) for name in ("", *evening.readers)}
    for name, key in evening.readers.items():
        browsers[name].cookies[settings.SESSION_COOKIE_NAME] = key
    for shown in evening.pages:
        answer = browsers.get(shown.reader, browsers[""]).get(shown.path.split("#")[0])
        page, policy = answer.text, directives(answer["Content-Security-Policy"])
        is_admin = shown.path.startswith("/admin/")
        loads_htmx = "/htmx-" in page
        none = {"trusted-types": {"'none'"}} if not is_admin and not loads_htmx else {}
        assert policy == (ADMIN if is_admin else SITE | none), shown.name
        if loads_htmx and not is_admin:
            assert page.index("js/pages/trusted.js") < page.index("/htmx-"), shown.name
        assert {"private", "no-store"} <= set(answer["Cache-Control"].replace(" ", "").split(",")), shown.name
        assert answer["X-Frame-Options"] == "DENY", shown.name
        assert answer["X-Content-Type-Options"] == "nosniff", shown.name
        assert answer["Referrer-Policy"] == "same-origin", shown.name
        assert "camera=()" in answer["Permissions-Policy"], shown.name


def test_the_pages_that_may_have_no_policy_are_known_by_name() -> None:
    assert {"games:table", "tournaments:certificate", "offline"} <= VIEWS_WITHOUT_HTMX


@pytest.mark.parametrize("path", ["/api/events", "/api/me/preferences", "/api/nothing", "/healthz", "/nowhere/"])
def test_answers_that_are_no_pages_are_kept_nowhere_either(client: Client, db: None, path: str) -> None:
    answer = client.get(path)
    assert {"private", "no-store"} <= set(answer["Cache-Control"].replace(" ", "").split(",")), path
    assert directives(answer["Content-Security-Policy"])["default-src"] == {"'none'"}


@pytest.mark.parametrize("path", ["/manifest.webmanifest", "/sw.js"])
def test_what_may_be_kept_is_nobodys(client: Client, db: None, path: str) -> None:
    answer = client.get(path)
    assert "no-store" not in answer["Cache-Control"]
    assert not answer.cookies


ASK = """
import django, json
django.setup()
from django.conf import settings
from django.test import Client
answers = {}
for name, secure in (("https", True), ("http", False)):
    client = Client(headers={"host": "mahjong.example"})
    answer = client.get("/healthz" if secure else "/manifest.webmanifest", secure=secure)
    answers[name] = [answer.status_code, dict(answer.headers)]
cookies = {name: getattr(settings, name) for name in dir(settings) if name.startswith(("SESSION_COOKIE", "CSRF_COOKIE"))}
print(json.dumps([answers, cookies], default=str))
"""


def test_https_is_kept_to_and_cookies_belong_to_this_host_alone() -> None:
    """The settings of production, without any server."""
    environment = {"PATH": os.environ["PATH"], "DJANGO_SETTINGS_MODULE": "yuhuan_site.settings", **PRODUCTION}
    command = [sys.executable, "-W", "ignore", "-c", ASK]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    answers, cookies = json.loads(done.stdout)
    status, headers = answers["https"]
    assert status == 200
    assert headers["Strict-Transport-Security"] == "max-age=31536000; includeSubDomains; preload"
    assert headers["Cross-Origin-Opener-Policy"] == "same-origin"
    status, headers = answers["http"]
    assert (status, headers["Location"]) == (301, "https://mahjong.example/manifest.webmanifest")
    assert "Strict-Transport-Security" not in headers
    for kind in ("SESSION", "CSRF"):
        assert cookies[f"{kind}_COOKIE_NAME"].startswith("__Host-")
        assert cookies[f"{kind}_COOKIE_SECURE"] is True
        assert cookies[f"{kind}_COOKIE_PATH"] == "/"
        assert cookies[f"{kind}_COOKIE_DOMAIN"] is None
        assert cookies[f"{kind}_COOKIE_SAMESITE"] == "Lax"
    assert cookies["SESSION_COOKIE_HTTPONLY"] is True
