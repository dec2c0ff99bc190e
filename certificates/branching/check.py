"""Checks a tree of any model: its rows and their sums are made anew, all is propagated, and solutions are counted."""

import base64
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rookery.certificates.branching import plain as plain_checker
from rookery.certificates.branching.arrays import BranchingTask
from rookery.certificates.branching.rows import add_sums, make_rows
from rookery.certificates.branching.state import AT, Ints
from rookery.certificates.branching.walk import BranchingWalk, require_group
from rookery.certificates.certificate import Evidence
from rookery.certificates.refusals import Refused
from rookery.certificates.theorem import Theorem
from rookery.models.model import Satisfy, over_variables
from rookery.models.symmetry.permutations import table

MOST_NODES = 1 << 34  # hours of checking
MOST_LEVELS = 1 << 32
MOST_IMAGES = 1 << 22  # numbers in the table of the symmetries
MOST_ORBITS = 1 << 20
FAST = "the checker of trees of any model (certificates/branching: rows, walk, kernel), compiled by numba"
PLAIN = "the plain checker of trees of any model (certificates/branching: rows, plain), and Python itself"


@dataclass(frozen=True)
class BranchingHeader:
    """What a tree says of itself.

    `alone` is the level from which on the checker branches by itself, `positive` whether rows with negations are
    branched on last, `nodes` how many there are at most. Each of the `sums` is a divisor and pairs of a multiplier and
    a row.
    """

    alone: int
    nodes: int
    positive: bool
    sums: Sequence[Any]

    @classmethod
    def of(cls, about: Mapping[str, Any]) -> "BranchingHeader":
        """What plain data say; raises `Refused` for data that make no sense."""
        try:
            alone, nodes, positive = about["alone"], about["nodes"], about["positive"]
            sums = [(number(divisor), *((number(a), number(b)) for a, b in parts)) for divisor, *parts in about["sums"]]
        except (TypeError, ValueError, LookupError) as error:
            raise Refused("evidence", f"what it says of itself: {type(error).__name__}") from None
        if not (type(alone) is int and 0 <= alone < MOST_LEVELS and type(nodes) is int and 0 < nodes <= MOST_NODES):
            raise Refused("evidence", f"alone from level {alone}, {nodes} nodes")
        if type(positive) is not bool:
            raise Refused("evidence", "positive is neither true nor false")
        return cls(alone, nodes, positive, sums)


def number(value: Any) -> int:
    """A whole number of 64 bits; raises `ValueError` for anything else."""
    if type(value) is not int or abs(value) >= 1 << 63:
        raise ValueError("no whole number of 64 bits")
    return value


def check(theorem: Theorem, evidence: Evidence, plain: bool) -> tuple[str, ...]:
    """What must be trusted; raises `Refused` where the tree does not prove the theorem."""
    about = BranchingHeader.of(evidence.about)
    if plain:
        _check_plainly(_export(theorem, about, evidence.data))
        return (PLAIN,)
    walk = make_walk(theorem, about)
    walk.run(about.nodes, evidence.data)
    conclude(theorem, walk, len(evidence.data))
    return (FAST,)


def make_task(theorem: Theorem, about: BranchingHeader) -> BranchingTask:
    """The task of a theorem; raises `Refused` for one that is too large."""
    rows = make_rows(theorem.model)
    goal, constant = ({}, 0) if isinstance(theorem.goal, Satisfy) else over_variables(theorem.goal.terms())
    value = None if theorem.value is None else theorem.value - constant
    variables = theorem.model.variables
    shown = variables if theorem.placed is None else theorem.placed
    if rows is None or not isinstance(theorem.model.goal, Satisfy) or not 0 <= shown <= variables:
        raise Refused("evidence", "the model is too large to be checked, or a number in it is")
    task = BranchingTask(variables, shown, add_sums(rows, about.sums), theorem.orbits is not None, value, goal)
    if not task.is_valued:
        raise Refused("evidence", "the numbers of the goal are too large to be checked")
    return task


def make_walk(theorem: Theorem, about: BranchingHeader) -> BranchingWalk:
    """The walk that checks a theorem."""
    task = make_task(theorem, about)
    orbits = theorem.orbits or 0
    if theorem.orbits is not None:
        require_group(find_images(theorem, task.shown))
    return BranchingWalk(
        task, about.alone, about.positive, theorem.symmetries if task.every else (), min(orbits, MOST_ORBITS)
    )


def find_images(theorem: Theorem, shown: int) -> Ints:
    """The symmetries as a table; raises `Refused` for too many, and for those of other variables."""
    symmetries = theorem.symmetries
    if len(symmetries) * shown > MOST_IMAGES or any(len(each) != shown for each in symmetries[:1]):
        raise Refused("symmetries", "they are too many to be checked, or not of the shown variables")
    return table(symmetries, shown)


def conclude(theorem: Theorem, walk: BranchingWalk, length: int) -> None:
    """Raise `Refused` where what was met is not what is stated."""
    if (left := length - int(walk.state.registers[AT])) > 0:
        raise Refused("tree", f"{left:,} bytes are left over")
    if walk.count != theorem.count:
        raise Refused("tree", f"there are {walk.count:,} solutions, claimed are {theorem.count:,}")
    if theorem.orbits is not None and len(walk.orbits) != theorem.orbits:
        raise Refused("tree", f"there are {len(walk.orbits):,} orbits, claimed are {theorem.orbits:,}")


def export(theorem: Theorem, evidence: Evidence) -> dict[str, Any]:
    """All that the plain checker reads, as plain data."""
    return _export(theorem, BranchingHeader.of(evidence.about), evidence.data)


def _export(theorem: Theorem, about: BranchingHeader, data: bytes) -> dict[str, Any]:
    task = make_task(theorem, about)
    rows = make_rows(theorem.model) or []
    return {
        "variables": task.variables,
        "shown": task.shown,
        "rows": [[bound, [list(term) for term in terms]] for bound, terms in rows],
        "sums": [[divisor, *map(list, parts)] for divisor, *parts in about.sums],
        "goal": [list(each) for each in task.goal.items()],
        "value": task.value,
        "permutations": find_images(theorem, task.shown).tolist() if task.every else [],
        "count": theorem.count,
        "orbits": theorem.orbits,
        "alone": about.alone,
        "positive": about.positive,
        "nodes": about.nodes,
        "tree": base64.b64encode(data).decode(),
    }


def _check_plainly(problem: dict[str, Any]) -> None:
    try:
        plain_checker.check(problem)
    except plain_checker.Unproven as error:
        raise Refused("tree", str(error)) from None
