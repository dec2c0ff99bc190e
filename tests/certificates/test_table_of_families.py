"""Which answers to which family can be certified, on small boards, and by what: all of them, and by both checkers."""

from dataclasses import replace

import pytest
from rookery_tests.plain_checker import require_plainly

import rookery as rk
from rookery.backends.contract.question import WantLike
from rookery.models import Board, Problem
from rookery.models.pieces.piece import KNIGHT, QUEEN, ROOK
from rookery.models.problems.registry import FAMILIES

FOUR = Board(4)
PROBLEMS: dict[str, Problem] = {
    "placement": rk.placement(QUEEN, FOUR, 4),
    "domination": rk.domination(KNIGHT, FOUR),
    "sighted": rk.sighted_placement(ROOK, Board(3), 3),
    "maximal": rk.placement(QUEEN, FOUR, kind="maximal"),
    "k-fold": rk.k_fold_domination(QUEEN, FOUR, 2),
    "border": rk.domination(QUEEN, FOUR, allowed="border"),
    "restricted": rk.domination(QUEEN, FOUR, allowed=[(0, 0), (1, 1), (1, 2), (3, 0)]),
    "guards": rk.guards({QUEEN: 1, KNIGHT: None}, Board(3)),
    "cheapest": rk.cheapest_domination({QUEEN: 5, ROOK: 3}, Board(3)),
    "coverage": rk.coverage(QUEEN, FOUR, 2),
    "fewest covered": rk.coverage(QUEEN, FOUR, 2, goal="fewest"),
    "regions": rk.regions("AABB/ABBB/CDDD/CCCD"),
    "armies": rk.armies([QUEEN, ROOK], Board(3)),
}
WANTS: list[tuple[WantLike, bool]] = [("one", False), ("all", False), ("all", True), ("count", False), ("count", True)]
# What proves one solution or its optimum, and what proves lists and counts.
TABLE = {
    "placement": ("witness", "tree"),
    "domination": ("packing", "tree"),
    "sighted": ("lrat", "lrat"),
    "maximal": ("tree", "tree"),
    "k-fold": ("tree", "tree"),
    "border": ("packing", "tree"),
    "restricted": ("packing", "tree"),
    "guards": ("packing", "lrat"),
    "cheapest": ("lrat", "lrat"),
    "coverage": ("packing", "lrat"),
    "fewest covered": ("lrat", "lrat"),
    "regions": ("witness", "tree"),
    "armies": ("lrat", "lrat"),
}


def test_table_has_each_family() -> None:
    assert {problem.asked.family for problem in PROBLEMS.values() if problem.asked} == {*FAMILIES}


@pytest.mark.parametrize("family", PROBLEMS)
def test_answers_of_a_family_are_certified(family: str) -> None:
    """Whatever is cheaper, refuted clauses prove every answer too, and no other number."""
    problem = PROBLEMS[family]
    for want, up_to_symmetry in WANTS:
        certificate = rk.certify(problem, want=want, up_to_symmetry=up_to_symmetry)
        assert certificate.evidence.kind == TABLE[family][want != "one"]
        verify_by_both(certificate, problem)
    clauses = rk.certify(problem, want="count", evidence="lrat")
    assert clauses.evidence.kind == "lrat"
    verify_by_both(clauses, problem)
    assert clauses.claim.count is not None
    more = replace(clauses, claim=replace(clauses.claim, count=clauses.claim.count + 1))
    assert not rk.verify(more).verified


def verify_by_both(certificate: rk.Certificate, problem: Problem) -> None:
    read = rk.Certificate.from_bytes(certificate.to_bytes())
    found = rk.verify(read, problem)
    assert found.verified, found.reason
    require_plainly(read)


@pytest.mark.parametrize("backend", ["cpsat", "sat", "python-constraint", "auto"])
def test_answers_of_every_backend_are_certified(backend: str) -> None:
    for family in ("placement", "domination", "coverage"):
        certificate = rk.certify(PROBLEMS[family], want="count", backend=backend)
        assert rk.verify(certificate, PROBLEMS[family]).verified
