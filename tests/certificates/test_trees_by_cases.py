"""Trees by cases against trying everything: true theorems are proven, and no split and no header proves a false one."""

from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

import pytest
from rookery_tests.small_models import powerset
from rookery_tests.theorems import falsified, proven, refusal

import rookery as rk
from rookery.backends.evidence.certifying import cases
from rookery.certificates.certificate import Evidence
from rookery.certificates.claim import Theorem
from rookery.models import AtLeast, AtMost, Model, Satisfy
from rookery.models.model.model import Constraint, Permutation
from rookery.models.symmetry.permutations import find_canonical

pytestmark = pytest.mark.nojit
Lines = list[list[list[int]]]


def theorem_of(model: Model, most: int, orbits: bool = False) -> Theorem:
    """How many sets of at most `most` satisfy a model, by trying them all."""
    model = replace(model, constraints=(*model.constraints, AtMost(most, range(model.variables))), goal=Satisfy())
    found = [each for each in powerset(range(model.variables), most) if model.accepts(each)]
    kinds = {find_canonical(each, model.symmetries) for each in found}
    return Theorem(model, len(found), model.symmetries, len(kinds) if orbits else None)


def turns(n: int) -> list[list[Permutation]]:
    """Groups of symmetries of n x n squares: all eight, the four turns, one reflection, none."""
    turned: list[Permutation] = [tuple(n * x + n - 1 - y for y in range(n) for x in range(n))]
    for _ in range(3):
        turned.append(tuple(turned[0][v] for v in turned[-1]))
    mirror = tuple(n * y + n - 1 - x for y in range(n) for x in range(n))
    both: list[Permutation] = [tuple(mirror[v] for v in each) for each in turned]
    identity = tuple(range(n * n))
    return [[*turned, *both], turned, [identity, mirror], []]


@cache  # two tests ask for each, and trying everything takes as long as both
def random_theorems(seeds: range) -> list[tuple[Theorem, Lines]]:
    """Coverings on n x n squares, items are crosses or any sets, perhaps rivals; rows and columns, or any lines."""
    made = []
    for seed in seeds:
        random = Random(seed)
        n = random.choice((4, 4, 4, 5))
        group, squares, most = random.choice(turns(n)), range(n * n), random.randint(2, 3)
        rows = [[n * y + x for x in range(n)] for y in range(n)]
        columns = [[n * y + x for y in range(n)] for x in range(n)]
        parts = list[Constraint]()
        for _ in range(random.randint(1, 4)):
            some = random.sample(squares, random.randint(n, n * n))
            if random.random() < 0.7:
                some = [*{*random.choice(rows), *random.choice(columns), *random.sample(squares, random.randint(0, n))}]
            rivals = random.sample(squares, 2)
            for image in group or [tuple(squares)]:
                parts.append(AtLeast(1, sorted(image[v] for v in some)))
                if random.random() < 0.3 and not group:
                    parts.append(AtMost(1, [image[v] for v in rivals]))
        directions = [rows, columns]
        if random.random() < 0.3:
            any_lines = [random.sample(squares, n * n) for _ in range(2)]
            directions = [[each[at : at + n] for at in range(0, n * n, n)] for each in any_lines]
        theorem = theorem_of(Model(n * n, parts, symmetries=group), most, bool(group) and random.random() < 0.7)
        made.append((theorem, directions))
    return made


SEEDS = [range(14), pytest.param(range(14, 52), marks=pytest.mark.full)]


def evidence(directions: Any, nodes: Any = 1 << 20, symmetry: Any = True, data: bytes = b"") -> Evidence:
    return Evidence("cases", {"directions": directions, "nodes": nodes, "symmetry": symmetry}, data)


@pytest.mark.full
def test_the_theorems_are_of_every_sort() -> None:
    theorems = [theorem for theorem, _ in random_theorems(range(14, 90))]
    assert sum(theorem.count == 0 for theorem in theorems) > 2
    assert sum(theorem.orbits is not None and theorem.count > 1 for theorem in theorems) > 15
    assert sum(theorem.count > 1 for theorem in theorems) > 40


@pytest.mark.parametrize("seeds", SEEDS)
@pytest.mark.full
def test_true_theorems_are_proven_and_false_ones_not(seeds: range) -> None:
    for seed, (theorem, directions) in enumerate(random_theorems(seeds)):
        assert proven(theorem, evidence(directions)), seed
        assert not proven(falsified(theorem, Random(seed)), evidence(directions)), seed


@pytest.mark.parametrize("seeds", SEEDS)
def test_mutated_directions_prove_nothing_false(seeds: range) -> None:
    """Lines that lose, gain and exchange candidates, or change places: most are refused or still split everything."""
    random, accepted = Random(5), 0
    for theorem, directions in random_theorems(seeds):
        changed = [[list(line) for line in side] for side in directions]
        for _ in range(random.randint(1, 3)):
            side = random.choice(changed)
            one, other = random.sample(range(len(side)), 2)
            kind = random.randrange(5)
            if kind == 0:
                side[one], side[other] = side[other], side[one]
            elif kind == 1 and side[one]:
                side[other].append(side[one].pop())
            elif kind == 2 and side[one]:
                side[one].pop()
            elif kind == 3:
                side[one].append(random.randrange(theorem.model.variables))
            else:
                side.append([])
        accepted += proven(theorem, evidence(changed))
        assert not proven(falsified(theorem, random), evidence(changed))
    assert len(seeds) / 8 < accepted < len(seeds)


QUEENS = (
    (5, 3, 186),
    (6, 2, 0),
    pytest.param(6, 3, 4, marks=pytest.mark.full),
    pytest.param(8, 4, 0, marks=pytest.mark.full),
)


@pytest.mark.parametrize(("n", "most", "count"), QUEENS)
def test_the_fewest_and_all_sets_of_queens(n: int, most: int, count: int) -> None:
    """OEIS A002564."""
    model = rk.domination("queen", n).model
    theorem = Theorem(replace(model.at_optimum(most), goal=Satisfy()), count, model.symmetries)
    made = cases.make(theorem)
    assert made is not None
    assert proven(theorem, made)
    fewer = replace(made, about={**made.about, "nodes": made.about["nodes"] - 1})
    assert not proven(theorem, fewer)  # both meet the same nodes
    assert not proven(replace(theorem, count=count + 1), made)


def test_headers_without_sense_are_refused() -> None:
    rows = [[4 * y + x for x in range(4)] for y in range(4)]
    columns = [[4 * y + x for y in range(4)] for x in range(4)]
    theorem = theorem_of(Model(16, [AtLeast(1, sorted({*row, *column})) for row in rows for column in columns]), 2)
    assert proven(theorem, evidence([rows, columns]))
    for directions in (
        None, 4, [], [rows], [rows, columns, columns], [rows, columns[:2]], [rows, [*columns[:3], 7]],
        [rows, [*columns[:3], [3, 7, 11, 16]]], [rows, [*columns[:3], [3, 7, 11, -1]]],
        [rows, [*columns[:3], [3, 7, 11, 12]]], [rows, [*columns[:3], [3, 3, 7]]], [rows, [*columns[:3], [True, 7]]],
        [rows, [*columns[:3], ["3"]]], [rows, [*columns, *([] for _ in range(99))]],
    ):  # fmt: skip
        assert refusal(theorem, evidence(directions), plain=False) is not None, directions
        assert refusal(theorem, evidence(directions), plain=True) is not None, directions
    for nodes in (0, -1, None, 1.5, True, 1 << 60):
        assert not proven(theorem, evidence([rows, columns], nodes))
    assert not proven(theorem, evidence([rows, columns], symmetry=1))
    assert not proven(theorem, evidence([rows, columns], data=b"\0"))
    twice = theorem_of(Model(16, [AtLeast(2, range(15))]), 2)
    assert not proven(twice, evidence([rows, columns]))


@pytest.mark.parametrize("shape", [(3, 3), (3, 4), (4, 3)])
def test_an_empty_row_and_an_empty_column_cross_unguarded(shape: tuple[int, int]) -> None:
    """Fewer rooks than rows and columns leave one of each empty: each case is one node. Without the demand of a square
    of as many rows as columns some sets are left; and as many rooks as lines may leave none empty.
    """
    height, width = shape
    model = rk.domination("rook", rk.Board(*shape)).model
    most = min(shape) - 1
    refuted = theorem_of(model, most)
    made = cases.make(refuted)
    assert made is not None
    assert refuted.count == 0
    assert cases.pays(refuted)
    assert proven(refuted, made)
    pairs = [sum(size - 1 - b + a <= most for a in range(size) for b in range(a, size)) for size in shape]
    assert made.about["nodes"] <= pairs[0] * pairs[1]
    for at in range(height * width):
        kept = (*model.constraints[:at], *model.constraints[at + 1 :])
        fewer = theorem_of(replace(model, constraints=kept, symmetries=()), most)
        assert (fewer.count > 0) == (height == width)
        some = replace(made, about={**made.about, "nodes": 1 << 20})
        assert proven(fewer, some)
        assert not proven(replace(fewer, count=fewer.count - 1), some)
    enough = theorem_of(model, most + 1)
    assert enough.count > 0
    for claimed in (enough, replace(enough, count=0)):
        assert not proven(claimed, made)


@pytest.mark.parametrize("kind", ["plain", "independent", "total"])
def test_rows_or_columns_are_found_for_rooks(kind: Any) -> None:
    """As many rooks as rows at least (Yaglom and Yaglom 1964), on rectangles too."""
    for board in (rk.Board(6), rk.Board(5, 7)):
        certificate = rk.certify(rk.domination("rook", board, kind=kind))
        assert (certificate.evidence.kind, certificate.claim.objective) == ("cases", board.rows)
        for plain in (False, True):
            assert rk.verify(certificate, plain=plain).verified
            more = replace(certificate, claim=replace(certificate.claim, objective=board.rows + 1))
            assert not rk.verify(more, plain=plain).verified


def test_a_certificate_by_cases_is_written_and_verified(tmp_path: Any) -> None:
    problem = rk.domination("queen", 6)
    rk.certify(problem, evidence="cases").write(tmp_path / "q6.cert")
    for plain in (False, True):
        assert rk.verify(tmp_path / "q6.cert", problem, plain=plain).verified
    assert cases.make(Theorem(rk.placement("rook", 3, 3).model, 6)) is None  # no line is always empty


def test_cases_are_chosen_by_themselves_where_they_pay(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = rk.domination("queen", 8)
    theorems = [Theorem(problem.model.at_optimum(most), 0, problem.model.symmetries) for most in (4, 5)]
    assert not any(map(cases.pays, theorems))  # so few candidates
    monkeypatch.setattr(cases, "MIN_CANDIDATES", 1)
    assert [cases.pays(each) for each in theorems] == [True, False]
    assert rk.certify(problem).evidence.kind == "cases"
