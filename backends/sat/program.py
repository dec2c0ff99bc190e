"""A model compiled to clauses."""

from collections.abc import Sequence
from dataclasses import dataclass

from rookery.backends.contract.backend import CompiledProgram, Solution
from rookery.backends.contract.cost import Cost
from rookery.models import Model
from rookery.models.cnf.clause_list import Clause


@dataclass(frozen=True)
class Blocking:
    """Which clause excludes one solution and no other.

    A false variable may be left out of it where no further variable can be true beside the chosen ones: in a group
    of which exactly one is true, and in an at-most constraint that the solution exhausts. `loose` are the variables
    in no group, `caps` the bounds on sets of variables that hold all loose ones.
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
    """How the best solution is sought: by unsatisfiable `cores`, or `ascending` count by count; `bound` is a lower one.

    `leader` are clauses that break symmetries where `guard` is true (0 where there are none), for ascending searches;
    `card` is how these encode a count, which with `parallels` holds for each of the `families` too: groups of literals
    of which no more are true than are counted. With `cliques` a search by cores begins with cliques among the `rivals`,
    groups of literals of which at most one is true, and with `walk` a local search takes turns with the solver then.
    An `eager` search for a first solution tries each variable as true first. `steps` say what led to the program.
    """

    search: str = "cores"
    bound: int = 0
    card: str = "auto"
    parallels: bool = False
    families: Sequence[Clause] = ()
    guard: int = 0
    leader: Sequence[Clause] = ()
    cliques: bool = False
    rivals: Sequence[Clause] = ()
    walk: bool = False
    eager: bool = False
    steps: tuple[str, ...] = ()


@dataclass(frozen=True)
class SatProgram(CompiledProgram):
    """Clauses and native at-most constraints; `names` are the solver's numbers of the model's variables.

    Other numbers up to `top` are auxiliary; `hint` are literals to try first. `source` is the model, where it is known.
    """

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
