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

from rookery.backends.contract import Ask, Backend, Bound, End, Item, Reason, Solution, Stream, Unsupported, Want
from rookery.backends.fleet.processes import (
    GRACE,
    WorkerProcess,
    explain_silence,
    hang_up,
    launch,
    stop,
)
from rookery.backends.fleet.streaming import MAX_WAITING, PATIENCE, put_until
from rookery.backends.presolve.structure.components import Items
from rookery.core.deadline import Deadline, OutOfTime
from rookery.core.runtime import die_with_parent
from rookery.models import Model, RookeryError, Satisfy


@dataclass(frozen=True)
class RaceStart:
    """Start message of a competitor: its backend, and its request; the deadline's clock is that of the machine."""

    backend: str | Backend
    model: Model
    ask: Ask


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
        _send(line, _search(start, line))
    os._exit(0)


def _leave_at_end_of(line: BufferedIOBase) -> None:
    """Elsewhere the end of the line says that the parent has gone."""
    line.read()
    os._exit(1)


def _search(start: RaceStart, out: BufferedIOBase) -> End | Failure:
    """Let the backend answer; solutions go out as they come, unless they are only counted."""
    from rookery.backends.registry import take_backend

    try:
        runner = take_backend(start.backend)
        with start.ask.deadline.held():
            program = runner.compile(start.model, start.ask)
            stream = runner.run(program, start.ask)
            counts = start.ask.want is Want.COUNT
            return count_stream(stream, start.model) if counts else _send_stream(stream, out)
    except OutOfTime:
        return End(proven=False, reason=Reason.TIME)
    except Exception as error:
        return Failure(f"{type(error).__name__}: {error}", isinstance(error, Unsupported))


def _send_stream(stream: Stream, out: BufferedIOBase) -> End:
    """Send the items of a stream; returns its end."""
    for item in stream:
        if isinstance(item, End):
            return item
        _send(out, item)
    raise RookeryError(NO_END)


def count_stream(stream: Stream, model: Model) -> End:
    """An end with its count; solutions that were listed for it are refereed here and go no further."""
    seen = set[Solution]()
    try:
        for item in stream:
            if isinstance(item, End):
                return item if item.count is not None else replace(item, count=len(seen))
            if isinstance(item, frozenset):
                if item in seen or not model.accepts(item):
                    raise RookeryError(f"a solution that is none, or comes twice: {sorted(item)}")
                seen.add(item)
    except KeyboardInterrupt:
        return End(proven=False, reason=Reason.INTERRUPTED, count=len(seen))
    raise RookeryError(NO_END)


def _send(out: BufferedIOBase, message: Any) -> None:
    pickle.dump(message, out, pickle.HIGHEST_PROTOCOL)
    out.flush()


FAREWELL = 1.0
NO_END = "the search ended without an End, which every stream gives last"
LOG = logging.getLogger(__name__)
News = tuple[int, Item | Failure]


@dataclass(frozen=True)
class Competitor:
    """A competitor: a backend with its request, under a separate name."""

    name: str
    backend: str | Backend
    ask: Ask


class Race:
    """A question put to several backends at once."""

    def __init__(self, competitors: Sequence[Competitor], model: Model, ask: Ask) -> None:
        self._competitors, self._ask = competitors, ask
        self._model = replace(model, name="x{}".format)
        self._news: Queue[News] = Queue(MAX_WAITING)
        self._over = Event()
        self._seen: set[Solution] = set()
        self._best: int | None = None
        self._bound: int | None = None
        self._ended: dict[int, End | Failure] = {}
        self._leader: int | None = None

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
            if self._ask.want is not Want.COUNT:
                raise
            interrupted = self._interrupt(processes)
        finally:
            self._over.set()
            for process in processes:
                stop(process)
        if interrupted is not None:
            yield interrupted

    def _start(self, number: int, process: WorkerProcess, competitor: Competitor) -> None:
        ask = replace(competitor.ask, workers=1, progress=None, store=None)
        start = RaceStart(competitor.backend, self._model, ask)
        process.thread = Thread(target=self._talk, args=(number, process, start), daemon=True)
        process.thread.start()

    def _talk(self, number: int, process: WorkerProcess, start: RaceStart) -> None:
        """Send a competitor its request, and pass its messages on until it has sent all, whichever way that ends."""
        said: Item | Failure
        try:
            with process.line.makefile("rwb") as line:
                pickle.dump(start, line, pickle.HIGHEST_PROTOCOL)
                line.flush()
                while not self._over.is_set():
                    said = pickle.load(line)
                    put_until(self._news, (number, said), self._over)
                    if not isinstance(said, frozenset | Bound):
                        return
        except Exception as error:  # of any kind: a race must not wait for a competitor without a reader
            put_until(self._news, (number, Failure(explain_silence(process, error))), self._over)

    def _follow(self, processes: Sequence[WorkerProcess]) -> Stream:
        """The new items of all messages, until one competitor has answered, or all have failed."""
        for number, said in self._listen(processes):
            if isinstance(said, Bound):
                self._bound = self._tightest([each for each in (self._bound, said.value) if each is not None])
                yield Bound(self._bound)
                continue
            if isinstance(said, frozenset):
                given, answer = [*self._take_solution(number, said)], self._end_of_enough()
            else:
                given, answer = [], self._take_end(number, said)
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
                if self._ask.deadline.passed(GRACE):
                    return
                hang_up(processes)

    def _take_solution(self, number: int, chosen: Solution) -> Iterator[Solution]:
        """Give a solution that says something new, and note who leads."""
        if not self._is_news(chosen):
            return
        self._leader = number
        yield chosen

    def _sign(self, end: End) -> End:
        """An end with the name of the competitor that leads."""
        name = "" if self._leader is None or len(self._competitors) == 1 else self._competitors[self._leader].name
        return replace(end, note="; ".join(filter(None, (name, end.note))))

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

    def _end_of_enough(self) -> End | None:
        """The outcome if what was given is all that is wanted."""
        if not isinstance(self._model.goal, Satisfy):
            return None
        if self._ask.want is not Want.ONE and len(self._seen) != self._ask.limit:
            return None
        return End(proven=False, reason=Reason.SOLUTIONS if self._ask.limit else Reason.DONE)

    def _take_end(self, number: int, said: End | Failure) -> End | None:
        """Note that one has ended; its outcome if that is a proof."""
        name = self._competitors[number].name
        self._ended[number] = said
        if isinstance(said, End):
            self._leader = number if said.proven else self._leader
            return said if said.proven else None
        if not said.refused and len(self._ended) < len(self._competitors):  # else an error says it
            LOG.warning("rookery: %s is out of the race: %s", name, said.message)
        return None

    def _tightest(self, bounds: Sequence[int]) -> int | None:
        """The bound that says most: the largest if the least is sought; None if there is none."""
        return (max if self._model.better(0, than=1) else min)(bounds, default=None)

    def _interrupt(self, processes: Sequence[WorkerProcess]) -> End:
        """The counts when Ctrl-C came, requested from the competitors that count."""
        for process in processes:
            with suppress(ProcessLookupError):
                process.process.send_signal(signal.SIGINT)
        patience = Deadline(FAREWELL)
        while len(self._ended) < len(processes) and not patience.passed():
            with suppress(Empty):
                number, said = self._news.get(timeout=PATIENCE)
                if not isinstance(said, frozenset | Bound):
                    self._ended[number] = said
        if not any(isinstance(said, End) for said in self._ended.values()):
            raise KeyboardInterrupt
        return self._sign(replace(self._conclude(), reason=Reason.INTERRUPTED))

    def _conclude(self) -> End:
        """Conclude without a proof: the largest count, the tightest bound.

        Raises a competitor's error if no competitor has an outcome, and the time is not up.
        """
        outcomes = [said for said in self._ended.values() if isinstance(said, End)]
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
        bounds += [] if self._bound is None else [self._bound]
        ends = {said.reason for said in outcomes}
        end = ends.pop() if len(ends) == 1 else Reason.TIME
        return End(False, end, max(counts, default=None), self._tightest(bounds))
