"""Drawings of boards as text, and placements as values."""

import pytest

from rookery.models import BadInput, Board, Piece, Placement, Square
from rookery.models.drawing.text import draw, glyphs, number_squares, side_by_side
from rookery.models.pieces.piece import AMAZON, KNIGHT, QUEEN, WAZIR

HOLED = Board(2, 3, holes=[(0, 1)])
MIXED = {Square(0, 0): QUEEN, Square(1, 2): KNIGHT}


def test_drawing_has_a_line_for_each_row() -> None:
    assert draw(MIXED, HOLED) == "Q#.\n..N"


def test_signs_of_a_drawing() -> None:
    assert draw(MIXED, HOLED, glyphs, free="·", hole=" ", between=" ") == "♕   ·\n· · ♘"
    assert draw(MIXED, HOLED, lambda piece: piece.name[0]) == "q#.\n..k"


@pytest.mark.parametrize(("piece", "sign"), [(QUEEN, "♕"), (AMAZON, "\U0001fa4e"), (WAZIR, "W")], ids=str)
def test_glyphs_fall_back_to_letters(piece: Piece, sign: str) -> None:
    assert glyphs(piece) == sign


def test_two_pieces_with_one_symbol_get_different_letters() -> None:
    gnu, griffin = (Piece(name, "G", rides=()) for name in ("gnu", "griffin"))
    both = Placement(Board(1, 3), {(0, 0): gnu, (0, 2): griffin})
    assert str(both) == f"{both:unicode}".replace("·", ".").replace(" ", "") == "G.R"
    assert both.svg().count(">R</text>") == both.svg().count(">G</text>") == 1
    assert str(Placement(Board(1, 2), {(0, 1): griffin})) == ".G"


@pytest.mark.parametrize(
    ("width", "text"),
    [(80, "ab   ef   ij\ncd   gh   kl"), (7, "ab   ef\ncd   gh\n\nij\nkl"), (1, "ab\ncd\n\nef\ngh\n\nij\nkl")],
)
def test_drawings_stand_side_by_side(width: int, text: str) -> None:
    assert side_by_side(["ab\ncd", "ef\ngh", "ij\nkl"], width=width) == text
    # Vertices of a graph are drawn in as many lines as they need; a drawing without any is left out.
    assert side_by_side(["ab\nc", "d", "", "ef\ngh\ni"]) == "ab   d   ef\nc        gh\n         i"


def test_rows_and_columns_are_numbered_from_0() -> None:
    assert number_squares(draw(MIXED, HOLED), 3) == "  012\n0 Q#.\n1 ..N"
    assert number_squares(draw(MIXED, HOLED, between=" "), 3) == "  0 1 2\n0 Q # .\n1 . . N"
    assert number_squares("." * 11, 11) == "            1\n  01234567890\n0 ..........."
    assert number_squares(".\n" * 10 + ".", 1).split("\n")[::10] == ["   0", " 9 ."]


def test_equality_of_placements() -> None:
    one = Placement(Board(3), {(2, 0): QUEEN, (0, 1): QUEEN})
    assert one == Placement.of(QUEEN, [(0, 1), (2, 0)], Board(3))
    assert len({one, Placement.of(QUEEN, [(0, 1), (2, 0)], Board(3)), Placement(Board(3), {})}) == 2
    assert one != Placement.of(QUEEN, [(0, 1), (2, 0)], Board(4))
    assert list(one) == [(0, 1), (2, 0)]  # in the order of the board
    assert (1, 1) not in one
    assert one != dict(one)
    assert repr(one) == "Placement(Board(3, 3), {(0, 1): queen, (2, 0): queen})"


@pytest.mark.parametrize("square", [(3, 0), (0, -1), (1, 1)])
def test_placements_stay_on_the_board(square: tuple[int, int]) -> None:
    with pytest.raises(BadInput, match="is a hole of the board" if square == (1, 1) else "lies off the board"):
        Placement(Board(3, holes=[(1, 1)]), {square: QUEEN})
