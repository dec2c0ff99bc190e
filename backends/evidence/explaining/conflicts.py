"""Conflicts: all minimal contradictions of a problem, and the fewest givens that must go for a solution to exist.

The fewest givens whose removal leaves a solution hit every contradiction. A smallest set that hits those known so far
is tried, until what is left has a solution: so no smaller set is enough (implicit hitting sets, Moreno-Centeno and
Karp, "The implicit hitting set approach to solve combinatorial optimization problems", 2013).
"""

from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from rookery.backends.evidence.explaining.contradiction import (
    Contradictions,
    Rules,
    list_demanding,
    list_plain_cores,
    redeclare,
)
from rookery.backends.evidence.explaining.cores import Core, Size, find_hitting, list_cores
from rookery.backends.evidence.explaining.explain import CROSSED, LIMIT, SECONDS, SOLVABLE, Explanation, explain_core
from rookery.backends.evidence.explaining.packing import describe_rules
from rookery.backends.running.run import take_problem
from rookery.backends.running.solve import solve
from rookery.core.deadline import Deadline, OutOfTime
from rookery.core.words import amount
from rookery.models import BadInput, Placement, Problem, Satisfy
from rookery.models.boards.base import Cell
from rookery.models.drawing.boards import draw_picture, draw_text
from rookery.models.drawing.svg import Marks, set_beside
from rookery.models.drawing.text import side_by_side
from rookery.models.problem.placement import list_pieces
from rookery.models.reading.drawn import DIFFERS
from rookery.models.reading.given import take_seconds, take_whole
from rookery.models.referee.rules import Fixed, Forbidden, Rule

MOST = 20  # conflicts that are listed, if no other number is given
NO_GIVENS = "No removal of givens helps: the rules contradict each other without them."


@dataclass(frozen=True)
class Conflicts(Sequence[Explanation]):
    """The conflicts of a problem, smallest first: rules and givens that contradict each other, all of them needed.

    `complete` says that there are no more; else `note` says which limit was reached first.
    """

    problem: Problem
    conflicts: tuple[Explanation, ...]
    complete: bool
    note: str = ""

    def __len__(self) -> int:
        return len(self.conflicts)

    def __getitem__(self, at: Any) -> Any:
        return self.conflicts[at]

    def sentences(self) -> Iterator[str]:
        """The number of conflicts, how many of them are smallest, and whether there may be more."""
        if not self.conflicts:
            yield self.note or SOLVABLE
            return
        least = sum(each.size is Size.SMALLEST for each in self.conflicts)
        these = "There is one conflict" if len(self) == 1 else f"There are {len(self):,} conflicts"
        smallest = "" if len(self) == 1 or least == len(self) else f", of which {amount(least, 'is', 'are')} smallest"
        yield f"{these}{smallest}{'.' if self.complete else f', and there may be more: {self.note}'}"

    def __str__(self) -> str:
        shown = [f"Conflict {at}. {each}" for at, each in enumerate(self.conflicts, start=1)]
        return "\n\n".join([*shown, *self.sentences()])

    def as_dict(self) -> dict[str, Any]:
        """The conflicts as plain data: those of the first, as `--why` has it, and all of them as `conflicts`."""
        first = self.conflicts[0].as_dict() if self.conflicts else {}
        said = {"conflicts": [each.as_dict() for each in self.conflicts], "all": self.complete}
        return first | said | {"sentences": [*first.get("sentences", ()), *self.sentences()]}

    def drawing(self) -> list[str]:
        """The boards of all conflicts, row by row."""
        return [line for each in self.conflicts for line in each.drawing()]

    def svg(self, *, coordinates: bool | str = False) -> str:
        """The conflicts as one picture, side by side."""
        return set_beside([each.svg(coordinates=coordinates) for each in self.conflicts if each.drawing()])


def conflicts(problem: Problem, limit: int = MOST, seconds: float | str | None = SECONDS) -> Conflicts:
    """List all conflicts of a problem: each set of rules and givens that contradicts itself, if all of it is needed.

    >>> import rookery as rk
    >>> found = rk.conflicts(rk.placement("rook", 3, count=3, fixed=["a1", "a2", "b2"]))
    >>> len(found), found.complete
    (2, True)

    The smallest come first. After `limit` conflicts or `seconds` there may be more, as `complete` says. There are none
    if the problem has a solution.
    """
    most = take_whole(limit, "limit")
    if most < 1:
        raise BadInput(f"limit {most}: expected at least 1")
    rules, found, note = list_demanding(take_problem(problem)), list[frozenset[Rule]](), ""
    with Deadline(take_seconds(seconds)).held():
        try:
            with closing(Finder(problem)) as finder:
                listed = list_cores(rules, finder.find_core)
                found += islice(listed, most)
                note = "" if len(found) < most or next(listed, None) is None else f"only {most:,} are listed."
        except OutOfTime:
            note = "a limit was reached first." if found else LIMIT
        sizes = [Size.SMALLEST if len(each) == len(found[0]) else Size.MINIMAL for each in found]
        explained = tuple(explain_core(problem, Core(each, size)) for each, size in zip(found, sizes, strict=True))
    return Conflicts(problem, explained, not note, note)


class Finder:
    """Contradictions of a problem, first those that are seen without a solver."""

    def __init__(self, problem: Problem) -> None:
        self._plain = list(list_plain_cores(problem))
        self._contradictions = Contradictions(problem)

    def close(self) -> None:
        """Free the solver's memory."""
        self._contradictions.close()

    def find_core(self, rules: Rules) -> frozenset[Rule] | None:
        """Some of the rules that contradict each other; None if a placement keeps all of them."""
        kept = set(rules)
        return next((each for each in self._plain if each <= kept), None) or self._contradictions.core(rules)


@dataclass(frozen=True)
class Repair:
    """The fewest givens to remove so that a solution exists, and a solution without them.

    `removed` are fixed and forbidden squares, as rules; none if there is a solution already. It is None if no removal
    helps, or a limit was reached first, as `note` says.
    """

    problem: Problem
    removed: tuple[Rule, ...] | None
    solution: Placement | None = None
    note: str = ""

    @property
    def squares(self) -> tuple[Cell, ...]:
        """The squares of the givens that go."""
        return tuple(rule.square for rule in self.removed or () if isinstance(rule, Fixed | Forbidden))

    def sentences(self) -> Iterator[str]:
        """State which givens must go, or why none is named."""
        if self.removed is None:
            yield self.note
        elif not self.removed:
            yield SOLVABLE
        else:
            yield f"There is a solution without {amount(len(self.removed), 'given')}, and none if fewer go:"
            yield from (f"- {line}" for line in describe_rules(self.removed))

    def drawing(self) -> list[str]:
        """The givens, those that go marked by !, next to a solution without these; row by row."""
        if not self.removed:
            return []
        crossed = dict.fromkeys(self.problem.forbidden, CROSSED)
        given = crossed | self.problem.fixed | dict.fromkeys(self.squares, DIFFERS)
        drawn = [draw_text(self.problem.board, given, lambda piece: "!" if piece == DIFFERS else piece.symbol)]
        drawn += [] if self.solution is None else [str(self.solution)]
        return side_by_side(drawn).split("\n")

    def __str__(self) -> str:
        return "\n".join([*self.sentences(), *self.drawing()])

    def as_dict(self) -> dict[str, Any]:
        """The repair as plain data."""
        gone = self.removed or ()
        return {
            "removed": None if self.removed is None else len(gone),
            "fixed": list_pieces({rule.square: rule.piece for rule in gone if isinstance(rule, Fixed)}),
            "forbidden": [list(rule.square) for rule in gone if isinstance(rule, Forbidden)],
            "solution": None if self.solution is None else list_pieces(self.solution),
            "sentences": list(self.sentences()),
        }

    def svg(self, *, coordinates: bool | str = False) -> str:
        """The givens, those that go shaded, next to a solution without these, as one picture."""
        board, problem = self.problem.board, self.problem
        marks = Marks(coordinates, attacked=self.squares, forbidden=problem.forbidden)
        drawn = [draw_picture(board, problem.fixed, marks)]
        drawn += [] if self.solution is None else [draw_picture(board, self.solution, Marks(coordinates))]
        return set_beside([each for each in drawn if each])

    def _repr_svg_(self) -> str:
        return self.svg()


def repair(problem: Problem, seconds: float | str | None = SECONDS) -> Repair:
    """Find the fewest givens (fixed and forbidden squares) to remove so that a problem has a solution.

    >>> import rookery as rk
    >>> found = rk.repair(rk.placement("rook", 3, count=3, fixed=["a1", "a2", "b2"]))
    >>> [str(square) for square in found.squares]
    ['1,0']

    That fewer do not suffice is proven by contradictions, each of which contains a removed given; `solution` is a
    placement without them, which both referees have accepted. `seconds` are for all of it.
    """
    rules, known = list_demanding(take_problem(problem)), list[set[int]]()
    givens = [rule for rule in rules if isinstance(rule, Fixed | Forbidden)]
    try:
        with Deadline(take_seconds(seconds)).held(), closing(Finder(problem)) as finder:
            while (gone := find_hitting(known, len(givens))) is not None:
                removed = tuple(givens[at] for at in gone)
                left = [rule for rule in rules if rule not in removed]
                core = finder.find_core(left)
                if core is None:
                    return Repair(problem, removed, _solve_with(problem, left) if removed else None)
                known.append({at for at, rule in enumerate(givens) if rule in core})
                if not known[-1]:
                    return Repair(problem, None, note=NO_GIVENS)
    except OutOfTime:
        pass
    return Repair(problem, None, note=LIMIT)


def _solve_with(problem: Problem, rules: Rules) -> Placement | None:
    """Some solution with those givens alone that are among the rules; None if the problem cannot be declared again."""
    fewer = redeclare(problem, rules)
    if fewer is None:
        return None
    return solve(replace(fewer, model=replace(fewer.model, goal=Satisfy()), aim=None), "sat").best
