"""Disputes: which answers cannot all be right, with each other, with known values, and with what a solution proves.

A refutation is a solution that both referees accept and that cannot be if a claim holds. It is a proof, and no vote.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import combinations, islice
from typing import Any, NamedTuple

from rookery.backends import Status, Want
from rookery.compare.analysis import contestant
from rookery.compare.campaign.campaign import question_of
from rookery.compare.campaign.problems import Asked, Side, compare_command, declare_asked
from rookery.compare.records.record import (
    REFEREES,
    Dispute,
    Ended,
    Matter,
    Record,
    Said,
    Solution,
    placement_of,
    solution_of,
)
from rookery.compare.runs.decode import refuse
from rookery.compare.verdict.claims import Claim, disputes_between, figures, known_claims, known_value
from rookery.models import BadInput, Problem
from rookery.models.problems.family import stable

Valued = tuple[Solution, int | None]
MAX_REFEREED = 20  # solutions of a run that are put to the referees: those that a run keeps are all as good


def find_refutation(claim: Claim[Solution], solutions: Sequence[Solution], problem: Problem) -> Solution | None:
    """A solution that proves a claim false; None if there is no such solution."""
    left_out = claim.missing(solutions)[:MAX_REFEREED] if claim.listed else []
    valued = _check_all(dict.fromkeys([*solutions[:MAX_REFEREED], *left_out]), problem)
    return next((solution for solution, value in valued if _contradicts(claim, solution, value)), None)


def find_too_many(claim: Claim[Solution], solutions: Sequence[Solution], problem: Problem) -> Solution | None:
    """A solution beyond the number that a claim says there are; None if these are no more."""
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
    """Return whether a claim excludes a solution: as not existing, as too good, or as missing from its list."""
    low, high = claim.range
    better = claim.goal and value is not None and not (value >= low if claim.goal < 0 else value <= high)
    left_out = claim.listed and _counts(claim, value) and bool(claim.missing([solution]))
    return claim.status is Status.INFEASIBLE or bool(better) or left_out


def _counts(claim: Claim[Solution], value: int | None) -> bool:
    """Return whether the claim would count a solution of this objective; with a goal, only optimal ones are counted."""
    return not claim.goal or value == claim.objective


SILENT = (Ended.INVALID, Ended.LOST, Ended.UNSUPPORTED, Ended.EXCEPTION)
WEIGHT = {matter: weight for weight, matter in enumerate(Matter)}


class RecordClaim(NamedTuple):
    """The claim of a run, with its record."""

    claim: Claim[Solution]
    record: Record


def find_disputes(records: Iterable[Record]) -> list[Dispute[Solution]]:
    """The disputes between records, the weightiest first; empty if all agree as far as they claim something.

    Each two contestants dispute at most once per instance, each of them with the known value, and with the referees; of
    several disputes the first that proves something counts. A majority decides nothing.
    """
    by_problem: dict[str, list[Record]] = defaultdict(list)
    for record in records:
        by_problem[stable(record.problem)].append(record)
    found: dict[tuple[str, str, str], Dispute[Solution]] = {}
    for problem in sorted(by_problem):
        for dispute in _disputes_about(by_problem[problem]):
            if dispute.key not in found or (dispute.refuted and not found[dispute.key].refuted):
                found[dispute.key] = dispute
    return sorted(found.values(), key=lambda dispute: (WEIGHT[dispute.matter], dispute.records[0].size))


def _disputes_about(records: Sequence[Record]) -> Iterator[Dispute[Solution]]:
    """The disputes about one problem; records that claim the same are compared once."""
    yield from (_refusal(record) for record in records if record.ended is Ended.INVALID)
    canonical = CanonicalForm(records[0].problem)
    statements: dict[Any, RecordClaim] = {}
    for record in records:
        if claim := claim_of_record(record, canonical):
            statements[contestant(record), _content(claim)] = RecordClaim(claim, record)
    ordered = sorted(statements.values(), key=lambda each: (each.claim.who, each.record.seed))
    for (one, first), (other, second) in combinations(ordered, 2):
        if dispute := next(disputes_between(one, other), None):
            yield _with_proof(with_records(dispute, (first, second)), (one, other), canonical)
    for claim, record in statements.values():
        for known in known_claims(record):
            for dispute in disputes_between(claim, known):
                about = replace(with_records(dispute, (record,)), known=known_value(known))
                yield _with_proof(about, (claim, known), canonical)


def _with_proof(
    dispute: Dispute[Solution], claims: tuple[Claim[Solution], Claim[Solution]], canonical: "CanonicalForm"
) -> Dispute[Solution]:
    """The dispute with the claim that the solutions of the other side prove false, if they do."""
    one, other = claims
    for claim, solutions in ((one, other.solutions), (other, one.solutions)):
        for find in (find_refutation, find_too_many):
            if solutions and (evidence := find(claim, solutions, canonical.problem)):
                return replace(dispute, refuted=claim.who, evidence=evidence)
    return dispute


def _refusal(record: Record) -> Dispute[Solution]:
    """The referees' refusal of an answer, with the refused placement if there is one."""
    message = record.message or "a referee refused the answer"
    witness = next(iter(record.solutions), None)
    refused = Dispute(contestant(record), REFEREES, Matter.REFUSED, message, witness)
    return replace(with_records(refused, (record,)), command=record.command)


def with_records(dispute: Dispute[Solution], records: tuple[Record, ...]) -> Dispute[Solution]:
    """A dispute with the runs behind it, their instance, and the command that asks them again."""
    first = records[0]
    return replace(dispute, instance=first.instance, command=comparison_of(records), records=records)


def _content(claim: Claim[Solution]) -> tuple[Any, ...]:
    said = claim.status, claim.complete, claim.count, claim.orbits, claim.objective, claim.bound
    return (*said, claim.want, claim.digest, claim.solutions)


class CanonicalForm:
    """Turns a solution of one problem into the canonical form of its orbit."""

    def __init__(self, data: Asked) -> None:
        self._data = data

    @cached_property
    def problem(self) -> Problem:
        """The problem, declared once for all solutions, and only if there is one to look at."""
        return declare_asked(self._data)

    def __call__(self, solution: Solution) -> Solution:
        """The form in which a list of orbits holds a solution."""
        return solution_of(self.problem.canonical(placement_of(self.problem, solution)))


def claim_of_record(record: Record, canonical: CanonicalForm) -> Claim[Solution] | None:
    """The claim of a record; None if it claims nothing, or nothing that counts."""
    if record.ended in SILENT or (record.said is Said.UNKNOWN and record.bound is None):
        return None
    want = Want(record.want)
    kept = record.count if record.orbits is None else record.orbits
    return Claim(
        who=contestant(record),
        goal=record.goal,
        status=_status(record),
        want=want,
        **figures(record),
        solutions=record.solutions,
        listed=record.complete and want is Want.ALL and kept == len(record.solutions),
        digest=record.solutions_hash,
        canonical=None if record.orbits is None else canonical,
    )


def _status(record: Record) -> Status:
    match record.said:
        case Said.UNKNOWN:
            return Status.UNKNOWN
        case Said.INFEASIBLE:
            return Status.INFEASIBLE
        case Said.OPTIMAL:
            return Status.OPTIMAL
        case Said.COUNT | Said.PARTIAL_COUNT if record.goal:
            return Status.OPTIMAL
    return Status.SATISFIED if record.count is None or record.count > 0 else Status.UNKNOWN


def comparison_of(records: Sequence[Record]) -> str:
    """The command that puts the question of some records again, to their contestants alone."""
    sides = [Side(record.backend, record.use, question_of(record)) for record in records]
    return compare_command(records[0].problem, sides)
