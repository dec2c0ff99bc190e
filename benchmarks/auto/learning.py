"""What the table of measured points says of the rules of the backend `auto`: where each threshold may lie, and what
each rule is worth.

`python -m benchmarks.auto learn` prints the values with which the choices cost least, and what it would cost to leave
out each rule: the sum, over all points, of the logarithm of the time taken to the least one.
"""

import tomllib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from math import inf, log
from pathlib import Path

import rookery as rk
from benchmarks.auto.points import POINTS
from rookery.backends import Request, Want
from rookery.backends.contract.answer_data import compute_gap
from rookery.backends.contract.reductions import Switches
from rookery.backends.presolve.approach import is_large
from rookery.backends.presolve.approach.approach import Approach
from rookery.backends.presolve.reductions.reduce import reduce_model
from rookery.backends.presolve.reductions.reduced import Reduced
from rookery.backends.presolve.reductions.solving import split
from rookery.backends.solvers.auto import Auto, rules
from rookery.backends.solvers.auto.traits import Traits
from rookery.core.deadline import NEVER
from rookery.models import Satisfy

TABLE = Path(__file__).parent / "rules.toml"
START = 0.2  # seconds that are added to each time: below them a difference is worth little
OPEN = 20.0  # seconds that count for a point that a backend did not solve in its limit
FACTORS = [2 ** (step / 8) for step in range(-16, 17)]  # of a threshold, from a quarter of it to four times as much
LITTLE = 1e-9


@dataclass(frozen=True, slots=True)
class MeasuredPoint:
    """A point of the table: the traits that rules see, whether our own search foresees its effort, and the seconds of
    each backend, infinite for none in its limit."""

    name: str
    problem: rk.Problem
    traits: Traits
    foreseen: bool
    seconds: dict[str, float]

    @property
    def rule(self) -> rules.RankingRule:
        """The rule that decides."""
        return next(rule for rule in rules.RULES if rule.fits(self.traits))

    @property
    def choice(self) -> str:
        """The backend that is asked first."""
        return rules.OWN if self.foreseen else self.rule.order[0]

    @property
    def loss(self) -> float:
        """The loss of the choice; none where no backend solved it."""
        chosen, best = self.seconds[self.choice], min(self.seconds.values())
        return 0.0 if best == inf else log((START + min(chosen, OPEN)) / (START + best))


@cache
def read_points() -> list[MeasuredPoint]:
    """The points of the table, as their backends are asked: where all optima are listed, of those alone."""
    table = tomllib.loads(TABLE.read_text())
    declared = {name: (Want(want), declare) for name, want, declare in POINTS}
    found = list[MeasuredPoint]()
    for name, row in table["seconds"].items():
        want, declare = declared[name]
        problem = declare()
        model, request = problem.model, Request(want)
        if want is not Want.ONE and not isinstance(model.goal, Satisfy):
            model = model.at_optimum(2)
        if want is Want.ONE:
            reduced = reduce_model(model, request, Switches())
            model, request = reduced.model, replace(request, gap=measure_gap(reduced))
        foreseen = Auto().compile_foreseen(model, request) is not None
        if want is Want.ONE and not foreseen and (parts := split(model)):
            model = parts[-1].reduced.model
        seconds = {b: inf if cell == "-" else float(cell) for b, cell in zip(table["backends"], row, strict=True)}
        found.append(MeasuredPoint(name, problem, Traits.of(model, request), foreseen, seconds))
    return found


def measure_gap(reduced: Reduced) -> float:
    """How far an answer to a large covering is from the best one before any search, as it is told to a backend."""
    approach = Approach.of(reduced.model, NEVER, 0) if is_large(reduced.source) else None
    if approach is None:
        return inf
    for _ in approach.run():
        pass
    return compute_gap(reduced.objective(approach.best), reduced.objective(approach.least))


def count_loss() -> float:
    """The loss of all choices by the rules as they are."""
    return sum(point.loss for point in read_points())


def name_thresholds() -> list[str]:
    """The names of the numbers that rules look at."""
    return [name for name, value in vars(rules).items() if name.isupper() and isinstance(value, int | float)]


def measure_losses(name: str) -> dict[float, float]:
    """The loss for each of some values of a threshold."""
    held, losses = getattr(rules, name), dict[float, float]()
    for factor in FACTORS:
        value = round(held * factor) if isinstance(held, int) else held * factor
        setattr(rules, name, value)
        losses[value] = count_loss()
    setattr(rules, name, held)
    return losses


def measure_worths() -> Iterator[tuple[rules.RankingRule, float]]:
    """Each rule but the last, and what is lost without it."""
    held, least = rules.RULES, count_loss()
    for rule in held[:-1]:
        rules.RULES = tuple(each for each in held if each is not rule)
        yield rule, count_loss() - least
        rules.RULES = held


def main() -> None:
    """Print the thresholds and the rules."""
    print(f"{len(read_points())} points, loss {count_loss():.2f}")
    for name in name_thresholds():
        held, losses = getattr(rules, name), measure_losses(name)
        least = min(losses.values())
        best = [value for value, loss in losses.items() if loss <= least + LITTLE]
        print(f"{name} = {held:g}: loss {losses[held]:.2f}; {least:.2f} from {min(best):g} to {max(best):g}")
    many = Counter(point.rule.reason for point in read_points())
    for rule, worth in measure_worths():
        print(f"{worth:+6.2f} without what decides {many[rule.reason]} points: {rule.order[0]}, {rule.reason}")
