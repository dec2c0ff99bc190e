"""Attacks walked again, for the referee of chess: square by square, as the board itself walks them.

On large boards many pieces take their steps together, as arrays. It is the same walk as `Board.walk`: step by step
along each ride, until it leaves the board, ends at a hole, is back at its start, or has no further step.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain, count
from operator import itemgetter
from typing import TYPE_CHECKING, Any, TypeGuard

from rookery.core.runtime import has_numpy
from rookery.models.boards.base import AbstractBoard, Cell
from rookery.models.boards.board import MAX_SQUARES, Board
from rookery.models.boards.graph import Graph
from rookery.models.boards.vertices import Pairs
from rookery.models.pieces.piece import Piece

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Cells = NDArray[np.int64]
    Marks = NDArray[np.bool_]

FEWEST_STEPS = 10_000  # pieces times squares of a side: fewer are walked sooner one by one than numpy is imported
MAX_STEPS = 1 << 22  # whose cells are kept at once


def is_vast(board: AbstractBoard, pieces: Mapping[Cell, Piece]) -> TypeGuard[Board]:
    """Return whether to walk the pieces together: many on a large board whose ways are those of `Board.walk`."""
    return (
        isinstance(board, Board)
        and type(board).walk is Board.walk
        and len(pieces) * max(board.rows, board.columns) > FEWEST_STEPS
        and has_numpy()
        and all(abs(far) <= MAX_SQUARES for piece in {*pieces.values()} for step, _ in piece.rides for far in step)
    )


def march_meetings(pieces: Mapping[Cell, Piece], board: Board) -> Iterator[tuple[Cell, Cell]]:
    """The attacks between pieces, ignoring pieces in between."""
    for pairs in _attacks(pieces, board, _mark(pieces, board)):
        for start, there in zip(*(each.tolist() for each in pairs), strict=True):
            yield board.cell_type(*divmod(start, board.columns)), board.cell_type(*divmod(there, board.columns))


def march_guards(pieces: Mapping[Cell, Piece], board: Board) -> list[int]:
    """The number of pieces that attack each square, in the order of the squares."""
    import numpy as np

    size = board.rows * board.columns
    found = np.zeros(size, np.int64)
    for _, cells in _attacks(pieces, board, np.ones(size, np.bool_)):
        found += np.bincount(cells, minlength=size)
    numbers: list[int] = found[~_mark(board.holes, board)].tolist()
    return numbers


def _attacks(pieces: Mapping[Cell, Piece], board: Board, wanted: "Marks") -> Iterator[tuple["Cells", "Cells"]]:
    """The attacks of pieces on wanted cells, each once even if two rides lead there: pairs of attacker and cell."""
    import numpy as np

    size, side = board.rows * board.columns, max(board.rows, board.columns)
    for piece, squares in _sort(pieces).items():
        many = max(1, MAX_STEPS // (side * max(1, len(piece.rides))))
        for first in range(0, len(squares), many):
            steps = _march(piece, _number(squares[first : first + many], board), board)
            hits = [(starts * size + cells)[wanted[cells]] for starts, cells in steps]
            if hits:
                yield np.divmod(np.unique(np.concatenate(hits)), size)


def _sort(pieces: Mapping[Cell, Piece]) -> dict[Piece, list[Cell]]:
    """The squares of each sort of piece."""
    sorts: dict[Piece, list[Cell]] = {}
    for square, piece in pieces.items():
        sorts.setdefault(piece, []).append(square)
    return sorts


def _number(squares: Sequence[Cell], board: Board) -> "Cells":
    """The numbers of some cells."""
    import numpy as np

    return np.array([row * board.columns + column for row, column in squares], np.int64)


def _mark(squares: Collection[Cell], board: Board) -> "Marks":
    """For each cell whether it is one of some squares."""
    import numpy as np

    marked = np.zeros(board.rows * board.columns, np.bool_)
    marked[_number([*squares], board)] = True
    return marked


def _march(piece: Piece, starts: "Cells", board: Board) -> Iterator[tuple["Cells", "Cells"]]:
    """After each step where the walkers that are still on their way began, and where they are."""
    import numpy as np

    rides, holes = (
        [(*step, min(reach or MAX_SQUARES, MAX_SQUARES)) for step, reach in piece.rides],
        _mark(board.holes, board),
    )
    down, right, last = np.tile(np.array(rides, np.int64).reshape(-1, 3), (len(starts), 1)).T
    begin = np.repeat(starts, len(rides))
    row, column = np.divmod(begin, board.columns)
    for steps in count(1):
        row, column = board.wrap(row + down, column + right)
        here = (row >= 0) & (row < board.rows) & (column >= 0) & (column < board.columns) & (steps <= last)
        cell = np.where(here, row * board.columns + column, begin)
        here &= (cell != begin) & ~holes[cell]
        if not here.all():
            begin, row, column, cell, down, right, last = (
                each[here] for each in (begin, row, column, cell, down, right, last)
            )
        if not len(begin):
            return
        yield begin, cell


def follow_meetings(pieces: Mapping[Cell, Piece], graph: Graph) -> Iterator[tuple[Cell, Cell]]:
    """The attacks between pieces on a graph, in the order of the pieces that attack."""
    there = {place[0]: place for place in pieces}
    ends: dict[Any, set[Any]] = defaultdict(set)
    for tail, head in graph.edges:
        if tail in there and head in there:
            ends[tail].add(head)
            if not graph.directed:
                ends[head].add(tail)
    for place in pieces:
        for name in ends.get(place[0], ()):
            yield place, there[name]


def follow_guards(pieces: Mapping[Cell, Piece], graph: Graph) -> Iterable[int]:
    """The number of pieces that attack each vertex of a graph, in the order of the vertices."""
    guards = {place[0] for place in pieces}
    if isinstance(graph.edges, Pairs) and not graph.directed:
        return _follow_pairs(guards, graph, graph.edges.ends)
    arcs = {(tail, head) for tail, head in graph.edges if tail in guards}  # a set: an edge may be given twice
    if not graph.directed:
        arcs.update((head, tail) for tail, head in graph.edges if head in guards)
    hits = Counter(map(itemgetter(1), arcs))
    return (hits[name] for name in graph.vertices)


def _follow_pairs(guards: Collection[Any], graph: Graph, ends: "Cells") -> list[int]:
    """The same along edges that are an array: all of them together."""
    import numpy as np

    size, names = len(graph.vertices), np.array(graph.vertices)
    order = np.argsort(names)
    stands = np.isin(names, [*guards])
    tails, heads = order[np.searchsorted(names, ends, sorter=order)].T
    arcs = np.append((tails * size + heads)[stands[tails]], (heads * size + tails)[stands[heads]])
    arcs.sort()
    once = arcs[np.diff(arcs, prepend=-1) > 0]  # an edge may be given twice
    numbers: list[int] = np.bincount(once % size, minlength=size).tolist()
    return numbers


Pieces = Mapping[Cell, Piece]


def meetings(pieces: Pieces, board: AbstractBoard) -> Iterator[tuple[Cell, Cell]]:
    """The attacks between pieces, ignoring pieces in between."""
    if is_vast(board, pieces):
        yield from march_meetings(pieces, board)
        return
    if isinstance(board, Graph):
        yield from follow_meetings(pieces, board)
        return
    there = set(pieces)
    for square, piece in pieces.items():
        for target in reach(piece, square, board) & there:
            yield square, target


def count_guards(pieces: Pieces, board: AbstractBoard) -> Iterator[tuple[Cell, int]]:
    """Each cell with the number of pieces that attack it on the empty board."""
    if is_vast(board, pieces):
        return zip(board, march_guards(pieces, board), strict=True)
    if isinstance(board, Graph):
        return zip(board, follow_guards(pieces, board), strict=True)
    hits = Counter(target for square, piece in pieces.items() for target in reach(piece, square, board))
    return ((square, hits[square]) for square in board)


def sightings(pieces: Pieces, board: AbstractBoard) -> Iterator[tuple[Cell, Cell]]:
    """The attacks between pieces along lines of sight."""
    for square, piece in pieces.items():
        for target in sight(piece, square, pieces, board):
            if target in pieces:
                yield square, target


def sight(piece: Piece, start: Cell, pieces: Pieces, board: AbstractBoard) -> set[Cell]:
    """The squares that a piece attacks from `start` when a ride ends at the first piece that it meets."""
    seen: set[Cell] = set()
    for way in board.walk(piece, start):
        for square in way:
            seen.add(square)
            if square in pieces:
                break
    return seen


@lru_cache(maxsize=1 << 16)
def reach(piece: Piece, start: Cell, board: AbstractBoard) -> frozenset[Cell]:
    """The squares that a piece attacks from `start` on the empty board."""
    return frozenset(chain.from_iterable(board.walk(piece, start)))
