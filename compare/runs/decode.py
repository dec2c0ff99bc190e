"""From the report of a run to its record: how it ended; what it said is decoded strictly, and refereed again.

A message has only known fields, each of its type and within bounds; all else is rubbish.
"""

import re
import signal
from contextlib import suppress
from dataclasses import replace
from reprlib import Repr
from typing import Any, NamedTuple, TypeVar

from rookery.backends import Status, Want
from rookery.backends.contract import STATISTICS
from rookery.compare.campaign.campaign import Task
from rookery.compare.campaign.problems import declare_asked, measure_size, name_series
from rookery.compare.records.record import MAX_VALUE, Ended, Record, Said, Solution, is_amount, placement_of
from rookery.compare.runs.isolation.host import Report
from rookery.compare.runs.isolation.wire import Message
from rookery.core.words import in_a_line, legible, reason
from rookery.models import BadInput, Placement, Problem
from rookery.models.boards.base import AbstractBoard
from rookery.models.problems.shared.auxiliary import complete_solution

MAX_TEXT = 500  # characters of a text
MAX_ENTRIES = 64  # of a table
DIGEST = re.compile(r"[0-9a-f]{64}")
BRIEF = Repr()
BRIEF.maxstring = BRIEF.maxlong = BRIEF.maxother = 40

Value = TypeVar("Value")


class Rubbish(Exception):
    """A message that makes no sense."""


def decode_message(task: Task, problem: Problem, said: Message, run: Record) -> Record:
    """Add the answer of a message to the record of a run; raises `Rubbish` for what no backend can send."""
    match said.get("ended"):
        case Ended.INVALID:
            witness = said.get("witness")
            return run if witness is None else replace(run, solutions=(_solution(witness, problem),))
        case "ok":
            status = said.get("status")
            if status not in list(Status):
                raise _nonsense("status", status)
            found, complete = _figures(task, problem, said, run), _require("complete", _read(said, "complete", bool))
            answer = replace(
                found,
                said=_axis(run, Status(status), complete),
                complete=complete,
                orbits=_count(said, "orbits"),
                bound=_value(said, "bound"),
                solutions_hash=_digest(said),
                times={name: float(amount) for name, amount in _table(said, "times").items()},
                statistics=_statistics(said),
                raw_status=in_a_line((_read(said, "note", str) or "")[:MAX_TEXT]),
            )
            _check_sound(Status(status), answer)
            return answer
        case None if said:
            # The solutions that a run had found when it was ended from outside
            found = _figures(task, problem, said, run)
            proven = _require("proven", _read(said, "proven", bool)) and found.objective is not None
            status = Status.OPTIMAL if proven else Status.SATISFIED
            bound = found.objective if proven else None
            return replace(found, said=_axis(run, status, complete=False), bound=bound)
    return run


def _check_sound(status: Status, answer: Record) -> None:
    """Raise `Rubbish` for an answer that contradicts itself, or that shows nothing which the referees could look at."""
    found, shown = status in (Status.SATISFIED, Status.OPTIMAL), bool(answer.solutions)
    if shown and not found:
        raise Rubbish(f"{status}, with a solution")
    if found and not shown and answer.want == Want.ONE:
        raise Rubbish(f"{status}, without a solution")
    if status is Status.OPTIMAL and (not answer.goal or answer.bound != answer.objective):
        raise Rubbish(f"optimal with {answer.objective}, proven is {answer.bound}")


def _figures(task: Task, problem: Problem, said: Message, run: Record) -> Record:
    """Add what every message says of the solutions found."""
    solutions = _require("solutions", _read(said, "solutions", list))
    if len(solutions) > max(task.keep, 1):
        raise Rubbish(f"{len(solutions)} solutions where {task.keep} are kept")
    return replace(
        run,
        count=_count(said, "count"),
        objective=_value(said, "objective"),
        first=_seconds(said, "first"),
        last=_seconds(said, "last"),
        solutions=tuple(_solution(each, problem) for each in solutions),
    )


def _axis(run: Record, status: Status, complete: bool) -> Said:
    """The first axis: what was answered."""
    if status in (Status.INFEASIBLE, Status.UNKNOWN):
        return Said(status.value)
    if run.goal and status is Status.SATISFIED:
        return Said.FEASIBLE
    if run.want == Want.ONE:
        return Said(status.value)
    return Said.COUNT if complete else Said.PARTIAL_COUNT


def _solution(data: Any, problem: Problem) -> Solution:
    """Pieces by square, each square once; the referees check that the problem has them."""
    if not isinstance(data, list) or len(data) > len(problem.board):
        raise _nonsense("solution", data)
    pieces = [_piece(each, problem.board) for each in data]
    if len({tuple(cell) for _, *cell in pieces}) < len(pieces):
        raise _nonsense("solution", data)
    return tuple(sorted(pieces, key=lambda piece: piece[1:]))


def _piece(data: Any, board: AbstractBoard) -> tuple[Any, ...]:
    """A piece and its cell, whose numbers or name have the types that the cells of the board have."""
    match data:
        case [str(name), *cell] if list(map(type, cell)) == list(map(type, board.cell(0))):
            known = tuple(cell) in board
            cells = [each if known or not isinstance(each, str) else in_a_line(each[:MAX_TEXT]) for each in cell]
            return in_a_line(name[:MAX_TEXT]), *cells
    raise _nonsense("piece", data)


def _count(said: Message, name: str) -> int | None:
    found = _read(said, name, int)
    if found is not None and found < 0:
        raise _nonsense(name, found)
    return found


def _value(said: Message, name: str) -> int | None:
    found = _read(said, name, int)
    if found is not None and abs(found) >= MAX_VALUE:
        raise _nonsense(name, found)
    return found


def _digest(said: Message) -> str | None:
    found = _read(said, "solutions_hash", str)
    if found is not None and not DIGEST.fullmatch(found):
        raise _nonsense("solutions_hash", found)
    return found


def _seconds(said: Message, name: str) -> float | None:
    found = said.get(name)
    return None if found is None else float(_number(name, found))


def _table(said: Message, name: str) -> dict[str, float]:
    """A table of numbers that are not negative."""
    found = _read(said, name, dict) or {}
    if len(found) > MAX_ENTRIES:
        raise _nonsense(name, found)
    return {in_a_line(key[:MAX_TEXT]): _number(key, value) for key, value in found.items()}


def _statistics(said: Message) -> dict[str, int]:
    """The cost of the search, by the known names; whole numbers that are not negative."""
    found = _table(said, "statistics")
    for name, number in found.items():
        if name not in STATISTICS or not isinstance(number, int) or number >= 1 << 63:
            raise _nonsense(name, number)
    return {name: int(number) for name, number in found.items()}


def _number(name: str, value: Any) -> float:
    if not is_amount(value):
        raise _nonsense(name, value)
    return value


def _read(said: Message, name: str, kind: type[Value]) -> Value | None:
    """A value of a message, None if it is missing; a truth value is not a number."""
    value = said.get(name)
    if value is None:
        return None
    if type(value) is not kind:
        raise _nonsense(name, value)
    return value


def _require(name: str, value: Value | None) -> Value:
    if value is None:
        raise Rubbish(f"no {name}")
    return value


def _nonsense(name: str, value: Any) -> Rubbish:
    return Rubbish(legible(f"{name[:MAX_TEXT]} {BRIEF.repr(value)}"))


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
    problem, run = declare_asked(task.problem), _end(run, classify_end(task, report))
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
        family=name_series(problem),
        size=measure_size(problem),
        problem=problem,
        want=question.want.value,
        up_to_symmetry=question.up_to_symmetry,
        backend=task.backend.name,
        use=task.backend.use,
        options=dict(question.options),
        workers=question.workers or 1,
        seed=question.seed,
        limits=task.limits,
        versions=task.versions(),
        goal=declare_asked(problem).goal,
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
