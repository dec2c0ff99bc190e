"""Which answers to which family can be certified, on small boards: what cannot is said by an error of its own."""

import pytest

import rookery as rk
from rookery.backends.certifying import Uncertified
from rookery.backends.contract.question import WantLike
from rookery.models import Board, Problem
from rookery.models.pieces.standard import KNIGHT, QUEEN, ROOK
from rookery.models.problems.families import FAMILIES

FOUR = Board(4)
PROBLEMS: dict[str, Problem] = {
    "placement": rk.placement(QUEEN, FOUR, 4),
    "domination": rk.domination(KNIGHT, FOUR),
    "sighted": rk.sighted_placement(ROOK, Board(3), 3),
    "maximal": rk.maximal_placement(QUEEN, FOUR),
    "weighted": rk.weighted_placement({QUEEN: 9, KNIGHT: 3}, Board(3)),
    "connected": rk.connected_domination(QUEEN, Board(3)),
    "upper": rk.upper_domination(ROOK, Board(3)),
    "k-fold": rk.k_fold_domination(QUEEN, FOUR, 2),
    "border": rk.border_domination(QUEEN, FOUR),
    "restricted": rk.restricted_domination(QUEEN, FOUR, [(0, 0), (1, 1), (1, 2), (3, 0)]),
    "cheapest": rk.cheapest_domination({QUEEN: 5, ROOK: 3}, Board(3)),
    "unguarded": rk.most_unguarded(QUEEN, FOUR, 2),
    "armies": rk.armies([QUEEN, ROOK], Board(3)),
}
TREES = {"placement", "domination", "maximal", "k-fold", "border", "restricted"}
# That a sum of weights cannot be reached is a covering; how often it is reached exactly is none. Fewer than one queen
# on 3x3 are refuted by a packing, connected or not.
ONE = {"weighted", "connected"}
WANTS = [("one", False), ("all", False), ("all", True), ("count", False), ("count", True)]


def test_the_table_has_each_family() -> None:
    assert set(PROBLEMS) == set(FAMILIES)


@pytest.mark.parametrize(("want", "up_to_symmetry"), WANTS)
@pytest.mark.parametrize("family", PROBLEMS)
def test_family_and_want(family: str, want: WantLike, up_to_symmetry: bool) -> None:
    problem = PROBLEMS[family]
    if family in TREES or (family in ONE and want == "one"):
        certificate = rk.certify(problem, want=want, up_to_symmetry=up_to_symmetry)
        for plain in (False, True):
            found = rk.verify(rk.Certificate.from_bytes(certificate.to_bytes()), problem, plain=plain)
            assert found.verified, found.reason
    else:
        with pytest.raises(Uncertified, match="no kind of evidence is known so far"):
            rk.certify(problem, want=want, up_to_symmetry=up_to_symmetry)
