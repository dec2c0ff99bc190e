"""How a run ended: what stopped it, what it said itself, or how the system saw it go."""

import signal
from contextlib import suppress
from typing import NamedTuple

from rookery.compare.campaign.tasks import Task
from rookery.compare.records.record import Ended
from rookery.compare.runs.isolation.host import Report


class RunEnd(NamedTuple):
    """The second axis of a record, with what is to be said of it."""

    ended: Ended
    message: str


NEAR = 0.9  # of the memory limit: a library that aborts there has run out of memory
OF_STOPS = {
    "memory": RunEnd(Ended.MEMORY, "more resident memory than the limit"),
    "time": RunEnd(Ended.KILLED, "still running after its time limit"),
    "processor": RunEnd(Ended.KILLED, "the limit of processor time"),
}
OF_ENDS = {"done": Ended.OK, "solution limit": Ended.OK, "time limit": Ended.TIME, "memory limit": Ended.MEMORY}
OWN_WORDS = (Ended.UNSUPPORTED, Ended.INVALID, Ended.MEMORY, Ended.EXCEPTION)


def classify_end(task: Task, report: Report) -> RunEnd:
    """How a run ended."""
    if report.stopped in OF_STOPS:
        return OF_STOPS[report.stopped]
    if report.status is None:
        return RunEnd(Ended.LOST, report.log or "no message from it")
    if report.status != 0:
        return _crash(task, report, report.status)
    return _own_word(report)


def _own_word(report: Report) -> RunEnd:
    """What a process says that ended in good order."""
    said, end, message = (report.said.get(name) for name in ("ended", "end", "message"))
    if said == "ok":
        known = OF_ENDS.get(end) if isinstance(end, str) else None
        return RunEnd(known, "") if known else RunEnd(Ended.EXCEPTION, "it stopped without an answer")
    if said in OWN_WORDS:
        return RunEnd(Ended(said), message if isinstance(message, str) else "")
    return RunEnd(Ended.LOST, "the process ended without an answer")


def _crash(task: Task, report: Report, status: int) -> RunEnd:
    number, limit = status & 0x7F, task.limits.memory
    if not number:
        return RunEnd(Ended.CRASH, f"the process ended itself with exit code {status >> 8}")
    if number == signal.SIGXCPU:
        return OF_STOPS["processor"]
    name = _signal_name(number)
    if limit is not None and report.memory is not None and report.memory >= NEAR * limit:
        return RunEnd(Ended.MEMORY, f"{name} near the memory limit")
    return RunEnd(Ended.CRASH, f"killed by {name}{' from outside' if number == signal.SIGKILL else ''}")


def _signal_name(number: int) -> str:
    """The name of a signal; most real-time signals have none."""
    with suppress(ValueError):
        return signal.Signals(number).name
    return f"signal {number}"
