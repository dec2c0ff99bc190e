"""Search statistics of every backend: which are told, and numbers that are counted anew in another way."""

import math
from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from rookery_tests.brute_force import BruteForce
from rookery_tests.shattering import hurry
from rookery_tests.yardstick import with_time_enough

import rookery as rk
from rookery.backends import Question, Want
from rookery.backends.contract.answer_data import VOCABULARY
from rookery.backends.engine.tree import runner
from rookery.backends.running.solve import start
from rookery.models import Board, domination, placement
from rookery.models.pieces.piece import KNIGHT, QUEEN

QUEENS, GUARDS = placement(QUEEN, Board(8), 8), domination(QUEEN, Board(5))
LEVELS = [1, 8, 42, 140, 344, 568, 550, 312, 92]  # ways to place k queens in the first k rows of 8x8; OEIS A319284
PLAIN = {"without": "all", "count": "search"}
LEARNT = {"calls", "decisions", "conflicts", "propagations", "restarts"}

# What each backend tells of 8 queens and of queens on guard; what its library does not tell is not there.
TOLD: dict[str, set[str]] = {
    "backtracking": {"calls", "nodes"},
    "cpsat": LEARNT | {"lp_iterations", "booleans"},
    "sat": LEARNT,
    "python-constraint": {"calls", "checks"},
}
ALGORITHMS = {
    "rows": (QUEENS, {"calls", "nodes", "conflicts"}),
    "dp": (GUARDS, {"calls", "states"}),
    "astar": (GUARDS, {"calls", "nodes", "states"}),
    "exhaustive": (GUARDS, {"calls", "nodes"}),
}


@pytest.mark.parametrize("want", list(Want))
@pytest.mark.parametrize("problem", [QUEENS, GUARDS], ids=str)
@pytest.mark.parametrize("name", TOLD)
def test_each_backend_tells_what_its_library_tells(name: str, problem: rk.Problem, want: Want) -> None:
    answer = rk.solve(problem, name, want)
    assert set(answer.statistics) == TOLD[name]
    assert answer.statistics["calls"] > 0
    assert answer.as_dict()["statistics"] == dict(answer.statistics)


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_each_algorithm_of_the_textbook_tells_what_it_counts(algorithm: str) -> None:
    problem, shown = ALGORITHMS[algorithm]
    assert set(rk.solve(problem, "textbook", options={"algorithm": algorithm}).statistics) == shown


def test_who_tells_nothing_is_left_at_that() -> None:
    assert rk.solve(placement(QUEEN, Board(3), 2), BruteForce()).statistics == {}


def test_what_is_decided_on_sight_takes_no_search() -> None:
    assert rk.solve(placement(QUEEN, Board(1), 1)).statistics == {"calls": 0}


def test_auto_tells_what_the_chosen_one_tells() -> None:
    answer = rk.solve(QUEENS, "auto", "count")
    (chosen,) = (name for name in TOLD if answer.raw_status.startswith(f"auto: {name} "))
    assert answer.statistics == rk.solve(QUEENS, chosen, "count").statistics


def count_nodes(order: Sequence[int], placed: tuple[tuple[int, int], ...] = ()) -> int:
    """The placements row by row, up to the last row but one, below those that leave each later row a square."""

    def free(row: int) -> list[int]:
        return [c for c in range(8) if all(c != b and abs(c - b) != abs(row - a) for a, b in placed)]

    row, *later = order[len(placed) :]
    if not later or not all(free(other) for other in later):
        return 0
    return sum(1 + count_nodes(order, (*placed, (row, column))) for column in free(row))


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize(
    ("want", "nodes"), [(Want.COUNT, count_nodes([3, 4, 2, 5, 1, 6, 0, 7])), (Want.ALL, sum(LEVELS[1:]))]
)
def test_nodes_are_those_of_the_tree(want: Want, nodes: int, workers: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A count takes the last row at once; workers that cut the tree in pieces make no node twice, and lose none."""
    hurry(monkeypatch)
    answer = rk.solve(QUEENS, want=want, workers=workers, options=PLAIN)
    assert answer.statistics == {"calls": 1, "nodes": nodes}


def test_the_textbook_walks_the_same_tree() -> None:
    """Each of its 8 values a node of the rows but the last is a node below, or attacked."""
    shown = rk.solve(QUEENS, "textbook", "all", options={"algorithm": "rows"}).statistics
    assert shown == {"calls": 1, "nodes": sum(LEVELS[1:]), "conflicts": 8 * sum(LEVELS[:-1]) - sum(LEVELS[1:])}


def test_generate_and_test_looks_at_every_way() -> None:
    shown = rk.solve(placement(QUEEN, Board(4), 4), "textbook", "all", options={"algorithm": "exhaustive"}).statistics
    assert shown["nodes"] == 4**4


@pytest.mark.parametrize("want", [Want.ONE, Want.ALL])
def test_workers_that_are_stopped_by_a_solution_keep_their_nodes(want: Want, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nodes never fall while a run goes on, whichever search finds a solution, and the answer has them all."""
    hurry(monkeypatch)
    monkeypatch.setattr(runner, "TELL_SECONDS", 0.0)
    run = start(domination(KNIGHT, Board(6)), "backtracking", Question.of(want=want, workers=2))
    shown: list[int] = []
    run.observed = lambda progress: shown.append(progress.nodes)
    assert list(run)
    shown.append(run.answer().statistics["nodes"])
    assert shown == sorted(shown)
    assert shown[-1] > 0


@pytest.fixture
def solvers(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """What PySAT's solvers say of themselves before they are deleted, and how often they were asked."""
    from pysat.solvers import Solver

    said, delete, conf_budget = Counter[str](), Solver.delete, Solver.conf_budget

    def spy(solver: Any) -> None:
        said.update(solver.accum_stats() or {})
        delete(solver)

    def asked(solver: Any, *budget: int) -> None:
        said["slices"] += 1
        conf_budget(solver, *budget)

    monkeypatch.setattr(Solver, "delete", spy)
    monkeypatch.setattr(Solver, "conf_budget", asked)
    return said


@pytest.mark.parametrize("name", ["cadical195", "glucose4", "minicard", "maplechrono"])
@pytest.mark.parametrize("search", ["cores", "ascending"])
def test_sat_tells_what_all_its_solvers_said(name: str, search: str, solvers: Counter[str]) -> None:
    shown = rk.solve(GUARDS, "sat", "all", options={"solver": name, "search": search} if search else {}).statistics
    assert {each: shown[each] for each in LEARNT - {"calls"}} == {each: solvers[each] for each in LEARNT - {"calls"}}
    assert 0 < shown["calls"] <= solvers["slices"]
    assert shown["conflicts"] > 0


def test_sat_asks_once_a_solution_and_once_more() -> None:
    assert rk.solve(QUEENS, "sat", "count").statistics["calls"] == 92 + 1  # OEIS A000170


def test_cpsat_tells_what_its_responses_said(monkeypatch: pytest.MonkeyPatch) -> None:
    from ortools.sat.python.cp_model import CpSolver

    said, solve = Counter[str](), CpSolver.solve

    def spy(solver: CpSolver, *asked: Any) -> Any:
        status = solve(solver, *asked)
        said.update(calls=1, conflicts=solver.num_conflicts, decisions=solver.num_branches)
        return status

    monkeypatch.setattr(CpSolver, "solve", spy)
    shown = rk.solve(GUARDS, "cpsat", "all").statistics
    assert {name: shown[name] for name in said} == said
    assert said["calls"] == 2


def test_cpsat_tells_of_several_workers_what_all_of_them_did() -> None:
    """Its response has the numbers of one worker alone, which would look like less work."""
    assert rk.solve(GUARDS, "cpsat", workers=2).statistics == {"calls": 1}


@pytest.mark.parametrize("problem", [QUEENS, GUARDS], ids=str)
def test_python_constraint_counts_the_checks_of_its_constraints(
    problem: rk.Problem, monkeypatch: pytest.MonkeyPatch
) -> None:
    from rookery.backends.solvers.python_constraint import constraints

    checked = 0
    for kind in (constraints.Pair, constraints.Sum, constraints.Covering):
        own = kind.__call__

        def spy(*given: Any, own: Any = own) -> Any:
            nonlocal checked
            checked += 1
            return own(*given)

        monkeypatch.setattr(kind, "__call__", spy)
    shown = rk.solve(problem, "python-constraint", "all").statistics
    assert shown["checks"] == checked > 0


def test_the_frontier_counts_its_states() -> None:
    """One row of 10 squares without any rule: each square doubles nothing, as all ways are one state."""
    free = placement(KNIGHT, Board(1, 10), 5)
    found = rk.solve(free, want="count", options={"count": "frontier"})
    assert found.count == math.comb(10, 5)
    kings = rk.solve(placement(rk.KING, Board(1, 10), 3), want="count", options={"count": "frontier"}).statistics
    assert set(kings) == {"calls", "states"}
    assert 10 <= kings["states"] <= 20  # after each square: the one before it is taken or not


@pytest.mark.parametrize("name", TOLD)
def test_a_stream_that_is_left_has_told_what_it_cost(name: str) -> None:
    run = start(QUEENS, name, Question(Want.ALL))
    with closing(iter(run)) as stream:
        assert len(list(islice(stream, 3))) == 3
    assert set(run.answer().statistics) == TOLD[name]


@pytest.mark.parametrize("name", ["backtracking", "cpsat", "sat", "python-constraint"])
def test_a_search_that_runs_out_of_time_has_told_what_it_cost(name: str) -> None:
    answer = with_time_enough(
        lambda seconds: rk.solve(domination(QUEEN, Board(19)), name, seconds=seconds),
        lambda found: set(found.statistics) == TOLD[name],
        0.3,
    )
    assert (answer.complete, set(answer.statistics)) == (False, TOLD[name])


@pytest.mark.parametrize("name", ["backtracking", "sat"])
def test_the_searches_of_a_run_are_summed(name: str) -> None:
    """All optimal placements are an optimum and a list; the first one is many questions."""
    one = rk.solve(GUARDS, name).statistics
    every = rk.solve(GUARDS, name, "all").statistics
    first = rk.first(GUARDS, name).statistics
    assert all(every[each] >= one[each] for each in one)
    assert every["calls"] > one["calls"] < first["calls"]


@pytest.mark.parametrize("want", [Want.COUNT, Want.ALL])
@pytest.mark.parametrize("limits", [(3, 40, None), (40, 3, None)], ids=["further", "no further than the file"])
@pytest.mark.full
def test_nothing_is_lost_or_told_twice_over_a_checkpoint(
    limits: Sequence[int | None], want: Want, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The counters of a search stand in its file: in the end they are those of a search that was never cut.

    A run that ends while it still hands over the solutions of the file tells the cost that stands there.
    """
    hurry(monkeypatch)
    kept, whole = tmp_path / "kept", rk.solve(QUEENS, want=want, options=PLAIN).statistics
    parts: list[int] = []
    for limit in limits:
        place: dict[str, Any] = {"checkpoint": kept} if not parts else {"resume": kept}
        run = start(QUEENS, "backtracking", Question.of(want=want, options=PLAIN), **place)
        with closing(iter(run)) as stream:
            list(islice(stream, limit))
        parts.append(run.answer().statistics["nodes"])
    assert parts == sorted(parts)
    assert {"calls": 1, "nodes": parts[-1]} == whole


@pytest.mark.parametrize("name", ["auto", "sat"])
@pytest.mark.full
def test_a_race_tells_what_the_first_one_did(name: str) -> None:
    alone = rk.solve(GUARDS, "sat").statistics
    for problem in (GUARDS, QUEENS):
        shown = rk.solve(problem, name, workers=2).statistics
        assert shown["calls"] > 0
        assert set(shown) <= set(VOCABULARY)
    assert set(rk.solve(GUARDS, "sat", workers=2).statistics) == set(alone)


def test_a_model_that_is_no_chess_has_them_too() -> None:
    model = rk.Model(4, (rk.Exactly(2, range(4)),))
    assert rk.solve_model(model, "sat", "count").statistics["calls"] == math.comb(4, 2) + 1
