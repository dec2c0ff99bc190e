"""Files that somebody made on purpose: each is refused in one line, and nothing is made before its size is bounded."""

import re
import tracemalloc
from dataclasses import replace
from typing import Any

import pytest

import rookery as rk
from rookery.backends.evidence.certifying import Uncertified, certify_claim
from rookery.certificates.certificate import Certificate, Evidence
from rookery.certificates.checking import Verification, verify
from rookery.certificates.claim import ProblemClaim, Refused
from rookery.models import Board
from rookery.models.pieces.piece import QUEEN, ROOK
from rookery.models.problems.plain import plain

MEGABYTE = 1 << 20
NOTHING = Evidence("packing", {})


def state(**data: Any) -> Certificate:
    """A certificate of "no solution" for a problem as plain data, with evidence that proves nothing."""
    bare: dict[str, Any] = {"torus": False, "holes": [], "fixed": [], "forbidden": []}
    return Certificate(ProblemClaim(bare | data, "one", count=0), None, NOTHING)


def reread(certificate: Certificate, **limits: Any) -> Verification:
    """What the file of a certificate is found to be."""
    return verify(Certificate.from_bytes(certificate.to_bytes()), **limits)


def claiming(certificate: Certificate, **change: Any) -> Certificate:
    """The same certificate, whose evidence says something else of itself."""
    return replace(certificate, evidence=replace(certificate.evidence, about={**certificate.evidence.about, **change}))


def test_too_many_lists_are_refused_before_they_are_made() -> None:
    tree = rk.certify(rk.placement(QUEEN, 3, 3), evidence="tree")
    content = claiming(tree, weights=[[]] * 2_000_000).to_bytes()
    assert len(content) < 10_000
    tracemalloc.start()
    try:
        with pytest.raises(Refused, match=r"2,000,0\d\d lists and mappings; at most 1,048,576 are read"):
            Certificate.from_bytes(content)
        assert tracemalloc.get_traced_memory()[1] < 60 * MEGABYTE  # the text of the header, and little more
    finally:
        tracemalloc.stop()


WAYS = [[down, right, 0] for down in range(1, 60) for right in range(1, 60)]
GUARD, QUEENS = {"piece": "guard", "count": None}, {"piece": "queen", "count": None}
LARGE = {
    "ways of a piece": state(
        family="domination",
        kind="plain",
        board=[100, 100],
        pieces=[{"piece": "p", "symbol": "P", "rides": WAYS, "betza": None, "count": None}],
    ),
    "more vertices than it says": state(
        family="domination",
        kind="plain",
        ground="graph",
        board=[1, 1],
        directed=False,
        vertices=list(range(20_000)),
        edges=[],
        sha256="",
        pieces=[GUARD],
    ),
    "negative sides": state(family="placement", board=[-5000, -5000], pieces=[QUEENS]),
}


@pytest.mark.parametrize("certificate", LARGE.values(), ids=LARGE)
def test_large_problem_is_refused_before_it_is_built(certificate: Certificate) -> None:
    found = reread(certificate)
    assert (found.verified, found.place) == (False, "problem")
    assert re.search(r"at most [\d,]+ are (?:checked|accepted)", found.reason)


def test_no_certificate_is_written_that_would_be_refused_for_its_size() -> None:
    large = rk.domination(ROOK, Board(101))
    with pytest.raises(Uncertified, match="10,201 variables; at most 10,000 are checked"):
        certify_claim(large, ProblemClaim(plain(large), "one", 101), [tuple(range(101))])
