"""Matchings against brute force and other backends: rooks between walls, and pieces whose conflicts have two sides."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, note
from hypothesis import strategies as st
from rookery_tests.small_models import best_of

import rookery as rk
from rookery.backends import Ask
from rookery.backends.engine.choose import choose
from rookery.backends.engine.matching import MatchingProgram, find_side, match
from rookery.models import AtMost, Board, Exactly, Maximize, Model, Satisfy

PIECES = ("rook", "bishop", "knight", "wazir")


def draw_placement(random: Random, most: int) -> rk.Problem:
    """As many pieces as possible on at most `most` squares, with holes, fixed and forbidden squares."""
    rows = random.randint(1, 8)
    columns = random.randint(1, max(1, most // rows))
    cells = [(row, column) for row in range(rows) for column in range(columns)]
    holes = {cell for cell in cells[1:] if random.random() < 0.2}
    given = [cell for cell in cells if cell not in holes and random.random() < 0.1]
    board = Board(rows, columns, torus=random.random() < 0.2, holes=holes)
    return rk.placement(random.choice(PIECES), board, fixed=given[:1], forbidden=given[1:])


@given(st.randoms(use_true_random=False))
def test_small_boards_against_brute_force(random: Random) -> None:
    problem = draw_placement(random, 11)
    note(problem.title)
    answer = rk.solve(problem, backend="backtracking")
    assert (answer.status, answer.objective) == ("optimal", best_of(problem.model))
    assert answer.bound == answer.objective
    everything = rk.solve(problem, want="count", backend="backtracking")
    assert everything.count == rk.solve(problem, want="count", backend="sat").count


@given(st.randoms(use_true_random=False))
def test_boards_against_cpsat(random: Random) -> None:
    problem = draw_placement(random, 80)
    note(problem.title)
    most = rk.solve(problem, backend="cpsat").objective
    assert most is not None
    for without in ("gains", "matching"):
        answer = rk.solve(problem, backend="backtracking", options={"without": without})
        assert (answer.status, answer.objective) == ("optimal", most)


@given(st.randoms(use_true_random=False))
def test_given_numbers_of_pieces(random: Random) -> None:
    problem = draw_placement(random, 60)
    note(problem.title)
    model = problem.model
    most = rk.solve(problem, backend="sat").objective
    assert most is not None
    few = random.randint(min(most, len(problem.fixed)), most)
    for count, status in ((most + 1, "infeasible"), (most, "satisfied"), (few, "satisfied")):
        given_number = Exactly(count, range(model.variables))
        asked = replace(model, constraints=(*model.constraints, given_number), goal=Satisfy())
        assert rk.solve_model(asked, "backtracking").status == status


@pytest.mark.parametrize("piece", PIECES)
def test_boards_that_are_matchings(piece: str) -> None:
    for board in (Board(7, 9), Board(6, 6, torus=True), Board(8, holes=[(1, 2), (4, 4), (5, 0)])):
        program = choose(rk.placement(piece, board).model, Ask())
        assert isinstance(program, MatchingProgram)
        assert "matching" in program.explain()[-1]


def test_boards_that_are_none() -> None:
    """Odd circles of conflicts, three lines to a square, and what else is to be hit."""
    for problem in (
        rk.placement("wazir", Board(5, torus=True)),
        rk.placement("king", 5),
        rk.placement("queen", 5),
        rk.placement("rook", 5, kind="maximal"),
        rk.placement("knight", 5, count="any"),
    ):
        assert not isinstance(choose(problem.model, Ask()), MatchingProgram)


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(10, 24)), unique=True))
def test_matching_and_cover_prove_each_other(edges: list[tuple[int, int]]) -> None:
    near: list[list[int]] = [[] for _ in range(25)]
    for one, other in edges:
        near[one].append(other)
        near[other].append(one)
    left = find_side(near)
    assert left is not None
    mate, cover = match(near, left)
    pairs = [(node, other) for node, other in enumerate(mate) if node < other]
    assert all(mate[other] == node and other in near[node] for node, other in pairs)
    assert all(one in cover or other in cover for one, other in edges)
    assert len(pairs) == len(cover)


@given(st.randoms(use_true_random=False))
def test_lines_of_any_kind(random: Random) -> None:
    """Two cliques of two sorts to each variable, some of them the same for several."""
    lines: dict[tuple[str, int], list[int]] = {}
    variables = random.randint(1, 9)
    for variable in range(variables):
        for sort in "ab":
            lines.setdefault((sort, random.randint(0, 3)), []).append(variable)
    model = Model(variables, [AtMost(1, tuple(each)) for each in lines.values()], Maximize(range(variables)))
    answer = rk.solve_model(model, "backtracking")
    assert (answer.status, answer.objective) == ("optimal", best_of(model))
