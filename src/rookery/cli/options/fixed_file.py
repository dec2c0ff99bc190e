"""Fixed squares read from a file, in the format of the online judge's problem AOJ ALDS1_13_A."""

from rookery.cli.options.text_file import read_text, shown_as
from rookery.models import BadInput, Square
from rookery.models.boards.ground import Ground, Rectangle
from rookery.models.reading.typed import NUMBER, quote

Row = tuple[int, list[int]]


def read_fixed_file(name: str, board: Ground) -> list[Square]:
    """The fixed squares of a file: k, then k lines `row column`; the name `-` is standard input.

    White space around numbers and empty lines are tolerated. Raises `BadInput` naming the line that is wrong.
    """
    if not isinstance(board, Rectangle):
        raise BadInput(f"--fixed-file names squares by rows and columns; {board.phrase} has none: give each by --fix")
    shown = shown_as(name)
    lines = read_text(name).splitlines()
    rows = [(at, row) for at, line in enumerate(lines, start=1) if (row := _numbers(line, f"{shown}, line {at}"))]
    if not rows or len(rows[0][1]) != 1:
        at = rows[0][0] if rows else 1
        raise BadInput(f"{shown}, line {at}: expected one number, how many squares follow")
    (_, (wanted,)), listed = rows[0], rows[1:]
    if len(listed) > wanted:
        raise BadInput(f"{shown}, line {listed[wanted][0]}: more squares than the {wanted} that line {rows[0][0]} says")
    squares = _squares(listed, board, shown)
    if len(listed) < wanted:
        after = rows[-1][0] + 1
        raise BadInput(f"{shown}, line {after}: the input ends after {len(listed)} of {wanted} squares")
    return squares


def _numbers(line: str, where: str) -> list[int]:
    for word in line.split():
        if not NUMBER.fullmatch(word):
            raise BadInput(f"{where}: {quote(word)} is not a whole number of at least 0")
    return list(map(int, line.split()))


def _squares(rows: list[Row], board: Rectangle, shown: str) -> list[Square]:
    found: dict[Square, int] = {}
    for at, row in rows:
        if len(row) != 2:
            raise BadInput(f"{shown}, line {at}: expected two numbers, row and column, found {len(row)}")
        square = Square(*row)
        if square not in board:
            raise BadInput(f"{shown}, line {at}: {board.refusal(square)}; rows and columns start at 0")
        if square in found:
            raise BadInput(f"{shown}, line {at}: square {square} is given twice, first in line {found[square]}")
        found[square] = at
    return list(found)
