"""Covering programs: k pieces that cover all clauses, for models that ask for few variables in many clauses."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random

from rookery.backends.contract.backend import CompiledProgram
from rookery.backends.contract.cost import Cost
from rookery.backends.python_constraint.clock import Clock
from rookery.backends.python_constraint.rows import Contradiction, SettledModel, SettledRow


@dataclass(frozen=True, slots=True)
class CoveringProgram(CompiledProgram):
    """A program of pieces: at least `fewest`, at most `most` of the candidates, which cover every clause.

    Candidates and clauses are numbered; sets of them are bit masks. `covers` holds the clauses of each candidate,
    `guards` the candidates of each clause, and `blocks` the candidates that one excludes, itself among them.
    `names` are the model's variables of the candidates.
    """

    true: frozenset[int]
    names: tuple[int, ...]
    covers: tuple[int, ...]
    guards: tuple[int, ...]
    blocks: tuple[int, ...]
    fewest: int
    most: int
    cost: Cost | None

    @property
    def enough(self) -> int:
        """As many pieces as any solution without idle ones has at most."""
        return min(self.most, max(self.fewest, len(self.guards)))

    @property
    def least(self) -> int:
        """A lower bound: that many pieces could cover all clauses if the best of them did not overlap."""
        missing, pieces = len(self.guards), 0
        for gain in sorted((mask.bit_count() for mask in self.covers), reverse=True):
            if missing <= 0:
                break
            missing, pieces = missing - gain, pieces + 1
        return max(self.fewest, pieces)


def lower_to_cover(settled: SettledModel, seed: int, clock: Clock) -> CoveringProgram | None:
    """The covering program of a settled model, or None where it asks for something else; may raise `Contradiction`."""
    sizes = [row for row in settled.rows if _counts_all(row, settled)]
    rest = [row for row in settled.rows if not _counts_all(row, settled)]
    fewest = max([0, *(row.lower for row in sizes)])
    most = min([len(settled.free), *(row.upper for row in sizes)])
    if not _wants_few(settled, most):
        return None
    if not (_are_clauses_and_cliques(rest) and any(row.clause for row in rest)):
        return None
    if _is_partition([row for row in rest if row.exactly_one], len(settled.free)):
        return None  # so many domains say more
    if fewest > most:
        raise Contradiction
    return _build_cover(settled, rest, (fewest, most), seed, clock)


def _counts_all(row: SettledRow, settled: SettledModel) -> bool:
    """Whether a row bounds the number of all variables that are left to decide."""
    return row.counts and len(row.weights) == len(settled.free)


def _wants_few(settled: SettledModel, most: int) -> bool:
    """Whether few variables are wanted: that is the goal, or a bound says so."""
    if settled.cost is None:
        return most < len(settled.free)
    return len(settled.cost.weights) == len(settled.free) and set(settled.cost.weights.values()) == {1}


def _are_clauses_and_cliques(rows: Sequence[SettledRow]) -> bool:
    """Whether each row asks for at least one of its variables, for at most one, or for both."""
    return all(row.at_most_one or (row.clause and row.upper >= len(row.weights)) for row in rows)


def _is_partition(rows: Sequence[SettledRow], everything: int) -> bool:
    """Whether rows of exactly one, each taken that meets none before it, hold every variable."""
    taken: set[int] = set()
    for row in rows:
        if taken.isdisjoint(row.weights):
            taken.update(row.weights)
    return len(taken) == everything


def _build_cover(
    settled: SettledModel, rows: Sequence[SettledRow], sizes: tuple[int, int], seed: int, clock: Clock
) -> CoveringProgram:
    names = list(settled.free)
    if seed:
        Random(seed).shuffle(names)
    number = {name: at for at, name in enumerate(names)}
    guards = tuple(dict.fromkeys(_mask(row, number) for row in rows if row.clause))
    covers, blocks = [0] * len(names), [1 << at for at in range(len(names))]
    for clause, mask in enumerate(guards):
        clock.tick()
        for at in _members(mask):
            covers[at] |= 1 << clause
    for row in rows:
        clock.tick()
        if row.at_most_one:
            mask = _mask(row, number)
            for at in _members(mask):
                blocks[at] |= mask
    size = {"variables": min(sizes[1], max(sizes[0], len(guards))), "values": len(names), "constraints": 1}
    tables = (tuple(names), tuple(covers), guards, tuple(blocks))
    return CoveringProgram(size, settled.true, *tables, *sizes, settled.cost)


def _mask(row: SettledRow, number: Mapping[int, int]) -> int:
    mask = 0
    for variable in row.weights:
        mask |= 1 << number[variable]
    return mask


def _members(mask: int) -> list[int]:
    members = []
    while mask:
        lowest = mask & -mask
        members.append(lowest.bit_length() - 1)
        mask ^= lowest
    return members
