"""One question put to several in parallel processes: the first proven answer wins, the others are killed."""

import logging
import pickle
import signal
from collections.abc import Generator, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from queue import Empty, Queue
from threading import Event, Thread
from typing import Any

from rookery.backends.contract.answer import End, Want
from rookery.backends.contract.backend import Backend, Deadline, Outcome, Request, Solution, Unsupported
from rookery.backends.contract.statistics import Effort, Statistics
from rookery.backends.processes.bounded_queue import PATIENCE, ROOM, put_until
from rookery.backends.processes.competitor import Failure, RaceStart
from rookery.backends.processes.race_processes import (
    GRACE,
    CompetitorProcess,
    explain_silence,
    hang_up,
    launch,
    stop,
)
from rookery.backends.processes.sendable import check_sendable
from rookery.models import Model, RookeryError, Satisfy

FAREWELL, LAST_WORD = 1.0, 0.05
LOG = logging.getLogger(__name__)
News = tuple[int, Solution | Outcome | Failure]


@dataclass(frozen=True)
class Competitor:
    """Who takes part: a backend with what is asked of it, under a name of its own."""

    name: str
    backend: str | Backend[Any]
    request: Request


class Race:
    """A question put to several backends at once."""

    def __init__(self, competitors: Sequence[Competitor], model: Model, request: Request) -> None:
        self._competitors, self._request = competitors, request
        self._model = replace(model, name="x{}".format)
        self._news: Queue[News] = Queue(ROOM)
        self._over = Event()
        self._seen: set[Solution] = set()
        self._best: int | None = None
        self._ended: dict[int, Outcome | Failure] = {}
        self._leader: int | None = None
        self._answered = True
        self._spent: dict[int, Statistics] = {}

    def run(self) -> Generator[Solution | Outcome, None, None]:
        """Start all, give what is new, and stop all, however it ends.

        The outcome says who answered; where another takes the lead, one that is given in between says who it is.
        """
        if self._request.lazy is not None:
            check_sendable(self._request.lazy)
        processes, interrupted = list[CompetitorProcess](), None
        try:
            for number, competitor in enumerate(self._competitors):
                processes.append(launch())
                self._start(number, processes[-1], competitor)
            yield from self._follow(processes)
        except KeyboardInterrupt:
            if self._request.want is not Want.COUNT:
                raise
            interrupted = self._interrupt(processes)
        finally:
            self._charge(processes)
            self._over.set()
            for process in processes:
                stop(process)
        if interrupted is not None:
            yield interrupted

    def _start(self, number: int, process: CompetitorProcess, competitor: Competitor) -> None:
        request = replace(competitor.request, workers=1, observer=None, store=None, effort=Effort())
        start = RaceStart(competitor.backend, self._model, request)
        process.thread = Thread(target=self._talk, args=(number, process, start), daemon=True)
        process.thread.start()

    def _talk(self, number: int, process: CompetitorProcess, start: RaceStart) -> None:
        """Tell a competitor what is asked, and hand on what it says until it has said all, however that ends."""
        said: Solution | Statistics | Outcome | Failure
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
                    if not isinstance(said, frozenset):
                        return
        except Exception as error:  # whatever it is: a race must not wait for one that nobody listens to
            put_until(self._news, (number, Failure(explain_silence(process, error))), self._over)

    def _follow(self, processes: Sequence[CompetitorProcess]) -> Iterator[Solution | Outcome]:
        """What is new of what all say, until one has answered, or none can."""
        for number, said in self._listen(processes):
            if isinstance(said, frozenset):
                yield from self._take_solution(number, said)
                answer = self._end_of_enough()
            else:
                answer = self._take_end(number, said)
            if answer is not None:
                yield self._sign(answer)
                return
        yield self._sign(self._conclude())

    def _listen(self, processes: Sequence[CompetitorProcess]) -> Iterator[News]:
        """What each says, until all have ended or the time is up."""
        while len(self._ended) < len(self._competitors):
            try:
                yield self._news.get(timeout=PATIENCE)
            except Empty:
                if self._request.deadline.passed(GRACE):
                    return
                hang_up(processes)

    def _take_solution(self, number: int, chosen: Solution) -> Iterator[Solution | Outcome]:
        """Give a solution that says something new, after the name of a new leader."""
        if not self._is_news(chosen):
            return
        if number != self._leader:
            self._leader = number
            yield self._sign(Outcome(proven=False, end=End.INTERRUPTED))
        yield chosen

    def _sign(self, outcome: Outcome) -> Outcome:
        """An outcome with the name of the one that leads."""
        return replace(outcome, answered_by="" if self._leader is None else self._competitors[self._leader].name)

    def _is_news(self, chosen: Solution) -> bool:
        """Whether a solution says something new: a better one, or one that no other has given."""
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
        """The outcome where what was given is all that is wanted."""
        if not isinstance(self._model.goal, Satisfy):
            return None
        if self._request.want is not Want.ONE and len(self._seen) != self._request.limit:
            return None
        return Outcome(proven=False, end=End.SOLUTIONS if self._request.limit else End.DONE)

    def _take_end(self, number: int, said: Outcome | Failure) -> Outcome | None:
        """Note that one has ended; its outcome where that is a proof."""
        name = self._competitors[number].name
        self._ended[number] = said
        if isinstance(said, Outcome):
            self._leader = number if said.proven else self._leader
            return said if said.proven else None
        if not said.refused and len(self._ended) < len(self._competitors):  # else an error says it
            LOG.warning("rookery: %s is out of the race: %s", name, said.message)
        return None

    def _interrupt(self, processes: Sequence[CompetitorProcess]) -> Outcome:
        """What was counted when Ctrl-C came: those that count are asked for it."""
        for process in processes:
            with suppress(ProcessLookupError):
                process.process.send_signal(signal.SIGINT)
        patience = Deadline(FAREWELL)
        while len(self._ended) < len(processes) and not patience.passed():
            with suppress(Empty):
                number, said = self._news.get(timeout=PATIENCE)
                if not isinstance(said, frozenset):
                    self._ended[number] = said
        if not any(isinstance(said, Outcome) for said in self._ended.values()):
            raise KeyboardInterrupt
        return self._sign(replace(self._conclude(), end=End.INTERRUPTED))

    def _conclude(self) -> Outcome:
        """What is known when nobody has proven anything: the largest count, the tightest bound.

        Raises what a competitor failed with where none has an outcome, and the time is not up.
        """
        outcomes = [said for said in self._ended.values() if isinstance(said, Outcome)]
        self._answered = False
        if not outcomes and len(self._ended) == len(self._competitors):
            self._raise_failures()
        counts = [said.count for said in outcomes if said.count is not None]
        bounds = [said.bound for said in outcomes if said.bound is not None]
        tightest = max if self._model.better(0, than=1) else min
        ends = {said.end for said in outcomes}
        end = ends.pop() if len(ends) == 1 else End.TIME
        return Outcome(False, end, max(counts, default=None), tightest(bounds, default=None))

    def _charge(self, processes: Sequence[CompetitorProcess]) -> None:
        """Tell what the search has cost of who has answered, who says it at once, or of all where nobody has."""
        leader = self._leader if self._answered else None
        thread = None if leader is None else processes[leader].thread
        if thread is not None:
            thread.join(LAST_WORD)
        for number, spent in list(self._spent.items()):  # others may still speak
            if leader in (None, number):
                self._request.effort.statistics += spent

    def _raise_failures(self) -> None:
        """Raise why none of the competitors could answer."""
        failures = {self._competitors[at].name: said for at, said in self._ended.items() if isinstance(said, Failure)}
        reasons = "; ".join(f"{name}: {said.message}" for name, said in failures.items())
        kind = Unsupported if all(said.refused for said in failures.values()) else RookeryError
        raise kind(f"all of the race failed: {reasons}")
