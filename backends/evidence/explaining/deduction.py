"""Deduction: which squares are forced, and by which demands, found as small contradictions by a SAT solver.

First each demand is asked by itself, then each two, then all: what contradicts is made small by deletion, so that no
part of it is left that could go.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from itertools import combinations

from rookery.backends.answer import Answer
from rookery.backends.evidence.explaining.contradiction import Group, list_demands
from rookery.backends.evidence.explaining.hints import HEAVY, Demanded, Hint, WalkThrough
from rookery.backends.explaining.asked import Asked
from rookery.backends.running.run import take_problem
from rookery.backends.running.solve import solve
from rookery.core.deadline import Deadline, check_deadline
from rookery.core.words import amount, join_words
from rookery.models import BadInput, Piece, Placement, Problem, Satisfy
from rookery.models.boards.base import Cell
from rookery.models.boards.board import Board
from rookery.models.model.constraints import AtLeast, AtMost, Constraint, Exactly, Linear
from rookery.models.reading.given import PieceLike, SquareLike, take_seconds, take_squares
from rookery.models.referee.rules import Fixed, Forbidden, Holds, PartHolds, Rule


def hint(
    problem: Problem,
    so_far: Mapping[Cell, PieceLike] | None = None,
    seconds: float | str | None = None,
    ruled_out: Iterable[SquareLike] = (),
) -> Hint | None:
    """Give the next square that is forced, with why; None if every square is decided, or none is forced.

    >>> import rookery as rk
    >>> print(rk.hint(rk.placement("queen", 4, count=4, fixed=["b4"])))
      0123
    0 .Q..
    1 xxxQ
    2 ....
    3 ....
    <BLANKLINE>
    A queen stands on 1,3: row 1 has no other square left.
    This uses that 3 squares are empty: 1,0, 1,1 and 1,2.

    `so_far` is what has been placed, `ruled_out` are the squares that the player has crossed out. A mistake in either
    is reported first. With a goal, a best solution is sought. Squares that must be empty because of a single rule
    (their row is full, they are attacked) are taken as known. Raises `OutOfTime` after `seconds`, a number or text such
    as `2m`.
    """
    with Deadline(take_seconds(seconds)).held(), closing(Deducer(problem, so_far or {}, ruled_out)) as walker:
        return next(walker.steps(), None)


def walk_through(
    problem: Problem,
    so_far: Mapping[Cell, PieceLike] | None = None,
    seconds: float | str | None = None,
    ruled_out: Iterable[SquareLike] = (),
) -> WalkThrough:
    """Give all hints one after the other, each with what the earlier ones have shown.

    >>> import rookery as rk
    >>> print(rk.walk_through(rk.placement("queen", 4, count=4, fixed=["b4"])))
    1. A queen stands on 1,3: row 1 has no other square left.
    2. A queen stands on 2,0: row 2 has no other square left.
    3. A queen stands on 3,2: row 3 has no other square left.
    <BLANKLINE>
    .Q..
    ...Q
    Q...
    ..Q.
    <BLANKLINE>
    Solved, easy.
    """
    with Deadline(take_seconds(seconds)).held(), closing(Deducer(problem, so_far or {}, ruled_out)) as walker:
        return WalkThrough(problem, tuple(walker.steps()), Placement(problem.board, walker.placed), walker.is_done)


class Deducer:
    """A walk from what is placed to what is forced; literals are those of the clauses, of which v + 1 is variable v."""

    def __init__(
        self, problem: Problem, so_far: Mapping[Cell, PieceLike], ruled_out: Iterable[SquareLike] = ()
    ) -> None:
        self.problem = take_problem(problem)
        self.units = list(list_units(problem))
        given = Placement(problem.board, so_far)
        self.placed: dict[Cell, Piece] = {**problem.fixed, **given}
        self._size = len(problem.board)
        self._open = set(range(1, self._size * len(problem.pieces) + 1))
        self._known = dict.fromkeys(self._literals_of(self.placed))
        self._crossed = take_squares(ruled_out, problem.board, "ruled_out")
        for square in self._crossed:
            if square not in problem.board:
                raise BadInput(problem.board.refusal(square))
            if square in self.placed:
                raise BadInput(f"ruled_out: {square} holds a {self.placed[square]}; leave one of the two out")
        for square in (*problem.forbidden, *self._crossed):
            self._known |= dict.fromkeys(-literal for literal in self._at(square))
        defining = problem.demands if _is_whole(problem) else ()
        groups: list[Group[int]] = [
            ((), demand.constraints) for demand in defining if demand.constraints and not demand.rules
        ]
        groups += [((at,), unit.constraints) for at, unit in enumerate(self.units)]
        self._solver: Asked[int] = Asked(problem.model.variables, groups)
        self._selectors = list(self._solver.selectors.values())
        # What two demands force that only ask for pieces, one of them forces: let all other pieces stand
        every = combinations(range(len(self.units)), 2)
        asking = {
            at
            for at, unit in enumerate(self.units)
            if groups[0][0]
            and all(isinstance(each, AtLeast) and min(each.literals, default=0) >= 0 for each in unit.constraints)
        }
        self._pairs, self._turn, self._stale = [each for each in every if not asking.issuperset(each)], 0, True
        placing = [{abs(v + 1) for each in unit.constraints for v in each.literals if v >= 0} for unit in self.units]
        self._reach = [each & self._open for each in placing]
        self._open -= {abs(literal) for literal in self._known}

    def close(self) -> None:
        """Free the solver's memory."""
        self._solver.close()

    @property
    def is_done(self) -> bool:
        """Return whether every square is decided, and the demands are kept."""
        return not self._open and self._solver.solve([*self._selectors, *self._known])

    def steps(self) -> Iterator[Hint]:
        """The hints one after the other; each is known from then on."""
        core = self._solver.core([*self._selectors, *self._known])
        if core is not None:
            yield self._make_hint(0, self._shrink(core))
            return
        while self._open:
            check_deadline()
            self._see()
            if not self._open:
                return
            found = self._find_step()
            if found is None:
                return
            literal, core = found
            step = self._make_hint(literal, core)
            self._learn(literal)
            yield step

    def _find_step(self) -> tuple[int, frozenset[int]] | None:
        """A literal that is forced, with the contradiction of its opposite: simple deductions first."""
        live = [at for at, unit in enumerate(self.units) if self._reach[at] & self._open and unit.weight < HEAVY]
        for at in live:
            selectors = [self._selectors[at]]
            if forced := next(self._find_forced(selectors, self._reach[at]), 0):
                return forced, self._explain(forced, selectors)
        for _ in self._pairs:  # from where the last step was found
            one, other = self._pairs[self._turn]
            if one in live and other in live and self._reach[one] & self._reach[other] & self._open:
                selectors = [self._selectors[one], self._selectors[other]]
                if forced := next(self._find_forced(selectors, self._reach[one] | self._reach[other]), 0):
                    return forced, self._explain(forced, selectors)
            self._turn = (self._turn + 1) % len(self._pairs)
        best: tuple[int, frozenset[int]] | None = None
        for forced in self._find_forced(self._selectors, self._open):
            core = self._explain(forced, self._selectors)
            if best is None or self._weigh(core) < self._weigh(best[1]):
                best = forced, core
        return best

    def _find_forced(self, selectors: Sequence[int], among: Collection[int]) -> Iterator[int]:
        """The literals of open variables that some demands force; pieces that stand come first."""
        last = sorted(self._open.intersection(among), reverse=True)
        yield from self._solver.forced([*selectors, *self._known], [*(-each for each in last), *last])

    def _explain(self, forced: int, selectors: Iterable[int]) -> frozenset[int]:
        """The demands and known squares that force a literal, none of which can be spared."""
        core = self._solver.core([*selectors, *self._known, -forced])
        assert core is not None
        return self._shrink(core, -forced) - {-forced}

    def _shrink(self, core: frozenset[int], kept: int = 0) -> frozenset[int]:
        """A contradiction from which nothing can be dropped: demands go first, then empty squares, then pieces."""
        demands = set(self._selectors)
        for literal in sorted(core, key=lambda each: (each not in demands, each > 0, -abs(each))):
            if literal != kept and literal in core:
                core = self._solver.core(core - {literal}) or core
        return core

    def _weigh(self, core: frozenset[int]) -> tuple[int, int]:
        weights = [unit.weight for unit, each in zip(self.units, self._selectors, strict=True) if each in core]
        return sum(weights), len(core) - len(weights)

    def _see(self) -> None:
        """Know the squares that a single demand empties with the pieces that stand."""
        standing = [literal for literal in self._known if literal > 0]
        if not (standing and self._stale):
            return
        self._stale = False
        for selector, reach in zip(self._selectors, self._reach, strict=True):
            if unseen := reach & self._open:
                empty = [-each for each in sorted(unseen, reverse=True)]
                for literal in self._solver.forced([selector, *standing], empty):
                    self._learn(literal)

    def _learn(self, literal: int) -> None:
        self._known[literal] = None
        self._open.discard(abs(literal))
        if literal > 0:
            self._stale = True
            square, piece = self._place(literal)
            self.placed[square] = piece
            for other in self._at(square):
                if other != literal and other in self._open:
                    self._learn(-other)

    def _make_hint(self, literal: int, core: frozenset[int]) -> Hint:
        """The hint of a contradiction; a mistake if there is no literal."""
        because = tuple(unit for unit, s in zip(self.units, self._selectors, strict=True) if s in core)
        placing = range(1, self._size * len(self.problem.pieces) + 1)
        standing = dict(self._place(each) for each in sorted(core) if each in placing)
        known: dict[Cell, tuple[Piece, ...]] = {}
        for square, piece in (self._place(-each) for each in sorted(core, reverse=True) if -each in placing):
            known[square] = (*known.get(square, ()), piece)
        where, what = self._place(abs(literal)) if literal else (None, None)
        stands, absent = (what, None) if literal > 0 else (None, what)
        crossed = [square for square in known if square in self._crossed and square not in self.problem.forbidden]
        so_far = dict(self.placed)
        return Hint(self.problem, where, stands, absent, because, standing, known, so_far, tuple(crossed))

    def _place(self, literal: int) -> tuple[Cell, Piece]:
        layer, square = divmod(literal - 1, self._size)
        return self.problem.board.cell(square), self.problem.pieces[layer]

    def _at(self, square: Cell) -> list[int]:
        at = self.problem.board.index(square)
        return [layer * self._size + at + 1 for layer in range(len(self.problem.pieces))]

    def _literals_of(self, placed: Mapping[Cell, Piece]) -> Iterator[int]:
        for variable in sorted(self.problem.write(placed)):
            here = self._at(self.problem.board.cell(variable % self._size))
            yield from (v if v == variable + 1 else -v for v in here)


def _is_whole(problem: Problem) -> bool:
    """Return whether the declaration says where each constraint comes from."""
    return bool(problem.demands) and all(rules != problem.rules for rules, _ in list_demands(problem))


def list_units(problem: Problem) -> Iterator[Demanded]:
    """The demands of a problem as a person says them; with a goal, that it is reached.

    What asks for pieces is a demand for itself, what forbids them is one together. Raises `BadInput` if no solution
    is known to be the best.
    """
    demands = list_demands(problem)
    # A number of pieces that their rows ask for, one by one, need not be counted
    counted = {rule for rules, each in demands if len(rules) > 1 and each for rule in rules if isinstance(rule, Holds)}
    for rules, constraints in demands:
        if len(rules) == 1 and (isinstance(rules[0], Fixed | Forbidden) or rules[0] in counted):
            continue
        forbidding = [each for each in constraints if not _asks(each)]
        if rules and forbidding:
            yield Demanded(join_words([str(rule) for rule in rules]), forbidding)
        for at, each in enumerate(constraints):
            if rules and _asks(each):
                squares = frozenset(_list_squares(each, problem))
                words, name = _describe(rules, each, at, problem)
                yield Demanded(words, [each], squares, name)
    if not isinstance(problem.model.goal, Satisfy):
        answer: Answer = solve(problem)
        if answer.objective is None or not answer.complete:
            raise BadInput(f"{problem.title}: there is no best solution to lead to")
        reached = problem.model.at_optimum(answer.objective).constraints[-1]
        yield Demanded(f"the best solutions have {answer.objective}", [reached])


def _asks(constraint: Constraint) -> bool:
    """Return whether a constraint asks for something, rather than only forbids."""
    match constraint:
        case AtMost():
            return False
        case AtLeast() | Exactly():
            return constraint.bound > 0
        case Linear():
            return constraint.lower is not None
    return False


def _list_squares(constraint: Constraint, problem: Problem) -> list[Cell]:
    size = len(problem.board)
    placing = size * len(problem.pieces)
    return [problem.board.cell(v % size) for v in constraint.literals if 0 <= v < placing]


def _describe(rules: Sequence[Rule], constraint: Constraint, at: int, problem: Problem) -> tuple[str, str]:
    """A demand in words, and the name of the part of the board that it is about, if that has one."""
    rule, board, squares = rules[0], problem.board, _list_squares(constraint, problem)
    if isinstance(rule, PartHolds):
        return str(rule), f"{rule.part} {rule.name}"
    if rule.each_square and len(rules) == 1 and len(board) > at:
        name = f"{board.noun} {board.cell(at)}"
        return str(rule).replace(f"each {board.noun}", name, 1), name
    holds = next((each for each in rules if isinstance(each, Holds)), None)
    if holds is not None and isinstance(constraint, Exactly) and isinstance(board, Board) and len(rules) > 1:
        for axis, part in enumerate(("row", "column")):
            if len({square[axis] for square in squares}) == 1:
                name = f"{part} {squares[0][axis]}"
                return f"{name} holds exactly {amount(constraint.bound, holds.piece, holds.piece.plural)}", name
    return join_words([str(each) for each in rules]), ""
