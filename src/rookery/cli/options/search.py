"""The options for the backend, the wanted solutions, and the limits."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rookery.backends import Question, Want, registry
from rookery.backends.registry import BackendLike
from rookery.cli.options.command import DURATION, FILE, SECONDS, Function, Whole, completing, together
from rookery.cli.options.files import read_hint
from rookery.models import BadInput, Placement, Problem
from rookery.models.pieces.sources import FindPiece
from rookery.models.reading.given import read_options

if TYPE_CHECKING:
    from concurrent.futures import Executor


@contextmanager
def open_cluster(where: str | None) -> "Iterator[Executor | None]":
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


complete_backend = completing(lambda: registry.names())


@dataclass(frozen=True)
class SearchOptions:
    """The backend that searches, and its limits."""

    backend: str | None
    workers: int | None
    seconds: float | None
    seed: int
    options: tuple[str, ...]
    strategy: str | None

    def find_backend(self) -> BackendLike:
        """Return the backend, by its name or by the place of its class; raises `BadInput` if there is none."""
        if self.backend is None:
            return registry.DEFAULT
        if ":" not in self.backend:
            return registry.backend(self.backend)
        from rookery.compare.backends import backend_ref

        return backend_ref(self.backend, Path.cwd()).load()

    @property
    def name(self) -> str:
        """What answers, as a title has it: the strategy, or the backend."""
        return self.strategy or self.backend or registry.DEFAULT

    def question(
        self, want: Want, limit: int | None = None, up_to_symmetry: bool = False, hint: Placement | None = None
    ) -> Question:
        """Return the question to the backend."""
        options = read_options(self.options)
        if self.strategy is not None:
            if "strategy" in options:
                raise BadInput("--strategy and --option strategy=... say the same; give one of them")
            known = (registry.DEFAULT, registry.OWN_SEARCH, registry.strategy(self.strategy)[0])
            backend = registry.take_backend(self.find_backend())
            if backend.name not in known and "strategy" not in backend.options:
                raise BadInput(f"--strategy {self.strategy} is not for --backend {backend.name}; leave one of them out")
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


def add_search(seconds: str = "whole command") -> Callable[[Function], Function]:
    """Return a decorator for a function that gets `limits`; `seconds` says what they limit."""
    return together(
        "limits",
        SearchOptions,
        click.option(
            "--backend",
            metavar="NAME",
            show_default=registry.DEFAULT,
            shell_complete=complete_backend,
            help="The solver: a name that `rookery backends` lists, or file.py:Class for your own. The default, auto,"
            " lets several race once a question takes 0.3 s; with a checkpoint, a cluster or its --option it is"
            " backtracking.",
        ),
        click.option(
            "--strategy",
            type=click.Choice(list(registry.STRATEGIES), case_sensitive=False),
            help="An algorithm; short for a backend with its option, such as --backend textbook --option"
            " strategy=astar.",
        ),
        click.option(
            "--option",
            "options",
            multiple=True,
            metavar="NAME=VALUE",
            help="An option of the backend (repeatable; `rookery backends` lists them).",
        ),
        click.option(
            "--workers",
            type=Whole(min=1),
            metavar="N",
            help="Number of search threads or processes; 1 is for auto to start no race.",
        ),
        click.option("--seconds", type=SECONDS, help=f"Time limit ({seconds}): {DURATION}."),
        click.option(
            "--seed",
            type=Whole(min=0),
            metavar="N",
            default=0,
            show_default=True,
            help="Seed for random choices.",
        ),
    )


@dataclass(frozen=True)
class HowMany:
    """The number of solutions that are wanted."""

    wants: str | None
    every: bool
    count_solutions: bool
    limit: int | None

    def want(self) -> Want:
        """One, all or how many; a limit asks for all by itself."""
        given = [
            (f"--want {self.wants}", self.wants),
            ("--all", Want.ALL if self.every else None),
            ("--count-solutions", Want.COUNT if self.count_solutions else None),
        ]
        names = [name for name, want in given if want]
        if len(names) > 1:
            raise BadInput(f"{names[0]} and {names[1]} exclude each other; give one of them")
        said = next((want for _, want in given if want), Want.ONE if self.limit is None else Want.ALL)
        return Want(said)


HOW_MANY = (
    click.option(
        "--want",
        "wants",
        type=click.Choice([each.value for each in Want], case_sensitive=False),
        help="The solutions that are asked for: one is the default.",
    ),
    click.option(
        "--all",
        "every",
        is_flag=True,
        help="List all solutions; for an optimum, all optimal ones. Short for --want all.",
    ),
    click.option("--count-solutions", is_flag=True, help="Count the solutions. Short for --want count."),
    click.option("--limit", type=Whole(min=1), metavar="K", help="Stop after K solutions (implies --all)."),
)
add_how_many = together("several", HowMany, *HOW_MANY)


@dataclass(frozen=True)
class Wanted(HowMany):
    """The solutions that are wanted, the file of the search, and the proof."""

    up_to_symmetry: bool
    unique: bool
    checkpoint: Path | None
    cluster: str | None
    proof: Path | None
    evidence: str | None
    hint: tuple[str, ...]
    hint_file: str | None

    def read_hint(self, problem: Problem, find: FindPiece) -> Placement | None:
        """Return the placement to start from."""
        return read_hint(self.hint, self.hint_file, problem, find)

    def want(self) -> Want:
        """One, all or how many; symmetry speaks of several, so it asks for all of them by itself."""
        if self.proof is not None and self.limit is not None:
            raise BadInput("--proof certifies a whole answer; leave --limit out")
        if self.evidence is not None and self.proof is None:
            raise BadInput("--evidence says how an answer is proven; give --proof FILE as well")
        if self.unique:
            others: dict[str, Any] = {
                "want": self.wants,
                "all": self.every,
                "count-solutions": self.count_solutions,
                "limit": self.limit,
            }
            others |= {"up-to-symmetry": self.up_to_symmetry, "proof": self.proof}
            others |= {"hint": self.hint, "checkpoint": self.checkpoint, "cluster": self.cluster}
            if other := next((name for name, given in others.items() if given), ""):
                raise BadInput(f"--unique asks for one solution and a second one; leave --{other} out")
            return Want.ALL
        want = super().want()
        return Want.ALL if want is Want.ONE and self.up_to_symmetry else want


add_wanted = together(
    "wanted",
    Wanted,
    *HOW_MANY,
    click.option("--up-to-symmetry", is_flag=True, help="One solution per symmetry class (implies --all)."),
    click.option(
        "--unique", is_flag=True, help="Say whether there is exactly one solution; else draw two that differ."
    ),
    click.option(
        "--checkpoint",
        type=FILE,
        metavar="FILE",
        help="Save the search every few seconds; if FILE exists, continue it.",
    ),
    click.option("--cluster", metavar="local:N|ADDRESS", help="Search there: local:N, or a dask scheduler."),
    click.option(
        "--proof",
        type=FILE,
        metavar="FILE",
        help="Write a certificate of the answer; `rookery verify FILE` checks it.",
    ),
    click.option(
        "--evidence", metavar="KIND", help="With --proof: the kind of proof, such as lrat; default: the cheapest."
    ),
    click.option(
        "--hint",
        multiple=True,
        metavar="R,C",
        help="The search starts from a piece on this square (repeatable); with several pieces R,C=PIECE.",
    ),
    click.option(
        "--hint-file",
        metavar="FILE",
        help="The search starts from the placement in this file (a drawing, FEN, what a solver writes); - is standard"
        " input.",
    ),
)
