"""Recognises many choices in the constraints alone: lines of which each takes at most one, or just one."""

from collections.abc import Iterable, Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from rookery.backends.presolve.structure.incidence import Ints
from rookery.core.deadline import check_deadline, checking_deadline
from rookery.core.values import dataclass, field
from rookery.models.model.constraints import ConstraintArray, split
from rookery.models.model.model import AtLeast, AtMost, Constraint, Exactly, Linear, Model, Satisfy


@dataclass(slots=True)
class LineReader:
    """Reader of constraints, one after the other.

    `lines` are groups of variables that take at most one, and a flag if they take exactly one; `arrays` are more groups
    that take at most one; `needed` take at least one, `banned` variables are out. All together take from `least` to
    `most`.
    """

    variables: int
    most: int
    least: int = 0
    lines: dict[Sequence[int], bool] = field(default_factory=dict)
    needed: list[Sequence[int]] = field(default_factory=list)
    banned: list[int] = field(default_factory=list)
    arrays: list[ConstraintArray[Constraint]] = field(default_factory=list)

    def read_array(self, array: ConstraintArray[Constraint]) -> bool:
        """Read constraints that are arrays, and return whether they say no more than lines can."""
        self.arrays.append(array)
        return array.make is AtMost and array.bound == 1

    def read_constraint(self, constraint: Constraint) -> bool:
        """Read a constraint, and return whether it says no more than lines can."""
        if isinstance(constraint, Linear) or _has_negation(constraint.literals):
            return False
        bound, literals = constraint.bound, constraint.literals
        if bound < 0 or bound > len(literals):
            return False
        if len(literals) == self.variables and bound > 1:
            self.least = max(self.least, constraint.lower or 0)
            self.most = self.most if constraint.upper is None else min(self.most, constraint.upper)
            return True
        if isinstance(constraint, AtLeast):
            if bound == 1:
                self.needed.append(literals)
            return bound <= 1
        if bound == 0:
            self.banned += literals
        elif bound == 1:
            self.lines[literals] = self.lines.get(literals, False) or isinstance(constraint, Exactly)
        return bound <= 1 or (isinstance(constraint, AtMost) and bound >= len(literals))

    def settle(self) -> bool:
        """Let lines of at least one and of at most one take exactly one; return whether nothing else is needed."""
        for literals in self.needed:
            if literals not in self.lines and len(literals) > 1:
                return False
            self.lines[literals] = True
        return True

    def find_rows(self) -> list[Ints] | None:
        """Rows: lines that take just one, share no variable, and hold each that is not banned; None without such."""
        taken, rows = self.mark_banned(), []
        banned = taken.copy()
        for literals in checking_deadline(line for line, exact in self.lines.items() if exact and len(line) > 1):
            row = to_array(literals)
            if not np.any(taken[row] & ~banned[row]):
                taken[row] = True
                rows.append(row)
        return rows if taken.all() and self.least <= len(rows) <= self.most else None

    def find_parts(self, longest_first: bool = False) -> list[Ints]:
        """Parts of lines, which take at most one each, share no variable, and hold each that is not banned.

        Arrays are not used: they are pairs, and so numerous that they leave more variables free than a search needs.
        """
        taken, parts = self.mark_banned(), []
        for literals in checking_deadline(sorted(self.lines, key=len, reverse=True) if longest_first else self.lines):
            line = to_array(literals)
            rest = line[~taken[line]]
            if rest.size:
                taken[rest] = True
                parts.append(rest)
        return [*parts, *np.flatnonzero(~taken).reshape(-1, 1)]

    def mark_banned(self) -> NDArray[np.bool_]:
        """Return whether each variable is banned."""
        out = np.zeros(self.variables, np.bool_)
        out[self.banned] = True
        return out


def read_lines(model: Model, least_rows: int) -> LineReader | None:
    """Read a model without a goal that consists of lines with `least_rows` choices or more; else None."""
    arrays, others = split(model.constraints)
    singles = [*others]
    if not isinstance(model.goal, Satisfy) or not _has_choices(singles, least_rows):
        return None
    found = LineReader(model.variables, model.variables)
    read = all(map(found.read_array, arrays)) and all(map(found.read_constraint, checking_deadline(singles)))
    return found if read and found.settle() else None


def find_rows(model: Model, least_rows: int) -> tuple[LineReader, list[Ints]] | None:
    """The lines of a model that is `least_rows` rows or more, and these rows; None for any other."""
    lines = read_lines(model, least_rows)
    rows = None if lines is None else lines.find_rows()
    return None if lines is None or rows is None or len(rows) < least_rows else (lines, rows)


def restrict_to_rows(model: Model, least_rows: int) -> tuple[LineReader, list[Ints]] | None:
    """The lines of a model that asks for `least_rows` or more, restricted to rows: neighbours are joined until they are
    few.

    On a board with holes a row falls into two parts. A search with exactly one piece in both together finds solutions
    of the model, but cannot prove that there is no solution. Fewer rows than are needed prove that. Returns None for a
    model that cannot be restricted in this way.
    """
    lines = read_lines(model, 0)
    if lines is None or not least_rows <= lines.least == lines.most:
        return None
    parts = lines.find_parts()
    if len(longer := lines.find_parts(longest_first=True)) < lines.least:
        parts = longer  # as columns are where a board has more rows
    rows = join_neighbours(parts, lines.least)
    for row in rows:
        lines.lines[tuple(row.tolist())] = True
    return lines, rows


def join_neighbours(parts: list[Ints], many: int) -> list[Ints]:
    """The parts, joined evenly until there are twice `many`, then the smallest neighbours until there are `many`."""
    sizes = np.array([part.size for part in parts])
    most = min(len(parts), 2 * many)
    bundle = np.arange(len(parts)) * most // max(1, len(parts))
    sizes, group = np.bincount(bundle, sizes).astype(np.int64), np.arange(most)
    while len(sizes) > many:
        check_deadline()
        at = int(np.argmin(sizes[:-1] + sizes[1:]))
        group[group > at] -= 1
        sizes = np.concatenate((sizes[:at], [sizes[at] + sizes[at + 1]], sizes[at + 2 :]))
    starts = np.searchsorted(group[bundle], np.arange(len(sizes) + 1)).tolist()
    return [np.concatenate(parts[start:end]) for start, end in pairwise(starts)]


def to_array(literals: Sequence[int]) -> Ints:
    """Literals as an array, those of a range without looking at each."""
    if isinstance(literals, range):
        return np.arange(literals.start, literals.stop, literals.step)
    return np.array(literals, np.int64)


def _has_choices(constraints: Iterable[Constraint], least: int) -> bool:
    choices = (c for c in constraints if isinstance(c, Exactly | AtLeast) and c.bound == 1 and len(c.literals) > 1)
    return sum(1 for _ in choices) >= least


def _has_negation(literals: Sequence[int]) -> bool:
    if isinstance(literals, range):
        return bool(literals) and min(literals[0], literals[-1]) < 0
    return min(literals, default=0) < 0
