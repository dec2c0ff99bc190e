"""Graphs and hypergraphs opened by the names of their files."""

from pathlib import Path

from rookery.models.graphs.graph import Graph
from rookery.models.graphs.hypergraph import Hypergraph
from rookery.models.graphs.reading import read_file


def read_graph(path: str | Path) -> Graph | Hypergraph:
    """The graph or the hypergraph in a file: PACE `.gr` or `.hgr`, DIMACS `.col`, or a list of edges.

    Vertices of `p ds`, `p tw`, `p hs` and `p edge` are the numbers from 1; in a list of edges they are named as they
    stand there, and `a -> b` in all lines makes a directed graph. Raises `BadInput` with the line that is wrong.
    """
    read = read_file(path)
    return Hypergraph.of_file(read) if read.kind == Hypergraph.name else Graph.of_file(read)
