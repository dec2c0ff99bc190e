"""`rookery backends`: the backends, what they can do and miss; `check` runs the conformance suite on one."""

import json
from pathlib import Path
from shutil import get_terminal_size
from textwrap import fill
from typing import Annotated, Any

import click
from click.exceptions import Exit

from rookery.backends import Backend, Level, Unsupported, Want, registry
from rookery.cli import exits
from rookery.cli.options.option import LateGroup, argument, make_command, make_group, option
from rookery.cli.options.search import backend_names
from rookery.cli.output.terminal import complain, emit, print_table, progress, say
from rookery.core.words import amount, reason
from rookery.models import BadInput, RookeryError

HEADER, LINE = ("level", "passed", "failed", "seconds"), "{:<7}  {:>6}  {:>6}  {:>7}"
NAME_HELP = "A backend by name, or your own as file.py:Class or module:Class."
LEVEL_HELP = (
    "Check only this level (repeatable): one solution, the optimum, a list, a count; default: all of its levels."
)
MISSING = "missing"
MAX_WIDTH = 80  # of lines of text, on wider terminals too
SHARED = {Want.ONE: "one answer", Want.ALL: "all answers", Want.COUNT: "counts"}
CHECK = "Example: rookery backends check python-constraint --level one --level count"


def check_backend(
    name: Annotated[str, argument(NAME_HELP, "NAME", completed=backend_names)],
    level: Annotated[list[Level] | None, option("--level", LEVEL_HELP, "|".join(Level))] = None,
    json_wanted: Annotated[bool, option("--json", "Print one JSON object.", "")] = False,
) -> None:
    """Run the conformance suite on a backend, and print what passed and what failed on each level."""
    from rookery.backends.conformance import CASES
    from rookery.backends.conformance.case import check_level, list_levels

    backend, reports = _find(name, level or []), []
    if not json_wanted:
        say(LINE.format(*HEADER), "bold")
    for each in list_levels(backend, level or []):
        with progress(not json_wanted) as show:
            report = check_level(backend, each, CASES, lambda case: show(f"{backend.name}: {case}"))
        reports.append(report)
        if not json_wanted:  # as soon as a level is done: all of them may take minutes
            emit(LINE.format(each.value, report.passed, len(report.failures), f"{report.seconds:.1f}"))
            if report.failures:
                more = f" (and {amount(len(report.failures) - 1, 'more failure')})" if len(report.failures) > 1 else ""
                complain(f"{each}: {report.failures[0]}{more}")
    failed = sum(len(report.failures) for report in reports)
    if json_wanted:
        emit(json.dumps({"backend": backend.name, "ok": not failed, "levels": [each.as_dict() for each in reports]}))
    else:
        passed = sum(report.passed for report in reports)
        emit("")
        if failed:
            say(f"{backend.name} fails {amount(failed, 'case')} of {passed + failed:,}", "bold red")
        else:
            say(f"{backend.name} conforms: {amount(passed, 'case')} passed", "bold green")
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
    except Exception as error:  # a foreign library may raise anything
        raise BadInput(f"backend {backend.name} cannot be loaded: {type(error).__name__}: {error}") from None
    return backend


def list_backends(
    context: click.Context,
    json_wanted: Annotated[bool, option("--json", "Print one JSON object.", "")] = False,
) -> None:
    """List the backends with their versions, what they can do, and their own options."""
    if context.invoked_subcommand is not None:
        return
    found = [describe_backend(name) for name in registry.names()]
    if json_wanted:
        emit(json.dumps(found))
        return
    print_table(("name", "installed", "workers", "seed", "hint"), [_row(entry) for entry in found], left=5)
    for entry in found:
        _print_details(entry)


def describe_backend(name: str) -> dict[str, Any]:
    """A backend as plain data; one that cannot be made, or cannot say what it is, says why."""
    try:
        backend = registry.backend(name)
        versions, able = backend.versions(), backend.capabilities
        return {
            "name": name,
            "summary": backend.summary,
            "default": name == registry.DEFAULT,
            "state": "missing" if MISSING in versions.values() else "installed",
            "install": to_install(backend),
            "versions": versions,
            "workers": sorted(able.workers, key=list(Want).index),
            "seeds": able.seeds,
            "hints": able.hints,
            "levels": [level.value for level in Level if level in able.levels],
            "options": dict(able.options),
        }
    except RookeryError as error:
        why = str(error)
    except Exception as error:  # a plug-in may raise anything
        why = reason(error)
    return {"name": name, "default": False, "state": "broken", "reason": why}


def to_install(backend: Backend[Any]) -> str | None:
    """The command that installs what a backend misses; None if nothing is missing."""
    missing = [name for name, version in backend.versions().items() if version == MISSING]
    return f"pip install {' '.join(missing)}" if missing else None


def _row(entry: dict[str, Any]) -> tuple[str, ...]:
    if entry["state"] == "broken":
        return entry["name"], "broken", "", "", ""
    versions = ", ".join(f"{name} {version}" for name, version in entry["versions"].items())
    workers = f"many, for {', '.join(SHARED[Want(want)] for want in entry['workers'])}" if entry["workers"] else "1"
    return entry["name"], versions, workers, *("yes" if entry[able] else "no" for able in ("seeds", "hints"))


def _print_details(entry: dict[str, Any]) -> None:
    emit("")
    default = ", the default" if entry["default"] else ""
    say(f"{entry['name']}{default}", "bold")
    if entry["state"] == "broken":
        say(f"  {entry['reason']}", "red")
        return
    width = min(MAX_WIDTH, get_terminal_size().columns)
    emit(fill(entry["summary"], width, initial_indent="  ", subsequent_indent="  "))
    if len(entry["levels"]) < len(Level):
        emit(f"  answers only: {', '.join(entry['levels'])}")
    if entry["install"]:
        say(f"  to install it: {entry['install']}", "yellow")
    for name, why in entry["options"].items():
        first, *rows = f"--option {name}=...  {why}".splitlines()
        emit(fill(first, width, initial_indent="  ", subsequent_indent="      "))
        for row in rows:  # each says one value of the option
            emit(fill(row, width, initial_indent="      ", subsequent_indent="          "))


def make() -> LateGroup:
    """The command."""
    return make_group(
        "backends",
        lambda: {"check": lambda: make_command(check_backend, "check", epilog=CHECK)},
        list_backends,
        invoke_without_command=True,
        epilog="Example: rookery backends --json",
    )
