"""Packings as evidence: rows whose weighted sum is a row that nothing keeps (Farkas' lemma).

One row of the model is the *whole*: a bound on all variables, such as "at most 11 knights" or "at least 9 rooks". If it
allows, other rows demand more than it allows. If it demands, other rows that allow cover all that it counts. The
multiples of the rows are a dual solution of a linear program, rounded to whole numbers.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from rookery.backends.presolve.structure.cliques import cover_by_cliques, list_exclusions
from rookery.certificates.certificate import Packing
from rookery.certificates.claim import Refused, Theorem
from rookery.certificates.packing import Inequality, check, list_rows
from rookery.core.deadline import checking_deadline
from rookery.core.runtime import has_numpy
from rookery.models.model.constraints import Weights

MAX_TERMS = 1 << 20  # of all rows
MAX_CELLS = 1 << 19  # of a linear program, and as many again for its slacks
MAX_FEWEST = 1024  # variables with which cliques also begin at those with the fewest neighbours
STARTS = 4  # rows at which sets of disjoint rows begin
WHOLES = 3  # rows that may be the whole
Times = dict[int, int]  # how often each row is taken, by its number


def make(theorem: Theorem) -> Packing | None:
    """Return a packing that proves that the model has no solution; None if it has one, or no packing is found."""
    if theorem.count or sum(len(each.literals) for each in theorem.model.constraints) > MAX_TERMS:
        return None
    for packing in list_packings(list_rows(theorem.model)):
        try:
            check(theorem, packing)
        except Refused:
            continue
        return packing
    return None


def list_packings(rows: Sequence[Inequality]) -> Iterator[Packing]:
    """Yield packings that may be proofs, the simplest first."""
    empty = find_empty(rows)
    for at, row in enumerate(rows):
        if sum(weight for variable, weight in row.weights.items() if weight > 0 and variable not in empty) < row.least:
            yield Packing(fill_up(rows, {at: 1}))
    # The longest rows that only allow or only demand; the rows of the last constraint, which may bound a goal, first
    able = [at for at, row in enumerate(rows) if len({weight > 0 for weight in row.weights.values()}) == 1]
    able.sort(key=lambda at: (rows[at].at != rows[-1].at, -len(rows[at].weights)))
    widest = max((len(rows[at].weights) for at in able), default=0)
    for whole in [at for at in able[:WHOLES] if len(rows[at].weights) == widest > 1]:
        yield from _list_against(Parts(rows, whole))


def _list_against(parts: "Parts") -> Iterator[Packing]:
    """Yield packings that may be proofs and set other rows against the whole."""
    if parts.allows:
        yield from (Packing(fill_up(parts.rows, times)) for times in _list_disjoint(parts))
    else:
        yield from _list_clique_covers(parts)
    if len(parts.numbers) * len(parts.room) <= MAX_CELLS and has_numpy():
        from rookery.backends.certifying.programs import solve_parts  # imports numpy, which is optional

        for times in solve_parts(parts):
            yield Packing(fill_up(parts.rows, times))


def find_empty(rows: Sequence[Inequality]) -> dict[int, int]:
    """Return the variables that a row makes false, each with the number of the row."""
    false = (at for at, row in enumerate(rows) if row.least == 0 and max(row.weights.values(), default=0) < 0)
    return {variable: at for at in false for variable in rows[at].weights}


def fill_up(rows: Sequence[Inequality], times: Times) -> Times:
    """Add multiples of rows that make variables false, until the sum gives these variables no positive weight."""
    total = Counter[int]()
    for at, many in times.items():
        for variable, weight in rows[at].weights.items():
            total[variable] += many * weight
    more, empty = Counter(times), find_empty(rows)
    for variable in empty.keys() & total.keys():
        at = empty[variable]
        missing = -(total[variable] // rows[at].weights[variable])
        if missing > 0:
            more[at] += missing
            for other, weight in rows[at].weights.items():
                total[other] += missing * weight
    return {at: many for at, many in more.items() if many}


@dataclass(frozen=True)
class Parts:
    """The rows that may be set against the `whole`, with the absolute values of their weights."""

    rows: Sequence[Inequality]
    whole: int

    @cached_property
    def allows(self) -> bool:
        """Return whether the whole has weights below 0, and so allows; else it demands."""
        return max(self.rows[self.whole].weights.values(), default=0) < 0

    @cached_property
    def empty(self) -> dict[int, int]:
        """The variables that a row makes false, each with the number of the row."""
        return find_empty(self.rows)

    @cached_property
    def room(self) -> Weights:
        """The weight in the whole of each variable that may be true."""
        weights = self.rows[self.whole].weights.items()
        return {v: abs(weight) for v, weight in weights if v not in self.empty and (weight < 0) == self.allows}

    @cached_property
    def numbers(self) -> list[int]:
        """The rows that may be set against the whole."""
        own = self.rows[self.whole].at
        return [at for at, row in enumerate(self.rows) if row.at != own and self._serves(row)]

    def _serves(self, row: Inequality) -> bool:
        if self.allows:  # a row that demands, of variables for which there is room
            held = all(v in self.room for v in row.weights if v not in self.empty)
            return row.least > 0 and min(row.weights.values(), default=0) > 0 and held
        return row.least < 0 and max(row.weights.values(), default=0) < 0

    def weights(self, at: int) -> Weights:
        """Return the absolute weights of a row, without variables that are false."""
        return {v: abs(weight) for v, weight in self.rows[at].weights.items() if v not in self.empty}


def _list_disjoint(parts: Parts) -> Iterator[Times]:
    """Yield sets of rows without common variables that fit into the whole: greedily, from each of the first rows."""
    for start in range(min(STARTS, len(parts.numbers))):
        taken, times = set[int](), {parts.whole: 1}
        for at in checking_deadline((*parts.numbers[start:], *parts.numbers[:start])):
            weights = parts.weights(at)
            if taken.isdisjoint(weights) and all(weight <= parts.room[v] for v, weight in weights.items()):
                taken.update(weights)
                times[at] = 1
        yield times


def _list_clique_covers(parts: Parts) -> Iterator[Packing]:
    """Yield covers of the whole by cliques, sets of variables that exclude each other in pairs; rows where possible."""
    if len({*parts.room.values()}) != 1:
        return
    groups = [tuple(parts.weights(at)) for at in parts.numbers if parts.rows[at].least == -1]
    weight, excluded = max(parts.room.values()), list_exclusions(groups, parts.room)
    for fewest_first in (False, True)[: 1 + (len(parts.room) <= MAX_FEWEST)]:
        found = cover_by_cliques(parts.room, excluded, fewest_first)
        said = {frozenset(parts.weights(at)): at for at in parts.numbers if parts.rows[at].least == -1}
        rows = [said[frozenset(each)] for each in found if frozenset(each) in said]
        cliques = tuple(each for each in found if frozenset(each) not in said)
        grown = range(len(parts.rows), len(parts.rows) + len(cliques))
        yield Packing({parts.whole: 1} | dict.fromkeys((*rows, *grown), weight), cliques)
