"""Files for other tools, and from them: written and read again, and small instances written by others."""

import json
from pathlib import Path

import pytest
from rookery_tests.small_models import best_of, random_models, solutions_of
from rookery_tests.strategies import examples

import rookery as rk
from rookery.backends.formats import FORMATS, export, read_model
from rookery.models import Maximize, Model, Satisfy
from rookery.models.model import clauses as model_clauses
from rookery.models.model.clauses import ModelClauses
from rookery.models.model.weighted_sums import SumEncoding

MODELS = [model for model in random_models(examples(150), seed=64) if model.variables]
QUEENS = rk.placement(rk.QUEEN, rk.Board(4), count=4)
GUARDS = rk.domination(rk.QUEEN, rk.Board(4))
SUFFIXES = {"wcnf": ".wcnf", "opb": ".opb", "json": ".json", "mps": ".mps"}


def read_again(model: Model, form: str, folder: Path, bound: int | None = None) -> Model:
    file = folder / f"model{SUFFIXES.get(form, '.cnf')}"
    file.write_text(export(model, form, bound))
    return read_model(file)


def projected(found: set[frozenset[int]], variables: int) -> list[frozenset[int]]:
    """As a list: each solution of the file is one of the model, so that nothing may come twice."""
    return sorted((frozenset(v for v in chosen if v < variables) for chosen in found), key=sorted)


def assert_same(model: Model, again: Model) -> None:
    right, best = solutions_of(model), best_of(model)
    if best is not None:
        right = {chosen for chosen in right if model.value(chosen) == best}
    answer = rk.solve_model(again, "sat", "all")
    assert projected(set(answer.solutions), model.variables) == sorted(right, key=sorted)


@pytest.mark.parametrize("form", SUFFIXES)
def test_what_is_written_is_read_again(form: str, tmp_path: Path) -> None:
    for model in MODELS:
        assert_same(model, read_again(model, form, tmp_path))


def test_dimacs_is_read_again(tmp_path: Path) -> None:
    for model in MODELS:
        best = best_of(model)
        bound = None if isinstance(model.goal, Satisfy) else 0 if best is None else best
        wanted = model if bound is None else model.at_optimum(bound)
        assert_same(wanted, read_again(model, "dimacs", tmp_path, bound))


def test_json_keeps_the_model_as_it_is(tmp_path: Path) -> None:
    for model in (*MODELS, QUEENS.model):
        again = read_again(model, "json", tmp_path)
        assert (again.variables, again.goal) == (model.variables, model.goal)
        assert [repr(c).replace("range(", "") for c in again.constraints if not c.literals] == [
            repr(c) for c in model.constraints if not c.literals
        ]
        assert again.name(0) == model.name(0)


@pytest.mark.parametrize("form", ["opb", "mps"])
def test_the_objective_is_ours_or_its_negation(form: str, tmp_path: Path) -> None:
    """OPB and MPS are always minimisations."""
    some = 0
    for model in MODELS:
        best = best_of(model)
        if best is not None:
            some += 1
            answer = rk.solve_model(read_again(model, form, tmp_path), "sat")
            sign = -1 if isinstance(model.goal, Maximize) else 1
            assert (answer.objective or 0) == sign * best
    assert some > 5


def test_clauses_have_as_many_solutions_as_the_model() -> None:
    """With adders for the sums too large for a diagram, with diagrams for all others."""
    weights = (1, 2, 4, 8, 16, 31, 57)
    sums = [rk.Linear(weights, tuple(range(7)), low, high) for low, high in ((5, 9), (None, 30), (100, None))]
    for number, model in enumerate((*MODELS, *(Model(7, (each,)) for each in sums))):
        made = ModelClauses.of(model)
        assert total(made) == len(solutions_of(model)), number


def test_adders_keep_a_sum_within_its_window(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(model_clauses, "SUMS", SumEncoding(most_nodes=0, exact=True))
    for low, high in ((5, 9), (None, 30), (7, None), (0, 12), (13, 13)):
        model = Model(6, (rk.Linear((1, 2, 3, 5, 7, 9), (0, ~1, 2, 3, ~4, 5), low, high),))
        assert total(ModelClauses.of(model)) == len(solutions_of(model))


def total(made: ModelClauses) -> int:
    """How many assignments satisfy some clauses, the auxiliary variables counted, by PySAT."""
    from pysat.solvers import Glucose4

    with Glucose4(bootstrap_with=[clause for clause in made.clauses if clause]) as solver:
        if [] in made.clauses:
            return 0
        for variable in range(1, made.top + 1):
            solver.add_clause([variable, -variable])
        return sum(1 for _ in solver.enum_models())


@pytest.mark.parametrize("form", FORMATS)
def test_comments_say_which_square_a_variable_is(form: str) -> None:
    assert "queen@3,2" in export(QUEENS, form)


def test_every_problem_can_be_written() -> None:
    board = rk.Board(3)
    problems = [
        rk.peaceable_queens(3), rk.upper_domination(rk.QUEEN, board), rk.connected_domination(rk.ROOK, board),
        rk.weighted_placement({rk.QUEEN: 9, rk.KNIGHT: 3}, board), rk.sighted_placement({rk.QUEEN: 2}, board, pawns=1),
        rk.most_unguarded(rk.QUEEN, board, 2), rk.maximal_placement(rk.KING, board), rk.superqueens(3),
        rk.cheapest_domination({rk.QUEEN: 9, rk.ROOK: 5}, board), rk.k_fold_domination(rk.KING, board, 2),
    ]  # fmt: skip
    for problem in problems:
        for form in FORMATS:
            bound = 1 if form == "dimacs" and not isinstance(problem.model.goal, Satisfy) else None
            assert export(problem, form, bound), (problem, form)


def test_what_a_format_cannot_say_is_refused() -> None:
    with pytest.raises(rk.BadInput, match="dimacs has no goal: give a bound"):
        export(GUARDS, "dimacs")
    with pytest.raises(rk.BadInput, match="a bound of 2 on a problem without a goal"):
        export(QUEENS, "dimacs", bound=2)
    with pytest.raises(rk.BadInput, match="did you mean opb\\? known are dimacs, wcnf"):
        export(QUEENS, "obp")
    with pytest.raises(rk.BadInput, match="without variables"):
        export(Model(0, ()), "opb")


def test_a_bound_asks_for_something_as_good(tmp_path: Path) -> None:
    assert rk.solve_model(read_again(GUARDS.model, "dimacs", tmp_path, 2), "sat", "count").count == 12  # A002564
    assert rk.solve_model(read_again(GUARDS.model, "dimacs", tmp_path, 1), "sat").status == "infeasible"


def test_json_is_json() -> None:
    assert json.loads(export(GUARDS, "json"))["variables"][5] == "queen@1,1"
