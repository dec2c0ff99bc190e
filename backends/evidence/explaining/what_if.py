"""Questions about one problem, answered by a SAT solver that keeps what it has learnt: what holds, if this stood there?

What is fixed and forbidden are assumptions, so that nothing is declared, encoded or learnt twice. Each solution that
the solver finds is refereed and kept: it answers all later questions of which it is an example. A refutation is kept
too, for as long as the moves stand that it was asked under.
"""

from collections.abc import Iterator
from itertools import chain
from types import TracebackType
from typing import Self

from rookery.backends.contract.answer import Answer
from rookery.backends.contract.question import take_problem
from rookery.backends.evidence.explaining.contradiction import Selected
from rookery.backends.running.checker import Checker
from rookery.backends.running.solve import solve
from rookery.core.deadline import Deadline, Hold
from rookery.models import BadInput, Placement, Problem, RookeryError, Satisfy
from rookery.models.boards.ground import Place
from rookery.models.reading.given import PieceLike, SquareLike, take_piece, take_seconds, take_square

MAX_KEPT = 512  # solutions that are looked through before the solver is asked


class WhatIf:
    """A problem that is asked about again and again, under pieces that are tried on squares; made by `rk.what_if`.

    Methods raise `BadInput` for a square or a piece that the problem does not have, and `OutOfTime` after the seconds
    of a question; what was found until then is kept, so that the same question asked again goes on from there.
    """

    def __init__(self, problem: Problem, seconds: float | str | None = None) -> None:
        self.problem, self._seconds, self._is_open = problem, take_seconds(seconds), True
        model, self._size = problem.model, len(problem.board)
        with self._limit():
            if not isinstance(model.goal, Satisfy):
                answer: Answer = solve(problem)
                if answer.objective is None or not answer.complete:
                    raise BadInput(f"{problem.title}: there is no best solution to ask about")
                model = model.at_optimum(answer.objective)
            self._solver: Selected[int] = Selected(model.variables, (), [((), model.constraints)])
        self._checker, self._model = Checker(problem), model
        self._layers = {piece: layer for layer, piece in enumerate(problem.pieces)}
        self._placing = (1 << self._size * len(self._layers)) - 1
        self._kept: list[int] = []  # solutions, as the bits of their variables
        self._moves: list[tuple[int, ...]] = []
        self._refuted: list[set[tuple[int, ...]]] = [set()]  # under the moves so far, one after the other

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Free the solver's memory; no more questions are answered."""
        self._is_open = False
        self._solver.close()

    def __repr__(self) -> str:
        return f"WhatIf({self.problem!r}, {len(self._moves)} moves)"

    def fix(self, square: SquareLike, piece: PieceLike | None = None) -> None:
        """Try a piece on a square, the only one of the problem if none is named; `undo` takes it back."""
        if piece is None and len(self._layers) > 1:
            raise BadInput(f"fix takes the piece as well: {', '.join(map(str, self._layers))}")
        self._move(self._literals(square, piece))

    def forbid(self, square: SquareLike, piece: PieceLike | None = None) -> None:
        """Try a square without a piece, or without one of them; `undo` takes it back."""
        self._move(tuple(-each for each in self._literals(square, piece)))

    def undo(self) -> None:
        """Take the last move back; raises `BadInput` if there is none."""
        if not self._moves:
            raise BadInput("undo: no square was fixed or forbidden, so nothing can be taken back")
        self._moves.pop()
        self._refuted.pop()

    def possible(self, square: SquareLike, piece: PieceLike | None = None) -> bool:
        """Return whether some solution has a piece, or this one, on a square, as the moves stand."""
        with self._limit():
            return any(self._ask((literal,)) for literal in self._literals(square, piece))

    def forced(self, square: SquareLike, piece: PieceLike | None = None) -> bool:
        """Return whether every solution has a piece, or this one, on a square; False if there is no solution."""
        with self._limit():
            return self._ask(()) and not self._ask(tuple(-each for each in self._literals(square, piece)))

    def in_some(self, piece: PieceLike | None = None) -> tuple[Place, ...]:
        """The squares on which some solution has a piece, or this one, in the order of the board."""
        with self._limit():
            return tuple(s for s in self.problem.board if any(self._ask((each,)) for each in self._literals(s, piece)))

    def in_every(self, piece: PieceLike | None = None) -> tuple[Place, ...]:
        """The squares on which every solution has a piece, or this one; none if there is no solution."""
        with self._limit():
            if not self._ask(()):
                return ()
            empty = ((s, tuple(-each for each in self._literals(s, piece))) for s in self.problem.board)
            return tuple(square for square, literals in empty if not self._ask(literals))

    def solution(self) -> Placement | None:
        """A solution as the moves stand, which both referees have accepted; None if there is none."""
        with self._limit():
            if not self._ask(()):
                return None
        kept = next(self._list_examples(()))
        return self.problem.read({v for v in range(self._placing.bit_length()) if kept >> v & 1})

    def _limit(self) -> Hold:
        """The limit of one question, on a board that is open."""
        if not self._is_open:
            raise RookeryError("this board is closed; rk.what_if opens another")
        return Deadline(self._seconds).held()

    def _literals(self, square: SquareLike, piece: PieceLike | None) -> tuple[int, ...]:
        """The literals which say that a piece stands on a square: one for each piece, or for the one that is named."""
        board, place = self.problem.board, take_square(square, self.problem.board)
        if place not in board:
            raise BadInput(board.refusal(place))
        named = self._layers if piece is None else [take_piece(piece)]
        if strange := [each for each in named if each not in self._layers]:
            raise BadInput(f"{strange[0]} is not a piece of this problem: {', '.join(map(str, self._layers))}")
        return tuple(self._layers[each] * self._size + board.index(place) + 1 for each in named)

    def _move(self, literals: tuple[int, ...]) -> None:
        self._moves.append(literals)
        self._refuted.append(set())

    def _list_examples(self, literals: tuple[int, ...]) -> Iterator[int]:
        """The kept solutions that make these literals, and those of all moves, true; the latest first."""
        bits = [0, 0]  # of what must be false, and true
        for literal in (*literals, *chain.from_iterable(self._moves)):
            bits[literal > 0] |= 1 << abs(literal) - 1
        empty, full = bits
        yield from (each for each in reversed(self._kept) if each & full == full and not each & empty)

    def _ask(self, literals: tuple[int, ...]) -> bool:
        """Return whether some solution makes these literals true, as the moves stand."""
        if any(literals in refuted for refuted in self._refuted):
            return False
        if next(self._list_examples(literals), None) is not None:
            return True
        if not self._solver.is_possible([*chain.from_iterable(self._moves), *literals]):
            self._refuted[-1].add(literals)
            return False
        chosen = self._solver.oracle.solution()
        self._checker.require_valid(chosen, self._model)
        self._kept = [*self._kept[-MAX_KEPT + 1 :], sum(1 << v for v in self.problem.placed(chosen))]
        return True


def what_if(problem: Problem, seconds: float | str | None = None) -> WhatIf:
    """Open a board on which squares are tried: what is possible, what is forced, if this piece stood there?

    >>> import rookery as rk
    >>> with rk.what_if(rk.placement("queen", 6, count=6)) as board:
    ...     board.fix("b6")
    ...     print(board.possible("c4"), board.possible("d4"), board.forced("d5"))
    False False True

    `seconds` limit each question, and the opening, which finds the optimum of a problem with a goal: its questions are
    about the best solutions. Whatever backend found that, a SAT solver answers, by assumptions; every solution that it
    finds is checked by both referees.
    """
    return WhatIf(take_problem(problem), seconds)
