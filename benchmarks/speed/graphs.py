"""Measures what is known of the domination number of large graphs after some seconds, beside greedy and a swap search.

Usage: python -m benchmarks.speed graphs [--vertices N] [--marks 1 10 60] [WORD...]

A Markdown table: for each network of `benchmarks/auto/graphs.py` whose name has one of the words, what `auto` answers
with a limit of so many seconds, and its gap; what a greedy cover has, and a plain swap search after as many processor
seconds.
"""

import argparse
from collections.abc import Iterator, Sequence
from heapq import heapify, heapreplace
from random import Random
from time import process_time

import rookery as rk
from benchmarks.auto.graphs import NETWORKS

Near = Sequence[Sequence[int]]


def cover_greedily(near: Near) -> tuple[set[int], list[int]]:
    """A dominating set of vertices, each of which guards the most that nobody guards yet; and how many guard each."""
    guards, chosen = [0] * len(near), set[int]()
    ranked = [(-len(each), vertex) for vertex, each in enumerate(near)]
    heapify(ranked)
    while ranked[0][0]:
        _, vertex = ranked[0]
        gain = sum(not guards[other] for other in near[vertex])
        if -gain == ranked[0][0] and gain:
            chosen.add(vertex)
            for other in near[vertex]:
                guards[other] += 1
            gain = 0
        heapreplace(ranked, (-gain, vertex))
    return chosen, guards


def swap(near: Near, random: Random) -> Iterator[int]:
    """The size of a greedy cover, and then of what comes of it: one vertex enters, and needless ones near it leave."""
    chosen, guards = cover_greedily(near)

    def enter(vertex: int, sign: int) -> None:
        chosen.symmetric_difference_update([vertex])
        for other in near[vertex]:
            guards[other] += sign

    yield len(chosen)
    while True:
        vertex = random.randrange(len(near))
        if vertex not in chosen:
            enter(vertex, 1)
            around = {far for other in near[vertex] for far in near[other] if far in chosen and far != vertex}
            left = 0
            for each in random.sample(sorted(around), len(around)):
                if all(guards[other] > 1 for other in near[each]):
                    enter(each, -1)
                    left += 1
            if not left:
                enter(vertex, -1)
            yield len(chosen)


def watch_swaps(near: Near, marks: Sequence[float]) -> list[str]:
    """What a swap search has found by each mark."""
    began, sizes, size = process_time(), swap(near, Random(1)), 0
    found = list[str]()
    for mark in marks:
        while process_time() - began < mark:
            size = next(sizes)
        found.append(str(size))
    return found


def watch_search(problem: rk.Problem, marks: Sequence[float]) -> list[str]:
    """What `auto` answers under each limit by the clock, checked by the referees, and the gap."""
    return [describe(rk.solve(problem, "auto", seconds=mark)) for mark in marks]


def describe(answer: rk.Answer) -> str:
    """The best value, the bound and the gap, or that the value is proven."""
    if answer.status == "optimal":
        return f"{answer.objective}, proven"
    return "-" if answer.gap is None else f"{answer.objective}, {answer.bound}: {100 * answer.gap:.2f} %"


def main() -> None:
    """Print a row of the table for each network."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("words", nargs="*", default=[""])
    parser.add_argument("--vertices", type=int, default=100_000)
    parser.add_argument("--marks", type=float, nargs="+", default=[1.0, 10.0, 60.0], help="seconds")
    args = parser.parse_args()
    heads = [f"{what} {mark:g} s" for what in ("auto", "swaps") for mark in args.marks]
    print("|", " | ".join(["network", *heads[: len(args.marks)], "greedy", *heads[len(args.marks) :]]), "|")
    print("|", " | ".join(["-"] * (len(heads) + 2)), "|")
    for name in (name for name in NETWORKS if any(word.casefold() in name.casefold() for word in args.words)):
        print("|", " | ".join([name, *measure(name, args.vertices, args.marks)]), "|", flush=True)


def measure(name: str, vertices: int, marks: Sequence[float]) -> Iterator[str]:
    """The cells of a network."""
    graph = rk.Graph([*NETWORKS[name](Random(1), vertices)])
    near = [(vertex, *others) for vertex, others in enumerate(graph.targets)]
    yield from watch_search(rk.domination("guard", graph), marks)
    yield str(len(cover_greedily(near)[0]))
    yield from watch_swaps(near, marks)


if __name__ == "__main__":
    main()
