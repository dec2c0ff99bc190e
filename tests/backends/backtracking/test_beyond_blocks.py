"""More than 255 squares to guard at once, boards of more than 256: where a lane, a word or a block might be too short.

Known numbers, and coverings against trying everything, with each idea that prunes and without it.
"""

from functools import cache
from random import Random
from typing import Any

import pytest
from rookery_tests.coverings import covering, coverings, refuted, searched, tight
from rookery_tests.small_models import asked

import rookery as rk
from rookery.backends import Request, Want, backend
from rookery.backends.engine.compile import compile_model
from rookery.backends.engine.options import ALL, IDEAS
from rookery.backends.engine.rows.search import RowProgram
from rookery.models import Board, Exactly, Model, Piece, Square, domination, placement
from rookery.models.pieces.piece import KING, QUEEN, ROOK

pytestmark = pytest.mark.slow

OWN = backend("backtracking")
IDEAS_OF_COVERINGS = ["symmetry", "dual", "colouring"]
without_each = pytest.mark.parametrize("without", ["", *IDEAS, ALL])


def options(without: str) -> dict[str, str]:
    """The search alone: an idea is missed on the whole covering, not on what reductions leave of it."""
    alone = {"lowering.forced": "off", "lowering.rows": "off", "lowering.columns": "off"}
    return alone | {"without": without} if without else alone


def columns(board: Board, kept: set[int]) -> list[Square]:
    """All squares but those of some columns."""
    return [square for square in board if square.column not in kept]


ROOKS = [(Board(2, 260), {3, 130, 258}), (Board(3, 100), {7, 27, 47, 87}), (Board(1, 300), set(range(0, 300, 7)))]


@pytest.mark.nojit
@pytest.mark.parametrize(("board", "kept"), ROOKS, ids=["2x260", "3x100", "1x300"])
@without_each
@pytest.mark.share(6)
@pytest.mark.full
def test_a_rook_in_each_row_of_a_long_board(board: Board, kept: set[int], without: str) -> None:
    """Fewer rooks than rows leave squares that no row guards, and too few columns: so each row has one, anywhere."""
    problem = domination(ROOK, board, forbidden=columns(board, kept))
    answer = rk.solve(problem, want="all", options=options(without))
    assert (answer.objective, answer.count, answer.complete) == (board.rows, len(kept) ** board.rows, True)


@without_each
@pytest.mark.full
def test_two_rooks_anywhere_in_their_rows(without: str) -> None:
    """Each gains 261 of 520 squares; none of these is guarded by just the same squares as another."""
    answer = rk.solve(domination(ROOK, Board(2, 260)), want="count", options=options(without))
    assert (answer.objective, answer.count, answer.complete) == (2, 260**2, True)


@pytest.mark.parametrize("board", [Board(18), Board(15, 18), Board(18, 21)], ids=str)
@pytest.mark.parametrize("kind", ["plain", "independent", "perfect"])
@pytest.mark.parametrize("without", ["", *IDEAS_OF_COVERINGS])
@pytest.mark.share(2)
def test_kings_part_boards_with_sides_of_threes(board: Board, kind: str, without: str) -> None:
    """Each guards 9 squares at the most: so just one way is left, in the middle of each 3x3."""
    problem = domination(KING, board, kind)  # type: ignore[arg-type]
    answer = rk.solve(problem, want="all", options=options(without))
    assert (answer.objective, answer.count) == (len(board) // 9, 1)
    assert all(square.row % 3 == square.column % 3 == 1 for square in answer.solutions[0])


def test_large_placements() -> None:
    """Two kings in peace: (n - 1) (n - 2) (n^2 + 3 n - 2) / 2; rooks: (n (n - 1))^2 / 2; the most kings: one way."""
    n = 18
    assert rk.solve(placement(KING, Board(n), 2), want="count").count == (n - 1) * (n - 2) * (n * n + 3 * n - 2) // 2
    assert rk.solve(placement(ROOK, Board(n), 2), want="count").count == (n * (n - 1)) ** 2 // 2
    most = rk.solve(placement(KING, Board(17)), want="all")
    assert (most.objective, most.count) == (81, 1)


GIVEN = [(8, 8), (6, 2), (2, 10), (10, 14), (14, 6)]


@pytest.mark.parametrize("without", ["", *IDEAS_OF_COVERINGS])
def test_nine_queens_guard_17x17(without: str) -> None:
    """gamma(Q_17) = 9, OEIS A075458; with five of them given there are two ways, by CaDiCaL as well."""
    answer = rk.solve(domination(QUEEN, Board(17), fixed=GIVEN), want="all", options=options(without))
    assert (answer.objective, answer.count) == (9, 2)


REACH = (0, 4, 4, 3, 2, 1, 1, *[0] * 5)
LEAPS = [(sign * rows, column) for rows, far in enumerate(REACH) for column in range(-far, far + 1) for sign in (1, -1)]
HERMIT = Piece("hermit", "H", leaps=[leap for leap in LEAPS if leap != (0, 0)])


@cache
def hermits(row: int = 0, taken: tuple[int, ...] = ()) -> int:
    """How many ways there are to set 12 hermits on 12x22, row by row; written anew."""
    if row == len(REACH):
        return 1
    fits = [c for c in range(22) if all(abs(c - column) > REACH[row - above] for above, column in enumerate(taken))]
    return sum(hermits(row + 1, (*taken, column)) for column in fits)


@pytest.mark.nojit
@pytest.mark.parametrize("without", ["", "symmetry"])
@pytest.mark.full
def test_a_hermit_a_row_of_a_wide_board(without: str) -> None:
    """Twelve rows of 32 bits, and pieces that leave few ways."""
    problem = placement({HERMIT: 12}, Board(12, 22))
    rows = [Exactly(1, tuple(range(22 * row, 22 * row + 22))) for row in range(12)]
    model = Model(problem.model.variables, (*problem.model.constraints, *rows), symmetries=problem.model.symmetries)
    for want in (Want.COUNT, Want.ALL):
        program = compile_model(model, Request(want, options=options(without)))
        assert isinstance(program, RowProgram)
        assert len(program.tables.start) > 4
        found, outcome = asked(OWN, model, want, options=options(without))
        assert (len(found) if outcome.count is None else outcome.count) == hermits() == 78


@pytest.mark.parametrize(("items", "candidates", "pieces"), [(300, 280, 2), (520, 70, 3), (300, 40, 4)])
@pytest.mark.parametrize("without", ["dual", "gains"])
@pytest.mark.part(5)
def test_coverings_of_many_items(items: int, candidates: int, pieces: int, without: str) -> None:
    _right(items, candidates, pieces, without)


@pytest.mark.parametrize(("items", "candidates", "pieces"), [(300, 280, 3), (2000, 30, 3), (1000, 40, 4)])
@pytest.mark.parametrize("without", ["", "symmetry", "dual"])
@pytest.mark.share(2)
@pytest.mark.full
def test_coverings_of_many_items_with_dual_weights(items: int, candidates: int, pieces: int, without: str) -> None:
    _right(items, candidates, pieces, without)


@cache
def make_covering(items: int, candidates: int, pieces: int, seed: int) -> tuple[Any, Any, set[frozenset[int]]]:
    """A covering, and what trying everything finds: for all ideas once."""
    hits, rivals = tight(Random(seed), items, candidates, pieces)
    return hits, rivals, coverings(hits, rivals, pieces, fewer=True)


def _right(items: int, candidates: int, pieces: int, without: str) -> None:
    for seed in range(3 if candidates < 100 else 1):
        hits, rivals, expected = make_covering(items, candidates, pieces, seed)
        model = covering(hits, rivals, pieces)
        assert searched(model, Want.ALL, without)[0] == expected
        assert searched(model, Want.COUNT, without)[1].count() == len(expected)
        assert refuted(model, pieces - 1, without).found == any(len(chosen) < pieces for chosen in expected)
