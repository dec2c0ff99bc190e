"""Coverage: a given number of pieces that attack or occupy the most squares, or the fewest."""

from collections import Counter
from itertools import repeat
from typing import Literal

from rookery.core.errors import BadInput
from rookery.core.words import amount, join_words
from rookery.models.model.model import Maximize, Minimize
from rookery.models.problem.problem import Problem
from rookery.models.problems.family import family
from rookery.models.problems.shared.attacks import attackers
from rookery.models.problems.shared.auxiliary import Definitions, refuse_large
from rookery.models.problems.shared.layout import Layout
from rookery.models.problems.shared.sight import list_guards_in_sight
from rookery.models.reading.given import AllowedLike, BoardLike, CountLike, FixedLike, PiecesLike, SquaresLike
from rookery.models.referee.rules import Covered, Peaceful


@family(
    oeis=("A376732", "A274947", "A279403", "A001366", "A342151"),
    formula="max, or min, Σ w(v) over the squares v that are occupied or seen by a piece, such that |S| = k"
    " (independent: also no s, t in S have s in N(t))",
    example="--piece queen=4 --board 8 --kind independent",
)
def coverage(
    pieces: PiecesLike,
    board: BoardLike,
    count: CountLike = None,
    kind: Literal["plain", "independent", "total"] = "plain",
    goal: Literal["most", "fewest"] = "most",
    *,
    through: bool = False,
    allowed: AllowedLike = None,
    fixed: FixedLike = (),
    forbidden: SquaresLike = (),
) -> Problem:
    """Place given numbers of pieces so that as many squares as possible, or as few, are attacked or occupied.

    >>> import rookery as rk
    >>> [rk.solve(rk.coverage("queen", 8, count=k, kind="independent")).objective for k in (1, 2, 3)]
    [28, 44, 55]
    >>> 81 - rk.solve(rk.coverage("queen", 9, count=9, goal="fewest")).objective
    18

    k queens of which none attacks another: OEIS A376732; k queens that attack the fewest: A274947, on a torus n^2 less
    A279403. The complement counts the squares that are left unattacked: n queens leave A001366 (0, 0, 0, 1, 3, 5, 7,
    11, 18 for n = 1 to 9), and k queens on 8x8 leave A342151. The vertices of a graph count for their weights. A ride
    ends at the first occupied square, which matters once types are mixed.

    Args:
        pieces: One piece, or several with their counts.
        board: The board.
        count: The number of a single piece.
        kind: plain: pieces may attack each other; independent: no piece attacks another; total: occupied squares count
            only if they are attacked.
        goal: most: as many squares as possible are attacked or occupied; fewest: as few.
        through: Pieces attack through one another.
        allowed: Pieces stand on these squares alone: e4, light, dark, border; light=bishop limits one type.
        fixed: Squares that hold a piece; a mapping to pieces if there are several.
        forbidden: Squares that stay empty, or e4=bishop: empty of one type.
    """
    layout = Layout.of_counts(board, pieces, count, fixed, forbidden, allowed)
    board, counts = layout.board, layout.counts
    if not_counted := [piece for piece, number in counts.items() if not isinstance(number, int)]:
        raise BadInput(f"{not_counted[0]}: no count; expected how many {not_counted[0].plural} to place")
    auxiliary, total = Definitions(layout.size), kind == "total"
    guarding = sum(len(hits) for piece in layout.pieces for hits in attackers(piece, board))
    refuse_large(3 * (len(board) * len(counts) + guarding), board)
    # Behind a piece of the same type its ride continues
    guards = list_guards_in_sight(layout, auxiliary, total, through or len(counts) == 1)
    covered = [*map(auxiliary.define_any, guards)]
    rules = layout.hold_apart()
    if kind == "independent":
        rules[Peaceful()] = layout.forbid_attacks()
    values = Counter[int]()  # one piece alone may attack several squares
    for literal, weight in zip(covered, board.weights or repeat(1), strict=False):
        values[literal] += weight
    weights = None if {*values.values()} == {1} else tuple(values.values())
    wanted = (Maximize if goal == "most" else Minimize)(tuple(values), weights)
    apart = "non-attacking " * (kind == "independent")
    named = [amount(str(number), f"{apart}{piece}", f"{apart}{piece.plural}") for piece, number in counts.items()]
    what = "attacked" if total else "attacked or occupied"
    phrase = f"{goal} squares {what} by {join_words(named)}{', through other pieces,' * through}"
    return layout.problem(rules, wanted, Covered(sighted=not through, total=total), phrase=phrase, auxiliary=auxiliary)
