"""What is closed at the end of a `with` statement."""

from abc import ABC, abstractmethod
from types import TracebackType
from typing import Self


class Closing(ABC):
    """Something to use in a `with` statement, which closes it in whatever way the block ends."""

    @abstractmethod
    def close(self) -> None:
        """Let go what it holds; does nothing when called again."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
