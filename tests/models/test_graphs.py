"""Graphs: files of each form, each fault with its line, names and weights, and networkx."""

import json
import sys
from pathlib import Path
from warnings import catch_warnings
from xml.etree import ElementTree

import numpy as np
import pytest
from rookery_tests.command_line import rookery

import rookery as rk
from rookery.models.boards.graph import Vertex

GOOD = {
    "a.gr": ("c a path\np ds 4 3\n1 2\n2 3\nc between\n3 4\n", [(1, 2), (2, 3), (3, 4)], 4),
    "b.gr": ("p tw 3 1\n3 1\n", [(3, 1)], 3),
    "c.col": ("c x\np edge 3 4\ne 1 2\ne 2 3\n", [(1, 2), (2, 3)], 3),
    "d.txt": ("# names\na b\n\nb c\nalone\n", [("a", "b"), ("b", "c")], 4),
    "e.txt": ("7 3\n3 8\n", [(7, 3), (3, 8)], 3),
    "more edges than a header": ("4 1\n1 2\n2 3\n", [(4, 1), (1, 2), (2, 3)], 4),
    "more edges than fit": ("3 4\n1 2\n2 3\n", [(3, 4), (1, 2), (2, 3)], 4),
    "edge of two numbers": ("4 -- 3\n1 2\n2 3\n", [(4, 3), (1, 2), (2, 3)], 4),
    "all of p": ("p a\np b\n", [("p", "a"), ("p", "b")], 3),
    "first of c": ("c a\nc b\na b\n", [("c", "a"), ("c", "b"), ("a", "b")], 3),
    "glued comment": ("#FromNode ToNode\n#a word of it\n1 2\n", [(1, 2)], 2),
    "arrows of numbers": ("2 -> 1\n1 -> 2\n", [(2, 1), (1, 2)], 2),
    "a vertex alone": ("0 1\n1 2\n3\n", [(0, 1), (1, 2)], 4),
    "number that is a vertex": ("4\n1 2\n2 3\n3 4\n", [(1, 2), (2, 3), (3, 4)], 4),
    "g.txt": ("a -> b\nb -> c\n", [("a", "b"), ("b", "c")], 3),
}
WRONG = {
    "beyond": ("p ds 3 2\n1 2\n2 4\n", "line 3: vertex 4"),
    "short edge": ("p ds 3 2\n1 2\n2\n", "line 3: '2': expected two vertices"),
    "fewer edges": ("p ds 3 3\n1 2\n2 3\n", "line 3: the file ends after 2 edges"),
    "endless header": (f"p ds {'9' * 5000} 1\n", "line 1: 99999999999999999999 vertices"),
    "empty": ("", "line 1: the file holds no graph"),
    "binary": ("a b\nb \0c\n", "line 2: no text"),
    "three names": ("a b\na b c\n", "line 2: 3 names"),
    "half directed": ("a -> b\nb c\n", "line 2: an edge without an arrow"),
    "weight beyond": ("p edge 3 1\ne 1 2\nn 4 2\n", "line 3: vertex 4"),
    "weight in a list": ("a b\nb = 1.5\n", "line 2: weight '1.5'"),
    "glued arrow": ("a -> b\nb->c\n", "line 2: 'b->c'"),
    "names of columns": ("source target\na b\n", "line 1: 'source target'"),
    "GraphML": ('<?xml version="1.0"?>\n<graphml xmlns="x">\n', "line 1: '<?xml version=\"1.0\"?>': another format"),
    "Pajek": ("*Vertices 2\n1 a\n*Edges\n1 2\n", "line 1: '*Vertices 2': another format"),
    "no edge": ("# alone\na\n", "line 2: no line of the file holds an edge"),
    "lengths": ("1 2 0.5\n2 3 1.5\n", "line 1: 3 names; expected two (edges have no lengths)"),
    "header of all edges": ("4 3\n1 2\n2 3\n3 4\n", "line 1: '4 3': an edge, or a header of 4 vertices and 3 edges"),
    "header of a damaged file": ("# cut\n4 3\n0 2\n2 3\n", "line 2: '4 3': an edge, or a header of 4 vertices"),
    "METIS": ("4 2\n2\n1\n4\n3\n", "line 1: '4 2': an edge, or a header"),
    "number of vertices": ("4\n0 1\n1 2\n2 3\n", "line 1: '4' may be a vertex or the number of vertices"),
    "number of more vertices": (
        "4\n1 2\n2 4\n",
        "line 1: '4': a vertex, or the number of vertices, 1 vertex of them without an edge",
    ),
    "setting": ("n=4\n0 1\n", "line 1: 'n=4': a vertex without edges, or a setting?"),
    "word among numbers": ("undirected\n0 1\n1 2\n", "line 1: 'undirected': a vertex without edges, or a setting?"),
    "comment of a number": ("c 5\n5 6\n", "line 1: 'c 5': an edge of c, or a comment?"),
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
    assert graph == rk.board(f"graph:{path}") != rk.Graph(graph.edges, graph.vertices)
    answer = rk.solve(rk.domination("guard", graph))
    assert (answer.objective, str(answer.best)) == (2, "G:1 G:4")


def test_referee_names_and_weighs_vertices() -> None:
    graph = rk.Graph([("a", "b"), ("b", "c")], ["d"], weights={"b": 5, "d": 2})
    problem = rk.domination("guard", graph)
    assert problem.faults({Vertex("b"): rk.GUARD}) == ["vertex d is not guarded"]
    assert problem.objective({Vertex("b"): rk.GUARD, Vertex("a"): rk.GUARD}) == 6
    assert rk.solve(rk.guards(["guard"], graph, costs=[2])).objective == 2 * (1 + 1 + 2)


def test_numbers_of_numpy_are_taken() -> None:
    numbers = np.array([[1, 2], [2, 3]])
    graph = rk.Graph(numbers, np.arange(1, 5), weights={np.int64(2): np.int64(4)})  # type: ignore[dict-item]
    assert graph == rk.Graph([(1, 2), (2, 3)], [1, 2, 3, 4], weights={2: 4})
    assert set(map(type, graph.vertices)) == {int}
    assert json.loads(json.dumps(graph.plain())) == graph.plain()


def test_nodes_of_networkx_with_one_text_stay_apart() -> None:
    networkx = pytest.importorskip("networkx")
    graph = rk.Graph.from_networkx(networkx.Graph([(1, "1"), ("1", "a")]))
    assert graph.nodes_of(graph) == [1, "1", "a"]
    assert rk.solve(rk.domination("guard", graph)).objective == 1


def test_graph_goes_to_networkx_and_back() -> None:
    networkx = pytest.importorskip("networkx")
    for graph in (
        rk.Graph([("a", "b")], ["a", "b", "alone"], weights={"alone": 3}),
        rk.Graph([(0, 1), (2, 1)], range(4), directed=True),
    ):
        made = graph.to_networkx()
        assert isinstance(made, networkx.DiGraph if graph.directed else networkx.Graph)
        assert list(made.nodes) == list(graph.vertices)  # isolated ones as well
        assert set(made.edges) == set(graph.edges)
        assert rk.Graph.from_networkx(made, "weight").heavy == graph.heavy


def test_nodes_of_networkx_are_given_back() -> None:
    networkx = pytest.importorskip("networkx")
    grid = networkx.Graph([((0, 0), (0, 1)), ((0, 0), (1, 0)), ((1, 0), (1, 0))])
    grid.add_nodes_from([(node, {"pos": node}) for node in grid])
    grid.nodes[1, 0]["cost"] = 2
    with pytest.warns(UserWarning, match="1 loop ignored"):
        graph = rk.Graph.from_networkx(grid, "cost")
    assert (graph.weights, graph.places) == ([1, 1, 2], [(0.0, 0.0), (0.0, 1.0), (1.0, 0.0)])
    best = rk.solve(rk.domination("guard", graph)).best
    assert best is not None
    assert graph.nodes_of(best) == [(0, 0)]
    with pytest.raises(rk.BadInput, match="networkx"):
        rk.Graph.from_networkx([(1, 2)])


@pytest.mark.parametrize(
    ("edges", "shown"),
    [(["ab"], "pair of vertices"), ([(1, "a")], "in one way"), ([(True, 2)], "whole number or a text")],
)
def test_edges_that_make_no_graph_are_refused(edges: list[tuple[int, int]], shown: str) -> None:
    with pytest.raises(rk.BadInput, match=shown):
        rk.Graph(edges)


def test_answer_is_written_and_read_in_the_form_of_pace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The graph is read from standard input."""
    monkeypatch.setattr("rookery.cli.problem_options.STDIN", write(tmp_path, "in", "p ds 4 3\n2 1\n2 3\n2 4\n"))
    found = rookery("solve", "domination", "--graph", "-", "--format", "pace")
    assert found.out == "1\n2\n"
    checked = rookery("check", "domination", "--graph", "-", "--placement", write(tmp_path, "answer", found.out))
    assert (checked.code, "accepted by both referees" in checked.out) == (0, True)


def test_graph_is_drawn_as_a_network() -> None:
    graph = rk.Graph([("hub", "<a>"), ("hub", "b")], ["lone"])
    root = ElementTree.fromstring(rk.Placement(graph, {("hub",): "guard", ("lone",): "guard"}).svg())
    titles = [each.findtext("{*}title") for each in root.iter("{http://www.w3.org/2000/svg}g") if each.get("class")]
    assert sorted(map(str, titles)) == ["<a>", "b", "guard on hub", "guard on lone"]
    circles = [(c.get("cx"), c.get("cy")) for c in root.iter("{http://www.w3.org/2000/svg}circle")]
    assert len(set(circles)) == 4


def test_picture_keeps_the_places_of_vertices() -> None:
    graph = rk.Graph([("a", "b"), ("b", "c")], spots={"a": (0, 0), "b": (0, 4), "c": (2, 4)})
    drawn = rk.Placement(graph, {}).svg()
    for name, at in (("a", 'cx="0" cy="640"'), ("b", 'cx="0" cy="0"'), ("c", 'cx="320" cy="0"')):
        assert f"<title>{name}</title><circle {at}" in drawn
    assert rk.Graph([("a", "b")], spots={"a": (0, 0)}).places is None


GRAPHML = (
    '<?xml version="1.0" encoding="UTF-8"?>\n<graphml xmlns="http://graphml.graphdrawing.org/xmlns">\n'
    '<key id="d0" for="node" attr.name="weight" attr.type="int"/>\n'
    '<key id="d1" for="edge" attr.name="length" attr.type="double"/>\n'
    '<graph edgedefault="undirected">\n<node id="1"/><node id="2"><data key="d0">4</data></node><node id="3"/>\n'
    '<edge source="1" target="2"/><edge source="2" target="3">{}</edge>\n</graph>\n</graphml>\n'
)
# Formats that networkx reads: the text, and a word of the warning.
KNOWN = {
    "a.graphml": (GRAPHML.format(""), ""),
    "b.GRAPHML": (GRAPHML.format('<data key="d1">2.5</data>'), "attributes of edges are ignored"),
    "c.gml": (
        "graph [ node [ id 1 ] node [ id 2 weight 4 ] node [ id 3 ]"
        " edge [ source 1 target 2 ] edge [ source 2 target 3 ] ]",
        "",
    ),
}


def test_loops_and_repeated_edges_are_ignored_with_a_warning(tmp_path: Path) -> None:
    for text, word in (
        ("a a\nhub a\nhub b\nb b\n", "2 loops ignored"),
        ("hub a\na hub\nhub b\n", "1 edge given again"),
    ):
        with pytest.warns(UserWarning, match=word):
            graph = rk.read_graph(write(tmp_path, "odd.txt", text))
        assert {frozenset(edge) for edge in graph.edges} == {frozenset(("hub", "a")), frozenset(("hub", "b"))}
        assert (len(graph), graph.directed, graph.weights) == (3, False, None)


@pytest.mark.parametrize("name", KNOWN)
def test_networkx_reads_other_formats(name: str, tmp_path: Path) -> None:
    pytest.importorskip("networkx")
    text, word = KNOWN[name]
    (tmp_path / name).write_text(text)
    with catch_warnings(record=True, action="always") as warned:
        graph = rk.read_graph(tmp_path / name)
    assert graph == rk.Graph([(1, 2), (2, 3)], weights={2: 4})
    assert [word in str(each.message) for each in warned] == [True] * bool(word)


def test_networkx_reads_directed_edges_and_places(tmp_path: Path) -> None:
    networkx = pytest.importorskip("networkx")
    arcs = networkx.DiGraph([("hub", "a"), ("b", "hub")])
    for spot, name in enumerate(arcs):
        arcs.nodes[name].update(x=float(spot), y=2.5)
    networkx.write_graphml(arcs, tmp_path / "arcs.graphml")
    graph = rk.read_graph(tmp_path / "arcs.graphml")
    assert graph == rk.Graph([("hub", "a"), ("b", "hub")], ["hub", "a", "b"], directed=True)
    assert graph.places == [(0.0, 2.5), (1.0, 2.5), (2.0, 2.5)]
    (tmp_path / "pajek.net").write_text('*Vertices 2\n1 "a" 0.1 0.2\n2 "b" 0.3 0.4\n*Edges\n1 2\n')
    assert rk.read_graph(tmp_path / "pajek.net") == rk.Graph([("a", "b")])


@pytest.mark.parametrize(
    ("name", "text", "shown"),
    [
        ("torn.gml", "graph [\nnode [ id 0 \n", "GML"),
        ("torn.graphml", GRAPHML[:300], "GraphML"),
        ("light.graphml", GRAPHML.replace(">4<", ">0<").format(""), "vertex 2 weighs 0"),
    ],
)
def test_file_that_networkx_cannot_read_is_refused(name: str, text: str, shown: str, tmp_path: Path) -> None:
    pytest.importorskip("networkx")
    (tmp_path / name).write_text(text)
    with pytest.raises(rk.BadInput, match=shown) as refused:
        rk.read_graph(tmp_path / name)
    assert "\n" not in str(refused.value)


def test_other_formats_need_networkx(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "networkx", None)
    for name in ("a.graphml", "a.gml", "a.net", "a.gexf"):
        (tmp_path / name).write_text("any text")
        with pytest.raises(rk.BadInput, match=r"needs networkx: pip install 'rookery-cp\[graphs\]'"):
            rk.read_graph(tmp_path / name)
    with pytest.raises(rk.BadInput, match=r"rookery-cp\[graphs\]"):
        rk.Graph([(0, 1)]).to_networkx()
