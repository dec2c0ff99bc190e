"""From the report of a run to its record: what the process said is decoded strictly, and refereed again."""

import signal
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from rookery.backends import Status, Want
from rookery.compare.campaign.tasks import Task
from rookery.compare.problems.command_lines import family
from rookery.compare.problems.plain import declared, goal, stable
from rookery.compare.records.record import Ended, Record, Said
from rookery.compare.runs.isolation.host import Report
from rookery.compare.runs.isolation.wire import Message
from rookery.models import BadInput, Placement, Problem, Square
from rookery.models.problems.shared.auxiliary import decided

NEAR = 0.9  # of the memory limit: a library that aborts there has run out of memory
WORDS = 500
OF_STOPS = {
    "memory": (Ended.MEMORY, "more resident memory than the limit"),
    "time": (Ended.KILLED, "still running after its time limit"),
    "processor": (Ended.KILLED, "the limit of processor time"),
}
OF_ENDS = {"done": Ended.OK, "solution limit": Ended.OK, "time limit": Ended.TIME, "memory limit": Ended.MEMORY}
Solution = tuple[tuple[str, int, int], ...]


class Rubbish(Exception):
    """A message that makes no sense."""


def recorded(task: Task, report: Report, started: str) -> Record:
    """The record of a run."""
    ended, message = _ended(task, report)
    facts: dict[str, Any] = {}
    try:
        facts = _decoded(task, report.said)
        if fault := _refused(task, facts):
            ended, message = Ended.INVALID, fault
    except Rubbish as error:
        facts = {}
        if ended in (Ended.OK, Ended.TIME):
            ended, message = Ended.LOST, f"its answer cannot be read: {error}"
    return _record(task, report, {"ended": ended, "message": message[:WORDS], "started": started} | facts)


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
    dropped = report.printed - len(report.log.encode())
    return f"[{report.printed:,} bytes printed]\n{report.log}" if dropped > 0 else report.log


@lru_cache(maxsize=32)
def _problem(text: str) -> Problem:
    import json

    return declared(json.loads(text))


def _ended(task: Task, report: Report) -> tuple[Ended, str]:
    """How a run ended: what stopped it, what it said itself, or how the system saw it go."""
    if report.stopped in OF_STOPS:
        return OF_STOPS[report.stopped]
    told, message = report.said.get("ended"), str(report.said.get("message", ""))
    if report.status is None:
        return Ended.LOST, report.log or "no word from it"
    if report.status != 0:
        return _crashed(task, report)
    if told == "ok":
        end = str(report.said.get("end"))
        return OF_ENDS.get(end, Ended.EXCEPTION), "" if end in OF_ENDS else "it stopped without an answer"
    if told in (Ended.UNSUPPORTED, Ended.INVALID, Ended.MEMORY, Ended.EXCEPTION):
        return Ended(told), message
    return Ended.LOST, "the process ended without an answer"


def _crashed(task: Task, report: Report) -> tuple[Ended, str]:
    number = (report.status or 0) & 0x7F
    if not number:
        return Ended.CRASH, f"the process ended itself with exit code {(report.status or 0) >> 8}"
    name, limit = signal.Signals(number).name, task.limits.memory
    if number == signal.SIGXCPU:
        return OF_STOPS["processor"]
    if limit is not None and report.memory is not None and report.memory >= NEAR * limit:
        return Ended.MEMORY, f"{name} near the memory limit"
    return Ended.CRASH, f"killed by {name}{', by nobody here' if number == signal.SIGKILL else ''}"


def _decoded(task: Task, said: Message) -> dict[str, Any]:
    """What a message says, as fields of a record; raises `Rubbish` for what a backend cannot have said."""
    told = said.get("ended")
    if told == Ended.INVALID:
        witness = said.get("witness")
        return {"solutions": () if witness is None else (_solution(witness),)}
    if told == "ok":
        return _answer(task, said)
    return _so_far(task, said) if told is None and said else {}


def _answer(task: Task, said: Message) -> dict[str, Any]:
    status = said.get("status")
    if status not in list(Status):
        raise Rubbish(f"status {status!r}")
    facts = {
        "complete": _typed(said, "complete", bool),
        **{name: _typed(said, name, int) for name in ("count", "orbits", "objective", "bound")},
        **{name: _typed(said, name, int | float) for name in ("first", "last")},
        "solutions": tuple(map(_solution, _typed(said, "solutions", list))),
        "solutions_hash": _typed(said, "solutions_hash", str),
        "times": _numbers(said, "times"),
        "program": _numbers(said, "program"),
        "raw_status": _typed(said, "raw_status", str) or "",
    }
    return facts | {"said": _axis(task, Status(status), facts)}


def _axis(task: Task, status: Status, facts: Mapping[str, Any]) -> Said:
    """The first axis: what was answered."""
    if status in (Status.INFEASIBLE, Status.UNKNOWN):
        return Said(status.value)
    best = goal(_problem(stable(task.problem)))
    if best and status is Status.SATISFIED:
        return Said.FEASIBLE
    if task.question.want is Want.ONE:
        return Said(status.value)
    return Said.COUNT if facts["complete"] else Said.PARTIAL_COUNT


def _so_far(task: Task, said: Message) -> dict[str, Any]:
    """What a run had found when it was ended from outside."""
    facts = {
        **{name: _typed(said, name, int) for name in ("count", "objective")},
        **{name: _typed(said, name, int | float) for name in ("first", "last")},
        "solutions": tuple(map(_solution, _typed(said, "solutions", list))),
    }
    proven = _typed(said, "proven", bool) and facts["objective"] is not None
    status = Status.OPTIMAL if proven else Status.SATISFIED
    bound = {"bound": facts["objective"]} if proven else {}
    return facts | bound | {"said": _axis(task, status, {"complete": False})}


def _typed(said: Message, name: str, kind: Any) -> Any:
    """A value of a message, None where there is none."""
    value = said.get(name)
    if value is not None and (not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool)):
        raise Rubbish(f"{name} {str(value)[:40]!r}")
    return value


def _numbers(said: Message, name: str) -> dict[str, Any]:
    found = _typed(said, name, dict) or {}
    if any(isinstance(value, bool) or not isinstance(value, int | float) for value in found.values()):
        raise Rubbish(f"{name} {str(found)[:40]}")
    return dict(found)


def _solution(data: Any) -> Solution:
    try:
        return tuple((str(name), int(row), int(column)) for name, row, column in data)
    except (TypeError, ValueError):
        raise Rubbish(f"solution {str(data)[:40]}") from None


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
    broken = problem.model.violated(decided(problem.model, problem.write(placement), size))
    return f"the referee of the model refuses a placement: it breaks {broken[0]}" if broken else ""


def placed(data: Mapping[str, Any], solution: Solution) -> Placement:
    """The placement of a record's solution; raises `BadInput` for pieces and squares that the problem does not have."""
    problem = _problem(stable(data))
    pieces, board = {piece.name: piece for piece in problem.pieces}, problem.board
    for name, row, column in solution:
        if name not in pieces:
            raise BadInput(f"a solution holds a {name} on {row},{column}, which is no piece of this problem")
    return Placement(board, {Square(row, column): pieces[name] for name, row, column in solution})
