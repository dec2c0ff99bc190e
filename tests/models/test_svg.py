from xml.etree import ElementTree

import pytest

from rookery.models import Board, Piece, Placement, Square
from rookery.models.pieces import QUEEN, WAZIR
from rookery.models.svg import CELL, draw_svg

SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize(
    ("board", "pieces"),
    [
        (Board(8), {(0, 0): QUEEN, (4, 7): WAZIR}),
        (Board(2, 5, holes=[(1, 1)]), {(1, 2): QUEEN}),
        (Board(3, torus=True), {}),
        (Board(1, holes=[(0, 0)]), {}),
    ],
    ids=str,
)
def test_a_board_is_well_formed_xml(board: Board, pieces: dict[tuple[int, int], Piece]) -> None:
    placed = Placement(board, pieces)
    root = ElementTree.fromstring(draw_svg(placed, board))
    assert root.tag == f"{SVG}svg"
    assert root.get("viewBox") == f"0 0 {board.columns * CELL} {board.rows * CELL}"
    assert len(root.findall(f"{SVG}rect")) == len(board)
    assert [text.text for text in root.iter(f"{SVG}text")] == [p.glyph or p.symbol for p in placed.values()]
    assert root.findtext(f"{SVG}title") == f"{len(pieces)} pieces on a board of {board}"


def test_pieces_stand_in_the_middle_of_their_square() -> None:
    root = ElementTree.fromstring(draw_svg({Square(1, 2): QUEEN}, Board(3)))
    text = root.find(f".//{SVG}text")
    assert text is not None
    assert (text.get("x"), text.get("y")) == (str(2 * CELL + CELL // 2), str(CELL + CELL // 2))


def test_neighbouring_squares_differ_in_colour() -> None:
    fills = [rect.get("fill") for rect in ElementTree.fromstring(draw_svg({}, Board(3))).iter(f"{SVG}rect")]
    assert all(fills[at] != fills[at + 3] for at in range(6))
    assert fills[0] != fills[1] == fills[3]


def test_text_is_escaped() -> None:
    odd = Piece("odd", "O", leaps=[(1, 0)], glyph="<&>")
    root = ElementTree.fromstring(draw_svg({Square(0, 0): odd}, Board(1)))
    assert root.findtext(f".//{SVG}text") == "<&>"


def test_notebooks_show_the_picture() -> None:
    placed = Placement(Board(2), {(0, 0): QUEEN})
    assert placed._repr_svg_() == draw_svg(placed, placed.board)
