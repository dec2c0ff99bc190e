"""Caveats: what makes the times of a campaign, or the conclusions from them, doubtful."""

import re
from collections.abc import Iterator, Mapping

from rookery.compare.analysis import BRIEF, ENOUGH, RUNS_FOR_A_WIN, Analysis
from rookery.compare.record import Ended
from rookery.compare.wording import seconds
from rookery.core.words import amount, join_words

WIDE = 1.5  # a slowest run that takes this many times as long as the fastest one is worth mentioning
BUSY = 0.25  # load for each core
LOAD = "load at start"


def list_caveats(found: Analysis, environment: Mapping[str, str], disputed: int = 0) -> list[str]:
    """Return a sentence for each reason to doubt, the weightiest first.

    The fact "left out" of the environment names backends that "all" does not stand for, and why.
    """
    if not found.records:
        return ["No run was made."]
    return [*_answers(found, disputed), *_machine(environment), *_loading(found), *_spread(found), *_extent(found)]


def _answers(found: Analysis, disputed: int) -> Iterator[str]:
    if disputed:
        yield f"Answers to {amount(disputed, 'instance')} disagree; the times of wrong answers are left out."
    if found.wrong:
        yield f"Not ranked, because an answer is wrong: {join_words(sorted(found.wrong))}."
    if censored := sum(cell.censored for cell in found.cells.values()):
        yield f"{_medians(censored, found)} not known, because too few runs answered."
    if nobody := sum(not any(cell.solved for cell in found.row(instance)) for instance in found.instances):
        yield f"{amount(nobody, 'instance')} {'has' if nobody == 1 else 'have'} no answer from any backend."
    for who in found.contestants:
        runs = [record for cell in found.column(who) for record in cell.records]
        if {(record.ended, record.message) for record in runs} == {(Ended.UNSUPPORTED, runs[0].message)}:
            yield f"{who} refused every question: {runs[0].message}"


def _machine(environment: Mapping[str, str]) -> Iterator[str]:
    if "left out" in environment:
        yield f"Not compared: {environment['left out']}."
    cores = read_number(environment, "cores") or 1
    jobs = read_number(environment, "jobs") or 1
    load = read_number(environment, LOAD) or 0
    if jobs > cores:
        yield f"{jobs:g} runs shared {amount(int(cores), 'core')}: times include waiting."
    elif jobs > 1 and 2 * jobs > cores:
        yield f"{jobs:g} runs at a time on {cores:g} cores shared caches and memory: times are a little longer."
    if load > BUSY * cores:
        yield f"The machine was busy before the campaign began: load {load:g} on {amount(int(cores), 'core')}."


def read_number(environment: Mapping[str, str], name: str) -> float | None:
    """Return the first number in a fact; None if there is no such fact."""
    number = re.search(r"\d+(\.\d+)?", environment.get(name, ""))
    return float(number[0]) if number else None


def _loading(found: Analysis) -> Iterator[str]:
    spared = {record.backend: record.preloaded for record in found.records if record.preloaded}
    if spared:
        text = ", ".join(f"{name} {seconds(spent)}" for name, spent in sorted(spared.items()))
        yield f"Loading the libraries (once, before the runs) is not counted: {text}."


def _spread(found: Analysis) -> Iterator[str]:
    several = [cell for cell in found.cells.values() if len(cell.solved) > 1 and cell.times[0] >= BRIEF]
    ratios = {cell.name: cell.times[len(cell.solved) - 1] / cell.times[0] for cell in several}
    wide = [name for name, ratio in ratios.items() if ratio > WIDE]
    if wide:
        worst = max(wide, key=lambda name: ratios[name])
        yield (
            f"The slowest of several runs took more than {WIDE} times as long as the fastest in {len(wide):,} of "
            f"{amount(len(several), 'case')}: {ratios[worst]:.2g} times for {worst}."
        )
    if brief := sum(cell.median < BRIEF for cell in found.cells.values()):
        yield f"{_medians(brief, found)} under 10 ms, where noise dominates."


def _extent(found: Analysis) -> Iterator[str]:
    runs = max(len(cell.records) for cell in found.cells.values())
    if runs < RUNS_FOR_A_WIN:
        yield (
            f"Each backend ran {('once', 'twice', '3 times')[runs - 1]} on an instance: a win takes {RUNS_FOR_A_WIN} "
            f"runs, an interval {ENOUGH} (--seeds {ENOUGH})."
        )
    elif runs < ENOUGH:
        yield f"Each backend ran {runs} times on an instance: intervals take {ENOUGH} runs (--seeds {ENOUGH})."
    if len(found.instances) < ENOUGH:
        yield f"{amount(len(found.instances), 'instance')}: the interval of a ratio takes {ENOUGH}."


def _medians(number: int, found: Analysis) -> str:
    return f"{number:,} of {amount(len(found.cells), 'median')} {'is' if number == 1 else 'are'}"
