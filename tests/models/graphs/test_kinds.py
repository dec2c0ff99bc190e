"""Every kind of question on random graphs, against trying everything, by several backends and both referees."""

from collections.abc import Callable, Sequence
from functools import partial
from itertools import combinations
from random import Random
from typing import Any

import pytest
from oracle.case import Case
from oracle.ground import Ground, of_edges
from oracle.rules import aim
from oracle.trying import accepted, placed, subsets, truth_on

import rookery as rk

BACKENDS = ("backtracking", "sat", "python-constraint", "cpsat")
Edges = Sequence[tuple[int, int]]
QUESTIONS: dict[str, tuple[Callable[[rk.Graph], rk.Problem], dict[str, Any]]] = {
    "plain": (lambda g: rk.domination("guard", g), {}),
    "independent": (lambda g: rk.domination("guard", g, "independent"), {"kind": "independent"}),
    "total": (lambda g: rk.domination("guard", g, "total"), {"kind": "total"}),
    "perfect": (lambda g: rk.domination("guard", g, "perfect"), {"kind": "perfect"}),
    "2-fold": (lambda g: rk.k_fold_domination("guard", g, 2), {"family": "k-fold", "times": 2}),
    "2-tuple": (
        lambda g: rk.k_fold_domination("guard", g, 2, closed=True),
        {"family": "k-fold", "times": 2, "closed": True},
    ),
    "allowed": (lambda g: rk.domination("guard", g, allowed=[*g][::2]), {"allowed": "half"}),
    "cheapest": (lambda g: rk.cheapest_domination({"guard": 1}, g), {"family": "cheapest"}),
    "most in peace": (lambda g: rk.placement("guard", g), {"family": "placement"}),
    "sighted": (lambda g: rk.sighted_placement("guard", g), {"family": "sighted"}),
    "maximal": (lambda g: rk.placement("guard", g, kind="maximal"), {"family": "placement", "kind": "maximal"}),
}


def random_graph(seed: int) -> tuple[int, Edges, bool]:
    """A small graph, perhaps directed, perhaps without any edge."""
    random = Random(seed)
    vertices, share, directed = random.randint(1, 6), random.random(), random.random() < 0.3
    pairs = [(a, b) if random.random() < 0.5 else (b, a) for a, b in combinations(range(vertices), 2)]
    pairs += [(b, a) for a, b in pairs] if directed else []
    return vertices, [pair for pair in pairs if random.random() < share], directed


def tried(known: Ground, words: dict[str, Any], weights: Sequence[int]) -> tuple[int | None, int]:
    """The weight of a lightest set of vertices (or a heaviest), of those that the oracle accepts, and their number."""
    case = Case(**{"family": "domination", **words}, rows=1, columns=known.squares, pieces=("",), each=(None,))
    allowed = tuple(case.cells[::2] if case.allowed == "half" else case.cells)
    found = placed(accepted(case, known, subsets(known.squares)))
    kept = [some for some in found if all(case.cells[at] in allowed for _, at in some)]
    values = [sum(weights[at] for _, at in some) for some in kept]
    best = aim(case)(values) if values else None  # type: ignore[misc]
    return best, values.count(best) if best is not None else 0


def check(seed: int, kind: str, backend: str) -> None:
    vertices, edges, directed = random_graph(seed)
    declare, words = QUESTIONS[kind]
    names: Sequence[int | str] = [f"v{at}" for at in range(vertices)] if seed % 2 else range(10, 10 + vertices)
    weights = [1 + (seed // 3 + 5 * at) % 7 % 4 for at in range(vertices)] if seed % 3 == 0 else [1] * vertices
    heavy = dict(zip(names, weights, strict=True))
    graph = rk.Graph([(names[a], names[b]) for a, b in edges], names, directed=directed, weights=heavy)
    best, count = tried(of_edges(vertices, edges, directed), words, weights)
    found = rk.solve(declare(graph), backend, "count")
    assert (found.objective, found.count) == (best, count), (seed, kind, backend, edges, directed)


@pytest.mark.parametrize("seed", range(14))
@pytest.mark.part(2)
def test_questions_on_random_graphs(seed: int) -> None:
    for at, kind in enumerate(QUESTIONS):
        check(seed * len(QUESTIONS) + at, kind, BACKENDS[(seed + at) % 2])


@pytest.mark.long
@pytest.mark.parametrize("seed", range(500))
def test_questions_on_many_random_graphs(seed: int) -> None:
    for at, kind in enumerate(QUESTIONS):
        check(1000 + seed * len(QUESTIONS) + at, kind, BACKENDS[(seed + at) % len(BACKENDS)])


@pytest.mark.parametrize("backend", ["backtracking", "sat"])
def test_armies_of_guards(backend: str) -> None:
    for seed in range(3):
        vertices, edges, directed = random_graph(seed)
        case = Case("armies", 1, vertices, ("", ""))
        [known] = of_edges(vertices, edges, directed).hits
        found = truth_on(case, Ground([], [known, known], vertices))
        graph = rk.Graph(edges, range(vertices), directed=directed)
        answer = rk.solve(rk.armies(["guard", "guard"], graph), backend, "count")
        assert (answer.objective, answer.count) == (found.best, len(found.placements))


def test_armies_count_guards_whatever_their_vertices_weigh() -> None:
    """On a path of four a guard leaves two vertices to the others, from either end, or one."""
    graph = rk.Graph([("a", "b"), ("b", "c"), ("c", "d")], weights={"a": 7, "d": 3})
    answer = rk.solve(rk.armies(["guard", "guard"], graph), want="count")
    assert (answer.objective, answer.count) == (1, 6)


def test_a_fault_in_the_adjacency_is_found_by_the_referee() -> None:
    graph = rk.Graph([("a", "b"), ("b", "c")])
    graph.__dict__["targets"] = ((1, 2), (0,), (0,))  # as if a declaration had read the edges wrong
    with pytest.raises(rk.WrongAnswer, match="c is not guarded"):
        rk.solve(rk.domination("guard", graph, forbidden=["b"], fixed=["a"]), "sat")


def test_answers_name_the_vertices() -> None:
    graph = rk.Graph([("the hub", v) for v in ("é=1", "2,3", "x y")])
    answer = rk.solve(rk.domination("guard", graph))
    assert answer.as_dict()["solutions"] == [[["guard", "the hub"]]]
    assert str(answer.best) == "G:the hub"
    assert list(answer.best or ()) == [("the hub",)]
    fixed = rk.domination("guard", graph, fixed=["é=1"], forbidden=[("the hub",)])
    assert rk.solve(fixed).objective == 3
    wrongs: tuple[Any, ...] = ("é", ("a", "b"), 3)
    for wrong in wrongs:
        with pytest.raises(rk.BadInput, match="none of the vertices"):
            rk.domination("guard", graph, fixed=[wrong])


def test_a_graph_takes_guards_alone() -> None:
    graph = rk.Graph([(1, 2)])
    for declare in (rk.domination, rk.placement):
        with pytest.raises(rk.BadInput, match="name the piece guard"):
            declare("queen", graph)
    with pytest.raises(rk.BadInput, match="has no border"):
        rk.domination("guard", graph, allowed="border")
    with pytest.raises(rk.BadInput, match="has no FEN"):
        rk.Placement(graph, {}).fen()


@pytest.mark.parametrize("piece", ["queen", "knight", "king", rk.Piece("forward", "F", rides=[(-1, 1)])])
def test_a_board_and_the_graph_of_its_attacks_have_the_same_answers(piece: rk.Piece | str) -> None:
    for board in (rk.Board(3, 4, holes=[(0, 0)]), rk.board("3:cylinder")):
        problem = rk.domination(piece, board)
        graph = problem.attack_graph()
        assert graph.directed == (problem.pieces[0].name == "forward")
        for declare in (rk.domination, rk.placement, partial(rk.placement, kind="maximal")):
            ours = rk.solve(declare(piece, board), want="count")
            theirs = rk.solve(declare("guard", graph), want="count")
            assert (ours.objective, ours.count) == (theirs.objective, theirs.count)
    with pytest.raises(rk.BadInput, match="2 pieces"):
        rk.placement({"queen": 1, "rook": 1}, 3).attack_graph()


@pytest.mark.parametrize("name", ["path_graph", "cycle_graph", "complete_graph", "star_graph", "wheel_graph"])
def test_known_families_of_graphs(name: str) -> None:
    networkx = pytest.importorskip("networkx")
    for size in range(3, 9):
        graph = rk.Graph.from_networkx(getattr(networkx, name)(size))
        gamma = -(-size // 3) if name in ("path_graph", "cycle_graph") else 1  # Haynes, Hedetniemi, Slater (1998)
        assert rk.solve(rk.domination("guard", graph)).objective == gamma
