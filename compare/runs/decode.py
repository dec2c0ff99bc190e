"""From the report of a run to its record: what the process said is decoded strictly, and refereed again."""

import signal
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from rookery.compare.campaign.tasks import Task
from rookery.compare.problems.command_lines import family
from rookery.compare.problems.plain import declared, goal, stable
from rookery.compare.records.record import Ended, Record, Said
from rookery.compare.runs.isolation.host import Report
from rookery.compare.runs.message import WORDS, Rubbish, Solution, decoded
from rookery.models import BadInput, Placement, Problem, Square
from rookery.models.base.legible import legible, reason
from rookery.models.problems.shared.auxiliary import complete_solution

NEAR = 0.9  # of the memory limit: a library that aborts there has run out of memory
OF_STOPS = {
    "memory": (Ended.MEMORY, "more resident memory than the limit"),
    "time": (Ended.KILLED, "still running after its time limit"),
    "processor": (Ended.KILLED, "the limit of processor time"),
}
OF_ENDS = {"done": Ended.OK, "solution limit": Ended.OK, "time limit": Ended.TIME, "memory limit": Ended.MEMORY}


def recorded(task: Task, report: Report, started: str) -> Record:
    """The record of a run; whatever goes wrong while it is judged is a row as well: that run is lost, no other."""
    try:
        facts = _judged(task, report)
    except Exception as error:
        facts = {"ended": Ended.LOST, "message": f"its report cannot be judged: {reason(error)}"}
    return _record(task, report, {**facts, "started": started, "message": legible(facts["message"][:WORDS])})


def _judged(task: Task, report: Report) -> dict[str, Any]:
    """What a report says, as fields of a record, with how the run ended and why."""
    ended, message = _ended(task, report)
    facts: dict[str, Any] = {}
    try:
        facts = decoded(task, _problem(stable(task.problem)), report.said)
        if fault := _refused(task, facts):
            ended, message = Ended.INVALID, fault
    except Rubbish as error:
        if ended in (Ended.OK, Ended.TIME):
            ended, message = Ended.LOST, f"its answer cannot be read: {error}"
    return {"ended": ended, "message": message} | facts


def _record(task: Task, report: Report, facts: dict[str, Any]) -> Record:
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
        goal=goal(_problem(stable(problem))),
        wall=report.wall,
        cpu=report.cpu,
        memory=report.memory,
        log=_log(report),
        command=task.command,
        preloaded=report.preloaded,
        **{"said": Said.UNKNOWN} | facts,
    )


def _log(report: Report) -> str:
    """The end of what was printed, with how much it was in all."""
    dropped = report.printed - len(report.log.encode(errors="replace"))
    log = legible(report.log)
    return f"[{report.printed:,} bytes printed]\n{log}" if dropped > 0 else log


@lru_cache(maxsize=32)
def _problem(text: str) -> Problem:
    import json

    return declared(json.loads(text))


def _ended(task: Task, report: Report) -> tuple[Ended, str]:
    """How a run ended: what stopped it, what it said itself, or how the system saw it go."""
    if report.stopped in OF_STOPS:
        return OF_STOPS[report.stopped]
    told, message = report.said.get("ended"), report.said.get("message")
    if report.status is None:
        return Ended.LOST, report.log or "no word from it"
    if report.status != 0:
        return _crashed(task, report)
    if told == "ok":
        end = report.said.get("end")
        known = isinstance(end, str) and end in OF_ENDS
        return (OF_ENDS[str(end)], "") if known else (Ended.EXCEPTION, "it stopped without an answer")
    if told in (Ended.UNSUPPORTED, Ended.INVALID, Ended.MEMORY, Ended.EXCEPTION):
        return Ended(told), message if isinstance(message, str) else ""
    return Ended.LOST, "the process ended without an answer"


def _crashed(task: Task, report: Report) -> tuple[Ended, str]:
    number = (report.status or 0) & 0x7F
    if not number:
        return Ended.CRASH, f"the process ended itself with exit code {(report.status or 0) >> 8}"
    name, limit = _signal(number), task.limits.memory
    if number == signal.SIGXCPU:
        return OF_STOPS["processor"]
    if limit is not None and report.memory is not None and report.memory >= NEAR * limit:
        return Ended.MEMORY, f"{name} near the memory limit"
    return Ended.CRASH, f"killed by {name}{', by nobody here' if number == signal.SIGKILL else ''}"


def _signal(number: int) -> str:
    """The name of a signal; those for real time have none but the first and the last."""
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def _refused(task: Task, facts: Mapping[str, Any]) -> str:
    """What both referees find wrong with the solutions that a run claims, asked again outside its process."""
    if "said" not in facts:
        return ""
    problem = _problem(stable(task.problem))
    for solution in facts["solutions"]:
        try:
            placement = placed(task.problem, solution)
            if faults := found_wrong(problem, placement):
                return faults
            if (counted := problem.objective(placement)) != facts["objective"]:
                return f"the referee of chess counts an objective of {counted}, the answer says {facts['objective']}"
        except BadInput as error:
            return str(error)
    return ""


def found_wrong(problem: Problem, placement: Placement) -> str:
    """The first fault that either referee finds with a placement; empty where it keeps all rules."""
    if faults := problem.faults(placement):
        return f"the referee of chess refuses a placement: {faults[0]}"
    size = len(problem.pieces) * len(problem.board)
    broken = problem.model.violated(complete_solution(problem.model, problem.write(placement), size))
    return f"the referee of the model refuses a placement: it breaks {broken[0]}" if broken else ""


def placed(data: Mapping[str, Any], solution: Solution) -> Placement:
    """The placement of a record's solution; raises `BadInput` for pieces and squares that the problem does not have."""
    problem = _problem(stable(data))
    pieces, board = {piece.name: piece for piece in problem.pieces}, problem.board
    for name, row, column in solution:
        if name not in pieces:
            raise BadInput(f"a solution holds a {name} on {row},{column}, which is no piece of this problem")
    return Placement(board, {Square(row, column): pieces[name] for name, row, column in solution})
