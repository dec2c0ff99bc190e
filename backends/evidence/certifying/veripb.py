"""Proofs that VeriPB checks: their lines, and those of packings and of trees of any model.

A packing is one sum of rows. A clique of it is derived before, variable by variable: the row of all before, added to
the clauses that exclude each with the next, and divided. In a tree of any model the clause that not all decisions on
the way to a node are right follows by unit propagation, which decides what the checker of trees decides.
"""

from collections.abc import Iterable, Iterator, Sequence
from enum import IntEnum

from rookery.backends.formats.rows import LinearTable, Terms
from rookery.certificates.certificate import Evidence
from rookery.certificates.checking import load_checker, make_claim
from rookery.certificates.claim import Theorem
from rookery.certificates.packing.rows import Packed, list_rows
from rookery.core.deadline import check_deadline
from rookery.core.values import dataclass, field
from rookery.models import Model


class Syntax(IntEnum):
    """Syntax of VeriPB: 1 is that of 2022, 3 the one since 2024."""

    OLD = 1
    NEW = 3


@dataclass
class ProofWriter:
    """The lines of a proof about a file of `total` rows; `last` is the number of the last constraint so far."""

    syntax: Syntax
    total: int
    last: int = field(init=False, default=0)

    def begin(self) -> Iterator[str]:
        """The first lines."""
        self.last = self.total
        yield f"pseudo-Boolean proof version {'3.0' if self.syntax is Syntax.NEW else '1.2'}"
        yield self.end("f", self.total)

    def derive(self, *words: object) -> str:
        """A line that adds a constraint."""
        self.last += 1
        return self.end(*words)

    def end(self, *words: object) -> str:
        """A line with the end that the syntax asks for."""
        line = " ".join(map(str, words))
        return f"{line} ;" if self.syntax is Syntax.NEW or line.startswith("rup") else line

    def add_up(self, *words: object) -> str:
        """A sum in reverse Polish notation."""
        return self.derive("pol" if self.syntax is Syntax.NEW else "p", *words)

    def exclude(self, decisions: Iterable[tuple[int, int]]) -> str:
        """The clause that variables do not all have these values."""
        return self.derive("rup", *(f"1 {'~' if value else ''}x{v + 1}" for v, value in decisions), ">= 1")

    def log(self, values: Sequence[int]) -> Iterator[str]:
        """A solution; it stays until the end."""
        yield self.enter(0)
        literals = (f"{'' if value else '~'}x{v + 1}" for v, value in enumerate(values))
        yield self.derive("solx" if self.syntax is Syntax.NEW else "v", *literals)

    def enter(self, level: int) -> str:
        """Enter a level: all later lines belong to it."""
        return self.end("setlvl" if self.syntax is Syntax.NEW else "#", level)

    def leave(self, level: int) -> str:
        """Leave a level: the lines that belong to it, or to one above it, are no longer needed."""
        return self.end("wiplvl" if self.syntax is Syntax.NEW else "w", level)

    def conclude(self, count: int) -> Iterator[str]:
        """The last lines: `count` solutions, and no others, since nothing keeps the last constraint."""
        if self.syntax is Syntax.OLD:
            yield f"c {self.last}"
            return
        yield "output NONE ;"
        yield f"conclusion {f'ENUMERATION_COMPLETE {count}' if count else 'UNSAT'} : {self.last} ;"
        yield "end pseudo-Boolean proof ;"


def list_opb_rows(model: Model) -> Iterator[tuple[Terms, int]]:
    """The rows of a file, each as a sum that is at least something."""
    for row in LinearTable.with_one(model).rows:
        for comparison, side in row.sides():
            if comparison != "<=":
                yield row.terms, side
            if comparison != ">=":
                yield tuple((-weight, variable) for weight, variable in row.terms), -side


def write_packing(stated: Theorem, evidence: Evidence, syntax: Syntax) -> Iterator[str]:
    """The lines of a proof that nothing keeps the rows of a theorem, by a packing."""
    packed, rows, listed = Packed.of(evidence), list_rows(stated.model), [*list_opb_rows(stated.model)]
    numbers = {(frozenset(terms), side): number for number, (terms, side) in enumerate(listed, start=1)}
    writer, words = ProofWriter(syntax, len(listed)), list[object]()
    yield from writer.begin()
    for at, times in sorted(packed.times.items()):
        check_deadline()
        row: object
        if at < len(rows):
            terms = frozenset((weight, v) for v, weight in rows[at].weights.items()) or frozenset({(0, 0)})
            row = numbers.get((terms, rows[at].least))  # none for one that always holds, without variables
        else:
            clique = packed.cliques[at - len(rows)]
            yield from write_clique(writer, clique)
            row = writer.last if len(clique) > 1 else f"~x{clique[0] + 1}" if clique else None
        if row is not None:
            words += [row, times, "*", *(["+"] if words else [])]
    yield writer.add_up(*words)
    yield writer.exclude([])
    yield from writer.conclude(0)


def write_clique(writer: ProofWriter, clique: Sequence[int]) -> Iterator[str]:
    """Derive that at most one variable of a clique is true: of m + 1 from the row of m, and a clause for each of them.

    The row of m, m - 1 times, and the m clauses say that m times the false ones are at least (m - 1)^2 + m: divided by
    m and rounded up, that is m.
    """
    last = 0
    for m, other in enumerate(clique):
        clauses = list[object]()
        for one in clique[:m]:
            yield writer.exclude([(one, 1), (other, 1)])
            clauses += [writer.last, *(["+"] if clauses or m > 1 else [])]
        if m > 1:
            yield writer.add_up(last, m - 1, "*", *clauses, m, "d")
        last = writer.last


def write_branching(stated: Theorem, evidence: Evidence, syntax: Syntax) -> Iterator[str]:
    """The lines of a proof that a theorem without orbits holds, by a tree of any model."""
    checker, claim, data = load_checker(), make_claim(stated, evidence), iter(evidence.data)
    shown, variables = claim.shown, claim.variables
    writer = ProofWriter(syntax, sum(1 for _ in list_opb_rows(stated.model)))
    yield from writer.begin()
    met = set[tuple[int, ...]]()
    stack: list[tuple[list[tuple[int, int]], list[int], bool]] = [([], [-1] * variables, False)]
    while stack:
        check_deadline()
        path, values, done = stack.pop()
        variable, fails = None, done or not checker.decide(claim.rows, values) or tuple(values[:shown]) in met
        if not fails:
            variable = checker.choose(claim, data, len(path), values)
            if variable is None or variable >= shown:
                # The tree counts what is free; here each solution is met: shown variables are decided first
                variable = next((v for v in range(shown) if values[v] < 0), variable)
            if variable is None:
                yield from writer.log([max(0, value) for value in values])
                met.add(tuple(values[:shown]))
        if variable is None:
            yield writer.enter(len(path))
            yield writer.exclude(path)
            if done:
                yield writer.leave(len(path) + 1)
            continue
        stack.append((path, values, True))
        for value in (0, 1):
            decided = [*values[:variable], value, *values[variable + 1 :]]
            stack.append(([*path, (variable, value)], decided, False))
    yield from writer.conclude(stated.count)


WRITERS = {"packing": write_packing, "branching": write_branching}  # by the kind of evidence
