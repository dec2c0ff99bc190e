"""The cases of a covering by its outermost empty lines, made from two directions of lines, and a walk through each."""

from collections.abc import Iterator, Sequence
from contextlib import closing
from functools import partial
from itertools import combinations_with_replacement, product
from threading import Event

import numpy as np
from numpy.typing import NDArray

from rookery.certificates.claim import Refused
from rookery.certificates.tree.cases import kernel
from rookery.certificates.tree.cases.kernel import CaseLevels, CaseTables
from rookery.certificates.tree.nodes.covering import ItemCovering
from rookery.certificates.tree.nodes.state import FUEL, NODES, REGISTERS, Ints, Words
from rookery.certificates.tree.nodes.tables import FOUND
from rookery.certificates.tree.nodes.walk import PLAIN_STEPS, STEPS, Met, check_permutations
from rookery.certificates.workers import count_allowed, run_in_order
from rookery.core.deadline import check_deadline, checking_deadline
from rookery.core.kernels.compiler import hasten
from rookery.models.model.model import Permutation

MAX_LINES = 64  # of a direction
ENTRIES = 64  # of a vector: the bits of a word
Ends = tuple[tuple[int, int], tuple[int, int]]  # of each direction the first and the last empty line
Lines = tuple[tuple[frozenset[int], ...], tuple[frozenset[int], ...]]


class LineSplit:
    """Two directions of lines of candidates, by which sets of at most `most` candidates belong to one case each.

    Raises `Refused` for lines of a direction that share a candidate, and for too few of them to leave one empty.
    """

    def __init__(self, covering: ItemCovering, directions: Sequence[Sequence[Sequence[int]]]) -> None:
        sides = tuple(tuple(frozenset(line) for line in side) for side in directions)
        if len(sides) != 2 or any(not covering.most < len(side) <= MAX_LINES for side in sides):
            raise Refused("directions", f"they are not two of at most {MAX_LINES} lines with one always empty")
        candidates = set(range(len(covering.variables)))
        for side in directions:
            members = [candidate for line in side for candidate in line]
            if len(set(members)) != len(members) or not candidates.issuperset(members):
                raise Refused("directions", "one names a candidate twice, or one that there is not")
        if any(demand != 1 for demand, _ in covering.items):
            raise Refused("evidence", "cases are of coverings whose items demand one hit")
        self.covering, self.sides = covering, (sides[0], sides[1])
        self.squares = len(covering.items)
        self.first = self.squares, self.squares + len(sides[0])
        # Each line is one more item, which a case may ask for
        options = [frozenset(c for c, _ in options) for _, options in covering.items]
        self.places = [
            (item, x, y)
            for item, some in enumerate(options)
            for x, y in product(*([at for at, line in enumerate(side) if line <= some] for side in sides))
        ]
        self.options = np.zeros((self.squares + len(sides[0]) + len(sides[1]), len(candidates)), np.uint8)
        for item, some in enumerate([*options, *sides[0], *sides[1]]):
            self.options[item, list(some)] = 1
        rivals = np.zeros((len(candidates), len(candidates)), np.uint8)
        for candidate, those in enumerate(covering.rivals):
            rivals[candidate, list(those)] = 1
        limits = np.array([covering.least, covering.most], np.int64)
        words = pack(self.options), pack(self.options.T), pack(rivals)
        self.tables = CaseTables(limits, *words, np.zeros((0, 0), np.uint64))

    def list_cases(self) -> Iterator[Ends]:
        """Every case that a set of at most `most` candidates may belong to: each line outside takes a candidate.

        A set leaves a line of each direction empty at least, since no two lines share a candidate. So each set belongs
        to exactly one case. The first empty line may be the last only where all others may be hit.
        """
        most = self.covering.most
        every = ([*combinations_with_replacement(range(len(side)), 2)] for side in self.sides)
        yield from product(
            *([(a, b) for a, b in each if len(self.list_outer(d, a, b)) <= most] for d, each in enumerate(every))
        )

    def list_outer(self, direction: int, low: int, high: int) -> list[int]:
        """The lines before the first and after the last empty one, as items."""
        return [self.first[direction] + at for at in range(len(self.sides[direction])) if not low <= at <= high]

    def choose_cases(self, permutations: Ints) -> Iterator[tuple[Ends, int]]:
        """One case of each class under the permutations that keep the lines, with how many cases it stands for.

        A permutation that takes each direction to one, in its order or backwards, takes the sets of a case to those
        of another, which has as many. Other permutations are not used.
        """
        moves, seen = self._list_moves(permutations), set[Ends]()
        for ends in checking_deadline(self.list_cases()):
            if ends not in seen:
                images = {self._move(ends, *move) for move in moves} | {ends}
                yield ends, len(images - seen)
                seen |= images

    def _list_moves(self, permutations: Ints) -> set[tuple[bool, bool, bool]]:
        """The pairs of sides: whether directions are exchanged, and whether each goes backwards after that."""
        moves = set[tuple[bool, bool, bool]]()
        for permutation in checking_deadline(permutations, often=1):
            moved = [[frozenset(permutation[list(line)].tolist()) for line in side] for side in self.sides]
            for exchanged in (False, True):
                first, second = moved[::-1] if exchanged else moved
                for one, other in product((False, True), repeat=2):
                    if [first[:: -1 if one else 1], second[:: -1 if other else 1]] == [list(s) for s in self.sides]:
                        moves.add((exchanged, one, other))
        return moves

    def _move(self, ends: Ends, exchanged: bool, *backwards: bool) -> Ends:
        """The case to which a permutation takes a case."""
        one, other = (
            (len(side) - 1 - last, len(side) - 1 - first) if back else (first, last)
            for side, back, (first, last) in zip(self.sides, backwards, ends[::-1] if exchanged else ends, strict=True)
        )
        return one, other

    def weigh(self, ends: Ends) -> Iterator[list[int]]:
        """Vectors for a case: windows, and the outer lines of each direction; an item stands as often as it weighs.

        They are those of the proof that (n - 1) / 2 queens at least dominate n x n squares (Spencer; Weakley 1995).
        Nothing relies on that: any vector is a bound once it is added up what candidates hit.
        """
        widths = [last - first for first, last in ends]
        for direction, other in ((0, 1), (1, 0)):
            width, length, (low, high) = widths[direction], len(self.sides[other]), ends[other]
            equal = int(width == widths[other])
            if width < widths[other]:
                continue
            for start in range(max(0, high + 1 - width - equal), max(0, min(low + equal, length - width)) + 1):
                window = range(start, start + width)
                squares = [i for i, *at in self.places if at[direction] in ends[direction] and at[other] in window]
                outer = [item for item in self.list_outer(other, low, high) if item - self.first[other] not in window]
                yield [*squares, *outer, *outer]
        for direction, pair in enumerate(ends):
            yield self.list_outer(direction, *pair)

    def find_free(self, ends: Ends) -> NDArray[np.bool_]:
        """The flags of the candidates of a case: all but those of its four lines."""
        free = np.ones(self.options.shape[1], np.bool_)
        for side, pair in zip(self.sides, ends, strict=True):
            for at in pair:
                free[list(side[at])] = False
        return free

    def closes(self, ends: Ends) -> bool:
        """Return whether no set belongs to a case at once: some square has all of its options on the empty lines."""
        return not bool(self.options[: self.squares, self.find_free(ends)].any(axis=1).all())

    def make_case(self, ends: Ends) -> CaseTables:
        """The tables of a case."""
        vectors = [vector for vector in self.weigh(ends) if len(vector) <= ENTRIES]
        entries = [pack(self.options[vector].T)[:, 0] for vector in vectors]
        return self.tables._replace(entries=np.array(entries, np.uint64).reshape(len(vectors), -1))

    def make_root(self, ends: Ends, tables: CaseTables, nodes: int) -> CaseLevels:
        """The root of a case: its four lines are out, the lines outside of them are items."""
        levels, candidates = self.covering.most + 1, self.options.shape[1]
        outer = [item for direction, pair in enumerate(ends) for item in self.list_outer(direction, *pair)]
        needed = np.zeros(len(self.options), np.uint8)
        needed[: self.squares] = needed[outer] = 1
        owed = [(1 << len(vector)) - 1 for vector in self.weigh(ends) if len(vector) <= ENTRIES]
        registers = np.zeros(REGISTERS, np.int64)
        registers[FUEL] = nodes
        return CaseLevels(
            open=_repeat(pack(needed[None])[0], levels),
            owed=_repeat(np.array(owed, np.uint64), levels),
            free=_repeat(pack(self.find_free(ends)[None])[0], levels),
            children=np.zeros((levels, tables.rivals.shape[1]), np.uint64),
            picked=np.zeros(levels, np.int64),
            listed=np.zeros(candidates, np.int64),
            load=np.zeros(candidates, np.int64),
            found=np.zeros((FOUND, levels + 1), np.int64),
            registers=registers,
        )


def pack(flags: NDArray[np.uint8] | NDArray[np.bool_]) -> Words:
    """Rows of flags as bitsets, of one word at least."""
    rows, columns = flags.shape
    padded = np.zeros((rows, max(1, -(-columns // 64)) * 64), np.uint8)
    padded[:, :columns] = flags
    packed = np.packbits(padded, axis=1, bitorder="little").view("<u8")
    words: Words = np.ascontiguousarray(packed, np.uint64)
    return words


def _repeat(row: Words, levels: int) -> Words:
    words: Words = np.tile(row, (levels, 1))
    return words


class CaseWalk:
    """A walk through one case of each class: what it has met, and its nodes. Threads share the cases."""

    def __init__(self, split: LineSplit, permutations: Sequence[Permutation], listed: bool) -> None:
        check_permutations(split.covering, permutations)
        self.split = split
        self.permutations = np.array(permutations, np.int64).reshape(len(permutations), len(split.covering.variables))
        self.met, self.nodes = Met(self.permutations, listed), 0

    def run(self, most: int) -> None:
        """Walk within a limit of nodes; raises `Refused` beyond it."""
        chosen = list(self.split.choose_cases(self.permutations))
        jobs = (partial(self._walk, ends, most) for ends, _ in chosen)
        with closing(run_in_order(jobs, count_allowed())) as walked:
            for (met, nodes), (_, many) in zip(walked, chosen, strict=True):
                self.nodes += nodes
                if self.nodes > most:
                    raise Refused("cases", "there are more nodes than it says")
                self.met.shares[many, 1, 1, 1] += met.shares.total()
                self.met.sizes |= met.sizes
                self.met.orbits |= met.orbits

    def _walk(self, ends: Ends, most: int, abandoned: Event) -> tuple[Met, int]:
        """Meet all sets of one case."""
        met = Met(self.permutations, self.met.listed)
        if self.split.closes(ends):  # a node without children, found without the tables of the kernel
            check_deadline()
            return met, 1
        tables = self.split.make_case(ends)
        state, code = self.split.make_root(ends, tables, most), kernel.PAUSED
        while code == kernel.PAUSED and not abandoned.is_set():
            check_deadline()
            steps = STEPS if kernel.advance.compiled else PLAIN_STEPS
            code = kernel.advance(tables, state, steps)
            hasten(kernel.advance, tables, state, steps)
            met.add_found(state.found, state.registers, [])
        return met, int(state.registers[NODES])
