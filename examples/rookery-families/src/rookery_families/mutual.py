"""Mutual attack: each piece attacks exactly, or at most, a number of others."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from rookery.core.deadline import checking_deadline
from rookery.core.errors import BadInput
from rookery.core.words import amount
from rookery.models.boards.base import AbstractBoard
from rookery.models.boards.board import Board
from rookery.models.model.constraints import AtMost, Constraint, Linear, Literal
from rookery.models.pieces.piece import Piece
from rookery.models.problem.problem import Problem, Statement
from rookery.models.problems.family import COUNTED, Family, Wording, a_board, capitalize, declares, spell_counts
from rookery.models.problems.guards import THROUGH
from rookery.models.problems.parameters import Flag, Whole
from rookery.models.problems.placement import check_counts, choose_goal, count_pieces, open_number
from rookery.models.problems.shared.attacks import attacks as list_attacks
from rookery.models.problems.shared.auxiliary import Definitions, refuse_large
from rookery.models.problems.shared.layout import Demanded, Given, Layout, lay_out
from rookery.models.problems.shared.sight import count_paths
from rookery.models.referee.rules import Fault, Rule
from rookery.models.referee.walking import Walked

OTHERS = Whole(
    name="attacks", help="The number of other pieces that each piece attacks, such as 1.", required=True, listed=True
)
AT_MOST = Flag(name="at-most", argument="at_most", help="Each piece attacks that many others, or fewer.")


@dataclass(frozen=True, slots=True)
class AttacksOthers(Rule):
    """Each piece attacks exactly `others` others; `at_most`: no more. `sighted`: in its line of sight."""

    others: int
    at_most: bool = False
    sighted: bool = True

    def faults(self, walked: Walked) -> Iterator[Fault]:
        """Yield the pieces that attack too many others, or too few."""
        attacks = Counter(square for square, _ in walked.meetings(self.sighted))
        for square, piece in walked.pieces.items():
            found = attacks[square]
            if found > self.others or (found < self.others and not self.at_most):
                required = f"{'at most ' * self.at_most}{self.others} required"
                yield Fault(f"the {piece} on {square} attacks {amount(found, 'other')}, {required}", square)

    def minds_sight(self, types: int) -> bool:
        """Return whether it matters that pieces shield each other."""
        return self.sighted and self.others > 0

    def __str__(self) -> str:
        how = f"{'at most' if self.at_most else 'exactly'} {amount(self.others, 'other')}"
        return f"each piece attacks {how}{' in its line of sight' if self.sighted else ''}"


def _describe(asked: Statement) -> Wording:
    others, counts = asked.parameters["attacks"], spell_counts(asked.each())
    through = ", through other pieces" * asked.parameters["through"]
    how = f"each attacking {'at most' if asked.parameters['at-most'] else 'just'} {amount(others, 'other')}{through}"
    return Wording(f"{counts}, {how}", capitalize(f"{counts} on {a_board(asked.board)}, {how}"))


@declares(
    Family(
        "mutual",
        "Cell pieces so that each attacks exactly, or at most, k others; pieces block lines of sight.",
        COUNTED,
        (OTHERS, AT_MOST, THROUGH),
        _describe,
        label="mutual attack",
        example="--piece queen --attacks 1 --board 8",
        oeis=("A051754", "A051755", "A051756", "A051757", "A051758", "A051759", "A019654", "A063724"),
        formula="max |S|, or |S| = k, such that each s in S sees exactly d others: of each line from s the first member"
        " of S; at most: no more than d",
    )
)
def mutual_attack(
    pieces: Piece | Mapping[Piece, int | None],
    board: AbstractBoard,
    attacks: int,
    at_most: bool = False,
    sighted: bool = True,
    fixed: Given = (),
    forbidden: Iterable[tuple[int, int]] = (),
) -> Problem:
    """Ask for pieces each of which attacks exactly `attacks` others, or with `at_most` no more than that.

    >>> import rookery as rk
    >>> [rk.solve(mutual_attack("queen", n, attacks=1)).objective for n in (4, 5, 6)]
    [4, 4, 8]

    `pieces` gives each its count, None for as many as possible; a single piece without counts means the same.
    `sighted`: a ride ends at the first occupied square, as in the published values for queens (Hayes, "A Problem of
    Chess Queens", Journal of Recreational Mathematics 24, 1992); otherwise pieces attack through one another. For 1 to
    4 others the most queens are OEIS A051754, A051755, A051756 and A063724, the solutions up to symmetry A051757,
    A051758, A051759 and A019654. The empty board is a solution, on 1x1 the only one. Where each attacks none, this is
    `placement`.

    Sighted, auxiliary variables say that a ride meets a piece. They are decided by the placement. Raises `BadInput` for
    a negative number of others, and as `placement` does.
    """
    if attacks < 0:
        raise BadInput(f"each piece attacks {attacks} others; it must be at least 0")
    counts = {pieces: None} if isinstance(pieces, Piece) else dict(pieces)
    check_counts(counts, board)
    layout = lay_out(board, tuple(counts), fixed, forbidden)
    auxiliary = Definitions(layout.size)
    attacked = _count_attacked(layout, auxiliary, attacks, at_most, sighted) if attacks else layout.forbid_attacks()
    rules: Demanded = {**count_pieces(counts, layout), AttacksOthers(attacks, at_most, sighted): attacked}
    return layout.problem(rules, (), choose_goal(counts, layout), open_number(counts), auxiliary)


def _count_attacked(
    layout: Layout, auxiliary: Definitions, others: int, at_most: bool, sighted: bool
) -> Iterator[Constraint]:
    """Allow at most one piece a square, and bound the others that each attacks."""
    if len(layout.pieces) > 1:
        yield from (AtMost(1, layout.square(square)) for square in checking_deadline(layout.board))
    standing = [tuple(layout.square(square)) for square in layout.board]
    for layer, piece in zip(map(layout.layer, range(len(layout.pieces))), layout.pieces, strict=True):
        if sighted:
            (rides, passed), many = count_paths(piece, layout.board), len(layout.pieces)
            crossing = isinstance(layout.board, Board) and any(layout.board.joined)
            refuse_large(3 * ((1 + many) * rides + crossing * many * passed), layout.board)
            hits: Iterable[Sequence[Literal]] = _list_seen(piece, layout, standing, auxiliary)
        else:
            hits = ([v for there in each for v in standing[there]] for each in list_attacks(piece, layout.board))
        for own, found in zip(layer, hits, strict=True):
            # A piece there makes the bounds those of the others; no piece leaves them free
            if not at_most:
                yield Linear((*(1,) * len(found), -others), (*found, own), lower=0)
            if len(found) > others:
                yield Linear((*(1,) * len(found), len(found) - others), (*found, own), upper=len(found))
            elif not at_most and len(found) < others:
                yield AtMost(0, (own,))


def _list_seen(
    piece: Piece, layout: Layout, standing: Sequence[tuple[int, ...]], auxiliary: Definitions
) -> Iterator[list[Literal]]:
    """List for each square literals of which as many are true as a piece there sees others.

    A ride sees one other if any stands on its way; what lies ahead is shared with the squares further on. Where rides
    of a square cross, as on a torus, two of them may see the same piece: there it is a literal for each square.
    """
    meeting: dict[tuple[int, ...], Literal] = {}
    for place in checking_deadline(layout.board):
        rays = [tuple(dict.fromkeys(ray)) for ray in layout.board.rays(piece, place) if ray]
        ahead = [there for ray in rays for there in ray]
        if len(set(ahead)) == len(ahead):
            for ray in rays:
                for at in reversed(range(len(ray))):
                    if ray[at:] not in meeting:
                        further = (meeting[ray[at + 1 :]],) if at + 1 < len(ray) else ()
                        meeting[ray[at:]] = auxiliary.define_any((*standing[ray[at]], *further))
            yield [meeting[ray] for ray in rays]
        else:
            ways: dict[int, list[Literal]] = {}
            for ray in rays:
                for at, there in enumerate(ray):
                    free = [~variable for passed in ray[:at] for variable in standing[passed]]
                    here = auxiliary.define_any(standing[there])
                    ways.setdefault(there, []).append(auxiliary.define_all((here, *free)) if free else here)
            yield [auxiliary.define_any(list(dict.fromkeys(each))) for each in ways.values()]
