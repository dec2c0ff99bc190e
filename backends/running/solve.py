"""The two calls that most users need: `solve` a problem, or stream its `solutions`."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rookery.backends import registry
from rookery.backends.contract.answer import Answer
from rookery.backends.contract.backend import Backend
from rookery.backends.contract.question import Question
from rookery.backends.registry import DEFAULT
from rookery.backends.running.checkpoint import identity, opened
from rookery.backends.running.run import Run
from rookery.backends.running.strategy import resolve_strategy
from rookery.models import Placement, Problem


def solve(
    problem: Problem,
    backend: str | Backend[Any] = DEFAULT,
    want: str = "one",
    checkpoint: Path | str | None = None,
    resume: Path | str | None = None,
    **limits: Any,
) -> Answer:
    """Solve a problem with one backend and give its refereed answer.

    `want` is "one" (the best where there is a goal), "all" or "count" (of the optimal ones where there is a goal).
    Further keywords are those of `Question`: limit=None, seconds=None, workers=1, seed=0, up_to_symmetry=False,
    options={}, hint=None (a placement to start from). A limit that came first leaves `complete` false, and what was
    found by then in the answer.

    `checkpoint` names a file in which the search is kept every few seconds; `resume` one from which it goes on, and in
    which it is kept further.

    Raises `BadInput` for a question that cannot be asked, `Unsupported` for what the backend cannot do, and
    `WrongAnswer` when a referee refuses what it says.
    """
    run = start(problem, backend, Question.of(want=want, **limits), checkpoint, resume)
    for _ in run:
        pass
    return run.answer()


def solutions(problem: Problem, backend: str | Backend[Any] = DEFAULT, **question: Any) -> Iterator[Placement]:
    """Stream the solutions of a problem, the optimal ones where there is a goal; keywords as for `solve`."""
    return iter(start(problem, backend, Question.of(**{"want": "all", **question})))


def start(
    problem: Problem,
    backend: str | Backend[Any],
    question: Question,
    checkpoint: Path | str | None = None,
    resume: Path | str | None = None,
) -> Run:
    """A run that has not begun: iterate it."""
    named = registry.backend(backend) if isinstance(backend, str) else backend
    asked, question = resolve_strategy(named, question)
    kept = checkpoint is not None or resume is not None
    return Run(
        problem,
        asked,
        question,
        opened(checkpoint, resume, identity(problem, asked.name, question)) if kept else None,
    )
