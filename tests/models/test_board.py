import json
from typing import Any

import pytest

import rookery as rk
from rookery.models import BadInput, Board, Square, Step
from rookery.models.boards.base import AbstractBoard
from rookery.models.reading.given import take_board


def test_squares_are_numbered_by_rows_without_holes() -> None:
    board = Board(2, 3, holes=[(0, 1)])
    assert list(board) == [(0, 0), (0, 2), (1, 0), (1, 1), (1, 2)]
    assert [board.index(square) for square in board] == [0, 1, 2, 3, 4]
    assert [board.cell(number) for number in range(5)] == list(board)
    assert len(board) == 5
    for square in ((0, 1), (2, 0), (-1, 0)):
        assert square not in board
        with pytest.raises(BadInput, match="the board"):
            board.index(square)
    assert not any(thing in board for thing in (None, 3, "a1", (1, 2, 3), [0, 0]))
    assert len(Board(1, holes=[(0, 0)])) == 0
    assert bool(Board(1, holes=[(0, 0)]))  # a board without squares is a board


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"rows": 8, "columns": 0}, "at least 1"),
        ({"rows": 100_000}, "10,000,000,000 squares"),
        ({"rows": 2, "holes": [(2, 0)]}, "off the board"),
        ({"rows": 2, "holes": [(1, 0), (1, 0)]}, "named twice"),
        ({"rows": 2, "holes": ["c1"]}, "hole 'c1' lies off the board of 2x2"),
        ({"rows": 2, "holes": "a1"}, "expected a list of squares"),
        ({"rows": 3, "torus": True, "cylinder": True}, "a torus or a cylinder"),
    ],
)
def test_bad_boards_are_refused(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(BadInput, match=message):
        Board(**arguments)


def test_str_and_repr_of_a_board() -> None:
    for board, text, code in (
        (Board(8, 11), "8x11", "Board(8, 11)"),
        (Board(5, torus=True), "5x5:torus", "Board(5, 5, torus=True)"),
        (Board(2, 3, holes=[(1, 0), (0, 1)]), "2x3 without b2 a1", "Board(2, 3, holes=[(0, 1), (1, 0)])"),
    ):
        assert (str(board), repr(board)) == (text, code)
        assert eval(code) == board


def test_equality_of_boards() -> None:
    assert len({Board(3), Board(3, 3), Board(3, holes=[]), Board(3, holes=[(0, 0)]), Board(3, torus=True)}) == 3
    assert (
        Board(3, holes=[(0, 0), (1, 1)])
        == Board(3, holes=[Square(1, 1), Square(0, 0)])
        == Board(3, holes=["b2", "0,0"])
    )
    assert Step(0, 1) == (0, 1)


@pytest.mark.parametrize(
    ("board", "plain"),
    [
        (Board(8), "8"),
        (Board(8, 11, torus=True), "8x11:torus"),
        (Board(8, cylinder=True), "8:cylinder"),
        (Board(3, holes=[(1, 2), (0, 0)]), {"size": "3", "holes": [[0, 0], [1, 2]]}),
        (rk.RegionBoard("2/AAB/A#B"), "regions:2/AAB/A#B"),
        (rk.Graph([(2, 1), (1, 3)]), {"vertices": [2, 1, 3], "edges": [[2, 1], [1, 3]]}),
        (
            rk.Graph([("b", "a")], ["a"], directed=True, weights={"a": 3}),
            {"vertices": ["a", "b"], "edges": [["b", "a"]], "directed": True, "weights": [["a", 3]]},
        ),
    ],
    ids=str,
)
def test_plain_data_is_read_back(board: AbstractBoard, plain: object) -> None:
    assert board.plain() == plain
    again = take_board(json.loads(json.dumps(plain)))
    assert again == board
    assert again.plain() == plain


@pytest.mark.parametrize(
    "data",
    [
        {"size": "8"},
        {"size": "8", "holes": [[9, 9]]},
        {"vertices": [1, 2], "edges": [[1]]},
        {"vertices": 3, "edges": []},
        {"vertices": [1], "edges": [], "weights": [[1]]},
        {"vertices": [1], "edges": [], "directed": "yes"},
    ],
    ids=str,
)
def test_other_data_is_refused(data: object) -> None:
    with pytest.raises(rk.BadInput):
        take_board(data)


def test_cells_have_the_names_that_people_write() -> None:
    assert [Board(8).label(square) for square in ((0, 0), (4, 4), (7, 7))] == ["a8", "e4", "h1"]
    assert (Board(2, 27).label((1, 26)), Board(12, 26).label((11, 25))) == ("1,26", "z1")
    graph = rk.Graph([("hub", "a b")])
    assert list(map(graph.label, graph)) == ["hub", "a b"]


def test_other_boards_cannot_be_a_torus() -> None:
    for text in ("3:cylinder", "regions:AB/AB"):
        with pytest.raises(rk.BadInput, match="cannot be a torus"):
            rk.board(text, torus=True)
