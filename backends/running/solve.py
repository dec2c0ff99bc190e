"""The two calls that most users need: `solve` a problem, or stream its `solutions`."""

import warnings
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, nullcontext
from pathlib import Path
from time import perf_counter
from typing import Any, TypeVar, Unpack

from rookery.backends.contract.answer import Answer
from rookery.backends.contract.fleet import Fleet
from rookery.backends.contract.progress import Observer
from rookery.backends.contract.progress_bar import watch
from rookery.backends.contract.question import Question, WantLike, take_problem
from rookery.backends.registry import DEFAULT, BackendLike, take_backend
from rookery.backends.running.checkpoint import identity, open_checkpoint
from rookery.backends.running.hiring import Hiring, HiringFields, asked_by, hire
from rookery.backends.running.interrupts import Interrupted, cut
from rookery.backends.running.run import Run
from rookery.backends.running.strategy import resolve_strategy
from rookery.models import Placement, Problem
from rookery.models.base.beginning import note_since

NOBODY = nullcontext()
T = TypeVar("T")


def solve(
    problem: Problem,
    backend: BackendLike = DEFAULT,
    want: WantLike = "one",
    checkpoint: Path | str | None = None,
    resume: Path | str | None = None,
    progress: bool | Observer = False,
    **limits: Unpack[Hiring],
) -> Answer:
    """Solve a problem with one backend, and return its checked answer.

    `want` is "one" (the best where there is a goal), "all" or "count" (of the optimal ones where there is a goal).
    Further keywords are those of `Question`: limit=None, seconds=None (60, "90s", "2m", "1h"), workers=1, seed=0,
    up_to_symmetry=False, options={}, hint=None (a placement to start from). After a limit, `complete` is false,
    and the answer contains what was found so far.

    `checkpoint` names a file to which the search is saved every few seconds; `resume` names one from which it
    continues, and to which it continues saving.

    `cluster` names what searches in place of this process: the address of a cluster of dask ("tcp://host:8786"), an
    executor of `concurrent.futures`, or "local:4" for processes here. `patience` (600, "10m") is for how long it may
    be out of reach; then `end` says so, and `answer.fleet` why.

    `progress=True` draws a bar on a terminal or in a notebook; a function is called with each `Progress` that the
    backend reports: `task` in words, `share` done (None where unknown), `nodes` so far.

    Ctrl-C gives the answer so far: `complete` is false and `interrupted` true, so that a loop can end. Ctrl-C again
    within two seconds raises `KeyboardInterrupt`.

    Raises `BadInput` for a question that cannot be asked, `Unsupported` for what the backend cannot do, and
    `WrongAnswer` when a referee refuses its answer.
    """
    began = perf_counter()
    with hire(**limits) as fleet:
        question = Question.of(want=want, **asked_by(limits))
        note_since(began)
        run = start(problem, backend, question, checkpoint, resume, fleet)
        if run.note:
            warnings.warn(run.note, stacklevel=2)
        try:
            for _ in _observe(run, run.stream(), progress):
                pass
        except KeyboardInterrupt:
            raise Interrupted(cut(run.answer())) from None
        return run.answer()


def solutions(
    problem: Problem,
    backend: BackendLike = DEFAULT,
    progress: bool | Observer = False,
    **question: Unpack[HiringFields],
) -> Iterator[Placement]:
    """Stream the solutions of a problem, the optimal ones where there is a goal; keywords as for `solve`."""
    asked: HiringFields = {"want": "all", **question}
    with ExitStack() as hired:
        fleet = hired.enter_context(hire(**asked))
        run = start(problem, backend, Question.of(**asked_by(asked)), fleet=fleet)
        return _observe(run, iter(run), progress, hired.pop_all())


def _observe(
    run: Run, stream: Iterator[T], progress: bool | Observer, hired: AbstractContextManager[Any] = NOBODY
) -> Iterator[T]:
    """The stream of a run, whose search tells how far it is."""
    with hired, watch(progress) as observer:
        run.observed = observer
        yield from stream


def start(
    problem: Problem,
    backend: BackendLike,
    question: Question,
    checkpoint: Path | str | None = None,
    resume: Path | str | None = None,
    fleet: Fleet | None = None,
) -> Run:
    """A run that has not begun: iterate it, while the fleet is there."""
    began = perf_counter()
    take_problem(problem)
    found, question = resolve_strategy(take_backend(backend), question)
    kept = checkpoint is not None or resume is not None
    note_since(began)
    return Run(
        problem,
        found,
        question,
        open_checkpoint(checkpoint, resume, identity(problem, found.name, question)) if kept else None,
        fleet,
    )
