"""Files that somebody made on purpose: each is refused in one line, and nothing is made before its size is bounded."""

import tracemalloc
import zlib
from dataclasses import replace
from typing import Any

import pytest

import rookery as rk
from rookery.backends.evidence.certifying import Uncertified, certify_claim
from rookery.certificates.certificate import Certificate, Damaged, Evidence, expand
from rookery.certificates.checking import Verification, verify
from rookery.certificates.claim import ProblemClaim, Refused
from rookery.models import Board
from rookery.models.pieces.piece import QUEEN, ROOK

MEGABYTE = 1 << 20
NOTHING = Evidence("packing", {})


def state(asked: dict[str, Any]) -> Certificate:
    """A certificate of "no solution" for a problem as plain data, with evidence that proves nothing."""
    bare = {} if "family" in asked else {"family": "domination", "piece": "guard"}
    return Certificate(ProblemClaim(bare | asked, "one", count=0), None, NOTHING)


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


LARGE: dict[str, dict[str, Any]] = {
    "squares": {"board": "101x100"},
    "vertices": {"board": {"vertices": list(range(20_000)), "edges": []}},
    "negative sides": {"board": "-5000"},
    "queens": {"family": "n-queens", "n": 5000, "blocked": 3},
    "pieces": {"family": "armies", "pieces": ["queen"] * 400, "board": "6"},
}


@pytest.mark.parametrize("asked", LARGE.values(), ids=LARGE)
def test_large_problem_is_refused_before_it_is_built(asked: dict[str, Any]) -> None:
    found = reread(state(asked))
    assert (found.verified, found.place) == (False, "problem")


def test_orbits_of_more_symmetries_than_can_be_counted_are_refused() -> None:
    armies = rk.armies([QUEEN] * 26, Board(3)).asked
    assert armies is not None
    crafted = Certificate(ProblemClaim(armies, "all", 0, 1, 1), (), Evidence("lrat", {"solutions": None}), ((),))
    assert reread(crafted).reason == "they are too many to be checked"


def test_no_certificate_is_written_that_would_be_refused_for_its_size() -> None:
    large = rk.domination(ROOK, Board(101))
    with pytest.raises(Uncertified, match="10,201 variables; at most 10,000 are checked"):
        certify_claim(large, ProblemClaim(large.asked or {}, "one", 101), [tuple(range(101))])


CONTENT = bytes(1000)
PACKED = zlib.compress(CONTENT)


def test_packed_bytes_are_expanded_up_to_a_bound() -> None:
    assert expand(PACKED, 1000) == CONTENT
    for most in (0, 999):
        with pytest.raises(Damaged, match="too long"):
            expand(PACKED, most)
    for packed in (b"", PACKED[:-1], PACKED + b"x", b"x" + PACKED, PACKED[:-1] + b"x"):
        with pytest.raises(Damaged):
            expand(packed, 1000)
