"""The search for rivals: one solution, all of them, their number, or sides ever larger by one."""

from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from itertools import islice

from rookery.backends.contract import Ask, End, Reason, Solution, Stream, Want
from rookery.backends.engine.general.search import compile_general
from rookery.backends.engine.kernels.bits import Ints
from rookery.backends.engine.kernels.size import are_large
from rookery.backends.engine.options import read_without
from rookery.backends.engine.rivals import kernel as rivals_kernel
from rookery.backends.engine.rivals.compiling import first_places, make_state, make_tables
from rookery.backends.engine.rivals.kernel import divide
from rookery.backends.engine.rivals.leaves import BeyondLeaves, LeafUnion, list_images
from rookery.backends.engine.rivals.tables import RivalState, RivalTables
from rookery.backends.engine.tree.forest import Forest, Mode
from rookery.backends.engine.tree.records import SearchAsk
from rookery.backends.engine.tree.runner import Runner, outcome_of
from rookery.backends.engine.tree.subtree import Array, Subtree, share_left
from rookery.backends.presolve.program import RunnableProgram, describe_size
from rookery.backends.presolve.structure.definitions import complete_chosen
from rookery.backends.presolve.structure.rivals import Rivals, recognise_rivals
from rookery.core.kernels.kernel import Kernel, KernelSample
from rookery.core.numbers import bits
from rookery.models.model.constraints import AtMost, Linear
from rookery.models.model.model import Maximize, Model


@dataclass(frozen=True, slots=True)
class RivalsProgram(RunnableProgram):
    """Sides, the tables of their search, and its symmetries; where solutions are too many, the `model` is searched."""

    model: Model
    rivals: Rivals
    tables: RivalTables
    symmetries: Ints

    def search(self, ask: SearchAsk) -> Stream:
        """Divide the groups among the sides."""
        return search_rivals(self, ask)

    def explain(self) -> list[str]:
        """Return the number of sets that rival, the number of groups, and the symmetries that are used."""
        found, tables = self.rivals, self.tables
        groups, classes = len(found.groups), len(tables.class_start) - 1
        lines = [f"structure: {len(found.sets)} sets that rival for {groups} groups, each of one at most"]
        lines.append(describe_size(self.size))
        lines.append(f"groups: in {classes} {'class' if classes == 1 else 'classes'} that share nothing")
        if len(tables.image):
            least = "of owners that they take to each other the least are searched"
            lines.append(f"symmetries: {len(tables.image) + 1}; {least}")
        more = ", asking for one more" if found.bounds.goal >= 0 else ""
        return [*lines, f"search: rivals, an owner for each group{more}"]

    def kernel(self, want: Want) -> KernelSample:
        """Return the search for rivals."""
        begun = make_state(self.tables, self.rivals, least_sizes(self.rivals))
        return KernelSample(divide, self.tables, begun)

    @property
    def is_large(self) -> bool:
        """Return whether its tables are large."""
        return are_large(self.tables)

    def read(self, masks: Sequence[int]) -> frozenset[int]:
        """Return the true variables when each side has the given places."""
        found = self.rivals
        chosen = [
            literal
            for side, mask in enumerate(masks)
            for place, literal in enumerate(found.sets[side])
            if side != found.bounds.decided and mask >> place & 1
        ]
        return complete_chosen(chosen, found.bounds.definitions)


def compile_rivals(model: Model, ask: Ask) -> RivalsProgram | None:
    """Return the tables of sides that are found in a model that is no covering; None if there are none."""
    found = recognise_rivals(model)
    if found is None:
        return None
    tables, symmetries = make_tables(found, read_without(ask.options))
    size = {"variables": model.variables, "groups": len(found.groups), "literals": found.literals}
    return RivalsProgram(size, model, found, tables, symmetries)


def samples() -> Iterator[KernelSample]:
    """The search for two sets as large as possible, of the same size, in three rows of two of which one set at most
    has any.
    """
    apart = (AtMost(1, (one, 6 + other)) for row in (0, 2, 4) for one in (row, row + 1) for other in (row, row + 1))
    same = Linear((1,) * 6 + (-1,) * 6, tuple(range(12)), 0, 0)
    program = compile_rivals(Model(12, (*apart, same), Maximize(range(6))), Ask())
    assert program is not None
    yield program.kernel(Want.ONE)


def least_sizes(found: Rivals, goal: int = 0) -> list[int]:
    """The least size of each side, if the goal's side must have `goal` places; sides of one size have the same."""
    bounds = found.bounds
    own = [max(low, forced.bit_count()) for low, forced in zip(bounds.least, bounds.forced, strict=True)]
    if bounds.goal >= 0:
        own[bounds.goal] = max(own[bounds.goal], goal)
    return [max(own[other] for other in _fellows(found, side)) for side in range(len(own))]


def has_room(found: Rivals, least: Sequence[int]) -> bool:
    """Return whether no side must be larger than it may be, and no forced place is barred by another."""
    fits = all(low <= high for low, high in zip(least, found.bounds.most, strict=True))
    return fits and not any(mask & ~left for mask, left in zip(found.bounds.forced, first_places(found), strict=True))


def largest_goal(found: Rivals) -> int:
    """Return an upper bound on the size of the side to maximise, by bounds on sizes only."""
    return min(found.bounds.most[side] for side in _fellows(found, found.bounds.goal))


def _fellows(found: Rivals, side: int) -> list[int]:
    """Return the sides whose sizes must equal that of `side`, itself included."""
    return [other for other, sort in enumerate(found.bounds.equal) if sort == found.bounds.equal[side]]


def choose_places(found: Rivals, left: Sequence[int]) -> list[int]:
    """Choose places for each side, as many as it may have: the forced ones and the first of the others."""
    many = [min(mask.bit_count(), most) for mask, most in zip(left, found.bounds.most, strict=True)]
    sizes = [min(many[other] for other in _fellows(found, side)) for side in range(len(many))]
    return [_take(mask, forced, size) for mask, forced, size in zip(left, found.bounds.forced, sizes, strict=True)]


def _take(mask: int, forced: int, size: int) -> int:
    """Take `size` places of a set, the forced ones among them."""
    others = islice(bits(mask & ~forced), size - forced.bit_count())
    return forced | sum(1 << place for place in others)


def bound_goal(program: RivalsProgram) -> int:
    """Return a bound on the goal before the search begins: as in `bounds.py`, solved for the size that is asked for."""
    found, tables = program.rivals, program.tables
    least = least_sizes(found)
    state = make_state(tables, found, least)
    count, size = state.held[0].astype(int), state.size[0]
    equal, goal = found.bounds.equal, found.bounds.goal
    alike = [sort == equal[goal] for sort in equal]
    best = min(largest_goal(found), *(int(size[side]) for side, same in enumerate(alike) if same))
    for weights in tables.weights:
        worth = weights[:, None] * count
        costs = worth.sum(axis=0) - worth.max(axis=0)
        slack = int(weights @ size) - sum(
            int(w) * low for w, low, same in zip(weights, least, alike, strict=True) if not same
        )
        for start, end in zip(tables.class_start, tables.class_start[1:], strict=False):
            best = min(best, (slack - int(costs[start:end].sum())) // int(weights[alike].sum()))
    return best


class RivalsSubtree(Subtree):
    """Some of the ways to give groups to sides."""

    program: RivalsProgram
    state: RivalState

    @property
    def kernel(self) -> Kernel:
        """The search for rivals."""
        return rivals_kernel.divide

    @staticmethod
    def buffer(state: RivalState) -> Array:
        """Return the leaf that was found last."""
        return state.found[None]

    def read(self, row: Array) -> Solution:
        """Return a solution of the leaf that was found: what each side has, or may have."""
        return self.program.read(choose_places(self.program.rivals, read_masks(row)))

    def count_untried(self) -> list[int]:
        """Return the number of untried choices of each level."""
        untried: list[int] = (self.state.choices[: self.levels] - self.state.tried[: self.levels]).tolist()
        return untried

    def left(self) -> float:
        """Return the share of the whole tree that is left in the untried choices of each level."""
        return share_left(self.count_untried(), self.state.choices[: self.levels].tolist())

    def close(self, level: int) -> None:
        """Try no more choices of a level."""
        self.state.tried[level] = self.state.choices[level]


class LeavesSubtree(RivalsSubtree):
    """The same, where all leaves are wanted: each gives the places that it leaves, and not a solution."""

    def read(self, row: Array) -> Solution:
        """Return the places, those of one side after those of another."""
        starts = self.program.rivals.starts
        return frozenset(starts[side] + place for side, mask in enumerate(read_masks(row)) for place in bits(mask))


def read_masks(leaf: Array) -> list[int]:
    """Return the places that each side may have at a leaf."""
    return [int.from_bytes(words.astype("<u8").tobytes(), "little") for words in leaf]


def search_rivals(program: RivalsProgram, ask: SearchAsk) -> Stream:
    """Divide the groups among the sides."""
    runner = Runner(ask)
    if program.rivals.bounds.goal >= 0:
        return _largest(program, runner)
    if ask.want is Want.ONE:
        return runner.answer(make_forest(program, Mode.FIRST), "the first one")
    return _all(program, ask, runner)


def _all(program: RivalsProgram, ask: SearchAsk, runner: Runner) -> Stream:
    """All solutions or their number: by the leaves of the search for one if these say all, else by a general search."""
    images = list_images(program.rivals, program.symmetries)
    if images is None:  # few solutions have few leaves, even without symmetries
        tables, symmetries = make_tables(program.rivals, frozenset({"symmetry"}))
        program = replace(program, tables=tables, symmetries=symmetries)
    union = LeafUnion(program.rivals, images, least_sizes(program.rivals))
    with suppress(BeyondLeaves):
        yield from _by_leaves(program, ask, runner, union)
        return
    given = set(map(program.read, union.solutions))
    for item in compile_general(program.model, ask).search(ask):
        if isinstance(item, End) and item.count is not None:
            yield replace(item, count=max(item.count, union.count()))
        elif item not in given:
            yield item


def _by_leaves(program: RivalsProgram, ask: SearchAsk, runner: Runner, union: LeafUnion) -> Stream:
    """Yield the choices of all leaves; raises `BeyondLeaves`."""
    counting, is_late = ask.want is Want.COUNT, False
    forest = make_forest(program, Mode.ALL, leaves=True)
    with closing(runner.run(forest, "all leaves")) as leaves:
        try:
            for leaf in leaves:
                is_late = ask.deadline.passed()  # many leaves may wait, and each may have many choices
                if is_late:
                    break
                for masks in union.add(leaf):
                    if not counting:
                        yield program.read(masks)
        except KeyboardInterrupt:
            if not counting:
                raise
            yield End(proven=False, reason=Reason.INTERRUPTED, count=union.count())
            return
    yield outcome_of(forest.over and not is_late, union.count() if counting else None)


def make_forest(program: RivalsProgram, mode: Mode, goal: int = 0, leaves: bool = False) -> Forest:
    """Return a search of the whole tree for one solution, or for all leaves."""
    least = least_sizes(program.rivals, goal)
    if not has_room(program.rivals, least):
        return Forest([], mode)
    state = make_state(program.tables, program.rivals, least)
    return Forest([(LeavesSubtree if leaves else RivalsSubtree)(program, state)], mode)


def _largest(program: RivalsProgram, runner: Runner) -> Stream:
    """Ask for one more than the best until there is no more, or no room for more."""
    found, size, ceiling = program.rivals, -1, bound_goal(program)
    literals = found.sets[found.bounds.goal]
    bound = len(literals) - ceiling if found.bounds.fewest else ceiling  # of the model's goal
    while size < ceiling:
        forest = make_forest(program, Mode.ANY, goal=size + 1)
        for best in runner.run(forest, f"whether there are {size + 1}"):
            size = sum(literal in best if literal >= 0 else ~literal not in best for literal in literals)
            yield best
        if not forest.found:
            yield outcome_of(forest.over, bound=None if forest.over else bound)
            return
    yield End(proven=True)
