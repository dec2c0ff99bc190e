"""What an explanation says and draws, for whom, and what is known when the time runs out."""

import json
from dataclasses import replace

import pytest
from hypothesis import given
from rookery_tests.small_models import powerset
from rookery_tests.strategies import models

import rookery as rk
from rookery.backends.evidence.explaining import cores as shrink
from rookery.backends.evidence.explaining.cores import Size
from rookery.backends.evidence.explaining.explain import Explained
from rookery.core.deadline import OutOfTime
from rookery.models import AtLeast, AtMost, Exactly, Model
from rookery.models.referee.rules import Fixed, Forbidden, Guarded, Holds, Peaceful


def test_fixed_pieces_that_attack_each_other_are_named_with_their_line() -> None:
    explained = rk.explain(rk.placement(rk.QUEEN, rk.Board(8), count=8, fixed=[(4, 1), (0, 0), (3, 3)]))
    assert [type(rule) for rule in explained.rules] == [Fixed, Fixed, Peaceful]
    assert explained.meetings == (((0, 0), (3, 3)),)
    assert "The queen on 0,0 and the queen on 3,3 attack each other." in explained.sentences()
    assert explained.drawing()[:4] == ["Q.......", ".*......", "..*.....", "...Q...."]
    assert explained.svg().count('class="conflict"') == 1


def test_an_attack_around_a_torus_is_drawn_the_way_it_goes() -> None:
    explained = rk.explain(rk.placement(rk.ROOK, rk.Board(5, torus=True), fixed=[(0, 0), (0, 2)]))
    assert explained.meetings == (((0, 0), (0, 2)),)
    assert explained.drawing()[0] in ("R*R..", "R.R**")


def test_a_square_that_nobody_can_guard_is_marked() -> None:
    problem = rk.domination(rk.KING, rk.Board(5), forbidden=[(0, 0), (0, 1), (1, 0), (1, 1), (4, 4)])
    explained = rk.explain(problem)
    assert {type(rule) for rule in explained.rules} == {Forbidden, Guarded}
    assert explained.squares == ((0, 0),)
    assert explained.size is Size.SMALLEST
    assert explained.drawing()[:2] == ["?x...", "xx..."]
    assert "0,0, 0,1, 1,0, 1,1 are forbidden" in str(explained)


def test_plain_data_goes_through_json() -> None:
    data = rk.explain(rk.placement(rk.ROOK, rk.Board(2), count=3)).as_dict()
    assert json.loads(json.dumps(data)) == data
    assert data["rules"] == ["3 rooks stand on the board", "no piece attacks another"]
    assert data["kind"] == "contradiction"


@given(model=models())
def test_the_rows_of_a_model_are_what_brute_force_says(model: Model) -> None:
    """The rows named have no solution, and without any one of them there is one."""

    def solvable(rows: tuple[int, ...]) -> bool:
        part = Model(model.variables, [model.constraints[at] for at in rows])
        return any(map(part.accepts, powerset(range(model.variables))))

    explained = rk.explain(model)
    if explained.rows is None:
        assert solvable(tuple(range(len(model.constraints))))
        return
    assert not solvable(explained.rows)
    assert all(solvable(tuple(r for r in explained.rows if r != row)) for row in explained.rows)


def test_rows_are_told_by_the_names_of_their_variables() -> None:
    model = Model(3, [AtMost(5, (0, 1, 2)), AtLeast(2, (0, ~1)), Exactly(0, (0,))], name="abc".__getitem__)
    assert str(rk.explain(model)).splitlines() == [
        "These rows cannot hold together:",
        "- row 1: at least 2 of a, not b",
        "- row 2: exactly 0 of a",
        "No smaller set of rows contradicts itself.",
    ]


def test_what_has_a_solution_has_no_contradiction() -> None:
    assert rk.explain(rk.placement(rk.QUEEN, rk.Board(4), count=4)).kind is Explained.NOTHING
    assert rk.explain(Model(1, [])).rows is None


@pytest.mark.parametrize("rule", [None, Peaceful()])
def test_a_model_that_demands_more_than_the_rules_is_not_explained_by_them(rule: Peaceful | None) -> None:
    problem = rk.placement(rk.ROOK, rk.Board(3), count=1)
    never = replace(problem.model, constraints=(*problem.model.constraints, AtLeast(1, ())))
    answer = rk.solve(problem := replace(problem, model=never), "sat")
    explained = rk.explain(problem, answer)
    assert explained.kind is Explained.NOTHING
    assert "the model demands more" in str(explained)


def test_a_rule_that_was_added_by_hand_is_part_of_the_explanation() -> None:
    """Its constraints are nowhere: the referee alone says that no placement keeps it."""
    problem = rk.placement(rk.ROOK, rk.Board(2), count=1)
    explained = rk.explain(replace(problem, rules=(*problem.rules, Guarded())))
    assert explained.rules == (Holds(rk.ROOK, 1), Guarded())


def test_time_that_runs_out_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = rk.domination(rk.KING, rk.Board(5), forbidden=[(0, 0), (0, 1), (1, 0), (1, 1), (4, 4)])
    assert rk.explain(problem, seconds=1e-9).kind is Explained.NOTHING
    assert "limit was reached first" in str(rk.explain(problem, seconds=1e-9))
    calls = iter(range(100))

    def find(rules: object) -> frozenset[str]:
        if next(calls) > 2:
            raise OutOfTime
        return frozenset("abcde")

    assert shrink.find_small_core("abcde", find) == shrink.Core(frozenset("abcde"), Size.UNKNOWN)


def test_a_core_that_was_not_shrunk_to_the_end_is_not_called_minimal() -> None:
    problem = rk.placement(rk.ROOK, rk.Board(2), count=3)
    explained = replace(rk.explain(problem), size=Size.UNKNOWN)
    assert "Fewer of them may suffice" in str(explained)
    assert explained.as_dict()["size"] == "not shown to be minimal"


@pytest.mark.parametrize("what", ["8 queens", rk.QUEEN, None])
def test_what_is_no_problem_is_refused_in_a_sentence(what: object) -> None:
    with pytest.raises(rk.BadInput, match="takes a problem"):
        rk.explain(what)  # type: ignore[call-overload]


def test_a_finding_speaks_in_a_notebook() -> None:
    """Sentences, the board with the numbers that they name, what its marks mean; and a line for a programmer."""
    three, kings = rk.explain(rk.placement("queen", 3, count=3)), rk.explain(rk.domination("king", 6))
    judged = rk.check(rk.placement("queen", 4, 4), "b4 d3 a2 a1")
    hinted = rk.hint(rk.placement("queen", 6, 6, fixed=["b6"]))
    for found, first, legend in (
        (
            three,
            "These cannot hold together:",
            "a letter: the squares of one group, which count together; squares are ROW",
        ),
        (kings, "No fewer than 4: ", "o: a square that is counted; squares are ROW,COLUMN, counted from 0"),
        (judged, "4 queens on a 4x4 board: the placement is refused.", "shaded: squares that break a rule; an arrow: "),
        (hinted, "2,4 stays empty: ", "shaded: the square that is forced; a cross: known to be empty"),
    ):
        assert found is not None
        page = found._repr_html_()
        assert f'<p style="font-weight: bold">{first}' in page
        assert page.index("<svg") < page.index(f"<figcaption>{legend}")
        assert page.count('class="coordinates"') == 1
        assert len(repr(found)) < 240
    assert repr(judged) == "Judgement('4 queens on a 4x4 board: the placement is refused.', 1 broken rule)"
    refused = rk.check(rk.placement("queen", "hex:3", 2), {(0, 2): "queen", (0, 3): "queen"})
    assert "counted from 0" not in refused._repr_html_()
