"""From the report of a run to its record: how it ended; what it said is decoded strictly, and refereed again."""

import json
import signal
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from rookery.compare.campaign.campaign import Task
from rookery.compare.campaign.command_lines import family
from rookery.compare.records.record import Ended, Record, Said, Solution, placement_of
from rookery.compare.runs.isolation.host import Report
from rookery.compare.runs.message import MAX_TEXT, Rubbish, decode_message
from rookery.core.words import legible, reason
from rookery.models import BadInput, Placement, Problem
from rookery.models.problems.plain import declare_plain, goal, stable
from rookery.models.problems.shared.auxiliary import complete_solution


class RunEnd(NamedTuple):
    """The second axis of a record, with what is to be said of it."""

    ended: Ended
    message: str


MEMORY_SHARE = 0.9  # of the memory limit: a library that aborts there has run out of memory
OF_STOPS = {
    "memory": RunEnd(Ended.MEMORY, "more resident memory than the limit"),
    "time": RunEnd(Ended.KILLED, "still running after its time limit"),
    "processor": RunEnd(Ended.KILLED, "the limit of processor time"),
}
OF_ENDS = {"done": Ended.OK, "solution limit": Ended.OK, "time limit": Ended.TIME, "memory limit": Ended.MEMORY}
OWN_WORDS = (Ended.UNSUPPORTED, Ended.INVALID, Ended.MEMORY, Ended.EXCEPTION)


def classify_end(task: Task, report: Report) -> RunEnd:
    """The end of a run."""
    if report.stopped in OF_STOPS:
        return OF_STOPS[report.stopped]
    if report.status is None:
        return RunEnd(Ended.LOST, report.log or "no message from it")
    if report.status != 0:
        number, limit = report.status & 0x7F, task.limits.memory
        if not number:
            return RunEnd(Ended.CRASH, f"the process ended itself with exit code {report.status >> 8}")
        if number == signal.SIGXCPU:
            return OF_STOPS["processor"]
        name = _signal_name(number)
        if limit is not None and report.memory is not None and report.memory >= MEMORY_SHARE * limit:
            return RunEnd(Ended.MEMORY, f"{name} near the memory limit")
        return RunEnd(Ended.CRASH, f"killed by {name}{' from outside' if number == signal.SIGKILL else ''}")
    # The end that an orderly finished process reports
    said, end, message = (report.said.get(name) for name in ("ended", "end", "message"))
    if said == "ok":
        known = OF_ENDS.get(end) if isinstance(end, str) else None
        return RunEnd(known, "") if known else RunEnd(Ended.EXCEPTION, "it stopped without an answer")
    if said in OWN_WORDS:
        return RunEnd(Ended(said), message if isinstance(message, str) else "")
    return RunEnd(Ended.LOST, "the process ended without an answer")


def _signal_name(number: int) -> str:
    """The name of a signal; most real-time signals have no name."""
    with suppress(ValueError):
        return signal.Signals(number).name
    return f"signal {number}"


def decode_report(task: Task, report: Report, started: str) -> Record:
    """The record of a run; a failure while it is decoded becomes a row as well: only that run is lost."""
    run = _begin_record(task, report, started)
    try:
        record = _decode(task, report, run)
    except Exception as error:
        return _end(run, RunEnd(Ended.LOST, f"its report cannot be judged: {reason(error)}"))
    if fault := record.contradiction():  # the store would refuse to read it, and with it the whole campaign
        return _refuse_answer(replace(run, ended=record.ended, message=record.message), fault)
    return record


def _decode(task: Task, report: Report, run: Record) -> Record:
    """Add to a record how the run ended, and what it answered."""
    problem, run = _problem(stable(task.problem)), _end(run, classify_end(task, report))
    try:
        record = decode_message(task, problem, report.said, run)
    except Rubbish as error:
        return _refuse_answer(run, str(error))
    fault = _find_fault(problem, record)
    return _end(record, RunEnd(Ended.INVALID, fault)) if fault else record


def _refuse_answer(run: Record, fault: str) -> Record:
    """The record of a run whose answer has a fault: a run that was stopped from outside stays one."""
    if run.ended in (Ended.OK, Ended.TIME):
        return _end(run, RunEnd(Ended.LOST, f"its answer cannot be read: {fault}"))
    return run


def _end(run: Record, end: RunEnd) -> Record:
    return replace(run, ended=end.ended, message=legible(end.message[:MAX_TEXT]))


def _begin_record(task: Task, report: Report, started: str) -> Record:
    """Join the question and the measurements from outside: a record of a run that has left no answer yet."""
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
        goal=goal(_problem(stable(problem))),
        command=task.command,
        started=started,
        wall=report.wall,
        cpu=report.cpu,
        memory=report.memory,
        log=_log(report),
        preloaded=report.preloaded,
        said=Said.UNKNOWN,
        ended=Ended.LOST,
    )


def _log(report: Report) -> str:
    """The end of what was printed, with how much it was in all."""
    dropped = report.printed - len(report.log.encode(errors="replace"))
    log = legible(report.log)
    return f"[{report.printed:,} bytes printed]\n{log}" if dropped > 0 else log


@lru_cache(maxsize=32)
def _problem(text: str) -> Problem:
    return declare_plain(json.loads(text))


def _find_fault(problem: Problem, record: Record) -> str:
    """The faults that both referees find in the claimed solutions of a run, checked again outside its process."""
    if record.said is Said.UNKNOWN:
        return ""
    for solution in record.solutions:
        if fault := _fault_of(problem, solution, record.objective):
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
    """The first fault that either referee finds with a placement; empty if it keeps all rules."""
    if faults := problem.faults(placement):
        return f"the referee of chess refuses a placement: {faults[0]}"
    size = len(problem.pieces) * len(problem.board)
    broken = problem.model.violated(complete_solution(problem.model, problem.write(placement), size))
    return f"the referee of the model refuses a placement: it breaks {broken[0]}" if broken else ""
