"""Tables of the walk towards a solution of clauses, and its state."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from rookery.backends.exchange.chance import first_chance
from rookery.backends.selection.words import Ints
from rookery.models.cnf.clause_list import Clause

MILD, STEEP = 0.9, 2.3  # a change that breaks b clauses is as likely as (MILD + b) ** -STEEP
Floats = npt.NDArray[np.float64]


class Clauses(NamedTuple):
    """Literals are numbered from 0, the negation of one is the number beside it: their last bits differ.

    `literal` lists the literals of clause after clause, `first` (clauses + 1) says where each begins; `clause` and
    `own` (literals + 1) say the reverse. `odds` is how likely a change is, by the number of clauses that it breaks.
    """

    literal: Ints
    first: Ints
    clause: Ints
    own: Ints
    odds: Floats


class Walk(NamedTuple):
    """Which literals are `true`; of each variable how many clauses `need` it: no other makes them true.

    Of each clause: how many of its literals are true (`hits`), the sum of their variables (`sole`: where one is true,
    its own), and its place in the list `broken`, or -1. `registers[BROKEN]` clauses are broken.
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
    literal = np.array([numbers[each] for clause in kept for each in clause], np.int64)
    sizes = np.array([len(clause) for clause in kept], np.int64)
    order = np.argsort(literal, kind="stable")
    counts = np.bincount(literal, minlength=len(numbers))
    clause = np.repeat(np.arange(len(kept)), sizes)[order]
    odds = np.array([(MILD + many) ** -STEEP for many in range(counts.max(initial=0) + 1)], np.float64)
    return Clauses(literal, add_up(sizes), clause, add_up(counts), odds)


def add_up(sizes: Ints) -> Ints:
    """Where each of some runs begins, and where the last one ends."""
    found = np.zeros(len(sizes) + 1, np.int64)
    found[1:] = np.cumsum(sizes)
    return found


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
