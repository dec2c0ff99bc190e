"""A campaign as one self-contained HTML page, which needs no network and computes nothing."""

from functools import cache

from jinja2 import Environment, PackageLoader, StrictUndefined, Template
from markupsafe import Markup

from rookery.compare import sentences, wording
from rookery.compare.analysis import Analysis, Pair
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


def page(found: Findings, changes: Changes | None = None) -> str:
    """Return the page of a campaign, with the changes since a baseline if there is one."""
    analysis = found.analysis
    looks = choose_looks(analysis)
    growing = [name for name, sizes in analysis.by_size.items() if len(sizes) > 1]
    text = _template().render(
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
        rows=[_choose_run(analysis, instance) for instance in analysis.instances],
        disputed={each.instance for each in found.contested},
    )
    return legible(text)


@cache
def _template() -> Template:
    loader = PackageLoader("rookery.compare", "")
    made = Environment(loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    made.filters["grouped"] = "{:,}".format
    return made.get_template("report.html")


def _choose_pairs(found: Analysis) -> list[Pair]:
    """Return each pair of ranked backends once; with too many of them, the pairs of the best backend."""
    pairs = [pair for pair in found.ranked if pair.one < pair.other]
    best = next((score.contestant for score in found.scores if score.contestant not in found.wrong), "")
    return pairs if len(pairs) <= MAX_PAIRS else [pair for pair in pairs if best in (pair.one, pair.other)]


def _choose_run(found: Analysis, instance: str) -> Record:
    """Return the run that says the most about an instance."""
    runs = (record for cell in found.row(instance) for record in cell.records)
    return max(runs, key=lambda record: (record.solved, record.said is not Said.UNKNOWN))


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
