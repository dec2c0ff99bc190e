"""Grounds on which pieces leap and ride, but not straight as on a board: from single steps follow attacks and lines.

The sorts of steps that pieces are made of, so that boards of other shapes can say what each sort is there.
"""

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain, permutations, product
from typing import NamedTuple

from rookery.core.deadline import checking_deadline
from rookery.core.errors import BadInput
from rookery.core.numbers import Step
from rookery.models.boards.ground import Clique, Ground, Place, Targets
from rookery.models.pieces.betza import Ride, around
from rookery.models.pieces.piece import Piece

Sort = tuple[int, int]  # (0, 1) of the rook and the king, (1, 1) of the bishop, (1, 2) of the knight
Heading = tuple[int, ...]


class Course(NamedTuple):
    """A heading that a piece follows, at most `reach` steps far; 0 is without end."""

    heading: Heading
    reach: int


def sort_steps(piece: Piece, where: str) -> set[tuple[Sort, int]]:
    """The sorts of steps of a piece, each with how often it is repeated, 0 for without end.

    Raises `BadInput` for a piece whose steps are not the same in all directions: other boards have other directions.
    """
    found = {(_sort(step), reach) for step, reach in piece.rides}
    if not piece.rides >= {Ride(step, reach) for sort, reach in found for step in around(*sort)}:
        raise BadInput(f"{where} has no {piece}: only pieces with the same steps in all directions are known there")
    return {(sort, reach or 0) for sort, reach in found}


def _sort(step: Step) -> Sort:
    low, high = sorted((abs(step.rows), abs(step.columns)))
    return low, high


def reverse(heading: Heading) -> Heading:
    """The opposite heading."""
    return tuple(-each for each in heading)


def spread(step: Heading) -> frozenset[Heading]:
    """A step with its coordinates in any order, each forwards or backwards."""
    signs = list(product((1, -1), repeat=len(step)))
    return frozenset(_sign(order, sign) for order in permutations(step) for sign in signs)


def _sign(step: Heading, signs: Heading) -> Heading:
    return tuple(each * sign for each, sign in zip(step, signs, strict=True))


MAX_ATTACKS = 100_000_000  # 0.8 GB of rays, and as much of what they add up to
State = tuple[Place, Heading]  # a cell, and the heading with which a ride goes on from it


class Lattice(Ground):
    """A ground on which a step leads from each cell to at most one, where it may go on with another heading."""

    @abstractmethod
    def courses(self, piece: Piece) -> Sequence[Course]:
        """The courses of a piece here; raises `BadInput` for a piece that this board does not have."""

    @abstractmethod
    def go(self, place: Place, heading: Heading) -> State | None:
        """The cell one step away, and the heading from there on; None if the step leaves the board."""

    def akin(self, heading: Heading) -> Iterable[Heading]:
        """The headings under which one and the same line may be followed from its cells."""
        return heading, reverse(heading)

    def admit(self, piece: Piece) -> None:
        """Raise `BadInput` for a piece that this board does not have."""
        super().admit(piece)
        self.courses(piece)

    def rays(self, piece: Piece, start: Place) -> Iterator[Clique]:
        """The numbers of the cells that a piece attacks from `start`: each ride of it, in the order of the way."""
        return iter(_list_rays(self, piece)[self.index(start)])

    def attacks(self, piece: Piece) -> Targets:
        """For each cell number the cells that a piece standing there attacks, ascending and without its own."""
        rays = checking_deadline(_list_rays(self, piece))
        return tuple(tuple(sorted(set(chain.from_iterable(each)))) for each in rays)

    def cliques(self, piece: Piece) -> Iterator[Clique]:
        """Whole lines where a piece rides without end, windows of them where it has a reach, pairs where it leaps."""
        courses = set(self.courses(piece))
        if any(Course(other, reach) not in courses for heading, reach in courses for other in self.akin(heading)):
            yield from super().cliques(piece)  # of two cells on a line perhaps neither attacks the other
            return
        seen = set[frozenset[int]]()
        for reach, headings in _by_reach(courses):
            for line, closed in self._number_lines(headings):
                for clique in map(frozenset, _windows(line, closed, reach)):
                    if len(clique) > 1 and clique not in seen:
                        seen.add(clique)
                        yield tuple(sorted(clique))

    def lines(self, piece: Piece) -> Iterator[Clique]:
        """The whole lines of two cells or more along which a piece rides without limit."""
        ridden = {heading for heading, reach in self.courses(piece) if not reach}
        found = dict.fromkeys(frozenset(line) for line, _ in self._number_lines(ridden))
        yield from (tuple(sorted(line)) for line in found if len(line) > 1)

    def _number_lines(self, headings: Iterable[Heading]) -> Iterator[tuple[list[int], bool]]:
        for states, closed in self.trace_lines(headings):
            yield [self.index(place) for place, _ in states], closed

    def trace_lines(self, headings: Iterable[Heading]) -> Iterator[tuple[list[State], bool]]:
        """The longest lines along some headings, each in one direction, with whether it closes on itself."""
        passed = set[State]()
        for heading in sorted(headings):
            for start in checking_deadline(self):
                if (start, heading) not in passed:
                    states, closed = self._trace(start, heading)
                    if not closed:
                        first, back = self._trace(start, reverse(heading))[0][-1]
                        states, _ = self._trace(first, reverse(back))
                    passed.update(states)
                    passed.update(_turn_back(states))
                    yield states, closed

    def _trace(self, start: Place, heading: Heading) -> tuple[list[State], bool]:
        """The way from a cell on, until it leaves the board, or comes back with the same heading."""
        way: list[State] = []
        state: State | None = (start, heading)
        while state is not None and (not way or state != way[0]):
            way.append(state)
            state = self.go(*state)
        return way, state is not None


@lru_cache(maxsize=8)
def _list_rays(ground: Lattice, piece: Piece) -> Sequence[Sequence[Clique]]:
    """For each cell number the rays of a piece from there, cut out of the lines; a number is one object everywhere.

    Raises `BadInput` if there are too many to keep.
    """
    rays: list[list[Clique]] = [[] for _ in ground]
    numbers, total = {place: at for at, place in enumerate(ground)}, 0
    for reach, headings in _by_reach(ground.courses(piece)):
        for states, closed in ground.trace_lines(headings):
            for way in (states, _turn_back(states)):
                line = [numbers[place] for place, _ in way]
                for at, ray in enumerate(_cut_rays(line, closed, reach)):
                    if way[at][1] in headings:
                        rays[line[at]].append(ray)
                        total += len(ray)
            if total > MAX_ATTACKS:
                raise BadInput(f"{ground.phrase} has too many attacks; at most {MAX_ATTACKS:,} are accepted")
    return rays


def _by_reach(courses: Iterable[Course]) -> Iterator[tuple[int, set[Heading]]]:
    """The headings that have the same reach."""
    every = set(courses)
    for reach in sorted({course.reach for course in every}):
        yield reach, {course.heading for course in every if course.reach == reach}


def _turn_back(states: Sequence[State]) -> list[State]:
    """The same way in the other direction."""
    return [(place, reverse(heading)) for place, heading in reversed(states)]


def _cut_rays(line: Sequence[int], closed: bool, reach: int) -> Iterator[Clique]:
    """The cells ahead of each place of a line: up to the reach, the end of the line, or the same cell."""
    track = tuple(line) * 2 if closed else tuple(line)
    later, ends = dict[int, int](), [0] * len(track)
    for at in reversed(range(len(track))):
        ends[at] = later.get(track[at], len(track))
        later[track[at]] = at
    for at in range(len(line)):
        yield track[at + 1 : min(ends[at], at + 1 + reach) if reach else ends[at]]


def _windows(line: Sequence[int], closed: bool, reach: int) -> Iterator[Sequence[int]]:
    """The parts of a line of which each cell is within reach of each other; 0 is without end."""
    size = len(line)
    if not reach or size <= reach + 1 or (closed and size <= 2 * reach + 1):
        yield line
    elif closed:
        yield from ([line[(at + k) % size] for k in range(reach + 1)] for at in range(size))
    else:
        yield from (line[at : at + reach + 1] for at in range(size - reach))
