"""What is published of a draw, so that anybody can repeat it: `yuhuan-draw/1`. Pure.

Before the players of a draw are known, its commitment is: the hex SHA-256 of the text
`yuhuan-draw/1|EVENT|NUMBER|SEED`, SEED being 32 bytes in lower-case hex. After it the certificate gives seed, wishes
and result; `verify` draws again from these. Pairs that were kept apart are told to the organisers alone, since they may
say who shares a phone; the public certificate gives their number and a digest.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any, Final

from tournaments.seating import Acquaintance, Four, Pair, Wishes, draw

SCHEME: Final = "yuhuan-draw/1"


class CertificateWrong(ValueError):
    """A certificate that cannot be read or does not hold; `field` names where."""

    def __init__(self, field: str, reason: str) -> None:
        super().__init__(f"{field}: {reason}")
        self.field = field


def commitment(event: str, number: int, seed: bytes) -> str:
    """What is published before a draw."""
    return hashlib.sha256(f"{SCHEME}|{event}|{number}|{seed.hex()}".encode("ascii")).hexdigest()


def certificate(
    event: str, number: int, seed: bytes, wishes: Wishes, fours: Sequence[Four], left: Sequence[str]
) -> dict[str, Any]:
    """The whole certificate, JSON-able, pairs kept apart included."""
    met = wishes.met
    waiting = sorted(wishes.waited)
    return {
        "scheme": SCHEME, "event": event, "draw": number, "seed": seed.hex(),
        "commitment": commitment(event, number, seed),
        "waited": {player: wishes.waited[player] for player in waiting},
        "met": sorted([*sorted(pair), times] for pair, times in met.times.items() if pair <= wishes.waited.keys()),
        "last": {player: sorted(met.last[player]) for player in waiting if player in met.last},
        "winds": {player: list(met.winds[player]) for player in waiting if player in met.winds},
        "apart": sorted(sorted(pair) for pair in wishes.apart if pair <= wishes.waited.keys()),
        "others_about": wishes.others_about, "most_tables": wishes.most_tables,
        "tables": [list(four) for four in fours], "left": list(left), "figures": figures(wishes, fours, left),
    }  # fmt: skip


def public(whole: Mapping[str, Any]) -> dict[str, Any]:
    """The same without the pairs that were kept apart."""
    pairs = json.dumps(whole["apart"], separators=(",", ":"))
    digest = hashlib.sha256(f"{whole['seed']}|{pairs}".encode()).hexdigest()
    return {**whole, "apart": {"pairs": len(whole["apart"]), "digest": digest}}


def figures(wishes: Wishes, fours: Sequence[Four], left: Sequence[str]) -> dict[str, int]:
    """How good the draw was: meetings again, pairs not kept apart, winds had more than once oftener, longest wait."""
    pairs = [frozenset(pair) for four in fours for pair in combinations(four, 2)]
    times = [wishes.met.times.get(pair, 0) for pair in pairs]
    spread = [_spread(wishes, player, wind) for four in fours for wind, player in enumerate(four)]
    return {
        "tables": len(fours), "left": len(left), "met_before": sum(count > 0 for count in times),
        "met_oftener": sum(count > 1 for count in times),
        "not_kept_apart": sum(pair in wishes.apart for pair in pairs), "winds_uneven": max(spread, default=0),
        "passed_over": max((wishes.waited[player] for four in fours for player in four), default=0),
    }  # fmt: skip


def verify(whole: Mapping[str, Any]) -> None:
    """Draw again and compare. Raises CertificateWrong; the public form can be drawn again only if it kept none apart."""
    wishes, seed = _wishes(whole), _seed(whole)
    event, number = _taken(whole, "event", str), _taken(whole, "draw", int)
    if commitment(event, number, seed) != whole.get("commitment"):
        raise CertificateWrong("commitment", "is not that of this seed")
    fours, left = draw(wishes, seed)
    for field, found in (("tables", [list(four) for four in fours]), ("left", list(left)),
                         ("figures", figures(wishes, fours, left))):  # fmt: skip
        if whole.get(field) != found:
            raise CertificateWrong(field, f"the seed draws {json.dumps(found)}")


def _wishes(whole: Mapping[str, Any]) -> Wishes:
    if whole.get("scheme") != SCHEME:
        raise CertificateWrong("scheme", f"must be {SCHEME}")
    try:
        met = Acquaintance(
            {frozenset((one, other)): int(times) for one, other, times in whole["met"]},
            {player: frozenset(four) for player, four in whole["last"].items()},
            {player: (int(e), int(s), int(w), int(n)) for player, (e, s, w, n) in whole["winds"].items()},
        )
        waited = {str(player): int(draws) for player, draws in whole["waited"].items()}
        most = whole["most_tables"]
        return Wishes(
            waited, met, _apart(whole["apart"]), bool(whole["others_about"]), None if most is None else int(most)
        )
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        if isinstance(error, CertificateWrong):
            raise
        raise CertificateWrong("certificate", f"cannot be read ({error!r})") from error


def _apart(pairs: Any) -> frozenset[Pair]:
    if isinstance(pairs, Mapping):
        if pairs.get("pairs"):
            raise CertificateWrong(
                "apart", "the pairs kept apart are with the organisers; without them it cannot be repeated"
            )
        return frozenset()
    return frozenset(frozenset((one, other)) for one, other in pairs)


def _seed(whole: Mapping[str, Any]) -> bytes:
    try:
        seed = bytes.fromhex(_taken(whole, "seed", str))
    except ValueError as error:
        raise CertificateWrong("seed", "must be hex") from error
    if len(seed) != 32:
        raise CertificateWrong("seed", "must be 32 bytes")
    return seed


def _taken(whole: Mapping[str, Any], field: str, kind: type) -> Any:
    if type(whole.get(field)) is not kind:
        raise CertificateWrong(field, f"must be {'text' if kind is str else 'a whole number'}")
    return whole[field]


def _spread(wishes: Wishes, player: str, wind: int) -> int:
    had = [count + (at == wind) for at, count in enumerate(wishes.met.winds.get(player, (0, 0, 0, 0)))]
    return max(had) - min(had)
