"""Searches of random models that Ctrl-C ends again and again, and that go on from their checkpoints."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from threading import current_thread, main_thread
from typing import Any

import pytest

from rookery.backends import Answer, Question, Run, Want, backend
from rookery.backends.checkpoint import Checkpoint, make_identity
from rookery.backends.distribute import Calls
from rookery.backends.engine.tree import slices
from rookery.backends.engine.tree.forest import Forest
from rookery.backends.solve import as_problem
from rookery.models import Model
from rookery_tests.models import SHAPES, random_model
from rookery_tests.shattering import hurry
from rookery_tests.small_models import best_of, solutions_of

MOST = 6  # interruptions of a search
OPTIONS: tuple[dict[str, str], ...] = (
    {},
    {"count": "search", "optimum": "search", "without": "components,matching,gains,dual,colouring,symmetry"},
)


class Interrupter:
    """Raises `KeyboardInterrupt` after some moments of the main thread."""

    def __init__(self) -> None:
        self.left = 0

    def tick(self) -> None:
        self.left -= current_thread() is main_thread()
        if self.left == 0:
            self.left = -1
            raise KeyboardInterrupt


def interrupt(patch: pytest.MonkeyPatch) -> Interrupter:
    """Let searches end after a kernel has run, while other threads run, and in the middle of taking what they found."""
    made = Interrupter()
    advance, collect, accept = slices.advance, Calls.collect, Forest._accept

    def advance_and_tick(*given: Any) -> slices.Slice:
        part = advance(*given)
        made.tick()
        return part

    def tick_and_collect(calls: Calls[Any, Any], *given: Any) -> Iterator[Any]:
        made.tick()
        return collect(calls, *given)

    def tick_and_accept(forest: Forest, *given: Any) -> bool:
        made.tick()
        taken = accept(forest, *given)
        made.tick()
        return taken

    patch.setattr(slices, "advance", advance_and_tick)
    patch.setattr(Calls, "collect", tick_and_collect)
    patch.setattr(Forest, "_accept", tick_and_accept)
    return made


def solve_by_turns(
    model: Model, question: Question, path: Path, random: Random, interrupter: Interrupter
) -> tuple[Answer, int]:
    """The answer after some interruptions, and the number of them."""
    problem, own, interrupted = as_problem(model), backend("backtracking"), 0
    identity = make_identity(problem, own.name, question)
    while True:
        interrupter.left = random.randint(1, 8) if interrupted < MOST else -1
        kept = Checkpoint(path, identity)
        kept.due = lambda: random.random() < 0.2  # type: ignore[method-assign]
        run = Run(problem, own, question, checkpoint=kept)
        try:
            for _ in run.stream():
                pass
        except KeyboardInterrupt:
            interrupted += 1
        else:
            return run.answer(), interrupted
        finally:
            interrupter.left = -1


def check(seed: int, number: int, path: Path, interrupter: Interrupter) -> int:
    """Ask about one random model; return how often the search was interrupted."""
    random = Random(f"interrupted {seed} {number}")
    model = random_model(random, random.choice(SHAPES))
    want, options, workers = random.choice([*Want]), random.choice(OPTIONS), random.choice((1, 2))
    question = Question(want, workers=workers, seed=random.choice((0, 0, 5)), options=options)
    answer, interrupted = solve_by_turns(model, question, path, random, interrupter)
    best, right = best_of(model), solutions_of(model)
    if best is not None:
        right = frozenset(each for each in right if model.value(each) == best)
    about = seed, number, model, question, answer, len(right)
    assert answer.complete or (want is Want.ONE and answer.count), about
    assert answer.objective == (best if right else None), about
    assert answer.count == (min(1, len(right)) if want is Want.ONE else len(right)), about
    found = {as_problem(model).write(each) for each in answer.solutions}
    assert found <= right, about
    assert want is not Want.ALL or found == right, about
    return interrupted


def check_all(count: int, seed: int = 0) -> int:
    """Ask about random models; return how often searches were interrupted."""
    total = 0
    with pytest.MonkeyPatch.context() as patch, TemporaryDirectory() as folder:
        hurry(patch)
        interrupter = interrupt(patch)
        for number in range(count):
            total += check(seed, number, Path(folder, str(number)), interrupter)
    return total
