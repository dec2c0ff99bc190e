"""Explanations: sentences, drawings, plain data, models, and limits."""

import json
from dataclasses import replace

import rookery as rk
from rookery.backends.evidence.explaining import cores
from rookery.backends.evidence.explaining.cores import Size
from rookery.backends.evidence.explaining.explain import Explained
from rookery.core.deadline import OutOfTime
from rookery.models import AtLeast, Model
from rookery.models.referee.rules import Fixed, Forbidden, Guarded, Holds, Peaceful


def test_fixed_pieces_that_attack_each_other_are_named() -> None:
    explained = rk.explain(rk.placement("queen", 8, count=8, fixed=[(4, 1), (0, 0), (3, 3)]))
    assert [type(rule) for rule in explained.rules] == [Fixed, Fixed, Peaceful]
    assert explained.meetings == (((0, 0), (3, 3)),)
    assert "The queen on 0,0 and the queen on 3,3 attack each other." in explained.sentences()
    assert explained.drawing()[:4] == ["Q.......", ".*......", "..*.....", "...Q...."]
    assert explained.svg().count('class="conflict"') == 1


def test_square_that_cannot_be_guarded_is_marked() -> None:
    problem = rk.domination("king", 5, forbidden=[(0, 0), (0, 1), (1, 0), (1, 1), (4, 4)])
    explained = rk.explain(problem)
    assert {type(rule) for rule in explained.rules} == {Forbidden, Guarded}
    assert explained.squares == ((0, 0),)
    assert explained.size is Size.SMALLEST
    assert explained.drawing()[:2] == ["?x...", "xx..."]
    assert "0,0, 0,1, 1,0, 1,1 are forbidden" in str(explained)


def test_explanation_is_plain_data() -> None:
    data = rk.explain(rk.placement("rook", 2, count=3)).as_dict()
    assert json.loads(json.dumps(data)) == data
    assert data["rules"] == ["3 rooks stand on the board", "no piece attacks another"]
    assert data["kind"] == "contradiction"


def test_solvable_problem_has_no_contradiction() -> None:
    assert rk.explain(rk.placement("queen", 4, count=4)).kind is Explained.NOTHING
    assert rk.explain(Model(1, [])).rows is None


def test_model_that_demands_more_than_the_rules_is_not_explained_by_them() -> None:
    problem = rk.placement("rook", 3, count=1)
    never = replace(problem.model, constraints=(*problem.model.constraints, AtLeast(1, ())))
    answer = rk.solve(problem := replace(problem, model=never), "sat")
    explained = rk.explain(problem, answer)
    assert explained.kind is Explained.NOTHING
    assert "the model demands more" in str(explained)


def test_rule_without_constraints_is_part_of_the_explanation() -> None:
    """Its constraints are nowhere: the referee alone says that no placement keeps it."""
    problem = rk.placement("rook", 2, count=1)
    explained = rk.explain(replace(problem, rules=(*problem.rules, Guarded())))
    assert explained.rules == (Holds(rk.ROOK, 1), Guarded())


def test_explanation_says_that_time_ran_out() -> None:
    problem = rk.domination("king", 5, forbidden=[(0, 0), (0, 1), (1, 0), (1, 1), (4, 4)])
    late = rk.explain(problem, seconds=1e-9)
    assert (late.kind, "limit" in str(late)) == (Explained.NOTHING, True)
    calls = iter(range(100))

    def find(rules: object) -> frozenset[str]:
        if next(calls) > 2:
            raise OutOfTime
        return frozenset("abcde")

    assert cores.find_small_core("abcde", find) == cores.Core(frozenset("abcde"), Size.UNKNOWN)
    explained = replace(rk.explain(rk.placement("rook", 2, count=3)), size=Size.UNKNOWN)
    assert "Fewer of them may suffice" in str(explained)


def test_findings_are_shown_in_a_notebook() -> None:
    """Sentences, the board with the numbers that they name, what its marks mean; and a line for a programmer."""
    judged = rk.check(rk.placement("queen", 4, 4), "b4 d3 a2 a1")
    for found, first, legend in (
        (rk.explain(rk.placement("queen", 3, count=3)), "These cannot hold together:", "a letter"),
        (rk.explain(rk.domination("king", 6)), "No fewer than 4: ", "o: a square"),
        (judged, "4 queens on a 4x4 board: the placement is refused.", "shaded"),
        (rk.hint(rk.placement("queen", 6, 6, fixed=["b6"])), "2,4 stays empty: ", "shaded"),
    ):
        assert found is not None
        page = found._repr_html_()
        assert f'<p style="font-weight: bold">{first}' in page
        assert page.index("<svg") < page.index(f"<figcaption>{legend}")
        assert page.count('class="coordinates"') == 1
        assert len(repr(found)) < 240
