"""Connected domination: guards that hang together."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from rookery.models.base.lazy import LazyForm
from rookery.models.ground.protocol import Ground
from rookery.models.model import AtLeast, AtMost, Constraint, Literal, Minimize, Model
from rookery.models.pieces.piece import Piece
from rookery.models.problem import Problem, Statement
from rookery.models.problems.family import Family, Places, Wording, declares
from rookery.models.problems.shared.attacks import attackers, attacks
from rookery.models.problems.shared.auxiliary import Definitions
from rookery.models.problems.shared.layout import Demanded, Given, Layout, lay_out
from rookery.models.problems.shared.separators import Separators
from rookery.models.problems.wording import a_board, name_pieces
from rookery.models.referee.rules import Connected, Guarded, Holds, Number

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
    piece: Piece, board: Ground, fixed: Given = (), forbidden: Iterable[tuple[int, int]] = ()
) -> Problem:
    """Ask for the fewest copies of `piece` that guard every square and are connected.

    Each square is occupied or attacked, and from each piece one gets to each other over pieces of which one attacks
    the next, in either direction (Sampathkumar and Walikar, "The connected domination number of a graph", 1979). A
    single piece is connected, so 1x1 takes one. There is no solution where the attacks leave the board in parts, as
    knights do on 2x2 and 3x3.

    Auxiliary variables express the connection, decided by the placement: the first piece in the order of the
    squares is the root, and `near` says which pieces are within k leaps of it; all must be within g - 1 of it, where
    g is the size (or the weight) of a solution found at declaration, which no optimum exceeds. The lazy form of the
    model has none of them: it is a covering, in which separators appear as items when a set in pieces does not hit
    them.
    """
    layout = lay_out(board, (piece,), fixed, forbidden)
    auxiliary = Definitions(layout.size)
    links, guards = _list_links(piece, board), [{square, *hit} for square, hit in enumerate(attacks(piece, board))]
    some = find_small(links, guards, layout)
    rules: Demanded = {Holds(piece): (), Guarded(): layout.guard_squares(), Connected(): ()}
    never: Demanded = {(Guarded(), Connected(), *layout.rules()): [AtLeast(1, ())]} if some is None else {}
    weight = sum(board.weigh(board.square(square)) for square in some or ())
    near = () if some is None else _connect(layout, links, min(layout.size, weight), auxiliary)
    problem = layout.problem({**rules, **never}, near, Minimize(range(layout.size)), Number(), auxiliary)
    if some is None:
        return problem
    lazy = LazyForm(_cover(problem), Separators.of(links), limit=weight)
    return replace(problem, model=problem.model.also_as(lazy), found=frozenset(some))


def _cover(problem: Problem) -> Model:
    """What the problem asks without the connection."""
    size = len(problem.board)
    asked = [each for demand in problem.demands if demand.rules for each in demand.constraints]
    return Model(size, asked, problem.model.goal, problem.symmetries, problem.model.name)


def _list_links(piece: Piece, board: Ground) -> Links:
    """For each square those that attack it or that it attacks."""
    return [*map(set.union, map(set, attacks(piece, board)), map(set, attackers(piece, board)))]


def _connect(layout: Layout, links: Links, most: int, auxiliary: Definitions) -> Iterator[Constraint]:
    """At most so many pieces, and all near to the root: what a best solution keeps."""
    yield AtMost(most, range(layout.size))
    near = list(_define_roots(layout.size, auxiliary))
    for _ in range(most - 1):
        near = [
            auxiliary.either_if(at, [near[at], *(near[other] for other in sorted(links[at]))])
            for at in range(layout.size)
        ]
    # Square 0 is the root or empty.
    yield from (AtLeast(1, (~square, near[square])) for square in range(1, layout.size))


def _define_roots(size: int, auxiliary: Definitions) -> Iterator[Literal]:
    """For each square whether it holds the first piece of all."""
    before: Literal = 0
    yield 0
    for square in range(1, size):
        yield auxiliary.every((square, ~before))
        before = auxiliary.either((before, square))


def find_small(links: Links, guards: Links, layout: Layout) -> set[int] | None:
    """Some connected set of squares that guards the board, none of which can be left out; None where there is none."""
    if not layout.size:
        return set()
    fixed = {layout.board.index(square) for square in layout.fixed}
    free = set(range(layout.size)) - {layout.board.index(square) for square in layout.forbidden}
    found = [part for part in _parts(free, links) if fixed <= part and _dominates(part, guards, layout.size)]
    if not found:
        return None
    best = found[0]
    for square in sorted(best - fixed, key=lambda at: len(guards[at])):
        rest = best - {square}
        if len(_parts(rest, links)) == 1 and _dominates(rest, guards, layout.size):
            best = rest
    return best


def _dominates(squares: set[int], guards: Links, size: int) -> bool:
    return len(set().union(*(guards[square] for square in squares))) == size


def _parts(squares: set[int], links: Links) -> list[set[int]]:
    """The connected parts of some squares."""
    parts, waiting = [], set(squares)
    while waiting:
        part, fresh = set[int](), {waiting.pop()}
        while fresh:
            part |= fresh
            fresh = set[int]().union(*(links[square] for square in fresh)) & waiting
            waiting -= fresh
        parts.append(part)
    return parts
