"""A campaign as one self-contained HTML page, which needs no network and computes nothing."""

from functools import cache
from importlib.resources import files
from typing import NamedTuple

from jinja2 import Environment as Templates
from jinja2 import PackageLoader, StrictUndefined
from markupsafe import Markup

from rookery.compare import sentences, wording
from rookery.compare.analysis import Analysis, Cell, Pair
from rookery.compare.changes import Changes
from rookery.compare.charts import choose_looks, draw_cactus, draw_scaling
from rookery.compare.findings import Findings
from rookery.compare.problems import MODEL
from rookery.compare.record import Record, Said
from rookery.compare.verdict import Contested
from rookery.core.words import legible

MAX_CONTESTED = 25  # contested instances that are shown
MAX_BOARDS = 100_000  # bytes of all boards: a page of 1,000 runs has 400 kB at most
MAX_CHARTS, MAX_PAIRS = 12, 45


class Row(NamedTuple):
    """A row of the table of instances: the run that says the most, and a cell for each contestant."""

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
            contested=_draw_contested(found),
            pairs=_choose_pairs(analysis),
            charts=[(name, draw_scaling(analysis, name, looks)) for name in growing[:MAX_CHARTS]],
            undrawn=len(growing[MAX_CHARTS:]),
            cactus=draw_cactus(analysis, looks),
            rows=[_row(found, instance) for instance in analysis.instances],
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


def _choose_pairs(found: Analysis) -> list[Pair]:
    """Return each pair of ranked backends once; with too many of them, the pairs of the best backend."""
    pairs = [pair for pair in found.ranked if pair.one < pair.other]
    best = next((score.contestant for score in found.scores if score.contestant not in found.wrong), "")
    return pairs if len(pairs) <= MAX_PAIRS else [pair for pair in pairs if best in (pair.one, pair.other)]


def _row(found: Findings, instance: str) -> Row:
    analysis = found.analysis
    cells = [analysis.cells.get((instance, who)) for who in analysis.contestants]
    runs = [record for cell in cells if cell for record in cell.records]
    told = max(runs, key=lambda record: (record.solved, record.said is not Said.UNKNOWN))
    disputed = any(each.instance == instance for each in found.contested)
    return Row(told, wording.answer(told), cells, analysis.winners.get(instance, ""), disputed)


def _draw_contested(found: Findings) -> list[tuple[Contested, Markup | None]]:
    """Return contested instances with the board of the solution that shows what is wrong, if there is one.

    A solution is described in words if it cannot be drawn, or if the boards before it fill their part of the page.
    """
    shown, room = [], MAX_BOARDS
    for contested in found.contested[:MAX_CONTESTED]:
        placement = None if contested.record.problem["family"] == MODEL else contested.placement
        board = Markup(placement.svg()) if placement else None
        if contested.witness is not None and (board is None or len(board) > room):
            board = Markup("<p>{}</p>").format(sentences.describe_witness(contested))
        room -= len(board or "")
        shown.append((contested, board))
    return shown
