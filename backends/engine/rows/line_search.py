"""The search of many rows along lines: by a rule, then in random orders; all solutions in one order."""

from collections.abc import Callable, Iterator
from functools import partial
from math import gcd, inf
from random import Random

import numpy as np

from rookery.backends.contract.answer import Want
from rookery.backends.contract.backend import Deadline, Interim, Outcome, Request, RunnableProgram, Solution, Stream
from rookery.backends.engine.case import MAX_ORDERED, MAX_ORDERED_ROWS, Compile, ModelCase
from rookery.backends.engine.kernels.bits import Ints
from rookery.backends.engine.options import FRONTIER, read_count
from rookery.backends.engine.rows import line_kernel
from rookery.backends.engine.rows.line_kernel import block, choose_scarcest
from rookery.backends.engine.rows.line_tables import (
    CHANCE,
    COUNT,
    DEPTH,
    FOUND,
    FRESH,
    LISTING,
    NODES,
    PRIME,
    LineState,
    LineTables,
    make_line_state,
    make_line_tables,
)
from rookery.backends.engine.tree.forest import Forest
from rookery.backends.engine.tree.records import require, require_within
from rookery.backends.engine.tree.runner import (
    Runner,
    buffer_size,
    give_all,
    give_count,
    outcome_of,
    search_in_random_orders,
)
from rookery.backends.engine.tree.subtree import Array, Subtree, share_left
from rookery.backends.presolve.structure.lines import LineReader, find_rows, restrict_to_rows
from rookery.backends.presolve.structure.parts import Decided, describe_size
from rookery.core.kernels.jit import Kernel, KernelSample
from rookery.core.values import dataclass, replace
from rookery.models.model.model import AtMost, Exactly, Model

NAME = "large-rows"
LEAST_ROWS = MAX_ORDERED_ROWS + 1
MAX_FREE = 46_000  # variables whose pairs take 256 MB as bits, a board of 214x214: up to there others list and count


@dataclass(frozen=True, slots=True)
class LargeRowProgram(RunnableProgram):
    """A model that is lines; `rows` are choices that hold each variable once, all that is not banned.

    Where the rows are no more than a restriction of the model, `otherwise` is the search that knows none.
    """

    tables: LineTables
    rows: list[Ints]
    otherwise: Callable[[Request], Stream] | None = None

    def search(self, request: Request) -> Stream:
        """Give one solution, or all, or their number."""
        return search_large_rows(self, request)

    def explain(self) -> list[str]:
        """The number of rows."""
        rows = f"structure: {len(self.rows):,} rows, one choice each, in lines that take at most one"
        return [rows, describe_size(self.size), "search: many rows, the scarcest choice first, in random orders"]

    def kernel(self, want: Want) -> KernelSample:
        """The search along lines; it may always begin as plain Python, where a step reads whole lines at once."""
        return KernelSample(choose_scarcest, self.tables, make_line_state(self.tables, 1))


def compile_large_rows(case: ModelCase) -> LargeRowProgram | Decided | None:
    """The tables of a model of many rows, or of a large model that can be restricted to rows; None for any other."""
    if case.request.lazy is not None or NAME in case.without:
        return None
    return _compile_whole(case) or _compile_restricted(case)


def _compile_whole(case: ModelCase) -> LargeRowProgram | None:
    """The tables of a model of many rows, if any solution will do or it is too large for others."""
    if read_count(case.request.options) == FRONTIER:
        return None
    listed, variables = case.request.want is not Want.ONE, case.model.variables
    made = None if listed and variables <= MAX_FREE else make_large_rows(case.model, LEAST_ROWS)
    return None if made is None or (listed and made.size["variables"] <= MAX_FREE) else made


def _compile_restricted(case: ModelCase) -> LargeRowProgram | Decided | None:
    """The tables of a large model of which any solution will do, restricted to rows; None if it cannot be.

    Fewer lines than pieces leave no solution.
    """
    if case.request.want is not Want.ONE or case.model.variables <= MAX_ORDERED:
        return None
    found = restrict_to_rows(case.model, LEAST_ROWS)
    if found is None:
        return None
    made = _tabulate(*found)
    if len(found[1]) < found[0].least:
        return Decided(made.size, None)
    return replace(made, otherwise=case.search_with(without=",".join(sorted({NAME, *case.without}))))


def make_large_rows(model: Model, least_rows: int) -> LargeRowProgram | None:
    """The tables of a model that is `least_rows` rows or more; None for any other."""
    found = find_rows(model, least_rows)
    return None if found is None else _tabulate(*found)


def small_rows() -> Model:
    """Two rows of two, of which no column has two."""
    columns = AtMost(1, (0, 2)), AtMost(1, (1, 3))
    return Model(4, (Exactly(1, (0, 1)), Exactly(1, (2, 3)), *columns))


def samples(compiled: Compile) -> Iterator[KernelSample | None]:
    """The search along lines, of two rows: a search of its own accord takes many more."""
    many = make_large_rows(small_rows(), least_rows=2)
    yield None if many is None else many.kernel(Want.ONE)


def _tabulate(lines: LineReader, rows: list[Ints]) -> LargeRowProgram:
    free = lines.variables - int(np.count_nonzero(lines.mark_banned()))
    size = {"variables": free, "rows": len(rows), "lines": len(lines.lines) + sum(map(len, lines.arrays))}
    return LargeRowProgram(size, make_line_tables(lines), rows)


MAX_SLOPES, FIRST_VALUES = 24, 2


def find_by_rule(program: LargeRowProgram, seed: int, deadline: Deadline) -> frozenset[int] | None:
    """A solution by a rule; None if none of those that are tried gives one."""
    size = len(program.rows[0])
    if any(len(row) != size for row in program.rows):
        return None
    squares, free = np.array(program.rows), ~program.tables.out
    for values in _values(squares, _given(program), seed):
        if deadline.passed():
            return None
        if values.max() < size:
            chosen = squares[np.arange(len(squares)), values]
            if free[chosen].all() and is_solution(program.tables, chosen):
                return frozenset(chosen.tolist())
    return None


def is_solution(t: LineTables, chosen: Ints) -> bool:
    """Return whether variables, one a row, take at most one of each line, and just one of each line that needs one."""
    used = np.concatenate([t.used[t.use[variable] : t.use[variable + 1]] for variable in chosen])
    taken = np.bincount(used, minlength=len(t.first) - 1)
    return bool(taken.max() <= 1 and taken[t.line].min() == 1)


def _given(program: LargeRowProgram) -> tuple[int, int] | None:
    """A row and its value, if that is given; None without such."""
    t = program.tables
    single = t.member[t.first[t.line[np.diff(t.first)[t.line] == 1]]]
    for at, row in enumerate(program.rows):
        if len(single) and np.any(row == single[0]):
            return at, int(np.flatnonzero(row == single[0])[0])
    return None


def _values(squares: Ints, given: tuple[int, int] | None, seed: int) -> Iterator[Ints]:
    """The values of all rows by each rule, in an order that the seed decides."""
    rows, size = np.arange(len(squares)), squares.shape[1]
    slopes = [(a, modulus) for a in range(2, min(size, 2 + MAX_SLOPES)) for modulus in (size, size + 1)]
    if seed:
        Random(seed).shuffle(slopes)
    for a, modulus in slopes:
        firsts = range(FIRST_VALUES) if given is None else ((given[1] - a * given[0]) % modulus,)
        for first in firsts:
            yield (a * rows + first) % modulus


class LargeRowSubtree(Subtree):
    """Some placements of many pieces, one a row."""

    FOUND = FOUND
    COUNTERS = NODES, COUNT
    SETTINGS = (LISTING,)
    program: LargeRowProgram
    state: LineState

    @property
    def kernel(self) -> Kernel:
        """The search of many rows."""
        return line_kernel.choose_scarcest

    def read(self, at: int) -> Solution:
        """A placement that was found."""
        return frozenset(self.state.found[at, : self.state.length[at]].tolist())

    @property
    def most_levels(self) -> int:
        """One more than there are choices."""
        return len(self.state.choice)

    def decisions(self, state: LineState, levels: int) -> dict[str, Array]:
        """For each level the choice, the order and progress of reading its line, and the chosen variable."""
        names = ("choice", "begin", "stride", "seen", "left", "many")
        return {
            "registers": state.registers,
            **{name: getattr(state, name)[:levels] for name in names},
            "chosen": state.chosen[: levels - 1],
        }

    def begin(self) -> LineState:
        """The state before the first choice."""
        return make_line_state(self.program.tables, len(self.state.found))

    def replay(self, state: LineState, levels: int) -> None:
        """Choose the same variables again: they block what they block."""
        t, fresh = self.program.tables, int(state.registers[FRESH])
        require_within(state.registers[CHANCE], 1, PRIME - 1, "chance")
        require_within(fresh, 0, 1, "marks")
        for level in range(levels - fresh):
            self._check_level(state, level)
            if level < levels - 1:
                variable = int(state.chosen[level])
                require_within(variable, 0, len(t.out) - 1, "choices")
                line = t.line[state.choice[level]]
                # on the line of the choice and blocked by none: so the choice is made here and at no other level
                require(variable in t.member[t.first[line] : t.first[line + 1]], "a value of another choice")
                require(state.blocked[variable] == 0, "a choice that others block")
                block(t, state, variable, 1)

    def _check_level(self, state: LineState, level: int) -> None:
        """Check that a choice has as many values left as its line has at unseen places, or no value left."""
        t, choice = self.program.tables, int(state.choice[level])
        require_within(choice, 0, len(t.line) - 1, "choices")
        line = t.line[choice]
        members = t.member[t.first[line] : t.first[line + 1]]
        size, seen, stride = len(members), int(state.seen[level]), int(state.stride[level])
        require_within(seen, 0, size, "places seen")
        require_within(state.begin[level], 0, size - 1, "places")
        require_within(stride, 1, size, "strides")
        require(gcd(stride, size) == 1, "a stride that misses places")
        # where one value is left at least, the search for it ends: it is at a place that was not seen
        places = (state.begin[level] + np.arange(seen, size) * stride) % size
        require(state.left[level] in (0, np.count_nonzero(state.blocked[members[places]] == 0)), "values left")
        require_within(state.many[level], state.left[level], size, "values")

    @property
    def variables(self) -> Array:
        """The variables that are not banned."""
        return np.flatnonzero(~self.program.tables.out)

    def ask(self, demand: int) -> None:
        """Ask for nothing: no placement is better than another."""

    def left(self) -> float:
        """The share of the whole tree that is left in the untried values of each level, and in a new one."""
        levels = self.levels - int(self.state.registers[FRESH])
        left, many = self.state.left[:levels].tolist(), self.state.many[:levels].tolist()
        fresh = [1] * (self.levels - levels)
        return share_left(left + fresh, many + fresh)

    def count_untried(self) -> list[int]:
        """The number of untried values of each level's choice."""
        untried: list[int] = self.state.left[: self.levels].tolist()
        return untried

    def go_back_to(self, level: int) -> None:
        """Go back to a level: what was chosen there and below it blocks nothing any more."""
        for other in range(level, self.levels - 1):
            block(self.program.tables, self.state, int(self.state.chosen[other]), -1)
        self.state.registers[[DEPTH, FRESH]] = level, 0

    def close(self, level: int) -> None:
        """Try no more values of a level's choice."""
        self.state.left[level] = 0


MAX_ORDERS = 6  # in which a restricted model is searched
STEPS_A_ROW = 4  # of the first search; most large boards are solved without a step back
BY_RULE, BY_SEARCH = "large rows: by a rule", "large rows: by search"


def search_large_rows(program: LargeRowProgram, request: Request) -> Stream:
    """Give one solution, or all, or their number."""
    if request.want is Want.ONE:
        return _find_one(program, request)
    counting = request.want is Want.COUNT
    forest = Forest([_make_tree(program, 1 if counting else buffer_size(request), Random(request.seed), not counting)])
    found = Runner(request).run(forest, "counting" if counting else "listing")
    return (give_count if counting else give_all)(found, forest)


def _find_one(program: LargeRowProgram, request: Request) -> Stream:
    ruled = find_by_rule(program, request.seed, request.deadline)
    if ruled is not None:
        request.effort.add(calls=0)
        yield Interim(raw_status=BY_RULE)
        yield ruled
        yield Outcome(proven=False, raw_status=BY_RULE)
        return
    yield from (_search if program.otherwise is None else _search_restricted)(program, request)


def _search(program: LargeRowProgram, request: Request, most_orders: float = inf) -> Stream:
    make_tree = partial(_make_tree, program, 1, Random(request.seed))
    steps = STEPS_A_ROW * len(program.rows)
    return search_in_random_orders(make_tree, steps, request, Runner(request), BY_SEARCH, most_orders)


def _search_restricted(program: LargeRowProgram, request: Request) -> Stream:
    """Search a part of what there is, and without success the whole in another way."""
    found = False
    for item in _search(program, request, MAX_ORDERS):
        found = found or isinstance(item, frozenset)
        if not isinstance(item, Outcome):  # of a part nothing is proven
            yield item
    if found or program.otherwise is None or request.deadline.passed():
        yield replace(outcome_of(over=False), raw_status=BY_SEARCH)
    else:
        yield from program.otherwise(request)


def _make_tree(program: LargeRowProgram, buffer: int, chance: Random, listing: bool = True) -> LargeRowSubtree:
    state = make_line_state(program.tables, buffer, chance.randrange(PRIME), listing)
    return LargeRowSubtree(program, state)
