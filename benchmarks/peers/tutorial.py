"""The program of every tutorial: n queens, row by row, in plain Python."""

from collections.abc import Iterator
from dataclasses import dataclass

from rookery.backends import Backend, Capabilities, CompiledProgram, End, Outcome, Request, Unsupported, Want
from rookery.backends.contract.backend import Stream
from rookery.models import Board, Model, placement
from rookery.models.pieces.piece import QUEEN

LOOK = 1000


def find_queens(model: Model) -> int | None:
    """The n of a model that asks for n queens on n x n; None for any other."""
    n = round(model.variables**0.5)
    return n if n * n == model.variables and model == placement(QUEEN, Board(n), n).model else None


def queens_of(model: Model) -> int:
    """As `find_queens`; raises `Unsupported` for any other."""
    n = find_queens(model)
    if n is None:
        raise Unsupported("this peer only places n queens on a board of n x n")
    return n


@dataclass(frozen=True, slots=True)
class Queens(CompiledProgram):
    """How many queens."""

    n: int


class Tutorial(Backend[Queens]):
    """Tries each column of each row, and remembers taken columns and diagonals in sets."""

    name = "tutorial"
    summary = "the row-by-row program of tutorials, in plain Python"
    capabilities = Capabilities(seeds=False)

    def compile(self, model: Model, request: Request) -> Queens:
        """Recognise n queens."""
        n = queens_of(model)
        return Queens({"rows": n}, n)

    def run(self, program: Queens, request: Request) -> Stream:
        """Give all solutions in the order of their columns, or count them."""
        count = 0
        for columns in rows(program.n):
            if columns is None:
                if request.deadline.passed():
                    yield Outcome(proven=False, end=End.TIME, count=count if request.want is Want.COUNT else None)
                    return
                continue
            count += 1
            if request.want is not Want.COUNT:
                yield frozenset(row * program.n + column for row, column in enumerate(columns))
        yield Outcome(proven=True, count=count if request.want is Want.COUNT else None)


def rows(n: int) -> Iterator[list[int] | None]:
    """The columns of each solution, and None now and then, when it is time to look at the clock."""
    columns: list[int] = []
    nodes = 0
    taken: tuple[set[int], set[int], set[int]] = (set(), set(), set())

    def place(row: int) -> Iterator[list[int] | None]:
        nonlocal nodes
        if row == n:
            yield columns
            return
        nodes += 1
        if nodes % LOOK == 0:
            yield None
        for column in range(n):
            lines = column, row + column, row - column
            if any(line in among for line, among in zip(lines, taken, strict=True)):
                continue
            columns.append(column)
            for line, among in zip(lines, taken, strict=True):
                among.add(line)
            yield from place(row + 1)
            columns.pop()
            for line, among in zip(lines, taken, strict=True):
                among.remove(line)

    return place(0)
