"""A subtree that is worked out anew from its decisions is searched to the same end as the one that was never packed."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from rookery_tests.shattering import step

import rookery as rk
from rookery.backends.contract.backend import Solution
from rookery.backends.contract.question import WantLike
from rookery.backends.engine.rivals.search import RivalsSubtree
from rookery.backends.engine.rows.search import RowSubtree
from rookery.backends.engine.tree.forest import Forest, Mode
from rookery.backends.engine.tree.runner import Runner
from rookery.backends.engine.tree.subtree import Subtree, copy_state
from rookery.models import Board
from rookery.models.pieces.piece import KING, KNIGHT, QUEEN, ROOK

EXACT = (RowSubtree, RivalsSubtree)  # those whose bounds learn nothing on the way
SEARCHES: dict[str, tuple[rk.Problem, WantLike]] = {
    "counting rows": (rk.placement(QUEEN, Board(6), 6), "count"),
    "the fewest": (rk.domination(QUEEN, Board(6)), "all"),
    "counting the fewest": (rk.domination(KNIGHT, Board(4)), "count"),
    "the most": (rk.placement(KNIGHT, Board(4)), "all"),
    "within bounds": (rk.placement(KING, Board(4, 5), 4), "count"),
    "components": (rk.domination(KNIGHT, Board(3), forbidden=[(1, 1)]), "count"),
    "several a square": (rk.k_fold_domination(ROOK, Board(4), 2), "all"),
    "armies": (rk.armies([QUEEN, QUEEN], Board(4)), "all"),
    "general": (rk.placement({QUEEN: 2, KNIGHT: 2}, Board(4)), "all"),
    "the best in general": (rk.cheapest_domination({QUEEN: 3, KNIGHT: 2}, Board(3)), "count"),
}
EXPECTED: dict[str, Any] = {}


def answer_of(name: str) -> Any:
    problem, want = SEARCHES[name]
    answer = rk.solve(problem, want=want)
    solutions = frozenset(answer.solutions) if want == "all" else None
    return answer.status, answer.complete, answer.count, answer.objective, answer.bound, solutions


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", SEARCHES)
def test_replayed_subtrees_answer_the_same(name: str, seed: int) -> None:
    """Counts, lists and optima; where bounds are functions of the decisions the number of nodes, too."""
    if name not in EXPECTED:
        EXPECTED[name] = answer_of(name)
    random = Random(seed)

    def run(_self: Runner, forest: Forest, *_limits: Any, **_more: Any) -> Iterator[Solution]:
        for cut in range(60):
            if not forest.trees:
                break
            tree = random.choice(forest.trees)
            step(forest, tree, random.randint(1, 9))
            if forest.trees and random.random() < 0.5:
                forest.divide(random.choice(forest.trees))
            yield from forest.empty_outbox()
            if forest.trees and random.random() < 0.4:
                at = random.randrange(len(forest.trees))
                twin = forest.trees[at].asleep(forest.trees[at].pack())
                if cut < 9:
                    require_equal_searches(forest.trees[at], twin, forest.mode)
                forest.trees[at] = twin
        while forest.trees:
            step(forest, forest.trees[0], 1 << 20)
            yield from forest.empty_outbox()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Runner, "run", run)
        got = answer_of(name)
    assert got == EXPECTED[name]


def require_equal_searches(tree: Subtree, twin: Subtree, mode: Mode) -> None:
    """Search copies of both: to their ends, where every solution or ever better ones are wanted."""
    one, other = tree.like(copy_state(tree.state)), twin.like(copy_state(twin.state))
    assert one.left() == pytest.approx(other.left())
    whole = mode in (Mode.ALL, Mode.BETTER)
    found, again = search_on(one, whole), search_on(other, whole)
    if mode is Mode.ALL:
        assert (sorted(map(sorted, found)), one.count().solutions) == (
            sorted(map(sorted, again)),
            other.count().solutions,
        )
    if isinstance(tree, EXACT):
        assert (found, one.count()) == (again, other.count())
    assert one.demand == other.demand or not whole


def search_on(tree: Subtree, whole: bool) -> list[Solution]:
    found: list[Solution] = []
    while not tree.step(1 << 16 if whole else 200):
        found += tree.harvest()
        if not whole:
            break
    return found + tree.harvest()
