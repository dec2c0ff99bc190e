"""From the report of a run to its record: what the process said is decoded strictly, and refereed again."""

import json
from dataclasses import replace
from functools import lru_cache

from rookery.backends import Status, Want
from rookery.compare.campaign.tasks import Task
from rookery.compare.problems.command_lines import family
from rookery.compare.problems.plain import declared, goal, stable
from rookery.compare.records.record import Ended, Record, Said
from rookery.compare.records.solution import Solution, placement_of
from rookery.compare.runs.answers import DecodedAnswer, Rubbish, decode_answer
from rookery.compare.runs.ends import RunEnd, classify_end
from rookery.compare.runs.isolation.host import Report
from rookery.models import BadInput, Placement, Problem
from rookery.models.problems.shared.auxiliary import decided

WORDS = 500


def decode_report(task: Task, report: Report, started: str) -> Record:
    """The record of a run."""
    problem, end = _problem(stable(task.problem)), classify_end(task, report)
    try:
        answer = decode_answer(report.said)
        if fault := _find_fault(problem, answer):
            end = RunEnd(Ended.INVALID, fault)
    except Rubbish as error:
        answer = DecodedAnswer()
        if end.ended in (Ended.OK, Ended.TIME):
            end = RunEnd(Ended.LOST, f"its answer cannot be read: {error}")
    return _record(task, report, started, end, answer)


def _record(task: Task, report: Report, started: str, end: RunEnd, answer: DecodedAnswer) -> Record:
    blank = _blank_record(task, started)
    return replace(
        blank,
        said=_said(answer, task.question.want, blank.goal),
        ended=end.ended,
        message=end.message[:WORDS],
        complete=answer.complete,
        count=answer.count,
        orbits=answer.orbits,
        objective=answer.objective,
        bound=answer.bound,
        solutions=answer.solutions,
        solutions_hash=answer.solutions_hash,
        times=answer.times,
        first=answer.first,
        last=answer.last,
        wall=report.wall,
        cpu=report.cpu,
        memory=report.memory,
        program=answer.program,
        raw_status=answer.raw_status,
        log=_log(report),
        preloaded=report.preloaded,
    )


def _blank_record(task: Task, started: str) -> Record:
    """The record of a run of which nothing is known but what was asked."""
    question, problem = task.question, task.problem
    return Record(
        key=task.key(),
        instance=task.instance,
        family=family(problem),
        size=max(problem["board"]),
        problem=problem,
        want=question.want.value,
        up_to_symmetry=question.up_to_symmetry,
        backend=task.entrant.name,
        use=task.entrant.use,
        options=dict(question.options),
        workers=question.workers,
        seed=question.seed,
        limits=task.limits,
        versions=task.versions(),
        said=Said.UNKNOWN,
        ended=Ended.LOST,
        goal=goal(_problem(stable(problem))),
        command=task.command,
        started=started,
    )


def _said(answer: DecodedAnswer, want: Want, aim: int) -> Said:
    """The first axis: what was answered."""
    status = answer.status
    match status:
        case None | Status.UNKNOWN:
            return Said.UNKNOWN
        case Status.INFEASIBLE:
            return Said.INFEASIBLE
        case Status.SATISFIED if aim:
            return Said.FEASIBLE
    if want is Want.ONE:
        return Said(status.value)
    return Said.COUNT if answer.complete else Said.PARTIAL_COUNT


def _log(report: Report) -> str:
    dropped = report.printed - len(report.log.encode())
    return f"[{report.printed:,} bytes printed]\n{report.log}" if dropped > 0 else report.log


@lru_cache(maxsize=32)
def _problem(text: str) -> Problem:
    return declared(json.loads(text))


def _find_fault(problem: Problem, answer: DecodedAnswer) -> str:
    """What both referees find wrong with the solutions that a run claims, asked again outside its process."""
    if answer.status is None:
        return ""
    for solution in answer.solutions:
        if fault := _fault_of(problem, solution, answer.objective):
            return fault
    return ""


def _fault_of(problem: Problem, solution: Solution, objective: int | None) -> str:
    try:
        placement = placement_of(problem, solution)
        if fault := refuse(problem, placement):
            return fault
        if (counted := problem.objective(placement)) != objective:
            return f"the referee of chess counts an objective of {counted}, the answer says {objective}"
    except BadInput as error:
        return str(error)
    return ""


def refuse(problem: Problem, placement: Placement) -> str:
    """The first fault that either referee finds with a placement; empty where it keeps all rules."""
    if faults := problem.faults(placement):
        return f"the referee of chess refuses a placement: {faults[0]}"
    size = len(problem.pieces) * len(problem.board)
    broken = problem.model.violated(decided(problem.model, problem.write(placement), size))
    return f"the referee of the model refuses a placement: it breaks {broken[0]}" if broken else ""
