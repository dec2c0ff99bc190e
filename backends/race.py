"""A race: a leader searches in the calling thread; after a moment others join it, and the first proof wins."""

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
NICE = 10  # priority that the others give up, so that the leader keeps its core
PATIENCE = 0.1  # seconds between two looks at the clock
MOST, AT_LAST = 10_000, 100  # items of the others: the most in the queue, and the most that are read after Ctrl-C
LEAVING = 0.5  # seconds to wait for killed processes: on a busy machine one of low priority takes longer


@dataclass(frozen=True, slots=True)
class Finish(Deadline):
    """The leader's deadline, which also passes as soon as another backend has answered."""

    answered: Event = field(default_factory=Event)

    def left(self) -> float:
        """Seconds until the deadline; 0 once another backend has answered."""
        return 0.0 if self.answered.is_set() else Deadline.left(self)

    def passed(self, grace: float = 0.0) -> bool:
        """Return whether the time is up, or another backend has answered."""
        return self.answered.is_set() or Deadline.passed(self, grace)

    def or_held(self) -> Deadline:
        """Return this deadline: the held one, that of the question, does not pass when another backend answers."""
        return self


class Race:
    """One question put to several backends; iterate for the new items of their streams, and last for one `End`."""

    def __init__(self, leader: Backend, program: Any, others: Sequence[Backend], model: Model, ask: Ask) -> None:
        self._leader, self._program, self._others = leader, program, others
        self._model, self._ask = model, ask
        self._finish = Finish(None if ask.deadline.seconds is None else ask.deadline.left())
        self._over = Event()
        self._queue = SimpleQueue[tuple[str, Item | Exception]]()
        self._workers: list[Worker] = []
        self._given: set[Solution] = set()
        self._best: int | None = None
        self._bound = Bound()
        self._ended: list[End | Exception] = []

    def __iter__(self) -> Iterator[Item]:
        threads = [Thread(target=self._race_in_process, args=(each,), daemon=True) for each in self._others]
        try:
            for thread in threads:
                thread.start()
            for name, item in self._items():
                yield from self._new(item)
                if isinstance(item, End | Exception):
                    self._ended.append(item)
                if isinstance(item, Exception) and not isinstance(item, Unsupported):
                    from logging import getLogger  # few backends fail

                    getLogger(__name__).warning("rookery: %s is out of the race: %s", name, reason(item))
                if (end := self._end(name, item, len(self._given))) is not None:
                    yield end
                    return
            yield self._conclude()
        except KeyboardInterrupt:
            waiting = min(self._queue.qsize(), AT_LAST)  # until the others are killed the queue may never be empty
            for _, item in [self._queue.get() for _ in range(waiting)]:
                yield from self._new(item)
            raise
        finally:
            self._over.set()
            leaving = Deadline(LEAVING)
            for worker in list(self._workers):
                worker.kill()
            for thread in threads:
                if thread.is_alive():  # Ctrl-C may come before it is started
                    thread.join(leaving.left())

    def _items(self) -> Iterator[tuple[str, Item | Exception]]:
        """Yield the items of the leader and, between them and after its end, those of the others."""
        name = self._leader.name
        stream: Iterator[Item] = iter(())
        try:
            stream = iter(self._leader.run(self._program, replace(self._ask, deadline=self._finish)))
            while True:
                with self._finish.held():
                    item = next(stream)
                yield name, item
                yield from self._waiting()
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
                yield self._queue.get(timeout=PATIENCE)
            except Empty:
                continue
        yield from self._waiting()

    def _waiting(self) -> Iterator[tuple[str, Item | Exception]]:
        while not self._queue.empty():
            yield self._queue.get()

    def _race_in_process(self, backend: Backend) -> None:
        """Put the items of a backend in a process of its own into the queue; the process ends with this thread."""
        if self._over.wait(ALONE):
            return
        from rookery.backends.worker import Worker  # takes 4 ms, and most questions are answered by now

        model = replace(self._model, name="x{}".format)  # other functions cannot be sent
        ask = replace(self._ask, workers=1, progress=None, store=None, executor=None)
        try:
            with Worker(NICE) as worker:
                self._workers.append(worker)
                if self._over.is_set():  # after all workers in the list were killed
                    return
                found = 0
                for item in worker.stream(solve, backend, model, ask):
                    self._queue.put((backend.name, item))
                    found += isinstance(item, frozenset)
                    if self._end(backend.name, item, found):
                        self._finish.answered.set()
                    while self._queue.qsize() > MOST and not self._over.wait(PATIENCE):
                        pass  # solutions come faster than they are read
        except Exception as error:  # of any kind: the others go on
            if not self._over.is_set():
                self._queue.put((backend.name, error))

    def _new(self, item: Item | Exception) -> Iterator[Solution | Bound]:
        """Yield a solution that is better, or that no other has given, and a bound that is tighter."""
        match item:
            case Bound():
                self._bound = self._tightest(item)
                yield self._bound
            case frozenset():
                value = self._model.value(item)
                better = value is not None and (self._best is None or self._model.better(value, than=self._best))
                if better or (value is None and item not in self._given):
                    self._best = value
                    self._given.add(item)
                    yield item

    def _end(self, name: str, item: Item | Exception, found: int) -> End | None:
        """Return the end of the race if this item of a backend answers the question; `found` counts solutions."""
        match item:
            case End() if item.proven or item.reason is Reason.INTERRUPTED:
                return replace(item, note=name)
            case frozenset() if isinstance(self._model.goal, Satisfy) and found == self._ask.most:
                return End(False, note=name)
        return None

    def _tightest(self, bound: Bound) -> Bound:
        values = [value for value in (self._bound.value, bound.value) if value is not None]
        pick = max if self._model.better(0, than=1) else min
        counts = [count for count in (self._bound.count, bound.count) if count is not None]
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
    """Yield the items of a backend's stream; called in another process."""
    with ask.deadline.held():
        yield from backend.run(backend.compile(model, ask), ask)
