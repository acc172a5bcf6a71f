"""An event's house rules beside the preset they start from."""

from dataclasses import dataclass

from games.engine.rules import Rules, overrides_of
from games.ruleform import Compared
from games.ruleform import compare as compared
from tournaments.cards import preset_name


@dataclass(frozen=True, slots=True)
class HouseRules:
    """All values, those that differ first; `preset` names what they are compared with."""

    preset: str
    changed: int
    rows: tuple[Compared, ...]


def compare(rules: Rules) -> HouseRules:
    """Every value that an event may change, beside the preset's."""
    return HouseRules(preset_name(rules.name), len(overrides_of(rules)), tuple(compared(rules)))
