"""`rookery backends check`: the conformance suite for a backend, without pytest."""

import json
from pathlib import Path
from typing import Annotated, Any

from click.exceptions import Exit

from rookery.backends import Backend, Level, Unsupported
from rookery.cli import exits
from rookery.cli.options.option import argument, option
from rookery.cli.options.search import backend_names
from rookery.cli.output.terminal import complain, emit, print_table, progress, say
from rookery.core.words import amount
from rookery.models import BadInput

HEADER = ("level", "passed", "failed", "seconds")
NAME_HELP = "A backend by name, or your own as file.py:Class or module:Class."
LEVEL_HELP = (
    "Check only this level (repeatable): one solution, the optimum, a list, a count; default: all of its levels."
)


def check_backend(
    name: Annotated[str, argument(NAME_HELP, "NAME", completed=backend_names)],
    level: Annotated[list[Level] | None, option("--level", LEVEL_HELP, "|".join(Level))] = None,
    json_wanted: Annotated[bool, option("--json", "Print one JSON object.", "")] = False,
) -> None:
    """Run the conformance suite on a backend, and print what passed and what failed on each level."""
    from rookery.backends.conformance import CASES
    from rookery.backends.conformance.levels import check_level, list_levels

    backend = _find(name, level or [])
    with progress(not json_wanted) as show:
        asked = list_levels(backend, level or [])
        reports = [check_level(backend, each, CASES, lambda case: show(f"{backend.name}: {case}")) for each in asked]
    failed = sum(len(report.failures) for report in reports)
    if json_wanted:
        emit(json.dumps({"backend": backend.name, "ok": not failed, "levels": [each.as_dict() for each in reports]}))
    else:
        rows = [(r.level.value, str(r.passed), str(len(r.failures)), f"{r.seconds:.1f}") for r in reports]
        print_table(HEADER, rows)
        for report in reports:
            _tell_first(report.level, report.failures)
        _sum_up(backend.name, sum(report.passed for report in reports), failed)
    raise Exit(exits.DISAGREEMENT if failed else exits.ANSWERED)


def _find(name: str, levels: list[Level]) -> Backend[Any]:
    """The backend, loaded; raises `BadInput` for a level that it does not have."""
    from rookery.compare.campaign.backends import backend_ref

    backend = backend_ref(name, Path.cwd()).load()
    for level in levels:
        if level not in backend.capabilities.levels:
            able = ", ".join(each for each in Level if each in backend.capabilities.levels)
            raise BadInput(f"level {level}: backend {backend.name} says that it cannot do this; its levels are {able}")
    try:
        backend.load()
    except Unsupported:
        raise
    except Exception as error:  # a library of somebody else's may raise anything
        raise BadInput(f"backend {backend.name} cannot be loaded: {type(error).__name__}: {error}") from None
    return backend


def _tell_first(level: Level, failures: tuple[str, ...]) -> None:
    if failures:
        more = f" (and {amount(len(failures) - 1, 'more failure')})" if len(failures) > 1 else ""
        complain(f"{level}: {failures[0]}{more}")


def _sum_up(name: str, passed: int, failed: int) -> None:
    emit("")
    if failed:
        say(f"{name} fails {amount(failed, 'case')} of {passed + failed:,}", "bold red")
    else:
        say(f"{name} conforms: {amount(passed, 'case')} passed", "bold green")
