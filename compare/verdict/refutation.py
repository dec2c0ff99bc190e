"""Refutation: a solution that both referees accept and that cannot be if a claim holds. It is a proof, and no vote."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from rookery.backends import Status
from rookery.compare.records.solution import Solution, placement_of
from rookery.compare.runs.decode import refuse
from rookery.compare.verdict.claims import Claim
from rookery.models import BadInput, Problem

Valued = tuple[Solution, int | None]
MOST = 20  # solutions of a run that are put to the referees: those that a run keeps are all as good


def find_refutation(claim: Claim[Solution], solutions: Sequence[Solution], problem: Problem) -> Solution | None:
    """A solution that proves a claim false; None where none of these does."""
    left_out = claim.missing(solutions)[:MOST] if claim.listed else []
    valued = _check_all(dict.fromkeys([*solutions[:MOST], *left_out]), problem)
    return next((solution for solution, value in valued if _contradicts(claim, solution, value)), None)


def find_too_many(claim: Claim[Solution], solutions: Sequence[Solution], problem: Problem) -> Solution | None:
    """A solution beyond the number that a claim says there are; None where these are no more."""
    different = dict.fromkeys(solutions)
    if not (claim.exact and claim.counts) or claim.count is None or len(different) <= claim.count:
        return None
    counted = (solution for solution, value in _check_all(different, problem) if _counts(claim, value))
    return next(islice(counted, claim.count, None), None)


def _check_all(solutions: Iterable[Solution], problem: Problem) -> Iterator[Valued]:
    """The solutions that both referees accept, each with its objective."""
    for solution in solutions:
        try:
            placement = placement_of(problem, solution)
            if not refuse(problem, placement):
                yield solution, problem.objective(placement)
        except BadInput:
            continue


def _contradicts(claim: Claim[Solution], solution: Solution, value: int | None) -> bool:
    """Whether there is no such solution, none that good, or none outside the list, if the claim holds."""
    low, high = claim.range
    better = claim.goal and value is not None and not (value >= low if claim.goal < 0 else value <= high)
    left_out = claim.listed and _counts(claim, value) and bool(claim.missing([solution]))
    return claim.status is Status.INFEASIBLE or bool(better) or left_out


def _counts(claim: Claim[Solution], value: int | None) -> bool:
    """Whether the claim would count a solution of this objective; with a goal, only optimal ones are counted."""
    return not claim.goal or value == claim.objective
