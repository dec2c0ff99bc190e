"""Solutions as records hold them, and the placements that they stand for."""

from rookery.models import BadInput, Placement, Problem, Square

Solution = tuple[tuple[str, int, int], ...]


def placement_of(problem: Problem, solution: Solution) -> Placement:
    """The placement of a solution; raises `BadInput` for pieces and squares that the problem does not have."""
    pieces = {piece.name: piece for piece in problem.pieces}
    for name, row, column in solution:
        if name not in pieces:
            raise BadInput(f"a solution holds a {name} on {row},{column}, which is not a piece of this problem")
    return Placement(problem.board, {Square(row, column): pieces[name] for name, row, column in solution})


def solution_of(placement: Placement) -> Solution:
    """The solution of a placement, in the order of its squares."""
    return tuple((piece.name, *square) for square, piece in placement.items())
