"""Shrinking: disputes on the smallest boards on which they still stand."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from time import monotonic
from typing import Any

from rookery.compare.campaign.backends import BackendRef
from rookery.compare.campaign.campaign import Task, question_of
from rookery.compare.records.dispute import SMALLER, Dispute
from rookery.compare.records.record import Record, Solution
from rookery.compare.runs.harness import Harness
from rookery.compare.verdict.disputes import find_disputes
from rookery.models import BadInput
from rookery.models.problems.plain import Plain, declare_plain, is_plain_board

# The keys that list squares, each with the place of the row in an entry.
MAX_SQUARES = {"holes": 0, "forbidden": 0, "allowed": 0, "fixed": 1}


def smaller(problem: Plain) -> Iterator[dict[str, Any]]:
    """The same question on smaller boards, the smallest first, as far as it makes sense there."""
    if not is_plain_board(problem):
        return
    for less in range(min(problem["board"]) - 1, 0, -1):
        data = cut_board(problem, less)
        if _makes_sense(data):
            yield data


def cut_board(problem: Plain, less: int) -> dict[str, Any]:
    """The question on a board with fewer rows and columns; a count that is the board's side shrinks along."""
    rows, columns = problem["board"]
    height, width = rows - less, columns - less
    pieces = [each | {"count": height} if each["count"] == rows == columns else each for each in problem["pieces"]]
    squares = {
        key: [each for each in problem[key] if each[at] < height and each[at + 1] < width]
        for key, at in MAX_SQUARES.items()
        if key in problem
    }
    return {**problem, "board": [height, width], "pieces": pieces, **squares}


def _makes_sense(data: Plain) -> bool:
    try:
        declare_plain(data)
    except BadInput:
        return False
    return True


BUDGET = 30.0
EACH = 5.0
MAX_KEPT = 5_000  # solutions that are kept, so that two lists can be compared


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
    """The dispute on the smallest board that shows it; None if no board was tried that does."""
    for problem in [*smaller(dispute.problem), dispute.problem]:
        left = deadline - monotonic()
        if left <= 0:
            return None
        # Run both sides of a dispute again on another board, keeping enough solutions to distinguish lists
        seconds = min(EACH, left)
        tasks = {task.key(): task for task in (_task(record, problem, seconds) for record in dispute.records)}
        found: list[Record] = []
        Harness(list(tasks.values())).make(found.append)
        for now in find_disputes(found):
            if {now.one, now.other} == {dispute.one, dispute.other}:
                return _merge(dispute, now)
    return None


def _merge(before: Dispute[Solution], now: Dispute[Solution]) -> Dispute[Solution]:
    """The dispute with what the smaller board says of it."""
    smaller = now.problem != before.problem
    message = f"{before.message}{SMALLER}{now.message}" if smaller else now.message
    return replace(before, message=message, witness=now.witness, command=now.command, problem=now.problem)


def _task(record: Record, problem: Plain, seconds: float) -> Task:
    question = question_of(record, seconds)
    limits = replace(record.limits, seconds=question.seconds)
    return Task(problem, question, BackendRef(record.backend, record.use), limits, MAX_KEPT)
