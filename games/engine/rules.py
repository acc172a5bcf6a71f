"""Rule presets as versioned data (RULES.md §1). Code asks `rules.x`, never which preset it is."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from typing import Any, Final


class MalformedRules(ValueError):
    """An unknown preset or an unusable override; `field` names what is wrong."""

    def __init__(self, field: str, reason: str) -> None:
        super().__init__(f"{field}: {reason}")
        self.field = field


@dataclass(frozen=True, slots=True)
class Rules:
    """The values one hand is played under. Units: tai, 胡, tiles."""

    name: str
    version: int
    max_tai: int = 4
    cap: int = 400
    loser_base: int = 0
    full_flush_tai: int = 3
    half_flush_tai: int = 2
    all_triplets_tai: int = 2
    wild_tai: tuple[int, int, int, int] = (1, 0, 1, 4)
    dealer_repeats: bool = False
    last_tiles_liability: bool = False

    @property
    def label(self) -> str:
        """The preset's name and version, `"platform@1"`."""
        return f"{self.name}@{self.version}"


PRESETS: Final[Mapping[str, Rules]] = {
    rules.label: rules
    for rules in (
        Rules("platform", 1),
        Rules("classic", 1, dealer_repeats=True, last_tiles_liability=True),
        Rules("folk", 1, max_tai=5, full_flush_tai=2, wild_tai=(1, 0, 1, 3)),
    )
}
PRESET_NAMES: Final = tuple(dict.fromkeys(rules.name for rules in PRESETS.values()))
_BOUNDS: Final[Mapping[str, tuple[int, int]]] = {"cap": (10, 1_000_000), "loser_base": (0, 1_000)}
_FEW_TAI: Final = (0, 20)
OVERRIDABLE: Final = tuple(f.name for f in fields(Rules) if f.name not in ("name", "version"))


def preset(label: str) -> Rules:
    """`"platform@1"` or `"platform"` (its latest version). Raises MalformedRules."""
    if isinstance(label, str):
        if label in PRESETS:
            return PRESETS[label]
        versions = [rules for rules in PRESETS.values() if rules.name == label]
        if versions:
            return max(versions, key=lambda rules: rules.version)
    raise MalformedRules("rules", f"no such preset: {label!r}")


def rules_for(label: str, overrides: Mapping[str, Any] | None = None) -> Rules:
    """The preset with an event's overrides applied (RECORD.md, `overrides`). Raises MalformedRules."""
    rules = preset(label)
    if overrides is None:
        return rules
    if not isinstance(overrides, Mapping):
        raise MalformedRules("overrides", "must be an object of field name to value")
    return replace(rules, **{name: _checked(name, value) for name, value in overrides.items()})


def overrides_of(rules: Rules) -> dict[str, Any]:
    """What differs from the preset the rules name, JSON-ready. `{}` when nothing does."""
    plain, own = asdict(preset(rules.label)), asdict(rules)
    return {
        name: list(own[name]) if isinstance(own[name], tuple) else own[name]
        for name in OVERRIDABLE
        if own[name] != plain[name]
    }


def bounds_of(name: str) -> tuple[int, int]:
    """The least and the most that a numeric field may be set to; of a list, each of its numbers."""
    return _BOUNDS.get(name, _FEW_TAI)


def _checked(name: str, value: Any) -> Any:
    where = f"overrides.{name}"
    if name not in OVERRIDABLE:
        raise MalformedRules(where, "no such field")
    if name in ("dealer_repeats", "last_tiles_liability"):
        if type(value) is not bool:
            raise MalformedRules(where, "must be true or false")
        return value
    if name == "wild_tai":
        if not isinstance(value, list | tuple) or len(value) != 4:
            raise MalformedRules(where, "must be four whole numbers")
        return tuple(_whole(where, item, *bounds_of(name)) for item in value)
    return _whole(where, value, *bounds_of(name))


def _whole(where: str, value: Any, low: int, high: int) -> int:
    if type(value) is not int or not low <= value <= high:
        raise MalformedRules(where, f"must be a whole number from {low} to {high}")
    return value
