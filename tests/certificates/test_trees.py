"""Trees: coverings, symmetries and goals that a checker must refuse, and nodes that both checkers meet."""

from bisect import bisect_left
from dataclasses import replace
from random import Random

import pytest
from rookery_tests.theorems import falsified, proven, refusal, true_theorem

import rookery as rk
from rookery.backends.certifying.trees import make
from rookery.certificates.certificate import Tree
from rookery.certificates.claim import Claim, Theorem
from rookery.certificates.claim import theorem as state
from rookery.certificates.tree import recognise
from rookery.models import AtLeast, AtMost, Exactly, Linear, Minimize, Model

PLAIN, SYMMETRIC = Tree(10_000, symmetry=False), Tree(10_000)


def made(theorem: Theorem) -> Tree:
    evidence = make(theorem, tell=lambda said: None)
    assert evidence is not None
    return evidence


def test_weights_prove_without_branching() -> None:
    """Knights on 8x8 need 12 (OEIS A006075): a vector of weights proves it at the root."""
    fewer = state(rk.domination(rk.KNIGHT, rk.Board(8)), Claim({}, "one", objective=12), None)
    assert fewer is not None
    evidence = made(fewer)
    assert (evidence.nodes, len(evidence.weights or ())) == (1, 64)
    assert proven(fewer, evidence)
    assert not proven(fewer, Tree(1))


def random_theorem(random: Random) -> Theorem:
    """A covering: pairs hit by few, some of them twice, and some rivals."""
    size = random.randint(7, 10)
    items = [AtLeast(1, random.sample(range(size), random.randint(2, 4))) for _ in range(random.randint(4, 9))]
    twice = [Linear((2, 1, 1), tuple(random.sample(range(size), 3)), lower=2) for _ in range(random.randrange(3))]
    pairs = [AtMost(1, random.sample(range(size), 2)) for _ in range(random.randint(0, 4))]
    return true_theorem(Model(size, [*items, *twice, *pairs, AtMost(random.randint(3, 6), range(size))]))


def test_number_of_nodes_is_exact() -> None:
    """Both checkers visit the same nodes, with weights and without."""
    random = Random(9)
    for _ in range(12):
        theorem = random_theorem(random)
        evidence = made(theorem)
        assert proven(theorem, evidence)
        if evidence.nodes > 1:
            assert not proven(theorem, Tree(evidence.nodes - 1, evidence.weights, evidence.symmetry))
        assert not proven(falsified(theorem, random), evidence)
        weights = [random.randrange(4) for _ in recognise(theorem).items]
        limits = range(1, 2 * evidence.nodes + 2)
        bisect_left(
            limits, True, key=lambda nodes: proven(theorem, Tree(nodes, weights, False))
        )  # both agree each time


SQUARE = Model(4, [AtLeast(1, (0, 1)), AtLeast(1, (1, 2)), AtLeast(1, (2, 3)), AtLeast(1, (3, 0)), AtMost(2, range(4))])
TURNS = [tuple((v + by) % 4 for v in range(4)) for by in range(4)]


def with_symmetries(theorem: Theorem, symmetries: list[tuple[int, ...]]) -> Theorem:
    return replace(theorem, symmetries=symmetries)


MOVED: dict[str, tuple[Model, list[tuple[int, ...]]]] = {
    "it keeps no items": (SQUARE, [(0, 1, 2, 3), (1, 0, 2, 3)]),
    "it is no permutation": (SQUARE, [(0, 1, 2, 3), (0, 0, 2, 3)]),
    "it leaves the variables": (SQUARE, [(0, 1, 2, 3), (0, 1, 2, 4)]),
    "it keeps no rivals": (replace(SQUARE, constraints=(*SQUARE.constraints, AtMost(1, (0, 2)))), TURNS),
    "it keeps no demands": (
        replace(SQUARE, constraints=(*SQUARE.constraints, AtLeast(1, (0, 2, 3)), AtLeast(2, (0, 1, 2)))),
        [TURNS[0], (1, 0, 3, 2)],
    ),
    "they are not closed": (SQUARE, TURNS[:2]),
    "they lack the identity": (SQUARE, TURNS[1:]),
    "it takes two to one": (Model(2, []), [(0, 1), (0, 0)]),
}


@pytest.mark.parametrize("why", MOVED)
def test_symmetries_that_are_none_prove_nothing(why: str) -> None:
    model, symmetries = MOVED[why]
    theorem = with_symmetries(true_theorem(model), symmetries)
    for count in range(8):
        assert not proven(replace(theorem, count=count), SYMMETRIC)


def test_orbits_need_a_group() -> None:
    theorem = replace(true_theorem(SQUARE), orbits=1)
    good, bad = with_symmetries(theorem, TURNS), with_symmetries(theorem, TURNS[:2])
    evidence = SYMMETRIC
    assert proven(good, evidence)
    assert not proven(bad, evidence)
    assert not proven(with_symmetries(theorem, []), evidence)
    assert not proven(good, PLAIN), "orbits need their symmetries"


def test_permutation_that_moves_a_choice_is_no_symmetry_below_it() -> None:
    """A reflection keeps who is free below the choice of 3, and takes it to 2: then other items need something."""
    heavy = [Linear((3, 1, 4, 3), (0, 2, 1, 3), lower=3), Linear((3, 1, 4, 3), (0, 3, 4, 2), lower=3)]
    theorem = true_theorem(Model(5, [*heavy, Exactly(1, (0, 2, 3))], symmetries=[(0, 1, 2, 3, 4), (0, 4, 3, 2, 1)]))
    evidence = SYMMETRIC
    assert theorem.count == 8
    assert proven(theorem, evidence)
    assert not proven(replace(theorem, count=10), evidence)


def test_better_solutions_than_the_optimum_are_refused() -> None:
    """Of the sets of at most three, some have two: three is no optimum."""
    model = Model(4, SQUARE.constraints[:4])
    three = true_theorem(replace(model, constraints=(*model.constraints, AtMost(3, range(4)))))
    claimed = replace(three, value=3, goal=Minimize(range(4)))
    assert refusal(three, PLAIN, plain=False) is None
    assert not proven(claimed, PLAIN)
    assert proven(replace(true_theorem(SQUARE), value=2, goal=Minimize(range(4))), PLAIN)


@pytest.mark.parametrize("goal", [Minimize((0, 1, 2)), Minimize(range(4), (1, 1, 1, 2)), Minimize((0, 1, 2, ~3))])
def test_optimum_of_anything_but_the_number_is_refused(goal: Minimize) -> None:
    assert not proven(replace(true_theorem(SQUARE), value=2, goal=goal), PLAIN)


NO_COVERINGS = [
    AtLeast(1, (0, ~1)),
    AtMost(1, (0, ~1)),
    AtMost(2, (0, 1, 2)),
    Linear((1, 2, 3), (0, 1, 2), upper=4),
    Linear((1, -1), (0, 1), lower=0),
    AtLeast(1 << 30, (0, 1)),
]


@pytest.mark.parametrize("constraint", NO_COVERINGS, ids=str)
def test_other_models_are_neither_proven_nor_checked(constraint: AtLeast) -> None:
    theorem = true_theorem(Model(4, [constraint]))
    assert make(theorem, tell=lambda said: None) is None
    assert not proven(theorem, PLAIN)
