"""Whether there is exactly one solution: none, one, or two that differ."""

import json
from pathlib import Path
from typing import Any

import pytest
from rookery_tests.command_line import rookery

import rookery as rk
from rookery.backends import Backend


def test_none_one_and_two(backend: Backend[Any]) -> None:
    one = rk.is_unique(rk.placement("queen", 6, count=6, fixed=["b6"]), backend)
    assert one
    assert (one.unique, one.differing, len(one.answer.solutions)) == (True, (), 1)
    none = rk.is_unique(rk.placement("queen", 3, count=3), backend)
    assert not none
    assert (none.unique, none.sentence) == (False, "3 queens on a 3x3 board: no solution")
    two = rk.is_unique(rk.placement("queen", 4, count=4), backend)
    assert two.unique is False
    assert two.differing == tuple(
        rk.Square(*at) for at in [(0, 1), (0, 2), (1, 0), (1, 3), (2, 0), (2, 3), (3, 1), (3, 2)]
    )


def test_of_problems_with_a_goal_the_best_solutions_count() -> None:
    assert rk.is_unique(rk.domination("king", 3)).unique is True  # the king in the middle
    assert rk.is_unique(rk.domination("king", 4)).unique is False
    weighted = rk.weighted_placement({"queen": 9, "rook": 5}, 1)
    assert rk.is_unique(weighted)


def test_every_family_can_be_asked() -> None:
    for problem in (rk.armies(["queen", "queen"], 3), rk.superqueens(10), rk.regions("AABB/ABBB/CDDD/CCCD")):
        found = rk.is_unique(problem)
        assert found.unique == (rk.solve(problem, want="count").count == 1)


def test_two_solutions_stand_side_by_side_with_their_differences() -> None:
    found = rk.is_unique(rk.placement("queen", 4, count=4))
    lines = str(found).splitlines()
    assert lines[0].split() == [*sorted([".Q..", "..Q."], key=lines[0].index), ".!!."]
    assert lines[-1].startswith("4 queens on a 4x4 board: more than one solution; these two differ on 0,1, 0,2, ")
    picture = found.svg()
    assert picture.count("<svg") == 3
    assert picture.count('class="attacked"') == 2
    assert 'width="360" height="160"' in picture


def test_a_limit_leaves_it_open() -> None:
    found = rk.is_unique(rk.domination("queen", 30), seconds=0.01)
    assert found.unique is None
    assert not found
    assert "a limit was reached before" in found.sentence


def test_the_command_says_so(tmp_path: Path) -> None:
    words = ("solve", "placement", "--piece", "queen", "--board", "4", "--count", "4", "--unique")
    found = rookery(*words, "--json", "--svg", str(tmp_path / "two.svg"))
    data = json.loads(found.out)
    assert (found.code, data["unique"], len(data["solutions"]), len(data["differ"])) == (0, False, 2, 8)
    assert (tmp_path / "two.svg").read_text().count("<svg") == 3
    found = rookery(*words, "--fix", "b4")
    assert (found.code, found.out.strip().splitlines()[-1]) == (0, "4 queens on a 4x4 board: exactly one solution")
    assert json.loads(rookery("solve", "superqueens", "--side", "3", "--unique", "--json").out)["unique"] is False


@pytest.mark.parametrize("other", ["--all", "--count-solutions", "--limit 3", "--up-to-symmetry"])
def test_what_else_is_wanted_is_refused(other: str) -> None:
    found = rookery("solve", "placement", "--piece", "queen", "--board", "4", "--unique", *other.split())
    assert found.code == 2
    assert f"--unique asks for one solution and a second one; leave {other.split()[0]} out" in found.err
