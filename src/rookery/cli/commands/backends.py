"""`rookery backends`: the backends, what they can do and miss; `check` runs the conformance suite on one."""

import json
from pathlib import Path
from shutil import get_terminal_size
from textwrap import fill
from time import monotonic
from typing import Annotated, Any

import click
from click.exceptions import Exit

from rookery.backends import Backend, registry
from rookery.backends.contract import ABILITIES
from rookery.cli import exits
from rookery.cli.options.option import LateGroup, argument, make_command, make_group, option
from rookery.cli.options.search import backend_names
from rookery.cli.output.terminal import emit, print_table, say
from rookery.core.words import amount, reason
from rookery.models import RookeryError
from rookery.models.reading.given import take_seconds

NAME_HELP = "A backend by name, or your own as file.py:Class or module:Class."
MISSING = "missing"
MAX_WIDTH = 80  # of lines of text, on wider terminals too
SECONDS_HELP = "Time limit of each question, 60 without it: seconds, or 90s, 2m."
CHECK = "Example: rookery backends check python-constraint"


def check_backend(
    name: Annotated[str, argument(NAME_HELP, "NAME", completed=backend_names)],
    seconds: Annotated[str | None, option("--seconds", SECONDS_HELP, "S")] = None,
    json_wanted: Annotated[bool, option("--json", "Print one JSON object.", "")] = False,
) -> None:
    """Run the conformance suite on a backend, and print a line for each case."""
    from rookery.backends.conformance import CASES, SECONDS, NotConforming
    from rookery.compare.backends import backend_ref

    backend, failures = backend_ref(name, Path.cwd()).load(), list[str]()
    backend.require_packages()
    limit = take_seconds(seconds) or SECONDS
    for case in CASES:
        began, said = monotonic(), f"{backend.name}, {case}: passed"
        try:
            case.check(backend, limit)
        except NotConforming as error:
            said = " ".join(str(error).split())
            failures.append(said)
        if not json_wanted:
            emit(f"{monotonic() - began:6.2f} s  {said}")
    if json_wanted:
        found = {"passed": len(CASES) - len(failures), "failed": len(failures), "failures": failures}
        emit(json.dumps({"backend": backend.name, "ok": not failures, **found}))
    elif failures:
        say(f"{backend.name} fails {amount(len(failures), 'case')} of {len(CASES):,}", "bold red")
    else:
        say(f"{backend.name} conforms: {amount(len(CASES), 'case')} passed", "bold green")
    raise Exit(exits.DISAGREEMENT if failures else exits.ANSWERED)


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
        versions = backend.versions()
        return {
            "name": name,
            "summary": backend.summary,
            "default": name == registry.DEFAULT,
            "state": "missing" if MISSING in versions.values() else "installed",
            "install": to_install(backend),
            "versions": versions,
            "can": sorted(backend.can),
            "options": dict(backend.options),
        }
    except RookeryError as error:
        why = str(error)
    except Exception as error:  # a plug-in may raise anything
        why = reason(error)
    return {"name": name, "default": False, "state": "broken", "reason": why}


def to_install(backend: Backend) -> str | None:
    """The command that installs what a backend misses; None if nothing is missing."""
    missing = [name for name, version in backend.versions().items() if version == MISSING]
    return f"pip install {' '.join(missing)}" if missing else None


def _row(entry: dict[str, Any]) -> tuple[str, ...]:
    if entry["state"] == "broken":
        return entry["name"], "broken", "", "", ""
    versions = ", ".join(f"{name} {version}" for name, version in entry["versions"].items())
    return entry["name"], versions, *("yes" if word in entry["can"] else "no" for word in ("workers", "seed", "hint"))


def _print_details(entry: dict[str, Any]) -> None:
    emit("")
    default = ", the default" if entry["default"] else ""
    say(f"{entry['name']}{default}", "bold")
    if entry["state"] == "broken":
        say(f"  {entry['reason']}", "red")
        return
    width = min(MAX_WIDTH, get_terminal_size().columns)
    emit(fill(entry["summary"], width, initial_indent="  ", subsequent_indent="  "))
    if lacks := [word for word in ABILITIES if word not in entry["can"]]:
        emit(f"  does not answer: {', '.join(lacks)}")
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
