"""Trees of any model against trying everything: true theorems are proven, and no bytes prove a false one."""

from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest
from rookery_tests.small_models import random_large_models, solutions_of
from rookery_tests.strategies import examples
from rookery_tests.theorems import any_theorems, falsified, proven, theorems

import rookery as rk
from rookery.backends.evidence.certifying.branching import make
from rookery.backends.evidence.certifying.packings import make as make_packing
from rookery.certificates.branching.kernel import UNSET
from rookery.certificates.branching.task import MAX_SUM, BranchingHeader
from rookery.certificates.branching.walk import make_walk
from rookery.certificates.certificate import Evidence
from rookery.certificates.claim import Refused, Theorem
from rookery.models import AtLeast, AtMost, Board, Exactly, Linear, Maximize, Minimize, Model, Satisfy
from rookery.models.pieces.piece import QUEEN

pytestmark = pytest.mark.nojit
DEFAULT: dict[str, Any] = {"alone": 0, "nodes": 10_000, "positive": True}


THEOREMS = [*any_theorems(examples(150), 11), *theorems(examples(60), seed=12)]


def made(theorem: Theorem) -> Evidence:
    evidence = make(theorem)
    assert evidence is not None
    return evidence


def evidence_of(data: bytes = b"", **about: Any) -> Evidence:
    return Evidence("branching", {**DEFAULT, **about}, data)


@pytest.mark.drawn
def test_the_theorems_are_of_every_sort() -> None:
    assert sum(theorem.count == 0 for theorem in THEOREMS) > examples(15)
    assert sum(theorem.value is not None for theorem in THEOREMS) > examples(30)
    assert sum(theorem.orbits is not None and theorem.count > 1 for theorem in THEOREMS) > examples(8)
    assert sum(
        theorem.placed is not None and 0 < theorem.placed < theorem.model.variables for theorem in THEOREMS
    ) > examples(20)


@pytest.mark.drawn
def test_a_true_theorem_is_proven() -> None:
    for theorem in THEOREMS:
        assert proven(theorem, made(theorem)), theorem
        assert proven(theorem, evidence_of(positive=False)), theorem


def random_tree(theorem: Theorem, random: Random) -> Evidence:
    """A tree that branches on any variables on its first levels."""
    about = BranchingHeader(random.randint(0, 4), 10_000, random.random() < 0.5)
    data, walk = b"", make_walk(theorem, about)
    while True:
        try:
            walk.run(about.nodes, data)
        except Refused as error:
            if error.reason != "the bytes end too early":
                raise
            undecided = np.flatnonzero(walk.state.value[: walk.task.shown] == UNSET).tolist()
            data += random.choice([0, *(variable + 1 for variable in undecided)]).to_bytes(3)
            continue
        return evidence_of(data, alone=about.alone, positive=about.positive)


def mutated(evidence: Evidence, random: Random) -> Evidence:
    """The same tree with a byte changed, put in or left out, or other levels, or other sums."""
    data, about, at = bytearray(evidence.data), dict(evidence.about), random.randint(0, len(evidence.data))
    kind = random.randrange(5)
    if kind == 0:
        about["alone"] = random.randint(0, 9)
    elif kind == 1:
        about["sums"] = [[1 + random.randrange(4), [random.randrange(4), random.randrange(6)]], *about.get("sums", [])]
    elif kind == 2:
        data[at:at] = random.randbytes(random.choice((1, 3)))
    elif kind == 3:
        del data[at : at + random.choice((1, 3))]
    elif data:
        data[at % len(data)] = random.randrange(9)
    return Evidence("branching", about, bytes(data))


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.drawn
def test_no_tree_proves_a_false_theorem(seed: int) -> None:
    random, accepted = Random(seed), 0
    for theorem in THEOREMS:
        evidence = random_tree(theorem, random)
        assert proven(theorem, evidence), theorem
        for each in (evidence, mutated(evidence, random), mutated(evidence, random)):
            assert not proven(falsified(theorem, random), each), theorem
            accepted += proven(theorem, each)
    assert len(THEOREMS) + examples(50) < accepted < 3 * len(THEOREMS) - examples(50)


def test_codes_that_fit_are_accepted() -> None:
    """Three variables, one of which is true: the middle one is branched on first."""
    theorem = Theorem(Model(3, [Exactly(1, (0, 1, 2))]), 3)
    assert proven(theorem, evidence_of(b"\0\0\2\0\0\0", alone=9))
    for data in (b"", b"\0\0", b"\0\0\2", b"\0\0\2\0\0\0\0", b"\0\0\2\0\0\2", b"\0\0\4\0\0\0", b"\1\0\2\0\0\0"):
        assert not proven(theorem, evidence_of(data, alone=9)), data
    assert not proven(theorem, evidence_of(b"\0\0\1"))
    for count in range(9):  # a variable that is decided already would be met with both values
        assert not proven(replace(theorem, count=count), evidence_of(b"\0\0\2\0\0\2", alone=2))


def test_codes_name_no_auxiliary_variables() -> None:
    """Of two variables that differ, one is placed: either value of it is shown once."""
    theorem = Theorem(Model(2, [Exactly(1, (0, 1))]), 2, placed=1)
    assert proven(theorem, evidence_of(b"\0\0\1", alone=1))
    assert not proven(theorem, evidence_of(b"\0\0\2", alone=1))


def test_nodes_are_bounded() -> None:
    theorem = Theorem(Model(3, [Exactly(1, (0, 1, 2))]), 3)
    assert proven(theorem, evidence_of(nodes=5))
    assert not proven(theorem, evidence_of(nodes=4))


def test_placements_are_counted_once() -> None:
    """Auxiliary variables that the placement leaves open count none twice, and none that cannot be completed."""
    free = Model(4, [AtLeast(1, (0, 1)), AtLeast(1, (2, 3))])
    assert proven(Theorem(free, 3, placed=2), evidence_of())
    assert not proven(Theorem(free, 9, placed=2), evidence_of())
    hopeless = Model(
        4, [AtLeast(1, (0, 1)), AtLeast(1, (2, 3)), AtMost(1, (2, 3)), AtLeast(1, (2, ~3)), AtLeast(1, (~2, 3))]
    )
    assert proven(Theorem(hopeless, 0, placed=2), evidence_of())


def test_an_auxiliary_variable_that_makes_better_is_seen() -> None:
    """One is claimed as the least, and an auxiliary variable may make it nothing."""
    model = Model(3, [AtLeast(1, (1, 2)), AtMost(1, (2,))], Minimize((2,)))
    assert not proven(Theorem(model.at_optimum(1), 2, value=1, goal=model.goal, placed=1), evidence_of())
    assert proven(Theorem(model.at_optimum(0), 2, value=0, goal=model.goal, placed=1), evidence_of())


@pytest.mark.parametrize("goal", [Minimize((0, 1)), Maximize((~0, ~1)), Minimize((0, ~1), (2, -2))])
def test_solutions_of_another_worth_are_refused(goal: Minimize) -> None:
    """None of two is the optimum; that one of them, or any, is no worse is not what is claimed."""
    best = 0 if isinstance(goal.literals[1], int) and goal.literals[1] == 1 else 2 if isinstance(goal, Maximize) else -2
    model = Model(2, [], goal)
    theorem = Theorem(model.at_optimum(best), 1, value=best, goal=goal)
    assert proven(theorem, evidence_of())
    assert not proven(replace(theorem, model=Model(2, []), count=4), evidence_of())
    assert not proven(replace(theorem, value=best + 1), evidence_of())


PIGEONS = Model(6, [AtMost(1, (0, 1, 2)), AtMost(1, (3, 4, 5)), *(AtLeast(1, (hole, hole + 3)) for hole in range(3))])


def test_no_sum_of_rows_closes_the_root() -> None:
    """Three pigeons and two holes: the sum of all rows is 0 >= 1, but a tree holds no sums."""
    theorem = Theorem(PIGEONS, 0)
    assert proven(theorem, made(theorem))
    assert not proven(theorem, evidence_of(nodes=1))
    for rows in (range(5), range(1, 5)):
        assert not proven(theorem, evidence_of(sums=[[1, *([1, row] for row in rows)]]))


def test_what_a_sum_proves_that_is_rounded_up_is_a_packing() -> None:
    """Of three variables no two are together: they are a clique, so they are at most one."""
    model = Model(3, [AtMost(1, (0, 1)), AtMost(1, (1, 2)), AtMost(1, (0, 2)), AtLeast(2, range(3))])
    packing = make_packing(Theorem(model, 0))
    assert packing is not None
    assert proven(Theorem(model, 0), packing)
    two = replace(model, constraints=(*model.constraints[:3], AtLeast(1, range(3))))
    assert not proven(Theorem(two, 0), packing)
    assert make_packing(Theorem(two, 0)) is None


BAD_SUMS = [
    [[0, [1, 0]]],
    [[-1, [1, 0]]],
    [[1, [-1, 0]]],
    [[1, [1, 5]]],
    [[1, [1, -1]]],
    [[1, [1, 0, 0]]],
    [[1, [1.5, 0]]],
    [[True, [1, 0]]],
    [["1", [1, 0]]],
    [[]],
    [3],
    3,
    [[1, [1 << 62, 0]]],
    [[1, [1 << 70, 0]]],
    [],
    None,
]


@pytest.mark.parametrize("sums", BAD_SUMS, ids=str)
def test_sums_that_are_none_are_refused(sums: Any) -> None:
    assert not proven(Theorem(PIGEONS, 0), evidence_of(sums=sums))


ABOUT = [
    {"alone": -1},
    {"alone": True},
    {"alone": 1.0},
    {"nodes": 0},
    {"nodes": 1 << 60},
    {"positive": 1},
    {"nodes": "9"},
]


@pytest.mark.parametrize("about", ABOUT, ids=str)
def test_a_header_that_makes_no_sense_is_refused(about: dict[str, Any]) -> None:
    assert not proven(Theorem(PIGEONS, 0), evidence_of(**about))
    assert not proven(Theorem(PIGEONS, 0), Evidence("branching", {}))


def test_numbers_beyond_64_bits_are_refused_or_right() -> None:
    """What is too large is refused by both checkers; what fits is counted as by trying everything."""
    refused = 0
    for model in random_large_models(150, 4):
        bare = replace(model, goal=Satisfy())
        theorem = Theorem(bare, len(solutions_of(bare)))
        if make(theorem) is None:
            refused += 1
            assert not proven(theorem, evidence_of())
        else:
            assert proven(theorem, evidence_of())
            assert not proven(replace(theorem, count=theorem.count + 1), evidence_of())
    assert 5 < refused < 100


@pytest.mark.parametrize("weight", [MAX_SUM // 2 - 1, MAX_SUM // 2, MAX_SUM])
def test_the_edge_of_what_fits(weight: int) -> None:
    """Two variables of a weight that must both be true; a row fits while its weights are below the bound together."""
    theorem = Theorem(Model(2, [Linear((weight, weight), (0, 1), lower=2 * weight)]), 1)
    assert proven(theorem, evidence_of()) == (2 * weight < MAX_SUM)
    goal = Maximize((0, 1), (weight, weight))
    valued = Theorem(Model(2, [AtLeast(2, (0, 1))]), 1, value=2 * weight, goal=goal)
    assert proven(valued, evidence_of()) == (2 * weight < MAX_SUM)


TURNS = [tuple((v + by) % 4 for v in range(4)) for by in range(4)]
RING = Theorem(Model(4, [AtLeast(1, (0, 1, 2, 3)), AtMost(2, range(4))]), 10, TURNS, 3)


@pytest.mark.parametrize(
    "symmetries", [[], TURNS[:2], TURNS[1:], [*TURNS, (0, 0, 2, 3)], [(0, 1, 2)], [*TURNS, (0, 1, 2, 4)]], ids=str
)
def test_orbits_need_a_group(symmetries: list[tuple[int, ...]]) -> None:
    assert proven(RING, evidence_of())
    for orbits in range(1, 11):
        assert not proven(replace(RING, symmetries=symmetries, orbits=orbits), evidence_of())
    assert not proven(replace(RING, orbits=2), evidence_of())
    assert not proven(replace(RING, orbits=4), evidence_of())


def test_orbits_of_placements_with_auxiliary_variables() -> None:
    """Two squares that a mirror exchanges, and a variable that says whether both are taken."""
    model = Model(3, [AtLeast(1, (0, 1)), AtLeast(1, (2, ~0, ~1)), AtLeast(1, (~2, 0)), AtLeast(1, (~2, 1))])
    theorem = Theorem(model, 3, [(0, 1), (1, 0)], 2, placed=2)
    assert proven(theorem, evidence_of())
    assert not proven(replace(theorem, orbits=3), evidence_of())


def test_many_free_variables_are_no_work() -> None:
    assert proven(Theorem(Model(200, [AtLeast(1, (0, 1))]), 3 << 198), evidence_of(nodes=3))


# Peaceable armies of queens: OEIS A250000. Queens, upper domination: brute force of `tests/models/problems`.
@pytest.mark.parametrize(("size", "most"), [(3, 1), (4, 2), (5, 4)])
def test_armies(size: int, most: int) -> None:
    certificate = rk.certify(rk.armies([QUEEN, QUEEN], Board(size)))
    assert (certificate.claim.objective, certificate.evidence.kind) == (most, "branching")
    assert len(certificate.to_bytes()) < 400
    assert rk.verify(certificate).verified


@pytest.mark.parametrize(("size", "count", "orbits"), [(4, 2, 1), (6, 4, 1), (8, 92, 12)])
def test_queens_are_counted(size: int, count: int, orbits: int) -> None:
    """OEIS A000170 and A002562."""
    problem = rk.placement(QUEEN, Board(size), size)
    evidence = make(Theorem(problem.model, count, problem.symmetries, orbits))
    assert evidence is not None
    assert len(evidence.data) < 100
    with pytest.raises(Refused, match=f"there are {count} solutions"):
        make(Theorem(problem.model, count + 1))
