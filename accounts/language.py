"""In which language somebody is answered who is not reading a page: a program's call, a socket."""

from http.cookies import CookieError
from typing import Any

from django.conf import settings
from django.http import parse_cookie
from django.utils.translation import get_language
from django.utils.translation.trans_real import get_supported_language_variant, parse_accept_lang_header


def language_of_scope(scope: dict[str, Any]) -> str:
    """Of a socket, from its handshake: the site's language cookie, else Accept-Language, else the site's own."""
    headers = {name.lower(): value.decode("latin-1") for name, value in scope["headers"]}
    try:
        chosen = parse_cookie(headers.get(b"cookie", "")).get(settings.LANGUAGE_COOKIE_NAME, "")
    except CookieError:
        chosen = ""
    wished = [
        chosen,
        *(language for language, _weight in parse_accept_lang_header(headers.get(b"accept-language", ""))),
    ]
    for language in wished:
        try:
            return get_supported_language_variant(language)
        except LookupError:
            continue
    return settings.LANGUAGE_CODE


def in_words(general: str, detail: str) -> str:
    """The detail to readers of English, the general sentence, translated already, to all others.

    For what the engine and the schema say of a message that they cannot read: they speak English alone, to programmers.
    """
    return detail if (get_language() or "").startswith("en") else general
