"""All minimal unsatisfiable subsets (MUSes) of the rules of a problem, and the fewest givens to remove."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from rookery.backends.contract import Solution, WrongAnswer
from rookery.backends.explaining.asked import Asked, at_deadline, is_given, list_conflicts, list_demands
from rookery.backends.explaining.why import (
    BEYOND,
    LIMIT,
    SECONDS,
    SOLVABLE,
    Explanation,
    Size,
    demanded_by,
    explain_core,
    find_core,
    list_plain,
)
from rookery.backends.explaining.wording import Wording
from rookery.backends.run import take_problem
from rookery.backends.worker import Worker, WorkerLost
from rookery.core.deadline import Deadline, OutOfTime
from rookery.core.runtime import IN_PAGE
from rookery.core.words import amount
from rookery.models import BadInput, Model, Piece, Placement, Problem
from rookery.models.boards.base import Cell
from rookery.models.drawing.boards import draw_marked
from rookery.models.drawing.text import side_by_side
from rookery.models.problem.placement import list_pieces
from rookery.models.reading.drawn import FORBIDDEN
from rookery.models.reading.given import take_seconds, take_whole
from rookery.models.referee.rules import Barred, Fixed, Forbidden, Rule
from rookery.models.referee.walking import Walked

MOST = 20  # conflicts that are listed, if no other number is given
NO_GIVENS = "No removal of givens helps: the rules contradict each other without them."


@dataclass(frozen=True)
class Conflicts(Sequence[Explanation]):
    """The conflicts of a problem, smallest first: minimal sets of rules and givens that contradict each other.

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
        """Yield the number of conflicts, how many of them are smallest, and whether there may be more."""
        if not self.conflicts:
            yield self.note or SOLVABLE
            return
        least = sum(each.size is Size.SMALLEST for each in self.conflicts)
        these = "There is one conflict" if len(self) == 1 else f"There are {len(self):,} conflicts"
        smallest = "" if least in (0, len(self)) else f", of which {amount(least, 'is', 'are')} smallest"
        yield f"{these}{smallest}{'.' if self.complete else f', and there may be more: {self.note}'}"

    def __str__(self) -> str:
        shown = [f"Conflict {at}. {each}" for at, each in enumerate(self.conflicts, start=1)]
        return "\n\n".join([*shown, *self.sentences()])

    def as_dict(self) -> dict[str, Any]:
        """Return the fields of the first conflict, as `--why` gives them, with the list of all as `conflicts`."""
        first = self.conflicts[0].as_dict() if self.conflicts else {}
        said = {"conflicts": [each.as_dict() for each in self.conflicts], "all": self.complete}
        return first | said | {"sentences": [*first.get("sentences", ()), *self.sentences()]}


def conflicts(problem: Problem, limit: int = MOST, *, seconds: float | str | None = SECONDS) -> Conflicts:
    """List all conflicts of a problem: minimal sets of rules and givens that contradict each other (MUSes).

    >>> import rookery as rk
    >>> found = rk.conflicts(rk.placement("rook", 3, count=3, fixed=["a1", "a2", "b2"]))
    >>> len(found), found.complete
    (2, True)

    There are none if the problem has a solution.

    Args:
        problem: The problem.
        limit: The largest number of conflicts to list, smallest first; `complete` says whether there are more.
        seconds: Time limit. If it ends before the smallest conflict is known, a single one is returned.
    """
    most = take_whole(limit, "limit")
    if most < 1:
        raise BadInput(f"limit {most}: expected at least 1")
    with Deadline(take_seconds(seconds)).held():
        try:
            first = find_core(take_problem(problem))
        except OutOfTime:
            return Conflicts(problem, (), False, LIMIT)
        if first is None or not first[0]:
            return Conflicts(problem, (), True, BEYOND if first else "")
        listed, note = _list_all(problem, most)
        found = [(rules, Size.SMALLEST if len(rules) == len(listed[0]) else Size.MINIMAL) for rules in listed]
        explained = [explain_core(problem, *each) for each in found or [first]]
    return Conflicts(problem, tuple(explained), not note, note)


def _list_all(problem: Problem, most: int) -> tuple[list[frozenset[Rule]], str]:
    """Return conflicts, smallest first, and the limit that was reached; a process that can be killed searches them."""
    reached, found, deadline = "a limit was reached first.", list[frozenset[Rule]](), Deadline().or_held()
    if IN_PAGE:
        return [], reached
    try:
        with (
            Asked(problem.model.variables, list_demands(problem)) as asked,
            Worker() as worker,
            at_deadline(worker.kill),
        ):
            for each in worker.stream(list_conflicts, asked.clauses, [*asked.selectors.values()]):
                if len(found) == most:
                    return found, f"only {most:,} are listed."
                found.append(asked.units(each))
    except (OutOfTime, WorkerLost):
        if not deadline.passed():
            raise
        return found, reached
    return found, ""


@dataclass(frozen=True)
class Repair:
    """The fewest givens to remove so that a solution exists, and a solution without them.

    `removed` are the rules of fixed squares, and of squares forbidden for all pieces or for one; it is empty if there
    is a solution already, and None if no removal helps or a limit was reached first, as `note` says.
    """

    problem: Problem
    removed: tuple[Rule, ...] | None
    solution: Placement | None = None
    note: str = ""

    @property
    def squares(self) -> tuple[Cell, ...]:
        """The squares of the removed givens."""
        return tuple(rule.square for rule in self.removed or () if isinstance(rule, Fixed | Forbidden | Barred))

    def sentences(self) -> Iterator[str]:
        """Yield lines that name the givens to remove, or say why none is named."""
        if self.removed is None:
            yield self.note
        elif not self.removed:
            yield SOLVABLE
        else:
            yield f"There is a solution without {amount(len(self.removed), 'given')}, and none if fewer go:"
            yield from (f"- {line}" for line in Wording(self.problem).rules(self.removed))

    def drawing(self) -> list[str]:
        """Return the rows of a drawing: the givens, with ! on removed ones, next to a solution without these."""
        if not self.removed or self.solution is None:
            return []
        crossed: dict[Cell, Piece | str] = dict.fromkeys(self.problem.forbidden, FORBIDDEN)
        drawn = draw_marked(self.problem.board, crossed | self.problem.fixed | dict.fromkeys(self.squares, "!"))
        return side_by_side([drawn, str(self.solution)]).split("\n")

    def __str__(self) -> str:
        return "\n".join([*self.sentences(), *self.drawing()])

    def as_dict(self) -> dict[str, Any]:
        """Return the repair as plain data."""
        gone = self.removed or ()
        return {
            "removed": None if self.removed is None else len(gone),
            "fixed": list_pieces({rule.square: rule.piece for rule in gone if isinstance(rule, Fixed)}),
            "forbidden": [list(rule.square) for rule in gone if isinstance(rule, Forbidden)],
            "barred": list_pieces({rule.square: rule.piece for rule in gone if isinstance(rule, Barred)}),
            "solution": None if self.solution is None else list_pieces(self.solution),
            "sentences": list(self.sentences()),
        }


def repair(problem: Problem, *, seconds: float | str | None = SECONDS) -> Repair:
    """Find the fewest givens (fixed and forbidden squares) to remove so that a problem has a solution.

    >>> import rookery as rk
    >>> found = rk.repair(rk.placement("rook", 3, count=3, fixed=["a1", "a2", "b2"]))
    >>> print(*found.sentences(), sep="\\n")
    There is a solution without 1 given, and none if fewer go:
    - a rook is fixed on a2

    MaxSAT (RC2) proves that fewer do not suffice; both referees accept `solution`, a placement without these givens.

    Args:
        problem: The problem.
        seconds: Time limit for the whole call.
    """
    try:
        with Deadline(take_seconds(seconds)).held():
            if any(not any(map(is_given, core)) for core in list_plain(take_problem(problem))):
                return Repair(problem, None, note=NO_GIVENS)
            with Asked(problem.model.variables, list_demands(problem)) as asked:
                removed = asked.repair([rule for rule in problem.rules if is_given(rule)])
                if removed is None:
                    return Repair(problem, None, note=NO_GIVENS)
                asked.solve([selector for rule, selector in asked.selectors.items() if rule not in removed])
                solution = _referee(problem, {*problem.rules} - {*removed}, asked.solution())
    except OutOfTime:
        return Repair(problem, None, note=LIMIT)
    return Repair(problem, tuple(removed), solution if removed else None)


def _referee(problem: Problem, kept: set[Rule], chosen: Solution) -> Placement:
    """Return the placement of a solution; raises `WrongAnswer` if it breaks some of the rules that are kept."""
    placement = problem.read(chosen)
    walked = Walked(problem.board, placement)
    broken: list[object] = [fault for rule in kept for fault in rule.faults(walked)]
    broken += Model(problem.model.variables, demanded_by(problem, kept)).violated(chosen)
    if broken:
        raise WrongAnswer(f"a referee refuses a placement: {broken[0]}", placement)
    return placement
