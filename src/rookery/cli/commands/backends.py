"""`rookery backends`: the backends, what they can do and miss; `check` runs the conformance suite on one."""

import json
from pathlib import Path
from shutil import get_terminal_size
from textwrap import fill
from typing import Annotated, Any

import click
from click.exceptions import Exit

from rookery.backends import Backend, registry
from rookery.backends.contract import ABILITIES
from rookery.cli import exits
from rookery.cli.options.option import LateGroup, argument, make_command, make_group, option
from rookery.cli.options.search import backend_names
from rookery.cli.output.terminal import complain, emit, print_table, progress, say
from rookery.core.words import amount, reason
from rookery.models import RookeryError

NAME_HELP = "A backend by name, or your own as file.py:Class or module:Class."
MISSING = "missing"
MAX_WIDTH = 80  # of lines of text, on wider terminals too
CHECK = "Example: rookery backends check python-constraint"


def check_backend(
    name: Annotated[str, argument(NAME_HELP, "NAME", completed=backend_names)],
    json_wanted: Annotated[bool, option("--json", "Print one JSON object.", "")] = False,
) -> None:
    """Run the conformance suite on a backend, and print the cases that fail."""
    from rookery.backends.conformance import CASES, report
    from rookery.compare.campaign.backends import backend_ref

    backend, failures = backend_ref(name, Path.cwd()).load(), list[str]()
    backend.require_packages()
    with progress(not json_wanted) as show:
        for case in CASES:
            show(f"{backend.name}: {case}")
            failures += report(backend, [case])
    if json_wanted:
        found = {"passed": len(CASES) - len(failures), "failed": len(failures), "failures": failures}
        emit(json.dumps({"backend": backend.name, "ok": not failures, **found}))
    elif failures:
        for failure in failures:
            complain(failure)
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
