"""Coverage: a given number of pieces that attack or occupy the most squares, or the fewest."""

from collections.abc import Iterable, Mapping

from rookery.core.deadline import checking_deadline
from rookery.core.errors import BadInput
from rookery.core.words import amount, join_words
from rookery.models.boards.base import AbstractBoard
from rookery.models.model.constraints import AtMost, Literal
from rookery.models.model.model import Maximize, Minimize
from rookery.models.pieces.piece import Piece
from rookery.models.problem.problem import Problem, Statement
from rookery.models.problems.family import COUNT, Family, Places, Wording, a_board, capitalize, declares
from rookery.models.problems.parameters import choose_among
from rookery.models.problems.placement import check_counts, count_pieces, name_counts
from rookery.models.problems.places import Several
from rookery.models.problems.shared.attacks import attackers
from rookery.models.problems.shared.auxiliary import Definitions, refuse_large
from rookery.models.problems.shared.layout import Demanded, Given, Layout, lay_out
from rookery.models.referee.rules import Covered, Holds, Peaceful

KINDS = ("plain", "independent")
KIND = choose_among(
    "kind",
    KINDS,
    "kind of coverage",
    "plain: pieces may attack each other; independent: no piece attacks another.",
)
GOALS = ("most", "fewest")
GOAL = choose_among(
    "goal",
    GOALS,
    "goal",
    "most: as many squares as possible are attacked or occupied; fewest: as few.",
)


def _describe_coverage(asked: Statement) -> Wording:
    apart = "non-attacking " * (asked.parameters["kind"] == "independent")
    named = (amount(str(count), f"{apart}{piece}", f"{apart}{piece.plural}") for piece, count in asked.pieces)
    pieces = join_words([*named])
    phrase = f"{asked.parameters['goal']} squares attacked or occupied by {pieces}"
    return Wording(phrase, capitalize(f"{phrase} on {a_board(asked.board)}"))


@declares(
    Family(
        "coverage",
        "Place given numbers of pieces so that as many squares as possible, or as few, are attacked or occupied.",
        Places(COUNT, Several.PERHAPS, counted=True),
        (KIND, GOAL),
        _describe_coverage,
        example="--piece queen --count 4 --board 8 --kind independent",
        oeis=("A376732", "A274947", "A279403", "A001366", "A342151"),
        formula="max, or min, Σ w(v) over the squares v with S ∩ N[v] ≠ ∅, such that |S| = k (independent: also no s, t"
        " in S have s in N(t))",
    )
)
def coverage(
    pieces: Piece | Mapping[Piece, int | None],
    board: AbstractBoard,
    count: int | None = None,
    kind: str = "plain",
    goal: str = "most",
    fixed: Given = (),
    forbidden: Iterable[tuple[int, int]] = (),
) -> Problem:
    """Ask for given numbers of pieces that attack or occupy as many squares as possible, or as few.

    One piece with its `count`, or a mapping from pieces to their counts.

    >>> import rookery as rk
    >>> [rk.solve(rk.coverage("queen", 8, count=k, kind="independent")).objective for k in (1, 2, 3)]
    [28, 44, 55]

    k queens of which none attacks another: OEIS A376732 (8x8: 28, 44, 55, 62, 64 for k = 1 to 5); k queens that attack
    the fewest: A274947; on a torus n^2 less A279403. The squares that the fewest leave unattacked are the most that k
    pieces can: n queens on n x n leave n^2 less the objective, A001366 (0, 0, 0, 1, 3, 5, 7, 11 for n = 1 to 8), and k
    queens on 8x8 64 less it, A342151. The vertices of a graph count for their weights. Pieces attack through one
    another. The objective is what is covered in all. There is no solution if the fixed and forbidden squares leave no
    room, or none without an attack.

    Raises `BadInput` for a piece without a count, for counts that are negative or larger than the board, another kind
    or goal, and givens as in `placement`.
    """
    counts = name_counts(pieces, count)
    layout = lay_out(board, tuple(counts), fixed, forbidden)
    rules, covered, auxiliary = _cover(layout, counts)
    if kind == "independent":
        rules = {**rules, Peaceful(): layout.forbid_attacks()}
    weights = tuple(board.weights) if board.weights else None
    wanted = Maximize(covered, weights) if goal == "most" else Minimize(covered, weights)
    return layout.problem(rules, (), wanted, Covered(), auxiliary)


def _cover(layout: Layout, counts: Mapping[Piece, int | None]) -> tuple[Demanded, list[Literal], Definitions]:
    """The numbers of pieces, and for each square the literal that it is occupied or attacked, with its definition."""
    board = layout.board
    if open_piece := next((piece for piece, count in counts.items() if count is None), None):
        raise BadInput(f"{open_piece}: no count; expected how many {open_piece.plural} to place")
    check_counts(counts, board)
    auxiliary, numbers = Definitions(layout.size), count_pieces(counts, layout)
    guarding = sum(len(hits) for piece in layout.pieces for hits in attackers(piece, board))
    refuse_large(3 * (len(board) * len(numbers) + guarding), board)
    covered = [auxiliary.define_any([*occupied, *hits]) for occupied, hits in layout.list_guards()]
    one_each = [AtMost(1, layout.square(square)) for square in checking_deadline(board)] if len(numbers) > 1 else []
    held = tuple(Holds(*each) for each in counts.items())
    return {**numbers, **({held: one_each} if one_each else {})}, covered, auxiliary
