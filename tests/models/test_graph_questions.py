"""Questions on graphs: random ones compared with the oracle, names and weights of vertices, and attack graphs."""

from collections.abc import Callable, Sequence
from itertools import combinations
from random import Random
from typing import Any

import pytest
from oracle.attacks import Attacks, of_edges
from oracle.case import Case
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
    "2-fold": (lambda g: rk.k_fold("guard", g, 2), {"family": "k-fold", "times": 2}),
    "2-tuple": (lambda g: rk.k_fold("guard", g, 2, closed=True), {"family": "k-fold", "times": 2, "closed": True}),
    "allowed": (lambda g: rk.domination("guard", g, allowed=[*g][::2]), {"allowed": "half"}),
    "cheapest": (lambda g: rk.guards(["guard"], g, costs=[1]), {"family": "guards", "costs": (1,)}),
    "most in peace": (lambda g: rk.placement("guard", g), {"family": "placement"}),
    "sighted": (lambda g: rk.sighted("guard", g), {"family": "sighted"}),
    "maximal": (lambda g: rk.placement("guard", g, kind="maximal"), {"family": "placement", "kind": "maximal"}),
}


def random_graph(seed: int) -> tuple[int, Edges, bool]:
    """A small graph, perhaps directed, perhaps without any edge."""
    random = Random(seed)
    vertices, share, directed = random.randint(1, 6), random.random(), random.random() < 0.3
    pairs = [(a, b) if random.random() < 0.5 else (b, a) for a, b in combinations(range(vertices), 2)]
    pairs += [(b, a) for a, b in pairs] if directed else []
    return vertices, [pair for pair in pairs if random.random() < share], directed


def solve_by_force(known: Attacks, words: dict[str, Any], weights: Sequence[int]) -> tuple[int | None, int]:
    """Return the optimal weight of the sets of vertices that the oracle accepts, and how many reach it."""
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
    best, count = solve_by_force(of_edges(vertices, edges, directed), words, weights)
    found = rk.solve(declare(graph), backend, "count")
    assert (found.objective, found.count) == (best, count), (seed, kind, backend, edges, directed)


@pytest.mark.parametrize("kind", QUESTIONS)
def test_questions_on_random_graphs_agree_with_the_oracle(kind: str) -> None:
    for seed in range(24):
        check(seed, kind, BACKENDS[seed % len(BACKENDS)])


def test_armies_on_random_graphs_agree_with_the_oracle() -> None:
    for seed, backend in ((0, "sat"), (1, "backtracking"), (2, "sat"), (2, "backtracking")):
        vertices, edges, directed = random_graph(seed)
        [known] = of_edges(vertices, edges, directed).hits
        found = truth_on(Case("armies", 1, vertices, ("", "")), Attacks([], [known, known], vertices))
        graph = rk.Graph(edges, range(vertices), directed=directed)
        answer = rk.solve(rk.armies(["guard", "guard"], graph), backend, "count")
        assert (answer.objective, answer.count) == (found.best, len(found.placements))


def test_referee_finds_a_fault_in_the_adjacency() -> None:
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


def test_no_vertex_shields_another() -> None:
    """Two guards see the third vertex of a triangle, whatever stands on it."""
    board = rk.Graph([(1, 2), (2, 3), (3, 1)])
    assert rk.solve(rk.guards(["guard"], board, fixed=[1, 2], costs=[1]), "cpsat").objective == 2
    assert not rk.guards(["guard"], board, costs=[1]).faults({(1,): "guard", (2,): "guard"})
    assert rk.solve(rk.sighted({"guard": 2}, board, 1), "sat").status.value == "infeasible"


def test_graph_takes_guards_alone() -> None:
    graph = rk.Graph([(1, 2)])
    with pytest.raises(rk.BadInput, match="name the piece guard"):
        rk.domination("queen", graph)
    with pytest.raises(rk.BadInput, match="has no border"):
        rk.domination("guard", graph, allowed="border")
    with pytest.raises(rk.BadInput, match="has no FEN"):
        rk.Placement(graph, {}).fen()
    with pytest.raises(rk.BadInput, match=r"^vertex 9 is none of the vertices"):
        rk.check(rk.domination("guard", graph), {9: "guard"})


@pytest.mark.parametrize("piece", ["queen", rk.Piece("forward", "F", rides=[(-1, 1)])], ids=str)
def test_board_and_its_attack_graph_have_the_same_answers(piece: rk.Piece | str) -> None:
    problem = rk.domination(piece, rk.Board(3, 4, holes=[(0, 0)]))
    graph = problem.attack_graph()
    assert graph.directed == (piece != "queen")
    for declare in (rk.domination, rk.placement):
        ours = rk.solve(declare(piece, problem.board), want="count")
        theirs = rk.solve(declare("guard", graph), want="count")
        assert (ours.objective, ours.count) == (theirs.objective, theirs.count)
    with pytest.raises(rk.BadInput, match="2 pieces"):
        rk.placement({"queen": 1, "rook": 1}, 3).attack_graph()
