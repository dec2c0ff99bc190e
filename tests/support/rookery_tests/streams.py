"""Streams of backends: closable, and split into solutions and the end."""

from collections.abc import Generator, Iterable, Iterator
from typing import Any

from rookery.backends.contract import Ask, Backend, End, Item, Solution


def run_program(backend: Backend, program: Any, ask: Ask) -> Generator[Item, None, None]:
    """The stream of a run as a generator: to close it closes the search."""
    yield from backend.run(program, ask)


class Split:
    """The solutions of a stream; its `end` is there once they are read."""

    def __init__(self, stream: Iterable[Item]) -> None:
        self._stream = stream
        self.end: End | None = None

    def __iter__(self) -> Iterator[Solution]:
        for item in self._stream:
            if isinstance(item, frozenset):
                yield item
            elif isinstance(item, End):
                self.end = item

    @property
    def outcome(self) -> End:
        """The end; the solutions must have been read."""
        assert self.end is not None, "the stream has no end"
        return self.end
