"""From the report of a run to its record: what the process said is decoded strictly, and refereed again."""

import json
from dataclasses import replace
from functools import lru_cache

from rookery.compare.campaign.tasks import Task
from rookery.compare.problems.command_lines import family
from rookery.compare.records.record import Ended, Record, Said
from rookery.compare.records.solution import Solution, placement_of
from rookery.compare.runs.ends import RunEnd, classify_end
from rookery.compare.runs.isolation.host import Report
from rookery.compare.runs.message import WORDS, DecodedAnswer, Rubbish, decode_message
from rookery.models import BadInput, Placement, Problem
from rookery.models.base.legible import legible, reason
from rookery.models.problems.plain import declare_plain, goal, stable
from rookery.models.problems.shared.auxiliary import complete_solution


def decode_report(task: Task, report: Report, started: str) -> Record:
    """The record of a run; whatever goes wrong while it is decoded is a row as well: that run is lost, no other."""
    try:
        end, answer = _decode(task, report)
    except Exception as error:
        end, answer = RunEnd(Ended.LOST, f"its report cannot be judged: {reason(error)}"), DecodedAnswer()
    return _record(task, report, started, end, answer)


def _decode(task: Task, report: Report) -> tuple[RunEnd, DecodedAnswer]:
    """How a run ended, and what it answered."""
    problem, end = _problem(stable(task.problem)), classify_end(task, report)
    try:
        answer = decode_message(task, problem, report.said)
    except Rubbish as error:
        lost = end.ended in (Ended.OK, Ended.TIME)
        return RunEnd(Ended.LOST, f"its answer cannot be read: {error}") if lost else end, DecodedAnswer()
    fault = _find_fault(problem, answer)
    return RunEnd(Ended.INVALID, fault) if fault else end, answer


def _record(task: Task, report: Report, started: str, end: RunEnd, answer: DecodedAnswer) -> Record:
    blank = _blank_record(task, started)
    return replace(
        blank,
        said=answer.said or Said.UNKNOWN,
        ended=end.ended,
        message=legible(end.message[:WORDS]),
        complete=answer.complete,
        count=answer.count,
        orbits=answer.orbits,
        objective=answer.objective,
        bound=answer.bound,
        solutions=answer.solutions,
        solutions_hash=answer.solutions_hash,
        times=answer.times,
        statistics=answer.statistics,
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
        backend=task.backend.name,
        use=task.backend.use,
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


def _log(report: Report) -> str:
    """The end of what was printed, with how much it was in all."""
    dropped = report.printed - len(report.log.encode(errors="replace"))
    log = legible(report.log)
    return f"[{report.printed:,} bytes printed]\n{log}" if dropped > 0 else log


@lru_cache(maxsize=32)
def _problem(text: str) -> Problem:
    return declare_plain(json.loads(text))


def _find_fault(problem: Problem, answer: DecodedAnswer) -> str:
    """What both referees find wrong with the solutions that a run claims, asked again outside its process."""
    if answer.said is None:
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
    broken = problem.model.violated(complete_solution(problem.model, problem.write(placement), size))
    return f"the referee of the model refuses a placement: it breaks {broken[0]}" if broken else ""
