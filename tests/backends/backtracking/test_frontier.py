"""Counting over a frontier: the books' numbers, the other searches' counts, closed forms beyond 64 bits, its limits."""

from math import comb
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from rookery_tests import known_values
from rookery_tests.small_models import asked, solutions_of
from rookery_tests.strategies import boards, examples, pieces

import rookery as rk
from rookery.backends import Deadline, Request, Want, backend
from rookery.backends.contract.backend import Budget, Split, run_program
from rookery.backends.engine.frontier.count import Frontier, Sweep
from rookery.backends.engine.frontier.steps import compute_bounds, list_orders
from rookery.backends.presolve.structure.components import connected_components, multiply
from rookery.backends.presolve.structure.parts import Masks, make_masks
from rookery.backends.presolve.structure.selection import Selection, recognise_selection
from rookery.models.pieces.piece import BISHOP, KING, KNIGHT, QUEEN, ROOK, WAZIR
from rookery.models.referee.rules import Kind

OWN = backend("backtracking")
PLENTY = 1 << 28


def named(problem: rk.Problem, **limits: Any) -> rk.Answer:
    return rk.solve(problem, want="count", options={"strategy": "frontier", **limits.pop("options", {})}, **limits)


def counted(model: rk.Model, memory: int = PLENTY) -> int:
    chosen = recognise_selection(model)
    assert chosen is not None
    return 0 if chosen.infeasible else Frontier(chosen).run(Deadline(), memory)


@pytest.mark.parametrize("piece", [KING, KNIGHT, BISHOP, QUEEN, ROOK], ids=str)
def test_the_placements_of_each_number_are_those_of_the_books(piece: rk.Piece) -> None:
    for n, row in known_values.rows(f"{piece.name}.k_nonattacking").items():
        if n <= (6 if piece in (KING, KNIGHT) else 5):
            found = [counted(rk.placement(piece, rk.Board(n), count=k).model) for k in range(1, len(row))]
            assert found == row[1:], n


@pytest.mark.parametrize(("piece", "largest"), [(KING, 9), (KNIGHT, 8), (BISHOP, 9)], ids=str)
def test_n_pieces_on_a_board_of_side_n(piece: rk.Piece, largest: int) -> None:
    known = {n: value for n, value in known_values.values(f"{piece.name}.n_on_board").items() if n <= largest}
    assert {n: counted(rk.placement(piece, rk.Board(n), count=n).model) for n in known} == known


@pytest.mark.parametrize(
    ("series", "piece", "most", "largest"),
    [
        ("king.max_count_even", KING, lambda n: (n // 2) ** 2, 12),
        ("bishop.max_count", BISHOP, lambda n: 1 if n == 1 else 2 * n - 2, 8),
    ],
)
def test_the_largest_placements(series: str, piece: rk.Piece, most: Any, largest: int) -> None:
    known = {n: value for n, value in known_values.values(series).items() if n <= largest}
    assert {n: counted(rk.placement(piece, rk.Board(n)).model.at_optimum(most(n))) for n in known} == known


@pytest.mark.parametrize(
    ("piece", "kind", "largest"),
    [
        (KING, "plain", 9),
        (KING, "independent", 9),
        (KNIGHT, "plain", 6),
        (KNIGHT, "independent", 6),
        (WAZIR, "plain", 6),
    ],
)
def test_the_smallest_dominations(piece: rk.Piece, kind: Kind, largest: int) -> None:
    name = f"{piece.name}.{'gamma' if kind == 'plain' else 'independent_domination'}"
    known, fewest = known_values.values(f"{name}_count"), known_values.values(name)
    for n in range(1, largest + 1):
        assert counted(rk.domination(piece, rk.Board(n), kind).model.at_optimum(fewest[n])) == known[n], n


@pytest.mark.full
def test_the_whole_way_with_optimum_and_count() -> None:
    answer = named(rk.domination(KING, rk.Board(10)))
    assert (answer.objective, answer.count, answer.complete) == (16, 581571283, True)
    assert answer.raw_status.startswith("frontier: 1 parts")
    answer = rk.solve(rk.placement(KING, rk.Board(14)), want="count")
    assert (answer.objective, answer.count, answer.complete) == (49, 1027533353168, True)


@pytest.mark.full
def test_independent_parts_are_multiplied() -> None:
    chosen = recognise_selection(rk.domination(BISHOP, rk.Board(10)).model.at_optimum(10))
    assert chosen is not None
    found, loose = connected_components(chosen)
    assert ([len(part.free) for part in found], loose) == ([50, 50], 0)
    assert Frontier(chosen).run(Deadline(), PLENTY) == 672 * 672 == known_values.values("bishop.gamma_count")[10]


def test_numbers_of_any_size_are_exact() -> None:
    wide = rk.placement(KING, rk.Board(1, 300), count=60)
    assert counted(wide.model) == comb(241, 60) > 1 << 150  # 60 of 300 without neighbours
    loose = rk.Model(200, (rk.Exactly(70, range(200)),))
    assert counted(loose) == comb(200, 70)
    assert rk.solve(wide, want="count", seconds=20).count == comb(241, 60)


@st.composite
def selections(draw: st.DrawFn) -> rk.Model:
    """Items, cliques and bounds on up to nine variables, often in several parts."""
    variables = draw(st.integers(1, 9))
    some = st.lists(st.integers(0, variables - 1), min_size=1, max_size=4, unique=True).map(tuple)
    kinds: st.SearchStrategy[Any] = st.sampled_from([rk.AtLeast, rk.AtMost, rk.AtMost, rk.Exactly])
    rules = [draw(kinds)(1, draw(some)) for _ in range(draw(st.integers(0, 7)))]
    whole = [draw(kinds)(draw(st.integers(0, variables)), range(variables)) for _ in range(draw(st.integers(0, 2)))]
    return rk.Model(variables, (*rules, *whole))


@pytest.mark.slow
@settings(deadline=None, max_examples=examples(300))
@given(selections())
@pytest.mark.full
def test_random_selections_as_by_trying_everything(model: rk.Model) -> None:
    assume(recognise_selection(model) is not None)
    assert counted(model) == len(solutions_of(model))


@pytest.mark.nojit
@settings(deadline=None, max_examples=examples(60))
@given(pieces(), boards(most=16), st.sampled_from(["plain", "independent", "total", "perfect"]), st.integers(1, 6))
def test_random_pieces_as_the_search_counts_them(piece: rk.Piece, board: rk.Board, kind: Kind, number: int) -> None:
    guards = rk.domination(piece, board, kind).model
    models = [
        rk.placement(piece, board, count=min(number, len(board))).model,
        rk.Model(guards.variables, (*guards.constraints, rk.AtMost(number, range(guards.variables)))),
    ]
    selections = [model for model in models if recognise_selection(model) is not None]
    assume(selections)
    assert list(map(counted, selections)) == list(map(searched, selections))


def searched(model: rk.Model) -> int:
    """The count of the search that meets each solution."""
    found, outcome = asked(OWN, model, Want.COUNT, options={"count": "search"})
    assert outcome.proven
    assert not outcome.raw_status
    return len(found) if outcome.count is None else outcome.count


@settings(deadline=None, max_examples=examples(80))
@given(selections())
def test_every_order_counts_the_same(model: rk.Model) -> None:
    chosen = recognise_selection(model)
    assume(chosen is not None and not chosen.infeasible)
    assert chosen is not None
    for part in connected_components(chosen)[0]:
        own = make_masks(part.items, part.cliques, sorted(part.free))
        turned = list(reversed(range(len(part.free))))
        assert all(sorted(order) == sorted(turned) for order in list_orders(own))
        swept = [ordered(part, own, order) for order in (*list_orders(own), turned)]
        assert all(each == swept[0] for each in swept)


def ordered(part: Selection, own: Masks, order: list[int]) -> list[int]:
    sweep = Sweep(make_masks(part.items, part.cliques, [own.variables[at] for at in order]), 0, len(order))
    return sweep.run(Budget(Deadline()))


@settings(deadline=None, max_examples=examples(100))
@given(selections())
def test_no_solution_is_outside_the_bounds_of_its_rest(model: rk.Model) -> None:
    chosen = recognise_selection(model)
    assume(chosen is not None and not chosen.infeasible)
    assert chosen is not None
    m = make_masks(chosen.items, chosen.cliques, sorted(chosen.free))
    found = compute_bounds(m)
    for solution in solutions_of(model):
        for at in range(len(m.variables) + 1):
            rest = sum(variable in solution for variable in m.variables[at:])
            assert found.lowest[at] <= rest <= found.highest[at]


def test_polynomials_are_multiplied_up_to_a_degree() -> None:
    assert multiply([1, 2], [3, 0, 5], 9) == [3, 6, 5, 10]
    assert multiply([1, 2], [3, 0, 5], 1) == [3, 6]
    assert multiply([1], [], 3) == []


def test_what_its_constraints_decide_is_no_matter_of_states() -> None:
    impossible = rk.placement(ROOK, rk.Board(3), count=4).model
    assert counted(impossible) == 0
    request = Request(Want.COUNT, options={"count": "frontier"})
    for model, count in ((rk.Model(2, (rk.Exactly(0, (0, 1)),)), 1), (rk.Model(1, (rk.AtLeast(2, (0,)),)), 0)):
        assert len(list(Split(run_program(OWN, OWN.compile(model, request), request)))) == count
