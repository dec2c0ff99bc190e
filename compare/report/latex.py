"""Tables for a paper: scores, times by size, pairs and campaigns side by side, in LaTeX with booktabs."""

from collections.abc import Sequence

from rookery.compare.analysis.changes import SideBySide
from rookery.compare.analysis.findings import Findings
from rookery.compare.analysis.growth import sample_sizes
from rookery.compare.analysis.statistics import Sample
from rookery.compare.report import sentences
from rookery.compare.report import wording as words

HEAD = "% Tables of a comparison by Rookery; they need \\usepackage{booktabs}."
SPECIAL = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    **{sign: f"\\{sign}" for sign in "#$%&_"},
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': r"\textquotedbl{}",
    "×": r"$\times$",
    "≥": r"$\geq$",
    "≤": r"$\leq$",
    "∞": r"$\infty$",
    "µ": r"$\mu$",
    "–": "--",
    "—": "---",
    "→": r"$\to$",
    "\n": " ",
}


def latex(campaigns: SideBySide) -> str:
    """The tables of a report, one after the other; the text stands for itself in an article."""
    found = campaigns.latest
    tables = [_scores(found), _pairs(found)]
    tables += [_sizes(found, name) for name in found.grid.series]
    tables += [_speeds(campaigns)] if campaigns.changes else []
    lines = (f"{sentences.headline(found)}.", sentences.verdict(found), sentences.leader(found))
    said = [f"% {escape(line)}" for line in lines if line]
    return "\n\n".join(["\n".join([HEAD, *said]), *tables]) + "\n"


def escape(text: str) -> str:
    """Text in which LaTeX reads nothing as a command; what ASCII does not have and no sign stands for is a box."""
    return "".join(
        SPECIAL.get(sign, sign if sign.isascii() and sign.isprintable() else r"\rule{.5em}{.5em}") for sign in text
    )


def _table(caption: str, head: Sequence[str], rows: Sequence[Sequence[str]], foot: Sequence[Sequence[str]] = ()) -> str:
    """A table whose first column is set to the left and all others to the right."""
    lines = [r"\begin{table}", r"  \centering", f"  \\caption{{{escape(caption)}}}"]
    lines += [f"  \\begin{{tabular}}{{l{'r' * (len(head) - 1)}}}", r"    \toprule", _line(head), r"    \midrule"]
    lines += map(_line, rows)
    lines += [r"    \midrule", *map(_line, foot)] if foot else []
    return "\n".join([*lines, r"    \bottomrule", r"  \end{tabular}", r"\end{table}"])


def _line(cells: Sequence[str]) -> str:
    # A cell that begins with "[" would be read as the length that \\ takes.
    return f"    {' & '.join(f'{{{escape(cell)}}}' for cell in cells)} \\\\"


def _scores(found: Findings) -> str:
    head = ["backend", "answered", "PAR-2", "median", "geometric mean", "wins", "unique"]
    *rows, best = (row[: len(head)] for row in words.list_scores(found.scores))
    return _table(f"Scores: {found.title}", head, rows, [best])


def _pairs(found: Findings) -> str:
    rows = [
        [pair.one, pair.other, words.pair_ratio(pair), str(pair.compared), "yes" if pair.clear else "no"]
        for pair in found.scores.pair_scores
    ]
    head = ["one", "other", "one takes as long", "instances", "clear"]
    return _table("Ratios of median times: geometric mean with its 95 % interval", head, rows)


def _sizes(found: Findings, name: str) -> str:
    samples = sample_sizes(found.grid, name)
    rows = [[str(size), *(_time(each[size]) for each in samples.values())] for size in found.grid.series[name]]
    return _table(f"Median time by size: {name}", ["size", *samples], rows)


def _time(sample: Sample) -> str:
    return words.median(sample) if len(sample) else ""


def _speeds(campaigns: SideBySide) -> str:
    names = sentences.letters(campaigns)
    identities = (f"{name}: {sentences.identity(each)}" for name, each in zip(names, campaigns.campaigns, strict=True))
    caption = f"Times as long as in the baseline {names[0]}, ? for no clear change ({'; '.join(identities)})"
    return _table(caption, ["backend", *names[1:]], sentences.side_by_side(campaigns))
