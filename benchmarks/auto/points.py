"""The points behind the rules of the backend `auto`: each backend on each, alone.

`python -m benchmarks.auto [SECONDS] [FIRST] [LAST]` prints the rows of `rules.toml`: processor seconds of
compile, search and check, the median of three runs where one takes less than a second; a `-` ran into the limit.
"""

import sys
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from importlib import import_module
from itertools import combinations
from multiprocessing import get_context
from pathlib import Path
from random import Random
from signal import ITIMER_PROF, SIGPROF, default_int_handler, setitimer, signal
from statistics import median
from time import process_time
from typing import Literal

import rookery as rk
from benchmarks.auto.graphs import NETWORKS
from rookery.backends.running.solve import as_problem
from rookery.models import AtLeast, AtMost, Linear, Maximize, Minimize, Model

BACKENDS = ("backtracking", "cpsat", "sat")
LIMIT = 10.0
QUICK = 1.0
Point = tuple[str, Literal["one", "all", "count"], Callable[[], rk.Problem]]
FAMILIES = Path(__file__).parents[2] / "examples" / "rookery-families" / "src"
PRICES = {rk.QUEEN: 9, rk.ROOK: 5, rk.BISHOP: 3, rk.KNIGHT: 3}


def queens(n: int) -> rk.Problem:
    """As many queens as rows."""
    return rk.placement(rk.QUEEN, rk.Board(n), count=n)


def number(piece: str, n: int, count: int) -> rk.Problem:
    """Some number of pieces on n x n."""
    return rk.placement(rk.piece(piece), rk.Board(n), count=count)


def completion(n: int, count: int, seed: int = 0) -> rk.Problem:
    """As many queens as rows, of which some are given at random, without attacking each other."""
    random, given = Random(f"{n} {seed}"), list[tuple[int, int]]()
    while len(given) < count:
        row, column = random.randrange(n), random.randrange(n)
        if all(row != r and column != c and abs(row - r) != abs(column - c) for r, c in given):
            given.append((row, column))
    return rk.placement(rk.QUEEN, rk.Board(n), count=n, fixed=sorted(given))


def diagonal(n: int) -> list[tuple[int, int]]:
    """The squares of the main diagonal."""
    return [(at, at) for at in range(n)]


def covering(columns: int, items: Iterable[Sequence[int]]) -> rk.Problem:
    """The fewest columns that hit all items."""
    return as_problem(Model(columns, tuple(AtLeast(1, item) for item in items), Minimize(range(columns))))


def random_graph(vertices: int, share: float) -> rk.Problem:
    """A vertex cover of a graph in which each pair is an edge with so much chance."""
    random = Random(1)
    return covering(vertices, [pair for pair in combinations(range(vertices), 2) if random.random() < share])


def three_sat(variables: int) -> tuple[list[tuple[int, int]], list[list[int]]]:
    """Pairs of a literal and its negation, and random clauses of three, 4 a variable: as many as can just be met."""
    random = Random(1)
    triples = (random.sample(range(variables), 3) for _ in range(4 * variables))
    return [(2 * v, 2 * v + 1) for v in range(variables)], [[2 * v + random.randrange(2) for v in t] for t in triples]


def literals_hit(variables: int) -> rk.Problem:
    """The fewest literals that hit all clauses and all variables."""
    pairs, clauses = three_sat(variables)
    return covering(2 * variables, (*pairs, *clauses))


def any_literals(variables: int) -> rk.Problem:
    """Any literals that hit the first three of four clauses, one of each variable: a large model that is no rows."""
    pairs, clauses = three_sat(variables)
    chosen: tuple[AtMost | AtLeast, ...] = (
        *(AtMost(1, pair) for pair in pairs),
        *(AtLeast(1, each) for each in clauses[: 3 * variables]),
    )
    return as_problem(Model(2 * variables, chosen))


def triangles_covered(variables: int) -> rk.Problem:
    """The same formula as a vertex cover: a triangle for each clause, whose corners are joined to its literals."""
    edges, clauses = three_sat(variables)
    for at, clause in enumerate(clauses):
        corners = [2 * variables + 3 * at + corner for corner in range(3)]
        edges += [*combinations(corners, 2), *zip(clause, corners, strict=True)]
    return covering(2 * variables + 3 * len(clauses), edges)


def connected(piece: str, n: int) -> rk.Problem:
    """A connected dominating set, a family of `examples/rookery-families`, which need not be installed."""
    if str(FAMILIES) not in sys.path:
        sys.path.append(str(FAMILIES))
    problem: rk.Problem = import_module("rookery_families").connected(piece, n)
    return problem


def upper(piece: str, n: int) -> rk.Problem:
    """A largest minimal dominating set: each piece alone guards some square, as further variables say."""
    given = rk.domination(piece, n).model
    guards = [each.literals for each in given.constraints]  # of each square, its own among them
    alone = range(given.variables, 2 * given.variables)
    constraints: list[AtLeast | Linear] = [AtLeast(1, each) for each in guards]
    for literals, single in zip(guards, alone, strict=True):
        size = len(literals)
        constraints.append(Linear((*(1,) * size, size - 1), (*literals, single), upper=size))
        constraints.append(Linear((*(1,) * size, 2), (*literals, single), lower=2))
    reached = {v: [at for at, literals in enumerate(guards) if v in literals] for v in range(given.variables)}
    constraints += [AtLeast(1, (~v, *(alone[at] for at in squares))) for v, squares in reached.items()]
    return as_problem(Model(2 * given.variables, tuple(constraints), Maximize(range(given.variables))))


def guarded(graph: str, vertices: int, kind: Literal["plain", "independent", "total"]) -> rk.Problem:
    """A dominating set of a random graph, without its isolated vertices."""
    return rk.domination(rk.GUARD, rk.Graph(NETWORKS[graph](Random(vertices), vertices)), kind)


GRAPHS: tuple[Point, ...] = (
    ("cover of 60 vertices, a third joined", "one", lambda: random_graph(60, 0.3)),
    *((f"cover of 200 vertices, {share:.0%} joined", "one", lambda share=share: random_graph(200, share))
      for share in (0.03, 0.04, 0.05)),
    ("cover of the triangles of a formula", "one", lambda: triangles_covered(100)),
    ("literals of a formula", "one", lambda: literals_hit(120)),
    ("domination by wazirs 3x400", "one", lambda: rk.domination(rk.piece("wazir"), rk.Board(3, 400))),
    *((f"{name}({graph}, {n:,})", "one", lambda graph=graph, n=n, kind=kind: guarded(graph, n, kind))
      for graph, name, kind, n in (
          ("geometric", "gamma", "plain", 1000), ("roads", "gamma", "plain", 1000),
          ("by chance", "gamma", "plain", 300), ("by chance", "gamma", "plain", 3000),
          ("Delaunay", "gamma", "plain", 300),
          ("geometric", "gamma_t", "total", 1000), ("roads", "gamma_t", "total", 1000),
          ("by chance", "gamma_t", "total", 300), ("preferential", "gamma_t", "total", 300),
          ("Delaunay", "gamma_t", "total", 100),
          *((graph, "i", "independent", 300) for graph in NETWORKS), ("Delaunay", "i", "independent", 100),
          ("geometric", "i", "independent", 1000), ("roads", "i", "independent", 1000),
          ("by chance", "i", "independent", 1000))),
)  # fmt: skip


FAMILY: tuple[Point, ...] = (
    *((f"connected {piece}s {n}", "one", lambda piece=piece, n=n: connected(piece, n))
      for piece, n in (("queen", 6), ("queen", 8), ("rook", 6))),
    *((f"upper {piece}s {n}", "one", lambda piece=piece, n=n: upper(piece, n))
      for piece, n in (("king", 5), ("king", 6), ("knight", 6), ("king", 8))),
    *((f"{n} + {k} queens", "one", lambda n=n, k=k: rk.sighted({rk.QUEEN: n + k}, rk.Board(n), k))
      for n, k in ((6, 1), (7, 1), (8, 1), (8, 2), (10, 2))),
    *((f"count {n} + 1 queens", "count", lambda n=n: rk.sighted({rk.QUEEN: n + 1}, rk.Board(n), 1))
      for n in (5, 6, 7, 8)),
    *((f"list {n} + 1 queens", "all", lambda n=n: rk.sighted({rk.QUEEN: n + 1}, rk.Board(n), 1))
      for n in (6, 7, 8)),
    *((f"most sighted rooks {n}, 2 pawns", "one", lambda n=n: rk.sighted({rk.ROOK: None}, rk.Board(n), 2))
      for n in (4, 6)),
    ("count sighted rooks 5", "count", lambda: rk.sighted({rk.ROOK: 6}, rk.Board(5), 1)),
    *((f"cheapest guards {n}", "one", lambda n=n: rk.guards([*PRICES], n, costs=PRICES.values())) for n in (4, 5, 6)),
    *((f"cheapest guards through {n}", "one", lambda n=n: rk.guards([*PRICES], n, costs=PRICES.values(), through=True))
      for n in (4, 6)),
    *((f"count cheapest guards {n}", "count", lambda n=n: rk.guards([*PRICES], n, costs=PRICES.values()))
      for n in (4, 5)),
    ("list cheapest guards 4", "all", lambda: rk.guards([*PRICES], 4, costs=PRICES.values())),
    *((f"most unguarded by {n} queens", "one", lambda n=n: rk.coverage(rk.QUEEN, rk.Board(n), n, goal="fewest"))
      for n in (5, 6, 7)),
    *((f"count most unguarded by {n} queens", "count", lambda n=n: rk.coverage(rk.QUEEN, rk.Board(n), n, goal="fewest"))
      for n in (4, 5, 6)),
    ("most unguarded by 6 knights 6", "one", lambda: rk.coverage(rk.KNIGHT, rk.Board(6), 6, goal="fewest")),
    *((f"armies of {k} queens on {n}", "one", lambda n=n, k=k: rk.armies((rk.QUEEN, rk.QUEEN), rk.Board(n), k))
      for n, k in ((6, 5), (7, 7), (8, 9))),
    *((f"three armies of queens {n}", "one", lambda n=n: rk.armies((rk.QUEEN,) * 3, rk.Board(n))) for n in (4, 5)),
    ("armies of knights 5", "one", lambda: rk.armies((rk.KNIGHT, rk.KNIGHT), rk.Board(5))),
    ("list armies of 4 on 5", "all", lambda: rk.armies((rk.QUEEN, rk.QUEEN), rk.Board(5), 4)),
    *((f"2-fold queens {n}", "one", lambda n=n: rk.k_fold(rk.QUEEN, rk.Board(n), 2)) for n in (6, 8)),
    *((f"2-fold knights {n}", "one", lambda n=n: rk.k_fold(rk.KNIGHT, rk.Board(n), 2)) for n in (6, 8)),
    ("count 2-fold queens 5", "count", lambda: rk.k_fold(rk.QUEEN, rk.Board(5), 2)),
    *((f"diagonal queens {n}", "one", lambda n=n: rk.domination(rk.QUEEN, rk.Board(n), allowed=diagonal(n)))
      for n in (9, 15)),
    *((f"border queens {n}", "one", lambda n=n: rk.domination(rk.QUEEN, rk.Board(n), allowed="border"))
      for n in (8, 10, 12)),
    ("count border queens 8", "count", lambda: rk.domination(rk.QUEEN, rk.Board(8), allowed="border")),
    *((f"gamma_t(Q_{n})", "one", lambda n=n: rk.domination(rk.QUEEN, rk.Board(n), "total")) for n in (8, 10, 12)),
    *((f"all gamma_t(N_{n})", "count", lambda n=n: rk.domination(rk.KNIGHT, rk.Board(n), "total")) for n in (6, 8)),
    *((f"perfect knights {n}", "one", lambda n=n: rk.domination(rk.KNIGHT, rk.Board(n), "perfect")) for n in (8, 12)),
    *((f"perfect kings {n}", "one", lambda n=n: rk.domination(rk.KING, rk.Board(n), "perfect")) for n in (9, 14)),
    *((f"i(N_{n})", "one", lambda n=n: rk.domination(rk.KNIGHT, rk.Board(n), "independent")) for n in (8, 11)),
    *((f"i(K_{n})", "one", lambda n=n: rk.domination(rk.KING, rk.Board(n), "independent")) for n in (8, 11)),
    *((f"fewest maximal queens {n}", "one", lambda n=n: rk.placement(rk.QUEEN, rk.Board(n), kind="maximal"))
      for n in (8, 11)),
    *((f"superqueens {n}", "one", lambda n=n: rk.placement(rk.AMAZON, rk.Board(n), n)) for n in (9, 12, 20)),
    *((f"{n} queens on a torus", "one", lambda n=n: rk.placement(rk.QUEEN, rk.Board(n, torus=True), n))
      for n in (10, 13, 25)),
)  # fmt: skip

TORI: tuple[Point, ...] = (
    *((f"{letter}({piece} on a torus, {n})", "one",
       lambda piece=piece, n=n, kind=kind: rk.domination(rk.piece(piece), rk.Board(n, torus=True), kind))
      for letter, kind, piece, n in (
          ("gamma", "plain", "knight", 11), ("gamma", "plain", "ferz", 11), ("gamma", "plain", "camel", 11),
          ("gamma", "plain", "alfil", 11), ("gamma", "plain", "wazir", 12), ("gamma", "plain", "zebra", 12),
          ("gamma", "plain", "king", 11), ("gamma", "plain", "bishop", 12), ("i", "independent", "knight", 11),
          ("i", "independent", "camel", 12), ("gamma_t", "total", "knight", 11), ("gamma_t", "total", "king", 11),
          ("gamma_t", "total", "camel", 11), ("gamma_t", "total", "wazir", 11), ("perfect", "perfect", "king", 13))),
    *((f"most {piece}s on a torus, {n}", "one",
       lambda piece=piece, n=n: rk.placement(rk.piece(piece), rk.Board(n, torus=True)))
      for piece, n in (("king", 11), ("king", 13), ("knight", 11), ("knight", 13), ("queen", 12))),
)  # fmt: skip

OTHERS: tuple[Point, ...] = (
    *((f"gamma({name} {n})", "one", lambda name=name, n=n: rk.domination(rk.piece(name), rk.Board(n)))
      for name, n in (("NC", 11), ("NC", 12), ("CZ", 12), ("archbishop", 12), ("nightrider", 12), ("(1,4)N", 12),
                      ("(1,4)", 11), ("bishop", 16))),
    *((f"i({name} {n})", "one", lambda name=name, n=n: rk.domination(rk.piece(name), rk.Board(n), "independent"))
      for name, n in (("NC", 11), ("NC", 12), ("(1,4)", 11), ("bishop", 14))),
    *((f"{times}-fold {piece} {n}", "one",
       lambda times=times, piece=piece, n=n: rk.k_fold(rk.piece(piece), rk.Board(n), times))
      for times, piece, n in ((2, "knight", 10), (3, "knight", 8), (4, "knight", 10), (2, "king", 10), (2, "king", 12),
                              (3, "king", 8), (2, "bishop", 10), (3, "bishop", 9), (2, "KN", 10), (3, "queen", 9))),
    *((f"most {piece}s on {n}", "one", lambda piece=piece, n=n: rk.placement(rk.piece(piece), rk.Board(n)))
      for piece, n in (("nightrider", 12), ("nightrider", 14), ("zebra", 13), ("KN", 12), ("queen", 20), ("king", 50),
                       ("knight", 40), ("bishop", 30))),
    *((f"{count} {one}s, most {other}s on {n}", "one",
       lambda one=one, count=count, other=other, n=n: rk.placement(
           {rk.piece(one): count, rk.piece(other): None}, rk.Board(n)))
      for one, count, other, n in (("king", 4, "knight", 9), ("king", 3, "knight", 8), ("queen", 3, "king", 10),
                                   ("knight", 6, "bishop", 9), ("rook", 2, "bishop", 8))),
)  # fmt: skip

POINTS: tuple[Point, ...] = (
    *((f"first of {n} queens", "one", lambda n=n: queens(n)) for n in (12, 28)),
    ("literals of 10,000 variables", "one", lambda: any_literals(10_000)),
    *((f"count {n} queens", "count", lambda n=n: queens(n)) for n in (8, 10, 12)),
    *((f"gamma(Q_{n})", "one", lambda n=n: rk.domination(rk.QUEEN, rk.Board(n))) for n in (8, 10, 12)),
    *((f"i(Q_{n})", "one", lambda n=n: rk.domination(rk.QUEEN, rk.Board(n), "independent")) for n in (8, 10, 12)),
    *((f"gamma(N_{n})", "one", lambda n=n: rk.domination(rk.KNIGHT, rk.Board(n))) for n in (8, 10, 12, 14)),
    *((f"gamma_t(N_{n})", "one", lambda n=n: rk.domination(rk.KNIGHT, rk.Board(n), "total")) for n in (8, 10, 12)),
    *((f"gamma(K_{n})", "one", lambda n=n: rk.domination(rk.KING, rk.Board(n))) for n in (8, 11, 14)),
    *((f"gamma(B_{n})", "one", lambda n=n: rk.domination(rk.BISHOP, rk.Board(n))) for n in (8, 11, 14)),
    *((f"gamma_t(B_{n})", "one", lambda n=n: rk.domination(rk.BISHOP, rk.Board(n), "total")) for n in (8, 11, 14)),
    *((f"most knights on {n}", "one", lambda n=n: rk.placement(rk.KNIGHT, rk.Board(n))) for n in (8, 12, 16)),
    *((f"most kings on {n}", "one", lambda n=n: rk.placement(rk.KING, rk.Board(n))) for n in (8, 12, 16)),
    *((f"all gamma(Q_{n})", "count", lambda n=n: rk.domination(rk.QUEEN, rk.Board(n))) for n in (6, 8)),
    *((f"all gamma(N_{n})", "count", lambda n=n: rk.domination(rk.KNIGHT, rk.Board(n))) for n in (6, 8)),
    *((f"most kings on {n}, count", "count", lambda n=n: rk.placement(rk.KING, rk.Board(n))) for n in (5, 7)),
    *((f"peaceable queens {n}", "one", lambda n=n: rk.armies((rk.QUEEN, rk.QUEEN), rk.Board(n))) for n in (4, 5, 6)),
    *((f"count peaceable queens {n}", "count", lambda n=n: rk.armies((rk.QUEEN, rk.QUEEN), rk.Board(n)))
      for n in (4, 5)),
    *((f"2-fold kings {n}", "one", lambda n=n: rk.k_fold(rk.KING, rk.Board(n), 2)) for n in (5, 7, 9)),
    *(
        (f"count 2-fold kings {n}", "count", lambda n=n: rk.k_fold(rk.KING, rk.Board(n), 2))
        for n in (5, 6)
    ),
    ("count sighted queens 5", "count", lambda: rk.sighted({rk.QUEEN: 4}, rk.Board(5), pawns=1)),
    ("count armies of 3 on 5", "count", lambda: rk.armies((rk.QUEEN, rk.QUEEN), rk.Board(5), 3)),
    *FAMILY,
    *GRAPHS,
    *TORI,
    *OTHERS,
    *((f"{count} of {n} queens given, {seed}", "one", lambda n=n, count=count, seed=seed: completion(n, count, seed))
      for n, count in ((100, 77), (200, 167), (300, 262), (400, 356)) for seed in (0, 1)),
    *((f"gamma({piece} {n})", "one", lambda piece=piece, n=n: rk.domination(rk.piece(piece), rk.Board(n)))
      for piece, n in (("knight", 13), ("camel", 14), ("camel", 16), ("zebra", 12), ("wazir", 13), ("ferz", 14))),
    *((f"i({piece} {n})", "one", lambda piece=piece, n=n: rk.domination(rk.piece(piece), rk.Board(n), "independent"))
      for piece, n in (("knight", 13), ("zebra", 12), ("wazir", 14), ("king", 14), ("camel", 14), ("camel", 16),
                        ("ferz", 16))),
)  # fmt: skip


def measured(at: int, backend: str, limit: float) -> str:
    """Processor seconds of one backend on one point, without those of loading."""
    _, want, declare = POINTS[at]
    problem = declare()
    rk.solve(queens(4), backend, want)
    taken = list[float]()
    while len(taken) < 3 and max(taken, default=0.0) < QUICK:
        began = process_time()
        signal(SIGPROF, default_int_handler)  # as Ctrl-C, once so much of the processor is used
        setitimer(ITIMER_PROF, limit)
        try:
            answer = rk.solve(problem, backend, want)
        except KeyboardInterrupt:
            return "-"
        finally:
            setitimer(ITIMER_PROF, 0)
        if not answer.complete:
            return "-"
        taken.append(process_time() - began - (0.0 if taken else answer.times.load))
    return f"{max(0.0, median(taken)):.2f}"


def main() -> None:
    """Print a row a point, of those with a number from the first to before the last that the command line names."""
    limit = float(sys.argv[1]) if sys.argv[1:] else LIMIT
    numbers = [*map(int, sys.argv[2:])]
    first, last = numbers + [0, len(POINTS)][len(numbers) :]
    print(f"# point | {' | '.join(BACKENDS)} (processor seconds, limit {limit:g})")
    for at, (name, _, _) in list(enumerate(POINTS))[first:last]:
        with ProcessPoolExecutor(1, get_context("spawn")) as one:
            cells = [one.submit(measured, at, backend, limit).result() for backend in BACKENDS]
        print(f'"{name}" = [{", ".join(f"{cell!r}" for cell in cells)}]'.replace("'", '"'), flush=True)
