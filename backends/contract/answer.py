"""Answers: what a run says, and what one asks of it: the best, each solution, words, boards and tables."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rookery.backends.contract.answer_data import AnswerData
from rookery.backends.contract.answer_data import End as End
from rookery.backends.contract.answer_data import Status as Status
from rookery.backends.contract.answer_data import Times as Times
from rookery.backends.contract.answer_data import Want as Want
from rookery.backends.contract.wording import sentence, timing
from rookery.models import Placement, Problem
from rookery.models.base.words import amount, seconds, shorten

if TYPE_CHECKING:
    from pandas import DataFrame

MOST_SAID = 200  # characters of the sentence in what a programmer is shown
SHOWN = 4  # boards of an answer


@dataclass(frozen=True, repr=False)
class Answer(AnswerData):
    """What one backend answered to one problem; every solution in it has passed both referees.

    Iterate an answer for its solutions; `len` counts those. An answer is true also without any, and `best` is then
    None. Nothing in an answer changes: it can be hashed, compared and pickled.

    `complete` says that the question is answered entirely; `count` is how many solutions were found or counted,
    `orbits` how many of them differ by more than a symmetry (where that was asked), and `solutions` are those that
    were kept. `objective` is the best value found, `bound` what is proven of it; they are equal when `status` is
    optimal. `statistics` says what the search has cost, in the words of `contract.statistics`.
    """

    @property
    def best(self) -> Placement | None:
        """The best solution, the first one where there is no goal; None where there is none."""
        return self.solutions[0] if self.solutions else None

    @property
    def interrupted(self) -> bool:
        """Whether Ctrl-C came before the question was answered."""
        return self.end is End.INTERRUPTED

    def __iter__(self) -> Iterator[Placement]:
        return iter(self.solutions)

    def __len__(self) -> int:
        return len(self.solutions)

    def __bool__(self) -> bool:
        return True

    def __str__(self) -> str:
        return sentence(self)

    def __repr__(self) -> str:
        kept = amount(len(self), "solution")
        return f"Answer({shorten(str(self), MOST_SAID)!r}, {self.backend!r}, {kept}, {seconds(self.times.total)})"

    def _repr_html_(self) -> str:
        from rookery.backends.contract.showing import as_html

        return as_html(sentence(self), timing(self), self.solutions, SHOWN)

    def show(self, most: int = SHOWN) -> None:
        """Show at most so many solutions side by side: drawn in a notebook, printed elsewhere."""
        from rookery.backends.contract.showing import show

        show(self.solutions[:most])

    def to_frame(self) -> "DataFrame":
        """The solutions as a table of pandas, a row for each piece of each solution.

        The columns are `solution` (from 0), `piece`, `row` and `column` (from 0 at the top left), and `square` in
        algebraic notation, None on boards of more than 26 columns.
        """
        from rookery.backends.contract.showing import to_frame

        return to_frame(self.solutions)

    def as_dict(self) -> dict[str, Any]:
        """The answer as plain data: the JSON of the command line."""
        return {
            "problem": describe(self.problem),
            "backend": self.backend,
            "want": self.want.value,
            "status": self.status.value,
            "complete": self.complete,
            "end": self.end.value,
            "count": self.count,
            "orbits": self.orbits,
            "objective": self.objective,
            "bound": self.bound,
            "solutions": [
                [[piece.name, *square] for square, piece in placement.items()] for placement in self.solutions
            ],
            "times": self.times.as_dict(),
            "program": dict(self.program),
            "raw_status": self.raw_status,
            "versions": dict(self.versions),
            "workers": self.workers,
            "seed": self.seed,
            "statistics": dict(self.statistics),
            **({"fleet": dict(self.fleet)} if self.fleet else {}),
        }


def describe(problem: Problem) -> dict[str, Any]:
    """A problem as plain data."""
    return {
        "family": problem.family,
        "title": problem.title,
        "board": problem.board.spec,
        "pieces": [piece.name for piece in problem.pieces],
        "fixed": [[piece.name, *square] for square, piece in problem.fixed.items()],
        "forbidden": [list(square) for square in sorted(problem.forbidden)],
    }
