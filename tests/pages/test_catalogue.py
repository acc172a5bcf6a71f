"""Every string of the code and the templates has its Chinese, and what is compiled is what is written."""

import ast
import gettext
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.template import Engine
from django.template.base import Node
from django.templatetags.i18n import BlockTranslateNode, TranslateNode

ROOT = Path(__file__).resolve().parents[2]
CATALOGUE = ROOT / "locale/zh_Hans/LC_MESSAGES/django.po"
APPS = ("accounts", "games", "tournaments", "yuhuan_site")
# Positions of (context, singular) among a call's arguments.
CALLS = {
    "_": (None, 0), "gettext": (None, 0), "gettext_lazy": (None, 0), "gettext_noop": (None, 0), "ngettext": (None, 0),
    "ngettext_lazy": (None, 0), "pgettext": (0, 1), "pgettext_lazy": (0, 1), "npgettext": (0, 1),
}  # fmt: skip
IN_A_FILTER = re.compile(r"""[:|=\s]_\(["']([^"']+)["']\)""")
CHINESE = re.compile("[\u4e00-\u9fff]")

Message = tuple[str | None, str]


def messages_of_code() -> Iterator[Message]:
    for app in APPS:
        for path in (ROOT / app).rglob("*.py"):
            for call in ast.walk(ast.parse(path.read_text())):
                if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in CALLS:
                    context, singular = CALLS[call.func.id]
                    yield _literal(call, context), _literal(call, singular) or ""


def messages_of_templates() -> Iterator[Message]:
    engine = Engine.get_default()
    for folder in (ROOT / "templates", *(ROOT / app / "templates" for app in APPS)):
        for path in folder.rglob("*.html"):
            source = path.read_text()
            yield from ((None, text) for text in IN_A_FILTER.findall(source))
            for node in engine.from_string(source).nodelist.get_nodes_by_type(Node):
                yield from _messages_of_node(node)


def _messages_of_node(node: Node) -> Iterator[Message]:
    if isinstance(node, TranslateNode):
        literal = getattr(node.filter_expression.var, "literal", None)
        if isinstance(literal, str):
            yield _context(node), str(literal)
    elif isinstance(node, BlockTranslateNode):
        yield _context(node), node.render_token_list(node.singular)[0]


def _context(node: Any) -> str | None:
    return node.message_context.var if node.message_context else None


def _literal(call: ast.Call, position: int | None) -> str | None:
    if position is None or len(call.args) <= position:
        return None
    argument = call.args[position]
    return argument.value if isinstance(argument, ast.Constant) else None


def compiled() -> dict[Any, str]:
    """The compiled catalogue: `msgid`, `context\\4msgid`, or (either, plural number) → text."""
    with CATALOGUE.with_suffix(".mo").open("rb") as file:
        return gettext.GNUTranslations(file)._catalog  # type: ignore[attr-defined, no-any-return]


def written() -> dict[Any, str]:
    """The same, read from the .po file."""
    found: dict[Any, str] = {}
    for block in CATALOGUE.read_text().split("\n\n"):
        text = "\n".join(line for line in block.splitlines() if not line.startswith("#"))
        fields = {
            name: ast.literal_eval("(" + value + ")")
            for name, value in re.findall(r'^(msg\S+) ((?:"[^\n]*"\n?)+)', text, re.M)
        }
        key = fields["msgid"] if "msgctxt" not in fields else f"{fields['msgctxt']}\4{fields['msgid']}"
        if "msgid_plural" in fields:
            found[key, 0] = fields["msgstr[0]"]
        else:
            found[key] = fields["msgstr"]
    return found


def test_no_string_is_without_its_chinese() -> None:
    known = compiled()
    used = {message for message in (*messages_of_code(), *messages_of_templates()) if message[1]}
    assert len(used) > 500
    keys = {message: message[1] if message[0] is None else f"{message[0]}\4{message[1]}" for message in used}
    missing = [message for message, key in keys.items() if not (known.get(key) or known.get((key, 0)))]
    assert not missing, "run `make messages`, translate, and run it again"


def test_no_translation_is_a_guess() -> None:
    text = CATALOGUE.read_text()
    assert not re.search(r"^#,.*fuzzy", text, re.M)


def test_the_compiled_catalogue_is_what_is_written() -> None:
    header = {"": ""}
    assert compiled() | header == written() | header


def test_placeholders_survive_translation() -> None:
    for key, text in written().items():
        original = (key[0] if isinstance(key, tuple) else key).rpartition("\4")[2]
        if original:
            assert _placeholders(text) == _placeholders(original), original


def _placeholders(text: str) -> set[str]:
    return set(re.findall(r"%\(\w+\)[a-z]|\{\w+\}|%\(\w+\)\.\df|</?\w+>", text))


@pytest.mark.parametrize("message", sorted({m for m in messages_of_code() if CHINESE.search(m[1])}, key=str))
def test_an_original_in_code_is_english(message: Message) -> None:
    """Chinese in an original is a term of the game beside English words."""
    assert re.search("[A-Za-z]{3}", message[1])
