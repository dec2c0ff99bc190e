"""What-if questions: which squares are possible or forced if a piece stands here?"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from rookery.backends.explaining.asked import Asked, find_best, list_literals
from rookery.backends.referee import Referee
from rookery.backends.run import take_problem
from rookery.core.deadline import Deadline
from rookery.core.files import Closing
from rookery.models import BadInput, Placement, Problem, RookeryError, Satisfy
from rookery.models.boards.base import Cell
from rookery.models.reading.given import PieceLike, SquareLike, take_piece, take_seconds, take_square


class WhatIf(Closing):
    """A board on which pieces are tried: questions about the solutions that have these pieces; see `rk.what_if`.

    Methods raise `BadInput` for a square or a piece that the problem does not have, and `OutOfTime` at the time limit.
    """

    def __init__(self, problem: Problem, seconds: float | str | None = None) -> None:
        self.problem, self._seconds, self._is_open = take_problem(problem), take_seconds(seconds), True
        with self._asking():
            self._model, best = find_best(problem)
            if best is None and not isinstance(problem.model.goal, Satisfy):
                raise BadInput(f"{problem.title}: there is no best solution to ask about")
            self._asked: Asked[Any] = Asked(self._model.variables, [((), self._model.constraints)])
        self._moves: list[tuple[int, ...]] = []

    def close(self) -> None:
        """Free the solver's memory; no more questions are answered."""
        if self._is_open:
            self._asked.close()
        self._is_open = False

    def __repr__(self) -> str:
        return f"WhatIf({self.problem!r}, {len(self._moves)} moves)"

    def fix(self, square: SquareLike, piece: PieceLike | None = None) -> None:
        """Put a piece on a square; it can be left out if the problem has only one. `undo` takes it back."""
        if piece is None and len(self.problem.pieces) > 1:
            raise BadInput(f"fix takes the piece as well: {', '.join(map(str, self.problem.pieces))}")
        self._moves.append(self._literals(square, piece))

    def forbid(self, square: SquareLike, piece: PieceLike | None = None) -> None:
        """Keep a square free of all pieces, or of this one; `undo` takes it back."""
        self._moves.append(tuple(-each for each in self._literals(square, piece)))

    def undo(self) -> None:
        """Take the last move back; raises `BadInput` if there is none."""
        if not self._moves:
            raise BadInput("undo: no square was fixed or forbidden, so nothing can be taken back")
        self._moves.pop()

    def possible(self, square: SquareLike, piece: PieceLike | None = None) -> bool:
        """Return whether some solution has a piece, or this one, on a square."""
        with self._asking():
            return any(self._solve((literal,)) for literal in self._literals(square, piece))

    def forced(self, square: SquareLike, piece: PieceLike | None = None) -> bool:
        """Return whether every solution has a piece, or this one, on a square; False if there is no solution."""
        with self._asking():
            return self._solve() and not self._solve(tuple(-each for each in self._literals(square, piece)))

    def in_some(self, piece: PieceLike | None = None) -> tuple[Cell, ...]:
        """Return the squares on which some solution has a piece, or this one, in the order of the board."""
        with self._asking():
            if not self._solve():
                return ()
            literals = {square: self._literals(square, piece) for square in self.problem.board}
            asked = [-each for there in literals.values() for each in there]
            moves = [each for move in self._moves for each in move]
            never = {literal for literal, _ in self._asked.backbone(moves, asked)}
            return tuple(square for square, there in literals.items() if any(-each not in never for each in there))

    def in_every(self, piece: PieceLike | None = None) -> tuple[Cell, ...]:
        """Return the squares on which every solution has a piece, or this one; none if there is no solution."""
        return tuple(square for square in self.in_some(piece) if self.forced(square, piece))

    def solution(self) -> Placement | None:
        """Return a solution that both referees accept; None if there is none."""
        with self._asking():
            if not self._solve():
                return None
        chosen = self._asked.solution()
        Referee(self.problem).require_valid(chosen, self._model)
        return self.problem.read(chosen)

    @contextmanager
    def _asking(self) -> Iterator[None]:
        """Hold the time limit of one question; raises `RookeryError` on a closed board."""
        if not self._is_open:
            raise RookeryError("this board is closed; rk.what_if opens another")
        with Deadline(self._seconds).held():
            yield

    def _solve(self, literals: tuple[int, ...] = ()) -> bool:
        return self._asked.solve([*(each for move in self._moves for each in move), *literals])

    def _literals(self, square: SquareLike, piece: PieceLike | None) -> tuple[int, ...]:
        """Return the literals that put a piece on a square, one for each piece, or for the one that is named."""
        board, place, known = self.problem.board, take_square(square, self.problem.board), self.problem.pieces
        if place not in board:
            raise BadInput(board.refusal(place))
        named = known if piece is None else [take_piece(piece, own=known)]
        if strange := [each for each in named if each not in known]:
            raise BadInput(f"{strange[0]} is not a piece of this problem: {', '.join(map(str, known))}")
        return tuple(list_literals(self.problem, place, named))


def what_if(problem: Problem, *, seconds: float | str | None = None) -> WhatIf:
    """Open a board for what-if questions: which squares are possible or forced if a piece stands here?

    >>> import rookery as rk
    >>> with rk.what_if(rk.placement("queen", 6, count=6)) as board:
    ...     board.fix("b6")
    ...     print(board.possible("c4"), board.possible("d4"), board.forced("d5"))
    False False True

    A SAT solver answers, whichever backend solves the problem. Questions about a problem with a goal are about its
    best solutions.

    Args:
        problem: The problem.
        seconds: Time limit of each question, and of opening the board, which finds the optimum of a goal.
    """
    return WhatIf(problem, seconds)
