"""A campaign as one self-contained HTML page, which needs no network and computes nothing."""

from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from jinja2 import Environment as Templates
from jinja2 import PackageLoader, StrictUndefined
from markupsafe import Markup

from rookery.compare import sentences, wording
from rookery.compare.analysis import Cell, Pair, is_solved
from rookery.compare.changes import Changes
from rookery.compare.charts import choose_looks, draw_cactus, draw_scaling
from rookery.compare.contested import Contested
from rookery.compare.findings import Findings
from rookery.compare.records.record import Record, Solution, placement_of
from rookery.core.words import legible
from rookery.models import BadInput
from rookery.models.problems.plain import Plain, declare_plain

MAX_CONTESTED = 25  # contested instances that are shown with a board
MAX_DRAWN = 2_500  # squares of a board that is drawn
MAX_CHARTS, MAX_PAIRS = 12, 45


class Row(NamedTuple):
    """A row of the table of instances; `cells` has an entry for each contestant."""

    record: Record
    answer: str
    cells: list[Cell | None]
    winner: str
    disputed: bool


def page(found: Findings, changes: Changes | None = None) -> str:
    """Return the page of a campaign, with the changes since a baseline if there is one."""
    analysis = found.analysis
    looks = choose_looks(analysis)
    growing = [name for name, sizes in analysis.by_size.items() if len(sizes) > 1]
    text = (
        _templates()
        .get_template("report.html")
        .render(
            found=found,
            analysis=analysis,
            changes=changes,
            words=wording,
            sentences=sentences,
            looks=looks,
            reasons=[name for name, _ in found.unsolved.most_common()],
            contested=[(each, _draw(found, each)) for each in found.contested[:MAX_CONTESTED]],
            pairs=_choose_pairs(found),
            charts=[(name, draw_scaling(analysis, name, looks)) for name in growing[:MAX_CHARTS]],
            undrawn=len(growing[MAX_CHARTS:]),
            cactus=draw_cactus(analysis, looks),
            rows=[_row(found, instance) for instance in analysis.instances],
            conditions=conditions(found),
            style=Markup(_read("report.css")),
            script=Markup(_read("report.js")),
        )
    )
    return legible(text)


@cache
def _templates() -> Templates:
    loader = PackageLoader("rookery.compare", "")
    made = Templates(loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    made.filters["grouped"] = "{:,}".format
    return made


@cache
def _read(name: str) -> str:
    return files("rookery.compare").joinpath(name).read_text(encoding="utf-8")


def _choose_pairs(found: Findings) -> Sequence[Pair]:
    """Return each pair once; with too many backends, only the pairs with the first one of the scores."""
    pairs = [pair for (one, other), pair in found.analysis.pairs.items() if one < other]
    best = found.analysis.scores[0].contestant if pairs else ""
    return pairs if len(pairs) <= MAX_PAIRS else [pair for pair in pairs if best in (pair.one, pair.other)]


def _row(found: Findings, instance: str) -> Row:
    analysis = found.analysis
    cells = [analysis.cells.get((instance, who)) for who in analysis.contestants]
    runs = (cell.best for cell in cells if cell)
    answer = wording.answer(
        max(runs, key=lambda record: (is_solved(record), wording.answer(record) != wording.NOTHING))
    )
    disputed = any(each.instance == instance for each in found.disputes)
    return Row(analysis.instances[instance], answer, cells, analysis.winners.get(instance, ""), disputed)


def _draw(found: Findings, contested: Contested) -> Markup | None:
    """Return the board of the solution that shows what is wrong, if there is one."""
    record = found.raw.instances.get(contested.instance)
    return _draw_solution(record.problem, contested.witness) if record and contested.witness else None


def _draw_solution(problem: Plain, solution: Solution) -> Markup:
    """Return a board, or the squares in words if it cannot be drawn, such as for a solution that a referee refused."""
    try:
        placement = placement_of(declare_plain(problem), solution)
        if len(placement.board) <= MAX_DRAWN:
            return Markup(placement.svg())
    except BadInput:
        pass
    return Markup("<p>{}</p>").format(sentences.describe_solution(solution))


def conditions(found: Findings) -> list[tuple[str, str]]:
    """Return limits, versions and facts of the machine; each version once."""
    limits = dict.fromkeys(record.limits for record in found.records)
    seconds = [f"{limit.seconds:g} s" for limit in limits if limit.seconds is not None]
    memory = [f"{limit.memory / 2**20:,.0f} MiB" for limit in limits if limit.memory is not None]
    versions: dict[str, list[str]] = {}
    for name, version in dict.fromkeys(item for record in found.records for item in record.versions.items()):
        versions.setdefault(name, []).append(version)
    starts = sorted(record.started[:16].replace("T", " ") for record in found.records if record.started)
    facts = {
        name: fact
        for name, fact in found.environment.facts.items()
        if name != "started" and not any(fact.startswith(version) for version in versions.get(name.lower(), ()))
    }
    rows = {
        "time limit": ", ".join(dict.fromkeys(seconds)) or "none",
        "memory limit": ", ".join(dict.fromkeys(memory)) or "none",
        "seeds": ", ".join(map(str, sorted({record.seed for record in found.records}))),
        "runs": " to ".join(dict.fromkeys([starts[0], starts[-1]])) if starts else "",
        **facts,
        "versions": ", ".join(f"{name} {' or '.join(many)}" for name, many in sorted(versions.items())),
    }
    return [(name, text) for name, text in rows.items() if text]
