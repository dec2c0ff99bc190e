"""One question put to several in parallel processes: the first proven answer wins, the others are killed."""

import logging
import pickle
import signal
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from queue import Empty, Full, Queue
from threading import Event, Thread

from rookery.backends.contract.answer import End, Want
from rookery.backends.contract.backend import Deadline, Outcome, Request, Solution, Solutions, Unsupported
from rookery.backends.processes.competitor import Failure, Start
from rookery.backends.processes.race_processes import GRACE, Racer, hang_up, launched, stop, why_silent
from rookery.models import Model, RookeryError, Satisfy

ROOM, PATIENCE, FAREWELL = 1000, 0.1, 1.0
LOG = logging.getLogger(__name__)
News = tuple[int, Solution | Outcome | Failure]


@dataclass(frozen=True)
class Entrant:
    """Who takes part: a backend with what is asked of it, under a name of its own."""

    name: str
    backend: str
    request: Request


class Race:
    """A question put to several backends at once; `leader` says who gave what was given last."""

    def __init__(self, entrants: Sequence[Entrant], model: Model, request: Request) -> None:
        self._entrants, self._model, self._request = entrants, replace(model, name="x{}".format), request
        self._news: Queue[News] = Queue(ROOM)
        self._over = Event()
        self._seen: set[Solution] = set()
        self._best: int | None = None
        self._ended: dict[int, Outcome | Failure] = {}
        self.leader = ""

    def run(self) -> Solutions:
        """Start all, give what is new, and stop all, however it ends."""
        racers = list[Racer]()
        try:
            for number, entrant in enumerate(self._entrants):
                racers.append(launched())
                self._start(number, racers[-1], entrant)
            return (yield from self._followed(racers))
        except KeyboardInterrupt:
            if self._request.want is not Want.COUNT:
                raise
            return self._interrupted(racers)
        finally:
            self._over.set()
            for racer in racers:
                stop(racer)

    def _start(self, number: int, racer: Racer, entrant: Entrant) -> None:
        start = Start(entrant.backend, self._model, replace(entrant.request, workers=1, observer=None, memory=None))
        racer.thread = Thread(target=self._talk, args=(number, racer, start), daemon=True)
        racer.thread.start()

    def _talk(self, number: int, racer: Racer, start: Start) -> None:
        """Tell a racer what is asked, and hand on what it says until it has said all, however that ends."""
        said: Solution | Outcome | Failure
        try:
            with racer.line.makefile("rwb") as line:
                pickle.dump(start, line, pickle.HIGHEST_PROTOCOL)
                line.flush()
                while not self._over.is_set():
                    said = pickle.load(line)
                    self._put((number, said))
                    if not isinstance(said, frozenset):
                        return
        except Exception as error:  # whatever it is: a race must not wait for a racer that nobody listens to
            self._put((number, Failure(why_silent(racer, error))))

    def _put(self, news: News) -> None:
        while not self._over.is_set():
            try:
                self._news.put(news, timeout=PATIENCE)
            except Full:
                continue
            return

    def _followed(self, racers: Sequence[Racer]) -> Solutions:
        while len(self._ended) < len(self._entrants):
            try:
                number, said = self._news.get(timeout=PATIENCE)
            except Empty:
                if self._request.deadline.passed(GRACE):
                    break
                hang_up(racers)
                continue
            if isinstance(said, frozenset):
                for chosen in self._news_in(said):
                    self.leader = self._entrants[number].name
                    yield chosen
                if self._answered():
                    return Outcome(proven=False, end=End.SOLUTIONS if self._request.limit else End.DONE)
            else:
                self._ended[number] = said
                self._mourn(number, said)
                if isinstance(said, Outcome) and said.proven:
                    self.leader = self._entrants[number].name
                    return said
        return self._cut()

    def _mourn(self, number: int, said: Outcome | Failure) -> None:
        """Say in a line who is out, unless it only refused, or nobody is left: then an error says it."""
        if isinstance(said, Failure) and not said.refused and len(self._ended) < len(self._entrants):
            LOG.warning("rookery: %s is out of the race: %s", self._entrants[number].name, said.message)

    def _news_in(self, chosen: Solution) -> Iterator[Solution]:
        """The solution where it says something new: a better one, or one that no other racer has given."""
        value = self._model.value(chosen)
        if value is not None:
            if self._best is None or self._model.better(value, than=self._best):
                self._best = value
                yield chosen
        elif chosen not in self._seen:
            self._seen.add(chosen)
            yield chosen

    def _answered(self) -> bool:
        """Whether what was given is all that is wanted."""
        if not isinstance(self._model.goal, Satisfy):
            return False
        return self._request.want is Want.ONE or len(self._seen) == self._request.limit

    def _interrupted(self, racers: Sequence[Racer]) -> Outcome:
        """What was counted when Ctrl-C came: those that count are asked for it."""
        for racer in racers:
            with suppress(ProcessLookupError):
                racer.process.send_signal(signal.SIGINT)
        patience = Deadline(FAREWELL)
        while len(self._ended) < len(racers) and not patience.passed():
            with suppress(Empty):
                number, said = self._news.get(timeout=PATIENCE)
                if not isinstance(said, frozenset):
                    self._ended[number] = said
        if not any(isinstance(said, Outcome) for said in self._ended.values()):
            raise KeyboardInterrupt
        return replace(self._cut(), end=End.INTERRUPTED)

    def _cut(self) -> Outcome:
        """What is known when nobody has proven anything: the largest count, the tightest bound.

        Raises what a racer failed with where none has an outcome, and the time is not up.
        """
        outcomes = {at: said for at, said in self._ended.items() if isinstance(said, Outcome)}
        if not outcomes and len(self._ended) == len(self._entrants):
            self._fail()
        counts = [said.count for said in outcomes.values() if said.count is not None]
        bounds = [said.bound for said in outcomes.values() if said.bound is not None]
        tightest = (max if self._model.better(0, than=1) else min)(bounds, default=None)
        ends = {said.end for said in outcomes.values()}
        end = ends.pop() if len(ends) == 1 else End.TIME
        return Outcome(proven=False, end=end, count=max(counts, default=None), bound=tightest)

    def _fail(self) -> None:
        failures = {self._entrants[at].name: said for at, said in self._ended.items() if isinstance(said, Failure)}
        told = "; ".join(f"{name}: {said.message}" for name, said in failures.items())
        kind = Unsupported if all(said.refused for said in failures.values()) else RookeryError
        raise kind(f"all of the race failed: {told}")


def raced(race: Race, answered: list[str]) -> Solutions:
    """What a race gives; `answered` holds the name of who gave what was given last."""
    stream = race.run()
    try:
        while True:
            try:
                chosen = next(stream)
            except StopIteration as stop:
                answered[:] = [race.leader] if race.leader else []
                return stop.value  # type: ignore[no-any-return]
            answered[:] = [race.leader]
            yield chosen
    finally:
        stream.close()
