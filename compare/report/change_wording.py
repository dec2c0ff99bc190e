"""Changes against a baseline, in words."""

from rookery.compare.analysis.changes import Change, Changes
from rookery.compare.report.wording import answer, ratio, seconds
from rookery.models.base.words import amount


def summary(changes: Changes) -> str:
    """What changed, in a sentence."""
    if not changes.pairs:
        return "Nothing in common: no backend ran the same instance in both."
    if not changes.repeated:
        note = "; one run a cell shows no interval, so nothing is called slower or faster: run more seeds"
    else:
        note = f" (by more than {changes.threshold - 1:.0%}, clearly; by chance up to {changes.chance:.0%} of them)"
    counts = [f"{len(changes.slower)} slower", f"{len(changes.faster)} faster", f"{len(changes.lost)} lost"]
    counts += [f"{len(changes.gained)} gained", f"{amount(len(changes.contradictions), 'answer')} changed"]
    only_before, only_after = changes.alone
    alone = f"; {only_before} only there, {only_after} only here" if only_before or only_after else ""
    return f"Of {amount(len(changes.pairs), 'cell')} in both {', '.join(counts)}{note}{alone}."


def overall(changes: Changes) -> list[tuple[str, str]]:
    """Each backend's ratio over all cells that have medians in both."""
    return [
        (who, f"{ratio(found)} over {amount(cells, 'cell')}{'' if found and found.clear else ', no clear change'}")
        for who, (cells, found) in changes.overall.items()
        if cells
    ]


def change(each: Change) -> str:
    """A ratio with both medians: `×1.8 [1.6, 2.1], 1.20 s → 2.16 s`."""
    return f"{ratio(each.ratio)}, {seconds(each.before.total.median)} → {seconds(each.after.total.median)}"


def answers(each: Change) -> str:
    """The answer before and now."""
    return f"{answer(each.before.solved[0])} → {answer(each.after.solved[0])}"
