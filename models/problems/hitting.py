"""Hitting sets: the fewest squares that meet every set of a ground; without sets, a vertex cover of its attacks."""

from collections.abc import Iterable

from rookery.core.deadline import checking_deadline
from rookery.models.boards.ground import Ground
from rookery.models.model.model import AtLeast, Minimize
from rookery.models.pieces.piece import Piece
from rookery.models.problem.problem import Problem, Statement
from rookery.models.problems.family import Family, Places, Wording, a_board, declares, name_pieces
from rookery.models.problems.shared.attacks import attack_edges, attacks
from rookery.models.problems.shared.auxiliary import refuse_large
from rookery.models.problems.shared.layout import Demanded, Given, lay_out
from rookery.models.referee.rules import Hitting, Holds, Number


def _describe(asked: Statement) -> Wording:
    pieces = name_pieces(asked)
    met = "attack" if asked.board.sets is None else "set"
    return Wording(f"hitting set by {pieces}", f"Fewest {pieces} that meet every {met} of {a_board(asked.board)}")


@declares(
    Family(
        "hitting-set",
        "Meet every set of a hypergraph, or every pair of squares that attack each other, with the fewest pieces"
        " (a minimum hitting set, or vertex cover).",
        Places(),
        describe=_describe,
        label="hitting set",
        example="--piece queen --board 5",
        formula="min |S| such that S ∩ E ≠ ∅ for each set E; without sets, E = {v, w} for all v in N(w)",
    )
)
def hitting_set(piece: Piece, board: Ground, fixed: Given = (), forbidden: Iterable[tuple[int, int]] = ()) -> Problem:
    """Ask for the fewest pieces such that one stands in each set of a hypergraph: a minimum hitting set.

    >>> import rookery as rk
    >>> rk.solve(rk.hitting_set("knight", 5)).objective
    12

    On other boards the sets are the pairs of squares of which one attacks the other, the edges of the attack graph, so
    this is a minimum vertex cover of it: the remaining squares are a largest set without an attack. A hitting set of
    `hypergraph.dual()` is a minimum set cover. There is no solution where all of a set is forbidden, or a set is empty.

    Raises `BadInput` for givens as in `domination`.
    """
    layout = lay_out(board, (piece,), fixed, forbidden)
    given = board.numbered_sets()
    if given is None:
        refuse_large(sum(map(len, attacks(piece, board))), board)
    sets = attack_edges(piece, board) if given is None else given
    rules: Demanded = {Holds(piece): (), Hitting(): [AtLeast(1, each) for each in checking_deadline(sets)]}
    return layout.problem(rules, (), Minimize(range(layout.size)), Number())
