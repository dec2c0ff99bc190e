"""Every kind of problem with several types of piece, on every backend, against an oracle that tries every placement."""

from functools import cache
from typing import Any

import pytest
from oracle.case import asked
from oracle.ground import ground
from oracle.trying import armies_of, truth
from rookery_tests.family_cases import (
    FORWARD,
    LANCE,
    OTHERS,
    OURS,
    PAIRS,
    RECTANGLES,
    SOLDIER,
    Found,
    boards,
    check_words,
    skip_for,
)

from rookery.backends import Backend, solve
from rookery.backends.registry import backend as named
from rookery.models import (
    Board,
    Piece,
    armies,
    cheapest_domination,
    guards,
    placement,
    sighted_placement,
)
from rookery.models.pieces.piece import KING, KNIGHT, QUEEN
from rookery.models.problems.guards import KINDS
from rookery.models.problems.sighted import PAWN
from rookery.models.referee.rules import Kind

pytestmark = pytest.mark.share(16)

Pair = tuple[Piece, Piece]
Expected = tuple[int | None, Found]
WORTH = (3, 2)
SMALL_OTHERS = [board for board in OTHERS if len(board) <= 9]  # on a torus all 3 ** n placements are grown
BOARDS = [*RECTANGLES, *SMALL_OTHERS, Board(1, 8, torus=True), Board(2, 3, torus=True)]
ALIKE = [(QUEEN, QUEEN), (SOLDIER, SOLDIER), (LANCE, LANCE)]
FEW_IN_PEACE = [pair for pair in PAIRS if FORWARD not in pair]  # with it there are three million placements on 5x5

pairs = pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: "+".join(map(str, pair)))


LONG_RIDES = Board(4, torus=True)  # the rays of its auxiliary variables go all the way around
MANY = 2000  # sets on 5x5 beyond which listing them says no more, and takes seconds


def left_out(backend: str, board: Board) -> str:
    """Why a backend is not asked; nothing where it is."""
    if backend == "python-constraint" and len(board) > 12:
        return "python-constraint takes seconds on 4x4, and minutes for rays around a torus"
    return "auto asks the others: on boards that are no rectangles" if backend == "auto" and board in RECTANGLES else ""


@pytest.mark.parametrize("name", OURS)
def test_each_backend_is_asked(name: str) -> None:
    """On all boards, but for two that are too hard and those where auto repeats what the others say."""
    missing = [board for board in (*BOARDS, LONG_RIDES) if left_out(name, board)]
    assert len(missing) == {"auto": len(RECTANGLES), "python-constraint": 2}.get(name, 0)


@cache
def expect(family: str, pieces: tuple[Piece, ...], board: Board, **more: Any) -> Expected:
    """What the oracle says, in the words of chess: the pieces by the names that they have in the problem."""
    case = asked(family, [piece for piece in pieces if piece != PAWN], board, **more)
    right = truth(case)
    return right.best, {frozenset((case.cells[at], pieces[piece]) for piece, at in each) for each in right.placements}


def maximal(pair: Pair, board: Board) -> Expected:
    return expect("placement", pair, board, each=(None, None), kind="maximal")


@pairs
@boards(BOARDS)
@pytest.mark.part(3)
def test_several_types_in_peace(pair: Pair, board: Board, backend: Backend[Any]) -> None:
    skip_for(left_out(backend.name, board))
    (first, second), most = pair, expect("placement", pair, board, each=(1, None))
    check_words(backend, placement(dict.fromkeys(pair), board, kind="maximal"), maximal(pair, board))
    check_words(backend, placement({first: 1, second: None}, board), most)
    check_words(backend, sighted_placement({first: 1, second: None}, board), most)


@pairs
@boards(BOARDS)
@pytest.mark.part(3)
def test_beside_a_pawn(pair: Pair, board: Board, backend: Backend[Any]) -> None:
    skip_for(left_out(backend.name, board))
    if len(board) > 1:  # the pawn and one piece do not fit on a single square
        most = expect("sighted", (*pair, PAWN), board, each=(1, None), pawns=1)
        check_words(backend, sighted_placement({pair[0]: 1, pair[1]: None}, board, pawns=1), most)


def cheapest(pair: Pair, board: Board, sighted: bool) -> Expected:
    return expect("cheapest", pair, board, each=WORTH, through=not sighted)


@pairs
@boards([*BOARDS, LONG_RIDES])
@pytest.mark.part(3)
def test_cheapest_guards(pair: Pair, board: Board, backend: Backend[Any]) -> None:
    skip_for(left_out(backend.name, board))
    worth = dict(zip(pair, WORTH, strict=True))
    for sighted in (False, True):
        check_words(backend, cheapest_domination(worth, board, sighted), cheapest(pair, board, sighted))


@pairs
@boards([*SMALL_OTHERS, *(board for board in RECTANGLES if len(board) <= 9)])
@pytest.mark.parametrize("kind", KINDS)
def test_guards_in_numbers(pair: Pair, board: Board, kind: Kind, backend: Backend[Any]) -> None:
    counts = dict(zip(pair, (1, None), strict=True))
    for sighted in (False, True):
        expected = expect("guards", pair, board, each=(1, None), kind=kind, through=not sighted)
        check_words(backend, guards(counts, board, kind, sighted), expected)


fast = pytest.mark.parametrize("name", ["backtracking", "cpsat", "sat"])  # the others take minutes on 5x5


@fast
@pytest.mark.parametrize("sighted", [True, False])
@pairs
@pytest.mark.full
def test_cheapest_guards_of_five_by_five(pair: Pair, sighted: bool, name: str) -> None:
    board, worth = Board(5), dict(zip(pair, WORTH, strict=True))
    expected = cheapest(pair, board, sighted)
    if len(expected[1]) > MANY:
        pytest.skip(f"more than {MANY} sets of guards: listing them says no more, and takes long")
    check_words(named(name), cheapest_domination(worth, board, sighted), expected)


@pytest.mark.slow
@fast
@pytest.mark.parametrize("pair", FEW_IN_PEACE, ids=lambda pair: "+".join(map(str, pair)))
def test_peace_on_five_by_five(pair: Pair, name: str) -> None:
    board = Board(5)
    check_words(named(name), placement(dict.fromkeys(pair), board, kind="maximal"), maximal(pair, board))


def at_truce(pieces: tuple[Piece, ...], board: Board) -> Expected:
    """The largest equal armies of the pieces, under the names that they have in the problem."""
    return expect("armies", armies(pieces, board).pieces, board)


@pytest.mark.parametrize("pair", [*ALIKE, *PAIRS], ids=lambda pair: "+".join(map(str, pair)))
@boards([board for board in BOARDS if len(board) <= 12])
def test_armies(pair: Pair, board: Board, backend: Backend[Any]) -> None:
    skip_for(left_out(backend.name, board))
    check_words(backend, armies(pair, board), at_truce(pair, board))


@boards([board for board in RECTANGLES if len(board) <= 8])
@pytest.mark.parametrize(
    "pieces", [(KNIGHT, KING, KNIGHT), (SOLDIER, QUEEN, FORWARD)], ids=lambda p: "+".join(map(str, p))
)
def test_three_armies(pieces: tuple[Piece, ...], board: Board, backend: Backend[Any]) -> None:
    check_words(backend, armies(pieces, board), at_truce(pieces, board))


@pytest.mark.slow
@pytest.mark.parametrize("pair", [*ALIKE, *PAIRS], ids=lambda pair: "+".join(map(str, pair)))
def test_armies_on_four_by_four(pair: Pair, backend: Backend[Any]) -> None:
    check_armies(pair, Board(4), backend)


@pytest.mark.parametrize("pair", [*ALIKE[:-1], *PAIRS], ids=lambda pair: "+".join(map(str, pair)))
@pytest.mark.full
def test_armies_on_five_by_five(pair: Pair) -> None:
    """By the fastest backend alone, and without the lances, of which there are too many."""
    check_armies(pair, Board(5), named("sat"))


def check_armies(pair: Pair, board: Board, backend: Backend[Any]) -> None:
    """Count them by the room that each army leaves to the other."""
    hits = ground(asked("armies", pair, board)).hits
    answer = solve(armies(pair, board), backend, "count", seconds=120)
    assert (answer.objective, answer.count, answer.complete) == (*armies_of(*hits), True)
