"""From the report of a run to its record: how it ended; what it said is decoded strictly, and refereed again."""

import signal
from contextlib import suppress
from hashlib import sha256
from typing import Annotated, Literal

import msgspec
from msgspec.structs import replace

from rookery.backends import Reason, Status
from rookery.backends.run import own_versions
from rookery.compare.backends import BackendRef
from rookery.compare.client import Report
from rookery.compare.problems import declare_asked, measure_size, name_instance, name_series, solve_command
from rookery.compare.record import KEPT, Amount, Ended, Natural, Record, Said, Size, Solution, Task, placement_of
from rookery.core.words import in_a_line, legible, reason
from rookery.models import BadInput, Problem
from rookery.models.problems.family import stable
from rookery.models.problems.shared.auxiliary import complete_solution

MAX_TEXT = 500  # characters of a text
MAX_VALUE = 1 << 1000  # what an objective may reach: reports make floats of it
MAX_ENTRIES = 64  # of a table
MEMORY_SHARE = 0.9  # of the memory limit: a library that aborts there has run out of memory
Line = Annotated[str, msgspec.Meta(max_length=MAX_TEXT)]
Found = Annotated[tuple[Solution, ...], msgspec.Meta(max_length=KEPT)]


class Message(msgspec.Struct, kw_only=True):
    """The last message of a run; one without `ended` has what was found so far."""

    ended: Literal["ok", "wrong answer", "unsupported", "memory", "exception"] | None = None
    end: Reason | None = None
    message: str = ""
    witness: Solution | None = None
    status: Status | None = None
    complete: bool | None = None
    count: Natural | None = None
    orbits: Natural | None = None
    objective: int | None = None
    bound: int | None = None
    solutions: Found | None = None
    solutions_hash: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")] | None = None
    times: Annotated[dict[Line, Amount], msgspec.Meta(max_length=MAX_ENTRIES)] = {}
    statistics: Annotated[dict[Line, Size], msgspec.Meta(max_length=MAX_ENTRIES)] = {}
    first: Amount | None = None
    last: Amount | None = None
    note: str = ""


OF_STOPS = {
    "memory": (Ended.MEMORY, "more resident memory than the limit"),
    "time": (Ended.KILLED, "still running after its time limit"),
    "processor": (Ended.KILLED, "more processor time than the limit"),
}
OF_ENDS = {Reason.DONE: Ended.OK, Reason.SOLUTIONS: Ended.OK, Reason.TIME: Ended.TIME, Reason.MEMORY: Ended.MEMORY}


def judge(task: Task, report: Report) -> Record:
    """Return the record of a run; a failure while it is judged loses this run alone, and is its message."""
    run = _begin_record(task, report)
    try:
        message, fault = _decode(report.said)
        run = _finish(run, *classify_end(task, report, message))
        record = run
        if not fault:
            record, fault = _add_answer(run, message)
        if fault:
            # a run that was stopped from outside, or crashed, is named by that
            lost = run.ended in (Ended.OK, Ended.TIME) or (run.ended is Ended.LOST and message == Message())
            return _finish(run, Ended.LOST, f"its answer cannot be read: {fault}") if lost else run
        refused = find_fault(declare_asked(task.problem), record)
        return _finish(record, Ended.INVALID, refused) if refused else record
    except Exception as error:
        return _finish(run, Ended.LOST, f"its report cannot be judged: {reason(error)}")


def _decode(said: str) -> tuple[Message, str]:
    """Return the message of a line, and why it cannot be read; an empty line is an empty message."""
    try:
        return (msgspec.json.decode(said, type=Message) if said else Message()), ""
    except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
        return Message(), reason(error)


def make_key(task: Task, versions: dict[str, str]) -> str:
    """Return the key that distinguishes a run: problem, question, backend, limits and versions."""
    return sha256(stable(msgspec.to_builtins(task) | {"versions": versions}).encode()).hexdigest()[:32]


def versions_of(task: Task) -> dict[str, str]:
    """Return the versions of all that takes part in an answer."""
    return own_versions() | BackendRef(task.backend, task.use).versions()


def _begin_record(task: Task, report: Report) -> Record:
    """Join the question and the measurements from outside: a record of a run that has left no answer yet."""
    log = legible(report.log)
    dropped = report.printed > len(report.log.encode(errors="replace"))
    versions = versions_of(task)
    return Record(
        **msgspec.structs.asdict(task),
        key=make_key(task, versions),
        instance=name_instance(task.problem, task.want, task.up_to_symmetry),
        family=name_series(task.problem),
        size=measure_size(task.problem),
        goal=declare_asked(task.problem).goal,
        versions=versions,
        command=solve_command(task),
        started=report.started,
        wall=report.wall,
        cpu=report.cpu,
        memory=report.memory,
        log=f"[{report.printed:,} bytes printed]\n{log}" if dropped else log,
        preloaded=report.preloaded,
        said=Said.UNKNOWN,
        ended=Ended.LOST,
    )


def classify_end(task: Task, report: Report, message: Message) -> tuple[Ended, str]:
    """Return how a run ended, with a message for the user."""
    if report.stopped in OF_STOPS:
        return OF_STOPS[report.stopped]
    if report.status is None:
        return Ended.LOST, report.log or "the run left no report"
    if report.status:
        number, limit = report.status & 0x7F, task.limits.memory
        if not number:
            return Ended.CRASH, f"the process ended itself with exit code {report.status >> 8}"
        if number == signal.SIGXCPU:
            return OF_STOPS["processor"]
        name = f"signal {number}"
        with suppress(ValueError):  # most real-time signals have no name
            name = signal.Signals(number).name
        if limit is not None and report.memory is not None and report.memory >= MEMORY_SHARE * limit:
            return Ended.MEMORY, f"{name} near the memory limit"
        return Ended.CRASH, f"killed by {name}{' from outside' if number == signal.SIGKILL else ''}"
    if message.ended == "ok":
        known = OF_ENDS.get(message.end) if message.end else None
        return (known, "") if known else (Ended.EXCEPTION, "it stopped without an answer")
    if message.ended is None:
        return Ended.LOST, "the process ended without an answer"
    return Ended(message.ended), message.message


def _finish(run: Record, ended: Ended, message: str) -> Record:
    return replace(run, ended=ended, message=legible(message[:MAX_TEXT]))


def _add_answer(run: Record, said: Message) -> tuple[Record, str]:
    """Return the record of a run with the answer of its message, and why it cannot be read; empty if it can."""
    if said.ended == "wrong answer" and said.witness is not None:
        return replace(run, solutions=(_legible(said.witness),)), ""
    if said.ended not in ("ok", None) or said == Message():
        return run, ""
    if said.status is None or said.complete is None or said.solutions is None:
        return run, "it lacks a status, solutions, or whether it is complete"
    complete = said.complete and said.ended == "ok"
    answer = replace(
        run,
        said=_classify(run, said.status, complete),
        complete=complete,
        count=said.count,
        orbits=said.orbits,
        objective=said.objective,
        bound=said.bound,
        # in the order of their cells, so that equal solutions are equal
        solutions=tuple(tuple(sorted(_legible(each), key=lambda piece: piece[1:])) for each in said.solutions),
        solutions_hash=said.solutions_hash,
        times={in_a_line(name): amount for name, amount in said.times.items()},
        first=said.first,
        last=said.last,
        statistics={in_a_line(name): number for name, number in said.statistics.items()},
        note=in_a_line(said.note[:MAX_TEXT]),
    )
    return answer, _find_contradiction(said, answer)


def _legible(solution: Solution) -> Solution:
    """Return a solution whose texts are printable."""
    return tuple(tuple(in_a_line(part[:MAX_TEXT]) if isinstance(part, str) else part for part in each)
                 for each in solution)  # fmt: skip


def _find_contradiction(said: Message, answer: Record) -> str:
    """Return why an answer is no answer: it contradicts itself, is too long, or shows the referees no solution."""
    if any(value is not None and abs(value) >= MAX_VALUE for value in (said.objective, said.bound)):
        return "an objective of more than 300 digits"
    if said.last is not None and (said.first is None or said.last < said.first):
        return "a last solution before the first one"
    found, shown = said.status in (Status.SATISFIED, Status.OPTIMAL), bool(answer.solutions)
    if shown and not found:
        return f"{said.status}, with a solution"
    if found and not shown and (answer.want == "one" or said.ended is None):
        return f"{said.status}, without a solution"
    if said.status is Status.OPTIMAL and (not answer.goal or answer.bound != answer.objective):
        return f"optimal with {answer.objective}, proven is {answer.bound}"
    return "a count, without a number" if answer.said is Said.COUNT and answer.count is None else ""


def _classify(run: Record, status: Status, complete: bool) -> Said:
    """Return what was answered, by the status of an answer."""
    if status in (Status.INFEASIBLE, Status.UNKNOWN):
        return Said(status.value)
    if run.goal and status is Status.SATISFIED:
        return Said.FEASIBLE
    if run.want == "one":
        return Said(status.value)
    return Said.COUNT if complete else Said.PARTIAL_COUNT


def find_fault(problem: Problem, record: Record) -> str:
    """Return a fault that either referee finds in the solutions of a record; empty if there is none."""
    if record.said is Said.UNKNOWN:
        return ""
    return next(filter(None, (fault_of(problem, each, record.objective) for each in record.solutions)), "")


def fault_of(problem: Problem, solution: Solution, objective: int | None) -> str:
    """Return what either referee refuses in a solution, or in its objective; empty if it keeps all rules."""
    try:
        placement = placement_of(problem, solution)
    except (BadInput, TypeError) as error:
        return f"a solution is no placement: {reason(error)}"
    if faults := problem.faults(placement):
        return f"the referee of chess refuses a placement: {faults[0]}"
    # the auxiliary variables are decided here, whatever the run says
    placed = len(problem.pieces) * len(problem.board)
    true = complete_solution(problem.model, problem.write(placement), placed)
    if broken := problem.model.violated(true):
        return f"the referee of the model refuses a placement: it breaks {broken[0]}"
    counted = problem.model.value(true)
    if problem.aim is not None and problem.objective(placement) != counted:
        return "the referees disagree about the objective"
    return "" if counted == objective else f"the referees count an objective of {counted}, the answer says {objective}"
