"""Packings as evidence: rows that contradict each other by addition alone, disjoint ones or by a linear program.

One row of the model is the *whole*: a bound on all, such as "at most 11 knights" or "at least 9 rooks". Either it
allows, and other rows demand more than it has room for; or it demands, and other rows that allow cover what it counts.
How often each row is taken is linear duality, rounded to whole numbers; the checker then adds them up.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from rookery.backends.certifying.cliques import grow_cliques
from rookery.backends.certifying.duals import SCALES, nudge
from rookery.backends.selection.simplex import CLOSE, Floats, solve_program
from rookery.certificates.certificate import Evidence
from rookery.certificates.packing.check import check
from rookery.certificates.packing.rows import Inequality, Packed, list_rows
from rookery.certificates.refusals import Refused
from rookery.certificates.theorem import Theorem
from rookery.models import Satisfy
from rookery.models.base.deadline import look, look_between
from rookery.models.model import Weights

Times = dict[int, int]  # how often each row is taken, by its number
MOST_TERMS = 1 << 20  # of all rows
MOST_CELLS = 1 << 19  # of a linear program, and as many again for its slacks
MOST_FEWEST = 1024  # variables where cliques begin with those that the fewest may join
MOST_PICKS = 1 << 20  # rows that are looked at for one cover
STARTS = 4  # rows with which disjoint ones begin
TRIES = 8  # linear programs with other weights, of which the simplest answer is taken
WHOLES = 3  # rows that may be the whole


def make(theorem: Theorem) -> Evidence | None:
    """A packing that proves that a model has no solution; None where it has one, or none is found."""
    model = theorem.model
    if theorem.count or not isinstance(model.goal, Satisfy):
        return None
    if sum(len(each.literals) for each in model.constraints) > MOST_TERMS:
        return None
    for found in list_packings(list_rows(model)):
        evidence = found.evidence()
        try:
            check(theorem, evidence, plain=False)
        except Refused:
            continue
        return evidence
    return None


def list_packings(rows: Sequence[Inequality]) -> Iterator[Packed]:
    """What may be a proof, the simplest first."""
    empty = find_empty(rows)
    yield from (Packed(fill_up(rows, {at: 1})) for at, row in enumerate(rows) if _reach(row, empty) < row.least)
    for whole in _choose_wholes(rows):
        parts = Parts(rows, whole)
        yield from (Packed(fill_up(rows, times)) for times in (_list_disjoint if parts.allows else _list_covers)(parts))
        if not parts.allows:
            yield from _cover_by_cliques(parts)
        if len(parts.numbers) * len(parts.room) <= MOST_CELLS:
            yield from (Packed(fill_up(rows, times)) for times in _solve(parts))


def _reach(row: Inequality, empty: Weights) -> int:
    """What the variables of a row reach that are not known to be false."""
    return sum(weight for variable, weight in row.weights.items() if weight > 0 and variable not in empty)


def find_empty(rows: Sequence[Inequality]) -> dict[int, int]:
    """The variables that are false, each with a row that says so."""
    false = (at for at, row in enumerate(rows) if row.least == 0 and max(row.weights.values(), default=0) < 0)
    return {variable: at for at in false for variable in rows[at].weights}


def fill_up(rows: Sequence[Inequality], times: Times) -> Times:
    """The rows with as many of those that say what is false as it takes to leave it out."""
    total = Counter[int]()
    for at, many in times.items():
        for variable, weight in rows[at].weights.items():
            total[variable] += many * weight
    more, empty = Counter(times), find_empty(rows)
    for variable in empty.keys() & total.keys():
        left = total[variable]
        if left > 0:
            at = empty[variable]
            times_more = -(left // rows[at].weights[variable])
            more[at] += times_more
            for other, weight in rows[at].weights.items():
                total[other] += times_more * weight
    return {at: many for at, many in more.items() if many}


def _choose_wholes(rows: Sequence[Inequality]) -> list[int]:
    """The rows over most variables that only allow or only demand; the last one, which may bound a goal, first."""
    able = [at for at, row in enumerate(rows) if len({weight > 0 for weight in row.weights.values()}) == 1]
    able.sort(key=lambda at: (rows[at].at != rows[-1].at, -len(rows[at].weights)))
    widest = max((len(rows[at].weights) for at in able), default=0)
    return [at for at in able[:WHOLES] if len(rows[at].weights) == widest > 1]


@dataclass(frozen=True)
class Parts:
    """The rows that may be set against the `whole`, all of their weights taken as above 0.

    `allows` says that the whole is a row of weights below 0, which has room for what the others demand.
    """

    rows: Sequence[Inequality]
    whole: int

    @cached_property
    def allows(self) -> bool:
        """Whether the whole allows, and does not demand."""
        return min(self.rows[self.whole].weights.values()) < 0

    @cached_property
    def empty(self) -> dict[int, int]:
        """The variables that are false, each with a row that says so."""
        return find_empty(self.rows)

    @cached_property
    def room(self) -> Weights:
        """What the whole allows or demands of each variable that may be true."""
        return {v: abs(weight) for v, weight in self.rows[self.whole].weights.items() if v not in self.empty}

    @cached_property
    def numbers(self) -> list[int]:
        """The rows that may serve."""
        own = self.rows[self.whole].at
        return [at for at, row in enumerate(self.rows) if row.at != own and self._serves(row)]

    def _serves(self, row: Inequality) -> bool:
        if self.allows:  # a row that demands, of variables for which there is room
            held = all(v in self.room for v in row.weights if v not in self.empty)
            return row.least > 0 and min(row.weights.values(), default=0) > 0 and held
        return row.least < 0 and max(row.weights.values(), default=0) < 0

    def weights(self, at: int) -> Weights:
        """The weights of a row for variables that may be true, all above 0."""
        return {v: abs(weight) for v, weight in self.rows[at].weights.items() if v not in self.empty}


def _list_disjoint(parts: Parts) -> Iterator[Times]:
    """Rows that share no variable, taken in their order from each of a few on, as far as there is room."""
    for start in range(min(STARTS, len(parts.numbers))):
        taken, times = set[int](), {parts.whole: 1}
        for at in look_between((*parts.numbers[start:], *parts.numbers[:start])):
            weights = parts.weights(at)
            if taken.isdisjoint(weights) and all(weight <= parts.room[v] for v, weight in weights.items()):
                taken.update(weights)
                times[at] = 1
        yield times


def _list_covers(parts: Parts) -> Iterator[Times]:
    """Rows that together count all that the whole does, those that count most of what is left first."""
    if len({*parts.room.values()}) != 1:
        return
    sizes = {at: parts.weights(at).keys() & parts.room.keys() for at in parts.numbers}
    picks = len(parts.room) // max(1, *map(len, sizes.values()), 1)
    if picks * len(sizes) > MOST_PICKS:
        return
    for start in parts.numbers[:STARTS]:
        left, times = set(parts.room), {parts.whole: 1}
        best: int | None = start
        while best is not None and left & sizes[best]:
            look()
            left -= sizes[best]
            times[best] = max(parts.room.values())
            best = max(parts.numbers, key=lambda at: -len(left & sizes[at]) / parts.rows[at].least, default=None)
        if not left:
            yield times


def _cover_by_cliques(parts: Parts) -> Iterator[Packed]:
    """Sets of variables that exclude each other pair by pair, each grown from one that is in none so far."""
    if len({*parts.room.values()}) != 1:
        return
    weight, excluded = max(parts.room.values()), _list_exclusions(parts)
    for fewest_first in (False, True)[: 1 + (len(parts.room) <= MOST_FEWEST)]:
        found = grow_cliques(set(parts.room), excluded, fewest_first)
        said = {frozenset(parts.weights(at)): at for at in parts.numbers if parts.rows[at].least == -1}
        rows = [said[frozenset(each)] for each in found if frozenset(each) in said]
        cliques = [each for each in found if frozenset(each) not in said]
        grown = range(len(parts.rows), len(parts.rows) + len(cliques))
        yield Packed({parts.whole: 1} | dict.fromkeys((*rows, *grown), weight), cliques)


def _list_exclusions(parts: Parts) -> dict[int, set[int]]:
    """For each variable those that cannot be true beside it."""
    excluded: dict[int, set[int]] = {variable: set() for variable in parts.room}
    for at in parts.numbers:
        if parts.rows[at].least == -1:
            for variable in parts.weights(at):
                excluded.setdefault(variable, set()).update(parts.weights(at))
    return {variable: those - {variable} for variable, those in excluded.items()}


def _solve(parts: Parts) -> Iterator[Times]:
    """Whole multiples of rows by linear programs, the simplest first; none where even fractions prove nothing."""
    hits, sides, limit = _gather(parts)
    first = _weigh(parts, hits, sides)
    if not (first @ sides > limit + CLOSE if parts.allows else first @ sides < limit - CLOSE):
        return
    plainly = _round(parts, first, sides, limit)
    if plainly and max(plainly.values()) == 1:
        yield plainly
        return
    others = (_weigh(parts, hits, worth) for worth in nudge(sides.astype(np.int64), TRIES))
    rounded = (plainly, *(_round(parts, found, sides, limit) for found in others))
    yield from sorted(filter(None, rounded), key=lambda times: (max(times.values()), len(times)))


def _gather(parts: Parts) -> tuple[Floats, Floats, int]:
    """A row for each variable, a column for each row of the model, as shares of the room; the sides; the limit."""
    place = {variable: at for at, variable in enumerate(parts.room)}
    hits = np.zeros((len(place), len(parts.numbers)))
    for column, at in enumerate(parts.numbers):
        for variable, weight in parts.weights(at).items():
            if variable in place:
                hits[place[variable], column] = weight / parts.room[variable]
    sides = np.array([abs(parts.rows[at].least) for at in parts.numbers], np.float64)
    return hits, sides, abs(parts.rows[parts.whole].least)


def _weigh(parts: Parts, hits: Floats, sides: Floats) -> Floats:
    """How often each row is taken for the whole once: demands as large as fit, or allowances as small as cover."""
    if parts.allows:
        return solve_program(hits, sides)[0]
    return solve_program((hits / sides).T, np.ones(len(hits)))[1] / sides


def _round(parts: Parts, found: Floats, sides: Floats, limit: int) -> Times | None:
    """The smallest whole multiples in proportion that prove it; None where rounding loses too much."""
    for scale in SCALES:
        times: NDArray[np.float64] = np.floor(found * scale + CLOSE) if parts.allows else np.ceil(found * scale - CLOSE)
        beyond = times @ sides - scale * limit
        if beyond > 0 if parts.allows else beyond < 0:
            taken = zip(parts.numbers, times.astype(np.int64).tolist(), strict=True)
            return {parts.whole: scale} | {at: many for at, many in taken if many}
    return None
