"""Hints: squares that are decided, each with a minimal core (MUS) of few conditions that decides it.

Conditions are switched on by selectors in a SAT solver. A literal is forced if the conditions, the known literals and
its negation are unsatisfiable; the reason is a minimal core.
"""

from collections import deque
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations

from rookery.backends.explaining.asked import Asked, find_best, list_demands, list_literals
from rookery.backends.explaining.conditions import HEAVY, list_conditions, say_conditions
from rookery.backends.explaining.hints import MAX_NAMED_CONDITIONS, Hint, Rating, WalkThrough
from rookery.backends.explaining.unique import Uniqueness
from rookery.backends.explaining.wording import Wording
from rookery.backends.run import take_problem
from rookery.backends.solve import solve
from rookery.core.deadline import Deadline, OutOfTime, check_deadline
from rookery.core.files import Closing
from rookery.core.words import join_words, with_article
from rookery.models import BadInput, Piece, Placement, Problem
from rookery.models.boards.base import Cell
from rookery.models.model.constraints import AtLeast, Constraint
from rookery.models.reading.given import PieceLike, SquareLike, SquaresLike, take_cells, take_piece, take_seconds
from rookery.models.referee.walking import Walked

MAX_SHRUNK = 5  # reasons of all conditions together that are made minimal, to take the simplest
NO_MORE = "No further square is forced"


def hint(
    problem: Problem,
    so_far: Mapping[SquareLike, PieceLike] | None = None,
    *,
    crossed: SquaresLike = (),
    seconds: float | str | None = None,
) -> Hint | None:
    """Return one reason with all the squares that it decides; None if all squares are decided, or none is forced.

    >>> import rookery as rk
    >>> print(rk.hint(rk.placement("queen", 4, count=4, fixed=["b4"])))
      abcd
    4 .Q..
    3 xxxQ
    2 ....
    1 ....
    <BLANKLINE>
    A queen stands on d3: row 3 has no other square left.
    This uses that 3 squares are empty: a3, b3 and c3.

    A mistake is reported first. With a goal, hints lead to a best solution. Squares that one rule empties by itself
    (their row is full, they are attacked) count as known. Raises `OutOfTime` at the time limit.

    Args:
        problem: The problem.
        so_far: What the player has placed.
        crossed: Squares that the player has crossed out.
        seconds: Time limit.
    """
    with Deadline(take_seconds(seconds)).held(), Deducer(problem, so_far or {}, crossed) as deducer:
        return next(deducer.steps(), None)


def walk_through(
    problem: Problem,
    so_far: Mapping[SquareLike, PieceLike] | None = None,
    *,
    crossed: SquaresLike = (),
    seconds: float | str | None = None,
) -> WalkThrough:
    """Return all hints one after the other; each builds on the earlier ones.

    >>> import rookery as rk
    >>> print(rk.walk_through(rk.placement("queen", 4, count=4, fixed=["b4"])))
    1. A queen stands on d3: row 3 has no other square left.
    2. A queen stands on a2: row 2 has no other square left.
    3. A queen stands on c1: row 1 has no other square left.
    <BLANKLINE>
    .Q..
    ...Q
    Q...
    ..Q.
    <BLANKLINE>
    Solved, easy.

    "Solved" means that both referees accept the placement and that, with a goal, it is a best one. If squares are left,
    `end` says whether there are several solutions. The arguments are those of `hint`.
    """
    with Deadline(take_seconds(seconds)).held(), Deducer(problem, so_far or {}, crossed) as deducer:
        return deducer.walk()


def rate(problem: Problem) -> Rating:
    """Return the rating of `walk_through`, without the steps after the first hard one."""
    hardest = 0
    with Deducer(problem, {}, ()) as deducer:
        for each in deducer.steps():
            hardest = max(hardest, each.weight)
            if Rating.of(hardest) is Rating.HARD:
                break
    return Rating.of(hardest)


class Deducer(Closing):
    """A walk from the pieces placed so far to all that they force.

    Literals are those of `Asked`: v + 1 says that variable v is true.
    """

    def __init__(self, problem: Problem, so_far: Mapping[SquareLike, PieceLike], crossed: SquaresLike) -> None:
        self.problem, board = take_problem(problem), problem.board
        own = {square: take_piece(piece, own=problem.pieces) for square, piece in so_far.items()}
        self._given = Placement(board, own)
        problem.write(self._given)  # raises `BadInput` for a piece that the problem does not place
        self.placed: dict[Cell, Piece] = {**problem.fixed, **self._given}
        self._crossed = take_cells(crossed, board, "crossed")
        for square in self._crossed:
            if square in self.placed:
                holds = f"{board.label(square)} holds {with_article(self.placed[square])}"
                raise BadInput(f"crossed: {holds}; leave one of the two out")
        self._model, self._optimum = find_best(problem)
        self._conditions = list(list_conditions(problem, self._model, self._optimum))
        hard = [((), each.constraints) for each in list_demands(problem) if not each.rules]
        groups = [((at,), each.constraints) for at, each in enumerate(self._conditions)]
        self._asked: Asked[int] = Asked(problem.model.variables, [*hard, *groups])
        self._selectors = [self._asked.selectors[at] for at in range(len(groups))]
        self._reach = [{max(v, ~v) + 1 for c in each.constraints for v in c.literals} for each in self._conditions]
        self._size = len(board)
        self._is_plain = problem.model.variables == self._size  # conditions share squares, and nothing else
        self._tried: dict[tuple[int, ...], int] = {}  # groups that force nothing while so many squares are open
        self._light = [at for at, each in enumerate(self._conditions) if each.weight < HEAVY]
        self._pairs = deque(self._list_pairs())
        self._placing = range(1, self._size * len(problem.pieces) + 1)
        self._open = set(self._placing)  # squares and pieces of which nothing is known
        self._known: dict[int, None] = {}  # literals, in the order in which they became known
        self._left = set[int]()  # forced literals that no step has found yet
        for square, piece in self.placed.items():
            self._stand(square, piece)
        for square in (*problem.forbidden, *self._crossed):
            if square not in self.placed:
                self._known |= dict.fromkeys(-literal for literal in self._at(square))
        self._open -= {abs(literal) for literal in self._known}

    def close(self) -> None:
        """Free the solver's memory."""
        self._asked.close()

    def _list_pairs(self) -> Iterator[tuple[int, int]]:
        """Yield the pairs of light conditions that may force more together than alone.

        A pair forces no more if each square that they share serves both in the same way: full, or empty.
        """
        helps = [{each for c in condition.constraints for each in _list_helping(c)} for condition in self._conditions]
        hurts = [{-each for each in literals} for literals in helps]
        for one, other in combinations(self._light, 2):
            if not (self._is_plain and helps[one].isdisjoint(hurts[other])):
                yield one, other

    def walk(self) -> WalkThrough:
        """Return all hints, and how they end."""
        hints = tuple(self.steps())
        placement = Placement(self.problem.board, self.placed)
        walk = WalkThrough(self.problem, hints, placement, complete=False, end="The walk ends here.")
        if hints and hints[-1].mistake:
            return walk
        if not self._open:
            return replace(walk, complete=True, end=f"Solved, {walk.rating}.")
        return replace(walk, end=self._count())

    def steps(self) -> Iterator[Hint]:
        """Yield the hints one after the other; what each decides is known from then on."""
        if mistake := self._find_mistake():
            yield mistake
            return
        among = [*self._open, *(-literal for literal in self._open)]
        self._left = {literal for literal, _ in self._asked.backbone([*self._selectors, *self._known], among)}
        self._asked.avoid(self._left)
        self._see()
        while self._left:
            check_deadline()
            hint, literals = self._make_hint(*self._find_step())
            for literal in literals:
                self._learn(literal)
            if hint.piece:
                self._see()
            yield hint
        if not self._open and (fault := self._find_fault()):
            yield replace(self._mistake(f"A mistake: {fault}."), standing=self.placed)

    def _find_step(self) -> tuple[int, frozenset[int]]:
        """Return a forced literal with its reason: by one condition, by two, or else by the lightest reason found."""
        for at in self._light:
            if step := self._try(at):
                return self._shrink_reason(*step)
        for _ in range(len(self._pairs)):  # from the pair on that was tried last
            if step := self._try(*self._pairs[0]):
                return self._shrink_reason(*step)
            self._pairs.rotate(-1)
        every = sorted(self._list_forced(self._selectors, self._open), key=lambda step: self._weigh(step[1]))
        return min((self._shrink_reason(*each) for each in every[:MAX_SHRUNK]), key=lambda step: self._weigh(step[1]))

    def _try(self, *group: int) -> tuple[int, frozenset[int]] | None:
        """Return a literal that some conditions force together, with a core; None if there is none."""
        reaches = [self._reach[at] for at in group]
        if not self._open.intersection(*reaches):
            return None
        reach = set[int]().union(*reaches)
        left = len(self._open & reach) if self._is_plain else len(self._open)
        if self._tried.get(group) == left:
            return None
        step = next(self._list_forced([self._selectors[at] for at in group], reach), None)
        if step is None:
            self._tried[group] = left
        return step

    def _list_forced(self, selectors: Sequence[int], reach: Collection[int]) -> Iterator[tuple[int, frozenset[int]]]:
        """Yield the literals of some variables that some conditions force, each with a core; pieces come first."""
        among = sorted((each for each in self._left if abs(each) in reach), key=lambda each: (each > 0, -abs(each)))
        yield from self._asked.backbone([*selectors, *self._known], among)

    def _shrink_reason(self, literal: int, core: frozenset[int]) -> tuple[int, frozenset[int]]:
        """Return a literal with a minimal core of conditions and known literals that force it."""
        return literal, self._shrink(core | {-literal}, -literal) - {-literal}

    def _shrink(self, core: frozenset[int], kept: int = 0) -> frozenset[int]:
        """Return a minimal core; conditions are dropped before empty squares, and these before pieces."""
        conditions = set(self._selectors)
        order = sorted(core - {kept}, key=lambda each: (each not in conditions, each > 0, -abs(each)))
        *_, smallest = self._asked.shrink(core, order)
        return smallest

    def _weigh(self, core: frozenset[int]) -> tuple[int, int]:
        """Return the weight of the conditions of a core, and the number of its other literals."""
        weights = [self._conditions[at].weight for at in self._asked.units(core)]
        return sum(weights), len(core) - len(weights)

    def _make_hint(self, literal: int, core: frozenset[int]) -> tuple[Hint, list[int]]:
        """Return the hint of a minimal core, and all literals of this piece for which the core is minimal, too."""
        sign, layer = (1 if literal > 0 else -1), (abs(literal) - 1) // self._size
        alike = range(layer * self._size + 1, (layer + 1) * self._size + 1)
        among = [each for each in self._left if sign * each in alike and each != literal]
        others = [
            each
            for each, _ in self._asked.backbone([*core], among)
            if all(self._asked.solve([*core - {part}, -each]) for part in core)
        ]
        literals = sorted([literal, *others], key=abs)
        squares, piece = tuple(self._place(abs(each))[0] for each in literals), self.problem.pieces[layer]
        said = replace(self._read(core), squares=squares)
        return replace(said, piece=piece) if literal > 0 else replace(said, absent=piece), literals

    def _read(self, core: frozenset[int]) -> Hint:
        """Return the parts of a core: conditions, pieces that stand, and pieces that are ruled out."""
        because = tuple(self._conditions[at] for at in sorted(self._asked.units(core)))
        standing = dict(self._place(each) for each in sorted(core) if each in self._placing)
        known: dict[Cell, tuple[Piece, ...]] = {}
        for square, piece in (self._place(-each) for each in sorted(core, reverse=True) if -each in self._placing):
            known[square] = (*known.get(square, ()), piece)
        crossed = tuple(square for square in known if square in self._crossed)
        return Hint(self.problem, because, standing=standing, known=known, so_far=dict(self.placed), crossed=crossed)

    def _see(self) -> None:
        """Learn which squares a single condition empties, given the pieces that stand."""
        standing = [literal for literal in self._known if literal > 0]
        for selector, reach in zip(self._selectors, self._reach, strict=True) if standing else ():
            empty = [-each for each in sorted(reach, reverse=True) if -each in self._left]
            for literal, _ in self._asked.backbone([selector, *standing], empty):
                self._learn(literal)

    def _learn(self, literal: int) -> None:
        if literal > 0:
            square, piece = self._place(literal)
            self.placed[square] = piece
            self._stand(square, piece)
        elif -literal in self._open:
            self._left.discard(literal)
            self._known[literal] = None
            self._open.discard(-literal)

    def _stand(self, square: Cell, piece: Piece) -> None:
        """Know the piece of a square, which also says that no other piece stands there."""
        for literal in self._at(square):
            self._known.pop(-literal, None)
            self._open.discard(literal)
            self._left -= {literal, -literal}
        (variable,) = self.problem.write({square: piece})
        self._known[variable + 1] = None

    def _place(self, literal: int) -> tuple[Cell, Piece]:
        layer, square = divmod(literal - 1, self._size)
        return self.problem.board.cell(square), self.problem.pieces[layer]

    def _at(self, square: Cell) -> list[int]:
        return list_literals(self.problem, square, self.problem.pieces)

    def _find_mistake(self) -> Hint | None:
        """Return a mistake among placed and crossed-out squares, with a core; None if there is a solution."""
        words, fixed = Wording(self.problem), self.problem.fixed
        for square, piece in self._given.items():
            where, wrong = words.squares([square]), ""
            if square in self.problem.forbidden:
                wrong = f"{where} is a forbidden {words.noun}"
            elif fixed.get(square, piece) != piece:
                wrong = f"{with_article(words.piece(fixed[square]))} is fixed on {where}"
            if wrong:
                return replace(self._mistake(f"A mistake: {wrong}."), standing={square: piece})
        core = self._asked.core([*self._selectors, *self._known])
        if core is None:
            return None
        standing = [literal for literal in self._known if literal > 0]
        for known in (standing, self._known):  # a single condition, if one suffices
            for selector in self._selectors:
                if (simple := self._asked.core([selector, *known])) is not None:
                    return self._tell_mistake(self._shrink(simple))
        return self._tell_mistake(self._shrink(core))

    def _tell_mistake(self, core: frozenset[int]) -> Hint:
        words, said = Wording(self.problem), self._read(core)
        standing, crossed, conditions = said.standing, said.crossed, list(say_conditions(said.because, words))
        is_player = bool(crossed) or not standing.keys() <= self.problem.fixed.keys()
        because = "; ".join(conditions) if len(conditions) <= MAX_NAMED_CONDITIONS else ""
        met = len(standing) == 2 and not said.known and [*Walked(self.problem.board, standing).meetings()]
        if met and len(conditions) == 1:
            reason = words.attack(*((square, standing[square]) for square in sorted(met[0])))
        elif standing or crossed:
            crosses = f"the cross{'es' * (len(crossed) > 1)} on {words.squares(crossed)}"
            wrong = join_words([words.pieces(standing)] * bool(standing) + [crosses] * bool(crossed))
            reason = f"with {wrong} there is no solution" if is_player else f"there is none with {wrong}"
            reason += f": {because}" if because else ""
        else:
            reason = because or "the rules contradict each other"
        return replace(said, mistake=f"{'A mistake' if is_player else 'No solution'}: {reason}.")

    def _mistake(self, sentence: str) -> Hint:
        return Hint(self.problem, so_far=dict(self.placed), mistake=sentence)

    def _find_fault(self) -> str:
        """Return what a referee refuses in a placement of the whole board; nothing if it is a solution."""
        if faults := self.problem.faults(self.placed):
            return str(faults[0])
        if not self._asked.solve([*self._selectors, *self._known]):
            return "the conditions do not hold together"
        chosen = self._asked.solution()
        if broken := self._model.violated(chosen):
            return f"the model refuses {broken[0]}"
        values = {self.problem.model.value(chosen), self.problem.objective(self.placed)} - {None}
        return "" if values <= {self._optimum} else f"the best value is {self._optimum}"

    def _count(self) -> str:
        """Return whether there are several solutions, as a backend finds it out."""
        literals = [*self.problem.write(self._given)]
        literals += [~(each - 1) for square in self._crossed for each in self._at(square)]
        known = [AtLeast(1, (literal,)) for literal in literals]
        model = replace(self._model, constraints=(*self._model.constraints, *known), symmetries=(), moves=())
        asked = replace(self.problem, model=model, group=(), known=None)
        late = f"{NO_MORE}; the time limit was reached before it was known how many solutions there are."
        try:
            found = Uniqueness(solve(asked, want="all", limit=2))
        except OutOfTime:
            return late
        if found.unique is None:
            return late
        if found.unique:
            return "There is exactly one solution, but no further square is forced by these rules."
        return f"{NO_MORE}: there are several solutions." if found.answer.solutions else "There is no solution."


def _list_helping(constraint: Constraint) -> Iterator[int]:
    """Yield the literals that bring a constraint nearer to its bounds if they are true."""
    for weight, literal in constraint.terms():
        variable = max(literal, ~literal) + 1
        raising = variable if (weight > 0) == (literal >= 0) else -variable
        yield from [raising] * (constraint.lower is not None) + [-raising] * (constraint.upper is not None)
