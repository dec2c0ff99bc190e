"""The referee's walk of many pieces together against its walk of each alone."""

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rookery_tests.strategies import boards, pieces

from rookery.models import Board, Piece, Square, Step, domination, placement
from rookery.models.ground.protocol import Place
from rookery.models.pieces.standard import KING, KNIGHT, QUEEN
from rookery.models.pieces.steps import Ride
from rookery.models.referee.marching import is_vast, march_guards, march_meetings
from rookery.models.referee.walking import reach
from rookery.models.shapes.cylinder import Cylinder

ODD = Piece("odd", "O", rides=[Ride(Step(1, 2), 2), (0, 1), (0, 2), Ride(Step(-3, 1), 3)])
STILL = Piece("still", "S", rides=())
HERE = [
    Board(1), Board(1, 7), Board(5), Board(4, 6, torus=True), Board(3, torus=True, holes=[(0, 1), (2, 2)]),
    Board(5, 4, holes=[(2, 2)]), Cylinder(4, 5), Cylinder(3, 6, holes=[(1, 1)]),
]  # fmt: skip


def check_agreement(there: dict[Place, Piece], board: Board) -> None:
    hits = [(square, target) for square, piece in there.items() for target in reach(piece, square, board)]
    assert sorted(march_meetings(there, board)) == sorted(pair for pair in hits if pair[1] in there)
    assert march_guards(there, board) == [sum(target == square for _, target in hits) for square in board]


@given(board=boards(most=24), first=pieces("first"), second=pieces("second"), data=st.data())
def test_pieces_that_walk_together_attack_what_each_attacks_alone(
    board: Board, first: Piece, second: Piece, data: st.DataObject
) -> None:
    squares = data.draw(st.lists(st.sampled_from(list(board)), unique=True)) if len(board) else []
    check_agreement({square: data.draw(st.sampled_from([first, second])) for square in squares}, board)


@pytest.mark.parametrize("board", HERE, ids=str)
def test_rides_that_cross_end_at_holes_or_go_around(board: Board, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rookery.models.referee.marching.MOST_STEPS", 40)  # some squares at a time
    for piece in (QUEEN, KNIGHT, ODD, STILL):
        check_agreement(dict.fromkeys(board, piece), board)
    check_agreement({square: (QUEEN, ODD, STILL)[at % 3] for at, square in enumerate(board)}, board)


class Bent(Board):
    """A board whose pieces walk otherwise than on boards."""

    def walk(self, piece: Piece, start: Place) -> Iterator[Iterator[Place]]:
        """No way leads anywhere."""
        return iter(())


def test_few_pieces_and_other_ways_are_walked_one_by_one() -> None:
    many = [Square(at, at) for at in range(150)]
    queens, far = (dict.fromkeys(many, piece) for piece in (QUEEN, Piece("far", "F", leaps=[(10**30, 1)])))
    assert is_vast(Board(150), queens)
    assert not is_vast(Bent(150), queens)
    assert not is_vast(Board(150), far)
    assert not is_vast(Board(150), dict.fromkeys(many[:9], QUEEN))


def test_a_large_board_is_refereed_square_by_square() -> None:
    there = {Square(0, 0): QUEEN, Square(199, 199): QUEEN}
    there |= {Square(10 + at, 10 + at * 2 % 180): QUEEN for at in range(180)}
    problem = placement(QUEEN, Board(200), len(there))
    faults = problem.faults(there)
    assert "the queen on 0,0 attacks the queen on 199,199" in faults
    assert len(faults) == sum(target in there for square in there for target in reach(QUEEN, square, Board(200)))


def test_guards_of_a_large_board_are_counted() -> None:
    board = Board(99, holes=[(1, 1)])
    kings = {Square(r, c): KING for r in range(1, 99, 3) for c in range(1, 99, 3) if (r, c) != (1, 1)}
    assert domination(KING, board).faults(kings) == [
        f"square {square} is not guarded" for square in board if square.row < 3 and square.column < 3
    ]
