"""From the abstract model to clauses.

A model compiled to clauses.

Clauses under construction, with the encodings of counts.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, combinations
from math import gcd, isqrt
from random import Random
from typing import assert_never

from rookery.backends.contract import Solution
from rookery.backends.presolve.cost import Cost
from rookery.backends.presolve.lowering.bounds import parallel_lines
from rookery.backends.presolve.lowering.passes import Lowered, lex_leader
from rookery.core.deadline import checking_deadline
from rookery.models import AtLeast, AtMost, Exactly, Linear, Model
from rookery.models.model.clauses import Partition, window
from rookery.models.model.constraints import Constraint, Literal, pick
from rookery.models.model.weighted_sums import Clause, ClauseList, encode_sum


@dataclass(frozen=True)
class Blocking:
    """A form of the clause that excludes one solution and no other.

    A false variable may be left out of it if no further variable can be true with the chosen ones: in a group of which
    exactly one is true, and in an at-most constraint that the solution exhausts. `loose` are the variables in no group,
    `caps` the bounds on sets of variables that hold all loose ones.
    """

    loose: Sequence[int]
    caps: Sequence[tuple[int, frozenset[int]]]

    def clause(self, solution: Solution) -> list[int]:
        """The literals of the model, one of which is true in every other solution."""
        full = any(len(solution & variables) == bound for bound, variables in self.caps)
        others = () if full else (variable for variable in self.loose if variable not in solution)
        return [*(~variable for variable in solution), *others]


@dataclass(frozen=True)
class Plan:
    """Plan of the search for the best solution: by unsatisfiable `cores`, or `ascending` count by count; `bound` is a
    lower one.

    It `breaks` symmetries where it probably refutes: a lex-leader shows that sooner, and hinders finding. `card` is the
    encoding of a count, which with `parallels` holds for each of the `families` too: groups of literals of which no
    more are true than are counted. With `cliques` a search by cores begins with cliques among the `rivals`, groups of
    literals of which at most one is true. An `eager` search for a first solution tries each variable as true first.
    `steps` say what led to the program.
    """

    search: str = "cores"
    bound: int = 0
    card: str = "auto"
    parallels: bool = False
    families: Sequence[Clause] = ()
    breaks: bool = False
    cliques: bool = False
    rivals: Sequence[Clause] = ()
    eager: bool = False
    steps: tuple[str, ...] = ()


@dataclass(frozen=True)
class SatProgram:
    """Clauses and native at-most constraints; `names` are the solver's numbers of the model's variables.

    Other numbers up to `top` are auxiliary; `hint` are literals to try first. `source` is the model, if it is known.
    """

    size: Mapping[str, int]
    solver: str
    names: Sequence[int]
    top: int
    clauses: Sequence[Clause]
    at_mosts: Sequence[tuple[Clause, int]]
    cost: Cost | None
    blocking: Blocking
    plan: Plan = Plan()
    hint: Sequence[int] = ()
    source: Model | None = None

    def literal(self, literal: int) -> int:
        """The solver's literal for one of the model."""
        return self.names[literal] if literal >= 0 else -self.names[~literal]


MAX_IN_PAIRS = 24
SMALLEST_GRID = 5
PAIRS = ("auto", "pairwise", "product", "seqcounter", "ladder", "bitwise")
CARDS = ("auto", "mtotalizer", "kmtotalizer", "seqcounter", "totalizer", "cardnetwrk", "sortnetwrk")


@dataclass(frozen=True)
class Encodings:
    """Encodings of counts: at most one by `amo`, other bounds by `card`; with `native` the solver takes them."""

    amo: str = PAIRS[0]
    card: str = CARDS[0]
    native: bool = False


USUAL = Encodings()


class Formula(ClauseList):
    """Clauses over numbered variables: `names` are the model's, numbers above them auxiliary, by one allocator.

    With native encodings, bounds on counts are left to the solver.
    """

    def __init__(self, names: Sequence[int], encodings: Encodings = USUAL) -> None:
        super().__init__(len(names))
        self._names, self._encodings = list(names), encodings
        self._signed = _sign(self._names)
        self.at_mosts: list[tuple[Clause, int]] = []

    def literals(self, literals: Sequence[int]) -> list[int]:
        """The solver's literals for those of the model."""
        return [*pick(self._signed, literals)]

    def extend(self, count: int) -> None:
        """Take in more variables of a lowered model, numbered after those that it has."""
        self._names.extend(self.fresh() for _ in range(count))
        self._signed = _sign(self._names)

    def at_most(self, bound: int, literals: Clause) -> None:
        """At most `bound` of the literals, 0 < bound < number of literals."""
        if self._left_to_solver(bound):
            self.at_mosts.append((literals, bound))
        elif bound == 1:
            self._at_most_one(literals)
        else:
            self._count("atmost", bound, literals)

    def _left_to_solver(self, bound: int) -> bool:
        asked = self._encodings.amo if bound == 1 else self._encodings.card
        return self._encodings.native and asked == "auto"

    def exactly(self, bound: int, literals: Clause) -> None:
        """Exactly `bound` of the literals, 0 < bound < number of literals."""
        if bound == 1:
            self.add(*literals)
            self.at_most(1, literals)
        elif self._left_to_solver(bound):
            self.at_most(bound, literals)
            self.at_most(len(literals) - bound, [-literal for literal in literals])
        else:
            self._count("equals", bound, literals)

    def _at_most_one(self, literals: Clause) -> None:
        """All pairs if they are few; else on a grid, unless an encoding is asked for."""
        amo = self._encodings.amo
        few = len(literals) <= (MAX_IN_PAIRS if amo == "auto" else SMALLEST_GRID)
        if amo == "pairwise" or (few and amo in ("auto", "product")):
            self.clauses.extend([-one, -other] for one, other in combinations(literals, 2))
        elif amo in ("auto", "product"):
            # Place the literals on a grid, where at most one row and one column hold a true literal
            width = isqrt(len(literals) - 1) + 1
            columns = [self.fresh() for _ in range(width)]
            rows = [self.fresh() for _ in range(0, len(literals), width)]
            for at, literal in enumerate(literals):
                self.clauses.append([-literal, columns[at % width]])
                self.clauses.append([-literal, rows[at // width]])
            self._at_most_one(columns)
            self._at_most_one(rows)
        else:
            self._take(encode_count(amo, "atmost", 1, literals, self.top))

    def _count(self, comparison: str, bound: int, literals: Clause) -> None:
        self._take(encode_count(self._encodings.card, comparison, bound, literals, self.top))

    def _take(self, encoded: tuple[list[Clause], int]) -> None:
        clauses, self.top = encoded
        self.clauses.extend(clauses)

    def size(self) -> dict[str, int]:
        """The size of the program."""
        lists = chain(self.clauses, (literals for literals, _ in self.at_mosts))
        return {
            "variables": self.top,
            "clauses": len(self.clauses),
            "literals": sum(map(len, lists)),
        } | ({"native at-mosts": len(self.at_mosts)} if self.at_mosts else {})


def _sign(names: Sequence[int]) -> list[int]:
    """The names of all literals, those of negations counted from the end."""
    return [*names, *(-name for name in reversed(names))]


def encode_leader(program: SatProgram, top: int) -> tuple[list[Clause], int]:
    """Clauses that keep of symmetric solutions the least at most, with variables after `top`, and the last of these."""
    if program.source is None:
        return [], top
    own = program.source.variables
    clauses, end = lex_leader(program.source.symmetries, own)
    formula = Formula([*program.names[:own], *range(top + 1, top + 1 + end - own)])
    return [formula.literals(clause.literals) for clause in clauses], top + end - own


def encode_count(encoding: str, comparison: str, bound: int, literals: Clause, top: int) -> tuple[list[Clause], int]:
    """A bound on a count as PySAT's clauses, and the largest number with theirs; `comparison` is atmost or equals.

    The modulo totaliser is of the encodings measured the best for listing dominating sets.
    """
    from pysat.card import CardEnc, EncType

    encode, kind = getattr(CardEnc, comparison), getattr(EncType, "mtotalizer" if encoding == "auto" else encoding)
    encoded = encode(lits=literals, bound=bound, top_id=top, encoding=kind)
    return encoded.clauses, max(top, encoded.nv)


GOLDEN = 0.6180339887
MAX_NODES = 20_000  # of the diagram of a sum; above, adders


def encode_model(lowered: Lowered, solver: str, encodings: Encodings, plan: Plan, seed: int) -> SatProgram:
    """A model as clauses; a seed other than 0 shuffles the numbers of the variables and the order of constraints."""
    names: Sequence[int] = range(1, lowered.own + 1)
    constraints = list(lowered.model.constraints)
    if seed:
        names = Random(seed).sample(names, len(names))
        Random(seed).shuffle(constraints)
    elif plan.eager:
        # The numbers from 1, those of neighbours far apart: decided in turn, row by row, squares leave the last rows
        # none
        stride = next(
            each for each in range(int(lowered.own * GOLDEN) + 1, 2 * lowered.own + 2) if gcd(each, lowered.own) == 1
        )
        names = [1 + at * stride % lowered.own for at in range(lowered.own)]
    formula = Formula(names, encodings)
    formula.extend(lowered.model.variables - lowered.own)
    for constraint in checking_deadline(constraints):
        literals = formula.literals(constraint.literals)
        match constraint:
            case AtLeast():
                formula.add(*literals)
            case AtMost(bound):
                formula.at_most(bound, literals)
            case Exactly(bound):
                formula.exactly(bound, literals)
            case Linear(weights):
                terms = sorted(zip(weights, literals, strict=True), reverse=True)
                encode_sum(formula, terms, window(constraint), MAX_NODES, exact=False)
            case _:
                assert_never(constraint)
    groups = [formula.literals(group) for group in _rival_groups(constraints)] if plan.cliques else []
    plan = _count_lines(formula, lowered, replace(plan, bound=lowered.bound, rivals=groups))
    return SatProgram(
        formula.size(), solver, names, formula.top, formula.clauses, formula.at_mosts, Cost.of(lowered.source),
        _blocking(lowered.source, Partition.of(lowered.source)), plan, source=lowered.source,
    )  # fmt: skip


def _count_lines(formula: Formula, lowered: Lowered, plan: Plan) -> Plan:
    """The plan with, for an ascending search, families of lines to count as well."""
    cost = Cost.of(lowered.source)
    if not plan.parallels or cost is None:
        return plan
    families = parallel_lines(lowered.source, lowered.model, cost.weights)
    return replace(plan, families=[formula.literals(family) for family in families])


def _rival_groups(constraints: Iterable[Constraint]) -> Iterator[Sequence[Literal]]:
    """Literals of which at most one is true, as constraints in normal form say it."""
    for constraint in constraints:
        match constraint:
            case AtLeast(literals=(one, other)):
                yield ~one, ~other
            case AtMost(1, literals) | Exactly(1, literals):
                yield literals


def _blocking(model: Model, partition: Partition) -> Blocking:
    loose = partition.loose()
    bounded = (c for c in model.constraints if isinstance(c, AtMost | Exactly) and len(c.literals) >= len(loose) > 0)
    caps = ((c.bound, frozenset(c.literals)) for c in bounded if min(c.literals) >= 0)
    return Blocking(loose, [(bound, variables) for bound, variables in caps if variables.issuperset(loose)])
