"""Streams: solutions as they are found, and last the outcome."""

from collections.abc import Generator, Iterable, Iterator
from typing import Any, cast

from rookery.backends.contract.backend import Backend, Outcome, Program, Request, Solution
from rookery.models import RookeryError


def run_program(
    backend: Backend[Program], program: Program, request: Request
) -> Generator[Solution | Outcome, None, None]:
    """The stream of a backend's run; a generator that returns its outcome gives it last, like all others."""
    stream = cast("Generator[Solution | Outcome, None, Any]", backend.run(program, request))
    returned = yield from stream
    if isinstance(returned, Outcome):
        yield returned


class Split:
    """The solutions of a stream; `outcome` is the last one that the stream has given so far."""

    def __init__(self, stream: Iterable[Solution | Outcome]) -> None:
        self._stream = stream
        self._outcome: Outcome | None = None

    def __iter__(self) -> Iterator[Solution]:
        for item in self._stream:
            if isinstance(item, Outcome):
                self._outcome = item
            else:
                yield item

    @property
    def ended(self) -> bool:
        """Whether the stream has given an outcome."""
        return self._outcome is not None

    @property
    def outcome(self) -> Outcome:
        """How the search ended; raises `RookeryError` where the stream has not said it."""
        if self._outcome is None:
            raise RookeryError("the search ended without an outcome, which every stream gives last")
        return self._outcome
