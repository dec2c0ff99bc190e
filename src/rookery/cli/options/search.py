"""The options for the backend, the wanted solutions, and the limits."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rookery.backends import Question, Want, registry
from rookery.backends.contract import MAX_WORKERS
from rookery.backends.registry import BackendLike
from rookery.cli.options.command import DURATION, FILE, SECONDS, Function, Whole, completing, option, together
from rookery.cli.output.terminal import check_writable
from rookery.models import BadInput, Placement
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
        """The name for a title: the strategy, or the backend."""
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
        limits = self.seconds, self.workers, self.seed
        return Question(want, limit, *limits, up_to_symmetry=up_to_symmetry, options=options, hint=hint)


def add_search(seconds: str = "whole command") -> Callable[[Function], Function]:
    """Return a decorator for a function that gets `limits`; `seconds` says what they limit."""
    return together(
        "limits",
        SearchOptions,
        option(
            "--backend",
            metavar="NAME",
            show_default="auto: several race after 0.3 s",
            shell_complete=complete_backend,
            help="The solver: a name that `rookery backends` lists, or file.py:Class for your own.",
        ),
        option("--seconds", type=SECONDS, help=f"Time limit ({seconds}): {DURATION}."),
        option(
            "--strategy",
            section="Search",
            type=click.Choice(list(registry.STRATEGIES), case_sensitive=False),
            help="An algorithm: astar is short for --backend textbook --option strategy=astar.",
        ),
        option(
            "--option",
            "options",
            section="Search",
            multiple=True,
            metavar="NAME=VALUE",
            help="An option of the backend (repeatable; `rookery backends` lists them).",
        ),
        option(
            "--workers",
            section="Search",
            type=Whole(1, MAX_WORKERS),
            metavar="N",
            help="Threads or processes; with 1, auto starts no race.",
        ),
        option(
            "--seed",
            section="Search",
            type=Whole(0),
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
        given = {f"--want {self.wants}": self.wants, "--all": self.every, "--count-solutions": self.count_solutions}
        names = [name for name, value in given.items() if value]
        if len(names) > 1:
            raise BadInput(f"{names[0]} and {names[1]} exclude each other; give one of them")
        if self.wants is not None:
            return Want(self.wants)
        return Want.COUNT if self.count_solutions else Want.ALL if self.every or self.limit is not None else Want.ONE


HOW_MANY = (
    option("--all", "every", is_flag=True, help="List all solutions; for an optimum, all optimal ones."),
    option("--count-solutions", is_flag=True, help="Count the solutions."),
    option(
        "--want",
        "wants",
        section="Solutions",
        type=click.Choice([each.value for each in Want], case_sensitive=False),
        help="The same as --all and --count-solutions: all, count, or one, the default.",
    ),
    option("--limit", section="Solutions", type=Whole(1), metavar="K", help="Stop after K solutions (implies --all)."),
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
    hint: str | None

    def want(self) -> Want:
        """One, all or how many; symmetry speaks of several, so it asks for all of them by itself."""
        if self.proof is not None:
            if self.limit is not None:
                raise BadInput("--proof certifies a whole answer; leave --limit out")
            check_writable(self.proof)
        if self.evidence is not None and self.proof is None:
            raise BadInput("--evidence says how an answer is proven; give --proof FILE as well")
        if self.unique:
            others = {
                "--want": self.wants,
                "--all": self.every,
                "--count-solutions": self.count_solutions,
                "--limit": self.limit,
                "--up-to-symmetry": self.up_to_symmetry,
                "--proof": self.proof,
                "--hint": self.hint,
                "--checkpoint": self.checkpoint,
                "--cluster": self.cluster,
            }
            if other := next((name for name, given in others.items() if given), ""):
                raise BadInput(f"--unique asks for one solution and a second one; leave {other} out")
            return Want.ALL
        want = super().want()
        return Want.ALL if want is Want.ONE and self.up_to_symmetry else want


add_wanted = together(
    "wanted",
    Wanted,
    *HOW_MANY,
    option(
        "--up-to-symmetry",
        section="Solutions",
        is_flag=True,
        help="One solution per symmetry class (implies --all).",
    ),
    option(
        "--unique",
        section="Solutions",
        is_flag=True,
        help="Say whether there is exactly one solution; else draw two that differ.",
    ),
    option(
        "--checkpoint",
        section="Search",
        type=FILE,
        metavar="FILE",
        help="Save the search every few seconds; if FILE exists, continue it.",
    ),
    option(
        "--cluster", section="Search", metavar="local:N|ADDRESS", help="Search on N processes, or a dask scheduler."
    ),
    option(
        "--hint",
        section="Search",
        metavar="FILE",
        help="Start from the placement in this file: a drawing, FEN, squares such as e4; - is standard input.",
    ),
    option(
        "--proof",
        section="Proof and explanation",
        type=FILE,
        metavar="FILE",
        help="Write a certificate of the answer; `rookery verify FILE` checks it.",
    ),
    option(
        "--evidence",
        section="Proof and explanation",
        metavar="KIND",
        help="With --proof: packing, tree or lrat; by default the cheapest.",
    ),
)
