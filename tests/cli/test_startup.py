"""The modules that a command imports before it answers, and how options are read."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Annotated, Any

import click
import pytest

from rookery.cli import COMMANDS, make_app
from rookery.cli.options.option import OptionValue, make_command, option

HEAVY = {"numba", "llvmlite", "ortools", "pysat", "constraint", "pandas", "jinja2", "rich", "rookery.compare",
         "rookery.certificates"}  # fmt: skip


@pytest.mark.parametrize(
    "line",
    [
        "solve placement --piece queen --board 8 --count 8",
        "solve domination --piece queen --board 8 --kind plain --workers 1",
        "solve placement --piece rook --board 3 --workers many",
        "export placement --piece queen --board 4 --count 4 --format dimacs",
        "pieces show queen --board 5",
        "--version",
    ],
)
def test_command_imports_nothing_heavy(line: str) -> None:
    """As plain Python: numba is imported where kernels have to be compiled."""
    code = f"import sys; from rookery.cli import run; run({line.split()}); print(*sys.modules, file=sys.stderr)"
    plain = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run([sys.executable, "-P", "-c", code], capture_output=True, text=True, check=True, env=plain)
    modules = set(done.stderr.splitlines()[-1].split())
    assert not HEAVY & modules
    assert line != "--version" or not {"numpy", "rookery.backends"} & modules


def list_parameters(command: Any) -> Any:
    """Yield every parameter of a command and of the commands below it."""
    for parameter in command.params:
        yield command, parameter
    for name in command.list_commands(click.Context(command)) if isinstance(command, click.Group) else ():
        yield from list_parameters(command.get_command(click.Context(command), name))


@pytest.mark.parametrize("name", COMMANDS)
def test_every_value_is_read_by_us(name: str) -> None:
    """So that no message about a value depends on the release of click."""
    app: Any = make_app()
    for command, parameter in list_parameters(app.get_command(click.Context(app), name)):
        flag = getattr(parameter, "is_flag", False)
        assert flag or isinstance(parameter.type, OptionValue), (command.name, parameter.name)


@pytest.mark.parametrize(
    ("words", "declared", "default", "value"),
    [
        ("--value 3", int | None, None, 3),
        ("", int, 5, 5),
        ("--value 3 --value -4", list[int] | None, None, [3, -4]),
        ("", list[int] | None, None, None),
        ("--value a,b", str, "c", "a,b"),
        ("--value a/b", Path | None, None, Path("a/b")),
        ("--value", bool, False, True),
        ("--value 2.5", float | None, None, 2.5),
    ],
)
def test_option_is_read_by_its_annotation(words: str, declared: Any, default: Any, value: Any) -> None:
    got = []

    def command(value: Any = default) -> None:
        got.append(value)

    command.__annotations__["value"] = Annotated[declared, option("--value", "A value.", "V")]
    make_command(command, "ask").main(words.split(), standalone_mode=False)
    assert got == [value]
