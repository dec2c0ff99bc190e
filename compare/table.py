"""Tables of values: one problem for each row and board, solved by one backend."""

import csv
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from io import StringIO
from typing import Any

from rookery.backends import Answer, Question, Status, Want, start
from rookery.backends.registry import BackendLike
from rookery.models import BadInput, Problem
from rookery.models.boards.base import AbstractBoard

CSV_COLUMNS = ("piece", "board", "value", "proven", "status", "bound", "end", "seconds", "reason")


@dataclass(frozen=True)
class Row:
    """The problems of one row of a table: the names of its pieces, and its problem on a board."""

    name: str
    declare: Callable[[AbstractBoard], Problem]


@dataclass(frozen=True)
class Entry:
    """The value of one row on one board; without an answer, `reason` says why there is no such problem."""

    row: str
    board: AbstractBoard
    answer: Answer | None
    reason: str = ""

    @property
    def value(self) -> int | None:
        """The number of solutions if the question was a count, else the best objective; None if unknown.

        Counts of optimal solutions mean nothing before the optimum is proven.
        """
        if self.answer is None:
            return None
        if self.answer.want is Want.ONE:
            return self.answer.objective
        if self.answer.objective is not None and self.answer.status is not Status.OPTIMAL:
            return None
        return None if self.answer.status is Status.UNKNOWN else self.answer.count

    @property
    def proven(self) -> bool:
        """Return whether the value is exact, or there is none."""
        return self.answer is None or self.answer.complete

    @property
    def text(self) -> str:
        """The value, with a sign if it is not proven: `14`, `<=14`, `>=7`, `?` for unknown, `-` for no solution."""
        if self.answer is None:
            return "-"
        one = self.answer.want is Want.ONE
        if one and self.proven and self.answer.status is Status.INFEASIBLE:
            return "-"
        if self.value is None or self.proven:
            return "?" if self.value is None else str(self.value)
        # better solutions may be fewer pieces; more of them, or more solutions, may be found in all other cases
        return f"{'<=' if one and self.answer.problem.goal < 0 else '>='}{self.value}"

    def as_dict(self) -> dict[str, Any]:
        """Return the entry as plain data."""
        found: dict[str, Any] = {
            "piece": self.row,
            "board": self.board.spec,
            "value": self.value,
            "proven": self.proven,
        }
        if self.answer is None:
            return dict.fromkeys(CSV_COLUMNS) | found | {"status": "no problem", "reason": self.reason}
        return found | {
            "status": self.answer.status.value,
            "bound": self.answer.bound,
            "end": self.answer.end.value,
            "seconds": self.answer.times.total,
        }


@dataclass(frozen=True)
class ValueTable:
    """Entries by row and board; one that was not solved is missing."""

    rows: tuple[str, ...]
    boards: tuple[AbstractBoard, ...]
    entries: tuple[Entry, ...]

    @property
    def size(self) -> int:
        """The number of entries when all are solved."""
        return len(self.rows) * len(self.boards)

    @property
    def unproven(self) -> tuple[Entry, ...]:
        """The entries whose value is not exact."""
        return tuple(entry for entry in self.entries if not entry.proven)

    @property
    def complete(self) -> bool:
        """Return whether each entry is there and proven."""
        return len(self.entries) == self.size and not self.unproven

    def to_csv(self) -> str:
        """Return the table as CSV, an entry a line: piece, board, value, proven, status, bound, seconds and so on."""
        lines = StringIO()
        writer = csv.DictWriter(lines, [*CSV_COLUMNS], lineterminator="\n", extrasaction="ignore", restval="")
        writer.writeheader()
        writer.writerows({name: _cell(value) for name, value in entry.as_dict().items()} for entry in self.entries)
        return lines.getvalue()

    def to_bfile(self, title: str) -> str:
        """Return the values of the one row as a b-file of the OEIS: lines `n a(n)`, n being the side of the board.

        The file ends before the first value that is not proven, with a comment; a board without a value is a comment.
        Raises `BadInput` as `check_bfile` does.

        See <https://oeis.org/SubmitB.html>.
        """
        sides = check_bfile(self.rows, self.boards)
        found = {entry.board: entry for entry in self.entries}
        lines = [f"# {title}, {self.rows[0]}; n is the side of the board"]
        for side, board in sorted(sides.items()):
            entry = found.get(board)
            if entry is None or not entry.proven:
                lines.append(f"# {side} and on: not proven{'' if entry is None else f', {entry.text}'}")
                break
            why = f": {entry.reason}" if entry.reason else ""
            lines.append(f"# {side}: no value{why}" if entry.value is None else f"{side} {entry.value}")
        return "".join(f"{line}\n" for line in lines)


def _cell(value: Any) -> Any:
    return str(value).lower() if isinstance(value, bool) else value


def check_bfile(rows: Sequence[str], boards: Iterable[AbstractBoard]) -> dict[int, AbstractBoard]:
    """Return the boards of a b-file by their sides.

    Raises `BadInput` for several rows, for a board without one side, and for two boards of one side.
    """
    if len(rows) != 1:
        raise BadInput(f"a b-file holds one sequence, here are {len(rows)}: {', '.join(rows)}; name one")
    found = dict[int, AbstractBoard]()
    for board in boards:
        if board.side is None:
            raise BadInput(f"{board.phrase} has no place in a b-file; expected boards of one side, such as 1..8")
        if board.side in found:
            raise BadInput(f"boards {found[board.side].spec} and {board.spec} have one place in a b-file; give one")
        found[board.side] = board
    return found


def solve_table(
    rows: Sequence[Row],
    boards: Sequence[AbstractBoard],
    backend: BackendLike,
    question: Question,
    by_board: bool = False,
) -> Iterator[Entry]:
    """Solve the problem of each row on each board, row by row or board by board, and yield the entries as they come.

    A row may have no problem on some boards. Raises `BadInput` at the end if no row has a problem on any board.
    """
    places = ((row, board) for row in rows for board in boards)
    if by_board:
        places = ((row, board) for board in boards for row in rows)
    found, refused = False, list[BadInput]()
    for row, board in places:
        try:
            run = start(row.declare(board), backend, question)
        except BadInput as error:
            refused.append(error)
            yield Entry(row.name, board, None, str(error))
            continue
        found = True
        for _ in run:
            pass
        yield Entry(row.name, board, run.answer())
    if refused and not found:
        raise refused[0]
