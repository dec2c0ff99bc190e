"""Small checkers of the proofs that Rookery writes for others, which share no code with it.

`check_lrat` knows LRAT as text by unit propagation along the hints (Cruz-Filipe, Heule, Hunt, Kaufmann and
Schneider-Kamp 2017). `check_veripb` knows the part of VeriPB that is written: sums of rows, division, reverse unit
propagation, solutions and levels, in the syntax of 2022 and in that of version 3.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass


def check_lrat(cnf: str, proof: str) -> bool:
    """Whether a proof refutes the clauses of a DIMACS file."""
    lines = [line.split() for line in cnf.splitlines() if line[:1] not in ("c", "")]
    assert lines[0][:2] == ["p", "cnf"]
    assert len(lines) - 1 == int(lines[0][3])
    clauses = {number: set(map(int, line[:-1])) for number, line in enumerate(lines[1:], start=1)}
    for line in proof.splitlines():
        number, *words = line.split()
        if words[0] == "d":
            for each in words[1:-1]:
                del clauses[int(each)]
            continue
        middle = words.index("0")
        added = set(map(int, words[:middle]))
        if not contradicts(
            {-literal for literal in added}, [clauses.get(int(each)) for each in words[middle + 1 : -1]]
        ):
            return False
        clauses[int(number)] = added
        if not added:
            return True
    return False


def contradicts(true: set[int], hints: Iterable[set[int] | None]) -> bool:
    """Whether each hint has one literal left in turn, until one has none."""
    for clause in hints:
        if clause is None:
            return False
        left = {literal for literal in clause if -literal not in true}
        if not left:
            return True
        if len(left) > 1:
            return False
        true |= left
    return False


@dataclass
class Row:
    """Positive weights of literals that sum to at least a degree; a literal is a variable, negative where negated."""

    weights: dict[int, int]
    degree: int

    @classmethod
    def of(cls, terms: Iterable[tuple[int, int]], degree: int) -> "Row":
        """The normal form: each variable once, weights above 0."""
        over: dict[int, int] = {}
        for weight, literal in terms:
            over[abs(literal)] = over.get(abs(literal), 0) + (weight if literal > 0 else -weight)
            degree -= weight if literal < 0 else 0
        degree += sum(-weight for weight in over.values() if weight < 0)
        return cls({v if weight > 0 else -v: abs(weight) for v, weight in over.items() if weight}, degree)

    def plus(self, other: "Row") -> "Row":
        """The sum of two rows."""
        terms = [(weight, literal) for row in (self, other) for literal, weight in row.weights.items()]
        return Row.of(terms, self.degree + other.degree)

    def times(self, factor: int) -> "Row":
        """The row so often."""
        assert factor >= 0
        return Row({literal: factor * weight for literal, weight in self.weights.items()}, factor * self.degree)

    def saturated(self) -> "Row":
        """The row with no weight above its degree."""
        return Row({literal: min(weight, self.degree) for literal, weight in self.weights.items()}, self.degree)

    def divided(self, divisor: int) -> "Row":
        """The row divided, all numbers rounded up."""
        assert divisor > 0
        return Row(
            {literal: -(-weight // divisor) for literal, weight in self.weights.items()}, -(-self.degree // divisor)
        )

    def negated(self) -> "Row":
        """The row that says the opposite."""
        return Row.of([(-weight, literal) for literal, weight in self.weights.items()], 1 - self.degree)


def read_literal(word: str) -> int:
    """x7 or ~x7."""
    return -int(word[2:]) if word.startswith("~") else int(word[1:])


def read_rows(words: list[str]) -> list[Row]:
    """The rows of a constraint; an equation has two."""
    *terms, relation, degree = words
    pairs = [(int(weight), read_literal(literal)) for weight, literal in zip(terms[::2], terms[1::2], strict=True)]
    rows = [Row.of(pairs, int(degree))]
    if relation == "=":
        rows.append(Row.of([(-weight, literal) for weight, literal in pairs], -int(degree)))
    return rows


class PseudoBoolean:
    """The rows of a formula and of a proof, with the level at which each was derived."""

    def __init__(self, opb: str) -> None:
        lines = [line for line in opb.splitlines() if not line.startswith("*")]
        self.preserved = lines.pop(0).removesuffix(" ;").split()[1:] if lines[0].startswith("preserved:") else None
        formula = [row for line in lines for row in read_rows(line.removesuffix(";").split())]
        self.formula, self.size = formula, len(formula)
        self.rows: dict[int, tuple[int, Row]] = {number: (0, row) for number, row in enumerate(formula, start=1)}
        self.last, self.level, self.solutions = self.size, 0, set[tuple[int, ...]]()

    def add(self, row: Row) -> None:
        """A derived row has the next number."""
        self.last += 1
        self.rows[self.last] = self.level, row

    def sum_up(self, words: list[str]) -> Row:
        """A sum in reverse Polish notation."""
        stack: list[Row | int] = []
        for word in words:
            if word == "+":
                one, other = stack.pop(), stack.pop()
                stack.append(self.row(one).plus(self.row(other)))
            elif word == "*":
                factor, row = stack.pop(), stack.pop()
                assert isinstance(factor, int)
                stack.append(self.row(row).times(factor))
            elif word == "d":
                divisor, row = stack.pop(), stack.pop()
                assert isinstance(divisor, int)
                stack.append(self.row(row).divided(divisor))
            elif word == "s":
                stack.append(self.row(stack.pop()).saturated())
            elif word.lstrip("~").startswith("x"):
                stack.append(Row({read_literal(word): 1}, 0))
            else:
                stack.append(int(word))
        (found,) = stack
        return self.row(found)

    def row(self, each: Row | int) -> Row:
        """A row, or the one of a number."""
        return each if isinstance(each, Row) else self.rows[each][1]

    def propagates(self, negated: Row) -> bool:
        """Whether unit propagation over all rows contradicts one more."""
        rows, true = [negated, *(row for _, row in self.rows.values())], set[int]()
        while True:
            before = len(true)
            for row in rows:
                slack = sum(weight for literal, weight in row.weights.items() if -literal not in true) - row.degree
                if slack < 0:
                    return True
                true |= {literal for literal, weight in row.weights.items() if weight > slack and -literal not in true}
            if len(true) == before:
                return False

    def note(self, literals: set[int]) -> bool:
        """A solution: whether it is a new one; it is excluded from then on."""
        kept = (
            {abs(literal) for literal in literals} if self.preserved is None else {*map(read_literal, self.preserved)}
        )
        chosen = tuple(sorted(literal for literal in literals if literal in kept))
        for row in self.formula:
            if sum(weight for literal, weight in row.weights.items() if literal in literals) < row.degree:
                return False
        self.add(Row(dict.fromkeys((-literal for literal in literals if abs(literal) in kept), 1), 1))
        new = chosen not in self.solutions
        self.solutions.add(chosen)
        return new

    def step(self, kind: str, words: list[str]) -> bool:
        """One line of a proof; whether it is right."""
        if kind in ("setlvl", "#"):
            self.level = int(words[0])
        elif kind in ("wiplvl", "w"):
            self.rows = {number: each for number, each in self.rows.items() if each[0] < int(words[0])}
        elif kind in ("pol", "p"):
            self.add(self.sum_up(words))
        elif kind == "rup":
            (row,) = read_rows(words)
            if not self.propagates(row.negated()):
                return False
            self.add(row)
        elif kind in ("solx", "v"):
            if kind == "solx" and self.preserved is None:
                return False
            return self.note(set(map(read_literal, words)))
        elif kind == "f":
            return int(words[0]) == self.size
        else:
            return False
        return True


def check_veripb(opb: str, proof: str) -> int | None:
    """How many solutions a proof shows to be all; None where it proves nothing."""
    checker, lines = PseudoBoolean(opb), [line.removesuffix(" ;") for line in proof.splitlines()]
    new = lines[0] == "pseudo-Boolean proof version 3.0"
    assert new or lines[0] == "pseudo-Boolean proof version 1.2"
    *steps, end = [*lines[1:-3], lines[-2]] if new else lines[1:]
    for line in steps:
        kind, *words = line.split()
        if not checker.step(kind, words):
            return None
    found = re.fullmatch(r"c (\d+)|conclusion UNSAT : (\d+)|conclusion ENUMERATION_COMPLETE (\d+) : (\d+)", end)
    assert found is not None
    last = checker.rows.get(int(found[1] or found[2] or found[4]))
    if last is None or last[1].weights or last[1].degree <= 0:
        return None
    claimed = int(found[3] or 0) if new else len(checker.solutions)
    return claimed if claimed == len(checker.solutions) else None
