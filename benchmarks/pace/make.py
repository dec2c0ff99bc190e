"""Writes the small graphs of `small/`, one or two of each kind of the challenge's instances and some simpler ones."""

from collections.abc import Iterable
from itertools import combinations
from pathlib import Path
from random import Random

FOLDER = Path(__file__).parent / "small"
Pairs = list[tuple[int, int]]
Cell = tuple[int, int]


def number(pairs: Iterable[tuple[object, object]]) -> Pairs:
    """Edges between any things as edges between numbers from 1, in the order in which things are named."""
    numbers: dict[object, int] = {}
    return [tuple(sorted(numbers.setdefault(end, len(numbers) + 1) for end in pair)) for pair in pairs]  # type: ignore[misc]


def grid(rows: int, columns: int, steps: Iterable[Cell]) -> list[tuple[Cell, Cell]]:
    """The cells of a rectangle, each joined to those that are some steps away."""
    cells = {(row, column) for row in range(rows) for column in range(columns)}
    near = [((row, column), (row + down, column + right)) for row, column in sorted(cells) for down, right in steps]
    return [(one, other) for one, other in near if other in cells]


def roads(random: Random, size: int) -> Pairs:
    """A grid without a third of its edges."""
    return number(pair for pair in grid(size, size, [(0, 1), (1, 0)]) if random.random() > 0.3)


def kings(random: Random, rows: int, columns: int) -> Pairs:
    """The moves of a king on a board with holes."""
    holes = {(row, column) for row in range(rows) for column in range(columns) if random.random() < 0.2}
    return number(pair for pair in grid(rows, columns, [(0, 1), (1, -1), (1, 0), (1, 1)]) if not holes & {*pair})


def scatter(random: Random, vertices: int, edges: int) -> Pairs:
    """A number of edges by chance."""
    return sorted(random.sample([*combinations(range(1, vertices + 1), 2)], edges))


def bipartite(random: Random, side: int, edges: int) -> Pairs:
    """A number of edges by chance between two sides."""
    return sorted(
        random.sample([(one, side + other) for one in range(1, side + 1) for other in range(1, side + 1)], edges)
    )


def tree(random: Random, vertices: int) -> Pairs:
    """Each vertex below one before it."""
    return [(random.randint(max(1, vertex - 12), vertex - 1), vertex) for vertex in range(2, vertices + 1)]


def caterpillar(random: Random, length: int) -> Pairs:
    """A path, with up to three leaves on each of its vertices."""
    leaves = [(at, (at, leaf)) for at in range(length) for leaf in range(random.randint(0, 3))]
    return number([*((at, at + 1) for at in range(length - 1)), *leaves])


def path_of_cliques(count: int, size: int) -> Pairs:
    """Cliques in a row, each joined to the next one by two edges."""
    inside = [((at, one), (at, other)) for at in range(count) for one, other in combinations(range(size), 2)]
    return number([*inside, *(((at, end), (at + 1, end + 1)) for at in range(count - 1) for end in range(2))])


def formula(random: Random, variables: int, clauses: int) -> list[tuple[int, ...]]:
    """A 3-SAT formula as sets to hit: a variable or its negation, and one literal of each clause."""
    pairs = [(at, variables + at) for at in range(1, variables + 1)]
    chosen = [random.sample(range(1, variables + 1), 3) for _ in range(clauses)]
    return [*pairs, *(tuple(sorted(at + variables * random.randint(0, 1) for at in three)) for three in chosen)]


def formula_graph(sets: Iterable[tuple[int, ...]]) -> Pairs:
    """A 3-SAT formula as a vertex cover: an edge for each variable, a triangle for each clause."""
    edges: list[tuple[object, object]] = []
    for clause in sets:
        if len(clause) == 2:
            edges.append(clause)
        else:
            corners = [(clause, each) for each in clause]
            edges += [*combinations(corners, 2), *((corner, corner[1]) for corner in corners)]
    return number(dict.fromkeys(edges))


def disguise(edges: Pairs) -> Pairs:
    """A graph in which a dominating set is a vertex cover: one more vertex for each edge, joined to both its ends."""
    size = max(map(max, edges))
    ends = [(end, size + at) for at, edge in enumerate(edges, 1) for end in edge]
    return [*edges, *ends]


def beside(one: Pairs, other: Pairs) -> Pairs:
    """Two graphs as one that is not connected."""
    size = max(map(max, one))
    return [*one, *((size + low, size + high) for low, high in other)]


def neighbourhoods(random: Random, edges: Pairs) -> list[tuple[int, ...]]:
    """What dominates each vertex of a graph, as sets to hit, in an order made by chance."""
    near = {vertex: {vertex} for vertex in range(1, max(map(max, edges)) + 1)}
    for one, other in edges:
        near[one].add(other)
        near[other].add(one)
    return [tuple(sorted(near[vertex])) for vertex in random.sample(sorted(near), len(near))]


def make() -> dict[str, tuple[str, list[tuple[int, ...]]]]:
    """The kind (ds, hs) and the edges or sets of each instance, by name."""
    random = Random(2025)
    graphs: dict[str, Pairs] = {
        "roads": roads(random, 17),
        "sparse": scatter(random, 130, 190),
        "dense": scatter(random, 40, 300),
        "dense-cover": disguise(scatter(random, 26, 150)),
        "formula-cover": disguise(formula_graph(formula(random, 12, 50))),
        "tree": tree(random, 150),
        "path-of-cliques": path_of_cliques(25, 5),
        "bipartite": bipartite(random, 45, 130),
        "disconnected": beside(roads(random, 9), scatter(random, 40, 70)),
        "caterpillar": caterpillar(random, 70),
        "kings": kings(random, 12, 14),
    }
    sets = {
        "formula": formula(random, 40, 165),
        "roads-shuffled": neighbourhoods(random, roads(random, 13)),
        "cover": [tuple(pair) for pair in scatter(random, 60, 240)],
    }
    named = {name: ("ds", [tuple(edge) for edge in edges]) for name, edges in graphs.items()}
    return named | {name: ("hs", found) for name, found in sets.items()}


def write(folder: Path) -> None:
    """Write all of them into a folder."""
    folder.mkdir(exist_ok=True)
    for name, (kind, groups) in make().items():
        ending = "gr" if kind == "ds" else "hgr"
        header = f"p {kind} {max(map(max, groups))} {len(groups)}"
        lines = [header, *(" ".join(map(str, group)) for group in groups)]
        (folder / f"{name}.{ending}").write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    write(FOLDER)
