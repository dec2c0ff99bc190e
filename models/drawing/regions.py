"""Boards of regions drawn as text and as SVG: borders between regions, and colours that a colour-blind person tells.

The colours are those of Paul Tol's "light" scheme (personal.sron.nl/~pault), made for areas under black signs;
neighbours get different ones as long as there are enough, and borders say the same without colour.
"""

from collections import Counter
from collections.abc import Iterator, Mapping

from rookery.models.boards.board import Board, Square
from rookery.models.boards.regions import RegionBoard
from rookery.models.drawing.svg import CELL, COLOURS, INK, Marks, draw_holes, draw_svg, fill_squares
from rookery.models.drawing.text import FREE, HOLE, Pieces, Symbol, letters, list_coordinates
from rookery.models.pieces.piece import Piece

# A sign for the borders that meet at a corner: above counts 1, below 2, left 4, right 8
LINES = " ╵╷│╴┘┐┤╶└┌├─┴┬┼"
PLAIN_LINES = " |||-+++-+++-+++"
WIDE = 4  # signs of a square across, with its left border
BORDER = 3  # width of a line between regions


def draw_regions(board: RegionBoard, pieces: Mapping[Square, Piece], marks: Marks) -> str:
    """Draw a board of regions as SVG: a colour a region, thin lines between squares, thick ones between regions."""
    colours = choose_colours(board)
    painted = [fill_squares(squares, colours[sign]) for sign, squares in board.regions.items()]
    thin, thick = list[str](), list[str]()
    for row in range(board.rows + 1):
        for column in range(board.columns + 1):
            here, left, above = (_sign(board, row - up, column - back) for up, back in ((0, 0), (0, 1), (1, 0)))
            # lines at the edge of the board lie inside it, so that their whole width is seen
            inside_x = min(max(column * CELL, BORDER / 2), board.columns * CELL - BORDER / 2)
            inside_y = min(max(row * CELL, BORDER / 2), board.rows * CELL - BORDER / 2)
            for other, line, x, y in ((left, "v", inside_x, row * CELL), (above, "h", column * CELL, inside_y)):
                edge = f"M{x:g} {y:g}{line}{CELL}"
                if here != other:
                    thick.append(edge)
                elif here:
                    thin.append(edge)
    stroke = f'fill="none" stroke="{INK}" stroke-linecap="square"'
    lines = (
        f'<path class="squares" d="{"".join(thin)}" {stroke} stroke-opacity=".35"/>',
        f'<path class="borders" d="{"".join(thick)}" {stroke} stroke-width="{BORDER}"/>',
    )
    return draw_svg(pieces, board, marks, (*painted, *draw_holes(board), *lines))


def draw_regions_text(board: RegionBoard, pieces: Pieces, symbol: Symbol = letters, spaced: bool = False) -> str:
    """Draw a board of regions with a border around each, in signs that any terminal has unless it is `spaced`."""
    lines = []
    for row in range(board.rows + 1):
        across, squares = "", ""
        for column in range(board.columns + 1):
            here, left, above, corner = (
                _sign(board, row - up, column - back) for up, back in ((0, 0), (0, 1), (1, 0), (1, 1))
            )
            met = (corner != above) + 2 * (left != here) + 4 * (corner != left) + 8 * (above != here)
            across += (LINES if spaced else PLAIN_LINES)[met]
            across += (("─" if spaced else "-") if above != here else " ") * (WIDE - 1) * (column < board.columns)
            squares += (LINES if spaced else PLAIN_LINES)[3 if left != here else 0]
            if row < board.rows and column < board.columns:
                square = Square(row, column)
                piece = pieces.get(square)
                free = HOLE if square in board.holes else "·" if spaced else FREE
                squares += f" {symbol(piece) if piece else free} "
        lines += [across.rstrip(), squares.rstrip()]
    return "\n".join(lines[:-1])


def number_regions(drawing: str, board: Board, named: bool = False) -> str:
    """Return a drawing as text with its rows marked on the left, and its columns above."""
    rows, columns = list_coordinates(board.rows, board.columns, named)
    wide = max(map(len, rows))
    head = " " * (wide + 1) + "".join(f"{name:^{WIDE}}" for name in columns).rstrip()
    marks = (rows[at // 2] if at % 2 else "" for at in range(2 * board.rows + 1))
    return "\n".join(
        [head, *(f"{mark:>{wide}} {line}".rstrip() for mark, line in zip(marks, drawing.split("\n"), strict=True))]
    )


def choose_colours(board: RegionBoard) -> dict[str, str]:
    """Return a colour for each region: one that no neighbour has where possible, the least used of those."""
    near: dict[str, set[str]] = {sign: set() for sign in board.regions}
    for one, other in _list_neighbours(board):
        near[one].add(other)
        near[other].add(one)
    chosen: dict[str, str] = {}
    for sign in sorted(near, key=lambda each: -len(near[each])):
        taken, used = {chosen.get(other) for other in near[sign]}, Counter(chosen.values())
        chosen[sign] = min(COLOURS, key=lambda colour: (colour in taken, used[colour]))
    return chosen


def _list_neighbours(board: RegionBoard) -> Iterator[tuple[str, str]]:
    """Yield the pairs of regions that share the side or the corner of a square."""
    for row, column in board:
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
            pair = _sign(board, row, column), _sign(board, row + down, column + right)
            if pair[0] != pair[1] and board.regions.keys() >= set(pair):
                yield pair


def _sign(board: RegionBoard, row: int, column: int) -> str:
    """Return the sign of a square's region; empty for a hole and off the board."""
    return board.region((row, column)) if (row, column) in board else ""
