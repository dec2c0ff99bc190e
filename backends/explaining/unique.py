"""Uniqueness: whether a problem has exactly one solution."""

from dataclasses import dataclass
from typing import Any

from rookery.backends.answer import Answer, Status
from rookery.backends.explaining.wording import Wording
from rookery.backends.registry import DEFAULT, BackendLike
from rookery.backends.solve import solve
from rookery.models import Problem
from rookery.models.boards.base import Cell
from rookery.models.drawing.boards import draw_marked
from rookery.models.drawing.text import side_by_side


@dataclass(frozen=True)
class Uniqueness:
    """An answer with at most two solutions (optimal ones with a goal): it is true if there is exactly one."""

    answer: Answer

    def __bool__(self) -> bool:
        return self.unique is True

    @property
    def unique(self) -> bool | None:
        """Return whether there is exactly one solution; None if a limit was reached first."""
        if len(self.answer.solutions) > 1 or self.answer.status is Status.INFEASIBLE:
            return False
        return True if self.answer.complete and self.answer.solutions else None

    @property
    def differing(self) -> tuple[Cell, ...]:
        """The squares on which the two solutions differ, in the order of the board."""
        if len(self.answer.solutions) < 2:
            return ()
        one, other = (dict(each) for each in self.answer.solutions[:2])
        return tuple(square for square in self.answer.problem.board if one.get(square) != other.get(square))

    @property
    def sentence(self) -> str:
        """The finding in a sentence."""
        title, words = self.answer.problem.title, Wording(self.answer.problem)
        if self.unique is None:
            return f"{title}: a limit was reached before it was known whether there is exactly one solution"
        if self.unique:
            return f"{title}: exactly one solution"
        if not self.answer.solutions:
            return f"{title}: no solution"
        return f"{title}: more than one solution; these two differ on {words.squares(self.differing)}"

    def __str__(self) -> str:
        board = self.answer.problem.board
        drawn = [str(each) for each in self.answer.solutions[:2]]
        if self.differing:
            drawn.append(draw_marked(board, dict.fromkeys(self.differing, "!")))
        return "\n\n".join(filter(None, (side_by_side(drawn) if drawn else "", self.sentence)))

    def as_dict(self) -> dict[str, Any]:
        """Return the finding as plain data: the answer with `unique` and the squares that differ."""
        return self.answer.as_dict() | {"unique": self.unique, "differ": [list(square) for square in self.differing]}


def is_unique(problem: Problem, backend: BackendLike = DEFAULT, *, seconds: float | str | None = None) -> Uniqueness:
    """Find out whether a problem has exactly one solution, or exactly one best one if it has a goal.

    >>> import rookery as rk
    >>> bool(rk.is_unique(rk.placement("queen", 6, count=6, fixed=["b6"])))
    True

    Without any solution it is false.

    Args:
        problem: The problem.
        backend: The backend that searches for two solutions.
        seconds: Time limit.
    """
    return Uniqueness(solve(problem, backend, "all", limit=2, seconds=seconds))
