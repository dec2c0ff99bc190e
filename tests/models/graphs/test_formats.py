"""Files of graphs as other tools write them: each is read, with a word on what is left out, or refused in one line."""

import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random
from warnings import catch_warnings

import numpy as np
import pytest
from rookery_tests.command_line import rookery

import rookery as rk
from rookery.models.boards.graph_files import write_graphml
from rookery.models.boards.vertices import Pairs, Vertex
from rookery.models.referee.walking import count_guards

HUB: list[tuple[int | str, int | str]] = [("hub", "a"), ("hub", "b")]
PATH: list[tuple[int | str, int | str]] = [(1, 2), (2, 3)]
GRAPHML = (
    '<?xml version="1.0" encoding="UTF-8"?>\n<graphml xmlns="http://graphml.graphdrawing.org/xmlns">\n'
    '<key id="d0" for="node" attr.name="weight" attr.type="int"/><key id="d1" for="edge" attr.name="length"/>\n'
    '<graph edgedefault="undirected">\n<node id="1"/><node id="2"><data key="d0">4</data></node><node id="3"/>\n'
    '<edge source="1" target="2"/><edge source="2" target="3">{}</edge>\n</graph>\n</graphml>\n'
)
LENGTH = '<data key="d1">2.5</data>'
MATRIX = "%%MatrixMarket matrix coordinate"
# The name of a file, its text, its edges and number of vertices, and a word that is said, or none.
ODD: dict[str, tuple[str, str, Sequence[tuple[int | str, int | str]], int, str]] = {
    "CSV": ("a.csv", "hub,a\nhub,b\n", HUB, 3, ""),
    "CSV with names of columns": ("b.csv", "source,target\nhub,a\nhub,b\n", HUB, 3, ""),
    "CSV with lengths": ("c.csv", "from,to,km\nhub,a,1.5\nhub,b,2\n", HUB, 3, "column km ignored"),
    "CSV with columns in another order": ("d.csv", "km;target;source\n1;a;hub\n2;b;hub\n", HUB, 3, "column km"),
    "CSV of quoted names": ("e.csv", '"York, New",b\n"York, New",c\n', [("York, New", "b"), ("York, New", "c")], 3, ""),
    "CSV of numbers below words": ("f.csv", "Von,Nach\n1,2\n2,3\n", PATH, 3, ""),
    "tabs": ("g.tsv", "New York\tBoston\nNew York\tRome\n", [("New York", "Boston"), ("New York", "Rome")], 3, ""),
    "lengths": ("h.txt", "1 2 0.5\n2 3 1.5\n", PATH, 3, "edges have no lengths"),
    "lengths of names": ("i.txt", "hub a 3\nhub b 4\n", HUB, 3, "edges have no lengths"),
    "dictionaries": ("j.edgelist", "1 2 {}\n2 3 {'weight': 4}\n", PATH, 3, "edges have no lengths"),
    "loop": ("k.gr", "p ds 3 3\n1 2\n3 3\n2 3\n", PATH, 3, "1 loop ignored"),
    "loops in a list": ("l.txt", "a a\nhub a\nhub b\nb b\n", HUB, 3, "2 loops ignored"),
    "given again": ("m.txt", "hub a\na hub\nhub b\n", [*HUB[:1], ("a", "hub"), *HUB[1:]], 3, "1 edge given again"),
    "METIS": ("n.graph", "% a path\n3 2\n2\n1 3\n2\n", PATH, 3, ""),
    "METIS with a lonely vertex": ("o.metis", "3 1\n2\n1\n\n", [(1, 2)], 3, ""),
    "METIS with weights": ("p.metis", "3 2 11\n1 2 9\n4 1 9 3 9\n1 2 9\n", PATH, 3, "weights of edges are ignored"),
    "MatrixMarket": ("q.mtx", f"{MATRIX} pattern symmetric\n% a\n3 3 2\n2 1\n3 2\n", PATH, 3, ""),
    "MatrixMarket by its first line": ("r", f"{MATRIX} pattern general\n3 3 2\n1 2\n2 3\n", PATH, 3, ""),
    "MatrixMarket, both ways": ("s", f"{MATRIX} integer general\n2 2 2\n1 2 5\n2 1 5\n", [(1, 2)], 2, "values"),
    "MatrixMarket with a diagonal": ("t", f"{MATRIX} pattern symmetric\n2 2 2\n1 1\n2 1\n", [(1, 2)], 2, "1 loop"),
    "GraphML": ("u.graphml", GRAPHML.format(""), PATH, 3, ""),
    "GraphML with lengths": ("v.xml", GRAPHML.format(LENGTH), PATH, 3, "length of edges ignored"),
}
WRONG = {
    "CSV, header or edge": ("a.csv", "depot,customer\nx,y\n", "line 1: 'depot,customer': names of columns, or an"),
    "CSV, header alone": ("a.csv", "source,target\n", "line 1: 'source,target': names of columns, with no edge"),
    "CSV, torn": ("b.csv", "a,b\nc\n", "line 2: 1 column; expected two or more, and as many in each line"),
    "CSV without an end": ("c.csv", "a,b\na,\n", "line 2: an end of the edge has no name"),
    "CSV with blanks": ("d.csv", "a b\nb c\n", "line 1: 'a b': expected columns separated by commas"),
    "CSV with two signs": ("e.csv", "a,b;c\n", "line 1: 'a,b;c': expected columns separated by commas"),
    "CSV with an open quote": ("f.csv", '"a,b\n', "no table"),
    "neighbours or lengths": ("g.txt", "1 2 3\n2 3 4\n", "line 1: an edge of 3 vertices; expected two"),
    "METIS, one side": ("h.metis", "3 1\n2\n3\n\n", "line 2: 1 has the neighbour 2, and 2 has not 1"),
    "METIS, too few lines": ("i.metis", "3 1\n2\n", "line 2: expected 3 lines below the first"),
    "METIS, other count": ("j.metis", "2 5\n2\n1\n", "line 3: the file holds 1 edge, and its first line says 5"),
    "METIS, beyond": ("k.metis", "2 1\n3\n1\n", "line 2: vertex 3: the first line says 2 vertices"),
    "METIS, giant": ("l.metis", "5000000 1\n2\n1\n", "line 1: 5,000,000 vertices; at most 4,000,000"),
    "METIS, several weights": ("m.metis", "2 1 10 2\n1 1 2\n1 1 1\n", "line 1: '2 1 10 2': expected the numbers"),
    "METIS, weight 0": ("n.metis", "2 1 10\n0 2\n1 1\n", "line 2: a weight of 0"),
    "a list called METIS": ("o.graph", "a b\nb c\n", "line 1: 'a b': expected the numbers of vertices"),
    "MatrixMarket, no square": ("p.mtx", f"{MATRIX} pattern general\n3 2 1\n1 2\n", "line 2: '3 2 1': a matrix of a"),
    "MatrixMarket, entry of 0": ("q.mtx", f"{MATRIX} real general\n2 2 1\n1 2 0.0\n", "'1 2 0.0': an entry of 0"),
    "MatrixMarket, no number": ("q.mtx", f"{MATRIX} real general\n2 2 1\n1 2 nan\n", "'1 2 nan': an entry of 0 or of"),
    "MatrixMarket, cut": ("r.mtx", f"{MATRIX} real general\n2 2 2\n1 2 1\n", "line 3: the file has 1 entries"),
    "MatrixMarket, beyond": ("s.mtx", f"{MATRIX} pattern general\n2 2 1\n1 3\n", "line 3: '1 3': expected a row and a"),
    "MatrixMarket, one word": ("t.mtx", f"{MATRIX} pattern general\n2 2 1\n1\n", "line 3: '1': expected a row and a"),
    "MatrixMarket, other words": ("u.mtx", "1 2\n", "line 1: this looks like a file of MatrixMarket"),
    "GraphML, cut": ("v.graphml", GRAPHML[:300], "this looks like a file of XML, such as GraphML, and is cut short"),
    "GraphML, no node": ("w.graphml", GRAPHML.replace('<node id="3"/>', "").format(""), "no node is called '3'"),
    "GraphML, weight": ("x.graphml", GRAPHML.replace(">4<", ">0<").format(""), "vertex 2 weighs '0': expected"),
    "GraphML, entities": ("y.graphml", '<!DOCTYPE a [<!ENTITY b "c">]>\n<graphml/>', "XML with declarations; GraphML"),
    "GraphML, no graph": ("z.graphml", "<graphml/>", "0 graphs of GraphML; expected one"),
    "GraphML, both": (
        "1.graphml", GRAPHML.replace('target="2"', 'target="2" directed="true"').format(""), "some edges are directed"
    ),
    "decimal weights": ("2.txt", "a b\nb = 2.5\n", "multiply decimals"),
}  # fmt: skip


@pytest.mark.parametrize("case", ODD)
def test_an_odd_file_is_read_with_a_word(case: str, tmp_path: Path) -> None:
    name, text, edges, size, said = ODD[case]
    (tmp_path / name).write_text(text)
    with catch_warnings(record=True, action="always") as words:
        graph = rk.read_graph(tmp_path / name)
        assert rk.board(f"graph:{tmp_path / name}") == graph
    assert isinstance(graph, rk.Graph)
    assert {frozenset(edge) for edge in graph.edges} == {frozenset(edge) for edge in edges}
    assert (len(graph), graph.directed) == (size, "first line" in case)
    assert [word for word in words if said not in str(word.message)] == []
    assert len(words) == 2 * bool(said)
    assert graph.weights == ([1, 4, 1] if "GraphML" in case or case == "METIS with weights" else None)


@pytest.mark.parametrize("case", WRONG)
def test_a_wrong_file_is_refused_in_one_line(case: str, tmp_path: Path) -> None:
    name, text, shown = WRONG[case]
    (tmp_path / name).write_text(text)
    with pytest.raises(rk.BadInput) as refused:
        rk.read_graph(tmp_path / name)
    said = str(refused.value)
    assert (shown in said, str(tmp_path / name) in said, "\n" in said) == (True, True, False)


def test_gml_and_pajek_need_networkx(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    gml, pajek, torn = tmp_path / "a.gml", tmp_path / "a.net", tmp_path / "torn.gml"
    gml.write_text(
        'graph [\nnode [ id 0 label "a" ]\nnode [ id 1 label "b" weight 3 ]\nedge [ source 0 target 1 ]\n]\n'
    )
    pajek.write_text('*Vertices 2\n1 "a" 0.1 0.2\n2 "b" 0.3 0.4\n*Edges\n1 2\n')
    torn.write_text("graph [\nnode [ id 0 \n")
    with monkeypatch.context() as without:
        without.setitem(sys.modules, "networkx", None)
        for file in (gml, pajek):
            with pytest.raises(rk.BadInput, match="is read by networkx: pip install networkx"):
                rk.read_graph(file)
    pytest.importorskip("networkx")
    assert rk.read_graph(gml) == rk.Graph([("a", "b")], weights={"b": 3})
    assert rk.read_graph(pajek) == rk.Graph([("a", "b")])
    with pytest.raises(rk.BadInput, match="no file of GML as networkx reads it"):
        rk.read_graph(torn)


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


def test_graphml_says_what_is_chosen_and_is_read_again(tmp_path: Path) -> None:
    spots: dict[int | str, tuple[float, float]] = {"hub": (0.0, 1.5), "a<": (1.0, 0.0)}
    graph = rk.Graph([("hub", "a<")], weights={"a<": 3}, spots=spots)
    text = write_graphml(graph, [Vertex("hub")])
    assert (
        '<node id="hub"><data key="chosen">true</data><data key="x">0.0</data><data key="y">1.5</data></node>' in text
    )
    (tmp_path / "a.graphml").write_text(text)
    again = rk.read_graph(tmp_path / "a.graphml")
    assert (again == graph, again.places) == (True, [(0.0, 1.5), (1.0, 0.0)])
    arcs = rk.Graph([(1, 2)], directed=True)
    (tmp_path / "b.graphml").write_text(write_graphml(arcs, []))
    assert rk.read_graph(tmp_path / "b.graphml") == arcs
    found = rookery("solve", "domination", "--graph", str(tmp_path / "a.graphml"), "--format", "graphml")
    assert (found.code, found.out) == (0, f"{text}\n")
    with pytest.raises(rk.BadInput, match="graphml writes graphs alone"):
        write_graphml(rk.Hypergraph([(1, 2)]), [])


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
