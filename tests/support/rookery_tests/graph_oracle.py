"""Questions about small graphs answered by trying every set of vertices, from the edges alone."""

from collections.abc import Callable, Sequence
from itertools import combinations
from random import Random

import rookery as rk

Edges = Sequence[tuple[int, int]]
Sets = list[frozenset[int]]


class Tried:
    """A graph on the vertices from 0, with all sets of its vertices; `into` are the vertices with an edge to each."""

    def __init__(self, vertices: int, edges: Edges, directed: bool = False, weights: Sequence[int] = ()) -> None:
        self.all = range(vertices)
        self.weights = weights or [1] * vertices
        self.subsets: Sets = [frozenset(some) for k in range(vertices + 1) for some in combinations(self.all, k)]
        self.edges = edges
        self.into = {
            v: {a for a, b in edges if b == v} | {b for a, b in edges if a == v and not directed} for v in self.all
        }
        self.meets = {frozenset(edge) for edge in edges}

    def guarded(self, some: frozenset[int], v: int) -> int:
        """How many of a set lead to a vertex."""
        return len(self.into[v] & some)

    def peaceful(self, some: frozenset[int]) -> bool:
        """Whether no edge joins two of a set."""
        return not any(edge <= some for edge in self.meets)

    def dominates(self, some: frozenset[int]) -> bool:
        """Whether each vertex is in the set or led to from it."""
        return all(v in some or self.guarded(some, v) for v in self.all)

    def connected(self, some: frozenset[int]) -> bool:
        """Whether the edges join all of a set."""
        if not some:
            return True
        part = {min(some)}
        while grown := {v for v in some - part if any(frozenset((v, w)) in self.meets for w in part)}:
            part |= grown
        return part == some

    def maximal(self, some: frozenset[int]) -> bool:
        """Whether a peaceful set has no room for a further vertex."""
        return self.peaceful(some) and not any(self.peaceful(some | {v}) for v in self.all if v not in some)

    def least(self, accepts: Callable[[frozenset[int]], bool], most: bool = False) -> tuple[int | None, int]:
        """The weight of a lightest (or heaviest) set that is accepted, and how many there are."""
        sizes = [sum(self.weights[v] for v in some) for some in self.subsets if accepts(some)]
        best = (max if most else min)(sizes) if sizes else None
        return best, sizes.count(best) if best is not None else 0


Asked = tuple[Callable[[rk.Graph], rk.Problem], Callable[[Tried], tuple[int | None, int]]]


def questions() -> dict[str, Asked]:
    """Each kind of question with what trying everything answers."""
    return {
        "plain": (lambda g: rk.domination("guard", g), lambda t: t.least(t.dominates)),
        "independent": (
            lambda g: rk.domination("guard", g, "independent"),
            lambda t: t.least(lambda s: t.dominates(s) and t.peaceful(s)),
        ),
        "total": (
            lambda g: rk.domination("guard", g, "total"),
            lambda t: t.least(lambda s: all(t.guarded(s, v) for v in t.all)),
        ),
        "perfect": (
            lambda g: rk.domination("guard", g, "perfect"),
            lambda t: t.least(lambda s: all(t.guarded(s, v) + (v in s) == 1 for v in t.all)),
        ),
        "connected": (
            lambda g: rk.connected_domination("guard", g),
            lambda t: t.least(lambda s: t.dominates(s) and t.connected(s)),
        ),
        "2-fold": (
            lambda g: rk.k_fold_domination("guard", g, 2),
            lambda t: t.least(lambda s: all(v in s or t.guarded(s, v) >= 2 for v in t.all)),
        ),
        "2-tuple": (
            lambda g: rk.k_fold_domination("guard", g, 2, closed=True),
            lambda t: t.least(lambda s: all(t.guarded(s, v) + (v in s) >= 2 for v in t.all)),
        ),
        "restricted": (
            lambda g: rk.restricted_domination("guard", g, list(g)[::2]),
            lambda t: t.least(lambda s: t.dominates(s) and not any(v % 2 for v in s)),
        ),
        "upper": (
            lambda g: rk.upper_domination("guard", g),
            lambda t: t.least(lambda s: t.dominates(s) and not any(t.dominates(s - {v}) for v in s), most=True),
        ),
        "cheapest": (
            lambda g: rk.cheapest_domination({"guard": 1}, g),
            lambda t: t.least(t.dominates),
        ),
        "most in peace": (lambda g: rk.placement("guard", g), lambda t: t.least(t.peaceful, most=True)),
        "sighted": (lambda g: rk.sighted_placement("guard", g), lambda t: t.least(t.peaceful, most=True)),
        "maximal": (lambda g: rk.maximal_placement("guard", g), lambda t: t.least(t.maximal)),
        "cover": (
            lambda g: rk.hitting_set("guard", g),
            lambda t: t.least(lambda s: all(edge & s for edge in t.meets)),
        ),
    }


def random_graph(seed: int) -> tuple[int, Edges, bool]:
    """A small graph, perhaps directed, perhaps without any edge."""
    random = Random(seed)
    vertices, share, directed = random.randint(1, 6), random.random(), random.random() < 0.3
    pairs = [(a, b) if random.random() < 0.5 else (b, a) for a, b in combinations(range(vertices), 2)]
    pairs += [(b, a) for a, b in pairs] if directed else []
    return vertices, [pair for pair in pairs if random.random() < share], directed
