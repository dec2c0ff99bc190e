"""Searches cut in pieces at random: every subtree that may be split is, and the pieces are searched in any order."""

from collections.abc import Callable, Iterator
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from rookery.backends.contract import Solution
from rookery.backends.engine.tree import slices
from rookery.backends.engine.tree.forest import Forest
from rookery.backends.engine.tree.runner import Runner
from rookery.backends.engine.tree.subtree import Array, Subtree

Renew = Callable[[dict[str, Array]], dict[str, Array]]


def step(forest: Forest, tree: Subtree, steps: int) -> None:
    """Search a subtree of a forest for a few nodes."""
    forest.ask(tree)
    forest.take(tree, slices.advance(tree.kernel, tree.program.tables, tree.state, steps, slices.SliceSize(steps, 1.0)))


def shatter(monkeypatch: pytest.MonkeyPatch, random: Random, renew: Renew | None = None) -> list[int]:
    """Let every search run in steps of a few nodes, on any of its subtrees, and cut one in two after each.

    With `renew`, the whole search goes through it now and then, as it does through a file. The list that is given holds
    the number of subtrees after each step.
    """
    sizes: list[int] = []

    def run(_self: Runner, forest: Forest, _name: str, *_limits: Any, **_more: Any) -> Iterator[Solution]:
        forest.recorded = renew is not None
        shares = [forest.share()]
        while forest.trees:
            tree = random.choice(forest.trees)
            step(forest, tree, random.randint(1, 6))
            if forest.trees:
                forest.divide(random.choice(forest.trees))
            sizes.append(len(forest.trees))
            shares.append(1.0 - sum(each.open for each in forest.trees))
            yield from forest.empty_outbox()
            if renew and random.random() < 0.2:
                forest.recall(renew(forest.record()))
                forest.outbox.clear()
        assert all(earlier <= later + 1e-9 for earlier, later in pairwise(shares)), shares
        assert shares[-1] == pytest.approx(1.0)

    monkeypatch.setattr(Runner, "run", run)
    return sizes


def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let workers change hands after each few nodes, so that a small search has many subtrees too."""
    monkeypatch.setattr(slices, "THREAD_SECONDS", 1e-9)
    monkeypatch.setattr(slices, "FIRST_STEPS", 2)
