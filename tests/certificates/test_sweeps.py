"""Sweeps against trying everything: true theorems are proven, no evidence proves a false one."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from random import Random
from typing import Any

import pytest
from rookery_tests.strategies import examples
from rookery_tests.theorems import any_theorems, falsified, proven, refusal, theorems, true_theorem

import rookery as rk
from rookery.backends.contract.question import WantLike
from rookery.backends.evidence.certifying.certify import Uncertified
from rookery.backends.evidence.certifying.surplus import make as make_surplus
from rookery.backends.evidence.certifying.sweeps import make, pays
from rookery.certificates.branching.sweep import check
from rookery.certificates.branching.sweep.check import count_states, export
from rookery.certificates.certificate import Evidence
from rookery.certificates.claim import Refused, Theorem
from rookery.certificates.tree import surplus
from rookery.certificates.tree.nodes.covering import ItemCovering, recognise_covering
from rookery.certificates.tree.surplus import refute
from rookery.core import deadline
from rookery.models import AtLeast, AtMost, Exactly, Minimize, Model, Problem

PATHS = [each for each in [*any_theorems(150, 21), *theorems(80, seed=5)] if each.orbits is None]


def provable(theorem: Theorem) -> bool:
    return theorem.count == 0 or theorem.placed in (None, theorem.model.variables)


def test_a_true_theorem_is_proven_in_any_order() -> None:
    """With one state less, or with another count, it is refused."""
    random, refuted = Random(1), 0
    for theorem in PATHS:
        if not provable(theorem):
            with pytest.raises(Uncertified, match="some variables are not squares"):
                make(theorem)
            continue
        evidence, order = make(theorem), random.sample(range(theorem.model.variables), theorem.model.variables)
        refuted += theorem.count == 0
        assert proven(theorem, evidence)
        assert proven(theorem, Evidence("sweep", {"order": order, "states": 1 << 20}))
        if evidence.about["states"] > 0:
            assert not proven(theorem, Evidence("sweep", {**evidence.about, "states": evidence.about["states"] - 1}))
        assert not proven(falsified(theorem, random), evidence)
        none = replace(theorem, count=0, value=None)  # now the longest row is left out of the states
        assert theorem.count == 0 or not proven(none, Evidence("sweep", {"order": order, "states": 1 << 20}))
    assert 20 < refuted < len(PATHS) - 40


def test_no_header_proves_a_false_theorem() -> None:
    random = Random(2)
    for theorem in filter(provable, PATHS):
        size = theorem.model.variables
        for order in ([random.randrange(-1, size + 1) for _ in range(size)], [0] * size, [*range(size - 1)], "01", 7):
            evidence = Evidence("sweep", {"order": order, "states": random.choice((0, 1 << 20))})
            assert not proven(falsified(theorem, random), evidence)


def test_headers_without_sense_are_refused() -> None:
    theorem, whole = Theorem(Model(2, [AtLeast(1, (0, 1))]), 3), {"order": None, "states": 9}
    assert proven(theorem, make(theorem))
    for about in ({}, {"order": None}, whole | {"states": 1 << 40}, whole | {"states": "9"}, {"order": [True, 0]}):
        assert not proven(theorem, Evidence("sweep", about))
    assert not proven(theorem, replace(make(theorem), data=b"1"))


def test_a_false_theorem_is_contradicted() -> None:
    model = Model(3, [AtLeast(1, (0, 1)), AtLeast(1, (0, 1)), AtMost(2, (0, 1, 2))])
    with pytest.raises(Refused, match="there are 5 solutions"):
        make(Theorem(model, 4))
    assert proven(Theorem(model, 5), make(Theorem(model, 5)))
    with pytest.raises(Refused, match="worth"):
        make(Theorem(model, 5, value=1, goal=Minimize((0, 1, 2))))


@pytest.mark.parametrize("rows", [[Exactly(1, ())], [AtMost(-1, (0,))], []])
def test_rows_without_literals(rows: list[Exactly | AtMost]) -> None:
    for count in range(4):
        theorem, evidence = Theorem(Model(1, rows), count), Evidence("sweep", {"order": None, "states": 9})
        assert proven(theorem, evidence) == (count == (2 if not rows else 0))


def test_the_states_of_a_short_file_are_limited_in_memory_and_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """An order may double the states with each decision: the clock is looked at within a layer as well."""
    pairs = Model(28, [AtLeast(1, (v, v + 14)) for v in range(14)])
    theorem, looks = Theorem(pairs, 3**14), [0]
    monkeypatch.setattr(deadline, "check_deadline", lambda: looks.append(0))
    exported = export(theorem, Evidence("sweep", {"order": None, "states": 1 << 17}))
    assert count_states(exported) == 49_149
    assert len(looks) > 1 + 2 * 28
    monkeypatch.setattr(check, "MAX_BYTES", 1)
    with pytest.raises(Uncertified, match="or too large ones"):
        make(theorem)


KINGS = rk.placement("king", 8, count=16)


@pytest.mark.parametrize(
    ("problem", "want", "count", "size"),
    [
        (KINGS, "count", 281_571, 140),  # OEIS A018807
        (rk.k_fold_domination("king", rk.Board(4, 20), 2), "one", None, 300),
        (rk.domination("wazir", rk.Board(5, 30)), "one", None, 500),  # a grid graph: 37
    ],
)
def test_long_boards_and_counts_are_short(problem: Problem, want: WantLike, count: int | None, size: int) -> None:
    certificate = rk.certify(problem, want=want)
    assert (certificate.evidence.kind, certificate.claim.count) == ("sweep", count)
    assert len(certificate.to_bytes()) < size
    assert rk.verify(certificate, problem).verified


@pytest.mark.full
def test_what_no_sweep_proves_is_said_in_one_sentence() -> None:
    with pytest.raises(
        Uncertified, match="no certificate: a sweep counts solutions, and no orbits, for count of 16 kings"
    ):
        rk.certify(KINGS, want="count", up_to_symmetry=True, evidence="sweep")
    assert not pays(Theorem(rk.domination("queen", 9).model.at_optimum(4), 0))


def has_set(found: ItemCovering) -> bool:
    """Whether no more candidates than may be chosen hit each item once, whatever their rivals are."""
    items = [{c for c, _ in options} for _, options in found.items]
    sizes = range(found.most + 1)
    return any(
        all(each & {*some} for each in items) for size in sizes for some in combinations(range(len(found.rivals)), size)
    )


def coverings(random: Random, count: int) -> Iterator[Theorem]:
    for _ in range(count):
        many = random.randint(3, 9)
        rows = [AtLeast(1, random.sample(range(many), random.randint(1, 3))) for _ in range(random.randint(2, 8))]
        yield true_theorem(Model(many, [*rows, AtMost(random.randint(1, 3), range(many))]))


@pytest.mark.drawn
def test_a_sweep_of_surplus_proves_all_that_is_true_and_nothing_else() -> None:
    """With any weights that are no heavier than the unit, and with as many states as it says."""
    random, proofs = Random(3), [0, 0]
    for theorem in [*theorems(examples(100), seed=7), *coverings(random, examples(300))]:
        found = recognise_covering(theorem.model)
        if found is None:
            continue
        bare = replace(theorem, count=0, orbits=None)
        kinds = random.choice(((0,), (0, 1), (0, 1, 2, 5), (0, 1, 1 << 40)))
        weights = [random.choice(kinds) for _ in found.items]
        hits = [sum(w for w, (_, o) in zip(weights, found.items, strict=True) if c in dict(o)) for c in range(9)]
        about: dict[str, Any] = {
            "unit": max(1, *hits) + random.choice((0, 1, 7)),
            "weights": weights,
            "states": 1 << 20,
        }
        for unit, true in ((about["unit"], not has_set(found)), (max(hits) - 1, False)):
            if unit >= 0:
                assert proven(bare, Evidence("surplus", about | {"unit": unit})) == true, (theorem, about)
        assert has_set(found) or theorem.count == 0
        if not has_set(found) and (states := refute(found, about["unit"], weights, 1 << 20)):
            assert proven(bare, Evidence("surplus", about | {"states": states}))
            assert not proven(bare, Evidence("surplus", about | {"states": states - 1}))
            proofs[states > 9] += 1
        if theorem.count:
            assert not proven(theorem, Evidence("surplus", about))  # it counts nothing
    assert min(proofs) > examples(5)


def test_forged_weights_are_refused() -> None:
    problem = rk.domination("knight", 5)
    theorem = Theorem(problem.model.at_optimum(4), 0, problem.symmetries)
    evidence = make_surplus(theorem)
    about, weights = dict(evidence.about), evidence.about["weights"]
    assert proven(theorem, evidence)
    assert not proven(Theorem(problem.model.at_optimum(5), 0), evidence)
    with pytest.raises(Uncertified, match=r"weights leave 1\.1 over"):
        make_surplus(Theorem(problem.model.at_optimum(5), 0))
    large = [weight << 40 for weight in weights]
    assert proven(theorem, Evidence("surplus", about | {"weights": large, "unit": 10_000 << 40}))
    for forged in ([*weights[1:], 20_000], [-1, *weights[1:]], weights[1:], [*weights, 0], [1 << 63] * 25, [0.5] * 25):
        assert not proven(theorem, Evidence("surplus", about | {"weights": forged}))
    others = (
        {"weights": 7},
        {"unit": True},
        {"unit": 1 << 63},
        {"states": 1 << 40},
        {"unit": 0},
        {"weights": [None] * 25},
    )
    for other in others:
        assert not proven(theorem, Evidence("surplus", about | other))
    assert not proven(theorem, Evidence("surplus", {"unit": 1, "weights": weights}))
    assert not proven(theorem, replace(evidence, data=b"1"))
    assert not proven(Theorem(Model(0, []), 0), Evidence("surplus", {"unit": 1, "weights": [], "states": 9}))
    assert not proven(Theorem(rk.armies(["queen", "rook"], 3).model, 0), evidence)  # no covering


def test_a_sweep_of_surplus_is_limited_in_memory_and_time(monkeypatch: pytest.MonkeyPatch) -> None:
    pairs = Model(28, [*(AtLeast(1, (v, v + 14)) for v in range(14)), AtMost(13, range(28))])
    evidence, looks = Evidence("surplus", {"unit": 1, "weights": [0] * 14, "states": 1 << 20}), [0]
    with monkeypatch.context() as patch:
        patch.setattr(surplus, "check_deadline", lambda: looks.append(0))
        assert proven(Theorem(pairs, 0), evidence)
        assert len(looks) > 2 * (28 + 28)
        patch.setattr(surplus, "MAX_BYTES", 1 << 10)
        assert refusal(Theorem(pairs, 0), evidence, plain=False)
    knights = rk.domination("knight", 10)
    certificate = rk.certify(knights)
    assert (certificate.evidence.kind, len(certificate.to_bytes()) < 300) == ("surplus", True)
    assert rk.verify(certificate, knights).verified
    with pytest.raises(Uncertified, match=r"of 3 pieces, weights leave \d"):
        rk.certify(rk.domination("queen", 7), evidence="surplus")
    with pytest.raises(Uncertified, match="no solution"):
        rk.certify(knights, want="count", evidence="surplus")
