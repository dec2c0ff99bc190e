"""Records for other programs: JSON lines, CSV, Parquet, the JSON of mkplot; and the figures of matplotlib."""

import csv
import io
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rookery.backends.contract.answer import make_table
from rookery.backends.contract.answer_data import VOCABULARY
from rookery.compare.analysis.cells import contestant, is_solved, seconds_of
from rookery.compare.analysis.findings import Findings
from rookery.compare.analysis.growth import list_curves, list_phases, rank_medians, sample_sizes
from rookery.compare.records.record import Record, as_plain
from rookery.compare.report.charts import choose_looks
from rookery.core.files import replace_file, replacing
from rookery.core.plugins import install_extra
from rookery.models import BadInput

if TYPE_CHECKING:
    from pandas import DataFrame

SPREAD = ("limits", "times", "program")
EXPORTED = tuple(name for name in VOCABULARY if name != "memory")  # which a record has
AS_TEXT = ("problem", "options", "versions", "solutions")
MARKERS = "os^DvPhp*X"
FORMATS = ("pdf", "png")
STYLE: Any = {"font.size": 9, "axes.grid": True, "grid.alpha": 0.3, "axes.spines.top": False}
COLOURS = ("#1f62ad", "#c25a12", "#23845f", "#8b46a6", "#a37a08", "#bd3559", "#3a86ac", "#68655f")


def export(records: Sequence[Record], path: Path) -> list[Path]:
    """Write records to a file of the form that its name ends with, and give the files that were written.

    `.jsonl` holds everything, a record per line; `.csv` and `.parquet` have a row per record, with separate columns for
    phases and sizes; `.json` is for mkplot, with a file per contestant. Raises `BadInput` for any other ending, a file
    that cannot be written, and Parquet without its library.
    """
    write = FORMS.get(path.suffix.lower())
    if write is None:
        raise BadInput(f"export {path}: expected a name that ends with {', '.join(FORMS)}")
    return write(records, path)


def flatten(record: Record) -> dict[str, Any]:
    """A record as one row: phases, sizes, limits, statistics in separate columns, deeper values as JSON.

    There is a column for each search statistic, empty if the backend does not report it.
    """
    data = as_plain(record)
    statistics = data.pop("statistics")
    spread = {f"{name}.{key}": value for name in SPREAD for key, value in data.pop(name).items()}
    return (
        {name: json.dumps(value) if name in AS_TEXT else value for name, value in data.items()}
        | spread
        | {f"statistics.{name}": statistics.get(name) for name in EXPORTED}
    )


def frame(records: Iterable[Record]) -> "DataFrame":
    """Records as a table of pandas, a row each; raises `BadInput` if pandas is not installed."""
    return make_table([{"contestant": contestant(record), **flatten(record)} for record in records])


def _jsonl(records: Sequence[Record], path: Path) -> list[Path]:
    with replacing(path) as file:
        file.writelines(json.dumps(as_plain(record)).encode() + b"\n" for record in records)
    return [path]


def _csv(records: Sequence[Record], path: Path) -> list[Path]:
    rows = [flatten(record) for record in records]
    columns = list(dict.fromkeys(name for row in rows for name in row))
    text = io.StringIO(newline="")
    writer = csv.DictWriter(text, columns)
    writer.writeheader()
    writer.writerows(rows)
    replace_file(path, text.getvalue())
    return [path]


def _parquet(records: Sequence[Record], path: Path) -> list[Path]:
    try:
        import pyarrow  # noqa: F401
    except ImportError:
        raise BadInput(f"Parquet needs pyarrow: {install_extra('parquet')}; .csv and .jsonl need nothing") from None
    table = frame(records)
    for name in ("count", "orbits", "objective", "bound"):
        if any(value is not None and abs(value) >= 1 << 63 for value in (getattr(each, name) for each in records)):
            table[name] = table[name].map(lambda value: None if value is None else str(value))
        else:
            table[name] = table[name].astype("Int64")
    for name in EXPORTED:
        table[f"statistics.{name}"] = table[f"statistics.{name}"].astype("Int64")
    with replacing(path) as file:
        table.to_parquet(file, engine="pyarrow", index=False)
    return [path]


def _mkplot(records: Sequence[Record], path: Path) -> list[Path]:
    by_name = sorted(records, key=contestant)
    names = [(name, list(group)) for name, group in groupby(by_name, key=contestant)]
    written = []
    for name, group in names:
        slug = re.sub(r"[^A-Za-z0-9_.]+", "-", name)
        target = path if len(names) == 1 else path.with_name(f"{path.name.partition('.')[0]}-{slug}.json")
        replace_file(target, json.dumps({"preamble": _preamble(name, group), "stats": _stats(group)}, indent=1))
        written.append(target)
    return written


def _preamble(name: str, records: Sequence[Record]) -> Mapping[str, Any]:
    limits = records[0].limits
    return {
        "program": name,
        "prog_alias": name,
        "prog_args": " ".join(f"{key}={value}" for key, value in records[0].options.items()),
        "benchmark": ", ".join(dict.fromkeys(record.family for record in records)),
        "runlim": {"time_limit": limits.seconds, "memory_limit": limits.memory},
    }


def _stats(records: Sequence[Record]) -> dict[str, Any]:
    """Each run by its instance and seed: whether it was solved, and the seconds it took."""
    return {
        f"{record.instance}, seed {record.seed}": {
            "status": is_solved(record),
            "rtime": seconds_of(record) if is_solved(record) else record.limits.seconds or record.wall,
            "memory": record.memory,
        }
        for record in records
    }


FORMS: Mapping[str, Callable[[Sequence[Record], Path], list[Path]]] = {
    ".jsonl": _jsonl,
    ".csv": _csv,
    ".parquet": _parquet,
    ".json": _mkplot,
}


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


def _style(found: Findings, who: str) -> dict[str, Any]:
    look = choose_looks(found)[found.grid.contestants.index(who)]
    colour = "0.6" if look.wrong else COLOURS[look.number]
    return {"color": colour, "marker": MARKERS[look.number], "markersize": 4}


def _scaling(found: Findings, name: str, axes: Any) -> None:
    """Medians with their intervals; sizes without a median are left out of the line and named in the legend."""
    for who, samples in sample_sizes(found.grid, name).items():
        known = {size: sample for size, sample in samples.items() if not sample.censored}
        lost = [str(size) for size, sample in samples.items() if sample.censored and len(sample)]
        medians = [sample.median for sample in known.values()]
        ends = [sample.interval or (sample.median, sample.median) for sample in known.values()]
        low = [median - end[0] for median, end in zip(medians, ends, strict=True)]
        high = [min(end[1], median * 10) - median for median, end in zip(medians, ends, strict=True)]
        label = f"{who} (no answer: {', '.join(lost)})" if lost else who
        axes.errorbar(
            list(known), medians, yerr=[low, high], label=label, linewidth=1.2, capsize=2, **_style(found, who)
        )
    axes.set(yscale="log", xlabel="size of the board", ylabel="median time [s]", title=name)


def _cactus(found: Findings, axes: Any) -> None:
    for who, times in rank_medians(found.grid).items():
        axes.plot(range(1, len(times) + 1), times, label=who, linewidth=1.2, **_style(found, who))
    axes.set(yscale="log", xlabel="instances answered", ylabel="within (median time) [s]", title="Cactus plot")


def _phases(found: Findings, axes: Any) -> None:
    for who, pairs in list_phases(found.grid).items():
        known = [pair for pair in pairs if min(pair) > 0]
        axes.plot(*zip(*known, strict=True), label=who, **_style(found, who), linestyle="") if known else None
    axes.axline((1e-3, 1e-3), slope=1, color="0.6", linewidth=0.8)
    axes.set(xscale="log", yscale="log", xlabel="compile [s]", ylabel="search [s]", title="Compile against search")
