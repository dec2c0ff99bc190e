"""`rookery backends`: the backends, their capabilities, and their missing libraries."""

import json
from textwrap import fill
from typing import Annotated, Any

import click

from rookery.backends import Backend, Level, Want, registry
from rookery.backends.contract.question import PASS
from rookery.cli.commands.backends_check import check_backend
from rookery.cli.options.command import LateGroup
from rookery.cli.options.option import make_command, make_group, option
from rookery.cli.output.terminal import emit, print_table, say
from rookery.core.words import reason
from rookery.models import RookeryError

MISSING = "missing"
WIDTH = 80
SHARED = {Want.ONE: "one answer", Want.ALL: "all answers", Want.COUNT: "counts"}


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
        return _describe(name, registry.backend(name))
    except RookeryError as error:
        why = str(error)
    except Exception as error:  # a plug-in may raise anything
        why = reason(error)
    return {"name": name, "default": False, "state": "broken", "reason": why}


def _describe(name: str, backend: Backend[Any]) -> dict[str, Any]:
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


def to_install(backend: Backend[Any]) -> str | None:
    """The command that installs what a backend misses; None where nothing is missing."""
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
    emit(fill(entry["summary"], WIDTH, initial_indent="  ", subsequent_indent="  "))
    if len(entry["levels"]) < len(Level):
        emit(f"  answers only: {', '.join(entry['levels'])}")
    if entry["install"]:
        say(f"  to install it: {entry['install']}", "yellow")
    for name, why in entry["options"].items():
        first, *rows = f"{_switch(name)}=...  {why}".splitlines()
        emit(fill(first, WIDTH, initial_indent="  ", subsequent_indent="      "))
        for row in rows:  # each says one value of the option
            emit(fill(row, WIDTH, initial_indent="      ", subsequent_indent="          "))


def _switch(name: str) -> str:
    """The command-line switch of a backend's option."""
    return f"--lowering {name.removeprefix(PASS)}" if name.startswith(PASS) else f"--option {name}"


CHECK = "Example: rookery backends check python-constraint --level one --level count"


def make() -> LateGroup:
    """The command."""
    return make_group(
        "backends",
        lambda: {"check": lambda: make_command(check_backend, "check", epilog=CHECK)},
        list_backends,
        invoke_without_command=True,
        epilog="Example: rookery backends --json",
    )
