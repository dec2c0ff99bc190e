"""Whether there is exactly one solution: none, one, or two that differ."""

import json

from rookery_tests.command_line import rookery

import rookery as rk
from rookery.backends import Backend


def test_none_one_and_two_solutions(backend: Backend) -> None:
    one = rk.is_unique(rk.placement("queen", 6, count=6, fixed=["b6"]), backend)
    assert one
    assert (one.unique, one.differing, len(one.answer.solutions)) == (True, (), 1)
    none = rk.is_unique(rk.placement("queen", 3, count=3), backend)
    assert not none
    assert (none.unique, "no solution" in none.sentence) == (False, True)
    two = rk.is_unique(rk.placement("queen", 4, count=4), backend)
    assert two.unique is False
    differing = [(0, 1), (0, 2), (1, 0), (1, 3), (2, 0), (2, 3), (3, 1), (3, 2)]
    assert two.differing == tuple(rk.Square(*at) for at in differing)


def test_two_solutions_stand_side_by_side_with_their_differences() -> None:
    found = rk.is_unique(rk.placement("queen", 4, count=4))
    lines = str(found).splitlines()
    assert lines[0].split() == [*sorted([".Q..", "..Q."], key=lines[0].index), ".!!."]
    assert "differ on b4, c4, " in lines[-1]


def test_time_limit_leaves_uniqueness_open() -> None:
    found = rk.is_unique(rk.domination("queen", 30), seconds=0.01)
    assert (found.unique, bool(found), "limit" in found.sentence) == (None, False, True)


def test_command_says_whether_a_solution_is_unique() -> None:
    words = ("solve", "placement", "--piece", "queen", "--board", "4", "--count", "4", "--unique")
    found = rookery(*words, "--json")
    data = json.loads(found.out)
    assert (found.code, data["unique"], len(data["solutions"]), len(data["differ"])) == (0, False, 2, 8)
    found = rookery(*words, "--fix", "b4")
    assert (found.code, "exactly one solution" in found.out) == (0, True)
    assert json.loads(rookery("solve", "n-queens", "--board", "3", "--unique", "--json").out)["unique"] is False
    refused = rookery(*words, "--all")
    assert (refused.code, "--all" in refused.err) == (2, True)
