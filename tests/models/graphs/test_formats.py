"""Files of graphs as other tools write them: read, perhaps with a warning, or refused."""

import sys
from collections.abc import Sequence
from pathlib import Path
from warnings import catch_warnings

import pytest

import rookery as rk

Edges = Sequence[tuple[int | str, int | str]]
HUB: Edges = [("hub", "a"), ("hub", "b")]
PATH: Edges = [(1, 2), (2, 3)]
GRAPHML = (
    '<?xml version="1.0" encoding="UTF-8"?>\n<graphml xmlns="http://graphml.graphdrawing.org/xmlns">\n'
    '<key id="d0" for="node" attr.name="weight" attr.type="int"/>\n'
    '<key id="d1" for="edge" attr.name="length" attr.type="double"/>\n'
    '<graph edgedefault="undirected">\n<node id="1"/><node id="2"><data key="d0">4</data></node><node id="3"/>\n'
    '<edge source="1" target="2"/><edge source="2" target="3">{}</edge>\n</graph>\n</graphml>\n'
)
# The text of a file, its edges, and a word of the warning.
ODD: dict[str, tuple[str, Edges, str]] = {
    "lengths.txt": ("1 2 0.5\n2 3 1.5\n", PATH, "edges have no lengths"),
    "names.txt": ("hub a 3\nhub b 4\n", HUB, "edges have no lengths"),
    "j.edgelist": ("1 2 {}\n2 3 {'weight': 4}\n", PATH, "edges have no lengths"),
    "loop.gr": ("p ds 3 3\n1 2\n3 3\n2 3\n", PATH, "1 loop ignored"),
    "loops.txt": ("a a\nhub a\nhub b\nb b\n", HUB, "2 loops ignored"),
    "again.txt": ("hub a\na hub\nhub b\n", HUB, "1 edge given again"),
}
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


@pytest.mark.parametrize("name", ODD)
def test_odd_file_is_read_with_a_warning(name: str, tmp_path: Path) -> None:
    text, edges, word = ODD[name]
    (tmp_path / name).write_text(text)
    with pytest.warns(UserWarning, match=word):
        graph = rk.read_graph(tmp_path / name)
    assert isinstance(graph, rk.Graph)
    assert {frozenset(edge) for edge in graph.edges} == {frozenset(edge) for edge in edges}
    assert (len(graph), graph.directed, graph.weights) == (3, False, None)


@pytest.mark.parametrize("name", KNOWN)
def test_networkx_reads_other_formats(name: str, tmp_path: Path) -> None:
    pytest.importorskip("networkx")
    text, word = KNOWN[name]
    (tmp_path / name).write_text(text)
    with catch_warnings(record=True, action="always") as warned:
        graph = rk.read_graph(tmp_path / name)
    assert graph == rk.Graph(PATH, weights={2: 4})
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
        with pytest.raises(rk.BadInput, match="networkx: pip install"):
            rk.read_graph(tmp_path / name)
    with pytest.raises(rk.BadInput, match="pip install networkx"):
        rk.Graph([(0, 1)]).to_networkx()


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
    }

    def read(name: str) -> tuple[object, ...]:
        with catch_warnings(record=True, action="always") as warned:
            try:
                graph = rk.read_graph(tmp_path / name)
            except rk.BadInput as error:
                return (str(error),)
        return list(graph.edges), list(graph.vertices), graph.attacks(rk.GUARD), [str(each.message) for each in warned]

    for name, text in texts.items():
        (tmp_path / name).write_text(text)
        fast = read(name)
        with monkeypatch.context() as slow:
            slow.setattr("rookery.models.boards.graph_reading.has_numpy", bool)
            assert fast == read(name)
        assert len(fast) == (4 if name in ("a.gr", "a.txt", "loop.gr") else 1)
