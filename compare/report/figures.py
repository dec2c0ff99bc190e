"""Figures for papers, PDF and PNG: drawn with matplotlib, which is an optional extra."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rookery.compare.analysis.findings import Findings
from rookery.compare.analysis.growth import list_curves, list_phases, rank_medians, sample_sizes
from rookery.core.files import replacing
from rookery.core.plugins import install_extra
from rookery.models import BadInput

MARKERS = "os^DvPhp*X"
FORMATS = ("pdf", "png")
STYLE: Any = {"font.size": 9, "axes.grid": True, "grid.alpha": 0.3, "axes.spines.top": False}
COLOURS = ("#1f62ad", "#c25a12", "#23845f", "#8b46a6", "#a37a08", "#bd3559", "#3a86ac", "#68655f")


def figures(found: Findings, folder: Path) -> list[Path]:
    """Write a scaling figure for each family, a cactus plot and compile against search; the files.

    Raises `BadInput` if matplotlib is missing or the folder cannot be written.
    """
    try:
        import matplotlib as mpl
        from matplotlib.figure import Figure
    except ImportError:
        text = f"figures need matplotlib, which is not installed: {install_extra('figures')}"
        raise BadInput(text) from None
    try:
        folder.mkdir(parents=True, exist_ok=True)
        # The same bytes each time: a figure under version control changes when its data do.
        with mpl.rc_context(STYLE | {"svg.hashsalt": "rookery", "pdf.fonttype": 42}):
            return [path for name, draw in _list_figures(found) for path in _save(Figure, draw, folder / name)]
    except OSError as error:
        raise BadInput(f"cannot write figures to {folder}: {error.strerror}") from None


def _list_figures(found: Findings) -> Iterator[tuple[str, Any]]:
    curved = list_curves(found.grid)
    for number, name in enumerate(found.grid.series, start=1):
        if name in curved:
            yield f"scaling-{number}", lambda axes, name=name: _scaling(found, name, axes)
    yield "cactus", lambda axes: _cactus(found, axes)
    yield "phases", lambda axes: _phases(found, axes)


def _save(figure: Any, draw: Any, path: Path) -> Iterator[Path]:
    made = figure(figsize=(4.8, 3.4), layout="constrained")
    axes = made.add_subplot()
    draw(axes)
    if axes.get_legend_handles_labels()[0]:
        axes.legend(frameon=False)
    for suffix in FORMATS:
        file = path.with_suffix(f".{suffix}")
        with replacing(file) as drawn:
            metadata = {"CreationDate": None} if suffix == "pdf" else None
            made.savefig(drawn, format=suffix, dpi=200, metadata=metadata)
        yield file


def _style(number: int) -> dict[str, Any]:
    return {"color": COLOURS[number % len(COLOURS)], "marker": MARKERS[number % len(MARKERS)], "markersize": 4}


def _scaling(found: Findings, name: str, axes: Any) -> None:
    """Medians with their intervals; sizes without a median are left out of the line and named in the legend."""
    for number, (who, samples) in enumerate(sample_sizes(found.grid, name).items()):
        known = {size: sample for size, sample in samples.items() if not sample.censored}
        lost = [str(size) for size, sample in samples.items() if sample.censored and len(sample)]
        medians = [sample.median for sample in known.values()]
        ends = [sample.interval or (sample.median, sample.median) for sample in known.values()]
        low = [median - end[0] for median, end in zip(medians, ends, strict=True)]
        high = [min(end[1], median * 10) - median for median, end in zip(medians, ends, strict=True)]
        label = f"{who} (no answer: {', '.join(lost)})" if lost else who
        axes.errorbar(list(known), medians, yerr=[low, high], label=label, linewidth=1.2, capsize=2, **_style(number))
    axes.set(yscale="log", xlabel="size of the board", ylabel="median time [s]", title=name)


def _cactus(found: Findings, axes: Any) -> None:
    for number, (who, times) in enumerate(rank_medians(found.grid).items()):
        axes.plot(range(1, len(times) + 1), times, label=who, linewidth=1.2, **_style(number))
    axes.set(yscale="log", xlabel="instances answered", ylabel="within (median time) [s]", title="Cactus plot")


def _phases(found: Findings, axes: Any) -> None:
    for number, (who, pairs) in enumerate(list_phases(found.grid).items()):
        known = [pair for pair in pairs if min(pair) > 0]
        axes.plot(*zip(*known, strict=True), label=who, **_style(number), linestyle="") if known else None
    axes.axline((1e-3, 1e-3), slope=1, color="0.6", linewidth=0.8)
    axes.set(xscale="log", yscale="log", xlabel="compile [s]", ylabel="search [s]", title="Compile against search")
