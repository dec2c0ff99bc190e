"""A solution of clauses, by a walk with a limit on its reads: a variable of a broken clause changes, by chance.

The less a change breaks the likelier it is (Balint and Schoening 2012: "ProbSAT", with the polynomial odds). What it
mends does not count. Where clauses contradict each other it walks on without end.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from rookery.backends.contract.backend import Deadline
from rookery.backends.local_search.improve import affordable
from rookery.backends.local_search.kernel import BROKEN, PRIME, damage, draw, first_chance, mend
from rookery.backends.presolve.structure.incidence import Incidence, Ints
from rookery.core.kernels.compiler import Look, do_nothing, get_ready
from rookery.core.kernels.jit import Kernel, entry, inner
from rookery.models.model.weighted_sums import Clause

MILD, STEEP = 0.9, 2.3  # a change that breaks b clauses is as likely as (MILD + b) ** -STEEP
Floats = npt.NDArray[np.float64]


class Clauses(NamedTuple):
    """Literals are numbered from 0, the numbers of a literal and its negation differ in the last bit.

    `literal` lists the literals of clause after clause, `first` (clauses + 1) says where each begins; `clause` and
    `own` (literals + 1) say the reverse. `odds` is the probability of a change, by the number of clauses that it
    breaks.
    """

    literal: Ints
    first: Ints
    clause: Ints
    own: Ints
    odds: Floats


class Walk(NamedTuple):
    """Literals that are `true`; for each variable the number of clauses that `need` it, because no other makes them
    true.

    For each clause: the number of its literals that are true (`hits`), the sum of their variables (`sole`: where one is
    true, its own), and its place in the list `broken`, or -1. `registers[BROKEN]` clauses are broken.
    """

    true: Ints
    need: Ints
    hits: Ints
    sole: Ints
    broken: Ints
    place: Ints
    registers: Ints


def number_literals(clauses: Sequence[Clause]) -> dict[int, int]:
    """The number of each literal of the variables that occur."""
    variables = sorted({abs(literal) for clause in clauses for literal in clause})
    pairs = ((variable, -variable) for variable in variables)
    return {literal: number for number, literal in enumerate(each for pair in pairs for each in pair)}


def make_clauses(clauses: Sequence[Clause], numbers: dict[int, int]) -> Clauses:
    """The tables of clauses of one literal at least, without those that are always true."""
    sets = [set(clause) for clause in clauses]
    kept = [sorted(each) for each in sets if not any(-literal in each for literal in each)]
    held = Incidence.of([[numbers[each] for each in clause] for clause in kept], len(numbers))
    of = held.transpose()
    odds = np.array([(MILD + many) ** -STEEP for many in range(of.sizes.max(initial=0) + 1)], np.float64)
    return Clauses(held.flat, held.first, of.flat, of.first, odds)


def make_walk(t: Clauses, seed: int) -> Walk:
    """The state in which each variable is true or false by chance."""
    size, variables = len(t.first) - 1, (len(t.own) - 1) // 2
    false = np.random.default_rng(seed).integers(0, 2, variables)
    true = np.zeros(2 * variables, np.int64)
    true[2 * np.arange(variables) + false] = 1
    owner, held = np.repeat(np.arange(size), np.diff(t.first)), true[t.literal] == 1
    hits = np.bincount(owner[held], minlength=size).astype(np.int64)
    sole = np.zeros(size, np.int64)
    np.add.at(sole, owner[held], t.literal[held] >> 1)
    need = np.bincount(sole[hits == 1], minlength=variables).astype(np.int64)
    bare = np.flatnonzero(hits == 0)
    place = np.full(size, -1, np.int64)
    place[bare] = np.arange(len(bare))
    registers = np.array([first_chance(seed), len(bare)], np.int64)
    return Walk(true, need, hits, sole, np.pad(bare, (0, size - len(bare))), place, registers)


@entry("the walk towards a solution")
def walk(t: Clauses, s: Walk, steps: int) -> int:
    """Change at most `steps` variables; returns how many clauses are broken then."""
    while steps > 0 and s.registers[BROKEN] > 0:
        steps -= 1
        change(t, s, choose(t, s))
    return int(s.registers[BROKEN])


@inner
def choose(t: Clauses, s: Walk) -> np.int64:
    """A literal of a broken clause that is to become true."""
    # `walk` asks only while some clause is broken; clauses have one literal at least (`make_clauses`).
    clause = s.broken[draw(s.registers, s.registers[BROKEN])]
    begin, last = t.first[clause], t.first[clause + 1] - 1
    left = 0.0
    for at in range(begin, last + 1):
        # A variable is needed by no more clauses than one of its literals stands in: `odds` has a place for each number
        # up to the largest.
        left += t.odds[s.need[t.literal[at] >> 1]]
    left *= draw(s.registers, np.int64(PRIME)) / PRIME
    for at in range(begin, last):
        left -= t.odds[s.need[t.literal[at] >> 1]]
        if left < 0:
            return np.int64(t.literal[at])
    # Rounding may leave a rest: the last literal takes it.
    return np.int64(t.literal[last])


@inner
def change(t: Clauses, s: Walk, literal: np.int64) -> None:
    """Make a literal true that is false."""
    s.true[literal], s.true[literal ^ 1] = 1, 0
    for at in range(t.own[literal], t.own[literal + 1]):
        gain(s, t.clause[at], literal >> 1)
    for at in range(t.own[literal ^ 1], t.own[(literal ^ 1) + 1]):
        lose(s, t.clause[at], literal >> 1)


@inner
def gain(s: Walk, clause: np.int64, variable: np.int64) -> None:
    """One more of a clause's literals is true."""
    if s.hits[clause] == 0:
        mend(s.registers, s.broken, s.place, clause)
        s.need[variable] += 1
    elif s.hits[clause] == 1:
        # `sole` is the sum over one true literal: its variable.
        s.need[s.sole[clause]] -= 1
    s.hits[clause] += 1
    s.sole[clause] += variable


@inner
def lose(s: Walk, clause: np.int64, variable: np.int64) -> None:
    """One less of a clause's literals is true."""
    s.hits[clause] -= 1
    s.sole[clause] -= variable
    if s.hits[clause] == 0:
        damage(s.registers, s.broken, s.place, clause)
        s.need[variable] -= 1
    elif s.hits[clause] == 1:
        # One true literal is left, and `sole` is its variable.
        s.need[s.sole[clause]] += 1


SLICE = 1 << 24  # incidences that the steps between two looks at the clock read, about


class WalkSearch:
    """A walk over clauses, none of them empty; every call of `find` goes on where the last one has ended.

    Now and then it calls `look`, which may raise to end it.
    """

    def __init__(self, clauses: Sequence[Clause], deadline: Deadline, seed: int, look: Look = do_nothing) -> None:
        self._deadline, self._look = deadline, look
        self._numbers = number_literals(clauses)
        self._tables = make_clauses(clauses, self._numbers)
        self._state = make_walk(self._tables, seed)
        self._reads = count_reads(self._tables)

    def find(self, reads: int) -> list[int] | None:
        """Find the literals that a solution makes true; None if steps that read `reads` incidences found no solution.

        There are fewer steps as plain Python, and when time is up.
        """
        get_ready(walk, (self._tables, self._state, 0), self._deadline.clock, self._look)
        left, slice_ = affordable(walk, reads), affordable(walk, SLICE)
        while self._state.registers[BROKEN] and left > 0 and not self._deadline.passed():
            self._look()
            walk(self._tables, self._state, max(1, min(left, slice_) // self._reads))
            left -= slice_
        return (
            None
            if self._state.registers[BROKEN]
            else [literal for literal, number in self._numbers.items() if self._state.true[number]]
        )


def count_reads(t: Clauses) -> int:
    """The approximate number of incidences that a step reads: the clauses of a variable, drawn from some clause."""
    clauses = np.diff(t.own).reshape(-1, 2).sum(axis=1)
    return max(1, int((clauses**2).sum()) // max(1, len(t.literal)))


def sample_walk() -> tuple[Kernel, Clauses, Walk]:
    """The kernel with arguments such as it is called with."""
    clauses = [[1, 2], [-1, -2]]
    tables = make_clauses(clauses, number_literals(clauses))
    return walk, tables, make_walk(tables, 0)
