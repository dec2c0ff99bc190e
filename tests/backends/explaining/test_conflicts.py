"""All conflicts and the cheapest repair: limits, words, and the command line."""

import json
from pathlib import Path

import pytest
from rookery_tests.command_line import rookery

import rookery as rk

TWICE = rk.placement("rook", 3, count=3, fixed=["a1", "a2", "b2"])


def test_conflicts_are_a_sequence_of_explanations() -> None:
    found = rk.conflicts(TWICE)
    assert (len(found), found.complete, found[0].rules == found[-1].rules) == (2, True, False)
    assert "a rook is fixed on 1,0" in str(found)
    assert str(found).endswith("There are 2 conflicts.")
    assert found.svg().count("<svg") == 3
    mixed = rk.conflicts(rk.placement("queen", 6, count=6, fixed=["b6", "b5", "e4"]))
    assert [len(each.rules) for each in mixed] == [3, 3, 4]
    assert str(mixed).endswith("of which 2 are smallest.")


def test_limits_leave_the_list_of_conflicts_open() -> None:
    one = rk.conflicts(TWICE, limit=1)
    assert (len(one), one.complete) == (1, False)
    assert "there may be more" in "".join(one.sentences())
    assert rk.conflicts(TWICE, limit=2).complete
    none = rk.conflicts(rk.placement("queen", 8, count=8, fixed=["a1", "a2"]), seconds=1e-9)
    assert (len(none), none.complete, "limit" in str(none)) == (0, False, True)
    assert "limit" in rk.repair(TWICE, seconds=1e-9).note


def test_solvable_problem_has_no_conflict_and_needs_no_repair() -> None:
    problem = rk.placement("rook", 3, count=3, fixed=["a1"])
    assert (len(rk.conflicts(problem)), rk.conflicts(problem).complete) == (0, True)
    assert str(rk.conflicts(problem)) == str(rk.repair(problem))
    assert rk.repair(problem).removed == ()


def test_repair_is_drawn_beside_a_solution() -> None:
    found = rk.repair(rk.placement("queen", 6, count=6, fixed=["a1"], forbidden=["b4"]))
    assert "a queen is fixed on 5,0" in str(found)
    assert str(found).splitlines()[-1].startswith("!.....   ")
    assert found.solution is not None
    assert not rk.placement("queen", 6, count=6, forbidden=["b4"]).faults(found.solution)
    crowd = rk.repair(rk.placement("queen", 8, count=9, fixed=["a1"]))
    assert (crowd.removed, crowd.drawing()) == (None, [])  # the rules alone contradict each other
    with pytest.raises(rk.BadInput, match="limit"):
        rk.conflicts(TWICE, limit=0)


def test_command_lists_conflicts_and_the_repair(tmp_path: Path) -> None:
    words = ("solve", "placement", "--piece", "rook", "--board", "3", "--count", "3")
    fixed = ("--fix", "a1", "--fix", "a2", "--fix", "b2")
    picture = tmp_path / "repair.svg"
    text = rookery(*words, *fixed, "--why", "--all", "--repair", "--svg", str(picture))
    assert text.code == 0
    assert text.out.count("These cannot hold together:") == 2
    assert picture.read_text().count("<svg") == 3
    data = json.loads(rookery(*words, *fixed, "--why", "--all", "--repair", "--json").out)
    assert (len(data["why"]["conflicts"]), data["why"]["all"], data["why"]["size"]) == (2, True, "smallest")
    assert (data["repair"]["removed"], data["repair"]["fixed"]) == (1, [["rook", 1, 0]])
    assert "repair" not in json.loads(rookery(*words, *fixed, "--why", "--json").out)
