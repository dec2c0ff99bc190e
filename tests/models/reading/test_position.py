"""Boards from text: drawings and FEN, there and back, and what is refused with line and column."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rookery_tests.strategies import boards

import rookery as rk
from rookery.models.drawing.text import draw, glyphs
from rookery.models.pieces.piece import STANDARD
from rookery.models.reading.drawn import MARK

DRAWN = """
Q..N
.#x.
#..x
"""
POSITION = rk.Position(
    rk.Board(3, 4, holes=[(1, 1), (2, 0)]),
    {rk.Square(0, 0): rk.QUEEN, rk.Square(0, 3): rk.KNIGHT},
    frozenset({rk.Square(1, 2), rk.Square(2, 3)}),
)


@pytest.mark.parametrize(
    "text", [DRAWN, "Q . . N\n. # x .\n# . . x", "♕ · · ♘\n· # × ·\n# · · ×", "Q2N/1*x1/*2x", "q2n/1#x1/#2x w - - 0 1"]
)
def test_read_board_of_each_form(text: str) -> None:
    assert rk.read_board(text) == POSITION


def test_position_is_drawn_and_written_as_fen() -> None:
    assert rk.read_board("120/" * 2 + "4Q115").board == rk.Board(3, 120)
    assert str(POSITION) == DRAWN.strip()
    assert POSITION.fen() == "Q2N/1*x1/*2x"
    assert 'class="forbidden"' in POSITION._repr_svg_()


@st.composite
def positions(draw: st.DrawFn) -> rk.Position:
    board = draw(boards(most=20))
    board = rk.Board(board.rows, board.columns, holes=board.holes)
    what = st.sampled_from([None, None, MARK, *STANDARD])
    found = {square: draw(what) for square in board}
    fixed = {square: piece for square, piece in found.items() if piece not in (None, MARK)}
    return rk.Position(board, fixed, frozenset(square for square, piece in found.items() if piece == MARK))


@given(position=positions())
def test_random_positions_are_read_back(position: rk.Position) -> None:
    in_glyphs = draw(
        {**position.fixed, **dict.fromkeys(position.forbidden, MARK)}, position.board, glyphs, free="·", between=" "
    )
    for text in (str(position), position.fen(), in_glyphs):
        assert rk.read_board(text) == position


def test_read_board_with_given_pieces() -> None:
    gnu, griffin = (rk.Piece.from_betza(name, betza, symbol="G") for name, betza in (("gnu", "NC"), ("griffin", "FR")))
    assert rk.read_board("G.", [gnu]).fixed == {(0, 0): gnu}
    with pytest.raises(rk.BadInput, match="line 1, column 1: 'G' is the symbol of several pieces: gnu, griffin"):
        rk.read_board("G.", [gnu, griffin])


def test_signs_with_two_meanings_are_pieces_where_a_piece_has_them() -> None:
    ox = rk.Piece.from_betza("ox", "NC", symbol="O")
    assert rk.read_board("O_\n..", [ox]).fixed == {(0, 0): ox}
    with pytest.raises(rk.BadInput, match="K is a king to us, and to others any piece; the pieces here are O"):
        rk.read_board("K.\n..", [ox])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "line 1, column 1: "),
        ("..\n...", "line 2, column 3: row 2 has 3 squares"),
        ("..\n.?", "line 2, column 2: '?'"),
        (". .\n. j", "line 2, column 3: 'j'"),
        ("..\n.*", "line 2, column 2: * is a hole to some and a reserved square to others"),
        ("..\n.+", "line 2, column 2: + is a free square to some and a piece to others"),
        ("..\n.0", "line 2, column 2: 0 is a free square to some"),
        ("..\n.1", "line 2, column 2: 1 is a piece or a wall to some"),
        ("..\n.o", "line 2, column 2: o is a free square to some and a piece to others"),
        ("..\n.X", "line 2, column 2: X is a forbidden square (x) to some"),
        ("8/3P4", "line 1, column 4: 'P' is a pawn"),
        ("8//8", "line 1, column 3: a row without squares"),
        ("3/0Q2", "line 1, column 3: 0 blanks"),
        ("9999999/9999999", "a board of 2x9999999 has 19,999,998 squares"),
    ],
)
def test_bad_drawing_is_refused_with_line_and_column(text: str, said: str) -> None:
    with pytest.raises(rk.BadInput) as refused:
        rk.read_board(text)
    assert str(refused.value).startswith(said)
