"""Certificates as files for other checkers: the refuted formula and the refutation, both as text.

Trees of coverings as derivations that VeriPB checks: each bound a sum of rows, each node a clause.

A node has chosen candidates, `left` more to choose, and needs. Its bound is the sum of the rows of what it needs, times
their weights, and of the budget, times the gain of the last candidate that would be chosen: no assignment below keeps
it, or those that it does not drop are the only ones that may still be true. Then the clause that the chosen ones are
not all true follows by unit propagation, as do those of its siblings, which say which candidates have been tried.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import dropwhile, takewhile, tee
from pathlib import Path

from rookery.backends.evidence.certifying import trees
from rookery.backends.evidence.certifying.veripb import WRITERS, ProofWriter, Syntax, list_opb_rows
from rookery.backends.formats.rows import NamedModel
from rookery.backends.formats.write import write_dimacs, write_opb
from rookery.certificates.certificate import Certificate, Evidence
from rookery.certificates.claim import Theorem, theorem
from rookery.certificates.lrat.binary import read_steps, write_lines
from rookery.certificates.lrat.check import state_formula
from rookery.certificates.tree.check import About, recognise
from rookery.certificates.tree.nodes.covering import Item, ItemCovering
from rookery.core.deadline import check_deadline, checking_deadline
from rookery.core.files import refusing_unwritable, replace_file
from rookery.core.values import dataclass, field, replace
from rookery.core.words import amount
from rookery.models import BadInput, Model, Problem
from rookery.models.problems.plain import goal

Weights = Mapping[int, int]
Free = frozenset[int]


@dataclass(frozen=True)
class RowNumbers:
    """VeriPB's numbers for the rows of a file: the number of each item, of the budget (0 without a budget), and all.

    `variables` is the number of variables of the file.
    """

    items: Sequence[int]
    budget: int
    total: int
    variables: int

    @classmethod
    def of(cls, model: Model, covering: ItemCovering) -> "RowNumbers":
        """The numbers of the file that `write_opb` writes; an equation has two, the first for `>=`."""
        demands: dict[Item, int] = {}
        candidate, budget, number = {v: c for c, v in enumerate(covering.variables)}, 0, 0
        for number, (terms, side) in enumerate(list_opb_rows(model), start=1):
            hits = sorted((candidate[v], weight) for weight, v in terms if weight and v in candidate)
            if all(weight < 0 for _, weight in hits) and side > 0:
                demands[1, ()] = number
            elif all(weight > 0 for _, weight in hits):
                demands[side, tuple((c, min(weight, side)) for c, weight in hits)] = number
            if side == -covering.most and hits == [(c, -1) for c in candidate.values()]:
                budget = number
        return cls([demands[item] for item in covering.items], budget, number, model.variables)


@dataclass
class TreeWriter(ProofWriter):
    """A walk through a tree, by its bytes and by the rules of its checker, that says why each node is closed."""

    covering: ItemCovering
    numbers: RowNumbers
    about: About
    data: bytes
    at: int = 0
    hits: Sequence[Mapping[int, int]] = field(init=False)  # of each item: how often its options hit it

    def __post_init__(self) -> None:
        self.hits = [dict(options) for _, options in self.covering.items]

    def clause(self, chosen: Sequence[int]) -> str:
        """The chosen ones are not all true."""
        return self.exclude((self.covering.variables[c], 1) for c in chosen)

    def close(self, need: Sequence[int], free: Free, chosen: Sequence[int]) -> Iterator[str]:
        """Derive that the chosen ones are not all true, but in the solutions that are met on the way."""
        check_deadline()
        depth = len(chosen)
        yield self.enter(depth + 1)
        yield from self.expand(need, free, chosen)
        yield self.enter(depth)
        yield self.clause(chosen)
        yield self.leave(depth + 1)

    def expand(self, need: Sequence[int], free: Free, chosen: Sequence[int]) -> Iterator[str]:
        """The bounds of a node, what is below it, and the solution that it is."""
        left, children, weights = self.covering.most - len(chosen), sorted(free), dict.fromkeys(range(len(need)), 1)
        if not any(need):
            if len(chosen) >= self.covering.least:
                yield from self.add_solution(chosen)
            children = children if left > 0 else []
        while any(need):
            kept = self.bound(need, free, left, weights)
            if kept != free and left > 0:
                yield self.sum_up(need, free, chosen, weights)
            free, children = kept, []
            if not free:
                break
            item = self.read_item(need, free, left)
            if item < len(need):
                ones = dict.fromkeys(range(len(need)), 1)
                children = sorted(free & self.hits[item].keys(), key=lambda c: (-self.gain(need, c, ones), c))
                break
            weights = dict(self.about.weights[item - len(need)])
        for c in children:
            below = [max(0, n - hits.get(c, 0)) for n, hits in zip(need, self.hits, strict=True)]
            yield from self.close(below, free - {c} - self.covering.rivals[c], [*chosen, c])
            free -= {c}

    def gain(self, need: Sequence[int], c: int, weights: Weights) -> int:
        """The gain of a candidate."""
        return sum(weight * min(need[i], self.hits[i].get(c, 0)) for i, weight in weights.items())

    def bound(self, need: Sequence[int], free: Free, left: int, weights: Weights) -> Free:
        """The candidates that may be part of a set below."""
        gains = {c: self.gain(need, c, weights) for c in free}
        whole = sum(weight * need[i] for i, weight in weights.items())
        best = sorted(gains.values(), reverse=True)[:left]
        others = sum(best[: left - 1])
        return frozenset(c for c in free if left > 0 and sum(best) >= whole and gains[c] + others >= whole)

    def sum_up(self, need: Sequence[int], free: Free, chosen: Sequence[int], weights: Weights) -> str:
        """The sum of rows that refutes a node, or all candidates that its bound drops."""
        left = self.covering.most - len(chosen)
        gains = sorted((self.gain(need, c, weights) for c in free), reverse=True)
        whole = sum(weight * need[i] for i, weight in weights.items())
        place = left if sum(gains[:left]) < whole else max(1, left - 1)
        times = gains[place - 1] if place <= len(gains) else 0
        words: list[object] = []
        for i, weight in weights.items():
            if need[i] and weight:
                words += [*self.state_row(i, chosen), weight, "*", *(["+"] if words else [])]
        return self.add_up(*words, *self.limit(times))

    def state_row(self, item: int, chosen: Sequence[int]) -> Sequence[object]:
        """The row of an item; if hits may count more, what the chosen ones hit is taken off and the rest capped."""
        hits, number = self.hits[item], self.numbers.items[item]
        if max(hits.values(), default=1) == 1:
            return (number,)
        off = [(f"~x{self.covering.variables[c] + 1}", hits[c], "*", "+") for c in chosen if c in hits]
        return [number, *(word for words in off for word in words), "s"]

    def limit(self, times: int) -> Sequence[object]:
        """The budget row, `times` times; if no row says it, there are no more candidates than there are."""
        if not times:
            return ()
        if self.numbers.budget:
            return self.numbers.budget, times, "*", "+"
        return [word for v in self.covering.variables for word in (f"~x{v + 1}", times, "*", "+")]

    def read_item(self, need: Sequence[int], free: Free, left: int) -> int:
        """The item to branch on, or past the items a vector."""
        if left <= self.about.alone:
            return min((i for i, n in enumerate(need) if n), key=lambda i: len(free & self.hits[i].keys()))
        code = self.data[self.at : self.at + (3 if self.data[self.at] == 255 else 1)]
        self.at += len(code)
        return int.from_bytes(code[-2:], "big")

    def add_solution(self, chosen: Sequence[int]) -> Iterator[str]:
        """A solution; it stays until the end."""
        true = {self.covering.variables[c] for c in chosen}
        yield from self.log([int(v in true) for v in range(self.numbers.variables)])
        yield self.enter(len(chosen) + 1)


def write_tree(stated: Theorem, evidence: Evidence, syntax: Syntax) -> Iterator[str]:
    """The lines of a proof that a theorem about a covering holds, by a tree without symmetries."""
    covering = recognise(stated)
    numbers = RowNumbers.of(stated.model, covering)
    about = About.of(evidence, len(covering.items))
    writer = TreeWriter(syntax, numbers.total, covering, numbers, about, evidence.data)
    yield from writer.begin()
    needs = [demand for demand, _ in covering.items]
    yield from writer.close(needs, frozenset(range(len(covering.variables))), [])
    yield from writer.conclude(stated.count)


MAX_TEXT = 1 << 29  # characters of a proof
Texts = Mapping[str, Iterator[str]]  # the lines of each file, by its ending


def write_foreign(certificate: Certificate, system: str, syntax: int, folder: Path, stem: str) -> list[Path]:
    """Write a verified certificate for checkers of another system, and return the paths of its files.

    Raises `BadInput` for what that system cannot state.
    """
    texts = expand(certificate, system, syntax)
    with refusing_unwritable(folder):
        folder.mkdir(parents=True, exist_ok=True)
    paths = [folder / f"{stem}{ending}" for ending in texts]
    for path, lines in zip(paths, texts.values(), strict=True):
        parts, size = list[str](), 0
        for line in checking_deadline(lines):
            parts.append(line)
            size += len(line) + 1
            if size > MAX_TEXT:
                raise BadInput(f"the proof has more than {MAX_TEXT >> 20} MB of text; it is not written")
        replace_file(path, "\n".join((*parts, "")))
    return paths


def expand(certificate: Certificate, system: str, syntax: int = 3) -> Texts:
    """The lines of each file; raises as `write_foreign`."""
    problem = certificate.claim.declare()
    listed = None if certificate.solutions is None else tuple(map(frozenset, certificate.solutions))
    stated = theorem(problem, certificate.claim, listed)
    if stated is None:
        raise BadInput("the claim is proven by its solution alone: there is nothing to refute")
    if stated.orbits is not None:
        raise BadInput(
            f"{system} states no orbits, {amount(stated.orbits, 'orbit')} of {stated.count:,}; certify without "
            "--up-to-symmetry"
        )
    claim = certificate.claim
    better = 0 if claim.objective is None or claim.count is not None else goal(problem)
    bound = None if claim.objective is None else claim.objective + better
    if system == "dimacs+lrat":
        evidence = certificate.evidence
        if evidence.kind != "lrat":
            raise BadInput(
                f"its evidence is a {evidence.kind}, no refutation of clauses: certify with --evidence lrat, or take "
                "opb+veripb"
            )
        formula = state_formula(stated, evidence.about)
        excluded = formula.clauses[len(formula.clauses) - stated.count :] if stated.count else ()
        return {
            ".cnf": write_dimacs(_name(problem, stated, bound), excluded),
            ".lrat": write_lines(read_steps(evidence.data)),
        }
    opb = write_opb(_name(problem, stated, bound))
    shown = stated.model.variables if stated.placed is None else stated.placed
    if stated.count and syntax == Syntax.NEW:
        opb = preserve(opb, shown)
    elif stated.count and shown < stated.model.variables:
        raise BadInput("syntax 1 of VeriPB counts auxiliary variables too, and this model has some; use --syntax 3")
    if write := WRITERS.get(certificate.evidence.kind):
        return {".opb": opb, ".pbp": write(stated, certificate.evidence, Syntax(syntax))}
    # A tree without symmetries, the same where the evidence uses none, else a new one
    kept = certificate.evidence.kind == "tree" and not certificate.evidence.about["symmetry"]
    flat = replace(stated, symmetries=())
    found = certificate.evidence if kept else trees.make(flat)
    if found is None:
        raise BadInput("a proof for VeriPB is written only for coverings, and this model is not one; use dimacs+lrat")
    return {".opb": opb, ".pbp": write_tree(flat, found, Syntax(syntax))}


def _name(problem: Problem, stated: Theorem, bound: int | None) -> NamedModel:
    return replace(NamedModel.of(problem), model=stated.model, bound=bound)


def preserve(opb: Iterator[str], variables: int) -> Iterator[str]:
    """The same file, with a line before the rows: solutions that differ by any variable are different ones."""
    heading, rows = tee(opb)
    yield from takewhile(_is_comment, heading)
    yield f"preserved: {' '.join(f'x{number}' for number in range(1, variables + 1))} ;"
    yield from dropwhile(_is_comment, rows)


def _is_comment(line: str) -> bool:
    return line.startswith("*")
