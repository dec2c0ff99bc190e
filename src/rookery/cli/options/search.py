"""The options for the backend, the wanted solutions, and the limits."""

from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from rookery.backends import Question, Want, registry
from rookery.backends.registry import BackendLike
from rookery.cli.options.files import read_hint
from rookery.cli.options.option import completion, option
from rookery.models import BadInput, Placement, Problem
from rookery.models.pieces.sources import FindPiece
from rookery.models.reading.given import read_options

STRATEGY_HELP = (
    f"An algorithm: {', '.join(registry.STRATEGIES)}. The name is short for a backend with its option, such as"
    " --backend textbook --option strategy=astar."
)
SECONDS_HELP = "Time limit (whole run): seconds, or 90s, 2m, 1h."
HINT_HELP = "The search starts from a piece on this square (repeatable); with several pieces R,C=PIECE."
HINT_FILE_HELP = (
    "The search starts from the placement in this file (a drawing, FEN, what a solver writes); - is standard input."
)


def backend_names(incomplete: str) -> list[str]:
    """The backends that a shell may complete."""
    return [name for name in registry.names() if name.startswith(incomplete)]


BACKEND_HELP = (
    "The solver: a name that `rookery backends` lists, or file.py:Class for your own. The default, auto, lets several"
    " race once a question takes 0.3 s; with a checkpoint, a cluster or its --option it is backtracking."
)


@dataclass(frozen=True)
class SearchOptions:
    """The backend that searches, and its limits."""

    backend: Annotated[
        str | None,
        option("--backend", BACKEND_HELP, "NAME", completed=backend_names, show_default=registry.DEFAULT),
    ] = None
    workers: Annotated[
        int | None,
        option("--workers", "Number of search threads or processes; 1 is for auto to start no race.", "N"),
    ] = None
    seconds: Annotated[str | None, option("--seconds", SECONDS_HELP, "S")] = None
    seed: Annotated[int, option("--seed", "Seed for random choices.", "N")] = 0
    options: Annotated[
        list[str] | None,
        option("--option", "An option of the backend (repeatable; `rookery backends` lists them).", "NAME=VALUE"),
    ] = None

    strategy: Annotated[
        str | None,
        option(
            "--strategy",
            STRATEGY_HELP,
            "NAME",
            show_default="auto",
            completed=completion(tuple(registry.STRATEGIES)),
        ),
    ] = None

    def find_backend(self) -> BackendLike:
        """The backend, by its name or by the place of its class; raises `BadInput` if there is none."""
        if self.backend is None:
            return registry.DEFAULT
        if ":" not in self.backend:
            return registry.backend(self.backend)
        from rookery.compare.backends import backend_ref

        return backend_ref(self.backend, Path.cwd()).load()

    def question(
        self, want: Want, limit: int | None = None, up_to_symmetry: bool = False, hint: Placement | None = None
    ) -> Question:
        """The question to the backend."""
        options = read_options(self.options or ())
        if self.strategy is not None:
            if "strategy" in options:
                raise BadInput("--strategy and --option strategy=... say the same; give one of them")
            options = {**options, "strategy": self.strategy}
        return Question(
            want,
            limit,
            self.seconds,
            self.workers,
            self.seed,
            up_to_symmetry=up_to_symmetry,
            options=options,
            hint=hint,
        )


@contextmanager
def open_cluster(where: str | None) -> Iterator[Executor | None]:
    """The executor that `--cluster` names, None without one; at the end its calls are given up."""
    if where is None:
        yield None
        return
    from rookery.backends.distribute import open_executor

    executor = open_executor(where)
    try:
        yield executor
    finally:
        executor.shutdown(cancel_futures=True)


@dataclass(frozen=True)
class CheckpointOptions:
    """The checkpoint that a search is saved to."""

    checkpoint: Annotated[
        Path | None, option("--checkpoint", "Save the search every few seconds; if FILE exists, continue it.", "FILE")
    ] = None


@dataclass(frozen=True)
class Wanted(CheckpointOptions):
    """The solutions that are wanted, and the file of the search."""

    cluster: Annotated[
        str | None, option("--cluster", "Search there: local:N, or a dask scheduler.", "local:N|ADDRESS")
    ] = None

    every: Annotated[bool, option("--all", "List all solutions; for an optimum, all optimal ones.", "")] = False
    count_solutions: Annotated[bool, option("--count-solutions", "Count the solutions.", "")] = False
    limit: Annotated[int | None, option("--limit", "Stop after K solutions (implies --all).", "K")] = None
    up_to_symmetry: Annotated[
        bool, option("--up-to-symmetry", "One solution per symmetry class (implies --all).", "")
    ] = False

    unique: Annotated[
        bool, option("--unique", "Say whether there is exactly one solution; else draw two that differ.", "")
    ] = False
    proof: Annotated[
        Path | None,
        option("--proof", "Write a certificate of the answer; `rookery verify FILE` checks it.", "FILE"),
    ] = None
    evidence: Annotated[
        str | None,
        option("--evidence", "With --proof: the kind of proof, such as lrat; default: the cheapest.", "KIND"),
    ] = None

    hint: Annotated[list[str] | None, option("--hint", HINT_HELP, "R,C")] = None
    hint_file: Annotated[str | None, option("--hint-file", HINT_FILE_HELP, "FILE")] = None

    def read_hint(self, problem: Problem, find: FindPiece) -> Placement | None:
        """The placement to start from."""
        return read_hint(self.hint or (), self.hint_file, problem, find)

    def want(self) -> Want:
        """One, all or how many; a limit and symmetry speak of several, so each asks for all of them by itself."""
        if self.every and self.count_solutions:
            raise BadInput("--all and --count-solutions exclude each other; give one of them")
        if self.proof is not None and self.limit is not None:
            raise BadInput("--proof certifies a whole answer; leave --limit out")
        if self.evidence is not None and self.proof is None:
            raise BadInput("--evidence says how an answer is proven; give --proof FILE as well")
        if self.unique:
            others: dict[str, Any] = {"all": self.every, "count-solutions": self.count_solutions, "limit": self.limit}
            others |= {"up-to-symmetry": self.up_to_symmetry, "proof": self.proof}
            others |= {"hint": self.hint, "checkpoint": self.checkpoint, "cluster": self.cluster}
            if other := next((name for name, given in others.items() if given), ""):
                raise BadInput(f"--unique asks for one solution and a second one; leave --{other} out")
            return Want.ALL
        if self.count_solutions:
            return Want.COUNT
        return Want.ALL if self.every or self.up_to_symmetry or self.limit is not None else Want.ONE
