"""The two calls that most users need: `solve` a problem, or stream its `solutions`."""

import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Unpack

from rookery.backends.contract.answer import Answer
from rookery.backends.contract.progress import Observer
from rookery.backends.contract.progress_bar import watch
from rookery.backends.contract.question import Question, QuestionFields, QuestionLimits, WantLike, take_problem
from rookery.backends.registry import DEFAULT, BackendLike, take_backend
from rookery.backends.running.checkpoint import identity, open_checkpoint
from rookery.backends.running.interrupts import Interrupted, cut
from rookery.backends.running.run import Run
from rookery.backends.running.strategy import resolve_strategy
from rookery.models import Placement, Problem


def solve(
    problem: Problem,
    backend: BackendLike = DEFAULT,
    want: WantLike = "one",
    checkpoint: Path | str | None = None,
    resume: Path | str | None = None,
    progress: bool | Observer = False,
    **limits: Unpack[QuestionLimits],
) -> Answer:
    """Solve a problem with one backend, and return its checked answer.

    `want` is "one" (the best where there is a goal), "all" or "count" (of the optimal ones where there is a goal).
    Further keywords are those of `Question`: limit=None, seconds=None (60, "90s", "2m", "1h"), workers=1, seed=0,
    up_to_symmetry=False, options={}, hint=None (a placement to start from). After a limit, `complete` is false,
    and the answer contains what was found so far.

    `checkpoint` names a file to which the search is saved every few seconds; `resume` names one from which it
    continues, and to which it continues saving.

    `progress=True` draws a bar on a terminal or in a notebook; a function is called with each `Progress` that the
    backend reports: `task` in words, `share` done (None where unknown), `nodes` so far.

    Ctrl-C gives the answer so far: `complete` is false and `interrupted` true, so that a loop can end. Ctrl-C again
    within two seconds raises `KeyboardInterrupt`.

    Raises `BadInput` for a question that cannot be asked, `Unsupported` for what the backend cannot do, and
    `WrongAnswer` when a referee refuses its answer.
    """
    run = start(problem, backend, Question.of(want=want, **limits), checkpoint, resume)
    if run.note:
        warnings.warn(run.note, stacklevel=2)
    try:
        for _ in _observe(run, progress):
            pass
    except KeyboardInterrupt:
        raise Interrupted(cut(run.answer())) from None
    return run.answer()


def solutions(
    problem: Problem,
    backend: BackendLike = DEFAULT,
    progress: bool | Observer = False,
    **question: Unpack[QuestionFields],
) -> Iterator[Placement]:
    """Stream the solutions of a problem, the optimal ones where there is a goal; keywords as for `solve`."""
    asked: QuestionFields = {"want": "all", **question}
    return _observe(start(problem, backend, Question.of(**asked)), progress)


def _observe(run: Run, progress: bool | Observer) -> Iterator[Placement]:
    with watch(progress) as observer:
        run.observed = observer
        yield from run


def start(
    problem: Problem,
    backend: BackendLike,
    question: Question,
    checkpoint: Path | str | None = None,
    resume: Path | str | None = None,
) -> Run:
    """A run that has not begun: iterate it."""
    take_problem(problem)
    found, question = resolve_strategy(take_backend(backend), question)
    kept = checkpoint is not None or resume is not None
    return Run(
        problem,
        found,
        question,
        open_checkpoint(checkpoint, resume, identity(problem, found.name, question)) if kept else None,
    )
