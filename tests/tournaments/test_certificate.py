"""A draw's certificate: it can be repeated, and nothing in it can be changed."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.certificate import CertificateWrong, certificate, commitment, public, verify
from tournaments.seating import Wishes, acquaintance, draw

seeds = st.binary(min_size=32, max_size=32)
BEFORE = acquaintance([("p0", "p1", "p2", "p3"), ("p4", "p5", "p6", "p7"), ("p0", "p4", "p8", "p9")])


def drawn(seed: bytes, count: int = 14, apart: frozenset[frozenset[str]] = frozenset()) -> dict:
    wishes = Wishes({f"p{number}": number % 2 for number in range(count)}, BEFORE, apart, others_about=True)
    fours, left = draw(wishes, seed)
    return json.loads(json.dumps(certificate("cup", 3, seed, wishes, fours, left)))


@given(seeds, st.integers(0, 30))
def test_a_certificate_can_be_repeated_by_whoever_reads_it(seed, count):
    verify(drawn(seed, count))
    verify(public(drawn(seed, count)))


def test_the_commitment_is_the_hash_of_a_text_that_anybody_can_write():
    import hashlib

    text = f"yuhuan-draw/1|cup|3|{'00' * 32}"
    assert commitment("cup", 3, bytes(32)) == hashlib.sha256(text.encode()).hexdigest()


@pytest.mark.parametrize(
    ("field", "value", "named"),
    [
        ("seed", "11" * 32, "commitment"),
        ("draw", 4, "commitment"),
        ("event", "other", "commitment"),
        ("commitment", "0" * 64, "commitment"),
        ("seed", "zz", "seed"),
        ("seed", "11", "seed"),
        ("seed", None, "seed"),
        ("draw", True, "draw"),
        ("scheme", "yuhuan-draw/2", "scheme"),
        ("waited", ["p0"], "certificate"),
        ("met", [["p0", "p1"]], "certificate"),
        ("apart", [["p0"]], "certificate"),
    ],
)
def test_what_is_changed_or_unreadable_is_named(field, value, named):
    with pytest.raises(CertificateWrong) as refused:
        verify({**drawn(bytes(32)), field: value})
    assert refused.value.field == named


def test_two_players_who_changed_tables_are_found_out():
    whole = drawn(bytes(32))
    first, second = whole["tables"][:2]
    first[0], second[0] = second[0], first[0]
    with pytest.raises(CertificateWrong, match="tables"):
        verify(whole)


def test_a_player_who_was_slipped_in_is_found_out():
    whole = drawn(bytes(32))
    whole["waited"]["p99"] = 9
    with pytest.raises(CertificateWrong, match="tables"):
        verify(whole)


def test_the_public_form_does_not_say_who_was_kept_apart():
    apart = frozenset({frozenset(("p0", "p8"))})
    whole = drawn(bytes(32), apart=apart)
    verify(whole)
    told = public(whole)
    assert told["apart"]["pairs"] == 1
    with pytest.raises(CertificateWrong, match="organisers"):
        verify(told)


def test_the_figures_say_how_good_the_draw_was():
    wishes = Wishes(dict.fromkeys(("p0", "p1", "p2", "p3"), 3), BEFORE, frozenset({frozenset(("p0", "p3"))}))
    fours, left = draw(wishes, bytes(32))
    found = certificate("cup", 1, bytes(32), wishes, fours, left)["figures"]
    assert found == {
        "tables": 1, "left": 0, "met_before": 6, "met_oftener": 0, "not_kept_apart": 1, "winds_uneven": 2, "passed_over": 3,
    }  # fmt: skip
