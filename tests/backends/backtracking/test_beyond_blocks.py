"""More than 255 squares to guard at once, boards of more than 256: where a lane, a word or a block might be too short.

Known numbers, and coverings against trying everything, with each idea that prunes and without it.
"""

from functools import cache
from random import Random

import pytest
from rookery_tests.coverings import covering, coverings, refuted, searched
from rookery_tests.models import tight
from rookery_tests.small_models import asked

import rookery as rk
from rookery import domination, placement
from rookery.backends import Ask, Want, backend
from rookery.backends.engine.choose import choose
from rookery.backends.engine.options import ALL
from rookery.backends.engine.rows.search import RowProgram
from rookery.models import Board, Exactly, Model, Piece, Square
from rookery.models.pieces.piece import KING, QUEEN, ROOK

OWN = backend("backtracking")
without_some = pytest.mark.parametrize("without", ["", ALL])


def options(without: str) -> dict[str, str]:
    """The search alone: an idea is missed on the whole covering, not on what reductions leave of it."""
    alone = {"lowering": "off"}
    return alone | {"without": without} if without else alone


def columns(board: Board, kept: set[int]) -> list[Square]:
    """All squares but those of some columns."""
    return [square for square in board if square.column not in kept]


ROOKS = [(Board(2, 260), {3, 130, 258}), (Board(3, 100), {7, 27, 87}), (Board(1, 300), set(range(0, 300, 30)))]


@pytest.mark.parametrize(("board", "kept"), ROOKS, ids=["2x260", "3x100", "1x300"])
@without_some
def test_rooks_in_each_row_of_long_boards(board: Board, kept: set[int], without: str) -> None:
    """Fewer rooks than rows leave squares that no row guards, and too few columns: so each row has one, anywhere."""
    problem = domination(ROOK, board, forbidden=columns(board, kept))
    answer = rk.solve(problem, want="all", options=options(without))
    assert (answer.objective, answer.count, answer.complete) == (board.rows, len(kept) ** board.rows, True)


@without_some
def test_two_rooks_anywhere_in_long_rows(without: str) -> None:
    """Each gains 261 of 520 squares; none of these is guarded by just the same squares as another."""
    answer = rk.solve(domination(ROOK, Board(2, 260)), want="count", options=options(without))
    assert (answer.objective, answer.count, answer.complete) == (2, 260**2, True)


@pytest.mark.parametrize("without", ["", "dual"])
@pytest.mark.parametrize(
    ("board", "kind"), [(Board(18), "plain"), (Board(15, 18), "perfect"), (Board(18, 21), "independent")], ids=str
)
def test_kings_dominate_boards_of_threes_in_one_way(board: Board, kind: str, without: str) -> None:
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


@pytest.mark.parametrize("without", ["", "dual"])
def test_nine_queens_dominate_17x17(without: str) -> None:
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


@pytest.mark.slow
def test_rows_of_32_squares() -> None:
    """Twelve rows of 32 bits, and pieces that leave few ways."""
    problem = placement({HERMIT: 12}, Board(12, 22))
    rows = [Exactly(1, tuple(range(22 * row, 22 * row + 22))) for row in range(12)]
    model = Model(problem.model.variables, (*problem.model.constraints, *rows), symmetries=problem.model.symmetries)
    for want in (Want.COUNT, Want.ALL):
        program = choose(model, Ask(want))
        assert isinstance(program, RowProgram)
        assert len(program.tables.start) > 4
        found, outcome = asked(OWN, model, want)
        assert (len(found) if outcome.count is None else outcome.count) == hermits() == 78


@pytest.mark.parametrize(
    ("items", "candidates", "pieces", "without"),
    [
        (520, 70, 3, "dual"),
        (300, 40, 4, "gains"),
        (2000, 30, 3, "symmetry"),
        (1000, 40, 4, ""),
    ],
)
def test_coverings_of_many_items(items: int, candidates: int, pieces: int, without: str) -> None:
    for seed in range(2 if candidates < 100 else 1):
        hits, rivals = tight(Random(seed), items, candidates, pieces)
        expected = coverings(hits, rivals, pieces, fewer=True)
        model = covering(hits, rivals, pieces)
        assert searched(model, Want.ALL, without)[0] == expected
        assert searched(model, Want.COUNT, without)[1].count() == len(expected)
        assert refuted(model, pieces - 1, without).found == any(len(chosen) < pieces for chosen in expected)
