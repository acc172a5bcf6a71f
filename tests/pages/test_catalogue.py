"""Every string of the code and the templates has its Chinese, and what is compiled is what is written."""

import ast
import gettext
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from django.template import Engine
from django.template.base import Node
from django.templatetags.i18n import BlockTranslateNode, TranslateNode

ROOT = Path(__file__).resolve().parents[2]
CATALOGUE = ROOT / "locale/zh_Hans/LC_MESSAGES/django.po"
COMPILED = CATALOGUE.with_suffix(".mo")
APPS = ("accounts", "games", "notices", "tournaments", "yuhuan_site")
# Positions of (context, singular, plural) among a call's arguments.
CALLS = {
    "_": (None, 0, None), "gettext": (None, 0, None), "gettext_lazy": (None, 0, None), "gettext_noop": (None, 0, None),
    "ngettext": (None, 0, 1), "ngettext_lazy": (None, 0, 1), "pgettext": (0, 1, None), "pgettext_lazy": (0, 1, None),
    "npgettext": (0, 1, 2),
}  # fmt: skip
IN_A_FILTER = re.compile(r"""[:|=\s]_\(["']([^"']+)["']\)""")
CHINESE = re.compile("[\u4e00-\u9fff]")


class Message(NamedTuple):
    """A string to be translated; `counts` when it is looked up with a number."""

    context: str | None
    text: str
    counts: bool = False

    @property
    def key(self) -> str | tuple[str, int]:
        """Where the compiled catalogue has it."""
        text = self.text if self.context is None else f"{self.context}\4{self.text}"
        return (text, 0) if self.counts else text


def messages_of_code() -> Iterator[Message]:
    for app in APPS:
        for path in (ROOT / app).rglob("*.py"):
            yield from messages_in_python(path.read_text())


def messages_in_python(source: str) -> Iterator[Message]:
    """Raises ValueError for a string that is put together before it is looked up: no catalogue can have that."""
    for call in ast.walk(ast.parse(source)):
        name = _name(call.func) if isinstance(call, ast.Call) else ""
        if isinstance(call, ast.Call) and name in CALLS:
            context, singular, plural = CALLS[name]
            if len(call.args) > singular and isinstance(call.args[singular], ast.JoinedStr | ast.BinOp):
                raise ValueError(f"put together before it is translated: {ast.unparse(call)}")
            text = _literal(call, singular)
            if text:
                yield Message(_literal(call, context), text, plural is not None)


def _name(function: ast.expr) -> str:
    """`gettext` as in `gettext(…)` and in `translation.gettext(…)`."""
    if isinstance(function, ast.Attribute) and function.attr != "_":
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def messages_of_templates() -> Iterator[Message]:
    for folder in (ROOT / "templates", *(ROOT / app / "templates" for app in APPS)):
        for path in folder.rglob("*.html"):
            yield from messages_in_template(path.read_text())


def messages_in_template(source: str) -> Iterator[Message]:
    yield from (Message(None, text) for text in IN_A_FILTER.findall(source))
    for node in Engine.get_default().from_string(source).nodelist.get_nodes_by_type(Node):
        if isinstance(node, TranslateNode):
            literal = getattr(node.filter_expression.var, "literal", None)
            if isinstance(literal, str):
                yield Message(_context(node), str(literal))
        elif isinstance(node, BlockTranslateNode):
            yield Message(_context(node), node.render_token_list(node.singular)[0], bool(node.plural))


def _context(node: Any) -> str | None:
    return node.message_context.var if node.message_context else None


def _literal(call: ast.Call, position: int | None) -> str | None:
    if position is None or len(call.args) <= position:
        return None
    argument = call.args[position]
    return argument.value if isinstance(argument, ast.Constant) else None


def compiled(path: Path = COMPILED) -> dict[Any, str]:
    """The compiled catalogue: `msgid`, `context\4msgid`, or (either, plural number) → text."""
    with path.open("rb") as file:
        return gettext.GNUTranslations(file)._catalog  # type: ignore[attr-defined, no-any-return]


def written(text: str) -> dict[Any, str]:
    """The same, read from the text of the .po file."""
    found: dict[Any, str] = {}
    for block in text.strip("\n").split("\n\n"):
        plain = "\n".join(line for line in block.splitlines() if not line.startswith("#"))
        fields = {
            name: ast.literal_eval("(" + value + ")")
            for name, value in re.findall(r'^(msg\S+) ((?:"[^\n]*"\n?)+)', plain, re.M)
        }
        key = fields["msgid"] if "msgctxt" not in fields else f"{fields['msgctxt']}\4{fields['msgid']}"
        if "msgid_plural" in fields:
            found[key, 0] = fields["msgstr[0]"]
        else:
            found[key] = fields["msgstr"]
    return found


def untranslated(used: Iterable[Message], known: dict[Any, str]) -> list[Message]:
    """What has no Chinese. (gettext finds an entry with a plural too; ngettext finds none without.)"""
    return [one for one in used if not (known.get(one.key) or (not one.counts and known.get((one.key, 0))))]


def is_guess(text: str) -> bool:
    """Whether a catalogue holds an entry that a tool has only guessed."""
    return bool(re.search(r"^#,.*fuzzy", text, re.M))


def same(known: dict[Any, str], text: str) -> bool:
    """Whether what is compiled is what is written, the heading aside."""
    return known | {"": ""} == written(text) | {"": ""}


def test_no_string_is_without_its_chinese() -> None:
    used = {*messages_of_code(), *messages_of_templates()}
    assert len(used) > 500
    missing = untranslated(used, compiled())
    assert not missing, "run `make messages`, translate, and run it again"


def test_no_translation_is_a_guess() -> None:
    assert not is_guess(CATALOGUE.read_text())


def test_the_compiled_catalogue_is_what_is_written() -> None:
    assert same(compiled(), CATALOGUE.read_text())


@pytest.mark.parametrize(
    "source",
    [
        '_("planted")',
        'gettext_lazy("planted")',
        'translation.gettext("planted")',
        'label = pgettext_lazy("somewhere", "Save")',
        'ngettext("planted", "planted ones", 2)',
        'ngettext("Save", "Saves", 2)',
        '_("in two " "parts")',
    ],
)
def test_an_untranslated_string_in_code_is_noticed(source: str) -> None:
    assert untranslated(messages_in_python(source), compiled() | {"Save": "保存"})


@pytest.mark.parametrize("source", ['_(f"planted {x}")', '_("planted " + x)', '_("planted %s" % x)'])
def test_a_string_put_together_before_it_is_looked_up_is_noticed(source: str) -> None:
    with pytest.raises(ValueError, match="put together"):
        list(messages_in_python(source))


@pytest.mark.parametrize(
    "source",
    [
        '{% translate "planted" %}',
        '{% if x %}{% for y in z %}{% translate "planted" %}{% endfor %}{% endif %}',
        '{% translate "Save" context "somewhere" %}',
        "{% blocktranslate trimmed %}planted{% endblocktranslate %}",
        "{% blocktranslate count n=n %}{{ n }} planted{% plural %}{{ n }} planted ones{% endblocktranslate %}",
        "{% blocktranslate count n=n %}Save{% plural %}Saves{% endblocktranslate %}",
        '{% include "x" with label=_("planted") %}',
        '"key": "{% translate "planted"|escapejs %}",',
    ],
)
def test_an_untranslated_string_in_a_template_is_noticed(source: str) -> None:
    known = compiled() | {"Save": "保存"}
    assert untranslated(messages_in_template("{% load i18n %}" + source), known)


def test_a_guess_and_a_catalogue_that_was_not_compiled_are_noticed() -> None:
    text = CATALOGUE.read_text()
    assert is_guess(text + '\n#, fuzzy\nmsgid "a"\nmsgstr "b"\n')
    assert is_guess(text + '\n#, python-format, fuzzy\nmsgid "a"\nmsgstr "b"\n')
    assert not same(compiled(), text + '\nmsgid "a"\nmsgstr "b"\n')


# --- the scripts' words -----------------------------------------------------------------------------------------


def string_keys() -> set[str]:
    return set(re.findall(r'^"(\w+)":', (ROOT / "templates/games/_strings.html").read_text(), re.M))


def keys_of_scripts() -> tuple[set[str], set[str]]:
    """Keys that the modules look up, and the beginnings of those put together from a key of the view."""
    source = "".join(path.read_text() for path in (ROOT / "static/js").rglob("*.js"))
    whole = set(re.findall(r"""\b(?:text|phrase)\(\s*"(\w+)\"""", source))
    begun = set(re.findall(r"""\b(?:text|phrase)\(\s*`(\w+)\$\{""", source))
    return whole, begun


def test_every_word_of_the_scripts_is_in_the_table() -> None:
    known = string_keys()
    whole, begun = keys_of_scripts()
    assert len(whole) > 60
    assert not whole - known
    assert [start for start in begun if not any(key.startswith(start) for key in known)] == []


def test_placeholders_survive_translation() -> None:
    for key, text in written(CATALOGUE.read_text()).items():
        original = (key[0] if isinstance(key, tuple) else key).rpartition("\4")[2]
        if original:
            assert _placeholders(text) == _placeholders(original), original


def _placeholders(text: str) -> set[str]:
    return set(re.findall(r"%\(\w+\)[a-z]|\{\w+\}|%\(\w+\)\.\df|</?\w+>", text))


@pytest.mark.parametrize("message", sorted({m for m in messages_of_code() if CHINESE.search(m.text)}, key=str))
def test_an_original_in_code_is_english(message: Message) -> None:
    """Chinese in an original is a term of the game beside English words."""
    assert re.search("[A-Za-z]{3}", message.text)
