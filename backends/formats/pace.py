"""Graphs of domination problems for the solvers of the PACE challenge: `p ds N M`, then one edge per line."""

from collections.abc import Iterator

from rookery.core.deadline import checking_deadline
from rookery.core.words import in_a_line
from rookery.models import BadInput, Model, Problem
from rookery.models.referee.walking import reach

EXPECTED = "pace writes the graph of a plain domination problem without fixed and forbidden squares"


def write_pace(problem: Problem | Model) -> Iterator[str]:
    """Yield the lines of the graph whose smallest dominating sets are those of the problem.

    Comments name the square of each vertex. Raises `BadInput` for other problems, and for a piece whose attacks are
    not mutual.
    """
    if not isinstance(problem, Problem) or (problem.asked or {}).get("family") != "domination":
        raise BadInput(EXPECTED)
    if {*(problem.asked or {})} - {"family", "piece", "board"} or any(
        problem.board.weigh(cell) != 1 for cell in problem.board
    ):
        raise BadInput(f"{problem.title}: {EXPECTED}")
    numbers = {cell: number for number, cell in enumerate(problem.board, start=1)}
    (piece,) = problem.pieces
    arcs = {
        (number, numbers[other])
        for cell, number in checking_deadline(numbers.items())
        for other in reach(piece, cell, problem.board)
        if other != cell
    }
    edges = sorted({(min(arc), max(arc)) for arc in arcs})
    if any(arc[::-1] not in arcs for arc in arcs):
        raise BadInput(f"{problem.title}: its attacks are not mutual, and PACE has no directed graphs")
    yield f"c {in_a_line(problem.title)}"
    for cell, number in numbers.items():
        yield f"c {number} = {in_a_line(problem.board.label(cell))}"
    yield f"p ds {len(numbers)} {len(edges)}"
    for one, other in edges:
        yield f"{one} {other}"
