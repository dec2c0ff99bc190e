"""Packings: a few constraints of a model that show, by counting alone, that no solution beats the optimum.

To make a sum small: constraints that ask for something, chosen so that no variable serves more than `times` of them
(for its weight). Each solution then pays their bounds together, divided by `times`: nine squares of which no king
guards two need nine kings. To make a sum large the same holds the other way round: constraints that allow something,
chosen so that each variable counts in `times` of them: eight rows that hold a queen each hold at most eight.
This is linear duality with whole numbers; a packing is found as that of a certificate is, and checked by addition.

Rules, constraints and packings in words.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from rookery.backends.certifying.packings import Parts, find_empty
from rookery.certificates.certificate import Packing as Evidence
from rookery.certificates.packing import Inequality, list_rows
from rookery.core.deadline import Deadline, OutOfTime, checking_deadline
from rookery.core.words import amount
from rookery.models import AtMost, Exactly, Minimize, Model, Satisfy
from rookery.models.model.constraints import Constraint, over_variables
from rookery.models.referee.rules import Forbidden, Rule

SECONDS = 10.0
MAX_TERMS = 1_000_000


@dataclass(frozen=True)
class Packing:
    """Constraints of which each variable counts in at most `times`: no value is below `bound`.

    Where `least` is false, each counts in at least `times`, and no value is above `bound`. If some constraints are
    taken more than once, `counts` says how often each is.
    """

    constraints: tuple[Constraint, ...]
    times: int
    bound: int
    least: bool = True
    counts: tuple[int, ...] = ()

    @property
    def counted(self) -> tuple[int, ...]:
        """The number of times that each constraint is taken."""
        return self.counts or (1,) * len(self.constraints)

    def sides(self) -> list[int]:
        """The demand or allowance of each constraint on its variables, times the number of its uses."""
        bounds = ((each.lower if self.least else each.upper) or 0 for each in self.constraints)
        constants = (over_variables(each.terms())[1] for each in self.constraints)
        each = zip(bounds, constants, self.counted, strict=True)
        return [many * (bound - constant) for bound, constant, many in each]


def find_packing(model: Model, optimum: int, seconds: float = SECONDS, quick: bool = False) -> Packing | None:
    """A packing that shows that no solution is better than `optimum`; None if the time is too short.

    A certificate would hold the same packing, and `prove_bound` has added it up. `quick` only looks for disjoint rows.
    """
    if isinstance(model.goal, Satisfy):
        return None
    from rookery.backends.certifying import packings  # checking a certificate loads no search for one

    better = model.at_optimum(optimum + (-1 if isinstance(model.goal, Minimize) else 1))
    try:
        with Deadline(seconds).held():
            rows = list_rows(better)
            if sum(len(row.weights) for row in rows) > MAX_TERMS:
                return None
            parts = Parts(rows, len(rows) - 1)
            found = chain(packings.list_against(parts, quick), () if quick else packings.list_by_cliques(parts))
            for packed in found:
                packing = _read(packed, model, rows, optimum)
                bound = prove_bound(model, packing)
                if bound is not None and not model.better(bound, than=optimum):
                    return replace(packing, bound=bound)
    except OutOfTime:
        pass
    return None


def _read(packed: Evidence, model: Model, rows: Sequence[Inequality], optimum: int) -> Packing:
    """A packing that sets rows against the goal, without those that only say what is false."""
    empty, whole = find_empty(rows).values(), len(rows) - 1
    taken = [at for at in sorted(packed.rows) if at != whole and at not in empty]
    cliques = [AtMost(1, each) for each in packed.cliques]
    constraints = (model.constraints[rows[at].at] if at <= whole else cliques[at - len(rows)] for at in taken)
    counts = tuple(packed.rows[at] for at in taken)
    least = isinstance(model.goal, Minimize)
    return Packing(tuple(constraints), packed.rows[whole], optimum, least, () if {*counts} == {1} else counts)


def prove_bound(model: Model, packing: Packing) -> int | None:
    """The bound on all solutions that a packing proves, added up again; None if it proves nothing.

    Each of its constraints must be one of the model, or at most one of literals that the model excludes pair by pair.
    """
    if isinstance(model.goal, Satisfy) or not _follow(packing.constraints, model):
        return None
    least, empty, counted, total = isinstance(model.goal, Minimize), _list_empty(model), Counter[int](), 0
    for constraint, many in zip(packing.constraints, packing.counted, strict=True):
        weights, constant = over_variables(constraint.terms())
        side = constraint.lower if least else constraint.upper
        if side is None or many < 0:
            return None
        counted.update({variable: many * weight for variable, weight in weights.items()})
        total += many * (side - constant)
    goal, constant = over_variables(model.goal.terms())
    for variable in {*counted, *goal} - empty:
        spare = packing.times * goal.get(variable, 0) - counted[variable]
        if spare < 0 if least else spare > 0:
            return None
    return constant + (-(-total // packing.times) if least else total // packing.times)


def _follow(constraints: Sequence[Constraint], model: Model) -> bool:
    """Return whether each constraint is one of the model, or at most one of some that exclude each other there."""
    known = {id(each) for each in model.constraints}
    others = [each for each in constraints if id(each) not in known and each not in model.constraints]
    if not all(isinstance(each, AtMost) and each.bound == 1 for each in others):
        return False
    groups = (
        each.literals
        for each in checking_deadline(model.constraints if others else ())
        if isinstance(each, AtMost | Exactly) and each.bound == 1 and min(each.literals, default=-1) >= 0
    )
    from rookery.backends.presolve.structure.cliques import list_exclusions  # `rookery verify` loads no search

    excluded = list_exclusions(groups, range(model.variables)) if others else {}
    cliques = (set(each.literals) for each in others)
    return all(clique - {one} <= excluded.get(one, set()) for clique in cliques for one in clique)


def _list_empty(model: Model) -> set[int]:
    """The variables that the model says are false."""
    none = (each.literals for each in model.constraints if isinstance(each, AtMost | Exactly) and each.bound == 0)
    return {literal for literals in none for literal in literals if literal >= 0}


VALUE = {True: "cost", False: "weight"}


def describe_rules(rules: Sequence[Rule]) -> Iterator[str]:
    """Rules in words, a line each; forbidden squares share one."""
    forbidden = [rule.square for rule in rules if isinstance(rule, Forbidden)]
    yield from (str(rule) for rule in rules if not isinstance(rule, Forbidden))
    if forbidden:
        yield f"{', '.join(map(str, forbidden))} {'is' if len(forbidden) == 1 else 'are'} forbidden"


def describe_packing(packing: Packing, weighted: bool = False) -> str:
    """Describe the conclusion of a packing in a sentence; `weighted` if pieces count with their worth or cost."""
    many, total, again = len(packing.constraints), sum(packing.sides()), sum(count > 1 for count in packing.counts)
    several = f", {again} of them counted several times," if again else ""
    alone = packing.times == 1 and not weighted and total == many
    count = f"{packing.times}{f' times its {VALUE[packing.least]}' if weighted else ''}"
    if packing.least:
        marked = f"No fewer than {packing.bound}: the {amount(many, 'marked square')}{several}"
        if alone:
            return f"{marked} each need a piece, and no piece dominates two of them."
        return f"{marked} need {amount(total, 'piece')} in total, and no piece counts for more than {count} of them."
    groups = (
        f"No more than {packing.bound}: every square is in one of {amount(many, 'group')}, marked by letters"
        + several.removesuffix(",")
    )
    if alone:
        return f"{groups}, and no group holds two pieces."
    return f"{groups}, which hold at most {total} pieces in total, and each piece counts in {count} of them or more."
