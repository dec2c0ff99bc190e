"""Connected domination: guards that hang together."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from rookery.core.deadline import check_deadline, checking_deadline
from rookery.models.boards.base import AbstractBoard, Cell
from rookery.models.model.constraints import AtLeast, AtMost, Constraint, Literal
from rookery.models.model.model import Minimize
from rookery.models.pieces.piece import Piece
from rookery.models.problem.problem import Problem, Statement
from rookery.models.problems.family import Family, Places, Wording, a_board, declares, name_pieces
from rookery.models.problems.shared.attacks import attackers, attacks
from rookery.models.problems.shared.auxiliary import Definitions, refuse_large
from rookery.models.problems.shared.layout import Demanded, Given, Layout, lay_out
from rookery.models.referee.rules import Fault, Guarded, Holds, Number, Rule
from rookery.models.referee.walking import Walked


@dataclass(frozen=True, slots=True)
class Connected(Rule):
    """From each piece one gets to each other over pieces that attack, or are attacked by, the next."""

    def faults(self, walked: Walked) -> Iterator[Fault]:
        """Yield the pieces that are not connected to the first one."""
        links: dict[Cell, set[Cell]] = {square: set() for square in walked.pieces}
        for square, target in walked.meetings():
            links[square].add(target)
            links[target].add(square)
        waiting = list(walked.pieces)[:1]
        joined = set(waiting)
        while waiting:
            fresh = links[waiting.pop()] - joined
            joined |= fresh
            waiting += fresh
        for square, piece in walked.pieces.items():
            if square not in joined:
                yield Fault(f"the {piece} on {square} is not connected to the others", square)


Links = Sequence[set[int]]


def _describe(asked: Statement) -> Wording:
    pieces = name_pieces(asked)
    title = f"Connected domination of {a_board(asked.board)} with {pieces}"
    return Wording(f"connected domination by {pieces}", title)


@declares(
    Family(
        "connected",
        "Find the smallest dominating set whose pieces are connected by their attacks.",
        Places(),
        describe=_describe,
        label="connected domination",
        example="--piece queen --board 6",
        formula="min |S| such that |S ∩ N[v]| ≥ 1 for each square v, and the attacks within S connect all of S",
    )
)
def connected_domination(
    piece: Piece, board: AbstractBoard, fixed: Given = (), forbidden: Iterable[tuple[int, int]] = ()
) -> Problem:
    """Ask for the fewest copies of `piece` that guard every square and are connected.

    >>> import rookery as rk
    >>> rk.solve(connected_domination("king", 5)).objective
    5

    Each square is occupied or attacked, and a chain of pieces leads from each piece to each other one, in which each
    attacks the next or is attacked by it (Sampathkumar and Walikar, "The connected domination number of a graph",
    1979). A single piece is connected, so 1x1 takes one. There is no solution where the attacks leave the board in
    parts, as knights do on 2x2 and 3x3.

    Auxiliary variables express the connection, decided by the placement: the first piece in the order of the
    squares is the root, and `near` says which pieces are within k leaps of it; all must be within g - 1 of it, where
    g is the size (or the weight) of a solution found at declaration, which no optimum exceeds.
    """
    layout = lay_out(board, (piece,), fixed, forbidden)
    auxiliary = Definitions(layout.size)
    hits = enumerate(checking_deadline(attacks(piece, board)))
    links, guards = _list_links(piece, board), [{square, *hit} for square, hit in hits]
    some = find_small(links, guards, layout)
    rules: Demanded = {Holds(piece): (), Guarded(): layout.guard_squares(), Connected(): ()}
    never: Demanded = {(Guarded(), Connected(), *layout.rules()): [AtLeast(1, ())]} if some is None else {}
    weight = sum(board.weigh(board.cell(square)) for square in some or ())
    near = () if some is None else _connect(layout, links, min(layout.size, weight), auxiliary)
    problem = layout.problem({**rules, **never}, near, Minimize(range(layout.size)), Number(), auxiliary)
    return replace(problem, known=None if some is None else frozenset(some))


def _list_links(piece: Piece, board: AbstractBoard) -> Links:
    """For each square those that attack it or that it attacks."""
    ways = zip(attacks(piece, board), attackers(piece, board), strict=True)
    return [{*hits, *hit_by} for hits, hit_by in checking_deadline(ways)]


def _connect(layout: Layout, links: Links, most: int, auxiliary: Definitions) -> Iterator[Constraint]:
    """Bound the number of pieces and their distance to the root: a best solution satisfies both."""
    refuse_large(3 * (most - 1) * sum(2 + len(each) for each in links), layout.board)
    yield AtMost(most, range(layout.size))
    near = list(_define_roots(layout.size, auxiliary))
    for _ in range(most - 1):
        near = [
            auxiliary.define_any_if(at, [near[at], *(near[other] for other in sorted(links[at]))])
            for at in range(layout.size)
        ]
    # Square 0 is the root or empty.
    yield from (AtLeast(1, (~square, near[square])) for square in range(1, layout.size))


def _define_roots(size: int, auxiliary: Definitions) -> Iterator[Literal]:
    """For each square whether it holds the first piece of all."""
    before: Literal = 0
    yield 0
    for square in range(1, size):
        yield auxiliary.define_all((square, ~before))
        before = auxiliary.define_any((before, square))


def find_small(links: Links, guards: Links, layout: Layout) -> set[int] | None:
    """A connected minimal set of squares that guards the board; None if there is no such set."""
    if not layout.size:
        return set()
    fixed = {layout.board.index(square) for square in layout.fixed}
    free = set(range(layout.size)) - {layout.board.index(square) for square in layout.forbidden}
    found = [
        part
        for part in _parts(free, links)
        if fixed <= part and (len(set().union(*(guards[square] for square in part))) == layout.size)
    ]
    if not found:
        return None
    best = found[0]
    guarded = Counter(chain.from_iterable(guards[square] for square in checking_deadline(best)))
    for square in sorted(best - fixed, key=lambda at: len(guards[at])):
        check_deadline()
        if all(guarded[each] > 1 for each in guards[square]) and _is_no_cut(square, best, links):
            best.remove(square)
            guarded.subtract(guards[square])
    return best


def _is_no_cut(square: int, squares: set[int], links: Links) -> bool:
    """Return whether connected squares stay so without one of them: its neighbours are linked over others."""
    first, *others = links[square] & squares
    part, fresh, wanted = {square, first}, {first}, set(others)
    while wanted and fresh:
        fresh = (set[int]().union(*(links[each] for each in fresh)) & squares) - part
        part |= fresh
        wanted -= fresh
    return not wanted


def _parts(squares: set[int], links: Links) -> list[set[int]]:
    """The connected parts of some squares."""
    parts, waiting = [], set(squares)
    while waiting:
        part, fresh = set[int](), {waiting.pop()}
        while fresh:
            part |= fresh
            fresh = set[int]().union(*(links[square] for square in checking_deadline(fresh))) & waiting
            waiting -= fresh
        parts.append(part)
    return parts
