"""The backend `python-constraint`: the library's own search, backtracking with forward checking, on finite domains."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import repeat
from random import Random
from typing import Any, ClassVar

from rookery.backends.contract import Ask, Backend, Bound, End, Reason, Solution, Stream, Unsupported, Want
from rookery.backends.presolve.cost import Cost
from rookery.core.deadline import Deadline, OutOfTime, checking_deadline
from rookery.models import Exactly, Model
from rookery.models.model.constraints import Constraint, Term, over_variables

MAX_LITERALS = 3_000_000
OFTEN = 1 << 9

Value = int  # the variable of the model that is true
NONE = -1  # the value of a 0/1 variable that is false


@dataclass(frozen=True)
class Domains:
    """A model over finite domains: one for each row of exactly one, as far as rows are disjoint, else 0/1.

    A domain lists its values in the order in which they are tried. `constraints` are those that no domain implies.
    `least` is the sum of the cheapest values, a lower bound on the cost.
    """

    domains: Sequence[Sequence[Value]]
    constraints: Sequence[Constraint]
    cost: Cost | None
    least: int


class PythonConstraint(Backend):
    """python-constraint with bounded sums as its only constraints."""

    name = "python-constraint"
    summary = "finite-domain solver in pure Python; for small problems and for comparison"
    packages: ClassVar[Mapping[str, str]] = {"constraint": "python-constraint2"}
    can = frozenset({"one", "best", "all", "count", "seed"})

    def compile(self, model: Model, ask: Ask) -> Domains:
        """Make a variable of each row; a seed shuffles the variables, and the values that cost the same."""
        literals = sum(len(constraint.literals) for constraint in model.constraints)
        if literals > MAX_LITERALS:
            raise Unsupported(
                f"backend {self.name} takes at most {MAX_LITERALS:,} literals, this model has {literals:,}"
            )
        domains: list[list[Value]] = []
        constraints: list[Constraint] = []
        taken: set[int] = set()
        for each in checking_deadline(model.constraints):
            row = isinstance(each, Exactly) and each.bound == 1 and min(each.literals, default=-1) >= 0
            if row and taken.isdisjoint(each.literals):
                domains.append([*each.literals])
                taken.update(each.literals)
            else:
                constraints.append(each)
        domains += ([NONE, v] for v in range(model.variables) if v not in taken)
        if ask.seed:
            shuffle = Random(ask.seed).shuffle
            shuffle(domains)
            for values in domains:
                shuffle(values)
        cost = Cost.of(model)
        weights, least = over_variables(cost.terms() if cost else ())
        for values in domains:
            values.sort(key=lambda value: weights.get(value, 0))
            least += weights.get(values[0], 0)
        return Domains(domains, constraints, cost, least)

    def run(self, program: Domains, ask: Ask) -> Stream:
        """Search; the constraints check the deadline, because the library knows none."""
        clock, cost, found, best = Clock(ask.deadline), program.cost, 0, Solution()
        counts, ended = ask.want is Want.COUNT and ask.limit is None, Reason.DONE
        bound = cost.objective(program.least) if cost else None
        yield Bound(bound)
        proven = True
        try:
            for best in _search(program, clock):
                found += 1
                yield Bound(count=found) if counts else best
                if found == ask.most and cost is None:
                    proven = False
                    break
            else:
                bound = cost.objective(cost.weight(best)) if cost and found else None
        except OutOfTime:
            proven, ended = False, Reason.TIME
        yield End(proven, ended, found if counts else None, bound, statistics={"checks": clock.checks})


def _search(program: Domains, clock: "Clock") -> Iterator[Solution]:
    """Yield every solution; with a cost, each is cheaper than the one before it."""
    from constraint import Constraint as LibraryConstraint
    from constraint import Problem

    class Posted(Sum, LibraryConstraint):  # type: ignore[misc]  # the library has no types
        """A sum that the library accepts as a constraint."""

    clock.tick(1)
    problem, cost, home = Problem(), program.cost, dict[Value, int]()
    for number, values in enumerate(program.domains):
        problem.addVariable(number, values[::-1])  # the library tries the last value first
        home.update(zip(values, repeat(number)))
    sums = [Posted(each.terms(), each.lower, each.upper, clock) for each in checking_deadline(program.constraints)]
    incumbent = Posted(cost.terms() if cost else (), None, None, clock)
    for each in (*sums, incumbent):
        if each.weights:
            scope = sorted({home[variable] for variable in each.weights})
            each.measure({number: program.domains[number] for number in scope})
            problem.addConstraint(each, scope)
        elif not each.lower <= 0 <= each.upper:
            return
    for found in problem.getSolutionIter() if program.domains else ({},):
        chosen = frozenset(value for value in found.values() if value != NONE)
        if cost:
            value = sum(incumbent.weights.get(variable, 0) for variable in chosen)
            if value > incumbent.upper:  # it improved after the last variable with a cost was assigned
                continue
            incumbent.upper = value - 1
        yield chosen
        if cost and cost.weight(chosen) == program.least:
            return
        clock.tick(1)


class Clock:
    """A deadline that constraints check, and the number of their checks."""

    def __init__(self, deadline: Deadline) -> None:
        self._deadline, self._left, self.checks = deadline, 0, 0

    def tick(self, work: int) -> None:
        """Count a check of `work` variables; raises `OutOfTime` if the deadline has passed."""
        self.checks += 1
        self._left -= work
        if self._left < 0:
            self._left = OFTEN
            self._deadline.check()


class Sum:
    """A bounded sum over domains: hides the values that no choice of the others makes good.

    `upper` may be lowered during a search, as an incumbent does.
    """

    def __init__(self, terms: Iterable[Term], lower: int | None, upper: int | None, clock: Clock) -> None:
        self.weights, constant = over_variables(terms)
        widest = sum(map(abs, self.weights.values()))
        self.lower = -widest if lower is None else lower - constant
        self.upper = widest if upper is None else upper - constant
        self._tick = clock.tick
        self._ranges: dict[int, tuple[int, int, int]] = {}  # of whole domains: size, least and largest weight

    def measure(self, domains: Mapping[int, Sequence[Value]]) -> None:
        """Measure whole domains once: most are whole, or have one value."""
        for variable, values in domains.items():
            weights = [self.weights.get(value, 0) for value in values]
            self._ranges[variable] = len(values), min(weights, default=0), max(weights, default=0)

    def __call__(
        self,
        variables: Sequence[int],
        domains: Mapping[int, Any],
        assigned: Mapping[int, Value],
        forwardcheck: object = False,
        _: object = None,
    ) -> bool:
        """Return False if the sum is broken, or a domain has no value left."""
        self._tick(len(variables))
        weigh, ranges = self.weights.get, self._ranges
        low = high = 0
        open_domains = []
        for variable in variables:
            if variable in assigned:
                weight = weigh(assigned[variable], 0)
                low += weight
                high += weight
            else:
                domain = domains[variable]
                size, least, most = ranges[variable]
                if len(domain) < size:
                    weights = [weigh(value, 0) for value in domain]
                    least, most = min(weights), max(weights)
                low += least
                high += most
                if least < most:
                    open_domains.append((domain, least, most))
        above, below = self.upper - low, high - self.lower
        if above < 0 or below < 0:
            return False
        room = min(above, below)
        for domain, least, most in open_domains if forwardcheck else ():
            if most - least <= room:
                continue
            for value in domain[:]:
                if weigh(value, 0) - least > above or most - weigh(value, 0) > below:
                    domain.hideValue(value)
            if not domain:
                return False
        return True
