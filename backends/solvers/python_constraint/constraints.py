"""Our own constraints for python-constraint: the one file that needs its base class, imported when a search starts."""

from collections.abc import Mapping, Sequence
from typing import Any

from constraint import Constraint

from rookery.backends.solvers.python_constraint.domains import CoveringProgram, Hits, Total
from rookery.backends.solvers.python_constraint.rows import Clock

Values = Mapping[int, Any]
Assigned = Mapping[int, int]


class Pair(Constraint):  # type: ignore[misc]  # the library has no types
    """Two domains of which some values exclude each other: hides what the one that is assigned excludes."""

    def __init__(self, hits: Hits, clock: Clock) -> None:
        self._hits, self._tick = hits, clock.tick

    def __call__(
        self, variables: Sequence[int], domains: Values, assignments: Assigned, forwardcheck: object = False
    ) -> bool:
        """Return whether the assignment can stand, seen from this constraint alone."""
        self._tick()
        one, other = variables
        if one not in assignments:
            one, other = other, one
        hits = self._hits.get(assignments[one])
        if hits is None:
            return True
        if other in assignments:
            return assignments[other] not in hits
        if not forwardcheck:
            return True
        domain = domains[other]
        for value in [value for value in domain if value in hits]:
            domain.hideValue(value)
        return bool(domain)


class Sum(Constraint):  # type: ignore[misc]  # the library has no types
    """A bounded weighted sum: hides the values that no choice of the others can make good.

    `upper` may be lowered during a search: that is how an incumbent prunes.
    """

    def __init__(self, total: Total, clock: Clock) -> None:
        self._weights, self._lower, self.upper, self._tick = total.weights, total.lower, total.upper, clock.tick

    def __call__(
        self, variables: Sequence[int], domains: Values, assignments: Assigned, forwardcheck: object = False
    ) -> bool:
        """Return whether the assignment can stand, seen from this constraint alone."""
        self._tick()
        weigh = self._weights.get
        low = high = 0
        open_: list[tuple[Any, int, int]] = []
        for variable in variables:
            if variable in assignments:
                weight = weigh(assignments[variable], 0)
                low, high = low + weight, high + weight
                continue
            weights = [weigh(value, 0) for value in domains[variable]]
            least, most = min(weights), max(weights)
            low, high = low + least, high + most
            if least < most:
                open_.append((domains[variable], least, most))
        if low > self.upper or high < self._lower:
            return False
        return not forwardcheck or self._prune(open_, self.upper - low, high - self._lower)

    def _prune(self, domains: list[tuple[Any, int, int]], up: int, down: int) -> bool:
        """Hide what is too much above its domain's least, or too much below its most; false when nothing is left."""
        weigh = self._weights.get
        for domain, least, most in domains:
            if most - least > min(up, down):
                for value in [v for v in domain if weigh(v, 0) - least > up or most - weigh(v, 0) > down]:
                    domain.hideValue(value)
                if not domain:
                    return False
        return True


class Covering(Constraint):  # type: ignore[misc]  # the library has no types
    """Pieces 0, 1, 2, ... that cover all clauses, one after the other.

    Each next piece covers the clause that the fewest candidates can still cover. A candidate that was tried there is
    not tried again further down, so that each set of candidates comes up once and in one order. When all clauses are
    covered and there are pieces enough, the rest stay off the board: their value is `idle`.

    It is called once for each assignment, in the order of the pieces, and so it remembers what holds at each depth.
    """

    def __init__(self, cover: CoveringProgram, pieces: int, clock: Clock) -> None:
        self._masks, self._pieces, self._tick = cover.masks, pieces, clock.tick
        self._fewest = cover.fewest
        self.idle = len(cover.masks.variables)
        self._missing = [cover.masks.items] * (pieces + 1)
        self._allowed = [cover.masks.candidates] * (pieces + 1)
        self._tried = [0] * (pieces + 1)

    def preProcess(self, *_: object) -> None:  # noqa: N802 (the library's name)
        """Keep the constraint, also with a single piece: the library would call it with each value beforehand."""

    def first(self) -> list[int] | None:
        """The domain of the first piece; None if no choice of pieces can do."""
        choice = self._candidates(0)
        return None if not choice else self._rank(self._members(choice), 0)

    def __call__(
        self, variables: Sequence[int], domains: Values, assignments: Assigned, forwardcheck: object = False
    ) -> bool:
        """Return whether the last piece that was placed can stand; offers the next one its candidates."""
        self._tick()
        depth = len(assignments)
        value = assignments[depth - 1]
        if value == self.idle:
            choice = 1 << self.idle
        else:
            self._place(depth - 1, value)
            choice = self._candidates(depth)
        if depth == self._pieces or not choice:
            return bool(choice)
        domain = domains[depth]
        for other in [other for other in domain if not choice >> other & 1]:
            domain.hideValue(other)
        domain[:] = self._rank(domain, depth)  # the same values, the best last: it is tried first
        return True

    def _place(self, depth: int, value: int) -> None:
        allowed = self._allowed[depth] & ~self._tried[depth]
        self._tried[depth] |= 1 << value
        self._missing[depth + 1] = self._missing[depth] & ~self._masks.hits[value]
        self._allowed[depth + 1] = allowed & ~self._masks.rivals[value]
        self._tried[depth + 1] = 0

    def _candidates(self, depth: int) -> int:
        """The candidates of the next piece as a mask; 0 if the pieces that are left cannot do."""
        missing, allowed, left = self._missing[depth], self._allowed[depth], self._pieces - depth
        short = self._fewest - depth
        if not missing:
            idle = (1 << self.idle) if short <= 0 else 0
            return allowed | idle if allowed.bit_count() >= short else 0
        if not left:
            return 0
        scarcest, apart = self._scarcest(missing, allowed)
        if apart > left or not self._can_gain(missing, allowed, left):
            return 0
        return scarcest

    def _scarcest(self, missing: int, allowed: int) -> tuple[int, int]:
        """The fewest candidates that some clause has left, and how many clauses share no candidate with each other."""
        guards = self._masks.options
        options = []
        while missing:
            lowest = missing & -missing
            options.append(guards[lowest.bit_length() - 1] & allowed)
            missing ^= lowest
        options.sort(key=int.bit_count)
        apart = union = 0
        for option in options:
            if not option & union:
                apart += 1
                union |= option
        return options[0], apart if options[0] else self._pieces + 1

    def _can_gain(self, missing: int, allowed: int, left: int) -> bool:
        """Return whether the best candidates together cover as much as is missing, overlaps left aside."""
        covers, wanted = self._masks.hits, missing.bit_count()
        gains = sorted([(covers[at] & missing).bit_count() for at in self._members(allowed)])
        return sum(gains[-left:]) >= wanted

    def _members(self, mask: int) -> list[int]:
        return [at for at in range(self.idle + 1) if mask >> at & 1]

    def _rank(self, values: Sequence[int], depth: int) -> list[int]:
        """Values by what they cover, the best last; to stay off the board comes first of all."""
        missing, covers, idle = self._missing[depth], self._masks.hits, self.idle
        return sorted(values, key=lambda at: len(covers) if at == idle else (covers[at] & missing).bit_count())
