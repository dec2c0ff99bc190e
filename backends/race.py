"""A race: a leader answers in the calling thread; after a moment others do so beside it, and the first proof wins."""

from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, field, replace
from queue import Empty, SimpleQueue
from threading import Event, Thread
from typing import TYPE_CHECKING, Any

from rookery.backends.contract import Ask, Backend, Bound, End, Item, Reason, Solution, Unsupported
from rookery.core.deadline import Deadline, OutOfTime
from rookery.core.words import reason
from rookery.models import Model, Satisfy

if TYPE_CHECKING:
    from rookery.backends.worker import Worker

ALONE = 0.3  # seconds that the leader has before the others start
NICE = 10  # how far the others stand back from the leader's core
PATIENCE = 0.1  # seconds between two looks at the clock
MOST, AT_LAST = 10_000, 100  # items that wait to be heard, and that are heard after Ctrl-C
LEAVING = 0.5  # seconds for a killed process to go: on a busy machine one that stands back takes longer


@dataclass(frozen=True, slots=True)
class Finish(Deadline):
    """The leader's deadline, which also passes when another has finished the race."""

    crossed: Event = field(default_factory=Event)

    def left(self) -> float:
        """Seconds until the deadline; 0 once the race is finished."""
        return 0.0 if self.crossed.is_set() else Deadline.left(self)

    def passed(self, grace: float = 0.0) -> bool:
        """Return whether the time is up or the race is finished."""
        return self.crossed.is_set() or Deadline.passed(self, grace)


class Race:
    """One question put to several backends; iterate for what is new in their streams, and last for one end."""

    def __init__(self, leader: Backend, program: Any, others: Sequence[Backend], model: Model, ask: Ask) -> None:
        self._leader, self._program, self._others = leader, program, others
        self._model, self._ask = model, ask
        self._finish = Finish(None if ask.deadline.seconds is None else ask.deadline.left())
        self._over = Event()
        self._news = SimpleQueue[tuple[str, Item | Exception]]()
        self._workers: list[Worker] = []
        self._given: set[Solution] = set()
        self._best: int | None = None
        self._bound = Bound()
        self._ended: list[End | Exception] = []

    def __iter__(self) -> Iterator[Item]:
        threads = [Thread(target=self._follow, args=(each,), daemon=True) for each in self._others]
        try:
            for thread in threads:
                thread.start()
            for name, said in self._listen():
                yield from self._new(said)
                if isinstance(said, End | Exception):
                    self._ended.append(said)
                if isinstance(said, Exception) and not isinstance(said, Unsupported):
                    from logging import getLogger  # few racers fail

                    getLogger(__name__).warning("rookery: %s is out of the race: %s", name, reason(said))
                if (end := self._finished(name, said)) is not None:
                    yield end
                    return
            yield self._conclude()
        except KeyboardInterrupt:
            waiting = min(self._news.qsize(), AT_LAST)  # the others go on until they are killed: it may never be empty
            for _, said in [self._news.get() for _ in range(waiting)]:
                yield from self._new(said)
            raise
        finally:
            self._over.set()
            leaving = Deadline(LEAVING)
            for worker in list(self._workers):
                worker.kill()
            for thread in threads:
                if thread.is_alive():  # Ctrl-C may come before it is started
                    thread.join(leaving.left())

    def _listen(self) -> Iterator[tuple[str, Item | Exception]]:
        """Yield what the leader says and, between that and after its end, what the others have said."""
        name = self._leader.name
        stream: Iterator[Item] = iter(())
        try:
            stream = iter(self._leader.run(self._program, replace(self._ask, deadline=self._finish)))
            while True:
                with self._finish.held():
                    item = next(stream)
                yield name, item
                yield from self._heard()
        except StopIteration:
            pass
        except OutOfTime:
            yield name, End(False, Reason.TIME)
        except Exception as error:  # of any kind: the others go on
            yield name, error
        finally:
            if isinstance(stream, Generator):
                stream.close()
        while len(self._ended) <= len(self._others) and not self._ask.deadline.passed():
            try:
                yield self._news.get(timeout=PATIENCE)
            except Empty:
                continue
        yield from self._heard()

    def _heard(self) -> Iterator[tuple[str, Item | Exception]]:
        while not self._news.empty():
            yield self._news.get()

    def _follow(self, backend: Backend) -> None:
        """Ask a backend in a process of its own; the process ends with this thread."""
        if self._over.wait(ALONE):
            return
        from rookery.backends.worker import Worker  # its libraries take 4 ms, most questions end before

        model = replace(self._model, name="x{}".format)  # other functions cannot be sent
        ask = replace(self._ask, workers=1, progress=None, store=None, executor=None)
        try:
            with Worker(NICE) as worker:
                self._workers.append(worker)
                for said in worker.stream(solve, backend, model, ask):
                    self._news.put((backend.name, said))
                    if self._finished(backend.name, said):
                        self._finish.crossed.set()
                    while self._news.qsize() > MOST and not self._over.wait(PATIENCE):
                        pass  # solutions come faster than they are taken
        except Exception as error:  # of any kind: the others go on
            if not self._over.is_set():
                self._news.put((backend.name, error))

    def _new(self, said: Item | Exception) -> Iterator[Solution | Bound]:
        """Yield a solution that is better, or that no other has given, and a bound that is tighter."""
        match said:
            case Bound():
                self._bound = self._tightest(said)
                yield self._bound
            case frozenset():
                value = self._model.value(said)
                better = value is not None and (self._best is None or self._model.better(value, than=self._best))
                if better or (value is None and said not in self._given):
                    self._best = value
                    self._given.add(said)
                    yield said

    def _finished(self, name: str, said: Item | Exception) -> End | None:
        """Return the end of the race if this was the last thing to say."""
        if isinstance(said, End) and (said.proven or said.reason is Reason.INTERRUPTED):
            return replace(said, note=name)
        if not isinstance(said, frozenset) or not isinstance(self._model.goal, Satisfy):
            return None
        return End(False, note=name) if len(self._given) == self._ask.most else None

    def _tightest(self, said: Bound) -> Bound:
        values = [value for value in (self._bound.value, said.value) if value is not None]
        pick = max if self._model.better(0, than=1) else min
        counts = [count for count in (self._bound.count, said.count) if count is not None]
        return Bound(pick(values, default=None), max(counts, default=None))

    def _conclude(self) -> End:
        """Return an end without a proof, or raise the first error if every backend failed."""
        ends = [end for end in self._ended if isinstance(end, End)]
        for end in ends:
            self._bound = self._tightest(Bound(end.bound, end.count))
        failures = [error for error in self._ended if isinstance(error, Exception)]
        if len(failures) > len(self._others):
            raise failures[0]
        why = Reason.TIME if self._ask.deadline.passed() or not ends else ends[0].reason
        return End(False, why, self._bound.count, self._bound.value)


def solve(backend: Backend, model: Model, ask: Ask) -> Iterator[Item]:
    """Yield what a backend says of a model; called in another process."""
    with ask.deadline.held():
        yield from backend.run(backend.compile(model, ask), ask)
