"""Smaller boards on which a dispute still shows: found by making the runs behind it again."""

from collections.abc import Sequence
from dataclasses import replace
from time import monotonic

from rookery.compare.campaign.backends import BackendRef
from rookery.compare.campaign.tasks import Task, question_of
from rookery.compare.records.dispute import SMALLER, Dispute
from rookery.compare.records.record import Record
from rookery.compare.records.solution import Solution
from rookery.compare.runs.harness import Harness
from rookery.compare.verdict.disputes import find_disputes
from rookery.compare.verdict.smaller import smaller
from rookery.models.problems.plain import Plain

BUDGET = 30.0
EACH = 5.0
WHOLE = 5_000  # solutions that are kept, so that two lists can be told apart


def shrink_disputes(found: Sequence[Dispute[Solution]], budget: float = BUDGET) -> list[Dispute[Solution]]:
    """The disputes, one of each sort with the smallest board on which it shows; the time goes to the smallest first."""
    deadline, seen = monotonic() + budget, set()
    shrunk = list(found)
    for number in sorted(range(len(found)), key=lambda number: found[number].records[0].size):
        dispute = found[number]
        sort = dispute.one, dispute.other, dispute.records[0].family, dispute.matter
        if sort not in seen and monotonic() < deadline:
            shrunk[number] = _smallest(dispute, deadline) or dispute
        seen.add(sort)
    return shrunk


def _smallest(dispute: Dispute[Solution], deadline: float) -> Dispute[Solution] | None:
    """The dispute on the smallest board that shows it; None where no board was tried that does."""
    for problem in [*smaller(dispute.problem), dispute.problem]:
        left = deadline - monotonic()
        if left <= 0:
            return None
        for now in find_disputes(_run_again(dispute, problem, min(EACH, left))):
            if {now.one, now.other} == {dispute.one, dispute.other}:
                return _merge(dispute, now)
    return None


def _merge(before: Dispute[Solution], now: Dispute[Solution]) -> Dispute[Solution]:
    """The dispute with what the smaller board says of it."""
    smaller = now.problem != before.problem
    message = f"{before.message}{SMALLER}{now.message}" if smaller else now.message
    return replace(before, message=message, witness=now.witness, command=now.command, problem=now.problem)


def _run_again(dispute: Dispute[Solution], problem: Plain, seconds: float) -> list[Record]:
    """The runs behind a dispute on another board, with as many solutions kept as it takes to tell lists apart."""
    tasks = {task.key(): task for task in (_task(record, problem, seconds) for record in dispute.records)}
    found: list[Record] = []
    Harness(list(tasks.values())).make(found.append)
    return found


def _task(record: Record, problem: Plain, seconds: float) -> Task:
    question = question_of(record, seconds)
    limits = replace(record.limits, seconds=question.seconds)
    return Task(problem, question, BackendRef(record.backend, record.use), limits, WHOLE)
