"""Explanations, conflicts and repairs: sentences, drawings, plain data, limits, and the command line."""

import json

import pytest
from rookery_tests.command_line import rookery

import rookery as rk
from rookery.backends.explaining import conflicts, why
from rookery.backends.explaining.why import Size
from rookery.models import AtLeast
from rookery.models.referee.rules import Fixed, Forbidden, Guarded, Peaceful

TWICE = rk.placement("rook", 3, count=3, fixed=["a1", "a2", "b2"])
CORNER = rk.domination("king", 5, forbidden=["a5", "b5", "a4", "b4", "e1"])


def test_fixed_pieces_that_attack_each_other_are_named() -> None:
    explained = rk.explain(rk.placement("queen", 8, count=8, fixed=[(4, 1), (0, 0), (3, 3)]))
    assert [type(rule) for rule in explained.rules] == [Fixed, Fixed, Peaceful]
    assert explained.meetings == (((0, 0), (3, 3)),)
    assert "Queens on a8 and d5 attack each other." in explained.sentences()
    assert explained.drawing()[:4] == ["Q.......", "........", "........", "...Q...."]


def test_square_that_cannot_be_guarded_is_marked() -> None:
    explained = rk.explain(CORNER)
    assert {type(rule) for rule in explained.rules} == {Forbidden, Guarded}
    assert (explained.squares, explained.size) == (((0, 0),), Size.MINIMAL)
    assert explained.drawing()[:2] == ["?x...", "xx..."]
    assert "- a5, b5, a4 and b4 are forbidden" in str(explained)
    assert "It fails on a5, marked ?." in str(explained)


def test_packings_are_told_in_a_sentence_with_marks() -> None:
    crowd = rk.explain(rk.placement("queen", 4, count=5))
    assert "Each square is in one of 4 groups, and no group holds two queens: at most 4." in crowd.sentences()
    assert len(crowd.marks) == 16
    best = rk.explain(rk.domination("king", 6))
    assert best.kind == "optimum"
    assert [*best.sentences()] == ["These 4 squares need 4 different kings, since no king guards two of them."]
    assert best.drawing()[0] == "o..o.."
    assert rk.explain(rk.domination("queen", 5)).note == why.NO_PACKING


def test_explanations_are_plain_data() -> None:
    for problem in (rk.placement("rook", 2, count=3), CORNER, TWICE, rk.domination("king", 6)):
        data = rk.explain(problem).as_dict()
        assert json.loads(json.dumps(data)) == data
    data = rk.explain(rk.placement("rook", 2, count=3)).as_dict()
    assert data["rules"] == ["3 rooks stand on the board", "no piece attacks another"]
    assert data["kind"] == "contradiction"
    assert len(repr(rk.explain(CORNER))) < 240


def test_solvable_problem_has_no_contradiction_and_needs_no_repair() -> None:
    problem = rk.placement("rook", 3, count=3, fixed=["a1"])
    assert rk.explain(problem).kind == "nothing"
    assert (len(rk.conflicts(problem)), rk.conflicts(problem).complete) == (0, True)
    assert str(rk.conflicts(problem)) == str(rk.repair(problem)) == str(rk.explain(problem))
    assert rk.repair(problem).removed == ()


def test_model_that_demands_more_than_the_rules_is_not_explained_by_them() -> None:
    from dataclasses import replace

    problem = rk.placement("rook", 3, count=1)
    never = replace(problem.model, constraints=(*problem.model.constraints, AtLeast(1, ())))
    explained = rk.explain(replace(problem, model=never))
    assert (explained.kind, explained.note) == ("nothing", why.BEYOND)


def test_limits_are_told() -> None:
    late = rk.explain(CORNER, seconds=1e-9)
    assert (late.kind, late.note) == ("nothing", why.LIMIT)
    assert rk.repair(TWICE, seconds=1e-9).note == why.LIMIT
    assert rk.conflicts(CORNER, seconds=1e-9).note == why.LIMIT
    crowd = rk.conflicts(rk.placement("queen", 20, count=21), seconds=1e-9)  # which is seen without a solver
    assert [len(each.rules) for each in crowd] == [2]
    assert str(crowd).endswith("there may be more: a limit was reached first.")


def test_conflicts_are_a_sequence_of_explanations() -> None:
    found = rk.conflicts(TWICE)
    assert (len(found), found.complete, found[0].rules == found[-1].rules) == (2, True, False)
    assert "a rook is fixed on a2" in str(found)
    assert str(found).endswith("There are 2 conflicts.")
    mixed = rk.conflicts(rk.placement("queen", 6, count=6, fixed=["b6", "b5", "e4"]))
    assert [len(each.rules) for each in mixed] == [3, 3, 4]
    assert str(mixed).endswith("of which 2 are smallest.")
    one = rk.conflicts(TWICE, limit=1)
    assert (len(one), one.complete, one.note) == (1, False, "only 1 are listed.")
    assert rk.conflicts(TWICE, limit=2).complete
    with pytest.raises(rk.BadInput, match="limit"):
        rk.conflicts(TWICE, limit=0)


def test_repair_is_drawn_beside_a_solution() -> None:
    found = rk.repair(rk.placement("queen", 6, count=6, fixed=["a1"], forbidden=["b4"]))
    assert "- a queen is fixed on a1" in str(found)
    assert str(found).splitlines()[-1].startswith("!.....   ")
    assert found.solution is not None
    assert not rk.placement("queen", 6, count=6, forbidden=["b4"]).faults(found.solution)
    crowd = rk.repair(rk.placement("queen", 20, count=21, fixed=["a1"]))
    assert (crowd.removed, crowd.note, crowd.drawing()) == (None, conflicts.NO_GIVENS, [])


def test_command_lists_conflicts_and_the_repair() -> None:
    words = ("solve", "placement", "--piece", "rook", "--board", "3", "--count", "3")
    fixed = ("--fix", "a1", "--fix", "a2", "--fix", "b2")
    text = rookery(*words, *fixed, "--why", "--all", "--repair")
    assert (text.code, text.out.count("These cannot hold together:")) == (0, 2)
    data = json.loads(rookery(*words, *fixed, "--why", "--all", "--repair", "--json").out)
    assert (len(data["why"]["conflicts"]), data["why"]["all"], data["why"]["size"]) == (2, True, "smallest")
    assert (data["repair"]["removed"], data["repair"]["fixed"]) == (1, [["rook", 1, 0]])
    assert "repair" not in json.loads(rookery(*words, *fixed, "--why", "--json").out)
