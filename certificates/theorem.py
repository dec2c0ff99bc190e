"""What the evidence of a certificate must prove, once its solutions have been seen."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from rookery.certificates.claim import ProblemClaim
from rookery.models import Minimize, Model, Problem, Satisfy
from rookery.models.model import Goal, Permutation


@dataclass(frozen=True)
class Theorem:
    """`model`, which has no goal, has exactly `count` solutions.

    Where `value` is given, each of them is worth that by `goal`: the model says no more than "at least as good".
    Where `orbits` is given, they are so many up to `symmetries`, which are all of the problem's. `listed` are the
    solutions themselves where they are known, one per orbit where orbits are claimed; they have been refereed.
    These and the symmetries are about the first `placed` variables, those of the placement; None where that is all.
    """

    model: Model
    count: int
    symmetries: Sequence[Permutation] = ()
    orbits: int | None = None
    value: int | None = None
    goal: Goal = field(default_factory=Satisfy)
    listed: tuple[frozenset[int], ...] | None = None
    placed: int | None = None


def theorem(problem: Problem, claim: ProblemClaim, listed: tuple[frozenset[int], ...] | None) -> Theorem | None:
    """What a claim leaves to be proven beside its solutions; None where its witness is all that it claims."""
    model = problem.model
    if not claim.solvable:
        return Theorem(replace(model, goal=Satisfy()), 0, problem.symmetries)
    if claim.count is not None:
        at_best = model if claim.objective is None else model.at_optimum(claim.objective)
        placed = len(problem.pieces) * len(problem.board)
        return Theorem(
            at_best, claim.count, problem.symmetries, claim.orbits, claim.objective, model.goal, listed, placed
        )
    if claim.objective is None:
        return None
    better = claim.objective + (-1 if isinstance(model.goal, Minimize) else 1)
    return Theorem(model.at_optimum(better), 0, problem.symmetries)
