"""Hitting sets: the fewest vertices that meet every set of a hypergraph; in a graph, a vertex cover."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rookery.models.errors import BadInput
from rookery.models.graphs.graph import Graph
from rookery.models.ground.protocol import Ground
from rookery.models.model import AtLeast, Minimize
from rookery.models.pieces.piece import Piece
from rookery.models.problem import Problem, Statement
from rookery.models.problems.family import Family, Places, Wording, declares
from rookery.models.problems.shared.layout import Demanded, Given, lay_out
from rookery.models.problems.wording import a_board, name_pieces
from rookery.models.referee.faults import Fault, Rules, faults
from rookery.models.referee.rules import Holds, Number, Rule
from rookery.models.referee.walking import Pieces


@dataclass(frozen=True, slots=True)
class Hitting(Rule):
    """Each set holds a vertex with a piece."""


@faults.register
def _of_hits(rule: Hitting, pieces: Pieces, board: Ground, rules: Rules) -> Iterator[str]:
    assert isinstance(board, Graph)
    taken = {place[0] for place in pieces}
    for each in board.sets:
        if taken.isdisjoint(each):
            yield Fault(f"nothing stands in the set {' '.join(map(str, each))}", *map(board.place, each))


def _describe(asked: Statement) -> Wording:
    pieces = name_pieces(asked)
    return Wording(f"hitting set by {pieces}", f"Fewest {pieces} that meet every set of {a_board(asked.board)}")


@declares(
    Family(
        "hitting-set",
        "Meet every set of a hypergraph, or every edge of a graph, with the fewest vertices.",
        Places(),
        describe=_describe,
        label="hitting set",
        example="--graph sets.hgr",
    )
)
def hitting_set(piece: Piece, board: Ground, fixed: Given = (), forbidden: Iterable[tuple[int, int]] = ()) -> Problem:
    """Ask for the fewest guards such that each set of a hypergraph holds one: a minimum hitting set.

    The sets of a graph are its edges, so that this is a minimum vertex cover. A hitting set of `hypergraph.dual()` is
    a minimum set cover. There is no solution where a set is empty, or all its vertices are forbidden.

    Raises `BadInput` for other grounds than graphs, and givens as in `domination`.
    """
    if not isinstance(board, Graph):
        raise BadInput(f"{board.phrase} has no sets to be hit; give a graph or a hypergraph")
    layout = lay_out(board, (piece,), fixed, forbidden)
    rules: Demanded = {Holds(piece): (), Hitting(): [AtLeast(1, each) for each in board.numbered_sets()]}
    return layout.problem(rules, (), Minimize(range(layout.size)), Number())
