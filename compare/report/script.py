"""What the page's script computes with: the constants of the statistics, limits, and who quarrels about what."""

from collections.abc import Sequence
from typing import Any

from rookery.compare.analysis import growth, pairs, statistics
from rookery.compare.analysis.cells import time_given
from rookery.compare.analysis.changes import Changes
from rookery.compare.analysis.findings import Findings
from rookery.compare.records.record import Record
from rookery.compare.report import charts


def script_data(found: Findings, campaigns: Sequence[Changes]) -> dict[str, Any]:
    """Data beside the payload's: the script computes with it what Python has computed for the page as it is read."""
    limits = [_limits(record) for record in _runs(found)]
    answers = {"quarrels": _quarrels(found), "doubtful": _doubtful(found)}
    return {
        "constants": constants(),
        "limits": limits,
        **answers,
        "campaigns": [_points(found, each) for each in campaigns],
    }


def constants() -> dict[str, Any]:
    """The constants of the statistics, growth and charts by the names that the script has for them."""
    return {
        "resamples": statistics.RESAMPLES,
        "seed": statistics.SEED,
        "coverage": statistics.COVERAGE,
        "shift": statistics.SHIFT,
        "penalty": statistics.PENALTY,
        "assumed": statistics.ASSUMED,
        "brief": statistics.BRIEF,
        "enough": pairs.ENOUGH,
        "hair": pairs.HAIR,
        "fewest": growth.FEWEST,
        "tail": growth.TAIL,
        "open": growth.OPEN,
        "noise": growth.NOISE,
        "heard": growth.HEARD,
        "student": growth.STUDENT,
        "normal": growth.NORMAL,
        "least": charts.LEAST,
        "many": charts.MANY,
        "marks": charts.MARKS,
    }


def _runs(found: Findings) -> list[Record]:
    """The runs in the order of the payload: by instance, contestant, seed."""
    grid = found.grid
    cells = (grid.cell(instance, who) for instance in grid.instances for who in grid.contestants)
    return [record for cell in cells if cell for record in cell.records]


def _limits(record: Record) -> list[float | None]:
    """A run's limit, how long it certainly searched in vain, and what a mean charges where it did not answer."""
    return [record.limits.seconds, time_given(record), record.limits.seconds or record.wall or 0.0]


def _quarrels(found: Findings) -> list[list[int]]:
    """Instance and two contestants by number, of each dispute between two contestants."""
    places = {name: number for number, name in enumerate(found.grid.instances)}
    who = {name: number for number, name in enumerate(found.grid.contestants)}
    both = (each for each in found.disputes if {each.one, each.other} <= who.keys() and each.instance in places)
    return [[places[each.instance], who[each.one], who[each.other]] for each in both]


def _doubtful(found: Findings) -> list[list[int]]:
    """Instance and contestant by number, of each answer that is contested: it wins nothing."""
    places = {name: number for number, name in enumerate(found.grid.instances)}
    who = list(found.grid.contestants)
    return [[places[instance], who.index(name)] for instance, name in sorted(found.scores.doubtful)]


def _points(found: Findings, changes: Changes) -> list[list[Any]]:
    """Instance and contestant by number, the medians before and after, of each cell that both campaigns have."""
    places = {name: number for number, name in enumerate(found.grid.instances)}
    who = {name: number for number, name in enumerate(found.grid.contestants)}
    known = (each for each in changes.points if each.instance in places and each.contestant in who)
    return [[places[each.instance], who[each.contestant], each.before, each.after] for each in known]
