"""Pieces with a range: distance domination of paths, cycles and powers of graphs, on every backend; what is refused."""

import json
from itertools import combinations
from typing import Any

import pytest
from rookery_tests.command_line import rookery

import rookery as rk
from rookery.backends import Backend
from rookery.models.problems.plain import declare_plain, plain
from rookery.models.problems.stating import state
from rookery.models.referee.walking import reach

LANCE = rk.Piece.from_betza("lance", "fR2", symbol="L")
GROUNDS = ["5", "1x1", "1x6", "4:torus", "3x4:klein", "hex:3", "3x3x3"]


def walk(piece: rk.Piece, ground: Any, moves: int) -> dict[Any, set[Any]]:
    """The cells that a piece reaches from each cell in at most some moves, move by move."""
    found = {}
    for start in ground:
        known = {start}
        for _ in range(moves):
            known |= {cell for here in known for way in ground.walk(piece, here) for cell in way}
        found[start] = known - {start}
    return found


def power(graph: rk.Graph, moves: int) -> rk.Graph:
    """The graph in which vertices at most so far apart are neighbours."""
    near = walk(rk.GUARD, graph, moves)
    edges = sorted({tuple(sorted((v.name, w.name))) for v in near for w in near[v]})
    return rk.Graph(edges, [v.name for v in graph])


def make_path(n: int) -> rk.Graph:
    return rk.Graph([(v, v + 1) for v in range(n - 1)], range(n))


def make_cycle(n: int) -> rk.Graph:
    return rk.Graph([(v, (v + 1) % n) for v in range(n)])


@pytest.mark.parametrize("moves", [1, 2, 3])
@pytest.mark.parametrize("make", [make_path, make_cycle])
def test_paths_and_cycles_take_as_many_guards_as_arcs(make: Any, moves: int) -> None:
    """⌈n / (2r + 1)⌉: a guard of range r dominates 2r + 1 vertices in a row."""
    for n in (3, 7, 8, 14, 15):
        problem = rk.domination(rk.GUARD.within(moves), make(n))
        assert rk.solve(problem).objective == -(-n // (2 * moves + 1))


PETERSEN = [*((v, (v + 1) % 5) for v in range(5)), *((v, v + 5) for v in range(5))]
PETERSEN += [(5 + v, 5 + (v + 2) % 5) for v in range(5)]
TREE = [(0, 1), (0, 2), (1, 3), (1, 4), (2, 5), (5, 6), (6, 7), (7, 8)]


@pytest.mark.parametrize(
    "edges", [PETERSEN[:-3], TREE, [(0, 1), (2, 3), (3, 4)]], ids=["cut petersen", "tree", "apart"]
)
@pytest.mark.parametrize("kind", ["plain", "independent", "total", "perfect"])
def test_it_is_domination_of_a_power_of_the_graph(edges: Any, kind: Any, backend: Backend[Any]) -> None:
    graph = rk.Graph(edges)
    ours, theirs = (
        rk.solve(rk.domination(piece, ground, kind), backend, "all")
        for piece, ground in ((rk.GUARD.within(2), graph), (rk.GUARD, power(graph, 2)))
    )
    assert (ours.objective, ours.status) == (theirs.objective, theirs.status)
    assert {frozenset(each) for each in ours.solutions} == {frozenset(each) for each in theirs.solutions}


@pytest.mark.parametrize("size", GROUNDS)
@pytest.mark.parametrize("piece", [rk.KNIGHT, rk.KING, rk.ROOK, rk.UNICORN, LANCE], ids=str)
def test_every_ground_is_walked_as_by_hand(size: str, piece: rk.Piece) -> None:
    ground = rk.board(size)
    try:
        ground.admit(piece)
    except rk.BadInput:
        pytest.skip(f"{ground.phrase} has no {piece}")
    for moves in (2, 3):
        ranged, near = piece.within(moves), walk(piece, ground, moves)
        assert {cell: set(reach(ranged, cell, ground)) for cell in ground} == near
        demands = [set(each.literals) for each in rk.domination(ranged, ground).model.constraints]
        expected = [{ground.index(v)} | {ground.index(w) for w in near if v in near[w]} for v in ground]
        assert demands == expected


def test_boards_are_solved_as_by_trying_all(backend: Backend[Any]) -> None:
    board = rk.Board(3, 4, holes=[(1, 1)])
    near = walk(rk.KNIGHT, board, 2)
    tried = next(k for k in range(12) if any(
        set().union(chosen, *(near[s] for s in chosen)) == set(board) for chosen in combinations(board, k)
    ))  # fmt: skip
    for problem, best in (
        (rk.domination("knight^2", board), tried),
        (rk.coverage("knight^2", board, 1), max(len(near[s]) + 1 for s in board)),
    ):
        assert rk.solve(problem, backend).objective == best
    most = rk.solve(rk.placement("knight^2", board), backend, "all")
    apart = [c for k in range(12) for c in combinations(board, k) if not any(b in near[a] for a in c for b in c)]
    assert most.objective == max(map(len, apart))
    assert {frozenset(each) for each in most.solutions} == {frozenset(c) for c in apart if len(c) == most.objective}


def test_a_range_is_said_in_each_way() -> None:
    problem = rk.domination("king^2", 8)
    assert problem.pieces == (rk.KING.within(2),)
    assert problem.title == "Dominating an 8x8 board with kings of range 2"
    assert state(problem) == problem.title
    assert plain(problem)["pieces"] == [{"piece": "king", "distance": 2, "count": None}]
    for each in (
        problem,
        rk.guards({LANCE.within(2): 1, rk.KING.within(3): None}, 3, sighted=False),
        rk.armies(["wazir^2"] * 2, 3),
    ):
        assert declare_plain(plain(each)).asked == each.asked
    assert rk.KING.within(1) == rk.KING == rk.KING.within(2).one_move
    for words in ("--piece king --distance 2", "--piece king^2"):
        found = rookery("solve", "domination", *words.split(), "--board", "8", "--json")
        assert json.loads(found.out)["problem"]["title"] == problem.title
        assert json.loads(found.out)["objective"] == 4  # ⌈8 / 5⌉ squared: a king of range 2 holds 5x5
    table = rookery("table", "domination", "--pieces", "king,wazir", "--distance", "2", "--boards", "3..5", "--csv")
    assert [line.split(",")[:3] for line in table.out.splitlines()[1::3]] == [
        ["king^2", "3", "1"],
        ["wazir^2", "3", "1"],
    ]
    compared = rookery("compare", "domination", "--piece", "king", "--distance=2", "--boards=3", "--dry-run")
    assert "domination by kings of range 2 on 3x3" in compared.out
    assert rk.verify(rk.certify(problem), problem).verified


def test_symmetries_and_guards_of_a_graph(tmp_path: Any) -> None:
    assert len(rk.domination("queen^2", 4).symmetries) == 8
    path = tmp_path / "cycle.txt"
    path.write_text("\n".join(f"{v} {(v + 1) % 9}" for v in range(9)))
    found = rookery("solve", "domination", "--graph", str(path), "--distance", "2", "--json")
    assert json.loads(found.out)["objective"] == 2


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("domination --piece king --distance 0", "--distance '0': expected at least 1"),
        ("domination --piece king^0", "piece king: a distance of 0; it must be at least 1"),
        (
            "domination --piece king^x",
            "piece 'king^x': expected PIECE^R with a distance of at least 1, such as knight^2",
        ),
        ("cheapest --piece king^2 --cost 2", "kings of range 2 have no line of sight"),
        ("guards --piece king=1 --distance 2", "kings of range 2 have no line of sight"),
    ],
)
def test_bad_input_is_refused_in_a_line(words: str, message: str) -> None:
    result = rookery("solve", *words.split(), "--board", "4")
    assert result.code == 2
    assert message in " ".join(result.err.split())


def test_a_distance_that_is_none_is_refused() -> None:
    with pytest.raises(rk.BadInput, match="piece guard: a distance of 0; it must be at least 1"):
        rk.GUARD.within(0)
    with pytest.raises(rk.BadInput, match=r"piece guard: a distance of 1\.5; it must be a whole number"):
        rk.GUARD.within(1.5)  # type: ignore[arg-type]
