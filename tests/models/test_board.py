from typing import Any

import pytest

from rookery.models import BadInput, Board, Square, Step


@pytest.mark.parametrize(
    ("board", "size"),
    [
        (Board(8), 64),
        (Board(8, 11), 88),
        (Board(3, torus=True), 9),
        (Board(2, 3, holes=[(0, 1)]), 5),
        (Board(1, holes=[(0, 0)]), 0),
    ],
    ids=str,
)
def test_length_is_the_number_of_squares(board: Board, size: int) -> None:
    assert len(board) == len(list(board)) == size
    assert bool(board)  # a board without squares is a board


def test_squares_are_numbered_by_rows_without_holes() -> None:
    board = Board(2, 3, holes=[(0, 1)])
    assert list(board) == [(0, 0), (0, 2), (1, 0), (1, 1), (1, 2)]
    assert [board.index(square) for square in board] == [0, 1, 2, 3, 4]
    assert [board.cell(number) for number in range(5)] == list(board)


@pytest.mark.parametrize("square", [(0, 1), (2, 0), (-1, 0), (0, 3)])
def test_index_of_a_foreign_square(square: tuple[int, int]) -> None:
    board = Board(2, 3, holes=[(0, 1)])
    assert square not in board
    with pytest.raises(BadInput, match="the board"):
        board.index(square)


def test_index_and_contains_of_other_things() -> None:
    assert not any(thing in Board(4) for thing in (None, 3, "a1", (1, 2, 3), [0, 0]))
    for number in (-1, 16):
        with pytest.raises(IndexError, match="16 squares"):
            Board(4).cell(number)


@pytest.mark.parametrize(
    ("start", "step", "end"),
    [
        ((0, 0), (1, 2), (1, 2)),
        ((0, 0), (0, 1), None),  # a hole
        ((1, 2), (1, 0), None),  # off the board
        ((0, 0), (-1, 0), None),
    ],
)
def test_step_on_a_rectangle(start: tuple[int, int], step: tuple[int, int], end: tuple[int, int] | None) -> None:
    assert Board(2, 3, holes=[(0, 1)]).step(start, step) == end


@pytest.mark.parametrize(
    ("start", "step", "end"), [((0, 0), (-1, -1), (1, 2)), ((1, 2), (1, 1), (0, 0)), ((0, 0), (5, 7), None)]
)
def test_step_on_a_torus(start: tuple[int, int], step: tuple[int, int], end: tuple[int, int] | None) -> None:
    assert Board(2, 3, torus=True, holes=[(1, 1)]).step(start, step) == end


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"rows": 8, "columns": 0}, "at least 1"),
        ({"rows": 100_000}, "10,000,000,000 squares"),
        ({"rows": 2, "holes": [(2, 0)]}, "off the board"),
        ({"rows": 2, "holes": [(1, 0), (1, 0)]}, "named twice"),
    ],
)
def test_bad_boards_are_refused(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(BadInput, match=message):
        Board(**arguments)


@pytest.mark.parametrize(
    ("board", "text", "code"),
    [
        (Board(8), "8x8", "Board(8, 8)"),
        (Board(8, 11), "8x11", "Board(8, 11)"),
        (Board(5, torus=True), "5x5:torus", "Board(5, 5, torus=True)"),
        (Board(2, 3, holes=[(1, 0), (0, 1)]), "2x3 without 0,1 1,0", "Board(2, 3, holes=[(0, 1), (1, 0)])"),
    ],
)
def test_str_and_repr_of_a_board(board: Board, text: str, code: str) -> None:
    assert (str(board), repr(board)) == (text, code)
    assert eval(code) == board


def test_equality_of_boards() -> None:
    assert len({Board(3), Board(3, 3), Board(3, holes=[]), Board(3, holes=[(0, 0)]), Board(3, torus=True)}) == 3
    assert Board(3, holes=[(0, 0), (1, 1)]) == Board(3, holes=[Square(1, 1), Square(0, 0)])
    assert Step(0, 1) == (0, 1)
