"""The call `rk.compare`: problems put to backends, side by side, and what came of it."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypedDict, Unpack

from rookery.backends import Want
from rookery.backends.contract import WantLike
from rookery.backends.progress import Observer, watch
from rookery.backends.running.run import take_problem
from rookery.compare.campaign.backends import Backends, name_backends
from rookery.core.errors import refuse
from rookery.core.words import amount, shorten
from rookery.models import BadInput, Problem
from rookery.models.problems.registry import is_installed
from rookery.models.reading.given import take_flag, take_one_of, take_seconds, take_text, take_whole

if TYPE_CHECKING:
    from pandas import DataFrame

    from rookery.compare.contested import BackendStanding, Contested
    from rookery.compare.findings import Findings
    from rookery.compare.records.record import Dispute, Record, Solution

MAX_SAID = 250  # characters of a verdict in what a programmer is shown
Take = Callable[[Any, str], Any]


def _as_it_is(value: Any, what: str) -> Any:
    """A value that the reader of campaigns checks."""
    return value


class CompareKeywords(TypedDict, total=False):
    """The further keywords of `rk.compare`: what limits each run, and how the runs are made."""

    seconds: float | str | None
    cpu_seconds: float | str | None
    memory: int | str | None
    workers: int | Sequence[int]
    up_to_symmetry: bool
    options: Mapping[str, Mapping[str, Any]] | None
    name: str
    jobs: int
    fresh: bool
    retry: Literal["timeouts", "crashes", "all"] | None


HOW: Mapping[str, Take] = {"jobs": take_whole, "fresh": take_flag, "retry": _as_it_is}
CONDITIONS: Mapping[str, Take] = {
    "up_to_symmetry": take_flag,
    "seconds": take_seconds,
    "cpu_seconds": take_seconds,
    "memory": lambda value, what: value if isinstance(value, str) else take_whole(value, what),
    "workers": lambda value, what: list(value) if isinstance(value, list | tuple) else take_whole(value, what),
    "options": lambda value, what: value if isinstance(value, Mapping) else refuse(what, value, OPTIONS),
    "name": take_text,
}
OPTIONS = "a mapping from backends to their options, such as {'sat': {'solver': 'cadical195'}}"


@dataclass(frozen=True, repr=False)
class Verdict:
    """The contradictions between answers; true if there are none, and no referee refused an answer."""

    findings: "Findings"

    @property
    def disputes(self) -> tuple["Dispute[Solution]", ...]:
        """The disagreements, the weightiest first, each with its witness and the command that reproduces it."""
        return self.findings.disputes

    @property
    def contested(self) -> tuple["Contested", ...]:
        """The instances whose answers cannot all be right, with the claims and the wrong ones."""
        return self.findings.contested

    @property
    def standings(self) -> tuple["BackendStanding", ...]:
        """The charges against each backend, the worst first."""
        return self.findings.standings

    @property
    def refused(self) -> tuple["Record", ...]:
        """The runs whose answer a referee refused."""
        return self.findings.refused

    def __bool__(self) -> bool:
        return self.findings.sound

    def __str__(self) -> str:
        from rookery.compare import sentences

        lines = [line for each in self.contested for line in sentences.describe_contested(each)]
        return "\n".join([sentences.headline(self.findings), *lines])

    def __repr__(self) -> str:
        """The first sentence; `str` has a line for each contested instance, too."""
        from rookery.compare import sentences

        return f"Verdict({shorten(sentences.headline(self.findings), MAX_SAID)!r})"


@dataclass(frozen=True, repr=False)
class Comparison:
    """The result of a comparison: `runs`, the `verdict`, a report."""

    findings: "Findings"
    interrupted: bool = False

    @property
    def records(self) -> tuple["Record", ...]:
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
        return Verdict(self.findings)

    def html(self) -> str:
        """The report as one page."""
        from rookery.compare.page import page

        return page(self.findings)

    def _repr_html_(self) -> str:
        """The verdict, a line for each contested instance, and the scores; `html()` is the whole page."""
        from rookery.compare import wording

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
    problems: Problem | Iterable[Problem],
    backends: Backends = "all",
    want: WantLike = "one",
    seeds: int | Iterable[int] = 1,
    out: str | Path | None = None,
    progress: bool | Observer = False,
    **conditions: Unpack[CompareKeywords],
) -> Comparison:
    """Run backends on problems, each run in its own process, and compare answers and times.

    >>> import rookery as rk
    >>> print(rk.compare(rk.placement("queen", 4, count=4), ["backtracking", "sat"], want="count"))
    All answers agree
    2 runs

    `backends` are names, "all", `file.py:Class`, or classes that can be imported. Further keywords: seconds (60,
    "90s", "2m"), memory ("2G" or bytes) and cpu_seconds limit each run; workers, up_to_symmetry, options ({backend:
    {option: value}}) and name; jobs=1 says how many runs go on at a time. With `out`, a folder keeps the runs: what is
    done there is not done again (fresh=True starts over, retry="timeouts" or "crashes" makes some again).

    `progress=True` draws a bar on a terminal or in a notebook; a function is called with a `Progress` at each end of a
    run. Raises `BadInput` for what makes no sense. Ctrl-C gives the runs made so far, and `interrupted` is true; Ctrl-C
    again raises `KeyboardInterrupt`.
    """
    from rookery.compare.campaign.campaign import make_campaign
    from rookery.compare.runs.folder import CampaignOptions, run, scratch
    from rookery.compare.runs.harness import RunsProgress
    from rookery.compare.runs.isolation import require
    from rookery.compare.verdict.conclude import conclude, write_report

    require()
    limits: dict[str, Any] = {**conditions}
    how = CampaignOptions(**{key: HOW[key](limits.pop(key), key) for key in HOW if key in limits})
    given = {"backends": name_backends(backends), "want": take_one_of(want, Want, "want"), "seeds": _take_seeds(seeds)}
    asked = map(_take_asked, _list_problems(problems))
    campaign = make_campaign(asked, {"name": "comparison"} | given | _read_conditions(limits))
    with scratch() as aside:
        folder = aside if out is None else Path(out)
        with watch(progress) as observer:
            result = run(campaign, folder, how, RunsProgress(observer) if observer else None)
        found = conclude(folder, campaign.name, result)
        if out is not None:
            write_report(folder, found)
    return Comparison(found, result.interrupted)


def _list_problems(problems: Problem | Iterable[Problem]) -> list[Problem]:
    listed = [problems] if isinstance(problems, Problem) or not isinstance(problems, Iterable) else problems
    return list(map(take_problem, [listed] if isinstance(listed, str) else listed))


def _take_asked(problem: Problem) -> Mapping[str, Any]:
    """Return the plain data from which the process of a run declares the problem again."""
    if problem.asked is None:
        raise BadInput(f"problem {problem.title!r}: a changed copy of a problem cannot be compared")
    if not is_installed(problem.family):
        place = "where the processes of a comparison find it"
        raise BadInput(f"problem {problem.title!r}: its family {problem.family} stands in no entry point, {place}")
    return problem.asked


def _take_seeds(seeds: Any) -> int | list[int]:
    if isinstance(seeds, Iterable) and not isinstance(seeds, str):
        return [take_whole(each, "seed") for each in seeds]
    return take_whole(seeds, "seeds")


def _read_conditions(conditions: Mapping[str, Any]) -> dict[str, Any]:
    for key in conditions:
        if key not in CONDITIONS:
            raise TypeError(f"compare() got an unexpected keyword argument {key!r}")
    given = {key: CONDITIONS[key](value, key) for key, value in conditions.items() if value is not None}
    return {key.replace("_", "-"): value for key, value in given.items()}
