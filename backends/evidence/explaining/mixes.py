"""Mixes of two kinds of guards: the numbers of the one and the other of which neither can be less."""

from collections.abc import Iterator
from time import monotonic
from typing import Any, Unpack

from rookery.backends.contract.answer import Answer
from rookery.backends.contract.question import take_problem
from rookery.backends.registry import DEFAULT, BackendLike
from rookery.backends.running.solve import HowKeywords, solve
from rookery.core.errors import BadInput
from rookery.core.values import dataclass, replace
from rookery.core.words import amount
from rookery.models import Piece, Problem
from rookery.models.drawing.grounds import gallery
from rookery.models.drawing.text import side_by_side
from rookery.models.problem.problem import Named, Statement
from rookery.models.problems.registry import declare
from rookery.models.reading.given import take_seconds

FAMILY = "guards"
CELL, EDGE = 24, 44  # points of a staircase's squares, and around them


@dataclass(frozen=True)
class Mixes:
    """The undominated mixes of two pieces: fewer of one piece need more of the other.

    `answers` has one answer for each mix, in the order of the number of the first piece; `complete` says that all of
    them are known and proven.
    """

    problem: Problem
    pieces: tuple[Piece, Piece]
    answers: tuple[Answer, ...]
    complete: bool

    @property
    def mixes(self) -> tuple[tuple[int, int], ...]:
        """The numbers of the two pieces in each mix."""
        return tuple((self._count(each), each.objective or 0) for each in self.answers)

    def _count(self, answer: Answer) -> int:
        """The number of the first piece, which the problem of an answer was asked with."""
        assert answer.problem.asked is not None
        return int(answer.problem.asked.each()[self.pieces[0]])

    @property
    def sentence(self) -> str:
        """The finding in a sentence."""
        one, other = self.pieces
        said = [f"{amount(a, one, one.plural)} and {amount(b, other, other.plural)}" for a, b in self.mixes]
        known = "" if self.complete else "; a limit was reached before all of them were known and proven"
        number = amount(len(said), "undominated mix", "undominated mixes")
        return f"{self.problem.title}: {number}{': ' * bool(said)}{', '.join(said)}{known}"

    def staircase(self) -> str:
        """The mixes as a drawing: o is an undominated mix, # has at least as many of each, and . has too few."""
        one, other = self.pieces
        right, top = max((a for a, _ in self.mixes), default=0), max((b for _, b in self.mixes), default=0)
        wide = len(str(top))
        lines = [other.plural]
        for b in range(top, -1, -1):
            signs = ("o" if (a, b) in self.mixes else "#" if self._holds(a, b) else "." for a in range(right + 1))
            lines.append(f"{b:>{wide}}  " + " ".join(f"{each:>2}" for each in signs))
        return "\n".join(
            [*lines, " " * wide + "  " + " ".join(f"{a:>2}" for a in range(right + 1)) + f"  {one.plural}"]
        )

    def _holds(self, a: int, b: int) -> bool:
        """Return whether a mix has at least as many of each as an undominated one."""
        return any(a >= first and b >= second for first, second in self.mixes)

    def __str__(self) -> str:
        drawn = [str(each.solutions[0]) for each in self.answers if each.solutions]
        parts = (side_by_side(drawn), self.staircase()) if drawn else ()
        return "\n\n".join((*parts, self.sentence))

    def svg(self) -> str:
        """The staircase as a picture: a dot for each undominated mix; larger mixes are shaded."""
        one, other = self.pieces
        right, top = (max((each[at] for each in self.mixes), default=0) + 1 for at in (0, 1))
        width, height = right * CELL + 2 * EDGE, top * CELL + 2 * EDGE

        def find_corner(a: int, b: int) -> tuple[int, int]:
            return EDGE + a * CELL, EDGE + (top - 1 - b) * CELL

        def write(x: float, y: float, text: object) -> str:
            return f'<text x="{x:g}" y="{y:g}" text-anchor="middle" font-size="12" fill="#222">{text}</text>'

        shapes = []
        for a in range(right):
            x, y = find_corner(a, 0)
            shapes.append(write(x + CELL / 2, y + CELL + 16, a))
            for b in range(top):
                x, y = find_corner(a, b)
                fill = "#cfe3f5" if self._holds(a, b) else "#fff"
                shapes.append(f'<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}" fill="{fill}" stroke="#999"/>')
                if (a, b) in self.mixes:
                    middle = f'cx="{x + CELL / 2:g}" cy="{y + CELL / 2:g}"'
                    shapes.append(f'<circle {middle} r="{CELL / 4:g}" fill="#1f4e79"/>')
        shapes += [write(EDGE - 12, find_corner(0, b)[1] + CELL / 2 + 4, b) for b in range(top)]
        shapes += [write(width / 2, height - 8, one.plural), write(EDGE, EDGE - 14, other.plural)]
        size = f'width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
        return f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif">{"".join(shapes)}</svg>\n'

    def _repr_html_(self) -> str:
        drawn = gallery((each.solutions[0], each.solutions[0].board) for each in self.answers if each.solutions)
        return f"{drawn}{self.svg()}<p>{self.sentence}</p>"

    def as_dict(self) -> dict[str, Any]:
        """The finding as plain data."""
        one, other = self.pieces
        found = zip(self.mixes, self.answers, strict=True)
        return {
            "problem": self.problem.title,
            "complete": self.complete,
            "mixes": [
                {one.name: a, other.name: b, "proven": each.complete, "solutions": each.as_dict()["solutions"]}
                for (a, b), each in found
            ],
        }


def mixes(
    problem: Problem,
    backend: BackendLike = DEFAULT,
    seconds: float | str | None = None,
    **how: Unpack[HowKeywords],
) -> Mixes:
    """Find all undominated mixes of two kinds of guards: no other mix has at most as many of each and fewer of one.

    >>> import rookery as rk
    >>> rk.mixes(rk.guards({"queen": None, "knight": None}, 4)).mixes
    ((0, 4), (1, 2), (2, 0))

    `problem` is one of `guards` in which just two pieces have no count; each mix is a problem of this family with the
    first piece counted, and a separate answer. `seconds` is a time limit for all of them; other keywords are those
    of `solve`. Raises `BadInput` for another problem.
    """
    asked = take_problem(problem).asked
    opened = [piece for piece, count in asked.pieces if count is None] if asked and asked.family == FAMILY else []
    if asked is None or len(opened) != 2:
        raise BadInput(
            f"{problem.title}: mixes are those of two pieces; ask for guards, two of them without a number, such as"
            " --piece queen --piece knight"
        )
    limit = take_seconds(seconds)
    end = None if limit is None else monotonic() + limit
    found, complete = [], False
    for answer in _solve_each(asked, opened[0], opened[1], lambda each: _solve_until(each, backend, end, how)):
        if answer is None:
            complete = True
        elif answer.solutions:
            found.append(answer)
    return Mixes(problem, (opened[0], opened[1]), tuple(found), complete)


def _solve_until(problem: Problem, backend: BackendLike, end: float | None, how: HowKeywords) -> Answer:
    """Solve one problem in the time that is left."""
    left = None if end is None else max(0.01, end - monotonic())
    answer = solve(problem, backend, "one", seconds=left, **how)
    assert isinstance(answer, Answer)
    return answer


def _solve_each(asked: Statement, one: Piece, other: Piece, ask: Any) -> Iterator[Answer | None]:
    """The answer of each undominated mix, and of the first problem whose answer is not known; None at the very end.

    With more and more of the first piece: a mix is undominated if it takes fewer of the second than all before it.
    """

    def count(first: int | None, second: int | None) -> Problem:
        counts = {one: first, other: second}
        return declare(replace(asked, pieces=tuple(Named(p, counts.get(p, number)) for p, number in asked.pieces)))

    # As many of the first piece as do without the second are the end; where none do, only the board is one
    last = ask(count(None, 0))
    most = last.objective if last.complete and last.solutions else len(asked.board)
    fewest: int | None = None
    for number in range(most + 1):
        if number > len(asked.board) - sum(int(each or 0) for _, each in asked.pieces):
            break
        answer = ask(count(number, None))
        if answer.solutions and (fewest is None or answer.objective < fewest):
            fewest = answer.objective
            yield answer
        if not answer.complete:
            return
        if fewest == 0:
            break
    yield None
