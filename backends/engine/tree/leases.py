"""Leases of parts of a forest: the holder, the token and the time of each; a result under an unknown token is stale.

A token holds a number that no other process has drawn, and another that no other lease of this one has.
"""

import secrets
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from time import monotonic

from rookery.backends.contract.fleet import FleetFailure, FleetWork
from rookery.backends.engine.tree.lease import Lease
from rookery.backends.engine.tree.subtree import Subtree

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
