"""One question put to several backends in parallel processes: the first proven answer wins, the others are killed.

A competitor gets the model and the request as a pickle, and sends solutions and the outcome as pickles.
"""

import logging
import os
import pickle
import signal
import socket
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from io import BufferedIOBase
from queue import Empty, Queue
from threading import Event, Thread
from typing import Any

from rookery.backends.contract.answer import End, Want
from rookery.backends.contract.answer_data import Effort, Statistics
from rookery.backends.contract.backend import (
    Backend,
    Deadline,
    Interim,
    Item,
    Items,
    Outcome,
    Report,
    Request,
    Solution,
    Split,
    Stream,
    Unsupported,
    run_program,
)
from rookery.backends.fleet.processes import (
    GRACE,
    WorkerProcess,
    explain_silence,
    hang_up,
    launch,
    stop,
)
from rookery.backends.fleet.streaming import MAX_WAITING, PATIENCE, put_until
from rookery.core.deadline import OutOfTime
from rookery.core.runtime import die_with_parent
from rookery.models import Model, RookeryError, Satisfy


@dataclass(frozen=True)
class RaceStart:
    """Start message of a competitor: its backend, and its request; the deadline's clock is that of the machine."""

    backend: str | Backend[Any]
    model: Model
    request: Request


@dataclass(frozen=True)
class Failure:
    """The reason why a competitor is out; `refused` says that its backend cannot do what is asked."""

    message: str
    refused: bool = False


def main(parent: int, at: int) -> None:
    """Race on the line with file descriptor `at`, and end without waiting for any thread of a library."""
    die_with_parent(parent)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    line = socket.socket(fileno=at).makefile("rwb")
    os.set_inheritable(at, False)  # what is started here is no competitor
    start: RaceStart = pickle.load(line)
    Thread(target=_leave_at_end_of, args=(line,), daemon=True).start()
    with suppress(ConnectionError):
        end = _search(start, line)
        _send(line, start.request.effort.statistics)
        _send(line, end)
    os._exit(0)


def _leave_at_end_of(line: BufferedIOBase) -> None:
    """Elsewhere the end of the line says that the parent has gone."""
    line.read()
    os._exit(1)


def _search(start: RaceStart, out: BufferedIOBase) -> Outcome | Failure:
    """Let the backend answer; solutions go out as they come, unless they are only counted."""
    from rookery.backends.registry import take_backend

    try:
        runner = take_backend(start.backend)
        runner.load()
        with start.request.deadline.held():
            program = runner.compile(start.model, start.request)
            runner.ready(program, start.request)
            stream = run_program(runner, program, start.request)
            counts = start.request.want is Want.COUNT
            return count_stream(stream, start.model) if counts else _send_stream(stream, out)
    except OutOfTime:
        return Outcome(proven=False, end=End.TIME)
    except Exception as error:
        return Failure(f"{type(error).__name__}: {error}", isinstance(error, Unsupported))


def _send_stream(stream: Stream, out: BufferedIOBase) -> Outcome:
    """Send the items of a stream; returns its outcome."""
    found = Split(stream)
    for item in found.items():
        _send(out, item)
    return found.outcome


def count_stream(stream: Stream, model: Model) -> Outcome:
    """An outcome with its count; solutions that were listed for it are refereed here and go no further."""
    solutions, seen = Split(stream), set[Solution]()
    try:
        for chosen in solutions:
            if chosen in seen or not model.accepts(chosen):
                raise RookeryError(f"a solution that is none, or comes twice: {sorted(chosen)}")
            seen.add(chosen)
    except KeyboardInterrupt:
        return Outcome(proven=False, end=End.INTERRUPTED, count=len(seen))
    outcome = solutions.outcome
    return outcome if outcome.count is not None else replace(outcome, count=len(seen))


def _send(out: BufferedIOBase, message: Any) -> None:
    pickle.dump(message, out, pickle.HIGHEST_PROTOCOL)
    out.flush()


FAREWELL, LAST_WORD = 1.0, 0.05
LOG = logging.getLogger(__name__)
News = tuple[int, Item | Failure]


@dataclass(frozen=True)
class Competitor:
    """A competitor: a backend with its request, under a separate name."""

    name: str
    backend: str | Backend[Any]
    request: Request


class Race:
    """A question put to several backends at once."""

    def __init__(self, competitors: Sequence[Competitor], model: Model, request: Request) -> None:
        self._competitors, self._request = competitors, request
        self._model = replace(model, name="x{}".format)
        self._news: Queue[News] = Queue(MAX_WAITING)
        self._over = Event()
        self._seen: set[Solution] = set()
        self._best: int | None = None
        self._bound: int | None = None
        self._ended: dict[int, Outcome | Failure] = {}
        self._leader: int | None = None
        self._answered = False
        self._spent: dict[int, Statistics] = {}

    def run(self) -> Items:
        """Start all, give what is new, and stop all, whichever way the race ends.

        The outcome names the backend that answered; if another takes the lead, an interim report names it.
        """
        processes, interrupted = list[WorkerProcess](), None
        try:
            for number, competitor in enumerate(self._competitors):
                processes.append(launch(__name__))
                self._start(number, processes[-1], competitor)
            yield from self._follow(processes)
        except KeyboardInterrupt:
            if self._request.want is not Want.COUNT:
                raise
            interrupted = self._interrupt(processes)
        finally:
            # Report the cost of the competitor that answered, which tells it as it ends, or of all if none answered.
            # With one solution it ends; where several are wanted it may still look for those that others gave.
            leader = self._leader if self._answered else None
            thread = None if leader is None else processes[leader].thread
            if thread is not None:
                thread.join(FAREWELL if self._request.want is Want.ONE else LAST_WORD)
            for number, spent in list(self._spent.items()):  # others may still speak
                if leader in (None, number):
                    self._request.effort.statistics += spent
            self._over.set()
            for process in processes:
                stop(process)
        if interrupted is not None:
            yield interrupted

    def _start(self, number: int, process: WorkerProcess, competitor: Competitor) -> None:
        request = replace(competitor.request, workers=1, observer=None, store=None, effort=Effort())
        start = RaceStart(competitor.backend, self._model, request)
        process.thread = Thread(target=self._talk, args=(number, process, start), daemon=True)
        process.thread.start()

    def _talk(self, number: int, process: WorkerProcess, start: RaceStart) -> None:
        """Send a competitor its request, and pass its messages on until it has sent all, whichever way that ends."""
        said: Item | Statistics | Failure
        try:
            with process.line.makefile("rwb") as line:
                pickle.dump(start, line, pickle.HIGHEST_PROTOCOL)
                line.flush()
                while not self._over.is_set():
                    said = pickle.load(line)
                    if isinstance(said, Statistics):
                        self._spent[number] = said
                        continue
                    put_until(self._news, (number, said), self._over)
                    if not isinstance(said, frozenset | Interim):
                        return
        except Exception as error:  # of any kind: a race must not wait for a competitor without a reader
            put_until(self._news, (number, Failure(explain_silence(process, error))), self._over)

    def _follow(self, processes: Sequence[WorkerProcess]) -> Stream:
        """The new items of all messages, until one competitor has answered, or all have failed."""
        for number, said in self._listen(processes):
            if isinstance(said, Interim):
                self._bound = self._tightest([each for each in (self._bound, said.bound) if each is not None])
                yield self._sign(Interim(self._bound))
                continue
            if isinstance(said, frozenset):
                given, answer = [*self._take_solution(number, said)], self._end_of_enough()
            else:
                given, answer = [], self._take_end(number, said)
            self._answered = answer is not None
            yield from given  # one that has enough takes no more
            if answer is not None:
                yield self._sign(answer)
                return
        yield self._sign(self._conclude())

    def _listen(self, processes: Sequence[WorkerProcess]) -> Iterator[News]:
        """The messages of each, until all have ended or the time is up."""
        while len(self._ended) < len(self._competitors):
            try:
                yield self._news.get(timeout=PATIENCE)
            except Empty:
                if self._request.deadline.passed(GRACE):
                    return
                hang_up(processes)

    def _take_solution(self, number: int, chosen: Solution) -> Iterator[Solution | Interim]:
        """Give a solution that says something new, after the name of a new leader."""
        if not self._is_news(chosen):
            return
        if number != self._leader:
            self._leader = number
            yield self._sign(Interim(self._bound))
        yield chosen

    def _sign(self, report: Report) -> Report:
        """A report with the name of the competitor that leads."""
        return replace(report, answered_by="" if self._leader is None else self._competitors[self._leader].name)

    def _is_news(self, chosen: Solution) -> bool:
        """Return whether a solution says something new: a better one, or one that no other has given."""
        value = self._model.value(chosen)
        if value is None:
            known = chosen in self._seen
            self._seen.add(chosen)
            return not known
        if self._best is not None and not self._model.better(value, than=self._best):
            return False
        self._best = value
        return True

    def _end_of_enough(self) -> Outcome | None:
        """The outcome if what was given is all that is wanted."""
        if not isinstance(self._model.goal, Satisfy):
            return None
        if self._request.want is not Want.ONE and len(self._seen) != self._request.limit:
            return None
        return Outcome(proven=False, end=End.SOLUTIONS if self._request.limit else End.DONE)

    def _take_end(self, number: int, said: Outcome | Failure) -> Outcome | None:
        """Note that one has ended; its outcome if that is a proof."""
        name = self._competitors[number].name
        self._ended[number] = said
        if isinstance(said, Outcome):
            self._leader = number if said.proven else self._leader
            return said if said.proven else None
        if not said.refused and len(self._ended) < len(self._competitors):  # else an error says it
            LOG.warning("rookery: %s is out of the race: %s", name, said.message)
        return None

    def _tightest(self, bounds: Sequence[int]) -> int | None:
        """The bound that says most: the largest if the least is sought; None if there is none."""
        return (max if self._model.better(0, than=1) else min)(bounds, default=None)

    def _interrupt(self, processes: Sequence[WorkerProcess]) -> Outcome:
        """The counts when Ctrl-C came, requested from the competitors that count."""
        for process in processes:
            with suppress(ProcessLookupError):
                process.process.send_signal(signal.SIGINT)
        patience = Deadline(FAREWELL)
        while len(self._ended) < len(processes) and not patience.passed():
            with suppress(Empty):
                number, said = self._news.get(timeout=PATIENCE)
                if not isinstance(said, frozenset | Interim):
                    self._ended[number] = said
        if not any(isinstance(said, Outcome) for said in self._ended.values()):
            raise KeyboardInterrupt
        return self._sign(replace(self._conclude(), end=End.INTERRUPTED))

    def _conclude(self) -> Outcome:
        """Conclude without a proof: the largest count, the tightest bound.

        Raises a competitor's error if no competitor has an outcome, and the time is not up.
        """
        outcomes = [said for said in self._ended.values() if isinstance(said, Outcome)]
        if not outcomes and len(self._ended) == len(self._competitors):
            # Raise why none of the competitors could answer
            failures = {
                self._competitors[at].name: said for at, said in self._ended.items() if isinstance(said, Failure)
            }
            reasons = "; ".join(f"{name}: {said.message}" for name, said in failures.items())
            kind = Unsupported if all(said.refused for said in failures.values()) else RookeryError
            raise kind(f"all of the race failed: {reasons}")
        counts = [said.count for said in outcomes if said.count is not None]
        bounds = [said.bound for said in outcomes if said.bound is not None]
        ends = {said.end for said in outcomes}
        end = ends.pop() if len(ends) == 1 else End.TIME
        return Outcome(False, end, max(counts, default=None), self._tightest(bounds))
