"""Hints: the next squares that are decided, with the fewest and simplest demands that decide them."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations

from rookery.backends.answer import Status
from rookery.backends.explaining.asked import Asked, find_best, list_demands, list_literals, seconds_left
from rookery.backends.explaining.demands import HEAVY, list_askings, say_demands
from rookery.backends.explaining.hints import MAX_DEMANDS, Hint, Rating, WalkThrough
from rookery.backends.explaining.wording import Wording
from rookery.backends.run import take_problem
from rookery.backends.solve import solve
from rookery.core.deadline import Deadline, OutOfTime, check_deadline
from rookery.core.files import Closing
from rookery.core.words import join_words
from rookery.models import BadInput, Piece, Placement, Problem
from rookery.models.boards.base import Cell
from rookery.models.model.constraints import AtLeast
from rookery.models.reading.given import PieceLike, SquareLike, SquaresLike, take_cells, take_piece, take_seconds
from rookery.models.referee.walking import Walked

TRIED = 5  # reasons of all demands together that are made smallest, for the best of them
OPEN = "No further square is forced; the time limit was reached before it was known how many solutions there are."
SEVERAL = "No further square is forced: there are several solutions."


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

    A mistake is reported first. With a goal, a best solution is sought. Squares that must be empty because of a single
    rule (their row is full, they are attacked) are taken as known. Raises `OutOfTime` at the time limit.

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
    """Return all hints one after the other, each with what the earlier ones have shown.

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

    "Solved" is said once both referees accept the placement and, with a goal, it is a best one. If squares are left, a
    backend finds out whether there are several solutions. The arguments are those of `hint`.
    """
    with Deadline(take_seconds(seconds)).held(), Deducer(problem, so_far or {}, crossed) as deducer:
        return deducer.walk()


def rate(problem: Problem) -> Rating:
    """Return how hard a problem is, as `walk_through` rates it; nothing behind the first hard step is looked at."""
    hardest = 0
    with Deducer(problem, {}, ()) as deducer:
        for each in deducer.steps():
            hardest = max(hardest, each.weight)
            if Rating.of(hardest) is Rating.HARD:
                break
    return Rating.of(hardest)


class Deducer(Closing):
    """A walk from what is placed to what is forced; literals are those of `Asked`, of which v + 1 is variable v."""

    def __init__(self, problem: Problem, so_far: Mapping[SquareLike, PieceLike], crossed: SquaresLike) -> None:
        self.problem, board = take_problem(problem), problem.board
        own = {square: take_piece(piece, own=problem.pieces) for square, piece in so_far.items()}
        self._given = Placement(board, own)
        problem.write(self._given)  # raises `BadInput` for a piece that the problem does not place
        self.placed: dict[Cell, Piece] = {**problem.fixed, **self._given}
        self._crossed = take_cells(crossed, board, "crossed")
        for square in self._crossed:
            if square in self.placed:
                raise BadInput(
                    f"crossed: {board.label(square)} holds a {self.placed[square]}; leave one of the two out"
                )
        self._model, self._optimum = find_best(problem)
        self.askings = list(list_askings(problem, self._model, self._optimum))
        hard = [((), each.constraints) for each in list_demands(problem) if not each.rules]
        groups = [((at,), each.constraints) for at, each in enumerate(self.askings)]
        self._asked: Asked[int] = Asked(problem.model.variables, [*hard, *groups])
        self._selectors = [self._asked.selectors[at] for at in range(len(self.askings))]
        self._size = len(board)
        self._open = set(range(1, self._size * len(problem.pieces) + 1))
        self._known: dict[int, None] = {}
        self._left = set[int]()  # the forced literals that no step has found yet
        for square, piece in self.placed.items():
            self._stand(square, piece)
        for square in (*problem.forbidden, *self._crossed):
            if square not in self.placed:
                self._known |= dict.fromkeys(-literal for literal in self._at(square))
        self._open -= {abs(literal) for literal in self._known}
        self._reach = [{abs(v + 1) for c in each.constraints for v in c.literals if v >= 0} for each in self.askings]
        self._is_plain = problem.model.variables == self._size  # demands share nothing but squares
        self._tried: dict[tuple[int, ...], int] = {}  # demands that force nothing while so many squares are open
        self._pairs, self._turn, self._is_stale = self._list_pairs(), 0, True

    def close(self) -> None:
        """Free the solver's memory."""
        self._asked.close()

    def _list_pairs(self) -> list[tuple[int, int]]:
        """Pairs of simple demands that may decide a square together.

        Two that only ask for pieces are no such pair: more pieces break neither, so one of them decides alone.
        """
        asking = {
            at
            for at, each in enumerate(self.askings)
            if self._is_plain  # nothing but these demands forbids a piece
            and all(isinstance(c, AtLeast) and min(c.literals, default=0) >= 0 for c in each.constraints)
        }
        simple = [at for at, each in enumerate(self.askings) if each.weight < HEAVY]
        return [pair for pair in combinations(simple, 2) if not asking.issuperset(pair)]

    def walk(self) -> WalkThrough:
        """Return all hints, and what is known at their end."""
        hints = tuple(self.steps())
        walk = WalkThrough(
            self.problem, hints, Placement(self.problem.board, self.placed), False, "The walk ends here."
        )
        if hints and hints[-1].mistake:
            return walk
        if not self._open:
            return replace(walk, complete=True, end=f"Solved, {walk.rating}.")
        return replace(walk, end=self._count())

    def steps(self) -> Iterator[Hint]:
        """Yield the hints one after the other; each is known from then on."""
        if mistake := self._find_mistake():
            yield mistake
            return
        among = [*self._open, *(-literal for literal in self._open)]
        self._left = {literal for literal, _ in self._asked.forced([*self._selectors, *self._known], among)}
        self._asked.avoid(self._left)
        while self._left:
            check_deadline()
            self._see()
            if self._left:
                literal, reason = self._find_step()
                hint, literals = self._make_hint(literal, reason)
                for literal in literals:
                    self._learn(literal)
                yield hint
        if not self._open and (fault := self._find_fault()):
            yield replace(self._mistake(f"A mistake: {fault}."), standing=self.placed)

    def _find_step(self) -> tuple[int, frozenset[int]]:
        """Return a literal that is forced, with its reason: simple deductions first."""
        for at, asking in enumerate(self.askings):
            if asking.weight < HEAVY and (step := self._find_simple(at)):
                return self._find_reason(*step)
        for _ in self._pairs:  # from where the last step was found
            one, other = self._pairs[self._turn]
            if self._reach[one] & self._reach[other] & self._open and (step := self._find_simple(one, other)):
                return self._find_reason(*step)
            self._turn = (self._turn + 1) % len(self._pairs)
        every = sorted(self._find_forced(self._selectors, self._open), key=lambda step: self._weigh(step[1]))
        return min((self._find_reason(*step) for step in every[:TRIED]), key=lambda step: self._weigh(step[1]))

    def _find_simple(self, *demands: int) -> tuple[int, frozenset[int]] | None:
        """A literal that few demands force, with the parts that do; None if none of their squares was decided since."""
        reach = frozenset[int]().union(*(self._reach[at] for at in demands))
        left = len(self._open & reach) if self._is_plain else len(self._open)
        if self._tried.get(demands) == left:
            return None
        step = next(self._find_forced([self._selectors[at] for at in demands], reach), None)
        if step is None:
            self._tried[demands] = left
        return step

    def _find_forced(self, selectors: Sequence[int], reach: Collection[int]) -> Iterator[tuple[int, frozenset[int]]]:
        """The literals of some variables that some demands force, with the parts that do; pieces that stand first."""
        among = sorted((each for each in self._left if abs(each) in reach), key=lambda each: (each > 0, -abs(each)))
        yield from self._asked.forced([*selectors, *self._known], among)

    def _find_reason(self, literal: int, core: frozenset[int]) -> tuple[int, frozenset[int]]:
        """Return a literal with the demands and known squares that force it, none of which can be spared."""
        return literal, self._shrink(core | {-literal}, -literal) - {-literal}

    def _shrink(self, core: frozenset[int], kept: int = 0) -> frozenset[int]:
        """A contradiction from which nothing can be dropped: demands go first, then empty squares, then pieces."""
        demands = set(self._selectors)
        order = sorted(core - {kept}, key=lambda each: (each not in demands, each > 0, -abs(each)))
        *_, smallest = self._asked.shrink(core, order)
        return smallest

    def _weigh(self, core: frozenset[int]) -> tuple[int, int]:
        weights = [
            each.weight for each, selector in zip(self.askings, self._selectors, strict=True) if selector in core
        ]
        return sum(weights), len(core) - len(weights)

    def _make_hint(self, literal: int, core: frozenset[int]) -> tuple[Hint, list[int]]:
        """Return the hint of a reason, with all literals like one that it decides and of which it needs each part."""
        sign, alike = (1 if literal > 0 else -1), self._layer(abs(literal))
        among = [each for each in self._left if sign * each in alike and each != literal]
        known = [*core]
        others = [
            each
            for each, _ in self._asked.forced(known, among)
            if all(self._asked.solve([*core - {part}, -each]) for part in known)
        ]
        literals = sorted([literal, *others], key=abs)
        squares = tuple(self._place(abs(each))[0] for each in literals)
        piece, said = self._place(abs(literal))[1], self._read(core)
        found = (
            replace(said, squares=squares, piece=piece) if literal > 0 else replace(said, squares=squares, absent=piece)
        )
        return found, literals

    def _read(self, core: frozenset[int]) -> Hint:
        """Return the parts of a contradiction: demands, pieces that stand, and pieces that are ruled out."""
        because = tuple(each for each, selector in zip(self.askings, self._selectors, strict=True) if selector in core)
        placing = range(1, self._size * len(self.problem.pieces) + 1)
        standing = dict(self._place(each) for each in sorted(core) if each in placing)
        known: dict[Cell, tuple[Piece, ...]] = {}
        for square, piece in (self._place(-each) for each in sorted(core, reverse=True) if -each in placing):
            known[square] = (*known.get(square, ()), piece)
        crossed = tuple(square for square in known if square in self._crossed)
        return Hint(self.problem, because, standing=standing, known=known, so_far=dict(self.placed), crossed=crossed)

    def _see(self) -> None:
        """Know the squares that a single demand empties with the pieces that stand."""
        standing = [literal for literal in self._known if literal > 0]
        if not (standing and self._is_stale):
            return
        self._is_stale = False
        for selector, reach in zip(self._selectors, self._reach, strict=True):
            if unseen := reach & self._open:
                empty = [-each for each in sorted(unseen, reverse=True) if -each in self._left]
                for literal, _ in self._asked.forced([selector, *standing], empty):
                    self._learn(literal)

    def _learn(self, literal: int) -> None:
        if abs(literal) not in self._open:
            return
        self._left.discard(literal)
        if literal < 0:
            self._known[literal] = None
            self._open.discard(-literal)
        else:
            square, piece = self._place(literal)
            self.placed[square] = piece
            self._stand(square, piece)
            self._is_stale = True

    def _stand(self, square: Cell, piece: Piece) -> None:
        """Know the piece of a square, which says what does not stand there."""
        for literal in self._at(square):
            self._known.pop(-literal, None)
            self._open.discard(literal)
            self._left -= {literal, -literal}
        (variable,) = self.problem.write({square: piece})
        self._known[variable + 1] = None

    def _layer(self, literal: int) -> range:
        """Return the literals of the same piece on all squares."""
        first = (literal - 1) // self._size * self._size + 1
        return range(first, first + self._size)

    def _place(self, literal: int) -> tuple[Cell, Piece]:
        layer, square = divmod(literal - 1, self._size)
        return self.problem.board.cell(square), self.problem.pieces[layer]

    def _at(self, square: Cell) -> list[int]:
        return list_literals(self.problem, square, self.problem.pieces)

    def _find_mistake(self) -> Hint | None:
        """Return the simplest contradiction of what is placed and crossed out; None if a solution is left."""
        words, fixed = Wording(self.problem), self.problem.fixed
        for square, piece in self._given.items():
            where, wrong = words.squares([square]), ""
            if square in self.problem.forbidden:
                wrong = f"{where} is a forbidden {words.noun}"
            elif fixed.get(square, piece) != piece:
                wrong = f"a {words.piece(fixed[square])} is fixed on {where}"
            if wrong:
                return replace(self._mistake(f"A mistake: {wrong}."), standing={square: piece})
        core = self._asked.core([*self._selectors, *self._known])
        if core is None:
            return None
        standing = [literal for literal in self._known if literal > 0]
        for known in (standing, self._known):  # one demand alone, if that is enough
            for selector in self._selectors:
                if (simple := self._asked.core([selector, *known])) is not None:
                    return self._tell_mistake(self._shrink(simple))
        return self._tell_mistake(self._shrink(core))

    def _tell_mistake(self, core: frozenset[int]) -> Hint:
        words, said = Wording(self.problem), self._read(core)
        demands = list(say_demands(said.because, words))
        crosses = f"the cross{'es' * (len(said.crossed) > 1)} on {words.squares(said.crossed)}"
        wrong = join_words(
            [*([words.pieces(said.standing)] if said.standing else []), *([crosses] if said.crossed else [])]
        )
        is_player = bool(said.crossed) or not said.standing.keys() <= self.problem.fixed.keys()
        because = f": {'; '.join(demands)}" if len(demands) <= MAX_DEMANDS else ""
        met = len(said.standing) == 2 and not said.known and [*Walked(self.problem.board, said.standing).meetings()]
        if met and len(demands) == 1:
            reason = words.attack(*((square, said.standing[square]) for square in sorted(met[0])))
        elif wrong:
            reason = f"{f'with {wrong} there is no solution' if is_player else f'there is none with {wrong}'}{because}"
        else:
            reason = because.removeprefix(": ") or "the rules contradict each other"
        return replace(said, mistake=f"{'A mistake' if is_player else 'No solution'}: {reason}.")

    def _mistake(self, sentence: str) -> Hint:
        return Hint(self.problem, so_far=dict(self.placed), mistake=sentence)

    def _find_fault(self) -> str:
        """What a referee refuses in a placement of which every square is decided; nothing if it is a solution."""
        if faults := self.problem.faults(self.placed):
            return str(faults[0])
        if not self._asked.solve([*self._selectors, *self._known]):
            return "the demands do not hold together"
        chosen = self._asked.solution()
        if broken := self._model.violated(chosen):
            return f"the model refuses {broken[0]}"
        values = {self.problem.model.value(chosen), self.problem.objective(self.placed)} - {None}
        return "" if values <= {self._optimum} else f"the best value is {self._optimum}"

    def _count(self) -> str:
        """Find out by a backend whether there are several solutions, and say it."""
        literals = [*self.problem.write(self._given)]
        literals += [~(each - 1) for square in self._crossed for each in self._at(square)]
        known = [AtLeast(1, (literal,)) for literal in literals]
        model = replace(self._model, constraints=(*self._model.constraints, *known), symmetries=(), moves=())
        asked = replace(self.problem, model=model, group=(), known=None)
        try:
            answer = solve(asked, want="all", limit=2, seconds=seconds_left())
        except OutOfTime:
            return OPEN
        if len(answer.solutions) > 1:
            return SEVERAL
        if not answer.complete:
            return (
                f"{SEVERAL.split(':')[0]}; the time limit was reached before it was known how many solutions there are."
            )
        if answer.status is Status.INFEASIBLE:
            return "There is no solution."
        return "There is exactly one solution, but no further square is forced by these rules."
