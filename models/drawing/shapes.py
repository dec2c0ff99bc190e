"""Boards of hexagons and of three dimensions, drawn as text and as SVG."""

from collections.abc import Callable, Mapping

from rookery.models.drawing.arrows import CELL
from rookery.models.drawing.svg import NONE, Marks
from rookery.models.drawing.text import FREE, letters, side_by_side
from rookery.models.drawing.tiles import HEXAGON_TILE, SQUARE_TILE, Tile, draw_tiles
from rookery.models.ground.protocol import Ground, Place
from rookery.models.ground.rectangle import Rectangle
from rookery.models.pieces.piece import Piece

SPACED = "·"  # a free cell where chess symbols stand, with room between them
STRIDE = CELL * 0.866  # from one row of hexagons to the next

Pieces = Mapping[Place, Piece]
Symbol = Callable[[Piece], str]


def draw_hexagon_signs(board: Rectangle, pieces: Pieces, symbol: Symbol = letters, spaced: bool = False) -> str:
    """A board of hexagons as one line a row, each half a cell further to the right than the one above."""
    lines = [[" "] * (2 * board.columns + board.rows) for _ in range(board.rows)]
    for cell in board:
        free = SPACED if spaced else FREE
        lines[cell.row][2 * cell.column + cell.row] = symbol(pieces[cell]) if cell in pieces else free
    left = min(2 * cell.column + cell.row for cell in board)
    return "\n".join("".join(line[left:]).rstrip() for line in lines)


def draw_hexagons(board: Rectangle, pieces: Pieces, marks: Marks = NONE) -> str:
    """A board of hexagons in three colours: a bishop keeps to one of them."""
    tiles = {
        cell: Tile(CELL * cell.column + CELL / 2 * cell.row, STRIDE * cell.row, (cell.row - cell.column) % 3)
        for cell in board
    }
    return draw_tiles(tiles, HEXAGON_TILE, board.phrase, pieces, marks)


def draw_level_signs(board: Ground, pieces: Pieces, symbol: Symbol = letters, spaced: bool = False) -> str:
    """The levels of a board side by side, the first one on the left, each as one line a row."""
    free, between = (SPACED, " ") if spaced else (FREE, "")
    levels: dict[int, dict[int, list[str]]] = {}
    for cell in board:
        row = levels.setdefault(cell.level, {}).setdefault(cell.row, [])
        row.append(symbol(pieces[cell]) if cell in pieces else free)
    return side_by_side(["\n".join(map(between.join, rows.values())) for rows in levels.values()])


def draw_levels(board: Ground, pieces: Pieces, marks: Marks = NONE) -> str:
    """The levels of a board side by side, the first one on the left."""
    wide = CELL * (2 + max(cell.column for cell in board))
    tiles = {cell: Tile(wide * cell.level + CELL * cell.column, CELL * cell.row, sum(cell) % 2) for cell in board}
    return draw_tiles(tiles, SQUARE_TILE, board.phrase, pieces, marks)
