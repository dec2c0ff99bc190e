"""A backend that keeps a tally of each constraint: what it has, and what it can still get.

Every constraint of the abstract model is brought to one form, "weights of true literals sum up to at least `least`",
with positive weights. A row that can no longer get enough is a conflict; a row that needs one of its free literals
makes it true. Between conflicts and consequences the search branches on the row that has the fewest free literals.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from rookery import Maximize, Model, Satisfy
from rookery.models.model.constraints import Constraint, Term, with_positive_weights
from rookery.plugins import Ask, Backend, End, Reason, Solution, Stream

EACH = 64  # steps between two looks at the clock


@dataclass(frozen=True, slots=True)
class Row:
    """Terms with positive weights that must sum up to at least `least`, each variable in one term."""

    terms: tuple[Term, ...]
    least: int


@dataclass(frozen=True, slots=True)
class Rows:
    """A compiled model: its rows, and the terms whose sum is to be as large as possible, if any."""

    variables: int
    rows: tuple[Row, ...]
    gain: tuple[Term, ...] | None
    sign: int


class Tally(Backend):
    """Branches, counts what is left, and takes back; a hundred lines of plain Python for any 0/1 model."""

    name: ClassVar[str] = "tally"
    summary: ClassVar[str] = "an example: plain Python that counts what each constraint can still get"

    def compile(self, model: Model, ask: Ask) -> Rows:
        """Bring every constraint to the one form; of the goal make a sum to be maximised."""
        rows = tuple(row for constraint in model.constraints for row in _rows(constraint))
        if isinstance(model.goal, Satisfy):
            return Rows(model.variables, rows, None, 1)
        sign = 1 if isinstance(model.goal, Maximize) else -1
        gain = tuple((sign * weight, literal) for weight, literal in model.goal.terms())
        return Rows(model.variables, rows, gain, sign)

    def run(self, program: Rows, ask: Ask) -> Stream:
        """Give solutions as they are met, and last the outcome; with a goal each solution is better than the last."""
        search, best, steps, given = Search(program), None, 0, 0
        for found in search.leaves():
            steps += 1
            if found is None:
                if steps % EACH == 0 and ask.deadline.passed():
                    yield End(proven=False, reason=Reason.TIME)
                    return
                continue
            if program.gain is not None:
                best = search.value(program.gain)
                search.demand(best + 1)
            yield found
            given += 1
            if program.gain is None and given == ask.most:
                yield End(proven=False)
                return
            if ask.deadline.passed():
                yield End(proven=False, reason=Reason.TIME)
                return
        yield End(proven=True, bound=None if best is None else program.sign * best)


def _rows(constraint: Constraint) -> Iterator[Row]:
    if constraint.lower is not None:
        yield _row(constraint.terms(), constraint.lower)
    if constraint.upper is not None:
        yield _row(((-weight, literal) for weight, literal in constraint.terms()), -constraint.upper)


def _row(terms: Iterable[Term], least: int) -> Row:
    weights, constant = with_positive_weights(terms)
    return Row(tuple((weight, literal) for literal, weight in weights.items()), least - constant)


class Search:
    """Values and tallies, and a trail to take them back."""

    def __init__(self, program: Rows) -> None:
        goal = [] if program.gain is None else [_row(program.gain, -sum(abs(weight) for weight, _ in program.gain))]
        self.rows = [*program.rows, *goal]
        self.least = [row.least for row in self.rows]
        self.offset = 0 if program.gain is None else goal[0].least + sum(abs(weight) for weight, _ in program.gain)
        self.values: list[bool | None] = [None] * program.variables
        self.trail: list[int] = []
        self.has = [0] * len(self.rows)
        self.can = [sum(weight for weight, _ in row.terms) for row in self.rows]
        self.free = [len(row.terms) for row in self.rows]
        self.heaviest = [max((weight for weight, _ in row.terms), default=0) for row in self.rows]
        self.places: dict[int, list[tuple[int, int]]] = {v: [] for v in range(-program.variables, program.variables)}
        for at, row in enumerate(self.rows):
            for weight, literal in row.terms:
                self.places[literal].append((at, weight))

    def leaves(self) -> Iterator[Solution | None]:
        """Each solution once, and None at each other step, so that the caller may look at the clock."""
        untried: list[tuple[int, int]] = []
        sound = self._settle(range(len(self.rows)))
        while True:
            literal = self._branch() if sound else None
            if sound and literal is None:
                yield frozenset(variable for variable, value in enumerate(self.values) if value)
            else:
                yield None
            if literal is None:
                if not untried:
                    return
                mark, literal = untried.pop()
                self._take_back(mark)
            else:
                untried.append((len(self.trail), ~literal))
            sound = self._decide(literal)

    def value(self, gain: Iterable[Term]) -> int:
        """What the true literals of the goal sum up to."""
        return sum(weight for weight, literal in gain if self._true(literal))

    def demand(self, value: int) -> None:
        """Ask for at least this value of the goal from now on."""
        self.least[-1] = value + self.offset

    def _true(self, literal: int) -> bool | None:
        value = self.values[literal if literal >= 0 else ~literal]
        return value if value is None or literal >= 0 else not value

    def _decide(self, literal: int) -> bool:
        """Make a literal true with all that follows; whether no conflict was met."""
        goal = [len(self.rows) - 1] if self.rows else []  # its demand may have grown since it was looked at
        return self._settle([*self._assign(literal), *goal])

    def _assign(self, literal: int) -> list[int]:
        """Make a literal true; the rows that can get less now."""
        self.values[literal if literal >= 0 else ~literal] = literal >= 0
        self.trail.append(literal)
        for row, weight in self.places[literal]:
            self.has[row] += weight
            self.free[row] -= 1
        for row, weight in self.places[~literal]:
            self.can[row] -= weight
            self.free[row] -= 1
        return [row for row, _ in self.places[~literal]]

    def _settle(self, rows: Iterable[int]) -> bool:
        """Draw all consequences of rows that can get less; whether none of them is left with too little."""
        waiting = list(rows)
        while waiting:
            row = waiting.pop()
            spare = self.can[row] - self.least[row]
            if spare < 0:
                return False
            if spare < self.heaviest[row] and self.free[row] and self.has[row] < self.least[row]:
                for weight, literal in self.rows[row].terms:
                    if weight > spare and self._true(literal) is None:
                        waiting += self._assign(literal)
        return True

    def _take_back(self, mark: int) -> None:
        while len(self.trail) > mark:
            literal = self.trail.pop()
            self.values[literal if literal >= 0 else ~literal] = None
            for row, weight in self.places[literal]:
                self.has[row] -= weight
                self.free[row] += 1
            for row, weight in self.places[~literal]:
                self.can[row] += weight
                self.free[row] += 1

    def _branch(self) -> int | None:
        """A literal of the row with the fewest free ones, among those that one literal would satisfy."""
        fewest, chosen = len(self.values) + 1, -1
        for row, free in enumerate(self.free):
            if 0 < free < fewest and 0 < self.least[row] - self.has[row] <= self.heaviest[row]:
                fewest, chosen = free, row
        literals = (lit for _, lit in self.rows[chosen].terms) if chosen >= 0 else range(len(self.values))
        return next((literal for literal in literals if self._true(literal) is None), None)
