"""`rookery backends`: the backends, what they can do and miss; `check` runs the conformance suite on one."""

import json
from pathlib import Path
from shutil import get_terminal_size
from textwrap import fill
from time import monotonic
from typing import Any

import click
from click.exceptions import Exit

from rookery.backends import Backend, registry
from rookery.backends.conformance import CASES, NotConforming
from rookery.backends.conformance import SECONDS as QUESTION_SECONDS
from rookery.backends.contract import ABILITIES
from rookery.cli import exits
from rookery.cli.options.command import DURATION, SECONDS, Command, ShowGroup, json_option
from rookery.cli.options.search import complete_backend
from rookery.cli.output.terminal import emit, print_table, say
from rookery.compare.backends import backend_ref
from rookery.core.words import amount, reason
from rookery.models import RookeryError
from rookery.models.reading.given import take_one_of

MISSING = "missing"
MAX_WIDTH = 80  # of lines of text, on wider terminals too


@click.group("backends", cls=ShowGroup, invoke_without_command=True, epilog="Example: rookery backends cpsat")
@json_option
@click.pass_context
def command(context: click.Context, as_json: bool) -> None:
    """List the backends: their versions, abilities and options."""
    if context.invoked_subcommand is not None:
        return
    found = [describe_backend(name) for name in registry.names()]
    if as_json:
        emit(json.dumps(found))
        return
    print_table(("name", "installed", "workers", "seed", "hint"), [_row(entry) for entry in found], left=5)
    for entry in found:
        _print_details(entry)


@command.command("show", cls=Command, epilog="Example: rookery backends cpsat")
@click.argument("name", shell_complete=complete_backend)
@json_option
def show_backend(name: str, as_json: bool) -> None:
    """Show one backend: its version, abilities and options."""
    found = describe_backend(take_one_of(name, registry.names(), "backend"))
    if as_json:
        emit(json.dumps(found))
    else:
        _print_details(found)


@command.command("check", cls=Command, epilog="Example: rookery backends check python-constraint")
@click.argument("name", shell_complete=complete_backend)
@click.option("--seconds", type=SECONDS, help=f"Time limit of each question, 60 without it: {DURATION}.")
@json_option
def check_backend(name: str, seconds: float | None, as_json: bool) -> None:
    """Run the conformance suite on a backend, a line for each case; your own is file.py:Class."""
    backend, failures = backend_ref(name, Path.cwd()).load(), list[str]()
    backend.require_packages()
    limit = seconds or QUESTION_SECONDS
    for case in CASES:
        began, said = monotonic(), f"{backend.name}, {case}: passed"
        try:
            case.check(backend, limit)
        except NotConforming as error:
            said = " ".join(str(error).split())
            failures.append(said)
        if not as_json:
            emit(f"{monotonic() - began:6.2f} s  {said}")
    if as_json:
        found = {"passed": len(CASES) - len(failures), "failed": len(failures), "failures": failures}
        emit(json.dumps({"backend": backend.name, "ok": not failures, **found}))
    elif failures:
        say(f"{backend.name} fails {amount(len(failures), 'case')} of {len(CASES):,}", "bold red")
    else:
        say(f"{backend.name} conforms: {amount(len(CASES), 'case')} passed", "bold green")
    raise Exit(exits.DISAGREEMENT if failures else exits.ANSWERED)


def describe_backend(name: str) -> dict[str, Any]:
    """Return a backend as plain data; a broken one with the reason."""
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
    """Return the command that installs the missing packages; None if none is missing."""
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
