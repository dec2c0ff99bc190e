"""The search for a vertex cover: against trying everything, on graphs with known covers, cut short, and in pieces."""

from itertools import combinations, pairwise, product
from random import Random
from typing import Any

import pytest
from rookery_tests.graphs import least_cover, random_edges, vertex_cover
from rookery_tests.small_models import asked

from rookery.backends import Deadline, Outcome, Request, Want, backend
from rookery.backends.engine.compile import compile_model
from rookery.backends.engine.cover.vertices import conflicts, kernel, search
from rookery.backends.engine.cover.vertices.search import VertexCoverProgram, search_below, search_vertex_cover
from rookery.backends.engine.frontier.pareto import search as program
from rookery.backends.presolve.structure.cliques import count_cliques, find_independent
from rookery.core.kernels.jit import PLAIN, Kernel
from rookery.models import AtLeast, AtMost, Minimize, Model

pytestmark = pytest.mark.nojit
OWN = backend("backtracking")
SHARES = (0.15, 0.3, 0.5, 0.8)
PETERSEN = [
    *((at, (at + 1) % 5) for at in range(5)),
    *((at, at + 5) for at in range(5)),
    *((5 + at, 5 + (at + 2) % 5) for at in range(5)),
]


def is_own(model: Model) -> bool:
    return isinstance(compile_model(model, Request()), VertexCoverProgram)


def test_conflicts_of_cliques_refute_what_cliques_do_not(monkeypatch: pytest.MonkeyPatch) -> None:
    refuted = list[bool]()

    def count(*arguments: Any) -> bool:
        refuted.append(conflicts.refute(*arguments))
        return refuted[-1]

    monkeypatch.setattr(kernel, "refute", count)
    plain = Kernel(kernel.choose_apart.function, "in plain Python")
    monkeypatch.setattr(search, "choose_apart", plain)
    monkeypatch.setattr(kernel, "choose_apart", plain)
    for seed in range(3):
        # Each ring of five needs three cliques, and holds two vertices that are apart
        rings = [
            (5 * ring + min(at, (at + 1) % 5), 5 * ring + max(at, (at + 1) % 5)) for ring in range(6) for at in range(5)
        ]
        edges = sorted({*rings, *Random(seed).sample([*combinations(range(30), 2)], 10)})
        found, outcome = asked(OWN, vertex_cover(30, edges), Want.ONE)
        assert (outcome.proven, len(found[-1])) == (True, least_cover(30, edges))
    assert sum(refuted) > 5


@pytest.mark.full
def test_conflicts_leave_the_fewest_of_larger_graphs() -> None:
    for seed in range(12):
        random = Random(seed)
        model = vertex_cover(56, random_edges(random, 56, (0.12, 0.15)[seed % 2]))
        (found, outcome), (others, other) = asked(OWN, model, Want.ONE), asked(backend("cpsat"), model, Want.ONE)
        assert (outcome.proven, len(found[-1])) == (other.proven, len(others[-1]))


@pytest.mark.parametrize("without", ["", "colouring", "all"])
def test_finds_the_fewest_of_random_graphs(without: str) -> None:
    seen = 0
    for seed in range(60):
        random = Random(seed)
        vertices = random.randint(2, 9 if without else 16)
        edges = random_edges(random, vertices, SHARES[seed % 4])
        model = vertex_cover(vertices, edges)
        seen += is_own(model)
        found, outcome = asked(OWN, model, Want.ONE, seed=seed % 3, options={"without": without} if without else {})
        assert (len(found[-1]), outcome.proven) == (least_cover(vertices, edges), True)
        assert all(len(after) < len(before) for before, after in pairwise(found))
        assert all(model.accepts(cover) for cover in found)
    assert seen > 20


@pytest.mark.parametrize(
    ("name", "vertices", "edges", "fewest"),
    [
        ("an edge", 2, [(0, 1)], 1),
        ("the complete graph", 9, list(combinations(range(9), 2)), 8),
        ("a star", 70, [(0, other) for other in range(1, 70)], 1),
        ("a cycle of 67, an odd number", 67, [(at, (at + 1) % 67) for at in range(67)], 34),
        ("Petersen's graph", 10, PETERSEN, 6),  # independence number 4: Harary, Graph Theory, 1969
    ],
)
def test_known_covers(name: str, vertices: int, edges: list[tuple[int, int]], fewest: int) -> None:
    model = vertex_cover(vertices, edges)
    assert is_own(model), name
    found, outcome = asked(OWN, model, Want.ONE)
    assert (len(found[-1]), outcome.proven) == (fewest, True)


def kings(n: int) -> list[tuple[int, int]]:
    squares = list(product(range(n), repeat=2))
    return [
        (one, other)
        for (one, (row, column)), (other, (below, beside)) in combinations(enumerate(squares), 2)
        if max(abs(row - below), abs(column - beside)) == 1
    ]


@pytest.mark.parametrize(("n", "most"), [(3, 4), (5, 9), (6, 9), (7, 16)])  # kings in peace: OEIS A008794
def test_kings_in_peace_leave_the_fewest_squares(n: int, most: int) -> None:
    found, outcome = asked(OWN, vertex_cover(n * n, kings(n)), Want.ONE)
    assert (n * n - len(found[-1]), outcome.proven) == (most, True)


def test_a_search_that_is_cut_gives_a_cover_and_a_bound() -> None:
    for seed in range(20):
        edges = random_edges(Random(seed), 18, 0.4)
        model, fewest = vertex_cover(18, edges), least_cover(18, edges)
        program = compile_model(model, Request())
        if not isinstance(program, VertexCoverProgram):
            continue
        *found, outcome = search_vertex_cover(program, Request(deadline=Deadline(0.0)))
        assert isinstance(outcome, Outcome)
        assert isinstance(first := found[0], frozenset)
        assert not outcome.proven
        assert model.accepts(first)
        assert 0 < (outcome.bound or 0) <= fewest <= len(first)


@pytest.mark.parametrize("without", ["", "exchange"])
def test_what_a_look_leaves_begins_again_from_a_local_search(without: str, monkeypatch: pytest.MonkeyPatch) -> None:
    begun = list[int]()
    monkeypatch.setattr(search, "LOOK", 1)

    def note(*given: Any) -> Any:
        begun.append(len(given[1]))
        return search_below(*given)

    monkeypatch.setattr(search, "search_below", note)
    better = 0
    for seed in range(10 if PLAIN else 40):
        edges = random_edges(Random(seed), 18, (0.15, 0.25)[seed % 2])
        model, fewest = vertex_cover(18, edges), least_cover(18, edges)
        begun.clear()
        found, outcome = asked(OWN, model, Want.ONE, seed=seed, options={"without": without} if without else {})
        assert (len(found[-1]), outcome.proven) == (fewest, True)
        assert all(model.accepts(cover) for cover in found)
        assert all(len(after) < len(before) for before, after in pairwise(found))
        better += begun[-1:] < begun[:1]
    assert (better > 0) == (without == "")


def test_cliques_hold_all_vertices_and_a_set_is_independent() -> None:
    for seed in range(30):
        joined = [0] * 14
        for one, other in random_edges(Random(seed), 14, 0.5):
            joined[one] |= 1 << other
            joined[other] |= 1 << one
        some = find_independent(joined)
        assert not any(joined[one] >> other & 1 for one, other in combinations(some, 2))
        assert len(some) <= count_cliques(joined)
    assert count_cliques([0b110, 0b101, 0b011]) == 1


def test_what_more_is_asked_is_left_to_other_searches() -> None:
    cycle = [AtLeast(1, (at, (at + 1) % 6)) for at in range(6)]
    fewest = Minimize(range(6))
    assert is_own(Model(6, tuple(cycle), fewest))
    for more in (AtLeast(4, range(6)), AtMost(1, (0, 2)), AtLeast(1, (0, 2, 4)), AtMost(4, range(6))):
        model = Model(6, (*cycle, more), fewest)
        assert not is_own(model)
    apart = Model(6, tuple(AtLeast(1, edge) for edge in ((0, 1), (1, 2), (3, 4), (4, 5))), fewest)
    assert not is_own(apart)
    assert len(asked(OWN, apart, Want.ONE)[0][-1]) == 2


@pytest.mark.parametrize("workers", [1, 3])
def test_all_fewest_covers_are_listed(workers: int) -> None:
    model = vertex_cover(5, [(at, (at + 1) % 5) for at in range(5)])
    listed, _ = asked(OWN, model.at_optimum(3), Want.ALL, workers=workers)
    assert len(set(listed)) == 5


def test_dense_graphs_are_not_ordered(monkeypatch: pytest.MonkeyPatch) -> None:
    """An order of the rows is searched for sparse graphs only: of dense ones every order is wide."""
    monkeypatch.setattr(program, "find_order", lambda *_: pytest.fail("an order is searched"))
    assert is_own(vertex_cover(60, random_edges(Random(1), 60, 0.15)))
    with pytest.raises(pytest.fail.Exception, match="an order is searched"):
        is_own(vertex_cover(120, random_edges(Random(1), 120, 0.03)))
