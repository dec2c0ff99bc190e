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
    "text",
    [
        DRAWN,
        DRAWN.replace("\n", "  \r\n"),
        "Q . . N\n. # x .\n# . . x",
        "♕ · · ♘\n· # × ·\n# · · ×",
        "Q2N/1*x1/*2x",
        "q2n/1#x1/#2x w - - 0 1",
        "\n  Q2N/1*x1/*2x  \n",
    ],
)
def test_a_text_is_a_position(text: str) -> None:
    assert rk.read_board(text) == POSITION


def test_a_position_is_drawn_and_written_as_fen() -> None:
    assert str(POSITION) == DRAWN.strip()
    assert POSITION.fen() == "Q2N/1*x1/*2x"
    assert 'class="forbidden"' in POSITION._repr_svg_()


def test_blanks_of_several_digits() -> None:
    read = rk.read_board("10/4Q5/" + "/".join(["10"] * 8))
    assert (read.board, read.fixed) == (rk.Board(10), {(1, 4): rk.QUEEN})
    assert rk.read_board("/".join(["120"] * 2)).board == rk.Board(2, 120)
    assert rk.read_board("2.").board == rk.Board(1, 3)


def test_a_torus_is_said_beside_the_text() -> None:
    assert rk.read_board("..\n..", torus=True).board == rk.Board(2, torus=True)


@st.composite
def positions(draw: st.DrawFn) -> rk.Position:
    board = draw(boards(most=20))
    board = rk.Board(board.rows, board.columns, holes=board.holes)
    what = st.sampled_from([None, None, MARK, *STANDARD])
    found = {square: draw(what) for square in board}
    fixed = {square: piece for square, piece in found.items() if piece not in (None, MARK)}
    return rk.Position(board, fixed, frozenset(square for square, piece in found.items() if piece == MARK))


@given(position=positions())
def test_there_and_back(position: rk.Position) -> None:
    in_glyphs = draw(
        {**position.fixed, **dict.fromkeys(position.forbidden, MARK)}, position.board, glyphs, free="·", between=" "
    )
    for text in (str(position), position.fen(), in_glyphs):
        assert rk.read_board(text) == position


def test_symbols_are_those_of_the_pieces_that_are_given() -> None:
    gnu, griffin = (rk.Piece.from_betza(name, betza, symbol="G") for name, betza in (("gnu", "NC"), ("griffin", "FR")))
    assert rk.read_board("G.", [gnu]).fixed == {(0, 0): gnu}
    with pytest.raises(rk.BadInput, match="line 1, column 1: 'G' is the symbol of several pieces: gnu, griffin"):
        rk.read_board("G.", [gnu, griffin])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "line 1, column 1: the text draws no board, it is empty"),
        (" \n\n", "line 1, column 1: the text draws no board, it is empty"),
        ("..\n...", "line 2, column 3: row 2 has 3 squares, row 1 has 2; each needs as many"),
        ("\n..\n\n..", "line 3, column 1: row 2 has 0 squares, row 1 has 2; each needs as many"),
        ("..\n.?", "line 2, column 2: '?' is the symbol of no piece; expected . free, # hole, x forbidden, Q (queen)"),
        (". .\n. q", "line 2, column 3: 'q' is the symbol of no piece; expected . free"),
        ("..\n.2", "line 2, column 2: '2' counts blanks in FEN, whose rows stand in one line"),
        ("8/3P4", "line 1, column 4: 'P' is a pawn, and a piece here"),
        ("8/7", "line 1, column 3: row 2 has 7 squares, row 1 has 8"),
        ("8//8", "line 1, column 3: a row without squares"),
        ("3/0Q2", "line 1, column 3: 0 blanks; expected a number from 1 to 9,999,999"),
        ("3/123456789", "line 1, column 3: 1234567... blanks; expected a number from 1"),
        ("9999999/9999999", "a board of 2x9999999 has 19,999,998 squares; at most 4,000,000"),
    ],
)
def test_what_is_wrong_is_told_with_line_and_column(text: str, said: str) -> None:
    with pytest.raises(rk.BadInput) as refused:
        rk.read_board(text)
    assert str(refused.value).startswith(said)


def test_the_symmetries_are_those_that_keep_what_is_drawn() -> None:
    """A queen in the middle of 5x5 keeps all eight, a forbidden corner two, a hole beside the middle one."""
    for text, order in (("5/5/2Q2/5/5", 8), ("x4/5/2Q2/5/5", 2), ("x4/5/1*Q2/5/5", 1), ("5/5/1*Q2/5/5", 2)):
        read = rk.read_board(text)
        for problem in (
            rk.placement(rk.QUEEN, read.board, None, read.fixed, read.forbidden),
            rk.domination(rk.QUEEN, read.board, "plain", read.fixed, read.forbidden),
        ):
            assert len(problem.model.symmetries) == order
