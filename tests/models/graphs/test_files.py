"""Files of graphs: each form read, and each fault named with its line."""

from pathlib import Path
from xml.etree import ElementTree

import pytest
from rookery_tests.command_line import rookery

import rookery as rk
from rookery.models.boards.vertices import Vertex

GOOD = {
    "a.gr": ("c a path\np ds 4 3\n1 2\n2 3\nc between\n3 4\n", [(1, 2), (2, 3), (3, 4)], 4),
    "b.gr": ("p tw 3 1\n3 1\n", [(3, 1)], 3),
    "c.col": ("c x\np edge 3 4\ne 1 2\ne 2 3\n", [(1, 2), (2, 3)], 3),
    "d.txt": ("# names\na b\n\nb c\nalone\n", [("a", "b"), ("b", "c")], 4),
    "e.txt": ("7 3\n3 5\n", [(7, 3), (3, 5)], 3),
    "f.txt": ("é=1 2,3\né=1 x\n", [("é=1", "2,3"), ("é=1", "x")], 3),
    "squares": ("0,1 1,1\n1,1 1,2\n", [("0,1", "1,1"), ("1,1", "1,2")], 3),
    "all of p": ("p a\np b\n", [("p", "a"), ("p", "b")], 3),
    "first of p": ("p a\na b\n", [("p", "a"), ("a", "b")], 3),
    "first of c": ("c a\nc b\na b\n", [("c", "a"), ("c", "b"), ("a", "b")], 3),
    "glued comment": ("#FromNode ToNode\n#a word of it\n1 2\n", [(1, 2)], 2),
    "full width": ("１ 1_0\n", [("１", "1_0")], 2),
    "g.txt": ("a -> b\nb -> c\n", [("a", "b"), ("b", "c")], 3),
}
WRONG = {
    "beyond": ("p ds 3 2\n1 2\n2 4\n", "line 3: vertex 4"),
    "short edge": ("p ds 3 2\n1 2\n2\n", "line 3: an edge of 1 vertex"),
    "long edge": ("p ds 3 1\n1 2 3\n", "line 2: an edge of 3 vertices"),
    "fewer edges": ("p ds 3 3\n1 2\n2 3\n", "line 3: the file ends after 2 edges"),
    "large header": ("p ds 5000000 1\n1 2\n", "line 1: 5,000,000 vertices"),
    "endless header": (f"p ds {'9' * 5000} 1\n", "line 1: 99999999999999999999 vertices"),
    "half a header": ("p ds 3\n1 2\n", "line 1: 'p ds 3'"),
    "other header": ("p sat 3 2\n", "line 1: 'p sat 3 2'"),
    "no number": ("p ds 3 1\n1 x\n", "line 2: vertex x"),
    "empty": ("", "line 1: the file holds no graph"),
    "binary": ("a b\nb \0c\n", "line 2: no text"),
    "three names": ("a b\na b c\n", "line 2: an edge of 3 vertices"),
    "half directed": ("a -> b\nb c\n", "line 2: an edge without an arrow"),
    "no edge line": ("p edge 3 1\nx 1 2\n1 2\n", "line 3: '1 2'"),
    "weight beyond": ("p edge 3 1\ne 1 2\nn 4 2\n", "line 3: vertex 4"),
    "weight of nothing": ("p ds 3 1\nn 1 0\n1 2\n", "line 2: '1 0'"),
    "weight twice": ("p ds 3 1\nn 1 2\n1 2\nn 1 2\n", "line 4: vertex 1"),
    "weight in a list": ("a b\nb = 1.5\n", "line 2: 'b 1.5'"),
    "no weight": ("a b\nb =\n", "line 2: 'b ='"),
    "full width header": ("p ds ２ 1\n1 2\n", "line 1: 'p ds ２ 1'"),
    "cut short": ("a -> b\nhub -> \n", "line 2: 'hub ->'"),
    "glued arrow": ("a -> b\nb->c\n", "line 2: 'b->c'"),
    "CSV": ("hub,a\nhub,b\n", "line 1: 'hub,a'"),
    "CSV with words": ("New York,Boston\nSan José,York\n", "line 1: each line has a ,"),
    "lists of neighbours": ("a: b\nb: c\n", "line 1: 'a: b'"),
    "names of columns": ("source target\na b\n", "line 1: 'source target'"),
    "METIS": ("4 3\n2\n1 3\n2 4\n3\n", "line 1: 4 and 3 may be an edge"),
    "comments or edges": ("c a\nx y\n", "line 1: 'c a'"),
    "header or edge": ("p mis\nx y\n", "line 1: 'p mis'"),
    "hashtag": ("#ai me\nme you\n", "line 1: '#ai me'"),
    "MatrixMarket": ("%%MatrixMarket matrix array\n2 1\n1.0\n0.5\n", "line 1: this looks like a file of MatrixMarket"),
    "GraphML": ('<?xml version="1.0"?>\n<graphml xmlns="x">\n', "line 1: this looks like a file of XML"),
    "GML": ("Creator me\ngraph [\nnode [\nid 0\n]\n]\n", "line 2: this looks like a file of GML"),
    "dot": ("graph {\na -- b\n}\n", "line 1: this looks like a file of dot"),
    "Pajek": ("*Vertices 2\n1 a\n*Edges\n1 2\n", "line 1: this looks like a file of Pajek"),
    "TGF": ("1 a\n2 b\n#\n1 2\n", "line 3: a line of # alone"),
    "graph6": ("D?{\n", "line 1: no line of the file holds an edge"),
}


def write(folder: Path, name: str, text: str) -> str:
    (folder / name).write_text(text, encoding="utf-8")
    return str(folder / name)


@pytest.mark.parametrize("name", GOOD)
def test_graph_file_of_each_form_is_read(name: str, tmp_path: Path) -> None:
    text, edges, size = GOOD[name]
    graph = rk.read_graph(write(tmp_path, name, text))
    assert (list(graph.edges), len(graph)) == (edges, size)
    assert graph.directed == ("->" in text)
    assert rk.board(f"graph:{tmp_path / name}") == graph
    problem = rk.domination("guard", graph)
    assert rk.declare(problem.asked or {}).board == graph


@pytest.mark.parametrize("name", WRONG)
def test_fault_in_a_graph_file_names_its_line(name: str, tmp_path: Path) -> None:
    text, shown = WRONG[name]
    with pytest.raises(rk.BadInput) as refused:
        rk.read_graph(write(tmp_path, "wrong", text))
    assert f"{tmp_path / 'wrong'}, {shown}" in str(refused.value)
    assert "\n" not in str(refused.value)


WEIGHTED = {
    "a.col": "p edge 4 3\nn 2 3\ne 1 2\nn 3 9\ne 2 3\ne 3 4\n",
    "b.gr": "p ds 4 3\n n 3 9\nn 2 3\n1 2\n2 3\n3 4\n",
    "c.txt": "1 2\n2 = 3\n2 3\n3 4\n3 = 9\n4 = 1\n",
}


@pytest.mark.parametrize("name", WEIGHTED)
def test_weights_are_read_and_counted(name: str, tmp_path: Path) -> None:
    """A path of four: its inner vertices dominate it with two, its outer ones with one each and two in all."""
    path = write(tmp_path, name, WEIGHTED[name])
    graph = rk.read_graph(path)
    assert graph.weights == [1, 3, 9, 1]
    problem = rk.domination("guard", graph)
    assert rk.declare(problem.asked or {}).board == graph == rk.board(f"graph:{path}")
    assert rk.declare(problem.asked or {}).model == problem.model
    bare = rk.Graph(graph.edges, graph.vertices)
    assert bare != graph
    assert bare.weights is None
    result = rookery("solve", "domination", "--graph", path, "--format", "board")
    assert (result.code, result.out) == (0, "G:1 G:4\n")
    assert rk.solve(problem).objective == 2


def test_referee_names_and_weighs_vertices() -> None:
    graph = rk.Graph([("a", "b"), ("b", "c")], ["d"], weights={"b": 5, "d": 2})
    problem = rk.domination("guard", graph)
    assert problem.faults({Vertex("b"): rk.GUARD}) == ["vertex d is not guarded"]
    assert problem.objective({Vertex("b"): rk.GUARD, Vertex("a"): rk.GUARD}) == 6
    doubled = rk.guards(["guard"], graph, costs=[2])
    assert rk.solve(doubled).objective == 2 * (1 + 1 + 2)
    assert rk.solve(rk.domination("guard", problem.attack_graph())).objective == 4


def test_graph_goes_to_networkx_and_back() -> None:
    networkx = pytest.importorskip("networkx")
    for graph in (
        rk.Graph([("a", "b")], ["a", "b", "alone"], weights={"alone": 3}),
        rk.Graph([(0, 1), (2, 1)], range(4), directed=True),
        rk.domination("knight", 3).attack_graph(),
    ):
        made = graph.to_networkx()
        assert isinstance(made, networkx.DiGraph if graph.directed else networkx.Graph)
        assert list(made.nodes) == list(graph.vertices)  # isolated ones as well
        assert set(made.edges) == set(graph.edges)
        assert rk.Graph.from_networkx(made, "weight").heavy == graph.heavy


def test_graphs_of_networkx_are_taken() -> None:
    networkx = pytest.importorskip("networkx")
    grid = rk.Graph.from_networkx(networkx.grid_2d_graph(3, 3))
    assert rk.solve(rk.domination("guard", grid)).objective == 3
    assert "(0, 0)" in {str(vertex) for vertex in grid}
    petersen = networkx.petersen_graph()
    petersen.add_node(0, cost=10)
    assert rk.Graph.from_networkx(petersen, weight="cost").weights == [10, *[1] * 9]
    arcs = rk.Graph.from_networkx(networkx.DiGraph([(1, 2), (3, 2)]))
    assert rk.solve(rk.domination("guard", arcs)).objective == 2


class Grid:
    """A graph as networkx gives it, as far as `from_networkx` needs it."""

    nodes = {(0, 0): {"pos": (0, 0)}, (0, 1): {"pos": (0, 1)}, (1, 0): {"pos": (1, 0), "cost": 2}}  # noqa: RUF012
    edges = (((0, 0), (0, 1)), ((0, 0), (1, 0)), ((1, 0), (1, 0)))


def test_nodes_of_networkx_are_given_back() -> None:
    with pytest.warns(UserWarning, match="1 loop ignored"):
        graph = rk.Graph.from_networkx(Grid(), "cost")
    assert (graph.weights, graph.places) == ([1, 1, 2], [(0.0, 0.0), (0.0, 1.0), (1.0, 0.0)])
    best = rk.solve(rk.domination("guard", graph)).best
    assert best is not None
    assert graph.nodes_of(best) == [(0, 0)]
    with pytest.raises(rk.BadInput, match="networkx"):
        rk.Graph.from_networkx([(1, 2)])


@pytest.mark.parametrize(
    ("edges", "shown"), [([(1, 1)], "a loop"), (["ab"], "pair of vertices"), ([(1, "a")], "in one way"),
                         ([(True, 2)], "whole number or a text")]
)  # fmt: skip
def test_edges_that_make_no_graph_are_refused(edges: list[tuple[int, int]], shown: str) -> None:
    with pytest.raises(rk.BadInput, match=shown):
        rk.Graph(edges)


def test_answer_is_written_and_read_in_the_form_of_pace(tmp_path: Path) -> None:
    path = write(tmp_path, "star.gr", "p ds 4 3\n2 1\n2 3\n2 4\n")
    asked = ("solve", "domination", "--graph", path, "--format")
    assert rookery(*asked, "pace").out == "1\n2\n"
    (tmp_path / "answer").write_text(rookery(*asked, "pace").out)
    checked = rookery("check", "domination", "--graph", path, "--placement", str(tmp_path / "answer"))
    assert (checked.code, "accepted by both referees" in checked.out) == (0, True)


def test_graph_is_read_from_standard_input(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rookery.cli.options.squares.STDIN", write(tmp_path, "in", "hub a\nhub b\nb c\nc d\nhub = 5\n"))
    found = rookery("solve", "domination", "--graph", "-", "--format", "board", "--fix", "c")
    assert (found.code, found.out) == (0, "G:a G:c\n")


def test_graph_is_drawn_as_a_network(tmp_path: Path) -> None:
    path, picture = write(tmp_path, "star.txt", "hub <a>\nhub b\nhub c\nlone\n"), tmp_path / "star.svg"
    result = rookery("solve", "domination", "--graph", path, "--svg", str(picture))
    assert result.code == 0
    root = ElementTree.fromstring(picture.read_text())
    titles = [each.findtext("{*}title") for each in root.iter("{http://www.w3.org/2000/svg}g") if each.get("class")]
    assert sorted(map(str, titles)) == ["<a>", "b", "c", "guard on hub", "guard on lone"]
    circles = [(c.get("cx"), c.get("cy")) for c in root.iter("{http://www.w3.org/2000/svg}circle")]
    assert len(set(circles)) == 5
    large = rk.Placement(rk.Graph([(at, at + 1) for at in range(300)]), {})
    with pytest.raises(rk.BadInput, match="no picture"):
        large.svg()
    assert large._repr_svg_() is None


def test_picture_keeps_the_places_of_vertices() -> None:
    graph = rk.Graph([("a", "b"), ("b", "c")], spots={"a": (0, 0), "b": (0, 4), "c": (2, 4)})
    drawn = rk.Placement(graph, {}).svg()
    for name, at in (("a", 'cx="0" cy="640"'), ("b", 'cx="0" cy="0"'), ("c", 'cx="320" cy="0"')):
        assert f"<title>{name}</title><circle {at}" in drawn
    assert rk.Graph([("a", "b")], spots={"a": (0, 0)}).places is None
