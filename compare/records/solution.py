"""Solutions as records hold them, and the placements that they stand for."""

from typing import Any

from rookery.models import BadInput, Placement, Problem

Solution = tuple[tuple[Any, ...], ...]  # a piece by its name, and the numbers or the name of its cell


def placement_of(problem: Problem, solution: Solution) -> Placement:
    """The placement of a solution; raises `BadInput` for pieces and squares that the problem does not have."""
    pieces = {piece.name: piece for piece in problem.pieces}
    place = problem.board.place
    for name, *cell in solution:
        if name not in pieces:
            raise BadInput(f"a solution holds a {name} on {place(*cell)}, which is not a piece of this problem")
    return Placement(problem.board, {place(*cell): pieces[name] for name, *cell in solution})


def solution_of(placement: Placement) -> Solution:
    """The solution of a placement, in the order of its squares."""
    return tuple((piece.name, *square) for square, piece in placement.items())
