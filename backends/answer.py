"""The answer of a run: what is known at its end, in words, boards, HTML and tables."""

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from rookery.backends.contract import Reason, Want
from rookery.core.errors import NoSolution
from rookery.core.plugins import install_extra
from rookery.core.words import amount, seconds, shorten
from rookery.models import BadInput, Minimize, Placement, Problem, Square
from rookery.models.boards.board import Board
from rookery.models.drawing.boards import figure, gallery, paragraph, show_board
from rookery.models.drawing.text import side_by_side
from rookery.models.problem.placement import list_pieces
from rookery.models.reading.given import take_whole

if TYPE_CHECKING:
    from pandas import DataFrame

COLUMNS = ("solution", "piece", "row", "column", "square")
PHASES = ("declare", "compile", "search", "check")
WORTH_TELLING = 0.0005  # seconds of a phase
MAX_SAID = 200  # characters of the sentence in the repr of an answer
SHOWN = 4  # boards that a notebook shows of an answer


class Status(StrEnum):
    """What is known; `unknown` says that nothing was found and nothing proven."""

    SATISFIED = "satisfied"
    OPTIMAL = "optimal"
    INFEASIBLE = "infeasible"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Times:
    """Seconds of wall time: declaring, compiling (loading libraries included), searching, checking, and in total."""

    declare: float = 0.0
    compile: float = 0.0
    search: float = 0.0
    check: float = 0.0
    total: float = 0.0


def compute_gap(best: int, bound: int) -> float:
    """Return the distance of the best value from a bound as a share of the value; 0 if they are equal."""
    return abs(best - bound) / max(1, abs(best))


@dataclass(frozen=True, repr=False)
class PlacementGallery:
    """Some placements on one board, side by side."""

    placements: Sequence[Placement]

    def __repr__(self) -> str:
        """Return the boards in letters, as many side by side as fit on the terminal."""
        from shutil import get_terminal_size

        drawn = [str(placement) for placement in self.placements]
        return side_by_side(drawn, get_terminal_size().columns) if drawn else "no solution to show"

    def _repr_html_(self) -> str:
        if len(self.placements) == 1:
            return figure(show_board(self.placements[0], self.placements[0].board), "")
        return gallery((placement, placement.board) for placement in self.placements) if self.placements else ""


def make_table(rows: Sequence[Any], columns: Sequence[str] | None = None) -> "DataFrame":
    """Rows as a table of pandas; raises `BadInput` if pandas is not installed."""
    try:
        from pandas import DataFrame
    except ImportError:
        raise BadInput(f"a table needs pandas: {install_extra('pandas')}") from None
    return DataFrame(rows, columns=columns and list(columns))


REASONS = {
    Reason.DONE: "the search ended early",
    Reason.TIME: "stopped by the time limit",
    Reason.SOLUTIONS: "stopped by the solution limit",
    Reason.MEMORY: "stopped by the memory limit",
    Reason.INTERRUPTED: "interrupted",
}


def say_status(answer: "Answer") -> str:
    """State what is known, without the problem: `5 (optimal)`."""
    if answer.status is Status.INFEASIBLE:
        return "no solution"
    if answer.status is Status.UNKNOWN:
        return f"unknown, nothing found or proven ({REASONS[answer.end]})"
    parts = [] if answer.objective is None else [_best(answer)]
    if answer.want is Want.ONE:
        return parts[0] if parts else "solved" if answer.complete else f"a solution found ({REASONS[answer.end]})"
    if not parts or answer.status is Status.OPTIMAL:
        parts.append(_several(answer))
    return "; ".join(parts)


def timing(answer: "Answer") -> str:
    """Return the backend, for `auto` the winner of its race, and its seconds: "backtracking, 0.2 s"."""
    workers = "" if answer.workers == 1 else f" with {answer.workers} workers"
    who = answer.note if answer.backend == "auto" and answer.note else answer.backend
    return f"{who}{workers}, {seconds(answer.times.total)}"


def phases(answer: "Answer") -> str:
    """Return the seconds of each phase that took any."""
    spent = asdict(answer.times)
    return ", ".join(f"{phase} {seconds(spent[phase])}" for phase in PHASES if spent[phase] >= WORTH_TELLING)


def _best(answer: "Answer") -> str:
    if answer.status is Status.OPTIMAL:
        return f"{answer.objective} (optimal)"
    side = "at least" if isinstance(answer.problem.model.goal, Minimize) else "at most"
    bound = "not proven optimal" if answer.bound is None else f"the optimum is {side} {answer.bound}"
    bound += "" if answer.gap is None else f", a gap of {100 * answer.gap:.2g} %"
    return f"{answer.objective} ({bound}; {REASONS[answer.end]})"


def _several(answer: "Answer") -> str:
    noun = "solution" if answer.objective is None else "optimal solution"
    if answer.orbits is None:
        found = amount(answer.count, noun)
    else:
        found = f"{amount(answer.orbits, noun)} up to symmetry ({answer.count:,} in total)"
    if not answer.complete:
        return f"{found} found, {REASONS[answer.end]}"
    return found if answer.want is Want.COUNT else f"{found}, complete"


@dataclass(frozen=True, repr=False)
class Answer:
    """The answer of one backend to one problem; every solution in it has passed both referees.

    Iterating gives the solutions, an index gives one of them, and `len` their number. In a condition an answer is
    always true; without solutions its `best` is None. Answers are immutable: they can be hashed, compared and pickled.

    `complete` says that the question is answered entirely; `count` is how many solutions were found or counted,
    `orbits` how many of them differ by more than a symmetry (if the question wants that), and `solutions` are those
    that were kept. `objective` is the best value found, `bound` what is proven of it; they are equal when `status` is
    optimal. `statistics` are the size of the program and the cost of the search, by the names that
    `rookery.backends.contract.End` lists; `note` is what the backend says about its search.
    """

    problem: Problem
    backend: str
    want: Want
    status: Status
    complete: bool
    end: Reason
    solutions: tuple[Placement, ...]
    count: int
    orbits: int | None
    objective: int | None
    bound: int | None
    times: Times
    statistics: Mapping[str, int] = field(default_factory=dict, hash=False)
    versions: Mapping[str, str] = field(default_factory=dict, hash=False)
    note: str = ""
    workers: int = 1
    seed: int = 0

    @property
    def gap(self) -> float | None:
        """The distance of the best value from the bound as a share of it; None if one of them is unknown."""
        return None if self.objective is None or self.bound is None else compute_gap(self.objective, self.bound)

    @property
    def best(self) -> Placement | None:
        """The best solution, the first one if there is no goal; None without a solution."""
        return self.solutions[0] if self.solutions else None

    @property
    def interrupted(self) -> bool:
        """Return whether Ctrl-C came before the question was answered."""
        return self.end is Reason.INTERRUPTED

    def __iter__(self) -> Iterator[Placement]:
        return iter(self.solutions)

    def __getitem__(self, number: int) -> Placement:
        """Return a solution by its number, from 0; raises `NoSolution`, an `IndexError`, if it has none."""
        try:
            return self.solutions[take_whole(number, "answer[...], number of a solution")]
        except IndexError:
            raise NoSolution(f"answer[{number}]: it has {amount(len(self), 'solution')}, counted from 0") from None

    def __len__(self) -> int:
        return len(self.solutions)

    def __bool__(self) -> bool:
        return True

    def __str__(self) -> str:
        """Return the answer in a sentence: `8 queens on an 8x8 board: solved`."""
        return f"{self.problem.title}: {say_status(self)}"

    def __repr__(self) -> str:
        kept = "" if self.want is Want.COUNT else f", {amount(len(self), 'solution')}"
        spent = self.times.total - self.times.declare  # the problem was declared before the call
        return f"Answer({shorten(str(self), MAX_SAID)!r}, {self.backend!r}{kept}, {seconds(max(0.0, spent))})"

    def _repr_html_(self) -> str:
        parts = [paragraph(str(self), "font-weight: bold"), PlacementGallery(self.solutions[:SHOWN])._repr_html_()]
        if len(self) > SHOWN:
            parts.append(paragraph(f"The first {SHOWN} of {len(self):,} solutions; answer.show(n) shows n of them."))
        return f"<div>{''.join(parts)}{paragraph(timing(self), 'opacity: 0.7')}</div>"

    def show(self, most: int = SHOWN) -> None:
        """Show at most `most` solutions side by side: drawn in a notebook, printed elsewhere."""
        shown = PlacementGallery(self.solutions[: max(0, take_whole(most, "show, number of solutions"))])
        shell = sys.modules.get("IPython")
        if shell is not None and shell.get_ipython() is not None:
            shell.display.display(shown)
        else:
            print(shown)

    def to_frame(self) -> "DataFrame":
        """Return the solutions as a table of pandas, a row for each piece of each solution.

        The columns are `solution` (from 0), `piece`, `row` and `column` (from 0 at the top left), and `square` as
        people write it: `e4`, or `ROW,COLUMN` on boards of more than 26 columns.
        """
        rows = [
            (number, piece.name, *(cell if isinstance(cell, Square) else (None, None)), placement.board.label(cell))
            for number, placement in enumerate(self.solutions)
            for cell, piece in placement.items()
        ]
        return make_table(rows, COLUMNS)

    def to_bfile(self, index: int | None = None) -> str:
        """The line `n a(n)` of a b-file of the OEIS: the side of a square board, or `index`, and the count or optimum.

        Counted up to symmetry, that number is a(n). Raises `BadInput` for what is not proven or has no number, and for
        another board without `index`.
        """
        board = self.problem.board
        if index is None:
            if not isinstance(board, Board) or board.rows != board.columns:
                raise BadInput(f"to_bfile needs an index for {board.phrase}, such as to_bfile(5)")
            index = board.rows
        counted = self.count if self.orbits is None else self.orbits
        number = counted if self.want is Want.COUNT or self.objective is None else self.objective
        if not self.complete or number is None or (self.want is Want.ONE and self.objective is None):
            raise BadInput(f"{self}: a b-file holds counts and optima that are proven")
        return f"{take_whole(index, 'to_bfile, index')} {number}\n"

    def to_json(self) -> str:
        """Return the answer as JSON: the object that `rookery solve --json` prints."""
        return json.dumps(self.as_dict())

    def as_dict(self) -> dict[str, Any]:
        """Return the answer as plain data, as its JSON holds them."""
        return {
            "title": self.problem.title,
            "problem": self.problem.asked,
            "backend": self.backend,
            "want": self.want.value,
            "status": self.status.value,
            "complete": self.complete,
            "end": self.end.value,
            "count": self.count,
            "orbits": self.orbits,
            "objective": self.objective,
            "bound": self.bound,
            "gap": self.gap,
            "solutions": list(map(list_pieces, self.solutions)),
            "times": asdict(self.times),
            "note": self.note,
            "versions": dict(self.versions),
            "workers": self.workers,
            "seed": self.seed,
            "statistics": dict(self.statistics),
        }
