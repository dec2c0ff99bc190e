"""Files of graphs as other tools write them: read, with a word on what is left out, or refused in one line."""

import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random
from warnings import catch_warnings

import numpy as np
import pytest

import rookery as rk
from rookery.models.boards.vertices import Pairs, Vertex
from rookery.models.referee.walking import count_guards

HUB: list[tuple[int | str, int | str]] = [("hub", "a"), ("hub", "b")]
PATH: list[tuple[int | str, int | str]] = [(1, 2), (2, 3)]
GRAPHML = (
    '<?xml version="1.0" encoding="UTF-8"?>\n<graphml xmlns="http://graphml.graphdrawing.org/xmlns">\n'
    '<key id="d0" for="node" attr.name="weight" attr.type="int"/>\n'
    '<key id="d1" for="edge" attr.name="length" attr.type="double"/>\n'
    '<graph edgedefault="undirected">\n<node id="1"/><node id="2"><data key="d0">4</data></node><node id="3"/>\n'
    '<edge source="1" target="2"/><edge source="2" target="3">{}</edge>\n</graph>\n</graphml>\n'
)
LENGTH = '<data key="d1">2.5</data>'
# The name of a file, its text, its edges and number of vertices, and a word that is said, or none.
ODD: dict[str, tuple[str, str, Sequence[tuple[int | str, int | str]], int, str]] = {
    "lengths": ("h.txt", "1 2 0.5\n2 3 1.5\n", PATH, 3, "edges have no lengths"),
    "lengths of names": ("i.txt", "hub a 3\nhub b 4\n", HUB, 3, "edges have no lengths"),
    "dictionaries": ("j.edgelist", "1 2 {}\n2 3 {'weight': 4}\n", PATH, 3, "edges have no lengths"),
    "loop": ("k.gr", "p ds 3 3\n1 2\n3 3\n2 3\n", PATH, 3, "1 loop ignored"),
    "loops in a list": ("l.txt", "a a\nhub a\nhub b\nb b\n", HUB, 3, "2 loops ignored"),
    "given again": ("m.txt", "hub a\na hub\nhub b\n", [*HUB[:1], ("a", "hub"), *HUB[1:]], 3, "1 edge given again"),
}
# Of formats that networkx reads: the name of a file, its text, and a word that is said, or none.
KNOWN = {
    "GraphML": ("a.graphml", GRAPHML.format(""), ""),
    "GraphML with lengths": ("b.GRAPHML", GRAPHML.format(LENGTH), "attributes of edges are ignored"),
    "GML": (
        "c.gml",
        "graph [ node [ id 1 ] node [ id 2 weight 4 ] node [ id 3 ]"
        " edge [ source 1 target 2 ] edge [ source 2 target 3 ] ]",
        "",
    ),
    "GEXF": (
        "d.gexf",
        '<gexf xmlns="http://www.gexf.net/1.2draft" version="1.2"><graph defaultedgetype="undirected">'
        '<attributes class="node"><attribute id="0" title="weight" type="integer"/></attributes><nodes>'
        '<node id="1" label="1"/><node id="2" label="2"><attvalues><attvalue for="0" value="4"/></attvalues></node>'
        '<node id="3" label="3"/></nodes><edges><edge source="1" target="2"/><edge source="2" target="3"/></edges>'
        "</graph></gexf>",
        "",
    ),
}
WRONG = {
    "neighbours or lengths": ("g.txt", "1 2 3\n2 3 4\n", "line 1: an edge of 3 vertices; expected two"),
    "decimal weights": ("h.txt", "a b\nb = 2.5\n", "multiply decimals"),
    "MatrixMarket": ("u.mtx", "%%MatrixMarket matrix\n1 2\n", "line 1: this looks like a file of MatrixMarket"),
    "GraphML by another name": ("v.xml", GRAPHML, "line 1: this looks like a file of XML"),
}


@pytest.mark.parametrize("case", ODD)
def test_an_odd_file_is_read_with_a_word(case: str, tmp_path: Path) -> None:
    name, text, edges, size, said = ODD[case]
    (tmp_path / name).write_text(text)
    with catch_warnings(record=True, action="always") as words:
        graph = rk.read_graph(tmp_path / name)
        assert rk.board(f"graph:{tmp_path / name}") == graph
    assert isinstance(graph, rk.Graph)
    assert {frozenset(edge) for edge in graph.edges} == {frozenset(edge) for edge in edges}
    assert (len(graph), graph.directed, graph.weights) == (size, False, None)
    assert [word for word in words if said not in str(word.message)] == []
    assert len(words) == 2 * bool(said)


@pytest.mark.parametrize("case", WRONG)
def test_a_wrong_file_is_refused_in_one_line(case: str, tmp_path: Path) -> None:
    name, text, shown = WRONG[case]
    (tmp_path / name).write_text(text)
    with pytest.raises(rk.BadInput) as refused:
        rk.read_graph(tmp_path / name)
    said = str(refused.value)
    assert (shown in said, str(tmp_path / name) in said, "\n" in said) == (True, True, False)


@pytest.mark.parametrize("case", KNOWN)
def test_networkx_reads_other_formats(case: str, tmp_path: Path) -> None:
    pytest.importorskip("networkx")
    name, text, said = KNOWN[case]
    (tmp_path / name).write_text(text)
    with catch_warnings(record=True, action="always") as words:
        graph = rk.read_graph(tmp_path / name)
    assert graph == rk.Graph(PATH, weights={2: 4})
    assert [said in str(word.message) for word in words] == [True] * bool(said)


def test_directed_edges_and_places_come_from_networkx(tmp_path: Path) -> None:
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
        ("torn.gml", "graph [\nnode [ id 0 \n", "no file of GML as networkx reads it"),
        ("torn.graphml", GRAPHML[:300], "no file of GraphML as networkx reads it"),
        (
            "bare.graphml",
            '<graphml xmlns="http://graphml.graphdrawing.org/xmlns"><graph/></graphml>',
            "without a vertex",
        ),
    ],
)
def test_what_networkx_cannot_read_is_refused(name: str, text: str, shown: str, tmp_path: Path) -> None:
    pytest.importorskip("networkx")
    (tmp_path / name).write_text(text)
    with pytest.raises(rk.BadInput, match=shown) as refused:
        rk.read_graph(tmp_path / name)
    assert (str(tmp_path / name) in str(refused.value), "\n" in str(refused.value)) == (True, False)


def test_weights_that_networkx_reads_are_whole_numbers_from_1(tmp_path: Path) -> None:
    pytest.importorskip("networkx")
    (tmp_path / "light.graphml").write_text(GRAPHML.replace(">4<", ">0<").format(""))
    with pytest.raises(rk.BadInput, match="vertex 2 weighs 0"):
        rk.read_graph(tmp_path / "light.graphml")


def test_other_formats_need_networkx(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "networkx", None)
    for name in ("a.graphml", "a.gml", "a.net", "a.gexf"):
        (tmp_path / name).write_text("any text")
        with pytest.raises(rk.BadInput, match=r"is read by networkx: pip install 'rookery-cp\[graphs\]'"):
            rk.read_graph(tmp_path / name)


@pytest.mark.full
def test_many_numbers_are_read_as_line_by_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Arrays hold what tuples hold: vertices in their order, edges given again once, and the same faults."""
    size = 6_000
    rows = [(at * 7 % size, (at * 7 + at % 5 + 1) % size) for at in range(2 * size)]
    head = f"p ds {size} {len(rows)}\n"
    ring = "".join(f"{one + 1} {other + 1}\n" for one, other in rows)
    texts = {
        "a.gr": f"c a comment\n{head}{ring}",
        "a.txt": "# a comment\n" + "".join(f"{one}\t{other}\n" for one, other in rows),
        "loop.gr": f"{head}{ring.replace('8 10', '8 8')}",
        "beyond.gr": f"{head}{ring.replace('8 10', f'8 {size + 1}')}",
        "short.gr": f"{head}{ring}1 3\n",
        "count.txt": f"{size} {len(rows)}\n{ring}",
    }

    def read(name: str) -> tuple[object, ...]:
        with catch_warnings(record=True, action="always") as words:
            try:
                graph = rk.read_graph(tmp_path / name)
            except rk.BadInput as error:
                return (str(error),)
        said = [str(word.message) for word in words]
        return list(graph.edges), list(graph.vertices), graph.attacks(rk.GUARD), isinstance(graph.edges, Pairs), said

    for name, text in texts.items():
        (tmp_path / name).write_text(text)
        fast = read(name)
        with monkeypatch.context() as slow:
            slow.setattr("rookery.models.boards.graph_reading.has_numpy", bool)
            found = read(name)
        assert (fast[:3], fast[4:]) == (found[:3], found[4:])
        assert (len(fast), fast[3:4]) == (
            (5, (name != "loop.gr",)) if name in ("a.gr", "a.txt", "loop.gr") else (1, ())
        )


@pytest.mark.parametrize("directed", [False, True])
def test_the_referee_follows_an_array_of_edges_as_it_follows_pairs(directed: bool) -> None:
    for seed in range(20):
        random = Random(seed)
        names = random.sample(range(100), random.randint(2, 9))
        places = [random.sample(range(len(names)), 2) for _ in range(random.randint(1, 30))]  # some of them again
        edges = [(names[one], names[other]) for one, other in places]
        with catch_warnings(action="ignore"):
            plain = rk.Graph(edges, names, directed=directed)
            arrays = rk.Graph(Pairs(np.array(edges)), names, directed=directed)
        assert arrays.targets == plain.targets
        for size in (0, 1, len(names)):
            guards = {Vertex(name): rk.GUARD for name in random.sample(names, size)}
            found = [*count_guards(guards, arrays)]
            assert found == [*count_guards(guards, plain)]
            assert sum(hits for _, hits in found) == sum(len(plain.targets[plain.index(vertex)]) for vertex in guards)


def test_a_picture_keeps_the_places_of_vertices() -> None:
    graph = rk.Graph([("a", "b"), ("b", "c")], spots={"a": (0, 0), "b": (0, 4), "c": (2, 4)})
    drawn = rk.Placement(graph, {}).svg()
    for name, at in (("a", 'cx="0" cy="640"'), ("b", 'cx="0" cy="0"'), ("c", 'cx="320" cy="0"')):
        assert f"<title>{name}</title><circle {at}" in drawn
    assert rk.Graph([("a", "b")], spots={"a": (0, 0)}).places is None


class Grid:
    """What networkx gives, as far as a graph needs it."""

    nodes = {(0, 0): {"pos": (0, 0)}, (0, 1): {"pos": (0, 1)}, (1, 0): {"pos": (1, 0), "cost": 2}}  # noqa: RUF012
    edges = (((0, 0), (0, 1)), ((0, 0), (1, 0)), ((1, 0), (1, 0)))


def test_nodes_are_given_back_as_they_were() -> None:
    with pytest.warns(UserWarning, match="1 loop ignored"):
        graph = rk.Graph.from_networkx(Grid(), "cost")
    assert (graph.weights, graph.places) == ([1, 1, 2], [(0.0, 0.0), (0.0, 1.0), (1.0, 0.0)])
    best = rk.solve(rk.domination("guard", graph)).best
    assert best is not None
    assert graph.nodes_of(best) == [(0, 0)]
    assert rk.Graph(PATH).nodes_of([Vertex(2)]) == [2]
