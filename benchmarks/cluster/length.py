"""How long a count would take: its number of nodes by random probes, and the nodes a second of one core.

    python -m benchmarks.cluster length 19 10 --seconds 300

A probe searches a subtree for some nodes, cuts what is left in pieces, goes on with one of them and drops the others.
Each node counts one over the probability with which the probe came to it (Knuth 1975, Mathematics of Computation 29),
so the mean over the probes is that of the whole tree whatever the probabilities are; they follow the shares that the
engine itself believes in. The standard error of the mean is printed with it. It says nothing of pieces that no probe
has met: the tree is skewed, and a few large probes make most of the mean.
"""

from argparse import ArgumentParser
from math import sqrt
from random import Random
from statistics import fmean, stdev
from time import perf_counter, process_time

import rookery as rk
from rookery.backends import Request, Want
from rookery.backends.engine.compile import compile_model
from rookery.backends.engine.cover.components import ComponentsProgram
from rookery.backends.engine.cover.program import CoverProgram
from rookery.backends.engine.cover.search import search_all
from rookery.backends.engine.tree.subtree import Subtree, copy_state

CHUNK = 20_000  # nodes between two cuts
CORES = 100


def make_root(board: int, queens: int) -> Subtree:
    """The whole search for the sets of a number of queens that dominate a board, with compiled kernels."""
    model = rk.domination(rk.QUEEN, rk.Board(board)).model.at_optimum(queens)
    request = Request(Want.COUNT)
    program = compile_model(model, request)
    if isinstance(program, ComponentsProgram):
        program = program.whole
    assert isinstance(program, CoverProgram)
    (root,) = search_all(program, request).trees
    root.kernel.load(root.kernel.types(root.program.tables, root.state, 0))
    return root


def probe(root: Subtree, random: Random, chunk: int) -> tuple[float, int]:
    """One estimate of the number of nodes, and how many were made for it."""
    tree, scale, total, made = root.like(copy_state(root.state)), 1.0, 0.0, 0
    while True:
        before = tree.count().nodes
        over = tree.step(chunk)
        tree.harvest()
        met = tree.count().nodes - before
        total, made = total + scale * met, made + met
        if over:
            return total, made
        pieces = cut(tree)
        shares = [piece.left() for piece in pieces]
        chosen = random.choices(range(len(pieces)), shares)[0]
        tree, scale = pieces[chosen], scale * sum(shares) / shares[chosen]


def cut(tree: Subtree) -> list[Subtree]:
    """A subtree in as many pieces as it can be cut."""
    pieces = [tree]
    while (given := tree.split()) is not None:
        pieces.append(given)
    return pieces


def main() -> None:
    """Probe for some seconds, and say what that tells."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("board", type=int)
    parser.add_argument("queens", type=int)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--chunk", type=int, default=CHUNK, help="nodes between two cuts")
    given = parser.parse_args()
    root, random = make_root(given.board, given.queens), Random(given.seed)
    probes: list[float] = []
    nodes, until, began = 0, perf_counter() + given.seconds, process_time()
    while perf_counter() < until or len(probes) < 2:
        estimate, made = probe(root, random, given.chunk)
        probes.append(estimate)
        nodes += made
    rate = nodes / (process_time() - began)
    mean, error = fmean(probes), stdev(probes) / sqrt(len(probes))
    print(
        f"{given.board}x{given.board}, {given.queens} queens, {len(probes)} probes of {nodes / len(probes):,.0f} nodes"
    )
    print(f"nodes a second of one core: {rate:,.0f}")
    print(f"nodes of the whole search: {mean:.3g}, standard error {error / mean:.0%}; largest probe {max(probes):.3g}")
    print(f"one core: {mean / rate / 86400:,.1f} days; {CORES} cores: {mean / rate / 86400 / CORES:,.2f} days")
