"""Why a throw cost something, in sentences in the reader's language. The figures come from games.bots.review."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.engine.glossary import word


def in_words(slip: Mapping[str, Any]) -> dict[str, Any]:
    """A slip as plain data with `why`, a sentence for each of its reasons."""
    return {**slip, "why": [_sentence(slip, reason) for reason in slip["reasons"]]}


def _sentence(slip: Mapping[str, Any], reason: Mapping[str, Any]) -> str:
    values = {
        "thrown": _name(slip["thrown"]),
        "better": _name(slip["better"]),
        "was": reason["thrown"],
        "would": reason["better"],
    }
    sentences = {
        "missing": _("After %(thrown)s you lack %(was)d tiles to win; after %(better)s %(would)d."),
        "live": _("After %(thrown)s %(was)d tiles still help you; after %(better)s %(would)d."),
        "total": _("A win is worth about %(was)d hu after %(thrown)s; about %(would)d after %(better)s."),
        "keeps": _("If another wins you hold about %(was)d hu after %(thrown)s; about %(would)d after %(better)s."),
        "danger": _("%(thrown)s lets somebody win %(was)d times in a hundred; %(better)s %(would)d times."),
    }
    return sentences[reason["key"]] % values


def _name(tile: str) -> str:
    return word("tile", tile, "zh" if (get_language() or "zh").startswith("zh") else "en")
