"""The list of invariants: whole, and each check silent where all is well and loud where something is planted."""

import pytest

from tests.invariants import hands, money_and_people
from tests.invariants.planted import Case
from tournaments.invariants import INVARIANTS

CASES = [*hands.CASES, *money_and_people.CASES]
ID_OF = {check: one.id for one in INVARIANTS for check in one.checks}
WANTED = [*(f"E{n}" for n in range(1, 10)), *(f"P{n}" for n in range(1, 7)), *(f"G{n}" for n in range(1, 7)),
          *(f"L{n}" for n in range(1, 9)), *(f"S{n}" for n in range(1, 8))]  # fmt: skip
BROKEN = [(case.check, words, see) for case in CASES for words, see in case.broken.items()]


def test_the_list_is_whole_and_every_check_has_its_cases():
    assert [one.id for one in INVARIANTS] == WANTED
    assert all(len(one.says) > 20 for one in INVARIANTS)
    assert {case.check for case in CASES} == ID_OF.keys()
    assert all(case.broken for case in CASES)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.check.__name__)
def test_where_it_holds_nothing_is_said(case: Case):
    assert case.holds
    for arguments in case.holds:
        assert case.check(*arguments) == []


@pytest.mark.parametrize(("check", "words", "see"), BROKEN, ids=lambda value: value if isinstance(value, str) else "")
def test_what_is_planted_is_seen(check, words, see):
    found = see()
    assert found
    assert {violation.id for violation in found} == {ID_OF[check]}
    assert all(str(violation).startswith(ID_OF[check]) for violation in found)
