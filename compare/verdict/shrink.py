"""Smaller boards on which a disagreement, or a refused answer, still shows: found by running the sides again."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from time import monotonic
from typing import Any

from rookery.compare.analysis.findings import Dispute
from rookery.compare.campaign.backends import Entrant
from rookery.compare.campaign.tasks import Task, asked
from rookery.compare.problems.plain import declared
from rookery.compare.records.record import Record
from rookery.compare.runs.harness import Harness
from rookery.compare.verdict.disputes import Clash, clashes, refused
from rookery.models import BadInput

BUDGET = 30.0
EACH = 5.0
WHOLE = 5_000  # solutions that are kept, so that two lists can be told apart


def shrunk(found: Sequence[Clash], budget: float = BUDGET) -> list[Dispute]:
    """The disputes, one of each sort with the smallest board on which it shows; the time goes to the smallest first."""
    deadline, seen = monotonic() + budget, set()
    disputes = []
    for clash in sorted(found, key=lambda clash: clash.one.size):
        dispute = clash.dispute
        sort = dispute.one, dispute.other, clash.one.family, dispute.matter
        if sort not in seen and monotonic() < deadline:
            dispute = _smallest(clash, deadline) or dispute
        seen.add(sort)
        disputes.append((clash, dispute))
    order = {id(clash): number for number, clash in enumerate(found)}
    return [dispute for clash, dispute in sorted(disputes, key=lambda pair: order[id(pair[0])])]


def _smallest(clash: Clash, deadline: float) -> Dispute | None:
    """The dispute on the smallest board that shows it; None where no board was tried that does."""
    for problem in [*smaller(clash.one.problem), clash.one.problem]:
        left = deadline - monotonic()
        if left <= 0:
            return None
        made = _again(clash, problem, min(EACH, left))
        for other in (*clashes(made), *refused(made)):
            if {other.dispute.one, other.dispute.other} == {clash.dispute.one, clash.dispute.other}:
                return _replaced(clash.dispute, other.dispute)
    return None


def _replaced(before: Dispute, now: Dispute) -> Dispute:
    """The dispute with what the smaller board tells of it."""
    smaller = now.problem != before.problem
    told = f"{before.told}; on the smallest board that shows it, {now.told}" if smaller else now.told
    return replace(now, instance=before.instance, told=told)


def smaller(problem: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """The same question on smaller boards, the smallest first; a count that is the side of the board shrinks along."""
    rows, columns = problem["board"]
    for less in range(min(rows, columns) - 1, 0, -1):
        board = [rows - less, columns - less]
        data = dict(problem) | {"board": board}
        data["pieces"] = [
            each | {"count": board[0]} if each["count"] == rows == columns else each for each in problem["pieces"]
        ]
        for key, at in (("holes", 0), ("forbidden", 0), ("allowed", 0), ("fixed", 1)):
            if key in data:
                data[key] = [each for each in problem[key] if each[at] < board[0] and each[at + 1] < board[1]]
        if _makes_sense(data):
            yield data


def _makes_sense(data: Mapping[str, Any]) -> bool:
    try:
        declared(data)
    except BadInput:
        return False
    return True


def _again(clash: Clash, problem: Mapping[str, Any], seconds: float) -> list[Record]:
    """Both sides on another board, with as many solutions kept as it takes to tell lists apart."""
    tasks = {task.key(): task for task in (_task(record, problem, seconds) for record in clash.records)}
    found: list[Record] = []
    Harness(list(tasks.values())).make(found.append)
    return found


def _task(record: Record, problem: Mapping[str, Any], seconds: float) -> Task:
    question = asked(record, seconds)
    limits = replace(record.limits, seconds=question.seconds)
    return Task(problem, question, Entrant(record.backend, record.use), limits, WHOLE)
