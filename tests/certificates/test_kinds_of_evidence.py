"""What every kind of evidence promises: it proves true theorems, and no change of it proves a false one."""

from random import Random

import pytest
from rookery_tests.theorems import falsified, mutated, proven, theorems, true_theorem

from rookery.backends.certifying import lrat, trees
from rookery.backends.certifying.certify import make as make_evidence
from rookery.certificates.certificate import Evidence, Lrat, Packing, Tree
from rookery.certificates.claim import Theorem, Uncertified
from rookery.models import AtLeast, AtMost, Model

KINDS = ("packing", "tree", "lrat")
THEOREMS = list(theorems(60))


def make(theorem: Theorem, kind: str) -> Evidence | None:
    """The evidence of a kind; None if there is none."""
    try:
        return make_evidence(theorem, kind)
    except Uncertified:
        return None


def prove(kind: str) -> list[tuple[Theorem, Evidence]]:
    """The theorems that a kind of evidence proves; packings prove only that there is no solution."""
    made = [(theorem, make(theorem, kind)) for theorem in THEOREMS]
    assert all(evidence or kind == "packing" for _, evidence in made)
    return [(theorem, evidence) for theorem, evidence in made if evidence]


def test_theorems_are_of_every_sort() -> None:
    assert sum(theorem.count == 0 for theorem in THEOREMS) > 6
    assert sum(theorem.orbits is not None and theorem.count > 1 for theorem in THEOREMS) > 6


@pytest.mark.parametrize("kind", KINDS)
def test_evidence_proves_true_theorems_alone(kind: str) -> None:
    """`proven` asks the checker of the package and the plain one, and requires that they agree."""
    random, accepted, tried = Random(kind), 0, 0
    for theorem, evidence in prove(kind):
        assert proven(theorem, evidence), theorem
        wrong = falsified(theorem, random)
        assert not proven(wrong, evidence), theorem
        for _ in range(4):
            changed = mutated(evidence, random)
            assert not proven(wrong, changed), (theorem, wrong)
            accepted += proven(theorem, changed)
            tried += 1
    assert 0 < accepted < tried  # some changes leave a proof of what is true


SQUARE = true_theorem(Model(4, [*(AtLeast(1, (v, (v + 1) % 4)) for v in range(4)), AtMost(1, range(4))]))
SENSELESS: list[Evidence] = [
    Tree(9, []),
    Tree(9, [1, 1, 1]),
    Tree(9, [1] * 5),
    Tree(9, [1 << 16] * 4),
    Packing({}),
    Packing({-1: 1}),
    Packing({9: 1}),
    Packing({0: -1}),
    Packing({0: 1}, ((0, 9),)),
    Lrat(b""),
    Lrat(b"a"),
    Lrat(b"", ((0,),)),
    Lrat(b"", ((-1,),)),
    Lrat(b"", ((1 << 80,),)),
]


@pytest.mark.parametrize("evidence", SENSELESS, ids=str)
def test_senseless_evidence_is_refused(evidence: Evidence) -> None:
    assert SQUARE.count == 0
    assert proven(SQUARE, Tree(9, None, symmetry=False))
    assert not proven(SQUARE, evidence)


def test_search_for_evidence_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each kind says why it proves nothing; `tell` gets the number of nodes."""
    monkeypatch.setattr(trees, "FEW_NODES", 2)
    monkeypatch.setattr(trees, "MAX_NODES", 3)
    monkeypatch.setattr(lrat, "MAX_TRACE", 0)
    triangles = [AtLeast(1, (v, after)) for v in range(12) for after in [v + 1 if v % 3 < 2 else v - 2]]
    theorem = Theorem(Model(12, [*triangles, AtMost(7, range(12))]), 0)
    told: list[str] = []
    with pytest.raises(Uncertified, match="no packing proves it; its tree has more than 3 nodes; its LRAT has more"):
        make_evidence(theorem, tell=told.append)
    assert any("nodes of a tree, at most 3" in line for line in told)
