"""The attacks on the empty board: tables of square numbers for the declarations."""

from collections.abc import Collection, Iterator
from functools import lru_cache

from rookery.core.deadline import checking_deadline
from rookery.core.errors import BadInput
from rookery.core.numbers import Step
from rookery.models.boards.base import AbstractBoard, Targets
from rookery.models.boards.base import Clique as Clique
from rookery.models.boards.board import MAX_SQUARES, Board, Square
from rookery.models.boards.graph import Graph
from rookery.models.pieces.betza import Ride
from rookery.models.pieces.piece import Piece

Stretch = tuple[tuple[int, ...], int, int]  # a line, and where a part of it begins and ends
MAX_ATTACKS = 250_000_000  # 2 GB of them


@lru_cache(maxsize=64)
def attacks(piece: Piece, board: AbstractBoard) -> Targets:
    """Return for each square the squares that a piece on it attacks, by their numbers, ascending."""
    if isinstance(board, Board):
        return _ahead(piece.rides, board)
    assert isinstance(board, Graph)
    return board.targets


def attackers(piece: Piece, board: AbstractBoard) -> Targets:
    """Return for each square the squares from which a piece attacks it, by their numbers, ascending."""
    if isinstance(board, Graph):
        return board.sources
    assert isinstance(board, Board)
    backwards = frozenset(Ride(Step(-step.rows, -step.columns), reach) for step, reach in piece.rides)
    return attacks(piece, board) if backwards == piece.rides else _ahead(backwards, board)


def attack_pairs(one: Piece, other: Piece, board: AbstractBoard) -> Iterator[tuple[int, int]]:
    """Yield the pairs of squares from which a piece attacks another or is attacked by it, ascending."""
    ways = zip(attacks(one, board), attackers(other, board), strict=True)
    for a, (hits, hit_by) in enumerate(checking_deadline(ways)):
        yield from ((a, b) for b in (hits if hits == hit_by else sorted({*hits, *hit_by})))


def _ahead(rides: Collection[Ride], board: Board) -> tuple[tuple[int, ...], ...]:
    """Return for each square the squares ahead on its rides, by their numbers, which are shared to save memory.

    Raises `BadInput` if there are too many to keep.
    """
    if all(reach == 1 for _, reach in rides):
        return _leap(rides, board)
    numbers = tuple(range(len(board)))
    stretches: list[list[Stretch]] = [[] for _ in numbers]
    for step, reach in rides:
        for line, closed in checking_deadline(lines(step, board)):
            squares = tuple(map(numbers.__getitem__, line))
            for at, square in enumerate(squares):
                stretches[square] += _stretches(squares, closed, at + 1, reach)
    _refuse_too_many(sum(stop - start for each in stretches for _, start, stop in each), board)
    return tuple(
        tuple(sorted(set[int]().union(*(line[start:stop] for line, start, stop in each))))
        for each in checking_deadline(stretches)
    )


def _leap(rides: Collection[Ride], board: Board) -> Targets:
    """Return the same for leaps only, which takes a third of the time without intervals."""
    numbers = tuple(range(len(board)))
    ahead: list[list[int]] = [[] for _ in numbers]
    for step, _ in rides:
        for line, closed in checking_deadline(lines(step, board)):
            squares = tuple(map(numbers.__getitem__, line))
            following = squares[1:] + squares[: closed and len(squares) > 1]
            for square, other in zip(squares, following, strict=False):
                ahead[square].append(other)
        _refuse_too_many(sum(map(len, ahead)), board)
    return tuple(tuple(sorted(set(each))) for each in checking_deadline(ahead))


def _refuse_too_many(total: int, board: AbstractBoard) -> None:
    if total > MAX_ATTACKS:
        raise BadInput(f"a board of {board} has too many attacks; at most {MAX_ATTACKS:,} are accepted")


def _stretches(line: tuple[int, ...], closed: bool, first: int, reach: int | None) -> Iterator[Stretch]:
    """Yield the part of a line ahead of a place; on a closed line the start follows the end."""
    size = len(line)
    last = size if reach is None else first + reach
    yield line, first, min(size, last)
    if closed:
        yield line, 0, max(0, min(first - 1, last - size if reach is not None else size))


def cliques(piece: Piece, board: AbstractBoard) -> Iterator[Clique]:
    """Yield sets of squares that each hold at most one piece; together they exclude exactly the attacking pairs.

    A rider's whole line is one clique, a ride of reach k gives windows of k + 1 squares, a leap gives pairs. The
    direction does not matter: of two squares on a line one attacks the other.
    """
    if not isinstance(board, Board) or type(board) is not Board:
        yield from _grow_cliques(attacks(piece, board))
        return
    rides = sorted(ride_axes(piece))
    found = (clique for ride in rides for clique in _ride_cliques(ride, board) if len(clique) > 1)
    once = len({ride.step for ride in rides}) == len(rides) and not any(board.joined)
    yield from checking_deadline(found if once else dict.fromkeys(checking_deadline(found)))


def _grow_cliques(targets: Targets) -> Iterator[Clique]:
    """Yield cliques that hold each pair of which one attacks the other, and no other pair.

    Each pair that is in no earlier clique grows into a maximal one.
    """
    near = [set(hits) for hits in checking_deadline(targets)]
    for at, hits in enumerate(checking_deadline(targets)):
        for there in hits:
            near[there].add(at)
    done: set[tuple[int, int]] = set()
    for one, others in enumerate(checking_deadline(near)):
        for other in sorted(others):
            if other > one and (one, other) not in done:
                clique, common = [one, other], others & near[other]
                while common:
                    least = min(common)
                    clique.append(least)
                    common &= near[least]
                clique.sort()
                done.update((a, b) for at, a in enumerate(clique) for b in clique[at + 1 :])
                yield tuple(clique)


def whole_lines(piece: Piece, board: AbstractBoard) -> Iterator[Clique]:
    """Yield the lines of two squares or more along which a piece rides without limit."""
    if isinstance(board, Board) and type(board) is Board:
        for ride in sorted(ride_axes(piece)):
            if not ride.reach:
                yield from (clique for clique in _ride_cliques(ride, board) if len(clique) > 1)


def ride_axes(piece: Piece) -> set[Ride]:
    """Return the rides of a piece, opposite directions taken together."""
    return {Ride(max(step, Step(-step.rows, -step.columns)), reach or 0) for step, reach in piece.rides}


def _ride_cliques(ride: Ride, board: Board) -> Iterator[Clique]:
    for line, closed in lines(ride.step, board):
        size = len(line)
        if not ride.reach or size <= ride.reach + 1 or (closed and size <= 2 * ride.reach + 1):
            yield line
        elif closed:
            yield from (tuple(line[(at + k) % size] for k in range(ride.reach + 1)) for at in range(size))
        else:
            yield from (line[at : at + ride.reach + 1] for at in range(size - ride.reach))


def lines(step: Step, board: Board) -> Iterator[tuple[Clique, bool]]:
    """Yield the board cut into the longest lines along one step, each with whether it closes on itself (on a torus)."""
    if any(board.joined) or board.holes:
        yield from _walked_lines(step, board)
    else:
        for start in _entrances(step, board):
            row, column = start
            down = _count_steps(row, step.rows, board.rows)
            right = _count_steps(column, step.columns, board.columns)
            first, stride = row * board.columns + column, step.rows * board.columns + step.columns
            length = 1 + min(down, right)
            yield (range(first, first + stride * length, stride) if length > 1 else (first,)), False


def _count_steps(at: int, step: int, side: int) -> int:
    """Return the number of steps that fit along one axis of a rectangle; a step of 0 never leaves it."""
    if step == 0:
        return MAX_SQUARES
    return (side - 1 - at) // step if step > 0 else at // -step


def _entrances(step: Step, board: Board) -> Iterator[Square]:
    """Yield the squares of a rectangle that no step leads to: where its lines begin."""
    width, across = board.columns, step.columns
    edge = range(min(across, width)) if across >= 0 else range(max(0, width + across), width)
    for row in range(board.rows):
        inside = 0 <= row - step.rows < board.rows
        for column in edge if inside else range(width):
            yield Square(row, column)


def _walked_lines(step: Step, board: Board) -> Iterator[tuple[Clique, bool]]:
    back = Step(-step.rows, -step.columns)
    seen: set[Square] = set()
    for square in checking_deadline(board):
        if square in seen:
            continue
        first, before = square, board.step(square, back)
        while before is not None and before != square:
            first, before = before, board.step(before, back)
        closed = before is not None
        line = list(_walk(square if closed else first, step, board))
        seen.update(line)
        yield tuple(map(board.index, line)), closed


def _walk(start: Square, step: Step, board: Board) -> Iterator[Square]:
    square: Square | None = start
    while square is not None:
        yield square
        square = board.step(square, step)
        if square == start:
            return
