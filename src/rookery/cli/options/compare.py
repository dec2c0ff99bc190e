"""The options of `rookery compare` beside its problems: backends, conditions, output."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from rookery.backends import registry
from rookery.cli.options.option import comma_completion, option
from rookery.core.numbers import read_whole
from rookery.models import BadInput
from rookery.models.reading.given import take_seconds

backend_lists = comma_completion(lambda: ("all", *registry.names()))
BACKENDS_HELP = "Names separated by commas (repeatable), `all`, or file.py:Class for your own backend."


@dataclass(frozen=True)
class Conditions:
    """The backends that answer, and their conditions."""

    backend: Annotated[
        list[str] | None,
        option("--backend", BACKENDS_HELP, "NAMES", show_default="all", completed=backend_lists),
    ] = None
    options: Annotated[
        list[str] | None,
        option("--option", "An option of a backend; each value makes a separate contestant.", "BACKEND.NAME=V,V"),
    ] = None
    want: Annotated[str | None, option("--want", "one, all or count.", "WANT", show_default="one")] = None
    up_to_symmetry: Annotated[bool, option("--up-to-symmetry", "One solution of each symmetry class.", "")] = False
    seconds: Annotated[str | None, option("--seconds", "Time limit of each run: seconds, or 90s, 2m, 1h.", "S")] = None
    cpu_seconds: Annotated[str | None, option("--cpu-seconds", "Processor time limit of each run.", "S")] = None
    memory: Annotated[str | None, option("--memory", "Memory limit of each run, such as 500M or 2G.", "SIZE")] = None
    seeds: Annotated[str | None, option("--seeds", "Number of seeds, or a list: 0,7.", "N")] = None
    workers: Annotated[str | None, option("--workers", "Number of workers, or a list: 1,2.", "N")] = None

    def data(self) -> dict[str, Any]:
        """The conditions as a campaign has them."""
        given = {
            "backends": ",".join(self.backend).split(",") if self.backend else None,
            "want": self.want,
            "up-to-symmetry": self.up_to_symmetry or None,
            "seconds": take_seconds(self.seconds),
            "cpu-seconds": take_seconds(self.cpu_seconds, "cpu-seconds"),
            "memory": self.memory,
            "seeds": _read_numbers("seeds", self.seeds),
            "workers": _read_numbers("workers", self.workers),
            "options": _group_by_backend(_split_options(self.options or ())),
        }
        return {key: value for key, value in given.items() if value is not None}


@dataclass(frozen=True)
class Making:
    """The execution of the runs, and their folder."""

    out: Annotated[
        Path | None, option("--out", "Folder for runs and reports.", "DIR", show_default="named after it")
    ] = None
    name: Annotated[str | None, option("--name", "Name of the campaign.", "TEXT")] = None
    jobs: Annotated[int, option("--jobs", "Number of runs at a time; more than one makes times less exact.", "N")] = 1
    fresh: Annotated[bool, option("--fresh", "Start over, and repeat finished runs.", "")] = False
    retry: Annotated[str | None, option("--retry", "Repeat these runs: timeouts, crashes or all.", "WHICH")] = None
    cluster: Annotated[
        str | None, option("--cluster", "Make the runs there: local:N, or a dask scheduler.", "local:N|ADDRESS")
    ] = None
    dry_run: Annotated[bool, option("--dry-run", "List the runs, and start none.", "")] = False


def _read_numbers(name: str, text: str | None) -> int | list[int] | None:
    if text is None:
        return None
    try:
        numbers = [read_whole(each.strip()) for each in text.strip(",").split(",")]
    except BadInput:
        raise BadInput(f"{name} {text!r}: expected a number, or several with commas") from None
    return numbers if "," in text else numbers[0]


def _split_options(texts: Iterable[str]) -> Iterator[tuple[str, str, list[str]]]:
    """Backend, option and its values, from `sat.solver=cadical195,glucose42`; files and options may hold dots."""
    for text in texts:
        name, equals, values = text.partition("=")
        found = re.fullmatch(r"(.*\.py:[^.]+|[^.]+)\.(.+)", name)
        if not (equals and found and values):
            raise BadInput(f"option {text!r}: expected BACKEND.NAME=VALUE, such as sat.solver=cadical195,glucose42")
        yield found[1], found[2], values.split(",")


def _group_by_backend(given: Iterable[tuple[str, str, list[str]]]) -> dict[str, dict[str, list[str]]] | None:
    """Options by backend."""
    found: dict[str, dict[str, list[str]]] = {}
    for backend, name, values in given:
        found.setdefault(backend, {}).setdefault(name, []).extend(values)
    return found or None
