"""Tables of values: one problem for each piece and board, solved by one backend."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from rookery.backends import Answer, Backend, Question, Status, Want, start
from rookery.models import Minimize, Piece, Problem
from rookery.models.boards.ground import Ground

Declare = Callable[[Piece, Ground], Problem]


@dataclass(frozen=True)
class Entry:
    """The value of one piece on one board, as far as the answer says it."""

    piece: Piece
    board: Ground
    answer: Answer

    @property
    def value(self) -> int | None:
        """The number of solutions if the question was a count, else the best objective; None if unknown.

        Counts of optimal solutions mean nothing before the optimum is proven.
        """
        if self.answer.want is Want.ONE:
            return self.answer.objective
        if self.answer.objective is not None and self.answer.status is not Status.OPTIMAL:
            return None
        return None if self.answer.status is Status.UNKNOWN else self.answer.count

    @property
    def proven(self) -> bool:
        """Whether the value is exact."""
        return self.answer.complete

    @property
    def text(self) -> str:
        """The value, with a sign where it is not proven: `14`, `<=14`, `>=7`, `?` for unknown, `-` for no solution."""
        if self.proven and self.answer.status is Status.INFEASIBLE and self.answer.want is Want.ONE:
            return "-"
        if self.value is None:
            return "?"
        return f"{'' if self.proven else self._sign}{self.value}"

    @property
    def _sign(self) -> str:
        """Better solutions may be fewer pieces; more of them, or more solutions, may be found in all other cases."""
        fewer = isinstance(self.answer.problem.model.goal, Minimize) and self.answer.want is Want.ONE
        return "<=" if fewer else ">="

    def as_dict(self) -> dict[str, Any]:
        """The entry as plain data."""
        return {
            "piece": self.piece.name,
            "board": self.board.spec,
            "value": self.value,
            "proven": self.proven,
            "status": self.answer.status.value,
            "bound": self.answer.bound,
            "end": self.answer.end.value,
            "seconds": self.answer.times.total,
        }


@dataclass(frozen=True)
class ValueTable:
    """Entries by piece and board; one that was not solved is missing."""

    pieces: tuple[Piece, ...]
    boards: tuple[Ground, ...]
    entries: tuple[Entry, ...]

    @property
    def size(self) -> int:
        """The number of entries when all are solved."""
        return len(self.pieces) * len(self.boards)

    @property
    def unproven(self) -> tuple[Entry, ...]:
        """The entries whose value is not exact."""
        return tuple(entry for entry in self.entries if not entry.proven)

    @property
    def complete(self) -> bool:
        """Whether each entry is there and proven."""
        return len(self.entries) == self.size and not self.unproven

    def entry(self, piece: Piece, board: Ground) -> Entry | None:
        """The entry of a piece on a board; None if it was not solved."""
        return self._places.get((piece, board))

    @cached_property
    def _places(self) -> dict[tuple[Piece, Ground], Entry]:
        return {(entry.piece, entry.board): entry for entry in self.entries}


def solve_table(
    pieces: Iterable[Piece], boards: Iterable[Ground], declare: Declare, backend: Backend[Any], question: Question
) -> Iterator[Entry]:
    """Solve the problem of each piece on each board, piece by piece, and give the entries as they come."""
    boards = tuple(boards)
    for piece in pieces:
        for board in boards:
            run = start(declare(piece, board), backend, question)
            for _ in run:
                pass
            yield Entry(piece, board, run.answer())
