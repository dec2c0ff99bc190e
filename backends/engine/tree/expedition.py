"""The coordinator of one search on many machines: lends parts of its forest, and takes back their remainders.

The forest is always the last commit: a part that is lent stands in it as it was lent, until one step puts the rest that
came back in its place together with the solutions that were met there. So nothing is ever paused, a checkpoint may be
written at any moment, and work that was not committed counts as not done, even if it was done several times.

Leases have a holder, a token and a time; a result under an unknown token is stale. A token holds a number that no
other process has drawn, and another that no other lease of this one has.
"""

import secrets
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError, Future
from contextlib import suppress
from itertools import count
from queue import Empty, Queue
from time import monotonic

from rookery.backends.contract.backend import Deadline, Solution
from rookery.backends.contract.fleet import FleetFailure, FleetWork, LostFleet, never
from rookery.backends.engine.tree.audit import Audit
from rookery.backends.engine.tree.forest import Forest, Mode
from rookery.backends.engine.tree.lease import Lease, LeaseResult, PackedPattern, explore
from rookery.backends.engine.tree.records import ForestPart
from rookery.backends.engine.tree.subtree import Subtree
from rookery.core.values import dataclass, replace
from rookery.core.words import reason

MAX_TRIES = 20  # of one part: then it is to blame, and no worker
OVERDUE, LEAST_SECONDS = 10, 6.0  # a lease is given up after this multiple of its length, or of this length


@dataclass(frozen=True, slots=True)
class LentPart:
    """Adjacent subtrees of a forest, the lease under which a worker holds them, and its end.

    With `has_pattern` the holder cannot say that it does not know the search.
    """

    trees: Sequence[Subtree]
    lease: Lease
    until: float
    task: "Future[bytes | None]"
    has_pattern: bool


class Leases:
    """The leases that are out."""

    def __init__(self, work: FleetWork) -> None:
        self._work = work
        self._nonce, self._numbers = secrets.token_hex(8), count()
        self._out: dict[str, LentPart] = {}
        self._tries: Counter[Subtree] = Counter()

    def __len__(self) -> int:
        return len(self._out)

    def new_token(self) -> str:
        """A token that was never used before."""
        return f"{self._nonce}-{next(self._numbers)}"

    def add(self, trees: Sequence[Subtree], lease: Lease, task: "Future[bytes | None]", has_pattern: bool) -> None:
        """Note that a worker holds some subtrees."""
        until = monotonic() + OVERDUE * max(lease.seconds, LEAST_SECONDS)
        self._out[lease.token] = LentPart(trees, lease, until, task, has_pattern)
        self._note_size()

    def find(self, token: str) -> LentPart | None:
        """The part that is lent under a token."""
        return self._out.get(token)

    def take_back(self, token: str) -> LentPart | None:
        """End a lease and free its subtrees; None if there is no such lease, or no longer."""
        lent = self._out.pop(token, None)
        if lent is not None:
            for tree in lent.trees:
                tree.taken = False
            self._note_size()
        return lent

    def forget_tries(self, lent: LentPart) -> None:
        """A part has come back: its subtrees are to blame for nothing."""
        for tree in lent.trees:
            self._tries.pop(tree, None)

    def choose(self, trees: Sequence[Subtree], most: int) -> list[Subtree]:
        """The first free subtrees, adjacent and `most` at most; one that was lost goes by itself."""
        run: list[Subtree] = []
        for tree in trees:
            if tree.taken or (run and tree in self._tries):
                if run:
                    break
                continue
            run.append(tree)
            if len(run) == most or tree in self._tries:
                break
        return run

    def lose(self, token: str, why: str) -> None:
        """Give a lease up: nothing has happened; raises `FleetFailure` if this was the last try of a subtree."""
        lent = self.take_back(token)
        if lent is None:
            return
        self._work.lost += 1
        self._tries.update(lent.trees)
        stop_task(lent.task)
        if self._tries[lent.trees[0]] >= MAX_TRIES:
            name = lent.lease.part.digest()[:16]
            raise FleetFailure(f"part {name} of the search was lost {MAX_TRIES} times, and is left: {why}")

    def overdue(self) -> list[str]:
        """The tokens of leases that have lasted too long."""
        now = monotonic()
        return [token for token, lent in self._out.items() if lent.until < now]

    def pointless(self, trees: Sequence[Subtree]) -> Iterator[str]:
        """The tokens of leases whose subtrees are no longer among these."""
        left = set(map(id, trees))
        yield from [token for token, lent in self._out.items() if id(lent.trees[0]) not in left]

    def call_back(self, token: str) -> None:
        """End a lease whose result is no longer needed."""
        lent = self.take_back(token)
        if lent is not None:
            stop_task(lent.task)

    def call_all_back(self) -> None:
        """End all leases."""
        for token in list(self._out):
            self.call_back(token)

    def _note_size(self) -> None:
        self._work.leased = len(self._out)


def stop_task(task: "Future[bytes | None]") -> None:
    """Cancel a task whose result is no longer wanted; an engine that has ended may raise any error."""
    with suppress(Exception):
        task.cancel()


WAIT, GRACE = 0.04, 1.0  # seconds between two looks around, and for which results are waited for after the deadline
HERE = 60.0  # seconds at most for a part that two workers have searched otherwise
LONG, SHORT, LEAST = 60.0, 3.0, 0.2  # seconds of a lease: of all solutions, where bounds rise, at the least
RATE = 250  # leases a second that an engine deals with: so none is shorter than as many slots allow
EVER_LONGER = 20  # a lease lasts no longer than this part of the time so far, so that no worker is waited for long
FEW, PIECES, TOGETHER = 4, 8, 16  # subtrees a slot below which they are cut; how many of one; how many go together
Commit = Callable[[Lease, LeaseResult, str], None]


class Expedition:
    """Has a forest searched by a fleet; `committed` gets each lease with its result as soon as that counts.

    It also gets the host that has confirmed the result, if an audit wanted that.
    """

    def __init__(self, forest: Forest, work: FleetWork, committed: Commit) -> None:
        self._forest, self._work, self._committed = forest, work, committed
        self._leases, self._audit = Leases(work), Audit(work.fleet.audit, self._search_here)
        self._pattern: Subtree | None = None
        self._packed: PackedPattern | None = None
        self._given = 0  # how often the pattern was given away
        self._news: Queue[tuple[Lease, Future[bytes | None]]] = Queue()
        self._began = self._staffed = monotonic()

    def run(self, deadline: Deadline, attend: Callable[[], None]) -> Iterator[Solution]:
        """Give solutions as they come, and `attend` to other things, until all is searched or the time is up.

        Where the fleet fails, this ends early, and the work says why.
        """
        try:
            self._forest.empty_counters()
            while not (self._forest.over or deadline.passed()):
                self._lend(deadline)
                self._listen(min(WAIT, deadline.left()))
                yield from self._forest.empty_outbox()
                attend()
            # Give leases that end with the deadline the time to come back
            until = monotonic() + GRACE
            while self._leases and not self._forest.over and monotonic() < until:
                self._listen(WAIT)
            yield from self._forest.empty_outbox()
        except FleetFailure as failure:
            self._work.failure = str(failure)
            yield from self._forest.empty_outbox()
        finally:
            self._leases.call_all_back()

    def _lend(self, deadline: Deadline) -> None:
        """Lend parts from the front, one more than the fleet can search at a time."""
        self._work.slots = slots = self._work.count_slots()
        # Wait for workers as long as for the fleet; raises `LostFleet` after that
        now = monotonic()
        if slots or self._leases:
            self._staffed = now
        elif now - self._staffed > self._work.fleet.patience:
            raise LostFleet(f"{self._work.fleet.address} has had no worker for {now - self._staffed:.0f} s; start some")
        while slots and len(self._leases) <= slots and not deadline.passed():
            many = min(TOGETHER, len(self._forest.trees) // (FEW * slots)) or 1
            trees = self._leases.choose(self._forest.trees, many)
            if not trees:
                break
            self._submit(self._make_lease(trees, slots, deadline.left()), trees)

    def _make_lease(self, trees: Sequence[Subtree], slots: int, left: float) -> Lease:
        """Make the lease of some subtrees: the fewer subtrees are left, the sooner the lease ends, in pieces."""
        few = len(self._forest.trees) < FEW * slots
        longest = LONG if self._forest.mode is Mode.ALL else SHORT
        seconds = min(longest, (monotonic() - self._began) / EVER_LONGER) / (5 if few else 1)
        part = ForestPart(tuple(tree.pack() for tree in trees), self._forest.demand)
        seconds, pieces = min(left, max(LEAST, slots / RATE, seconds)), PIECES if few else 1
        name = self._find_pattern(trees[0]).name
        nodes = self._audit.bound(part, sum(self._work.hosts.values()) // max(1, self._work.done))
        return Lease(self._leases.new_token(), name, self._forest.mode, part, seconds, pieces, nodes)

    def _find_pattern(self, tree: Subtree) -> PackedPattern:
        if self._packed is None:
            self._pattern, self._packed = tree, PackedPattern.of(tree)
        return self._packed

    def _submit(self, lease: Lease, trees: Sequence[Subtree], known: bool = True) -> None:
        """Have a lease carried out; the pattern goes along until each worker may have it, then where it is missing."""
        pattern = None if known and self._given > self._work.slots else self._packed
        self._given += pattern is not None
        task = self._work.submit(explore, lease, pattern, self._work.fleet.cancelled)
        for tree in trees:
            tree.taken = True
        self._leases.add(trees, lease, task, has_pattern=pattern is not None)
        task.add_done_callback(lambda done: self._news.put((lease, done)))

    def _listen(self, seconds: float) -> None:
        """Take the results that come within some time, and those that are there already."""
        try:
            self._take(*self._news.get(timeout=seconds))
            while True:
                self._take(*self._news.get_nowait())
        except Empty:
            pass
        for token in self._leases.overdue():
            self._leases.lose(token, "nothing was heard of it")

    def _take(self, lease: Lease, task: "Future[bytes | None]") -> None:
        """Commit a result, or lend again a part without one; a worker with a name that sends nonsense gets no more."""
        try:
            error = task.exception(timeout=0)
        except CancelledError as cancelled:
            error = cancelled
        if isinstance(error, FleetFailure):
            raise FleetFailure(reason(error))
        if error is not None:  # whatever engines raise for what was lost, cancelled or could not go over
            self._leases.lose(lease.token, reason(error))
            return
        content: object = task.result(timeout=0)
        lent = self._leases.find(lease.token)
        if content is None and (lent is None or not lent.has_pattern):  # that process does not know the search
            if lent is not None and self._leases.take_back(lease.token):
                self._submit(lease, lent.trees, known=False)
            return
        try:
            result = self._read(content)
        except ValueError as nonsense:
            self._work.leave_out(task, f"what it brings is not a result: {nonsense}")
            self._leases.lose(lease.token, f"what a worker brings is not a result: {nonsense}")
        else:
            self._commit(result)

    def _read(self, content: object) -> LeaseResult:
        """A result, which may be stale; raises `ValueError` for what cannot have come of its lease."""
        assert self._pattern is not None  # it was made for the first lease
        result = LeaseResult.read(content, self._pattern)
        lent = self._leases.find(result.token)
        if lent is not None:
            result.require_of(lent.lease.part, self._pattern, self._forest.mode is not Mode.ALL)
        return result

    def _commit(self, result: LeaseResult) -> None:
        """Replace a part by its remainder, with its solutions and nodes; a result under an unknown token is stale."""
        lent = self._leases.take_back(result.token)
        if lent is None:
            self._work.stale += 1
            return
        if self._audit.demands_another(lent.lease, result):
            self._submit(replace(lent.lease, token=self._leases.new_token()), lent.trees)
            return
        confirmed = self._audit.confirmed_by(lent.lease)
        self._work.confirmed += bool(confirmed)
        self._forest.replace(lent.trees, result.part)
        self._leases.forget_tries(lent)
        self._work.done += 1
        self._work.hosts[result.host] = self._work.hosts.get(result.host, 0) + result.part.gone.nodes
        self._committed(lent.lease, result, confirmed)
        if self._forest.mode in (Mode.FIRST, Mode.ANY) and result.part.found:
            for token in self._leases.pointless(self._forest.trees):
                self._leases.call_back(token)

    def _search_here(self, lease: Lease) -> LeaseResult:
        """Search a lease in this process: no other machine can spoil the result."""
        assert self._pattern is not None
        return LeaseResult.read(explore(replace(lease, seconds=HERE), self._packed, never), self._pattern)
