"""Models as clauses: pairs and grids for at-most-one, totalizers for counts, diagrams and adders for weights."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import isqrt
from random import Random

from rookery.backends.contract import Solution
from rookery.backends.presolve.cost import Cost
from rookery.backends.presolve.lowering.bounds import known_bound
from rookery.backends.presolve.lowering.lex_leader import lex_leader
from rookery.core.deadline import checking_deadline
from rookery.models import AtLeast, AtMost, Exactly, Model
from rookery.models.model.clauses import Partition, normalise, window
from rookery.models.model.constraints import Constraint, Literal
from rookery.models.model.weighted_sums import Clause, ClauseList, encode_sum

CARDS = ("mtotalizer", "kmtotalizer", "seqcounter", "totalizer", "cardnetwrk", "sortnetwrk")
MAX_IN_PAIRS = 24  # literals of which at most one is true; more are placed on a grid
MAX_COUNTED = 2_500  # literals of a totalizer, which has three times their number to the power of 1.5 clauses
MAX_NODES = 20_000  # of the diagram of a weighted sum; above, adders


@dataclass(frozen=True)
class Blocking:
    """Clauses that exclude one solution and no other.

    A false variable is left out if no further variable can be true with the chosen ones: it is in a group of which
    exactly one is true, or the solution exhausts a bound on a count. `loose` are the variables in no group, `caps` the
    bounds on sets that hold all loose variables.
    """

    loose: Sequence[int]
    caps: Sequence[tuple[int, frozenset[int]]]

    @classmethod
    def of(cls, model: Model, partition: Partition) -> "Blocking":
        """Return the blocking of a model with these groups."""
        loose = partition.loose()
        counts = (each for each in model.constraints if loose and isinstance(each, AtMost | Exactly))
        caps = ((each.bound, frozenset(each.literals)) for each in counts if len(each.literals) >= len(loose))
        return cls(loose, [cap for cap in caps if cap[1].issuperset(loose) and min(cap[1]) >= 0])

    def clause(self, solution: Solution) -> list[Literal]:
        """Literals of the model, one of which is true in every other solution."""
        full = any(len(solution & variables) == bound for bound, variables in self.caps)
        others = () if full else (variable for variable in self.loose if variable not in solution)
        return [*(~variable for variable in solution), *others]


@dataclass(frozen=True)
class Program:
    """Clauses of a model; its variable v is number `names[v]` of the solver, numbers up to `top` are auxiliary.

    `leader` are clauses that keep one of symmetric solutions; they help to refute and hinder finding. `rivals` are
    groups of literals of which at most one is true. `bound` is a lower bound on the cost.
    """

    model: Model
    names: Sequence[int]
    top: int
    clauses: Sequence[Clause]
    leader: Sequence[Clause]
    rivals: Sequence[Clause]
    blocking: Blocking
    cost: Cost | None
    bound: int
    bound_origin: str

    def literals(self, literals: Iterable[Literal]) -> Clause:
        """Return the solver's literals for literals of the model."""
        return [self.names[each] if each >= 0 else -self.names[~each] for each in literals]


def encode_model(model: Model, card: str, seed: int, finds_one: bool) -> Program:
    """Encode a model; a seed other than 0 shuffles the numbers of variables and the order of constraints.

    `finds_one` says that any solution will do: only then does the program get a leader.
    """
    partition, cost = Partition.of(model), Cost.of(model)
    moves = (model.moves or model.symmetries) if finds_one else ()
    leader, top = lex_leader(moves, model.variables)
    names, constraints = list(range(1, top + 1)), list(normalise(model, partition))
    if seed:
        Random(seed).shuffle(names)
        Random(seed).shuffle(constraints)
    formula = Formula(names, card)
    formula.extend(constraints)
    bound, origin = known_bound(model)
    return Program(
        model,
        names,
        formula.top,
        formula.clauses,
        leader=[formula.literals(clause.literals) for clause in leader],
        rivals=[formula.literals(group) for group in list_rivals(constraints)] if cost is not None else [],
        blocking=Blocking.of(model, partition),
        cost=cost,
        bound=bound,
        bound_origin=origin,
    )


def list_rivals(constraints: Iterable[Constraint]) -> Iterator[Sequence[Literal]]:
    """Yield groups of literals of which at most one is true, from constraints in normal form."""
    for constraint in constraints:
        match constraint:
            case AtLeast(literals=(one, other)):
                yield ~one, ~other
            case AtMost(1, literals) | Exactly(1, literals):
                yield literals


class Formula(ClauseList):
    """Clauses under construction, from constraints in normal form. Auxiliary variables may be left free."""

    def __init__(self, names: Sequence[int], card: str) -> None:
        super().__init__(len(names))
        self._signed = [*names, *(-name for name in reversed(names))]  # Python counts those of negations from the end
        self._card = card

    def literals(self, literals: Iterable[Literal]) -> Clause:
        """Return the solver's literals for literals of the model."""
        return [*map(self._signed.__getitem__, literals)]

    def extend(self, constraints: Iterable[Constraint]) -> None:
        """Add constraints."""
        for constraint in checking_deadline(constraints):
            literals = self.literals(constraint.literals)
            match constraint:
                case AtLeast():
                    self.clauses.append(literals)
                case AtMost(1):
                    self._at_most_one(literals)
                case Exactly(1):
                    self.clauses.append(literals)
                    self._at_most_one(literals)
                case AtMost(bound) if len(literals) <= MAX_COUNTED:
                    self._count("atmost", bound, literals)
                case Exactly(bound) if len(literals) <= MAX_COUNTED:
                    self._count("equals", bound, literals)
                case _:
                    terms = sorted(((w, self._signed[each]) for w, each in constraint.terms()), reverse=True)
                    encode_sum(self, terms, window(constraint), MAX_NODES, exact=False)

    def _at_most_one(self, literals: Clause) -> None:
        if len(literals) <= MAX_IN_PAIRS:
            self.clauses.extend([-one, -other] for one, other in combinations(literals, 2))
            return
        # Place the literals on a grid, where at most one row and one column hold a true literal
        width = isqrt(len(literals) - 1) + 1
        columns = [self.fresh() for _ in range(width)]
        rows = [self.fresh() for _ in range(0, len(literals), width)]
        for at, literal in enumerate(literals):
            self.clauses += [-literal, columns[at % width]], [-literal, rows[at // width]]
        self._at_most_one(columns)
        self._at_most_one(rows)

    def _count(self, comparison: str, bound: int, literals: Clause) -> None:
        from pysat.card import CardEnc, EncType

        encode, kind = getattr(CardEnc, comparison), getattr(EncType, self._card)
        encoded = encode(lits=literals, bound=bound, top_id=self.top, encoding=kind)
        self.clauses.extend(encoded.clauses)
        self.top = max(self.top, encoded.nv)
