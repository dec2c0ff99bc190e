"""Questions about one problem, answered by a SAT solver that keeps what it has learnt: what holds, if this stood there?

A problem of few solutions is listed when it is opened: then no solver is asked at all. Else what is fixed and forbidden
are assumptions, so that nothing is declared, encoded or learnt twice. Each solution that the solver finds is refereed
and kept: it answers all later questions of which it is an example. A refutation is kept too, for as long as the moves
stand that it was asked under.
"""

from dataclasses import dataclass, field, replace
from types import TracebackType
from typing import Self

from rookery.backends.answer import Answer
from rookery.backends.contract import Solution
from rookery.backends.explaining.asked import Asked
from rookery.backends.running.checker import Checker
from rookery.backends.running.run import take_problem
from rookery.backends.running.solve import solve
from rookery.core.deadline import Deadline, Hold, check_deadline
from rookery.models import BadInput, Placement, Problem, RookeryError, Satisfy
from rookery.models.boards.base import Cell
from rookery.models.reading.given import PieceLike, SquareLike, take_piece, take_seconds, take_square

MAX_KEPT = 5_000  # solutions that are looked through before the solver is asked, and as many as are listed
MAX_COUNTING = 1.0  # seconds to find out whether a problem has no more solutions than that


@dataclass
class Moment:
    """The knowledge after some moves, the last of which makes some literals true.

    `kept` are solutions, as the bits of their variables, `some` the bits that are in one of them and `every` those that
    are in each, `refuted` the literals that no solution makes true.
    """

    literals: tuple[int, ...] = ()
    kept: list[int] = field(default_factory=list)
    refuted: set[tuple[int, ...]] = field(default_factory=set)
    some: int = 0
    every: int = -1

    def keep(self, solution: int) -> bool:
        """Keep a solution, if the last move allows it."""
        if fits := _makes_true(solution, self.literals):
            del self.kept[: -MAX_KEPT + 1]
            self.kept.append(solution)
            self.some |= solution
            self.every &= solution
        return fits

    def has_example(self, literals: tuple[int, ...]) -> bool:
        """Return whether a solution that was kept makes these literals true."""
        if len(literals) == 1:  # the usual question, which needs no look at each solution
            bit = 1 << abs(literals[0]) - 1
            return bool((self.some if literals[0] > 0 else ~self.every) & bit)
        return any(_makes_true(each, literals) for each in reversed(self.kept))


def _makes_true(solution: int, literals: tuple[int, ...]) -> bool:
    return all(bool(solution >> abs(each) - 1 & 1) == (each > 0) for each in literals)


class WhatIf:
    """A problem that is asked about again and again, under pieces that are tried on squares; made by `rk.what_if`.

    Methods raise `BadInput` for a square or a piece that the problem does not have, and `OutOfTime` after the seconds
    of a question; what was found until then is kept, so that the same question asked again goes on from there, and
    `still_open` says what is left.
    """

    def __init__(self, problem: Problem, seconds: float | str | None = None) -> None:
        self.problem, self._seconds, self._is_open = problem, take_seconds(seconds), True
        model, self._size = problem.model, len(problem.board)
        with self._limit():
            if not isinstance(model.goal, Satisfy):
                answer: Answer = solve(problem)
                check_deadline()
                if answer.objective is None or not answer.complete:
                    raise BadInput(f"{problem.title}: there is no best solution to ask about")
                model = model.at_optimum(answer.objective)
            asked = replace(problem, model=model)
            counted: Answer = solve(asked, want="count", seconds=MAX_COUNTING)
            few = counted.complete and (counted.count or 0) <= MAX_KEPT
            listed: Answer | None = solve(asked, want="all") if few else None
            self._solver: Asked[int] | None = None  # needed unless all solutions are listed
            if listed is None or not listed.complete:
                self._solver = Asked(model.variables, [((), model.constraints)])
        self._checker, self._model = Checker(problem), model
        self._layers = {piece: layer for layer, piece in enumerate(problem.pieces)}
        self._placing = (1 << self._size * len(self._layers)) - 1
        self._moments = [Moment()]  # after none of the moves so far, after the first, and so on
        for each in listed.solutions if listed else ():
            self._keep(problem.write(each))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Free the solver's memory; no more questions are answered."""
        self._is_open = False
        if self._solver:
            self._solver.close()

    def __repr__(self) -> str:
        return f"WhatIf({self.problem!r}, {len(self._moments) - 1} moves)"

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
        if len(self._moments) == 1:
            raise BadInput("undo: no square was fixed or forbidden, so nothing can be taken back")
        self._moments.pop()

    def possible(self, square: SquareLike, piece: PieceLike | None = None) -> bool:
        """Return whether some solution has a piece, or this one, on a square, as the moves stand."""
        with self._limit():
            return any(self._ask((literal,)) for literal in self._literals(square, piece))

    def forced(self, square: SquareLike, piece: PieceLike | None = None) -> bool:
        """Return whether every solution has a piece, or this one, on a square; False if there is no solution."""
        with self._limit():
            return self._ask(()) and not self._ask(tuple(-each for each in self._literals(square, piece)))

    def in_some(self, piece: PieceLike | None = None) -> tuple[Cell, ...]:
        """The squares on which some solution has a piece, or this one, in the order of the board."""
        with self._limit():
            return tuple(s for s in self.problem.board if any(self._ask((each,)) for each in self._literals(s, piece)))

    def still_open(self, piece: PieceLike | None = None) -> tuple[Cell, ...]:
        """The squares of which it is not known yet whether some solution has a piece, or this one, there.

        No solver is asked: after a question that a limit ended, this is what is left of it.
        """
        known = ((s, [self._recall((each,)) for each in self._literals(s, piece)]) for s in self.problem.board)
        return tuple(square for square, each in known if True not in each and None in each)

    def in_every(self, piece: PieceLike | None = None) -> tuple[Cell, ...]:
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
        kept = self._moments[-1].kept[-1]
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
        moment = Moment(literals)
        for each in self._moments[-1].kept:
            moment.keep(each)
        self._moments.append(moment)

    def _keep(self, chosen: Solution) -> None:
        """Keep a solution after the first moves, as many of them as allow it."""
        solution = sum(1 << v for v in self.problem.placed(chosen))
        for moment in self._moments:
            if not moment.keep(solution):
                return

    def _recall(self, literals: tuple[int, ...]) -> bool | None:
        """Return whether some solution makes these literals true, as the moves stand; None if that is to be asked."""
        if self._moments[-1].has_example(literals):
            return True
        if self._solver is None or any(not each.refuted.isdisjoint((literals, ())) for each in self._moments):
            return False
        return None

    def _ask(self, literals: tuple[int, ...]) -> bool:
        """The same; the solver is asked if nothing is known."""
        if (known := self._recall(literals)) is not None or self._solver is None:
            return bool(known)
        if not self._solver.solve([*(each for m in self._moments for each in m.literals), *literals]):
            self._moments[-1].refuted.add(literals)
            return False
        chosen = self._solver.solution()
        self._checker.require_valid(chosen, self._model)
        self._keep(chosen)
        return True


def what_if(problem: Problem, seconds: float | str | None = None) -> WhatIf:
    """Open a board on which squares are tried: what is possible, what is forced, if this piece stood there?

    >>> import rookery as rk
    >>> with rk.what_if(rk.placement("queen", 6, count=6)) as board:
    ...     board.fix("b6")
    ...     print(board.possible("c4"), board.possible("d4"), board.forced("d5"))
    False False True

    `seconds` limit each question, and the opening, which finds the optimum of a problem with a goal: its questions are
    about the best solutions. A SAT solver answers, and both referees check every solution that it finds.
    """
    return WhatIf(take_problem(problem), seconds)
