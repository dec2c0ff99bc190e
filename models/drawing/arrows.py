"""Arrows between squares, as outlines for SVG; on a torus they leave at one edge and come back at the opposite one."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import pairwise
from math import hypot
from typing import NamedTuple

from rookery.models.board import MOST_SQUARES, Board, Square
from rookery.models.pieces.piece import Piece

CELL = 40
CONFLICT = "#c8102e"
SHAFT, HEAD, GAP = 4.5, 13.0, 11.0  # an arrow's width, the length of its head, and how far it keeps from the middle

Pair = tuple[Square, Square]
Point = tuple[float, float]


class Way(NamedTuple):
    """How far a ride leads down and to the right, edges not minded."""

    rows: int
    columns: int

    @property
    def back(self) -> "Way":
        """The same the other way round."""
        return Way(-self.rows, -self.columns)


def arrows(conflicts: Collection[Pair], pieces: Mapping[Square, Piece], board: Board) -> Iterator[str]:
    """An arrow from attacker to attacked, with two heads where each attacks the other the same way."""
    pairs = set(conflicts)
    for one, other in sorted(pairs):
        ahead = _ways(one, other, pieces, board)
        back = {way.back for way in _ways(other, one, pieces, board)} if (other, one) in pairs else set[Way]()
        both = [way for way in ahead if way in back]
        if not both or one < other:
            yield from _draw_arrow(one, (both or ahead)[0], bool(both), board)


def _ways(one: Square, other: Square, pieces: Mapping[Square, Piece], board: Board) -> list[Way]:
    """The shortest ways from a square to another: straight, or on a torus as the piece there rides."""
    straight = Way(other.row - one.row, other.column - one.column)
    if not board.torus or one not in pieces:
        return [straight]
    found = sorted(_ridden(pieces[one], one, other, board), key=_length)
    return [way for way in found if _length(way) == _length(found[0])] or [straight]


def _ridden(piece: Piece, one: Square, other: Square, board: Board) -> Iterator[Way]:
    for step, reach in sorted(piece.rides, key=str):
        square, times = board.step(one, step), 1
        while square is not None and square != one and times <= (reach or MOST_SQUARES):
            if square == other:
                yield Way(times * step.rows, times * step.columns)
            square, times = board.step(square, step), times + 1


def _length(way: Way) -> float:
    return hypot(*way)


def _draw_arrow(one: Square, way: Way, mutual: bool, board: Board) -> Iterator[str]:
    legs = _legs(one, way, board)
    for number, leg in enumerate(legs):
        yield _fill(_outline(leg, start=mutual and number == 0, end=number == len(legs) - 1))


def arrow(one: Point, other: Point, mutual: bool) -> str:
    """An arrow from near one middle of a cell to near another, with two heads where it is mutual."""
    far = other[0] - one[0], other[1] - one[1]
    gap = GAP / hypot(*far)
    return _fill(_outline((_at(one, far, gap), _at(one, far, 1 - gap)), start=mutual, end=True))


def _fill(outline: str) -> str:
    return f'<path class="conflict" d="{outline}" fill="{CONFLICT}" fill-opacity=".85"/>'


def _legs(one: Square, way: Way, board: Board) -> list[tuple[Point, Point]]:
    """The straight parts of an arrow on the board, from near the middle of a square to near that of another."""
    size = board.columns * CELL, board.rows * CELL
    from_ = one.column * CELL + CELL / 2, one.row * CELL + CELL / 2
    far = way.columns * CELL, way.rows * CELL
    gap = GAP / hypot(*far)
    cuts = sorted({gap, 1 - gap, *(cut for axis in (0, 1) for cut in _cuts(from_[axis], far[axis], size[axis], gap))})
    return [_within([_at(from_, far, cut) for cut in ends], size) for ends in pairwise(cuts)]


def _cuts(start: float, far: float, size: float, gap: float) -> Iterator[float]:
    """Where on its way, from 0 to 1, an arrow crosses an edge of the board."""
    low, high = sorted((start, start + far))
    for edge in range(int(low // size), int(high // size) + 1):
        if far and gap < (cut := (edge * size - start) / far) < 1 - gap:
            yield cut


def _at(start: Point, far: Point, part: float) -> Point:
    return start[0] + part * far[0], start[1] + part * far[1]


def _within(ends: Sequence[Point], size: tuple[float, float]) -> tuple[Point, Point]:
    """A part of a way, moved by whole boards to where it is seen."""
    middle = [(ends[0][axis] + ends[1][axis]) / 2 for axis in (0, 1)]
    x, y = (middle[axis] // size[axis] * size[axis] for axis in (0, 1))
    first, last = ((end[0] - x, end[1] - y) for end in ends)
    return first, last


def _outline(leg: tuple[Point, Point], start: bool, end: bool) -> str:
    """The outline of an arrow, with a head where it starts, where it ends, at both or at neither."""
    (x, y), (to_x, to_y) = leg
    length = hypot(to_x - x, to_y - y)
    along, across = (to_x - x) / length, (to_y - y) / length

    def point(far: float, aside: float) -> str:
        return f"{x + along * far - across * aside:.1f} {y + across * far + along * aside:.1f}"

    head = min(HEAD, length * (0.45 if start and end else 0.7))  # neighbours leave little room for two
    half, wide = min(SHAFT, head / 1.8 if start or end else SHAFT) / 2, head / 2
    tail = [(0.0, 0.0), (head, wide), (head, half)] if start else [(0.0, half)]
    tip = [(length - head, half), (length - head, wide), (length, 0.0)] if end else [(length, half)]
    side = [*tail, *tip]
    outline = [*side, *((far, -aside) for far, aside in reversed(side) if aside)]
    return f"M{'L'.join(point(far, aside) for far, aside in outline)}z"
