"""Claims about a problem: as plain data, in chess words, and as the theorem that evidence must prove."""

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from msgspec import Struct

from rookery.core.errors import BadInput, RookeryError
from rookery.core.words import amount
from rookery.models import Minimize, Model, Piece, Problem, Satisfy
from rookery.models.model.model import Goal, Permutation
from rookery.models.problems.command import identify
from rookery.models.problems.family import stable
from rookery.models.problems.registry import declare
from rookery.models.reading.given import take_piece, take_regions


class NoCertificate(BadInput):
    """A file that holds no certificate that this version can read."""


class Uncertified(RookeryError):
    """An answer for which no evidence of reasonable size is known."""


class Refused(RookeryError):
    """A certificate that does not prove its claim: `place` says where the check failed, `reason` why."""

    def __init__(self, place: str, reason: str) -> None:
        super().__init__(f"{place}: {reason}")
        self.place, self.reason = place, reason


MAX_VARIABLES = 10_000  # of a problem that is declared for a certificate: a board of 100x100
MAX_WAYS = 1 << 19  # rides of all pieces from all squares: 50 of a piece on 100x100
MAX_TEXT = 1 << 20  # characters of a problem as plain data
DATA_ERRORS = (BadInput, LookupError, TypeError, ValueError, AttributeError, AssertionError, ArithmeticError)


class Claim(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A claim about the problem with these plain data.

    `objective` is the optimum, None without a goal or solution. `count` is the number of solutions, of optimal ones if
    there is a goal; None if only one solution is claimed. `orbits` is their number up to symmetry, None if it was not
    asked for. `want` is the question; "all" comes with a list of the solutions.
    """

    problem: dict[str, Any]
    want: Literal["one", "all", "count"]
    objective: int | None = None
    count: int | None = None
    orbits: int | None = None

    @property
    def solvable(self) -> bool:
        """Return whether a solution is claimed."""
        return self.count != 0

    def declare(self) -> Problem:
        """Return the problem; raises `Refused` if the data state none, or one that is too large to be checked."""
        try:
            if len(stable(self.problem)) > MAX_TEXT:
                raise BadInput(f"more than {MAX_TEXT:,} characters of plain data")
            # Check the sizes before declaring: a short file can state a problem of any size
            board = take_regions(self.problem["board"] if "board" in self.problem else self.problem["n"])
            size = len(board) * max(1, len(self.problem.get("pieces", ())))
            if size > MAX_VARIABLES:
                raise BadInput(f"{size:,} variables; at most {MAX_VARIABLES:,} are checked")
            ways = len(board) * sum(len(piece.rides) for piece in _list_pieces(self.problem))
            if ways > MAX_WAYS:
                raise BadInput(f"pieces that go {ways:,} ways in all; at most {MAX_WAYS:,} are checked")
            problem = declare(self.problem)
        except (*DATA_ERRORS, RecursionError) as error:
            raise Refused("problem", " ".join(str(error).split()) or type(error).__name__) from None
        if problem.asked != self.problem:
            raise Refused("problem", "its data are not as Rookery writes them")
        return problem

    def check_shape(self, problem: Problem) -> None:
        """Raise `Refused` for numbers that do not go together, or with the problem."""
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
        """Return the claim about its `problem` in chess words; different plain data give different sentences."""
        return f"{identify(problem)}: {self._say(problem)}"

    def _say(self, problem: Problem) -> str:
        if not self.solvable:
            return "there is no solution"
        parts = [] if self.objective is None else [f"{self.objective} is the {_extreme(problem)}"]
        if self.count is not None:
            what = "solution" if self.objective is None else "optimal solution"
            there = "there is" if self.count == 1 else "there are"
            orbits = "" if self.orbits is None else f", {self.orbits:,} up to symmetry"
            parts.append(f"{there} exactly {amount(self.count, what)}{orbits}")
        return "; ".join(parts) or "there is a solution"


def _list_pieces(asked: Mapping[str, Any]) -> list[Piece]:
    named = asked["pieces"] if "pieces" in asked else [asked["piece"]] if "piece" in asked else []
    return [take_piece(each[0] if isinstance(each, list) else each) for each in named]


def _extreme(problem: Problem) -> str:
    goal = problem.model.goal
    least = "least" if not isinstance(goal, Satisfy) and goal.weights else "fewest"
    return least if isinstance(goal, Minimize) else "most"


@dataclass(frozen=True)
class Theorem:
    """The statement that `model`, which has no goal, has exactly `count` solutions.

    If `value` is given, each of them has this value of `goal`; the model itself only says "at least as good". If
    `orbits` is given, it is their number up to the `symmetries` of the problem. `listed` are the solutions, one per
    orbit if orbits are claimed, if the certificate lists them; both referees have accepted them. The list and the
    symmetries are about the first `placed` variables, those of the placement; None means all variables.
    """

    model: Model
    count: int
    symmetries: Sequence[Permutation] = ()
    orbits: int | None = None
    value: int | None = None
    goal: Goal = field(default_factory=Satisfy)
    listed: tuple[frozenset[int], ...] | None = None
    placed: int | None = None


def count_symmetries(symmetries: Sequence[Permutation]) -> int:
    """Return the number of symmetries; `sys.maxsize` if `len` cannot return it, as for 26 armies of one piece."""
    try:
        return len(symmetries)
    except OverflowError:
        return sys.maxsize


def theorem(problem: Problem, claim: Claim, listed: tuple[frozenset[int], ...] | None) -> Theorem | None:
    """Return what the evidence for a claim must prove; None if the witness proves the claim."""
    model = problem.model
    if not claim.solvable:
        return Theorem(replace(model, goal=Satisfy()), 0, problem.symmetries)
    if claim.count is not None:
        at_best = model if claim.objective is None else model.at_optimum(claim.objective)
        placed = len(problem.pieces) * len(problem.board)
        return Theorem(
            at_best, claim.count, problem.symmetries, claim.orbits, claim.objective, model.goal, listed, placed
        )
    if claim.objective is None:
        return None
    better = claim.objective + (-1 if isinstance(model.goal, Minimize) else 1)
    return Theorem(model.at_optimum(better), 0, problem.symmetries)
