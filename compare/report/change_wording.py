"""Changes against a baseline, in words."""

from pathlib import Path
from string import ascii_uppercase

from rookery.compare.analysis.changes import Change, Changes
from rookery.compare.analysis.findings import Findings
from rookery.compare.analysis.pairs import PairScore
from rookery.compare.analysis.side_by_side import SideBySide
from rookery.compare.report.wording import NOTHING, answer, pair_ratio, ratio, seconds
from rookery.models.base.words import amount


def identity(found: Findings) -> str:
    """A campaign with what tells it from its likes: `queens (folder old, 2026-01-05, rookery 0.1.0, Example 3000)`."""
    facts = found.environment.facts
    folder = f"folder {Path(found.folder).name}" if found.folder else ""
    rookery = f"rookery {facts['rookery']}" if "rookery" in facts else ""
    parts = ", ".join(filter(None, [folder, found.started, rookery, facts.get("processor", "")]))
    return f"{found.title} ({parts})" if parts else found.title


def headline(changes: Changes) -> str:
    """What changed since the baseline, which is named, in a sentence for the verdict."""
    return f"Against {identity(changes.before)}: {_count_changes(changes)}."


def _count_changes(changes: Changes) -> str:
    if not changes.pairs:
        return "nothing in common"
    counts = {"slower": changes.slower, "faster": changes.faster, "no longer answered": changes.lost}
    counts |= {"newly answered": changes.gained, "with another answer": changes.contradictions}
    told = [f"{len(found):,} {name}" for name, found in counts.items() if found]
    return f"{', '.join(told) or 'no clear change'} of {amount(len(changes.pairs), 'cell')}"


def summary(changes: Changes) -> str:
    """What changed, in a sentence."""
    if not changes.pairs:
        return "Nothing in common: no backend ran the same instance in both."
    if changes.repeated:
        note = f" (> {changes.threshold - 1:.0%}, 95 % interval; up to {changes.chance:.0%} may be chance)"
    else:
        note = "; one run per cell gives no interval, so nothing counts as slower or faster: run more seeds"
    counts = [f"{len(changes.slower)} slower", f"{len(changes.faster)} faster", f"{len(changes.lost)} lost"]
    counts += [f"{len(changes.gained)} gained", f"{amount(len(changes.contradictions), 'answer')} changed"]
    only_before, only_after = changes.alone
    alone = f"; {only_before} only in the baseline, {only_after} new" if only_before or only_after else ""
    return f"{amount(len(changes.pairs), 'comparable cell')}: {', '.join(counts)}{note}{alone}."


def overall(changes: Changes) -> list[tuple[str, str]]:
    """Each backend's ratio over all cells that have times in both."""
    return [
        (who, f"{pair_ratio(found)} over {amount(found.compared, 'cell')}{_doubt(found)}")
        for who, found in changes.overall.items()
        if found.best_ratio
    ]


def _doubt(found: PairScore) -> str:
    return "" if found.clear else ", no clear change"


def change(each: Change) -> str:
    """A ratio with both medians: `×1.8 [1.6, 2.1], 1.20 s → 2.16 s`."""
    return f"{ratio(each.ratio)}, {seconds(each.before.total.median)} → {seconds(each.after.total.median)}"


def answers(each: Change) -> str:
    """The answer before and now."""
    return f"{answer(each.before.solved[0])} → {answer(each.after.solved[0])}"


def differences(beside: SideBySide) -> list[list[str]]:
    """The conditions in which campaigns differ as rows: a name, then its value in each campaign."""
    return [[row.name, *(value or NOTHING for value in row.values)] for row in beside.conditions if row.differs]


def letters(beside: SideBySide) -> list[str]:
    """What each campaign is called in a table: `A` is the baseline."""
    return [ascii_uppercase[at] if at < len(ascii_uppercase) else str(at + 1) for at in range(len(beside.campaigns))]


def side_by_side(beside: SideBySide) -> list[list[str]]:
    """Times against the baseline as rows: a contestant, then its ratio in each later campaign, `?` for no clear one."""
    return [[who, *map(_speed, speeds)] for who, speeds in beside.speeds.items()]


def _speed(found: PairScore | None) -> str:
    if found is None or found.best_ratio is None:
        return NOTHING
    return f"{pair_ratio(found)}{'' if found.clear else ' ?'}"
