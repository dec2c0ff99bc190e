"""Clauses that appear once a solution breaks them: the answers are those of the whole model, on each backend."""

import subprocess
import sys
from collections.abc import Sequence, Set
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest

import rookery as rk
from rookery.models.model.model import LazyForm

HERE = ("sat", "cpsat", "backtracking")  # mip has a process of its own, which cannot import what a test defines
LAZY = (*HERE, "mip")
LISTING = ("sat", "backtracking")


def broken_by_neighbours(chosen: Set[int]) -> Sequence[tuple[int, ...]]:
    """Of two variables side by side among ten on a ring, one is true."""
    return [pair for pair in ((at, (at + 1) % 10) for at in range(10)) if chosen.isdisjoint(pair)][:1]


def forbid_neighbours(chosen: Set[int]) -> Sequence[tuple[int, ...]]:
    """Of two variables side by side among ten on a ring, one is false."""
    return [(~a, ~b) for a, b in ((at, (at + 1) % 10) for at in range(10)) if {a, b} <= chosen][:1]


def contradict(chosen: Set[int]) -> Sequence[tuple[int, ...]]:
    """An empty clause."""
    return [()]


def ring(cuts: object, clauses: Sequence[tuple[int, ...]], goal: object) -> rk.Model:
    """A model of ten variables, and the same without its clauses."""
    given = [rk.AtLeast(1, (0, 5))]
    whole = rk.Model(10, [*given, *(rk.AtLeast(1, clause) for clause in clauses)], goal)  # type: ignore[arg-type]
    return whole.also_as(LazyForm(rk.Model(10, given, goal), cuts))  # type: ignore[arg-type]


PAIRS = [(at, (at + 1) % 10) for at in range(10)]
CHEAP = ring(broken_by_neighbours, PAIRS, rk.Minimize(range(10)))
APART = ring(forbid_neighbours, [(~a, ~b) for a, b in PAIRS], rk.Maximize(range(10)))
NEVER = ring(contradict, [()], rk.Minimize(range(10)))
FREE = ring(broken_by_neighbours, PAIRS, rk.Satisfy())


@pytest.mark.parametrize("backend", [*HERE, "auto"])
def test_an_optimum_needs_the_clauses(backend: str) -> None:
    assert rk.solve_model(CHEAP, backend).objective == 5
    assert rk.solve_model(APART, backend).objective == 5
    never = rk.solve_model(NEVER, backend)
    assert (never.status, never.complete) == ("infeasible", True)


@pytest.mark.parametrize("backend", LISTING)
def test_lists_and_counts_need_the_clauses(backend: str) -> None:
    """Covers of a ring of ten are 123, a Lucas number, of which 9 hold neither 0 nor 5; two are smallest."""
    assert rk.solve_model(FREE, backend, "count").count == 114
    assert rk.solve_model(FREE, backend, "all").count == 114
    assert len(rk.solve_model(CHEAP, backend, "all").solutions) == 2
    assert len(rk.solve_model(APART, backend, "all").solutions) == 2


def test_one_solution_breaks_nothing() -> None:
    for backend in HERE:
        (found,) = rk.solve_model(FREE, backend).solutions
        assert all(found & set(pair) for pair in PAIRS)


# Computed in two ways: by separators, and by auxiliary variables for the distance from a root (to 8x8).
@pytest.mark.parametrize(
    ("piece", "board", "least"), [("king", 7, 12), ("king", 8, 15), ("knight", 8, 15), ("queen", 7, 4), ("rook", 6, 6)]
)
def test_connected_domination_numbers(piece: str, board: int, least: int) -> None:
    answer = rk.solve(rk.connected_domination(piece, board), "auto")
    assert (answer.objective, answer.complete) == (least, True)


@pytest.mark.parametrize("piece", ["king", "fFbR"])
def test_the_whole_model_says_the_same(piece: str) -> None:
    problem = rk.connected_domination(piece, "3x5", fixed=["b2"], forbidden=["c3"])
    shown = {}
    for backend in LISTING:
        for switch in ("on", "off"):
            answer = rk.solve(problem, backend, "all", options={"lowering.lazy": switch})
            shown[backend, switch] = answer.objective, answer.complete, set(answer.solutions)
    assert shown["sat", "on"][1]
    assert all(each == shown["sat", "on"] for each in shown.values())


@pytest.mark.parametrize("options", [{}, {"without": "symmetry"}, {"without": "all"}])
def test_our_own_search_lists_all_with_and_without_its_ideas(options: dict[str, str]) -> None:
    """18 connected sets of 8 knights guard 6x6, and 8 of 4 queens 7x7: the same by SAT."""
    for problem, count in ((rk.connected_domination("knight", 6), 18), (rk.connected_domination("queen", 7), 8)):
        assert rk.solve(problem, "backtracking", "count", options=options, workers=2).count == count


def test_a_search_with_a_checkpoint_takes_the_whole_model(tmp_path: Path) -> None:
    problem = rk.connected_domination("king", 5)
    assert rk.solve(problem, checkpoint=tmp_path / "search").objective == 5


def test_graphs_are_searched_as_boards_are() -> None:
    """A path needs all but its ends; a star its middle; two edges apart have no connected set."""
    path = rk.Graph([(f"v{at}", f"v{at + 1}") for at in range(9)])
    star = rk.Graph([("m", f"v{at}") for at in range(9)])
    for backend in LAZY:
        assert rk.solve(rk.connected_domination("guard", path), backend).objective == 8
        assert rk.solve(rk.connected_domination("guard", star), backend).objective == 1
        apart = rk.solve(rk.connected_domination("guard", rk.Graph([("a", "b"), ("c", "d")])), backend)
        assert (apart.status, apart.complete) == ("infeasible", True)


def test_a_limit_that_a_solution_reaches_keeps_worse_ones_back() -> None:
    problem = rk.connected_domination("knight", 5)
    lazy = problem.model.lazy
    assert lazy is not None
    assert lazy.limit is not None
    assert lazy.admits(range(lazy.limit))  # type: ignore[arg-type]
    assert not lazy.admits(range(lazy.limit + 1))  # type: ignore[arg-type]


def test_a_lazy_form_without_its_clauses_is_refused_by_the_referees() -> None:
    problem = rk.connected_domination("king", 4)
    lazy = problem.model.lazy
    assert lazy is not None
    silent = replace(problem, model=problem.model.also_as(replace(lazy, cuts=contradict_nothing)))
    with pytest.raises(rk.WrongAnswer):
        rk.solve(silent, "sat", "all")


def contradict_nothing(chosen: Set[int]) -> Sequence[tuple[int, ...]]:
    return []


def broken_in_turn(chosen: Set[int]) -> Sequence[tuple[int, ...]]:
    """Of 0 and 5 one is true, and of 1 and 5; then 5 takes 4 along."""
    broken = [clause for clause in ((0, 5), (1, 5)) if chosen.isdisjoint(clause)]
    return broken[:1] or ([(~5, 4)] if 5 in chosen and 4 not in chosen else [])


@pytest.mark.parametrize(("backend", "workers"), [("backtracking", 1), ("backtracking", 2), ("auto", 1)])
def test_negated_variables_in_clauses_take_the_whole_model(backend: str, workers: int) -> None:
    """They are met when solutions were given before: none is given twice, and none that is no better."""
    given = [rk.AtLeast(1, (2, 3, 4))]
    clauses = [rk.AtLeast(1, each) for each in ((0, 5), (1, 5), (~5, 4))]
    for goal, count in ((rk.Minimize(range(6)), 1), (rk.Satisfy(), 23)):
        whole = rk.Model(6, [*given, *clauses], goal)
        model = whole.also_as(LazyForm(rk.Model(6, given, goal), broken_in_turn))
        expected = set(rk.solve_model(whole, "sat", "all").solutions)
        answer = rk.solve_model(model, backend, "all", workers=workers)
        assert (set(answer.solutions), answer.count, answer.complete) == (expected, count, True)


def needs_one(chosen: Set[int]) -> Sequence[tuple[int, ...]]:
    return [] if 1 in chosen else [(1,)]


@pytest.mark.parametrize("backend", LISTING)
def test_images_of_clauses_that_forced_variables_hit_ask_for_nothing(backend: str) -> None:
    """0 is forced on sight and its image 1 by a clause alone."""
    given, last = rk.AtLeast(1, (0,)), rk.AtLeast(1, (2, 3))
    swap = (1, 0, 2, 3)
    whole = rk.Model(4, [given, rk.AtLeast(1, (1,)), last], rk.Minimize(range(4)))
    small = rk.Model(4, [given, last], rk.Minimize(range(4)), symmetries=[swap])
    answer = rk.solve_model(whole.also_as(LazyForm(small, needs_one)), backend, "all")
    assert {frozenset(each) for each in answer.solutions} == {frozenset({0, 1, 2}), frozenset({0, 1, 3})}


PAIRED = [(0, 3, 4), (1, 2, 5), (1, 2, 3, 5), (1, 4, 5), (0, 4, 5), (0, 2, 3, 4)]


def broken_of_pairs(chosen: Set[int]) -> Sequence[tuple[int, ...]]:
    return [clause for clause in PAIRED if chosen.isdisjoint(clause)][:1]


@pytest.mark.parametrize("backend", LISTING)
def test_symmetries_that_move_the_first_choice_keep_no_clause_that_is_to_come(backend: str) -> None:
    """What is left of 0 or 1, by the constraints that are known, is the same from both sides of each pair."""
    goal, swap = rk.Minimize(range(6)), (1, 0, 3, 2, 5, 4)
    given = (rk.Exactly(1, (0, 1)), rk.AtLeast(1, (2, 3, 4, 5)))
    whole = rk.Model(6, [*given, *(rk.AtLeast(1, clause) for clause in PAIRED)], goal, symmetries=[swap])
    model = whole.also_as(LazyForm(rk.Model(6, given, goal, symmetries=[swap]), broken_of_pairs))
    assert rk.solve_model(model, backend).objective == 2


def test_all_sets_of_kings_on_5x5() -> None:
    """By trying all sets of five squares."""
    squares = list(rk.Board(5))
    near = {a: {b for b in squares if max(abs(a.row - b.row), abs(a.column - b.column)) <= 1} for a in squares}

    def connects(some: tuple[rk.Square, ...]) -> bool:
        part = {some[0]}
        while more := {b for b in some if b not in part and near[b] & part}:
            part |= more
        return len(part) == len(some)

    sets = [each for each in combinations(squares, 5) if len(set().union(*map(near.get, each))) == 25]  # type: ignore[arg-type]
    expected = {frozenset(each) for each in sets if connects(each)}
    for backend in LISTING:
        answer = rk.solve(rk.connected_domination("king", 5), backend, "all")
        assert {frozenset(each) for each in answer.solutions} == expected


SCRIPT = """
import rookery as rk
from rookery.models.model.model import LazyForm

def cuts(chosen):
    return []

model = rk.Model(2, [rk.AtLeast(1, (0, 1))], rk.Minimize(range(2)))
try:
    rk.solve_model(model.also_as(LazyForm(model, cuts)), "mip")
except rk.BadInput as error:
    print(error)
"""


@pytest.mark.parametrize(("backend", "workers"), [("mip", 1), ("sat", 2), ("auto", 2)])
def test_clauses_that_no_other_process_can_have_are_told_in_a_line(backend: str, workers: int) -> None:
    model = ring(lambda chosen: broken_by_neighbours(chosen), PAIRS, rk.Minimize(range(10)))
    with pytest.raises(rk.BadInput, match=r"cannot be sent to another process: .*<lambda>.*; accepted: a function at"):
        rk.solve_model(model, backend, workers=workers)
    assert rk.solve_model(model, backend, workers=workers, options={"lowering.lazy": "off"}).objective == 5


def test_clauses_of_the_script_that_runs_are_told_in_a_line() -> None:
    said = subprocess.run([sys.executable, "-P", "-c", SCRIPT], capture_output=True, text=True, check=True)
    assert said.stdout.startswith("`cuts` of a lazy form cannot be sent to another process: 'cuts' is in __main__, the")
    assert (said.stdout.count("\n"), said.stderr) == (1, "")
