"""Packings as evidence: rows that contradict each other by addition alone, disjoint ones or by a linear program.

One row of the model is the *whole*: a bound on all, such as "at most 11 knights" or "at least 9 rooks". Either it
allows, and other rows demand more than it has room for; or it demands, and other rows that allow cover what it counts.
How often each row is taken is linear duality, rounded to whole numbers; the checker then adds them up.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from rookery.backends.evidence.certifying.parts import Parts, Times, find_empty
from rookery.backends.presolve.structure.cliques import Exclusions, cover_by_cliques, list_exclusions, list_maximal
from rookery.certificates.certificate import Evidence
from rookery.certificates.claim import Refused, Theorem
from rookery.certificates.packing.rows import Inequality, Packed, check, list_rows
from rookery.core.deadline import check_deadline, checking_deadline
from rookery.core.runtime import has_numpy
from rookery.models import Satisfy
from rookery.models.model.constraints import Weights

MAX_TERMS = 1 << 20  # of all rows
MAX_CELLS = 1 << 19  # of a linear program, and as many again for its slacks
MAX_CLIQUES = 20_000  # steps of the enumeration of the largest ones
MAX_FEWEST = 1024  # variables where cliques begin with those that the fewest may join
MAX_PICKS = 1 << 20  # rows that are looked at for one cover
STARTS = 4  # rows with which disjoint ones begin
WHOLES = 3  # rows that may be the whole


def make(theorem: Theorem) -> Evidence | None:
    """Make a packing that proves that a model has no solution; None if it has one, or no packing is found."""
    model = theorem.model
    if theorem.count or not isinstance(model.goal, Satisfy):
        return None
    if sum(len(each.literals) for each in model.constraints) > MAX_TERMS:
        return None
    for found in list_packings(list_rows(model)):
        evidence = found.evidence()
        try:
            check(theorem, evidence)
        except Refused:
            continue
        return evidence
    return None


def list_packings(rows: Sequence[Inequality]) -> Iterator[Packed]:
    """List possible proofs, the simplest first."""
    empty = find_empty(rows)
    yield from (Packed(fill_up(rows, {at: 1})) for at, row in enumerate(rows) if _reach(row, empty) < row.least)
    # The rows over most variables that only allow or only demand; the last one, which may bound a goal, first
    able = [at for at, row in enumerate(rows) if len({weight > 0 for weight in row.weights.values()}) == 1]
    able.sort(key=lambda at: (rows[at].at != rows[-1].at, -len(rows[at].weights)))
    widest = max((len(rows[at].weights) for at in able), default=0)
    for whole in [at for at in able[:WHOLES] if len(rows[at].weights) == widest > 1]:
        yield from list_against(Parts(rows, whole))


def list_against(parts: Parts, quick: bool = False) -> Iterator[Packed]:
    """List possible proofs that combine other rows, the simplest first; `quick` solves no linear program."""
    yield from (
        Packed(fill_up(parts.rows, times)) for times in (_list_disjoint if parts.allows else _list_covers)(parts)
    )
    if quick:
        return
    if not parts.allows:
        yield from _list_clique_covers(parts)
    yield from (Packed(fill_up(parts.rows, times)) for times in _solve(parts))


def _solve(parts: Parts) -> Iterator[Times]:
    """Whole multiples of rows by linear programs, if these are not too large and numpy is there."""
    if len(parts.numbers) * len(parts.room) <= MAX_CELLS and has_numpy():
        from rookery.backends.evidence.certifying.programs import solve_parts

        yield from solve_parts(parts)


def _reach(row: Inequality, empty: Weights) -> int:
    """The reach of a row: the total of its variables that are not known to be false."""
    return sum(weight for variable, weight in row.weights.items() if weight > 0 and variable not in empty)


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


def _list_disjoint(parts: Parts) -> Iterator[Times]:
    """Rows that share no variable, taken in their order from each of a few on, as far as there is room."""
    for start in range(min(STARTS, len(parts.numbers))):
        taken, times = set[int](), {parts.whole: 1}
        for at in checking_deadline((*parts.numbers[start:], *parts.numbers[:start])):
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
    if picks * len(sizes) > MAX_PICKS:
        return
    for start in parts.numbers[:STARTS]:
        left, times = set(parts.room), {parts.whole: 1}
        best: int | None = start
        while best is not None and left & sizes[best]:
            check_deadline()
            left -= sizes[best]
            times[best] = max(parts.room.values())
            best = max(parts.numbers, key=lambda at: -len(left & sizes[at]) / parts.rows[at].least, default=None)
        if not left:
            yield times


def list_by_cliques(parts: Parts) -> Iterator[Packed]:
    """List proofs by linear programs over rows and the largest cliques; a certificate leaves it to a search."""
    if parts.allows:
        return
    rows, found = list(parts.rows), list(list_maximal(_list_exclusions(parts), MAX_CLIQUES))
    rows += (Inequality(-1, dict.fromkeys(clique, -1), -1) for clique in found)
    wider = Parts(rows, parts.whole)
    for times in _solve(wider):
        own = len(parts.rows)
        used = [at for at in sorted(times) if at >= own]
        numbered = {at: many for at, many in fill_up(rows, times).items() if at < own}
        numbered |= {own + place: times[at] for place, at in enumerate(used)}
        yield Packed(numbered, [tuple(found[at - own]) for at in used])


def _list_exclusions(parts: Parts) -> Exclusions:
    """For each variable those that exclude it."""
    groups = [tuple(parts.weights(at)) for at in parts.numbers if parts.rows[at].least == -1]
    return list_exclusions(groups, parts.room)


def _list_clique_covers(parts: Parts) -> Iterator[Packed]:
    """Sets of variables that exclude each other pair by pair, each grown from one that is in none so far."""
    if len({*parts.room.values()}) != 1:
        return
    weight, excluded = max(parts.room.values()), _list_exclusions(parts)
    for fewest_first in (False, True)[: 1 + (len(parts.room) <= MAX_FEWEST)]:
        found = cover_by_cliques(parts.room, excluded, fewest_first)
        said = {frozenset(parts.weights(at)): at for at in parts.numbers if parts.rows[at].least == -1}
        rows = [said[frozenset(each)] for each in found if frozenset(each) in said]
        cliques = [each for each in found if frozenset(each) not in said]
        grown = range(len(parts.rows), len(parts.rows) + len(cliques))
        yield Packed({parts.whole: 1} | dict.fromkeys((*rows, *grown), weight), cliques)
