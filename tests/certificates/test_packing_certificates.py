"""Packings: they prove what is true alone, whatever the bytes; known bounds are proven, and drawn."""

from dataclasses import replace
from itertools import combinations
from random import Random

import pytest
from rookery_tests.plain_checker import require_plainly
from rookery_tests.strategies import examples
from rookery_tests.theorems import proven, theorems, true_theorem

import rookery as rk
from rookery.backends.evidence.certifying.packings import make
from rookery.certificates import Certificate, Refused, verify
from rookery.certificates.certificate import Evidence
from rookery.certificates.checking import explain_evidence
from rookery.certificates.claim import ProblemClaim
from rookery.certificates.claim import theorem as state
from rookery.certificates.packing.picture import explain
from rookery.certificates.packing.rows import MAX_BYTES, Packed, add_up
from rookery.models import AtLeast, AtMost, Board, Exactly, Linear, Minimize, Model, Problem
from rookery.models.pieces.piece import BISHOP, KING, KNIGHT, QUEEN, ROOK

THEOREMS = list(theorems(examples(400), seed=11))


def evidence_of(random: Random, rows: int, variables: int) -> Evidence:
    """Some rows, some of them several times, and perhaps a clique."""
    cliques = [tuple(sorted(random.sample(range(variables), random.randint(0, min(3, variables)))))]
    times = {at: random.choice((1, 1, 2, 3)) for at in range(rows + 1) if random.random() < 0.5}
    return Packed(times, cliques[: random.randrange(2)]).evidence()


def mutated(evidence: Evidence, random: Random) -> Evidence:
    data = bytearray(evidence.data)
    for _ in range(random.randint(1, 3)):
        at = random.randint(0, len(data))
        data[at : at + random.randint(0, 2)] = bytes(random.randrange(8) for _ in range(random.randint(0, 2)))
    return replace(evidence, data=bytes(data))


@pytest.mark.drawn
@pytest.mark.full
def test_no_bytes_prove_what_is_false() -> None:
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
    assert tried > examples(1000)


@pytest.mark.drawn
def test_what_is_made_proves_what_is_true_and_nothing_else() -> None:
    random, made, kept = Random(2), 0, 0
    for theorem in THEOREMS:
        evidence = make(theorem)
        assert theorem.count == 0 or evidence is None
        if evidence is not None:
            made += 1
            assert proven(theorem, evidence)
            assert not proven(replace(theorem, count=1), evidence)
            kept += proven(theorem, mutated(evidence, random))
    assert made > 30
    assert 0 < kept < made


# Kings dominate n x n with ceil(n / 3) ** 2, and at most ceil(n / 2) ** 2 of them, n rooks, ceil(n * n / 2) knights and
# 2n - 2 bishops are in peace (Yaglom and Yaglom 1964). Knights on 7x7 and 8x8: OEIS A006075.
KNOWN = [
    *((rk.domination(KING, n), (-(-n // 3)) ** 2) for n in (1, 2, 3, 4, 7, 8, 10)),
    *((rk.placement(KING, n), (-(-n // 2)) ** 2) for n in (2, 5, 8, 9)),
    *((rk.placement(ROOK, n), n) for n in (2, 5, 8)),
    *((rk.placement(KNIGHT, n), -(-n * n // 2)) for n in (4, 5, 8)),
    *((rk.placement(BISHOP, n), 2 * n - 2) for n in (2, 5, 8)),
    (rk.placement(QUEEN, 8), 8),
    (rk.domination(KNIGHT, 7), 10),
    (rk.domination(KNIGHT, 8), 12),
]


@pytest.mark.parametrize(("problem", "value"), KNOWN, ids=lambda each: str(getattr(each, "title", each)))
def test_known_bounds_are_packings(problem: Problem, value: int) -> None:
    certificate = Certificate.from_bytes(rk.certify(problem, backend="cpsat").to_bytes())
    assert (certificate.evidence.kind, certificate.claim.objective) == ("packing", value)
    found = verify(certificate, problem)
    assert found.verified, found.reason
    require_plainly(certificate)
    for wrong in (value - 1, value + 1):
        assert not verify(replace(certificate, claim=replace(certificate.claim, objective=wrong))).verified


def test_kings_on_large_boards_take_no_search() -> None:
    """More than 400 squares of which no king guards two, taken in their order."""
    claim = ProblemClaim({}, "one", objective=21 * 21)
    wanted = state(rk.domination(KING, 62), claim, None)
    assert wanted is not None
    evidence = make(wanted)
    assert evidence is not None
    assert proven(wanted, evidence)


def test_knights_on_a_chessboard_take_100_bytes() -> None:
    assert len(rk.certify(rk.domination(KNIGHT, 8)).to_bytes()) <= 100


@pytest.mark.parametrize(
    "problem",
    [
        rk.placement(QUEEN, 8, 9),
        rk.placement(ROOK, 3, 4),
        rk.placement(KING, 2, 2),
        rk.domination(ROOK, 1, kind="total"),
        rk.domination(KING, 5, forbidden=[(0, 0), (0, 1), (1, 0), (1, 1)]),
    ],
)
def test_too_many_or_nowhere(problem: Problem) -> None:
    certificate = rk.certify(problem)
    assert certificate.claim.count == 0
    assert certificate.evidence.kind == "packing"
    assert verify(certificate, problem).verified


def test_givens_and_weights() -> None:
    """Forbidden squares guard nothing, a fixed piece counts, and the costs of pieces are added up."""
    for problem in (
        rk.domination(KING, 8, fixed=[(0, 0)], forbidden=[(1, 1)]),
        rk.restricted_domination(QUEEN, 4, [(0, 0), (1, 1), (1, 2), (3, 0)]),
        rk.cheapest_domination({KING: 3, KNIGHT: 4}, 3),
    ):
        certificate = rk.certify(problem)
        assert certificate.evidence.kind == "packing", problem.title
        require_plainly(certificate)
        assert verify(certificate, problem).verified


TRIANGLE = Model(3, [*(AtMost(1, pair) for pair in combinations(range(3), 2)), AtLeast(2, range(3))])


def test_a_clique_excludes_pair_by_pair() -> None:
    theorem = true_theorem(TRIANGLE)
    whole = Packed({3: 1, 4: 1}, [(0, 1, 2)]).evidence()
    assert proven(theorem, whole)
    assert not proven(replace(theorem, model=replace(TRIANGLE, constraints=TRIANGLE.constraints[1:])), whole)
    for other in (AtMost(2, (0, 1)), AtLeast(1, (0, 1)), Linear((-1, -1, 1), (0, 1, 2), lower=-1)):
        loose = replace(TRIANGLE, constraints=(other, *TRIANGLE.constraints[1:]))
        assert not proven(true_theorem(loose), whole)
        assert not proven(replace(true_theorem(loose), count=0), whole)


@pytest.mark.parametrize("clique", [(0, 0), (0, 1, 5), (0, 1, 1)])
def test_a_clique_of_other_variables_is_refused(clique: tuple[int, ...]) -> None:
    rows = [(-1, {one: -1, other: -1}) for one, other in ((0, 1), (1, 2), (0, 2))]
    rows.append((2, {0: 1, 1: 1, 2: 1}))
    assert add_up(rows, Packed({3: 1, 4: 1}, [(0, 1, 2)])) == 1
    with pytest.raises(Refused):
        add_up(rows, Packed({3: 1, 4: 1}, [clique]))


def test_rows_are_taken_as_they_are() -> None:
    """A row less than no times would turn it round, and a row that there is not says nothing."""
    rows = [(1, {0: 1}), (0, {0: -1})]
    assert add_up(rows, Packed({0: 1, 1: 1})) == 1
    for times in ({0: 1}, {1: 1}, {0: 1, 1: -1}, {0: 1, 2: 1}, {0: 1, -1: 1}, {}):
        with pytest.raises(Refused):
            add_up(rows, Packed(times))


@pytest.mark.parametrize("data", [b"\x01", b"\x80", b"\x00\x01", b"\xff" * 12, b"\x01\x02\x00", bytes(MAX_BYTES + 1)])
def test_bytes_that_make_no_sense_are_refused(data: bytes) -> None:
    theorem = true_theorem(TRIANGLE)
    assert not proven(theorem, Evidence("packing", {}, data))
    assert not proven(theorem, replace(Packed({3: 1, 4: 1}, [(0, 1, 2)]).evidence(), about={"x": 1}))


def test_a_packing_is_read_as_it_is_written() -> None:
    random = Random(3)
    for _ in range(200):
        times = {random.randrange(1 << 14): random.choice((1, 2, 127, 128, 1 << 40)) for _ in range(5)}
        cliques = [tuple(sorted(random.sample(range(400), random.randint(0, 5)))) for _ in range(random.randint(0, 3))]
        packed = Packed.of(Packed(times, cliques).evidence())
        assert (packed.times, packed.cliques) == (times, cliques)


def test_negations_are_read_with_their_constants() -> None:
    """One of two is false: that alone contradicts nothing, and both being false contradicts that one is true."""
    for constraint in (AtLeast(1, (~0, ~1)), AtMost(1, (~0, ~1)), Exactly(1, (~0, 1))):
        some = true_theorem(Model(2, [constraint]))
        assert some.count > 0
        for row in range(2):
            assert not proven(replace(some, count=0), Packed({row: 1}).evidence())
    none = true_theorem(Model(2, [AtLeast(2, (~0, ~1)), AtLeast(1, (0, 1))]))
    assert none.count == 0
    assert proven(none, Packed({0: 1, 1: 1}).evidence())


def test_a_model_with_a_goal_is_refused() -> None:
    theorem = true_theorem(Model(1, [Exactly(1, (0,)), Exactly(0, (0,))]))
    evidence = make(theorem)
    assert evidence is not None
    assert not proven(replace(theorem, model=replace(theorem.model, goal=Minimize((0,)))), evidence)


def test_knights_are_drawn_as_squares_of_which_none_guards_two() -> None:
    shown = explain_evidence(rk.certify(rk.domination(KNIGHT, 8)))
    lines = shown.split("\n")
    marked = [(row, column) for row in range(8) for column in range(8) if lines[row][column] == "o"]
    assert "These 12 squares need 12 different knights, since no knight guards two of them" in shown
    assert len(marked) == 12
    reach = [{*places(row, column)} for row, column in marked]
    assert all(one.isdisjoint(other) for one, other in combinations(reach, 2))


def places(row: int, column: int) -> list[tuple[int, int]]:
    """Where a knight guards a square from."""
    steps = [(a, b) for a in (-2, -1, 1, 2) for b in (-2, -1, 1, 2) if abs(a) != abs(b)]
    every = [(row, column), *((row + down, column + right) for down, right in steps)]
    return [(row, column) for row, column in every if row in range(8) and column in range(8)]


DRAWN = [
    (rk.domination(QUEEN, 3), ["o..", "...", "...", "", "This square needs a queen"]),
    (
        rk.placement(ROOK, 2),
        ["aa", "bb", "", "Each square is in one of 2 groups, and no group holds two rooks: 2 at most"],
    ),
    (
        rk.domination(QUEEN, 5),
        ["there is no packing to draw: evidence of the kind 'tree' proves it, which the checker follows"],
    ),
    (
        rk.placement(QUEEN, 4, 4),
        ["there is no packing to draw: the solution itself proves it, which the checker follows"],
    ),
]


@pytest.mark.parametrize(("problem", "lines"), DRAWN, ids=lambda each: str(getattr(each, "title", "")))
def test_what_is_told(problem: Problem, lines: list[str]) -> None:
    assert explain_evidence(rk.certify(problem)).split("\n") == lines


def test_weights_are_drawn_and_rows_told() -> None:
    total = explain_evidence(rk.certify(rk.domination(KNIGHT, 8, kind="total")))
    digits = sum(int(sign) for line in total.split("\n")[:8] for sign in line if sign.isdigit())
    assert f"The numbers on the squares add up to {digits}, and no knight guards more than" in total
    assert total.endswith(": 14 knights at least")  # OEIS A261752
    given = explain_evidence(rk.certify(rk.domination(KING, 8, fixed=[(0, 0)], forbidden=[(1, 1)])))
    assert given.startswith("K")
    assert "8 different kings in addition to the 1 fixed, since no king, where it may stand, guards two" in given
    cheap = explain_evidence(rk.certify(rk.cheapest_domination({KING: 3, KNIGHT: 4}, 3)))
    assert cheap.split("\n")[-1].endswith("no piece guards more of that than 1 times its cost: 3 at least")
    model = Model(3, [AtLeast(2, (0, 1)), AtMost(1, (0, 2)), AtMost(0, (1,))])
    problem = replace(rk.domination(KING, Board(1, 3)), model=model, demands=())
    evidence = make(true_theorem(model))
    assert evidence is not None
    shown = explain(problem, true_theorem(model), evidence)
    assert shown.split("\n")[:2] == [
        "These 2 rows contradict each other by addition alone:",
        "  1 times: +1 x0 +1 x1 >= 2",
    ]
