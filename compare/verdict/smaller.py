"""Smaller boards with the same question, as plain data."""

from collections.abc import Iterator
from typing import Any

from rookery.models import BadInput
from rookery.models.problems.plain import Plain, declare_plain, is_plain_board

# The keys that list squares, each with the place of the row in an entry.
SQUARES = {"holes": 0, "forbidden": 0, "allowed": 0, "fixed": 1}


def smaller(problem: Plain) -> Iterator[dict[str, Any]]:
    """The same question on smaller boards, the smallest first, as far as it makes sense there."""
    if not is_plain_board(problem):
        return
    for less in range(min(problem["board"]) - 1, 0, -1):
        data = cut_board(problem, less)
        if _makes_sense(data):
            yield data


def cut_board(problem: Plain, less: int) -> dict[str, Any]:
    """The question on a board with fewer rows and columns; a count that is the board's side shrinks along."""
    rows, columns = problem["board"]
    height, width = rows - less, columns - less
    pieces = [each | {"count": height} if each["count"] == rows == columns else each for each in problem["pieces"]]
    squares = {
        key: [each for each in problem[key] if each[at] < height and each[at + 1] < width]
        for key, at in SQUARES.items()
        if key in problem
    }
    return {**problem, "board": [height, width], "pieces": pieces, **squares}


def _makes_sense(data: Plain) -> bool:
    try:
        declare_plain(data)
    except BadInput:
        return False
    return True
