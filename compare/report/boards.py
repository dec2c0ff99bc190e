"""Boards of a page: what its script draws them from, and the first ones drawn for readers without scripts."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from typing import Any, NamedTuple

from markupsafe import Markup, escape

from rookery.compare.records.record import Solution
from rookery.models import BadInput, Piece
from rookery.models.boards.ground import Rectangle
from rookery.models.pieces.sources import PieceSources
from rookery.models.problems.plain import board_from_plain, has_squares, read_statement
from rookery.models.problems.registry import FAMILIES


class Shape(NamedTuple):
    """A board's sides, its holes, the squares whose piece is given, and whether it is a torus."""

    rows: int
    columns: int
    holes: tuple[tuple[int, int], ...] = ()
    given: tuple[tuple[int, int], ...] = ()
    torus: bool = False


def shape(problem: Mapping[str, Any], size: int) -> Shape:
    """The board of a plain problem; a square of the record's size where the problem does not say.

    Of a board of hexagons it is the slanted rectangle around it. Levels lie side by side, a column of holes between.
    """
    sides = problem.get("board", (size, size))
    given = tuple(lay_flat(problem, square) for _, *square in problem.get("fixed", ()))
    if len(sides) > 2:
        levels, rows, columns = sides
        gaps = (level * (columns + 1) + columns for level in range(levels - 1))
        return Shape(rows, levels * (columns + 1) - 1, tuple(product(range(rows), gaps)), given)
    holes = tuple((row, column) for row, column in problem.get("holes", ()))
    if "ground" in problem and isinstance(board := board_from_plain(problem), Rectangle):
        holes = tuple((hole.row, hole.column) for hole in sorted(board.holes))
    return Shape(int(sides[0]), int(sides[1]), holes, given, bool(problem.get("torus")))


def is_flat(problem: Mapping[str, Any]) -> bool:
    """Return whether the cells of a plain problem are drawn as squares, those of several levels side by side."""
    return has_squares(problem) or len(problem["board"]) > 2


def lay_flat(problem: Mapping[str, Any], square: Sequence[int]) -> tuple[int, int]:
    """The position of a square in a drawing."""
    if len(square) > 2:
        level, row, column = square
        return row, level * (problem["board"][2] + 1) + column
    return square[0], square[1]


def symbol(name: str, problem: Mapping[str, Any]) -> str:
    """The drawing of a piece: its chess symbol, its letter, or the first letter of its name."""
    for each in problem.get("pieces", ()):
        if each.get("piece") == name and "symbol" in each:
            return str(each["symbol"])
    try:
        known = _derived_pieces(problem).get(name) or PieceSources().piece(name)
    except BadInput:
        return name[:1].upper()
    # Few fonts have the fairy pieces that Unicode added late.
    return known.glyph if known.glyph and ord(known.glyph) < 0x10000 else known.symbol


def _derived_pieces(problem: Mapping[str, Any]) -> dict[str, Piece]:
    """The pieces that stand on the board, which a problem may make of those that it names; none of a family unknown."""
    if problem.get("family") not in FAMILIES:
        return {}
    return {piece.name: piece for piece in FAMILIES[problem["family"]].standing(read_statement(problem))}


def draw_board(on: Shape, pieces: Iterable[tuple[str, int, int]], text: str) -> Markup:
    """A board as SVG; `pieces` hold symbols in place of names. The page's script draws the same."""
    holes = set(on.holes)
    dark = "".join(
        f"M{column} {row}h1v1h-1z"
        for row in range(on.rows)
        for column in range(on.columns)
        if (row + column) % 2 and (row, column) not in holes
    )
    cut = "".join(f"M{column} {row}h1v1h-1z" for row, column in on.holes)
    fixed = "".join(f"M{column + 0.06} {row + 0.06}h.88v.88h-.88z" for row, column in on.given)
    texts = "".join(f'<text x="{column + 0.5}" y="{row + 0.82}">{escape(sign)}</text>' for sign, row, column in pieces)
    return Markup(
        f'<svg class="board" viewBox="0 0 {on.columns} {on.rows}" role="img" aria-label="{escape(text)}">'
        f'<rect class="light" width="{on.columns}" height="{on.rows}"/><path class="dark" d="{dark}"/>'
        f'<path class="hole" d="{cut}"/><path class="given" d="{fixed}"/>{texts}</svg>'
    )


def draw_solution(problem: Mapping[str, Any], size: int, pieces: Solution) -> Markup:
    """The board of one solution; where its cells lie nowhere, their names."""
    if not is_flat(problem):
        return Markup(f"<p>{escape(' '.join(str(cell[-1]) for cell in pieces))}</p>")
    signs = [(symbol(name, problem), *lay_flat(problem, square)) for name, *square in pieces]
    text = "pieces on " + " ".join(",".join(map(str, square)) for _, *square in pieces)
    return draw_board(shape(problem, size), signs, text)
