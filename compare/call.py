"""`rk.compare`, and the comparison and verdict that it returns."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import cached_property
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from rookery.backends.bar import watch
from rookery.backends.contract import WantLike
from rookery.backends.progress import Observer
from rookery.backends.run import take_problem
from rookery.compare import wording
from rookery.compare.backends import Backends
from rookery.compare.campaign import make_campaign
from rookery.compare.findings import Findings
from rookery.compare.folder import run_campaign, write_report
from rookery.compare.harness import RunsObserver
from rookery.compare.problems import ask_model, ask_problem
from rookery.compare.record import Record
from rookery.compare.sentences import describe_contested, headline
from rookery.compare.verdict import BackendStanding, Contested, Dispute
from rookery.core.words import amount, shorten
from rookery.models import Model, Problem
from rookery.models.reading.given import take_flag, take_seconds

if TYPE_CHECKING:
    from pandas import DataFrame

MAX_SAID = 250  # characters of a verdict in what a programmer is shown


@dataclass(frozen=True, repr=False)
class Verdict:
    """The contradictions between answers. It is true if there are none and the referees refused no answer.

    `disputes` are the disagreements, the weightiest first, each with its witness and the command that reproduces it;
    `contested` the instances whose answers cannot all be right; `standings` the charges against each backend, the worst
    first; `refused` the runs whose answer a referee refused; `headline` the first sentence of the report.
    """

    headline: str
    disputes: tuple[Dispute, ...]
    contested: tuple[Contested, ...]
    standings: tuple[BackendStanding, ...]
    refused: tuple[Record, ...]

    def __bool__(self) -> bool:
        return not (self.disputes or self.refused)

    def __str__(self) -> str:
        return "\n".join([self.headline, *(line for each in self.contested for line in describe_contested(each))])

    def __repr__(self) -> str:
        """Return the first sentence; `str` has a line for each contested instance, too."""
        return f"Verdict({shorten(self.headline, MAX_SAID)!r})"


@dataclass(frozen=True, repr=False)
class Comparison:
    """The result of a comparison: `runs`, the `verdict`, a report."""

    findings: Findings
    interrupted: bool = False

    @property
    def records(self) -> tuple[Record, ...]:
        """The records of all runs."""
        return tuple(self.findings.records)

    @cached_property
    def runs(self) -> "DataFrame":
        """All runs as a table, a row each; times in seconds, memory in bytes."""
        from rookery.compare.export import frame

        return frame(self.records)

    @property
    def verdict(self) -> Verdict:
        """The verdict on the answers."""
        found = self.findings
        return Verdict(headline(found), found.disputes, found.contested, found.standings, found.refused)

    def html(self) -> str:
        """Return the report as one page."""
        from rookery.compare.page import page

        return page(self.findings)

    def _repr_html_(self) -> str:
        """Return the verdict, a line for each contested instance, and the scores; `html()` is the whole page."""
        verdict, *contested = f"{self.verdict}.".split("\n")
        said = [f"<p><b>{escape(verdict)}</b></p>", *(f"<p>{escape(line)}</p>" for line in contested)]
        rows = (
            f"<tr><td>{'</td><td>'.join(map(escape, row))}</td></tr>"
            for row in wording.list_scores(self.findings.analysis)
        )
        table = f"<table><tr><th>{'</th><th>'.join(wording.SCORES)}</th></tr>{''.join(rows)}</table>"
        more = f"{self._count_runs()}: <code>.runs</code> is a table of them, <code>.html()</code> the whole report."
        return f"<div>{''.join(said)}{table}<p>{more}</p></div>"

    def __repr__(self) -> str:
        return f"Comparison({self.verdict!r}, {self._count_runs()})"

    def __str__(self) -> str:
        return f"{self.verdict}\n{amount(len(self.records), 'run')}"

    def _count_runs(self) -> str:
        cut = ", interrupted" if self.interrupted else ""
        return f"{amount(len(self.records), 'run')}{cut}"


def compare(
    problems: Problem | Model | Iterable[Problem | Model],
    backends: Backends = "all",
    want: WantLike = "one",
    seeds: int | Iterable[int] = 1,
    out: str | Path | None = None,
    progress: bool | Observer = False,
    *,
    seconds: float | str | None = None,
    cpu_seconds: float | str | None = None,
    memory: int | str | None = None,
    workers: int | Sequence[int] = 1,
    up_to_symmetry: bool = False,
    options: Mapping[str, Mapping[str, Any]] | None = None,
    name: str = "comparison",
    jobs: int = 1,
    fresh: bool = False,
    retry: Literal["timeouts", "crashes", "all"] | None = None,
    executor: Executor | None = None,
) -> Comparison:
    """Run backends on problems, each run in its own process, and compare answers and times.

    >>> import rookery as rk
    >>> print(rk.compare(rk.placement("queen", 4, count=4), ["backtracking", "sat"], want="count"))
    All answers agree
    2 runs

    Args:
        problems: One or several problems, or models, such as those of `rk.read_model`.
        backends: Names, "all", `file.py:Class`, or classes that can be imported.
        want: "one", "all" or "count".
        seeds: How many seeds, or a list of them.
        out: A folder that keeps the runs; a run that it has is not repeated.
        progress: True draws a bar on a terminal or in a notebook; a function is called after each run.
        seconds: Time limit of each run: 60, "90s" or "2m".
        cpu_seconds: Limit of the processor time of each run.
        memory: Memory limit of each run: bytes, or "2G".
        workers: Threads of each backend, or a list of numbers to compare.
        up_to_symmetry: Whether to count one solution of each symmetry class.
        options: Options of backends, such as `{"sat": {"solver": ["cadical195", "glucose42"]}}`; each value makes a
            contestant.
        name: The title of the report.
        jobs: How many runs go on at a time.
        fresh: Whether to start over, and repeat all runs of the folder.
        retry: Which runs of the folder to repeat: those that timed out, that crashed, or that failed in any way.
        executor: Where the runs are made, such as `rk.open_executor("local:4")`; by default on this machine.

    Raises `BadInput` for an argument that makes no sense. After Ctrl-C, returns the comparison of the runs so far, with
    `interrupted` true; a second Ctrl-C raises `KeyboardInterrupt`.
    """
    # refusals of `make_campaign` name the keys of a file, so arguments with an underscore are checked here
    conditions = {
        "name": name,
        "backends": backends,
        "want": want,
        "seeds": seeds,
        "workers": workers,
        "up-to-symmetry": take_flag(up_to_symmetry, "up_to_symmetry"),
        "options": options or {},
        "seconds": seconds,
        "cpu-seconds": take_seconds(cpu_seconds, "cpu_seconds"),
        "memory": memory,
    }
    campaign = make_campaign(_ask_all(problems), conditions)
    folder = None if out is None else Path(out)
    with watch(progress) as observer:
        result = run_campaign(
            campaign,
            folder,
            jobs=jobs,
            fresh=fresh,
            retry=retry,
            executor=executor,
            observer=RunsObserver(observer),
        )
    if folder is not None:
        write_report(folder, result.findings)
    return Comparison(result.findings, result.interrupted)


def _ask_all(given: Any) -> Iterator[Mapping[str, Any]]:
    """Yield problems and models as plain data."""
    single = isinstance(given, Problem | Model | str) or not isinstance(given, Iterable)
    for number, each in enumerate([given] if single else given, start=1):
        if isinstance(each, Model):
            yield ask_model(each, f"model {number} ({amount(each.variables, 'variable')})")
        else:
            yield ask_problem(take_problem(each))
