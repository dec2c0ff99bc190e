"""What every kind of evidence promises: it proves true theorems, and no bytes and no header prove a false one."""

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from rookery_tests.theorems import falsified, mutated, proven, theorems, true_theorem

from rookery.backends.evidence.certifying import lrat, packings, trees
from rookery.certificates.certificate import Evidence
from rookery.certificates.claim import Theorem
from rookery.models import AtLeast, AtMost, Model

Make = Callable[[Theorem], Evidence | None]
KINDS: dict[str, Make] = {
    "tree": lambda theorem: trees.make(theorem, 1),
    "tree with vectors": lambda theorem: trees.make(theorem, 9),
    "packing": packings.make,
    "lrat": lrat.make,
}
THEOREMS = list(theorems(60))


def prove(kind: str) -> list[tuple[Theorem, Evidence]]:
    """Return the theorems that a kind of evidence proves; packings prove only that there is no solution."""
    made = [(theorem, KINDS[kind](theorem)) for theorem in THEOREMS]
    assert all(evidence or kind == "packing" for _, evidence in made)
    return [(theorem, evidence) for theorem, evidence in made if evidence]


def test_theorems_are_of_every_sort() -> None:
    assert sum(theorem.count == 0 for theorem in THEOREMS) > 6
    assert sum(theorem.orbits is not None and theorem.count > 1 for theorem in THEOREMS) > 6


@pytest.mark.parametrize("kind", KINDS)
def test_true_theorem_is_proven_and_a_false_one_is_not(kind: str) -> None:
    """`proven` asks the checker of the package and the plain one, and requires that they agree."""
    random = Random(kind)
    for theorem, evidence in prove(kind):
        assert proven(theorem, evidence), theorem
        assert not proven(falsified(theorem, random), evidence), theorem


@pytest.mark.parametrize("kind", KINDS)
def test_no_bytes_prove_a_false_theorem(kind: str) -> None:
    random, accepted, tried = Random(kind), 0, 0
    for theorem, evidence in prove(kind):
        wrong = falsified(theorem, random)
        for _ in range(4):
            changed = mutated(evidence, random)
            assert not proven(wrong, changed), (theorem, wrong)
            accepted += proven(theorem, changed)
            tried += 1
    assert 0 < accepted < tried  # some changes leave a proof of what is true


SQUARE = Model(4, [*(AtLeast(1, (v, (v + 1) % 4)) for v in range(4)), AtMost(1, range(4))])  # no solution
SENSELESS: list[tuple[str, dict[str, Any]]] = [
    ("tree", {"alone": 0}),
    ("tree", {"alone": True}),
    ("tree", {"alone": None}),
    ("tree", {"nodes": 1 << 60}),
    ("tree", {"nodes": 0}),
    ("tree", {"nodes": 10.5}),
    ("tree", {"symmetry": 1}),
    ("tree", {"weights": 3}),
    ("tree", {"weights": [[0]]}),
    ("tree", {"weights": [[[1, 4]]]}),
    ("tree", {"weights": [[[1, -1]]]}),
    ("tree", {"weights": [[[256, 0]]]}),
    ("tree", {"weights": [[[-1, 0]]]}),
    ("tree", {"weights": [[[10**400, 0]]]}),
    ("packing", {"x": 1}),
    ("lrat", {"solutions": 7}),
    ("lrat", {"solutions": [[0]]}),
    ("lrat", {"solutions": [[-1]]}),
    ("lrat", {"solutions": [[1 << 80]]}),
    ("lrat", {"solutions": [["1e400"]]}),
    ("lrat", {"solutions": [[None]]}),
]


@pytest.mark.parametrize(("kind", "change"), SENSELESS, ids=str)
def test_senseless_header_is_refused(kind: str, change: dict[str, Any]) -> None:
    theorem = true_theorem(SQUARE)
    evidence = KINDS[kind](theorem)
    assert evidence is not None
    assert proven(theorem, evidence)
    assert not proven(theorem, replace(evidence, about={**evidence.about, **change}))


@pytest.mark.parametrize("kind", ["tree", "packing", "lrat"])
def test_evidence_of_another_kind_is_refused(kind: str) -> None:
    theorem = true_theorem(SQUARE)
    evidence = KINDS[kind](theorem)
    assert evidence is not None
    for other in {"tree", "packing", "lrat"} - {kind}:
        assert not proven(theorem, replace(evidence, kind=other))
