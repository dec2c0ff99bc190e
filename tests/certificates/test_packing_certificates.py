"""Packings: they prove what is true alone, whatever the bytes; known bounds are proven, and drawn."""

from dataclasses import replace
from itertools import combinations
from random import Random

import pytest
from msgspec.structs import replace as change
from rookery_tests.plain_checker import require_plainly
from rookery_tests.theorems import mutated, proven, theorems, true_theorem

import rookery as rk
from rookery.backends.certifying.packings import make
from rookery.certificates import Certificate, Refused, verify
from rookery.certificates.certificate import Packing
from rookery.certificates.packing import add_up
from rookery.certificates.picture import Picture
from rookery.certificates.verify import explain_evidence
from rookery.models import AtLeast, AtMost, Exactly, Linear, Model, Problem
from rookery.models.pieces.piece import BISHOP, KING, KNIGHT, QUEEN, ROOK

THEOREMS = list(theorems(60, seed=11))


def evidence_of(random: Random, rows: int, variables: int) -> Packing:
    """Some rows, some of them several times, and perhaps a clique."""
    cliques = [tuple(sorted(random.sample(range(variables), random.randint(0, min(3, variables)))))]
    times = {at: random.choice((1, 1, 2, 3)) for at in range(rows + 1) if random.random() < 0.5}
    return Packing(times, tuple(cliques[: random.randrange(2)]))


def test_no_packing_proves_what_is_false() -> None:
    """Models that have a solution, by trying everything: nothing proves that they have none."""
    random, tried = Random(1), 0
    for theorem in THEOREMS:
        if theorem.count:
            wrong = replace(theorem, count=0)
            rows = 2 * len(theorem.model.constraints)
            for _ in range(10):
                some = evidence_of(random, rows, theorem.model.variables)
                assert not proven(wrong, some)
                assert not proven(wrong, mutated(some, random))
                tried += 1
    assert tried > 200


# Kings dominate n x n with ceil(n / 3) ** 2, and at most ceil(n / 2) ** 2 of them, n rooks, ceil(n * n / 2) knights and
# 2n - 2 bishops are in peace (Yaglom and Yaglom 1964). Knights on 7x7 and 8x8: OEIS A006075.
KNOWN = [
    *((rk.domination(KING, n), (-(-n // 3)) ** 2) for n in (1, 3, 4, 8)),
    *((rk.placement(KING, n), (-(-n // 2)) ** 2) for n in (2, 5, 8)),
    (rk.placement(ROOK, 8), 8),
    *((rk.placement(KNIGHT, n), -(-n * n // 2)) for n in (4, 5)),
    *((rk.placement(BISHOP, n), 2 * n - 2) for n in (2, 5)),
    (rk.placement(QUEEN, 8), 8),
    (rk.domination(KNIGHT, 7), 10),
    (rk.domination(KNIGHT, 8), 12),
]


@pytest.mark.parametrize(("problem", "value"), KNOWN, ids=lambda each: str(getattr(each, "title", each)))
def test_known_bounds_are_packings(problem: Problem, value: int) -> None:
    certificate = Certificate.from_bytes(rk.certify(problem, backend="cpsat").to_bytes())
    assert (type(certificate.evidence), certificate.claim.objective) == (Packing, value)
    found = verify(certificate, problem)
    assert found.verified, found.reason
    require_plainly(certificate)
    for wrong in (value - 1, value + 1):
        assert not verify(change(certificate, claim=change(certificate.claim, objective=wrong))).verified


def test_packings_know_givens_and_costs() -> None:
    """Forbidden squares guard nothing, a fixed piece counts, and the costs of pieces are added up."""
    for problem in (
        rk.domination(KING, 8, fixed=[(0, 0)], forbidden=[(1, 1)]),
        rk.domination(QUEEN, 4, allowed=[(0, 0), (1, 1), (1, 2), (3, 0)]),
        rk.guards([KING, KNIGHT], 3, costs=[3, 4]),
    ):
        certificate = rk.certify(problem)
        assert isinstance(certificate.evidence, Packing), problem.title
        require_plainly(certificate)
        assert verify(certificate, problem).verified


TRIANGLE = Model(3, [*(AtMost(1, pair) for pair in combinations(range(3), 2)), AtLeast(2, range(3))])


def test_clique_excludes_pair_by_pair() -> None:
    theorem = true_theorem(TRIANGLE)
    whole = Packing({3: 1, 4: 1}, ((0, 1, 2),))
    assert proven(theorem, whole)
    assert not proven(replace(theorem, model=replace(TRIANGLE, constraints=TRIANGLE.constraints[1:])), whole)
    for other in (AtMost(2, (0, 1)), AtLeast(1, (0, 1)), Linear((-1, -1, 1), (0, 1, 2), lower=-1)):
        loose = replace(TRIANGLE, constraints=(other, *TRIANGLE.constraints[1:]))
        assert not proven(true_theorem(loose), whole)
        assert not proven(replace(true_theorem(loose), count=0), whole)


@pytest.mark.parametrize("clique", [(0, 0), (0, 1, 5), (0, 1, 1)])
def test_clique_of_other_variables_is_refused(clique: tuple[int, ...]) -> None:
    rows = [(-1, {one: -1, other: -1}) for one, other in ((0, 1), (1, 2), (0, 2))]
    rows.append((2, {0: 1, 1: 1, 2: 1}))
    assert add_up(rows, Packing({3: 1, 4: 1}, ((0, 1, 2),))) == 1
    with pytest.raises(Refused):
        add_up(rows, Packing({3: 1, 4: 1}, (clique,)))


def test_rows_are_taken_as_they_are() -> None:
    """A row less than no times would turn it round, and a row that there is not says nothing."""
    rows = [(1, {0: 1}), (0, {0: -1})]
    assert add_up(rows, Packing({0: 1, 1: 1})) == 1
    for times in ({0: 1}, {1: 1}, {0: 1, 1: -1}, {0: 1, 2: 1}, {0: 1, -1: 1}, {}):
        with pytest.raises(Refused):
            add_up(rows, Packing(times))


def test_negations_are_read_with_their_constants() -> None:
    """One of two is false: that alone contradicts nothing, and both being false contradicts that one is true."""
    for constraint in (AtLeast(1, (~0, ~1)), AtMost(1, (~0, ~1)), Exactly(1, (~0, 1))):
        some = true_theorem(Model(2, [constraint]))
        assert some.count > 0
        for row in range(2):
            assert not proven(replace(some, count=0), Packing({row: 1}))
    none = true_theorem(Model(2, [AtLeast(2, (~0, ~1)), AtLeast(1, (0, 1))]))
    assert none.count == 0
    assert proven(none, Packing({0: 1, 1: 1}))


DRAWN = {
    "needs a queen": rk.domination(QUEEN, 3),
    "no group holds two rooks: at most 2": rk.placement(ROOK, 2),
    "a search of 6 nodes, which the check has repeated": rk.domination(QUEEN, 5),
    "The solution shown proves the claim": rk.placement(QUEEN, 4, 4),
    "at least 14 knights": rk.domination(KNIGHT, 8, kind="total"),  # OEIS A261752; with weights on squares
    "besides the 1 fixed, since no king on a permitted square guards two of them and no": rk.domination(
        KING, 8, fixed=[(0, 0)], forbidden=[(1, 1)]
    ),
    "1 times its cost: this takes a cost of at least 3": rk.guards([KING, KNIGHT], 3, costs=[3, 4]),
}


@pytest.mark.parametrize("said", DRAWN)
def test_packing_is_explained(said: str) -> None:
    assert said in explain_evidence(rk.certify(DRAWN[said]))


def test_rows_of_other_models_are_explained() -> None:
    model = Model(3, [AtLeast(2, (0, 1)), AtMost(1, (0, 2)), AtMost(0, (1,))])
    problem = replace(rk.domination(KING, rk.Board(1, 3)), model=model, demands=())
    evidence = make(true_theorem(model))
    assert evidence is not None
    assert "1 times: +1 x0 +1 x1 >= 2" in str(Picture(problem, model, evidence))
