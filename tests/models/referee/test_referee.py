from itertools import product

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from rookery_tests import chess_oracle
from rookery_tests.strategies import boards, pieces

from rookery.models import Board, Piece, Square, domination, placement
from rookery.models.pieces.standard import BISHOP, KING, KNIGHT, QUEEN, ROOK
from rookery.models.referee.faults import findings
from rookery.models.referee.rules import KINDS, Fixed, Forbidden, Guarded, Holds, Kind, Peaceful, Rule
from rookery.models.referee.walking import reach

UP = Piece("up", "U", leaps=[(-1, 0)])
BOARD = Board(3)


@pytest.mark.parametrize(
    ("rule", "faults"),
    [
        (Holds(ROOK), []),
        (Holds(ROOK, 2), []),
        (Holds(ROOK, 3), ["2 of rook on the board, 3 wanted"]),
        (Holds(ROOK, 0), ["2 of rook on the board, 0 wanted"]),
        (
            Peaceful(),
            ["the rook on 0,0 attacks the rook on 0,2", "the rook on 0,2 attacks the rook on 0,0"],
        ),
        (Guarded(), ["square 1,1 is not guarded", "square 2,1 is not guarded"]),
        (Guarded(total=True), ["square 1,1 is not attacked", "square 2,1 is not attacked"]),
        (Fixed(Square(0, 0), ROOK), []),
        (Fixed(Square(1, 1), ROOK), ["no rook on 1,1, where one is fixed"]),
        (Fixed(Square(0, 0), QUEEN), ["no queen on 0,0, where one is fixed"]),
        (Forbidden(Square(1, 1)), []),
        (Forbidden(Square(0, 2)), ["a rook on 0,2, which is forbidden"]),
    ],
    ids=str,
)
def test_each_rule_finds_its_faults(rule: Rule, faults: list[str]) -> None:
    rooks = {Square(0, 0): ROOK, Square(0, 2): ROOK}
    assert findings([Holds(ROOK), Holds(QUEEN), rule], rooks, BOARD) == faults


def test_guarded_once_counts_the_guards() -> None:
    rooks = {Square(0, 0): ROOK, Square(1, 1): ROOK}
    assert findings([Holds(ROOK), Guarded(once=True)], rooks, Board(2)) == [
        "square 0,1 is guarded 2 times",
        "square 1,0 is guarded 2 times",
    ]


def test_strangers_are_found() -> None:
    faults = findings([Holds(QUEEN)], {Square(1, 0): KING}, BOARD)
    assert faults == ["the king on 1,0 is not a piece of this problem"]


def test_attack_has_a_direction() -> None:
    ups = {Square(1, 0): UP, Square(0, 0): UP}
    assert findings([Holds(UP), Peaceful()], ups, BOARD) == ["the up on 1,0 attacks the up on 0,0"]


def test_line_of_sight_is_not_blocked_by_pieces() -> None:
    row = {Square(0, 0): ROOK, Square(0, 1): KNIGHT, Square(0, 2): KNIGHT}
    faults = findings([Holds(ROOK), Holds(KNIGHT), Peaceful()], row, Board(1, 3))
    assert faults == ["the rook on 0,0 attacks the knight on 0,1", "the rook on 0,0 attacks the knight on 0,2"]


@given(piece=pieces(), board=boards(most=20))
def test_reach_agrees_with_the_oracle(piece: Piece, board: Board) -> None:
    masks = chess_oracle.attacked(piece, board)
    for square, mask in zip(board, masks, strict=True):
        assert {board.index(target) for target in reach(piece, square, board)} == {
            bit for bit in range(len(board)) if mask >> bit & 1
        }


BOARDS = [Board(3), Board(2, 4), Board(4, 2), Board(3, torus=True), Board(3, holes=[(0, 1), (2, 2)]), Board(1)]


@pytest.mark.parametrize("piece", [QUEEN, ROOK, BISHOP, KNIGHT, KING, UP], ids=str)
@pytest.mark.parametrize("board", BOARDS, ids=str)
def test_the_referee_judges_every_subset_as_the_oracle_does(board: Board, piece: Piece) -> None:
    oracle = chess_oracle.oracle(piece, board)
    kinds = [(domination(piece, board, kind), oracle.dominating(kind)) for kind in KINDS]
    for mask in range(oracle.full + 1):
        there = {board.square(bit): piece for bit in range(len(board)) if mask >> bit & 1}
        assert bool(oracle.peaceful[mask]) == (not findings([Holds(piece), Peaceful()], there, board))
        for problem, dominating in kinds:
            assert bool(dominating[mask]) == (not problem.faults(there)), (problem, mask)


@pytest.mark.parametrize("board", BOARDS[:5], ids=str)
def test_both_referees_agree_on_domination(board: Board) -> None:
    """What the rules of chess refuse, the model refuses, and the other way round."""
    for piece, kind in product((QUEEN, KNIGHT, UP), KINDS):
        problem = domination(piece, board, kind, fixed=[board.square(0)], forbidden=[board.square(3)])
        for mask in range(1 << len(board)):
            chosen = {bit for bit in range(len(board)) if mask >> bit & 1}
            assert problem.model.accepts(chosen) == (not problem.faults(problem.read(chosen)))


@given(board=boards(most=5), first=pieces("first"), second=pieces("second"), data=st.data())
def test_both_referees_agree_on_placements_of_two_pieces(
    board: Board, first: Piece, second: Piece, data: st.DataObject
) -> None:
    assume(len(board))
    counts = {first: data.draw(st.none() | st.integers(0, len(board))), second: None}
    problem = placement(counts, board, forbidden=data.draw(st.sets(st.sampled_from(list(board)), max_size=1)))
    for choice in product((None, 0, 1), repeat=len(board)):
        chosen = {layer * len(board) + at for at, layer in enumerate(choice) if layer is not None}
        assert problem.model.accepts(chosen) == (not problem.faults(problem.read(chosen)))


@pytest.mark.parametrize("kind", KINDS)
def test_kinds_of_domination_have_their_rules(kind: Kind) -> None:
    rules = domination(QUEEN, BOARD, kind).rules
    assert (Peaceful() in rules) == (kind == "independent")
    assert Guarded(total=kind == "total", once=kind == "perfect") in rules
