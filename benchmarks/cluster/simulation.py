"""A coordinator and thousands of slots: its costs measured here on the real code, the slots simulated.

    python -m benchmarks.cluster simulation --slots 5000

Measured: what a lease costs the coordinator, lent and committed by `Expedition` itself over a fleet that does nothing,
on a forest of 19x19 queens with four subtrees a slot and as many leases out as there are slots; and the bytes of a
subtree. Assumed, for the simulation:

- each task costs the engine's scheduler, a separate process, 2.7 ms, and each way over the network 1 ms. That is what
  was measured with dask 2026.8 on one loaded machine, tasks in bulk.
- a task and its result cost 2 kB each beside the part itself.
- the search is one tree at first. What is left of a lease is cut, where the rules of the coordinator say so, at random
  places: each piece gets the square of a uniform share of what is left, so that pieces differ by orders of magnitude.
- all slots are equally fast, none dies, all begin with the kernels compiled.

Scheduler and coordinator serve one lease at a time; a slot is idle from the end of its lease until the next one comes.
"""

from argparse import ArgumentParser
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass
from heapq import heappop, heappush
from random import Random
from time import process_time
from typing import Any

from benchmarks.cluster.length import make_root
from rookery.backends.contract.backend import Deadline
from rookery.backends.contract.fleet import Fleet, FleetWork
from rookery.backends.engine.tree.expedition import EVER_LONGER, FEW, LEAST, LONG, PIECES, RATE, TOGETHER, Expedition
from rookery.backends.engine.tree.forest import Forest
from rookery.backends.engine.tree.lease import Lease, LeaseResult
from rookery.backends.engine.tree.records import ForestPart, Tally
from rookery.backends.engine.tree.subtree import Subtree

SCHEDULER, NETWORK, ENVELOPE = 0.0027, 0.001, 2000  # seconds, seconds, bytes: see above
DIFFERENT = 500  # subtrees that are made by searching; the others are copies of them


@dataclass
class Costs:
    """Seconds of the coordinator for a lease, and the bytes of a subtree."""

    lease: float
    tree: float


class Enough(Exception):
    """Everything is measured."""


class IdleFleet(Fleet):
    """A number of slots that bring each part back as it was."""

    address = "idle"

    def __init__(self, slots: int) -> None:
        self._slots = slots
        self.tasks = 0

    def submit(self, task: Any, *given: Any) -> Any:
        """Bring a part back at once."""
        lease: Lease = given[0]
        self.tasks += 1
        done: Future[bytes] = Future()
        part = ForestPart(lease.part.trees, gone=Tally(nodes=1000))
        done.set_result(LeaseResult(lease.token, part, "host").to_bytes())
        return done

    def slots(self) -> int:
        """How many there are."""
        return self._slots

    def close(self) -> None:
        """Do nothing."""


def measure(slots: int, random: Random) -> Costs:
    """Lend as many parts as there are slots, and commit them, on a forest as large as such a fleet has."""
    members, root = make_members(random), make_root(19, 10)
    forest, fleet = Forest([root]), IdleFleet(slots)
    forest.trees = [root.asleep(random.choice(members)) for _ in range(FEW * slots)]
    expedition = Expedition(forest, FleetWork(fleet), lambda *_: None)
    began = process_time()
    with suppress(Enough):
        for _ in expedition.run(Deadline(None), stop):
            pass
    return Costs((process_time() - began) / fleet.tasks, sum(map(len, members)) / len(members))


def stop() -> None:
    """End a search after the first round."""
    raise Enough


def make_members(random: Random) -> list[bytes]:
    """Subtrees of the search, packed."""
    root = make_root(19, 10)
    forest = Forest([root])
    while len(forest.trees) < DIFFERENT:
        tree: Subtree = random.choice(forest.trees)
        over = tree.step(random.randint(20, 300))
        forest.add_slice(tree, tree.harvest(), over)
        forest.divide(tree)
    forest.empty_counters()
    return [tree.pack() for tree in forest.trees]


class Simulation:
    """The slots, the scheduler, the coordinator and the subtrees that no slot has, by their seconds."""

    def __init__(self, slots: int, work: float, costs: Costs, random: Random) -> None:
        self._slots, self._costs, self._random = slots, costs, random
        self._idle: deque[float] = deque([work])
        self._out = 0
        self._events: list[tuple[float, int, int, list[float]]] = []
        self._scheduled = self._served = 0.0
        self.leases, self.bytes, self.busy = 0, 0.0, [0.0, 0.0]

    def run(self) -> float:
        """Search everything; the seconds that it takes."""
        now, waiting = 0.0, list(range(self._slots))
        while self._idle or self._events:
            while waiting and self._idle:
                self._lend(now, waiting.pop())
            now, slot, lent, left = heappop(self._events)
            now = self._serve(now)
            self._out -= lent
            self._idle.extendleft(left)
            waiting.append(slot)
        return now

    def _lend(self, now: float, slot: int) -> None:
        trees = len(self._idle) + self._out
        few = trees < FEW * self._slots
        many = min(TOGETHER, trees // (FEW * self._slots)) or 1
        seconds = max(LEAST, self._slots / RATE, min(LONG, now / EVER_LONGER) / (5 if few else 1))
        part = [self._idle.popleft() for _ in range(min(many, len(self._idle)))]
        self._out += len(part)
        left, spent = _search(part, seconds)
        left = list(self._cut(left, PIECES)) if few else left
        heappush(self._events, (now + NETWORK + spent, slot, len(part), left))
        self.bytes += 2 * ENVELOPE + self._costs.tree * (len(part) + len(left))
        self.leases += 1

    def _cut(self, trees: list[float], pieces: int) -> Iterator[float]:
        while 0 < len(trees) < pieces:
            share = self._random.random() ** 2
            largest = max(trees)
            trees.remove(largest)
            trees += [largest * share, largest * (1 - share)]
        yield from trees

    def _serve(self, now: float) -> float:
        """A lease has ended: when the scheduler, then the coordinator, have dealt with it."""
        self._scheduled = max(now, self._scheduled) + SCHEDULER
        self._served = max(self._scheduled + NETWORK, self._served) + self._costs.lease
        self.busy[0] += SCHEDULER
        self.busy[1] += self._costs.lease
        return self._served


def _search(part: list[float], seconds: float) -> tuple[list[float], float]:
    """The rest of some subtrees after some seconds, and the seconds that were spent."""
    left, spent = [], 0.0
    for tree in part:
        done = min(tree, seconds - spent)
        spent += done
        if tree > done:
            left.append(tree - done)
    return left, spent


def main() -> None:
    """Measure, simulate, and print both."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--slots", type=int, default=5000)
    parser.add_argument("--hours", type=float, default=3.0, help="how long the slots would take without any cost")
    given = parser.parse_args()
    random = Random(0)
    costs = measure(given.slots, random)
    print(f"measured: a lease {1000 * costs.lease:.2f} ms of the coordinator, a subtree {costs.tree:,.0f} bytes")
    work = given.slots * given.hours * 3600
    simulation = Simulation(given.slots, work, costs, random)
    seconds = simulation.run()
    scheduler, coordinator = (busy / seconds for busy in simulation.busy)
    print(
        f"{given.slots:,} slots, {work / 3600:,.0f} core hours in {seconds / 3600:.2f} h: {simulation.leases:,} leases"
    )
    print(f"slots busy {work / seconds / given.slots:.1%} of the time, its beginning and its end included")
    print(f"scheduler busy {scheduler:.0%}, coordinator busy {coordinator:.0%}")
    print(f"network: {simulation.bytes / work:,.0f} bytes a core and second")
