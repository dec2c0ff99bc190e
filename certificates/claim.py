"""What is claimed of a problem: as plain data, and in chess words."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import prod
from typing import Any

from rookery.certificates.refusals import Refused
from rookery.models import BadInput, Minimize, Piece, Problem, Satisfy
from rookery.models.base.legible import legible
from rookery.models.base.words import amount
from rookery.models.pieces.standard import OWN_PIECES
from rookery.models.problems.plain import declare_plain, plain_statement, stable

WANTS = ("one", "all", "count")
MOST_VARIABLES = 10_000  # of a problem that is declared for a certificate: a board of 100x100
MOST_TEXT = 1 << 20  # characters of a problem as plain data
DATA_ERRORS = (BadInput, LookupError, TypeError, ValueError, AttributeError, AssertionError, ArithmeticError)


@dataclass(frozen=True)
class ProblemClaim:
    """What is claimed of the problem that the plain data state.

    `objective` is the optimum, None where there is no goal or no solution. `count` is how many solutions there are,
    the optimal ones where there is a goal; None where only one is claimed. `orbits` is how many of them differ by more
    than a symmetry, None where nobody asked. `want` is what was asked: "all" comes with the list of them.
    """

    problem: Mapping[str, Any]
    want: str
    objective: int | None = None
    count: int | None = None
    orbits: int | None = None

    @property
    def solvable(self) -> bool:
        """Whether a solution is claimed."""
        return self.count != 0

    def declare(self) -> Problem:
        """The problem, declared anew; raises `Refused` for data that state none, and for one that is too large."""
        try:
            self._check_size()
            problem = declare_plain(self.problem)
            same = problem.asked is not None and stable(plain_statement(problem.asked)) == stable(self.problem)
        except (*DATA_ERRORS, RecursionError) as error:
            raise Refused("problem", " ".join(str(error).split()) or type(error).__name__) from None
        if not same:
            raise Refused("problem", "its data are not as Rookery writes them")
        return problem

    def _check_size(self) -> None:
        sides = self.problem["board"]
        if any(type(side) is not int for side in sides):
            raise BadInput("a board of other than whole numbers")
        size = prod(sides) * max(1, len(self.problem["pieces"]))
        if size > MOST_VARIABLES or len(stable(self.problem)) > MOST_TEXT:
            raise BadInput(f"{size:,} variables; at most {MOST_VARIABLES:,} are checked")

    def check_shape(self, problem: Problem) -> None:
        """Raise `Refused` for a claim that makes no sense of its problem."""
        bare = isinstance(problem.model.goal, Satisfy)
        several = self.want != "one"
        if (self.objective is None) != (bare or not self.solvable):
            raise Refused("claim", "an optimum goes with a goal and a solution, and with nothing else")
        if self.solvable and (self.count is None) == several:
            raise Refused("claim", f"a number of solutions does not go with {self.want!r}")
        if self.orbits is not None and (self.count is None or not 0 < self.orbits <= self.count) and self.solvable:
            raise Refused("claim", f"{self.orbits} orbits of {self.count} solutions")
        if not self.solvable and self.orbits:
            raise Refused("claim", "orbits of no solution")

    def sentence(self, problem: Problem) -> str:
        """The claim in chess words; `problem` is the one that its data state.

        A piece that only bears the name of a usual one is told by its steps.
        """
        return legible(f"{problem.title}: {self._say(problem)}{_say_steps(problem)}")

    def _say(self, problem: Problem) -> str:
        if not self.solvable:
            return "there is no solution"
        parts = [] if self.objective is None else [f"{self.objective} is the {_extreme(problem)}"]
        if self.count is not None:
            what = "solution" if self.objective is None else "optimal solution"
            there = "there is" if self.count == 1 else "there are"
            parts.append(f"{there} exactly {amount(self.count, what)}{self._say_orbits()}")
        return "; ".join(parts) or "there is a solution"

    def _say_orbits(self) -> str:
        return "" if self.orbits is None else f", {self.orbits:,} up to symmetry"


def _say_steps(problem: Problem) -> str:
    """The steps of each piece that is none of the usual ones, with the reach of a ride where it has an end."""
    own = {piece.name: " ".join(_list_steps(piece)) for piece in problem.pieces if piece not in OWN_PIECES}
    return "".join(f"; here the {name} moves {steps}" for name, steps in own.items())


def _list_steps(piece: Piece) -> Iterator[str]:
    for (down, right), reach in sorted(piece.rides, key=str):
        yield f"({down},{right}){'' if reach == 1 else f'x{reach}' if reach else '*'}"
    for up, down, right in sorted(piece.solid):
        yield f"({up},{down},{right})*"


def _extreme(problem: Problem) -> str:
    goal = problem.model.goal
    least = "least" if not isinstance(goal, Satisfy) and goal.weights else "fewest"
    return least if isinstance(goal, Minimize) else "most"
