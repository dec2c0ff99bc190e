"""All conflicts and the cheapest repair: limits, words, drawings and the command line."""

import json
from pathlib import Path

import pytest
from rookery_tests.command_line import rookery

import rookery as rk

TWICE = rk.placement("rook", 3, count=3, fixed=["a1", "a2", "b2"])


def test_conflicts_are_listed_in_words_and_as_a_sequence() -> None:
    found = rk.conflicts(TWICE)
    assert (len(found), found.complete, found[0].rules == found[-1].rules) == (2, True, False)
    assert str(found).startswith("Conflict 1. These cannot hold together:\n- a rook is fixed on 1,0\n")
    assert str(found).endswith("There are 2 conflicts.")
    assert found.svg().count("<svg") == 3
    mixed = rk.conflicts(rk.placement("queen", 6, count=6, fixed=["b6", "b5", "e4"]))
    assert [len(each.rules) for each in mixed] == [3, 3, 4]
    assert str(mixed).endswith("There are 3 conflicts, of which 2 are smallest.")


def test_there_may_be_more_conflicts_after_a_limit() -> None:
    one = rk.conflicts(TWICE, limit=1)
    assert (len(one), one.complete) == (1, False)
    assert list(one.sentences()) == ["There is one conflict, and there may be more: only 1 are listed."]
    assert rk.conflicts(TWICE, limit=2).complete
    none = rk.conflicts(rk.placement("queen", 8, count=8, fixed=["a1", "a2"]), seconds=1e-9)
    assert (len(none), none.complete, str(none)) == (0, False, "A limit was reached first: no explanation was found.")
    with pytest.raises(rk.BadInput, match="limit 0: expected at least 1"):
        rk.conflicts(TWICE, limit=0)


def test_a_problem_with_a_solution_has_no_conflict_and_needs_no_repair() -> None:
    problem = rk.placement("rook", 3, count=3, fixed=["a1"])
    assert (len(rk.conflicts(problem)), rk.conflicts(problem).complete) == (0, True)
    assert str(rk.conflicts(problem)) == str(rk.repair(problem)) == "There is a solution, so nothing contradicts."
    assert rk.repair(problem).removed == ()


def test_the_repair_is_drawn_beside_a_solution() -> None:
    found = rk.repair(rk.placement("queen", 6, count=6, fixed=["a1"], forbidden=["b4"]))
    assert str(found).splitlines()[:2] == [
        "There is a solution without 1 given, and none if fewer go:", "- a queen is fixed on 5,0",
    ]  # fmt: skip
    assert str(found).splitlines()[-1].startswith("!.....   ")
    assert found.solution is not None
    assert not rk.placement("queen", 6, count=6, forbidden=["b4"]).faults(found.solution)
    assert found.svg().count('class="attacked"') == 1


def test_rules_that_contradict_each_other_have_no_repair() -> None:
    crowd = rk.repair(rk.placement("queen", 8, count=9, fixed=["a1"]))
    assert (crowd.removed, crowd.drawing()) == (None, [])
    assert str(crowd) == "No removal of givens helps: the rules contradict each other without them."
    assert rk.repair(TWICE, seconds=1e-9).note.startswith("A limit was reached first")


def test_the_command_lists_all_conflicts_and_the_repair(tmp_path: Path) -> None:
    words = ("solve", "placement", "--piece", "rook", "--board", "3", "--count", "3")
    fixed = ("--fix", "a1", "--fix", "a2", "--fix", "b2")
    picture = tmp_path / "repair.svg"
    text = rookery(*words, *fixed, "--why", "--all", "--repair", "--svg", str(picture))
    assert text.code == 0
    assert text.out.count("These cannot hold together:") == 2
    assert "There is a solution without 1 given, and none if fewer go:\n- a rook is fixed on 1,0" in text.out
    assert picture.read_text().count("<svg") == 3
    data = json.loads(rookery(*words, *fixed, "--why", "--all", "--repair", "--json").out)
    assert (len(data["why"]["conflicts"]), data["why"]["all"], data["why"]["size"]) == (2, True, "smallest")
    assert (data["repair"]["removed"], data["repair"]["fixed"]) == (1, [["rook", 1, 0]])
    assert "repair" not in json.loads(rookery(*words, *fixed, "--why", "--json").out)
    assert "There is a solution, so nothing contradicts." in rookery(*words, "--repair").out
