"""The options of `rookery compare` for backends, conditions and output."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import click
from click.exceptions import Exit

from rookery.backends import registry
from rookery.cli.options.option import OUTPUT, SEARCH, comma_completion, option
from rookery.cli.output.terminal import emit
from rookery.compare.campaign.keys import OVERRIDES
from rookery.core.numbers import read_whole
from rookery.models import BadInput
from rookery.models.reading.given import take_seconds

RUNS = "Runs"
ALLOWED = ", ".join(f"--{key}" for key in OVERRIDES)
backend_lists = comma_completion(lambda: ("all", *registry.names()))
BACKENDS_HELP = "Names with commas, `all`, or file.py:Class for a backend of your own."


@dataclass(frozen=True)
class Conditions:
    """The backends that answer, and their conditions."""

    backends: Annotated[
        str | None,
        option("--backends", BACKENDS_HELP, "NAMES", SEARCH, show_default="all", completed=backend_lists),
    ] = None
    options: Annotated[
        list[str] | None,
        option(
            "--option", "An option of a backend; each value makes a separate contestant.", "BACKEND.NAME=V,V", SEARCH
        ),
    ] = None
    lowering: Annotated[
        list[str] | None,
        option(
            "--lowering",
            "A lowering pass of a backend; each value makes a separate contestant.",
            "BACKEND.NAME=V,V",
            SEARCH,
        ),
    ] = None
    want: Annotated[str | None, option("--want", "one, all or count.", "WANT", SEARCH, show_default="one")] = None
    up_to_symmetry: Annotated[bool, option("--up-to-symmetry", "One solution of each symmetry class.", "", SEARCH)] = (
        False
    )
    seconds: Annotated[
        str | None, option("--seconds", "Time limit of each run: seconds, or 90s, 2m, 1h.", "S", SEARCH)
    ] = None
    cpu_seconds: Annotated[str | None, option("--cpu-seconds", "Processor time limit of each run.", "S", SEARCH)] = None
    memory: Annotated[
        str | None, option("--memory", "Memory limit of each run, such as 500M or 2G.", "SIZE", SEARCH)
    ] = None
    seeds: Annotated[str | None, option("--seeds", "Number of seeds, or a list: 0,7.", "N", SEARCH)] = None
    workers: Annotated[str | None, option("--workers", "Number of workers, or a list: 1,2.", "N", SEARCH)] = None

    def data(self) -> dict[str, Any]:
        """The conditions as a campaign has them."""
        given = {
            "backends": self.backends.split(",") if self.backends else None,
            "want": self.want,
            "up-to-symmetry": self.up_to_symmetry or None,
            "seconds": take_seconds(self.seconds),
            "cpu-seconds": take_seconds(self.cpu_seconds, "cpu-seconds"),
            "memory": self.memory,
            "seeds": _read_numbers("seeds", self.seeds),
            "workers": _read_numbers("workers", self.workers),
            "options": _group_by_backend(
                [*_split_options("", self.options or ()), *_split_options("lowering.", self.lowering or ())]
            ),
        }
        return {key: value for key, value in given.items() if value is not None}

    def overriding(self) -> dict[str, Any]:
        """The conditions that take the place of those in a campaign's file; raises `BadInput` for any other."""
        given = self.data()
        for key in given:
            if key not in OVERRIDES:
                name = "option or --lowering" if key == "options" else key
                raise BadInput(f"set --{name} in the campaign's file; {ALLOWED} may be options next to a file")
        return given


def print_example(context: click.Context, parameter: click.Parameter, wanted: bool) -> None:
    """Print the example, and end."""
    if wanted and not context.resilient_parsing:
        from rookery.compare.campaign.keys import write_example

        emit(write_example().rstrip("\n"))
        raise Exit


@dataclass(frozen=True)
class Making:
    """The execution of the runs, and their folder."""

    out: Annotated[
        Path | None, option("--out", "Folder for runs and reports.", "DIR", OUTPUT, show_default="named after it")
    ] = None
    name: Annotated[str | None, option("--name", "Name of the campaign.", "TEXT", OUTPUT)] = None
    jobs: Annotated[
        int, option("--jobs", "Number of runs at a time; more than one makes times less exact.", "N", RUNS)
    ] = 1
    cluster: Annotated[
        str | None,
        option("--cluster", "Make the runs on a cluster: tcp://HOST:PORT, a scheduler file, local:N.", "ADDRESS", RUNS),
    ] = None
    patience: Annotated[
        str, option("--patience", "How long a cluster may be out of reach: seconds, or 90s, 10m, 1h.", "S", RUNS)
    ] = "10m"
    fresh: Annotated[bool, option("--fresh", "Start over, and repeat finished runs.", "", RUNS)] = False
    retry: Annotated[str | None, option("--retry", "Repeat these runs: timeouts, crashes or all.", "WHICH", RUNS)] = (
        None
    )
    trust_peers: Annotated[
        bool, option("--trust-peers", "Run code that the campaign in a folder names as its peers.", "", RUNS)
    ] = False
    proof: Annotated[
        bool,
        option("--proof", "After the runs, certify each answer: verified certificates go to its folder.", "", RUNS),
    ] = False
    proof_seconds: Annotated[
        str | None,
        option("--proof-seconds", "The limit of each certificate: seconds, or 90s, 2m.", "S", RUNS, show_default="60"),
    ] = None
    dry_run: Annotated[bool, option("--dry-run", "List the runs, and start none.", "", RUNS)] = False
    example: Annotated[
        bool,
        option(
            "--example", "Print a campaign file with every key, and stop.", "", OUTPUT,
            is_eager=True, callback=print_example,
        ),
    ] = False  # fmt: skip
    export: Annotated[
        Path | None, option("--export", "Write the runs: .jsonl, .csv, .parquet, or .json for mkplot.", "FILE", OUTPUT)
    ] = None


def _read_numbers(name: str, text: str | None) -> int | list[int] | None:
    if text is None:
        return None
    try:
        numbers = [read_whole(each.strip()) for each in text.strip(",").split(",")]
    except BadInput:
        raise BadInput(f"{name} {text!r}: expected a number, or several with commas") from None
    return numbers if "," in text else numbers[0]


def _split_options(prefix: str, texts: Iterable[str]) -> Iterator[tuple[str, str, list[str]]]:
    """Backend, option and its values, from `sat.solver=cadical195,glucose4`; options may hold dots of their own."""
    for text in texts:
        name, equals, values = text.partition("=")
        backend, lowering, key = name.partition(".lowering.")
        if not lowering:
            backend, _, key = name.rpartition(".")
        if not (equals and backend and key and values):
            raise BadInput(f"option {text!r}: expected BACKEND.NAME=VALUE, such as sat.solver=cadical195,glucose4")
        yield backend, f"{prefix}{lowering[1:]}{key}", values.split(",")


def _group_by_backend(given: Iterable[tuple[str, str, list[str]]]) -> dict[str, dict[str, list[str]]] | None:
    """Options by backend."""
    found: dict[str, dict[str, list[str]]] = {}
    for backend, name, values in given:
        found.setdefault(backend, {}).setdefault(name, []).extend(values)
    return found or None
