"""Trees against trying everything: true theorems are proven, and no bytes prove a false one."""

from dataclasses import replace
from random import Random

import pytest
from rookery_tests.strategies import examples
from rookery_tests.theorems import falsified, mutated, proven, refusal, theorems, true_theorem

import rookery as rk
from rookery.backends.evidence.certifying.trees import make
from rookery.certificates.certificate import Evidence
from rookery.certificates.claim import ProblemClaim, Theorem
from rookery.certificates.claim import theorem as state
from rookery.certificates.tree.check import recognise
from rookery.models import AtLeast, AtMost, Exactly, Linear, Minimize, Model

pytestmark = pytest.mark.nojit
THEOREMS = list(theorems(examples(150)))
DEFAULT = {"alone": 4, "nodes": 10_000, "symmetry": False, "weights": []}


def made(theorem: Theorem, alone: int = 1) -> Evidence:
    evidence = make(theorem, alone)
    assert evidence is not None
    return evidence


@pytest.mark.drawn
def test_the_theorems_are_of_every_sort() -> None:
    assert sum(theorem.count == 0 for theorem in THEOREMS) > examples(15)
    assert sum(theorem.orbits is not None and theorem.count > 1 for theorem in THEOREMS) > examples(15)
    assert sum(any(demand > 1 for demand, _ in recognise(theorem).items) for theorem in THEOREMS) > examples(15)
    assert sum(any(recognise(theorem).rivals) for theorem in THEOREMS) > examples(15)


@pytest.mark.parametrize("alone", [1, 2, 9])
@pytest.mark.drawn
def test_a_true_theorem_is_proven(alone: int) -> None:
    for theorem in THEOREMS:
        assert proven(theorem, made(theorem, alone)), theorem


def test_weights_prove_without_branching() -> None:
    """Knights on 8x8 need 12 (OEIS A006075): a vector of weights proves it at the root."""
    claim = ProblemClaim({}, "one", objective=12)
    fewer = state(rk.domination(rk.KNIGHT, rk.Board(8)), claim, None)
    assert fewer is not None
    evidence = made(fewer)
    assert evidence.about["nodes"] == 1
    assert proven(fewer, evidence)
    assert not proven(fewer, replace(evidence, about={**evidence.about, "weights": [[[1]]]}))


@pytest.mark.drawn
def test_both_checkers_meet_the_same_nodes() -> None:
    """As many as the file says; with one less, both refuse it."""
    for theorem in THEOREMS:
        evidence = made(theorem)
        fewer = Evidence("tree", {**evidence.about, "nodes": evidence.about["nodes"] - 1}, evidence.data)
        assert evidence.about["nodes"] == 1 or not proven(theorem, fewer)


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.part(2)
@pytest.mark.drawn
def test_no_bytes_prove_a_false_theorem(seed: int) -> None:
    random = Random(seed)
    for theorem in THEOREMS:
        wrong = falsified(theorem, random)
        evidence = made(theorem)
        assert not proven(wrong, evidence)
        for _ in range(3):
            assert not proven(wrong, mutated(evidence, random)), (theorem, wrong)


@pytest.mark.drawn
def test_the_checkers_agree_about_any_bytes() -> None:
    """Of a true theorem some mutated trees are proofs as well, most are not."""
    random, accepted = Random(7), 0
    for theorem in THEOREMS:
        evidence = made(theorem)
        accepted += sum(proven(theorem, mutated(evidence, random)) for _ in range(3))
    assert examples(20) < accepted < examples(400)


def deep_theorem(random: Random) -> Theorem:
    """A covering whose last levels lie below those that are walked by themselves: pairs hit by few, some rivals."""
    size = random.randint(7, 10)
    items = [AtLeast(1, random.sample(range(size), random.randint(2, 4))) for _ in range(random.randint(4, 9))]
    pairs = [AtMost(1, random.sample(range(size), 2)) for _ in range(random.randint(0, 4))]
    return true_theorem(Model(size, [*items, *pairs, AtMost(random.randint(3, 6), range(size))]))


@pytest.mark.drawn
@pytest.mark.full
def test_the_last_levels_are_met_node_for_node() -> None:
    """All demands are 1 there: the kernel takes the last two of a set by bitsets."""
    random = Random(9)
    for _ in range(examples(60)):
        theorem = deep_theorem(random)
        evidence = made(theorem, random.choice((1, 9)))
        nodes = evidence.about["nodes"]
        assert proven(theorem, evidence)
        assert nodes == 1 or not proven(theorem, replace(evidence, about={**evidence.about, "nodes": nodes - 1}))
        assert not proven(falsified(theorem, random), evidence)


def with_vectors(theorem: Theorem, evidence: Evidence, random: Random) -> Evidence:
    """The same tree with vectors of random weights named anywhere in it, most often at its root."""
    items, data = len(recognise(theorem).items), bytearray(evidence.data)
    vectors = [[[random.randint(1, 5), item] for item in range(items) if random.random() < 0.7] for _ in range(2)]
    for at in (0, random.randint(0, len(data)))[random.randrange(2) :]:
        data.insert(at, items + random.randrange(2))
    return Evidence("tree", {**evidence.about, "weights": vectors}, bytes(data))


@pytest.mark.full
def test_vectors_anywhere_prove_nothing_false() -> None:
    random, accepted = Random(3), 0
    for theorem in [*THEOREMS, *theorems(60, seed=1)]:
        evidence = made(theorem)
        for _ in range(4 * (len(evidence.data) > 0)):
            changed = with_vectors(theorem, evidence, random)
            accepted += proven(theorem, changed)
            assert not proven(falsified(theorem, random), changed)
            shorter = Evidence("tree", {**changed.about, "nodes": random.randint(1, 12)}, changed.data)
            proven(theorem, shorter)
    assert accepted > 20


def test_an_item_that_needs_nothing_is_no_place_to_branch() -> None:
    """Three pairs, one of each: branching on the first pair again would meet no set, and claim that there is none."""
    theorem = true_theorem(Model(6, [AtLeast(1, (0, 1)), AtLeast(1, (2, 3)), AtLeast(1, (4, 5)), AtMost(3, range(6))]))
    about = {**DEFAULT, "alone": 1}
    assert theorem.count == 8
    assert proven(theorem, Evidence("tree", about, bytes([0, 1, 1])))
    assert not proven(replace(theorem, count=0), Evidence("tree", about, bytes([0, 0, 0])))


SQUARE = Model(4, [AtLeast(1, (0, 1)), AtLeast(1, (1, 2)), AtLeast(1, (2, 3)), AtLeast(1, (3, 0)), AtMost(2, range(4))])
TURNS = [tuple((v + by) % 4 for v in range(4)) for by in range(4)]


def with_symmetries(theorem: Theorem, symmetries: list[tuple[int, ...]]) -> Theorem:
    return replace(theorem, symmetries=symmetries)


def refuse_any_count(theorem: Theorem) -> None:
    """No number of solutions is proven with these symmetries."""
    for count in range(8):
        assert not proven(replace(theorem, count=count), Evidence("tree", {**DEFAULT, "symmetry": True}))


@pytest.mark.parametrize("symmetry", [(1, 0, 2, 3), (0, 0, 2, 3), (0, 1, 2, 4), (0, 1, 2, -1)])
def test_a_permutation_that_keeps_no_items_is_refused(symmetry: tuple[int, ...]) -> None:
    theorem = with_symmetries(true_theorem(SQUARE), [(0, 1, 2, 3), symmetry])
    refuse_any_count(theorem)


def test_a_permutation_that_keeps_items_and_no_rivals_is_refused() -> None:
    model = replace(SQUARE, constraints=(*SQUARE.constraints, AtMost(1, (0, 2))))
    theorem = with_symmetries(true_theorem(model), TURNS)
    refuse_any_count(theorem)


def test_a_permutation_that_keeps_options_and_no_demands_is_refused() -> None:
    model = replace(SQUARE, constraints=(*SQUARE.constraints, AtLeast(1, (0, 2, 3)), AtLeast(2, (0, 1, 2))))
    theorem = with_symmetries(true_theorem(model), [TURNS[0], (1, 0, 3, 2)])
    refuse_any_count(theorem)


def test_orbits_under_what_is_no_group_are_refused() -> None:
    theorem = replace(true_theorem(SQUARE), orbits=1)
    good, bad = with_symmetries(theorem, TURNS), with_symmetries(theorem, TURNS[:2])
    evidence = Evidence("tree", {**DEFAULT, "symmetry": True})
    assert proven(good, evidence)
    assert not proven(bad, evidence)
    assert not proven(with_symmetries(theorem, []), evidence)
    assert not proven(good, Evidence("tree", DEFAULT)), "orbits need their symmetries"


def test_counts_by_shares_under_what_is_no_group_are_refused() -> None:
    refuse_any_count(with_symmetries(true_theorem(SQUARE), TURNS[:2]))
    refuse_any_count(with_symmetries(true_theorem(SQUARE), TURNS[1:]))


def test_a_permutation_that_moves_the_first_choice_is_no_symmetry_below_it() -> None:
    """A reflection keeps who is free below the choice of 3, and takes it to 2: then other items need something."""
    heavy = [Linear((3, 1, 4, 3), (0, 2, 1, 3), lower=3), Linear((3, 1, 4, 3), (0, 3, 4, 2), lower=3)]
    theorem = true_theorem(Model(5, [*heavy, Exactly(1, (0, 2, 3))], symmetries=[(0, 1, 2, 3, 4), (0, 4, 3, 2, 1)]))
    evidence = Evidence("tree", {**DEFAULT, "alone": 9, "symmetry": True})
    assert theorem.count == 8
    assert proven(theorem, evidence)
    assert not proven(replace(theorem, count=10), evidence)


def test_a_map_that_takes_two_candidates_to_one_is_refused() -> None:
    """It is closed under products, and where nothing is to be hit it keeps all items."""
    refuse_any_count(with_symmetries(true_theorem(Model(2, [])), [(0, 1), (0, 0)]))


def test_sets_that_are_better_than_the_optimum_are_refused() -> None:
    """Of the sets of at most three, some have two: three is no optimum."""
    model = Model(4, SQUARE.constraints[:4])
    three = true_theorem(replace(model, constraints=(*model.constraints, AtMost(3, range(4)))))
    claimed = replace(three, value=3, goal=Minimize(range(4)))
    assert refusal(three, Evidence("tree", DEFAULT), plain=False) is None
    assert not proven(claimed, Evidence("tree", DEFAULT))
    assert proven(replace(true_theorem(SQUARE), value=2, goal=Minimize(range(4))), Evidence("tree", DEFAULT))


@pytest.mark.parametrize("goal", [Minimize((0, 1, 2)), Minimize(range(4), (1, 1, 1, 2)), Minimize((0, 1, 2, ~3))])
def test_an_optimum_of_anything_but_the_number_is_refused(goal: Minimize) -> None:
    assert not proven(replace(true_theorem(SQUARE), value=2, goal=goal), Evidence("tree", DEFAULT))


NO_COVERINGS = [
    AtLeast(1, (0, ~1)),
    AtMost(1, (0, ~1)),
    AtMost(2, (0, 1, 2)),
    Linear((1, 2, 3), (0, 1, 2), upper=4),
    Linear((1, -1), (0, 1), lower=0),
    AtLeast(1 << 30, (0, 1)),
]


@pytest.mark.parametrize("constraint", NO_COVERINGS, ids=str)
def test_what_is_no_covering_is_neither_made_nor_checked(constraint: AtLeast) -> None:
    theorem = true_theorem(Model(4, [constraint]))
    assert make(theorem) is None
    assert not proven(theorem, Evidence("tree", DEFAULT))


RECOGNISED = [
    Model(0, []),
    Model(3, []),
    Model(3, [AtLeast(1, ())]),
    Model(3, [AtMost(-1, (0, 1))]),
    Model(3, [Exactly(4, (0, 1))]),
    Model(3, [AtLeast(1, (~0, ~1))]),
    Model(3, [Exactly(0, (0,)), AtMost(2, (0, 1, 2))]),
    Model(3, [Exactly(0, (0,)), AtMost(1, (1, 2)), AtLeast(1, (1, 2))]),
    Model(3, [Linear((5, 1, 1), (0, 1, 2), upper=2)]),
    Model(3, [Linear((3, 3, 1), (0, 1, 2), lower=4)]),
    Model(4, [Exactly(2, range(4))]),
    Model(4, [AtLeast(3, range(4)), AtMost(1, (0, 1))]),
]


@pytest.mark.parametrize("model", RECOGNISED, ids=str)
def test_odd_coverings_are_proven(model: Model) -> None:
    theorem = true_theorem(model)
    assert proven(theorem, made(theorem))
    assert not proven(replace(theorem, count=theorem.count + 1), made(theorem))


ABOUT = [
    {},
    {**DEFAULT, "alone": 0},
    {**DEFAULT, "alone": True},
    {**DEFAULT, "nodes": 1 << 60},
    {**DEFAULT, "nodes": 0},
    {**DEFAULT, "nodes": 10.5},
    {**DEFAULT, "symmetry": 1},
    {**DEFAULT, "weights": [[[1, 4]]]},
    {**DEFAULT, "weights": [[[256, 0]]]},
    {**DEFAULT, "weights": [[[-1, 0]]]},
    {**DEFAULT, "weights": [[[1, -1]]]},
    {**DEFAULT, "weights": [[0]]},
    {**DEFAULT, "weights": 3},
    {**DEFAULT, "weights": [[[10**400, 0]]]},
]


@pytest.mark.parametrize("about", ABOUT, ids=str)
def test_a_header_that_makes_no_sense_is_refused(about: dict[str, object]) -> None:
    assert not proven(true_theorem(SQUARE), Evidence("tree", about))
