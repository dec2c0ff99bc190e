"""Placement problems: pieces that do not attack each other."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from math import gcd

from rookery.core.deadline import checking_deadline
from rookery.core.errors import BadInput
from rookery.core.words import amount
from rookery.models.boards.base import AbstractBoard
from rookery.models.boards.board import Board, Step
from rookery.models.model.constraints import AtLeast, Constraint, Exactly, Literal
from rookery.models.model.model import Goal, Maximize, Minimize, Satisfy
from rookery.models.pieces.betza import Ride
from rookery.models.pieces.piece import QUEEN, Piece
from rookery.models.problem.problem import Problem, Statement
from rookery.models.problems.family import COUNTED, Family, Wording, a_board, capitalize, declares, spell_counts
from rookery.models.problems.parameters import choose_among
from rookery.models.problems.shared.attacks import attackers, attacks, lines
from rookery.models.problems.shared.layout import Demanded, Given, Layout, lay_out, shift_clique
from rookery.models.referee.rules import Holds, Maximal, Number, Peaceful

DIRECTIONS = {"row": Step(0, 1), "column": Step(1, 0)}
FEWEST_KNOWN = 30  # queens from which on their places are constructed; a search places fewer at once
KIND = choose_among(
    "kind",
    ("plain", "maximal"),
    "kind of placement",
    "plain: no piece attacks another; maximal: neither, and no further piece can be added; then pieces without a number"
    " are the fewest.",
    later=True,
)


def _describe(asked: Statement) -> Wording:
    if asked.parameters["kind"] == "maximal":
        counts = spell_counts(asked.each(), "few")
        title = f"{counts} on {a_board(asked.board)} that leave no room for another"
        return Wording(f"maximal placement of {counts}", capitalize(title))
    counts = spell_counts(asked.each())
    return Wording(counts, capitalize(f"{counts} on {a_board(asked.board)}"))


@declares(
    Family(
        "placement",
        "Place pieces so that none attacks another: a given number, or as many as possible.",
        COUNTED,
        (KIND,),
        _describe,
        example="--piece queen --board 8 --count 8",
        oeis=("A000170", "A075324"),
        formula="|S| = k, or max |S|, such that no s, t in S have s in N(t); maximal: |S| = k, or min |S|, and each"
        " square v outside S has some s in S with s in N(v) or v in N(s)",
    )
)
def placement(
    pieces: Piece | Mapping[Piece, int | None],
    board: AbstractBoard,
    count: int | None = None,
    fixed: Given = (),
    forbidden: Iterable[tuple[int, int]] = (),
    kind: str = "plain",
) -> Problem:
    """Ask for non-attacking pieces on a board.

    >>> import rookery as rk
    >>> rk.solve(rk.placement("queen", 8, count=8), want="count").count
    92
    >>> rk.solve(rk.placement("bishop", 8)).objective
    14
    >>> rk.solve(rk.placement("queen", 6, kind="maximal")).objective
    4

    One piece with its `count`, or as many as possible if that is None (the independence number of the attack graph); or
    a mapping from pieces to their counts, None for as many as possible. `fixed` squares hold a piece (a mapping to
    pieces if there are several), `forbidden` ones none. 8 queens on 8x8: OEIS A000170.

    A `kind` of "maximal" leaves no room: no further piece, of any type that is placed, can be added without an attack,
    and a count of None means as few as possible. Forbidden squares are no room. For one piece whose attacks are mutual
    that is independent domination (queens: A075324); a piece that attacks one way keeps others of its type also from
    the squares that attack it, so fewer may do.

    Raises `BadInput` for another kind, for a count that is negative or larger than the board, and for givens off the
    board, given twice, or contradicting each other. Fixed pieces that attack each other are allowed: there is no
    solution.
    """
    counts = name_counts(pieces, count)
    check_counts(counts, board)
    layout = lay_out(board, tuple(counts), fixed, forbidden)
    rules = {**count_pieces(counts, layout), Peaceful(): layout.forbid_attacks(), **_choices(counts, layout)}
    goal = choose_goal(counts, layout)
    if kind == "maximal":
        rules = {**rules, Maximal(layout.pieces, layout.forbidden): _leave_no_room(layout)}
        goal = Minimize(goal.literals) if isinstance(goal, Maximize) else goal
    problem = layout.problem(rules, (), goal, open_number(counts))
    return replace(problem, known=_find_known(counts, layout))


def name_counts(pieces: Piece | Mapping[Piece, int | None], count: int | None) -> dict[Piece, int | None]:
    """The count of each piece: the one with a single piece, or those of a mapping."""
    if isinstance(pieces, Piece):
        return {pieces: count}
    if count is not None:
        raise BadInput("a count and a mapping with counts; give the counts only in the mapping")
    return dict(pieces)


def check_counts(counts: Mapping[Piece, int | None], board: AbstractBoard) -> None:
    """Raise `BadInput` for counts that no board of this size can hold."""
    for piece, number in counts.items():
        if number is not None and number < 0:
            raise BadInput(f"{number} of {piece}: a count must be at least 0")
    total = sum(number or 0 for number in counts.values())
    if total > len(board):
        room = amount(len(board), board.noun, board.nouns)
        pieces = f"{amount(total, 'piece')} {'does' if total == 1 else 'do'}"
        raise BadInput(f"{pieces} not fit on {board.phrase}: it has {room}")


def count_pieces(counts: Mapping[Piece, int | None], layout: Layout) -> Demanded:
    """The counts, and for those that are given what they demand."""
    return {
        Holds(piece, number): [] if number is None else [Exactly(number, layout.layer(layer))]
        for layer, (piece, number) in enumerate(counts.items())
    }


def open_number(counts: Mapping[Piece, int | None]) -> Number | None:
    """The pieces that the goal counts: those without a count; None if all have one."""
    most = frozenset(piece for piece, number in counts.items() if number is None)
    return Number(most) if most else None


def choose_goal(counts: Mapping[Piece, int | None], layout: Layout) -> Goal:
    """Return the goal: as many as possible of the pieces without a count, or nothing if all have one."""
    open_layers = [layout.layer(at) for at, number in enumerate(counts.values()) if number is None]
    return Maximize([v for layer in open_layers for v in layer]) if open_layers else Satisfy()


def _choices(counts: Mapping[Piece, int | None], layout: Layout) -> Demanded:
    """Rows that each choose one square: as many pieces as rows, at most one in each. Likewise columns."""
    return {
        (Holds(piece, number), Peaceful()): [*_choose(piece, number, layout)]
        for piece, number in counts.items()
        if number is not None
    }


def _choose(piece: Piece, number: int, layout: Layout) -> Iterator[Constraint]:
    board, layer = layout.board, layout.layer(layout.pieces.index(piece))
    if not isinstance(board, Board):
        return
    for name, step in DIRECTIONS.items():
        ridden = any(ride in piece.rides for ride in (Ride(step), Ride(Step(-step.rows, -step.columns))))
        if ridden and number == (board.rows if name == "row" else board.columns):
            groups = [line for line, _ in lines(step, board)]
            if len(groups) == number:
                for at, line in enumerate(groups):
                    yield Exactly(1, shift_clique(line, layer), choice=f"{piece.name} {name} {at}")


def _leave_no_room(layout: Layout) -> Iterator[Constraint]:
    """For each piece on each square: the square is taken, or a piece stands where the two would meet."""
    for newcomer in layout.pieces:
        for square in checking_deadline(layout.board):
            if square not in layout.forbidden:
                yield AtLeast(1, (*layout.square(square), *_rivals(newcomer, layout.board.index(square), layout)))


def _rivals(newcomer: Piece, square: int, layout: Layout) -> Iterator[Literal]:
    hits = set(attacks(newcomer, layout.board)[square])
    for number, piece in enumerate(layout.pieces):
        yield from (layout.layer(number)[there] for there in sorted(hits.union(attackers(piece, layout.board)[square])))


def _find_known(counts: Mapping[Piece, int | None], layout: Layout) -> frozenset[int] | None:
    """The variables of a solution if n queens are placed freely on n x n; None for any other question."""
    board, [(piece, number), *others] = layout.board, counts.items()
    if others or layout.fixed or layout.forbidden or piece.rides != QUEEN.rides:
        return None
    if not isinstance(board, Board) or board.holes or number != board.rows or number != board.columns:
        return None
    columns = construct_queens(number, torus=any(board.joined)) if number >= FEWEST_KNOWN else None
    return None if columns is None else frozenset(row * number + column for row, column in enumerate(columns))


def construct_queens(n: int, torus: bool = False) -> list[int] | None:
    """Return the column of the queen in each row of n x n, such that none attacks another; None if no rule is known.

    On a torus queens a knight's leap apart are in peace if n is prime to 6 (Pólya). On a square there is a rule for
    each n above 3 (Hoffman, Loessi and Moore, "Constructions for the solution of the m queens problem", Mathematics
    Magazine 42, 1969): rows of one half have every second column, moved on if n leaves 2 when it is divided by 6.
    """
    if torus:
        return [2 * row % n for row in range(n)] if gcd(n, 6) == 1 else None
    if n < 4:
        return None
    side = n - n % 2
    if side % 6 == 2:
        half = [(2 * row + side // 2 - 1) % side for row in range(side // 2)]
        return [*half, *(side - 1 - column for column in reversed(half)), *range(side, n)]
    return [*range(1, side, 2), *range(0, side, 2), *range(side, n)]
