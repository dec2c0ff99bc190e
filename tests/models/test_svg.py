"""Boards as pictures: well-formed, complete, with the marks where they belong; as PNG through an optional renderer."""

import re
import sys
from struct import unpack
from xml.etree import ElementTree

import pytest

from rookery.models import BadInput, Board, Piece, Placement, Square
from rookery.models.drawing.svg import CELL, DARK, LIGHT, MARGIN, NONE, ZOOM, Marks, draw_svg, png
from rookery.models.pieces.piece import KNIGHT, QUEEN, ROOK, STANDARD, WAZIR

SVG = "{http://www.w3.org/2000/svg}"
LANCE = Piece.from_betza("lance", "fR", symbol="L")
SUBPATH = re.compile(r"M(-?[0-9.]+) (-?[0-9.]+)")


def drawn(pieces: dict[Square, Piece], board: Board, marks: Marks | None = None) -> ElementTree.Element:
    return ElementTree.fromstring(draw_svg(pieces, board, marks or NONE))


def squares(path: ElementTree.Element, inset: int = 0) -> set[Square]:
    """The squares whose corners a path begins its parts in."""
    corners = [(int(x) - inset, int(y) - inset) for x, y in SUBPATH.findall(str(path.get("d")))]
    assert len(set(corners)) == len(corners)
    assert all(x % CELL == y % CELL == 0 for x, y in corners)
    return {Square(y // CELL, x // CELL) for x, y in corners}


def marked(root: ElementTree.Element, name: str) -> list[ElementTree.Element]:
    return [each for each in root.iter() if each.get("class") == name]


@pytest.mark.parametrize("board", [Board(8), Board(2, 8, holes=[(1, 1)])], ids=str)
def test_svg_shows_squares_and_pieces(board: Board) -> None:
    placed = Placement(board, {(0, 0): QUEEN, (1, 7): WAZIR})
    root = drawn(dict(placed), board)
    assert root.tag == f"{SVG}svg"
    assert root.get("viewBox") == f"0 0 {board.columns * CELL} {board.rows * CELL}"
    assert root.findtext(f"{SVG}title") == f"2 pieces on a board of {board}"
    assert [each.findtext(f"{SVG}title") for each in marked(root, "piece")] == [
        f"{p} on {board.label(s)}" for s, p in placed.items()
    ]
    light, dark = (path for path in root.iter(f"{SVG}path") if path.get("fill") in (LIGHT, DARK))
    assert squares(light) == {s for s in board if (s.row + s.column) % 2 == 0}
    assert squares(dark) == {s for s in board if (s.row + s.column) % 2}
    assert len(marked(root, "holes")) == bool(board.holes)


def test_svg_of_other_pieces_is_a_letter_or_glyph() -> None:
    for piece in STANDARD:
        orthodox = piece.glyph and piece.glyph < "\U00010000"  # needs no font
        text = drawn({Square(0, 0): piece}, Board(1)).findtext(f".//{SVG}text")
        assert text == (None if orthodox else piece.symbol)
    odd = Piece("odd", "O", leaps=[(1, 0)], glyph="<&>")
    assert drawn({Square(0, 0): odd}, Board(1)).findtext(f".//{SVG}text") == "<&>"


def test_svg_coordinates_and_marks() -> None:
    shown = Marks(coordinates=True, attacked={Square(0, 1), Square(2, 2)}, forbidden={Square(1, 0)})
    root = drawn({}, Board(3), shown)
    (numbers,), (attacked,), (forbidden,) = (marked(root, name) for name in ("coordinates", "attacked", "forbidden"))
    assert root.get("viewBox") == f"{-MARGIN} {-MARGIN} {3 * CELL + MARGIN} {3 * CELL + MARGIN}"
    assert [text.text for text in numbers] == ["0", "1", "2"] * 2
    assert squares(attacked) == {(0, 1), (2, 2)}
    assert squares(forbidden, inset=12) == {(1, 0)}


def arrows(placed: Placement) -> list[list[tuple[float, float]]]:
    """The outline of each arrow as points in squares."""
    paths = marked(ElementTree.fromstring(placed.svg(conflicts=True)), "conflict")
    numbers = [re.findall(r"-?[0-9.]+", str(path.get("d"))) for path in paths]
    return [[(float(y) / CELL, float(x) / CELL) for x, y in zip(n[::2], n[1::2], strict=True)] for n in numbers]


def test_svg_arrow_has_two_heads_for_a_mutual_attack() -> None:
    """An arrow with one head has 7 corners, one with two heads 10; it lies between the two squares."""
    (mutual,) = arrows(Placement(Board(4), {(0, 0): ROOK, (0, 3): ROOK}))
    (alone,) = arrows(Placement(Board(4), {(3, 1): LANCE, (0, 1): KNIGHT}))
    assert (len(mutual), len(alone)) == (10, 7)
    assert all(0.2 < row < 0.8 and 0.7 < column < 3.3 for row, column in mutual)
    assert all(0.7 < row < 3.3 and 1.2 < column < 1.8 for row, column in alone)
    tip = min(alone)
    assert tip[1] == 1.5, "the lance attacks upwards"
    assert arrows(Placement(Board(4), {(0, 0): ROOK, (1, 2): ROOK})) == []
    rooks = {(2, 0): ROOK, (2, 4): ROOK}
    assert arrows(Placement(Board(5, torus=True), rooks)) == arrows(Placement(Board(5), rooks))


def test_png_of_a_picture() -> None:
    picture = png(draw_svg({Square(0, 0): QUEEN}, Board(2, 3)))
    assert picture.startswith(b"\x89PNG\r\n\x1a\n")
    assert unpack(">II", picture[16:24]) == (3 * CELL * ZOOM, 2 * CELL * ZOOM)


def test_png_needs_its_renderer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(BadInput, match=r"needs resvg-py: pip install 'rookery-cp\[png\]'"):
        png("<svg/>")
