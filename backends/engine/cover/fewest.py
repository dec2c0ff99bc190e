"""The smallest covering: one number of candidates after another is refuted, until one suffices."""

from collections.abc import Iterable, Iterator
from math import inf
from typing import TYPE_CHECKING

from rookery.backends.contract import Bound, End, Solution, Stream
from rookery.backends.engine.cover.subtree import CoverPlan, search_up_to
from rookery.backends.engine.options import read_without
from rookery.backends.engine.tree.records import SearchAsk
from rookery.backends.engine.tree.runner import Runner, outcome_of
from rookery.backends.engine.tree.subtree import Subtree
from rookery.backends.local_search.improve import Descent, DescentStart, can_improve

if TYPE_CHECKING:
    from rookery.backends.engine.cover.surplus.refute import Refuter

PROBE_STEPS = 100_000
FIRST_TURN = 50_000  # nodes before the first turn of the local search; each further turn has twice as many, ...
MAX_TURN = 1_600_000  # ... up to these for each thread, since threads wait for each other at the end of a turn
HEAD_START = 100_000  # steps of the search for which the local search is credited at first
READS_A_STEP, STEPS_AN_EXCHANGE = 16, 32  # the local search takes 1 to 2 % of the time
LONG_SEARCH, LONG_SHARE = 2_000_000, 2  # after so many nodes it does so many times as much
LAST_SHARE = 4  # before that, so many times as much if no number below is possible: what it finds is the optimum


def search_fewest(program: CoverPlan, ask: SearchAsk, runner: Runner) -> Stream:
    """Refute one number after another until one suffices, or the best solution so far is that small.

    If a search has not decided a number after its turn, the local search looks for a better solution, and then the
    sweep of surplus tries to refute the number. A sweep that fails is not tried again; one that succeeds comes first
    for the next number. With a checkpoint, each number is searched in one turn after the local search, and not swept.
    """
    selection, forced = program.selection, len(program.selection.forced)
    few, kept = max(selection.least, program.known), ask.store is not None
    best, enough, descent = None, min(selection.most, len(program.tables.variable)) + 1, None
    yield Bound(forced + few)
    for some in runner.run(search_up_to(program, ask, selection.most), "any number", budget=PROBE_STEPS):
        best, enough, descent = len(some), len(some) - forced, _begin_descent(program, some, ask)
        yield some
    may_refute, sweep_first = not kept and "surplus" not in read_without(ask.options), False
    refuter: Refuter | None = None
    turn: float = FIRST_TURN
    left, most_turn = turn, inf if ask.executor else MAX_TURN * ask.threads
    nodes, work = 0, HEAD_START  # nodes of the whole search; steps since the last turn of the local search
    while few < enough:
        forest = search_up_to(program, ask, few)
        yield Bound(forced + few)  # fewer are refuted
        if kept:
            for better in _improve(descent, work):
                best, enough = len(better), len(better) - forced
                yield better
            work = 0
        refuted = False
        if sweep_first and refuter is not None:
            refuted = sweep_first = may_refute = refuter.refutes(few)
        while not (refuted or forest.over or few >= enough or ask.deadline.passed()):
            trees, before = list(forest.trees), forest.counted().nodes
            effort = _count_effort(trees)
            budget = inf if kept or descent is None else before + left
            yield from runner.run(forest, f"whether {forced + few} suffice", budget=budget)
            made = forest.counted().nodes - before
            left, nodes, work = left - made, nodes + made, work + _estimate_work(trees, effort, made)
            if left > 0 or kept or forest.over or ask.deadline.passed():
                continue
            turn = left = min(2 * turn, most_turn)
            share = LONG_SHARE if nodes > LONG_SEARCH else LAST_SHARE if few <= program.known else 1
            for better in _improve(descent, share * work):
                best, enough = len(better), len(better) - forced
                yield better
            work = 0
            if may_refute and few < enough:
                refuter = refuter or _make_refuter(program, ask)
                refuted = sweep_first = may_refute = refuter.refutes(few)
        if not refuted:
            if few < enough and (forest.found or not forest.over):
                yield outcome_of(forest.found, bound=forced + few)
                return
            if forest.over and not forest.counted().cut:  # the bound on the number pruned nothing: none suffices
                break
        few += 1
    yield End(proven=True, bound=best)


def _begin_descent(program: CoverPlan, solution: Solution, ask: SearchAsk) -> Descent | None:
    """Return a local search from a solution; None if the covering is of another kind, or the idea is off."""
    if "exchange" in read_without(ask.options) or not can_improve(program.selection):
        return None
    start = DescentStart(solution, program.known, ask.seed, ask.threads)
    return Descent(program.selection, start, ask.deadline)


def _improve(descent: Descent | None, work: int) -> Iterator[Solution]:
    """Yield smaller solutions of the local search, which takes a small part of the time of `work` steps."""
    if descent is not None:
        yield from descent.improve(READS_A_STEP * work, work // STEPS_AN_EXCHANGE)


def _make_refuter(program: CoverPlan, ask: SearchAsk) -> "Refuter":
    from rookery.backends.engine.cover.surplus.refute import Refuter  # few searches are so long

    return Refuter(program.selection, program.tables.symmetries.items, ask)


def _count_effort(trees: Iterable[Subtree]) -> tuple[int, int]:
    """Return the nodes of some trees, and the steps that they have taken."""
    states = [tree.state for tree in trees]
    return sum(int(state.nodes[0]) for state in states), sum(int(state.work[0]) for state in states)


def _estimate_work(trees: Iterable[Subtree], before: tuple[int, int], made: int) -> int:
    """Return the steps of `made` nodes, at the mean of some trees since `before`."""
    nodes, steps = (now - then for now, then in zip(_count_effort(trees), before, strict=True))
    return steps * made // nodes if nodes > 0 else 0
