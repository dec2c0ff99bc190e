"""A report as Markdown, for a pull request: verdict, disagreements, scores, times by size."""

from collections.abc import Iterable, Iterator, Sequence

from rookery.compare.analysis.changes import Changes
from rookery.compare.analysis.findings import CampaignOutcome, Findings
from rookery.compare.analysis.growth import sample_sizes
from rookery.compare.analysis.statistics import Sample
from rookery.compare.report import sentences
from rookery.compare.report import wording as words
from rookery.compare.report.sentences import claims_line, conclusion, evidence
from rookery.core.words import legible

MAX_LISTED = 20
SIGNS = {
    CampaignOutcome.WRONG: "❌",
    CampaignOutcome.CRASHED: "⚠️",
    CampaignOutcome.UNCOMPARED: "❔",
    CampaignOutcome.AGREED: "✅",
}


def markdown(found: Findings, changes: Changes | None = None) -> str:
    """The findings of a campaign, and what changed against a baseline."""
    parts = [_head(found, changes), *_list_contested(found)]
    parts += _changes(changes) if changes else []
    parts += [f"### Scores\n\n{_scores(found)}"]
    parts += [f"### Time by size: {_plain(name)}\n\n{_sizes(found, name)}" for name in found.grid.series]
    if found.caveats:
        parts.append("### Keep in mind\n\n" + "\n".join(f"- {_plain(text)}" for text in found.caveats))
    return legible("\n\n".join(parts)) + "\n"


def _head(found: Findings, changes: Changes | None) -> str:
    against = sentences.headline_of_changes(changes) if changes else ""
    lines = [sentences.verdict(found), sentences.leader(found), against, f"{sentences.runs(found)}."]
    text = "\n".join(filter(None, lines))
    return f"## {_plain(found.title)}\n\n{SIGNS[found.outcome]} **{_plain(sentences.headline(found))}.** {_plain(text)}"


def _list_contested(found: Findings) -> Iterator[str]:
    """A row for each contested instance, then the evidence, with the commands that reproduce it."""
    if not found.contested:
        return
    rows = [[_plain(each.instance), _plain(claims_line(each)), _plain(conclusion(each))] for each in found.contested]
    yield f"### ❌ Contested instances\n\n{_table(['instance', 'claims', 'conclusion'], rows)}"
    for each in found.contested[:MAX_LISTED]:
        lines = [f"**{_plain(each.instance)}**", *(f"{name}: {_plain(text)}" for name, text in evidence(each))]
        yield "  \n".join(lines) + (f"\n\n{_code(each.main.command)}" if each.main.command else "")


def _code(text: str) -> str:
    """A block of code with a fence that nothing in it closes."""
    fence = "```"
    while fence in text:
        fence += "`"
    return f"{fence}sh\n{text}\n{fence}"


def _plain(text: str) -> str:
    """Text in which nothing is read as Markdown or HTML."""
    for sign in "\\`*_[]<>|#":
        text = text.replace(sign, f"\\{sign}" if sign not in "<>" else {"<": "&lt;", ">": "&gt;"}[sign])
    return "  \n".join(text.splitlines()) if text else text


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---", *("--:" for _ in head[1:])], *rows]
    return "\n".join(f"| {' | '.join(' '.join(cell.split()) for cell in line)} |" for line in lines)


def _scores(found: Findings) -> str:
    reasons = [name for name, _ in found.unsolved.most_common()]
    rows = [
        [_plain(who), answered.replace("/", " / "), *(str(score.reasons.get(name, 0)) for name in reasons)]
        + [_plain(cell) for cell in cells]
        for score, (who, answered, *cells, _) in zip(found.scores.table, words.list_scores(found.scores), strict=False)
    ]
    return _table(["backend", "answered", *reasons, "PAR-2", "median", "geometric mean", "wins", "unique"], rows)


def _sizes(found: Findings, name: str) -> str:
    samples = sample_sizes(found.grid, name)
    rows = [[str(size), *(_time(each[size]) for each in samples.values())] for size in found.grid.series[name]]
    growths = [growth for growth in found.growths if growth.series == name]
    if growths:
        rows.append(["*next*", *(_plain(words.forecast(growth)) for growth in growths)])
    return _table(["size", *map(_plain, samples)], rows)


def _time(sample: Sample) -> str:
    if not len(sample):
        return ""
    if sample.censored:
        return _plain(words.median(sample)) if sample.at_least else "no answer"
    return f"{words.seconds(sample.median)}{f' ({words.span(sample.interval)})' if sample.interval else ''}"


def _changes(changes: Changes) -> Iterator[str]:
    baseline = _plain(sentences.identity(changes.before))
    yield f"### Against the baseline: {baseline}\n\n**{_plain(sentences.summary(changes))}**"
    if overall := sentences.overall(changes):
        yield _table(["backend", "takes … times as long"], [[_plain(name), _plain(text)] for name, text in overall])
    lines = [f"❌ {each.name}: {sentences.answers(each)}" for each in changes.contradictions]
    lines += [f"slower: {each.name}: {sentences.change(each)}" for each in changes.slower]
    lines += [f"no longer answered: {each.name}: {words.outcome(each.after)}" for each in changes.lost]
    lines += [f"faster: {each.name}: {sentences.change(each)}" for each in changes.faster]
    lines += [f"newly answered: {each.name}: {words.median(each.after.total)}" for each in changes.gained]
    lines += [f"{name}: {old or '—'} → {new or '—'}" for name, old, new in changes.conditions]
    if lines:
        yield "\n".join(f"- {_plain(line)}" for line in lines)
