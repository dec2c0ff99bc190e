"""Files of graphs: each form read, and each fault named with its line."""

import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from rookery_tests.command_line import rookery
from rookery_tests.yardstick import within

import rookery as rk
from rookery.models.boards.vertices import Vertex
from rookery.models.problems.plain import declare_plain, plain

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
    "beyond": ("p ds 3 2\n1 2\n2 4\n", "line 3: vertex 4: the header says 3 vertices"),
    "beyond the number zero": ("p ds 3 1\n0 2\n", "line 2: vertex 0: the header says 3 vertices"),
    "short edge": ("p ds 3 2\n1 2\n2\n", "line 3: an edge of 1 vertex; expected two"),
    "long edge": ("p ds 3 1\n1 2 3\n", "line 2: an edge of 3 vertices; expected two"),
    "fewer edges": ("p ds 3 3\n1 2\n2 3\n", "line 3: the file ends after 2 edges, and its header says 3"),
    "giant header": ("p ds 1000000000 1\n1 2\n", "line 1: 1000000000 vertices; at most 40,000,000 are accepted"),
    "large header": ("p ds 5000000 1\n1 2\n", "line 1: 5,000,000 vertices; at most 4,000,000 are accepted"),
    "endless header": (f"p ds {'9' * 5000} 1\n", "line 1: 99999999999999999999 vertices; at most"),
    "half a header": ("p ds 3\n1 2\n", "line 1: 'p ds 3': expected the numbers of vertices and edges"),
    "other header": ("p sat 3 2\n", "line 1: 'p sat 3 2': expected `p ds`"),
    "bare header": ("p\n1 2\n", "line 1: 'p': expected `p ds`"),
    "no number": ("p ds 3 1\n1 x\n", "line 2: vertex x: expected the number of a vertex"),
    "empty": ("", "line 1: the file holds no graph"),
    "comments": ("c nothing\n\n", "line 2: the file holds no graph"),
    "binary": ("a b\nb \0c\n", "line 2: no text"),
    "three names": ("a b\na b c\n", "line 2: an edge of 3 vertices; expected two"),
    "half directed": ("a -> b\nb c\n", "line 2: an edge without an arrow; other lines have one"),
    "no edge line": ("p edge 3 1\nx 1 2\n1 2\n", "line 3: '1 2': expected `e` and two vertices"),
    "weight beyond": ("p edge 3 1\ne 1 2\nn 4 2\n", "line 3: vertex 4: the header says 3 vertices"),
    "weight of nothing": ("p ds 3 1\nn 1 0\n1 2\n", "line 2: '1 0': expected a vertex and its weight, a whole number"),
    "weight of a word": ("p ds 3 1\nn x 2\n1 2\n", "line 2: 'x 2': expected a vertex and its weight, a whole number"),
    "weight twice": ("p ds 3 1\nn 1 2\n1 2\nn 1 2\n", "line 4: vertex 1: its weight is given twice"),
    "half a weight": (
        "p edge 3 1\nn 1\ne 1 2\n",
        "line 2: '1': expected a vertex and its weight, a whole number from 1",
    ),
    "weight in a list": ("a b\nb = 1.5\n", "line 2: 'b 1.5': expected a vertex and its weight, a whole number from 1"),
    "no weight": ("a b\nb =\n", "line 2: 'b =': an arrow or a = without a name on each side"),
    "weight by exponent": ("1 2\n2 = 1e400\n", "line 2: '2 1e400': expected a vertex and its weight, a whole number"),
    "weight with a line": ("1 2\n2 = 1_0\n", "line 2: '2 1_0': expected a vertex and its weight, a whole number"),
    "full width weight": ("p ds 2 1\nn 1 ５\n1 2\n", "line 2: '1 ５': expected a vertex and its weight"),
    "full width header": ("p ds ２ 1\n1 2\n", "line 1: 'p ds ２ 1': expected the numbers of vertices and edges"),
    "full width vertex": ("p ds 2 1\n1 ２\n", "line 2: vertex ２: expected the number of a vertex"),
    "glued weight": ("a b\nb=3\n", "line 2: 'b=3': two names are separated by blanks, not by ="),
    "cut short": ("a -> b\nhub -> \n", "line 2: 'hub ->': an arrow or a = without a name on each side"),
    "cut short alone": ("hub -> \n", "line 1: 'hub ->': an arrow or a = without a name on each side"),
    "no tail": ("a -> b\n-> b\n", "line 2: '-> b': an arrow or a = without a name on each side"),
    "glued arrow": ("a -> b\nb->c\n", "line 2: 'b->c': two names are separated by blanks, not by ->"),
    "CSV": ("hub,a\nhub,b\n", "line 1: 'hub,a': two names are separated by blanks, not by ,"),
    "CSV with blanks": ("hub, a\nhub, b\n", "line 1: 'hub, a': two names are separated by blanks"),
    "CSV with words": ("New York,Boston\nSan José,York\n", "line 1: each line has a ,, as in CSV"),
    "semicolons": ("1;2\n2;3\n", "line 1: '1;2': two names are separated by blanks, not by ;"),
    "lists of neighbours": ("a: b\nb: c\n", "line 1: 'a: b': two names are separated by blanks, without a sign"),
    "names of columns": ("source target\na b\n", "line 1: 'source target': this looks like the names of columns"),
    "words above numbers": ("Von Nach\n1 2\n", "line 1: 'Von Nach': this looks like the names of columns"),
    "METIS": ("4 3\n2\n1 3\n2 4\n3\n", "line 1: 4 and 3 may be an edge, or say that 4 vertices and 3 edges follow"),
    "METIS with comments": ("% c\n3 2\n2 3\n1\n1\n", "line 2: 3 and 2 may be an edge"),
    "METIS, wide": ("4 3\n2 3 4\n1\n1\n1\n", "line 1: 4 and 3 may be an edge"),
    "METIS, alone": ("3 1\n2\n1\n\n", "line 1: 3 and 1 may be an edge"),
    "counted": ("5 2\n1 2\n4 5\n", "line 1: 5 and 2 may be an edge"),
    "comments or edges": ("c a\nx y\n", "line 1: 'c a': an edge of the vertex c, or no edge?"),
    "a number in a comment": ("c 1\n1 2\n", "line 1: 'c 1': an edge of the vertex c, or no edge?"),
    "header or edge": ("p mis\nx y\n", "line 1: 'p mis': an edge of the vertex p, or no edge?"),
    "hashtag": ("#ai me\nme you\n", "line 1: '#ai me': a comment, or an edge?"),
    "MatrixMarket": ("%%MatrixMarket matrix array\n2 1\n1.0\n0.5\n", "line 1: this looks like a file of MatrixMarket"),
    "GraphML": ('<?xml version="1.0"?>\n<graphml xmlns="x">\n', "line 1: this looks like a file of XML"),
    "GML": ("graph [\nnode [\nid 0\n]\n]\n", "line 1: this looks like a file of GML"),
    "GML with a name": ("Creator me\ngraph [\nnode [\nid 0\n]\n]\n", "line 2: this looks like a file of GML"),
    "dot": ("graph {\na -- b\n}\n", "line 1: this looks like a file of dot"),
    "Pajek": ("*Vertices 2\n1 a\n*Edges\n1 2\n", "line 1: this looks like a file of Pajek"),
    "TGF": ("1 a\n2 b\n#\n1 2\n", "line 3: a line of # alone between others, as in a file of TGF"),
    "graph6": ("D?{\n", "line 1: no line of the file holds an edge"),
    "all of c": ("c a\nc b\n", "line 2: the file holds no graph, and lines with c are comments"),
    "fewer edges.col": ("p edge 9 5\ne 1 2\ne 2 3\n", "line 3: the file ends after 2 edges, and its header says 5"),
    "sets": ("p hs 3 1\n1 2 3\n", "line 1: 'p hs 3 1': expected `p ds`, `p tw` or `p edge`"),
}


def write(folder: Path, name: str, text: str) -> str:
    (folder / name).write_text(text, encoding="utf-8")
    return str(folder / name)


@pytest.mark.parametrize("name", GOOD)
def test_each_form_is_read(name: str, tmp_path: Path) -> None:
    text, edges, size = GOOD[name]
    graph = rk.read_graph(write(tmp_path, name, text))
    assert isinstance(graph, rk.Graph)
    assert (list(graph.edges), len(graph)) == (edges, size)
    assert graph.directed == ("->" in text)
    assert rk.board(f"graph:{tmp_path / name}") == graph
    problem = rk.domination("guard", graph)
    assert declare_plain(plain(problem)).board == graph


@pytest.mark.parametrize("name", WRONG)
def test_each_fault_is_one_line_that_names_its_place(name: str, tmp_path: Path) -> None:
    text, shown = WRONG[name]
    with pytest.raises(rk.BadInput) as refused:
        rk.read_graph(write(tmp_path, "wrong", text))
    assert f"{tmp_path / 'wrong'}, {shown}" in str(refused.value)
    assert "\n" not in str(refused.value)


def test_commands_refuse_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    for name, shown in (("binary", "is not UTF-8"), ("missing", "No such file"), (".", "cannot read")):
        result = rookery("solve", "domination", "--graph", str(tmp_path / name))
        assert (result.code, shown in result.err, result.err.count("\n")) == (2, True, 1)


def test_an_edge_given_again_is_taken_once_and_said(tmp_path: Path) -> None:
    path = write(tmp_path, "twice.gr", "p ds 3 3\n1 2\n2 1\n2 3\n")
    result = rookery("solve", "domination", "--graph", path, "--json")
    assert result.code == 0
    assert "1 edge given again; each is taken once" in result.err
    with pytest.warns(UserWarning, match="1 edge given again"):
        graph = rk.read_graph(path)
    assert graph == rk.Graph([(1, 2), (2, 3)])


def test_plain_data_of_a_large_graph_names_its_file_and_sees_a_change(tmp_path: Path) -> None:
    size = 2500
    rows = "".join(f"{at} {at + 1}\n" for at in range(1, size))
    path = write(tmp_path, "long.gr", f"p ds {size} {size - 1}\n{rows}")
    data = plain(rk.domination("guard", rk.read_graph(path)))
    assert "edges" not in data
    assert len(declare_plain(data).board) == size
    write(tmp_path, "long.gr", f"p ds {size} {size - 1}\n{rows.replace('7 8', '7 9')}")
    with pytest.raises(rk.BadInput, match="holds another graph than when the problem was written"):
        declare_plain(data)


def test_a_large_graph_is_read_and_declared_soon(tmp_path: Path) -> None:
    size = 20_000  # the bar is 1.5 s for 130,000 vertices and 266,000 edges; here with room for a slow machine
    rows = "".join(f"{at} {at % size + 1}\n{at} {(at + 7) % size + 1}\n" for at in range(1, size + 1))
    path = write(tmp_path, "ring.gr", f"p ds {size} {2 * size}\n{rows}")
    with within(3):
        rk.domination("guard", rk.read_graph(path))


WEIGHTED = {
    "a.col": "p edge 4 3\nn 2 3\ne 1 2\nn 3 9\ne 2 3\ne 3 4\n",
    "b.gr": "p ds 4 3\n n 3 9\nn 2 3\n1 2\n2 3\n3 4\n",
    "c.txt": "1 2\n2 = 3\n2 3\n3 4\n3 = 9\n4 = 1\n",
}


@pytest.mark.parametrize("name", WEIGHTED)
def test_weights_are_read_kept_and_counted(name: str, tmp_path: Path) -> None:
    """A path of four: its inner vertices dominate it with two, its outer ones with one each and two in all."""
    path = write(tmp_path, name, WEIGHTED[name])
    graph = rk.read_graph(path)
    assert graph.weights == [1, 3, 9, 1]
    problem = rk.domination("guard", graph)
    assert declare_plain(plain(problem)).board == graph == rk.board(f"graph:{path}")
    assert declare_plain(plain(problem)).model == problem.model
    bare = rk.Graph(graph.edges, graph.vertices)
    assert bare != graph
    assert bare.weights is None
    result = rookery("solve", "domination", "--graph", path, "--format", "board")
    assert (result.code, result.out) == (0, "G:1 G:4\n")
    assert rk.solve(problem).objective == 2


@pytest.mark.parametrize(
    ("weights", "shown"),
    [({3: 2}, "vertex 3 is none of the 2 vertices"), ({1: 0}, "vertex 1 weighs 0; accepted are 1 to 1,000,000,000"),
     ({1: True}, "vertex 1 weighs True"), ({1: 10**10}, "vertex 1 weighs 10000000000")],
)  # fmt: skip
def test_weights_that_no_vertex_has(weights: dict[int | str, int], shown: str) -> None:
    with pytest.raises(rk.BadInput, match=shown):
        rk.Graph([(1, 2)], weights=weights)


def test_the_referee_speaks_of_vertices_and_weighs_them() -> None:
    graph = rk.Graph([("a", "b"), ("b", "c")], ["d"], weights={"b": 5, "d": 2})
    problem = rk.domination("guard", graph)
    assert problem.faults({Vertex("b"): rk.GUARD}) == ["vertex d is not guarded"]
    assert problem.objective({Vertex("b"): rk.GUARD, Vertex("a"): rk.GUARD}) == 6
    doubled = rk.cheapest_domination({"guard": 2}, graph)
    assert rk.solve(doubled).objective == 2 * (1 + 1 + 2)
    assert rk.solve(rk.domination("guard", problem.attack_graph())).objective == 4


def test_a_graph_goes_to_networkx_and_back() -> None:
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


def test_without_networkx_a_graph_says_what_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "networkx", None)
    with pytest.raises(rk.BadInput, match="pip install networkx"):
        rk.Graph([(0, 1)]).to_networkx()


def test_networkx_and_what_looks_like_it() -> None:
    networkx = pytest.importorskip("networkx")
    petersen = rk.Graph.from_networkx(networkx.petersen_graph())
    assert rk.solve(rk.domination("guard", petersen)).objective == 3
    grid = rk.Graph.from_networkx(networkx.grid_2d_graph(3, 3))
    assert rk.solve(rk.domination("guard", grid)).objective == 3
    assert "(0, 0)" in {str(vertex) for vertex in grid}
    petersen_graph = networkx.petersen_graph()
    petersen_graph.add_node(0, cost=10)
    assert rk.Graph.from_networkx(petersen_graph, weight="cost").weights == [10, *[1] * 9]
    arcs = rk.Graph.from_networkx(networkx.DiGraph([(1, 2), (3, 2)]))
    assert rk.solve(rk.domination("guard", arcs)).objective == 2
    with pytest.raises(rk.BadInput, match="expected a graph of networkx"):
        rk.Graph.from_networkx([(1, 2)])


@pytest.mark.parametrize(
    ("edges", "shown"),
    [
        ([(1, 1)], "edge 1 1: a loop"),
        ([(1, 2, 3)], "expected a pair of vertices"),
        (["ab"], "expected a pair of vertices"),
        ([(1, "a")], "name all of them in one way"),
        ([(1, 2.0)], "expected a whole number or a text"),
        ([(True, 2)], "expected a whole number or a text"),
    ],
)
def test_edges_that_make_no_graph(edges: list[tuple[int, int]], shown: str) -> None:
    with pytest.raises(rk.BadInput, match=shown):
        rk.Graph(edges)


def test_the_output_of_the_challenge(tmp_path: Path) -> None:
    path = write(tmp_path, "star.gr", "p ds 4 3\n2 1\n2 3\n2 4\n")
    asked = ("solve", "domination", "--graph", path, "--format")
    assert rookery(*asked, "pace").out == "1\n2\n"
    (tmp_path / "answer").write_text(rookery(*asked, "pace").out)
    checked = rookery("check", "domination", "--graph", path, "--placement", str(tmp_path / "answer"))
    assert (checked.code, "accepted by both referees" in checked.out) == (0, True)


def test_a_graph_is_read_from_standard_input(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rookery.cli.options.squares.STDIN", write(tmp_path, "in", "hub a\nhub b\nb c\nc d\nhub = 5\n"))
    found = rookery("solve", "domination", "--graph", "-", "--format", "board", "--fix", "c")
    assert (found.code, found.out) == (0, "G:a G:c\n")
    both = rookery("solve", "domination", "--graph", "-", "--fixed-file", "-")
    assert (both.code, both.err.count("\n"), "both read standard input" in both.err) == (2, 1, True)


def test_a_picture_of_a_large_graph_is_refused_before_the_search(tmp_path: Path) -> None:
    path = write(tmp_path, "path.txt", "".join(f"{at} {at + 1}\n" for at in range(300)))
    found = rookery("solve", "domination", "--graph", path, "--svg", str(tmp_path / "no.svg"))
    assert (found.code, found.out, "there is no picture of the graph" in found.err) == (2, "", True)


def test_a_graph_is_drawn_as_a_network(tmp_path: Path) -> None:
    path, picture = write(tmp_path, "star.txt", "hub <a>\nhub b\nhub c\nlone\n"), tmp_path / "star.svg"
    result = rookery("solve", "domination", "--graph", path, "--svg", str(picture))
    assert result.code == 0
    root = ElementTree.fromstring(picture.read_text())
    titles = [each.findtext("{*}title") for each in root.iter("{http://www.w3.org/2000/svg}g") if each.get("class")]
    assert sorted(map(str, titles)) == ["<a>", "b", "c", "guard on hub", "guard on lone"]
    circles = [(c.get("cx"), c.get("cy")) for c in root.iter("{http://www.w3.org/2000/svg}circle")]
    assert len(set(circles)) == 5
    large = rk.Graph([(at, at + 1) for at in range(300)])
    with pytest.raises(rk.BadInput, match="there is no picture of a graph of 301 vertices"):
        rk.Placement(large, {}).svg()
    assert rk.Placement(large, {})._repr_svg_() is None
    assert rk.solve(rk.domination("guard", rk.Graph([], [1])))._repr_html_()
