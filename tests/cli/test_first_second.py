"""What a command pays for before it answers: the command that is named is made, and nothing heavy is imported."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Annotated, Any

import click
import pytest

from rookery import QUEEN, Board, certify, placement
from rookery.cli import COMMANDS, make_app
from rookery.cli.options.option import OptionValue, make_command, option
from rookery.models.problems.registry import families

LIBRARIES = (
    "numba",
    "llvmlite",
    "ortools",
    "pysat",
    "constraint",
    "pandas",
    "jinja2",
    "rich",
    "pydantic",
    "typer",
    "importlib.metadata",  # 60 ms, with a reader of mails
    "tomllib",
    "zipfile",
)
UNASKED = (
    "rookery.compare",
    "rookery.backends.evidence",
    "rookery.backends.solvers.cpsat",
    "rookery.backends.solvers.sat",
    "rookery.backends.engine.frontier.pareto",
    "rookery.backends.engine.cover.surplus.refute",
    "rookery.backends.engine.frontier.count",
    "rookery.backends.presolve.structure.rivals",
    "rookery.models.boards.graph_reading",
    "numpy.random",
    "csv",
    "xml.etree",
    "shutil",
    "logging",
    "subprocess",
    "concurrent.futures",
)
QUESTIONS = (
    "solve placement --piece queen --board 8 --count 8",
    "solve domination --piece queen --board 8 --kind plain --workers 1",
    "solve placement --piece rook --board 3 --workers many",
    "solve placement --piece rook --count 2",
    "export placement --piece queen --board 4 --count 4 --format dimacs",
    "pieces show queen --board 5",
    "--version",
)


def modules_after(*words: str) -> set[str]:
    """The modules of a process that has run a command; plain Python, however slow this machine is."""
    code = f"import sys; from rookery.cli import run; run({list(words)}); print(*sys.modules, file=sys.stderr)"
    plain = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run([sys.executable, "-P", "-c", code], capture_output=True, text=True, check=True, env=plain)
    return set(done.stderr.splitlines()[-1].split())


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_small_question_imports_nothing_heavy(question: str) -> None:
    found = modules_after(*question.split())
    heavy = sorted(found & {*LIBRARIES, *UNASKED})
    assert not heavy, f"`rookery {question}` imports {heavy}"
    named = {f"rookery.cli.commands.{name}" for name in COMMANDS if name != question.split()[0]}
    assert not found & named


def test_a_certificate_is_checked_without_anything_heavy(tmp_path: Path) -> None:
    certify(placement(QUEEN, Board(4), count=4)).write(tmp_path / "q4.cert")
    assert not modules_after("verify", str(tmp_path / "q4.cert")) & {*LIBRARIES, "rookery.compare"}


@pytest.mark.parametrize("question", ["n-queens --board 8", "domination --piece queen --board 8"])
def test_a_small_question_is_answered_without_numpy(question: str) -> None:
    assert not {"numpy", "ctypes", "pickle", "random", "decimal"} & modules_after("solve", *question.split())


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux lists the threads of a process")
def test_no_threads_start_for_linear_algebra() -> None:
    """Those of numpy's OpenBLAS, which would wait for work until the end."""
    code = "import atexit, os; atexit.register(lambda: os.write(2, b'%d' % len(os.listdir('/proc/self/task'))))\n"
    code += (
        "from rookery.cli import main; main('solve domination --piece queen --board 4 --option optimum=search'.split())"
    )
    own = {name: value for name, value in os.environ.items() if not name.startswith("OPENBLAS")}
    done = subprocess.run([sys.executable, "-P", "-c", code], capture_output=True, text=True, check=True, env=own)
    assert done.stderr.split()[-1] == "1"


@pytest.mark.parametrize("question", QUESTIONS[:2])
def test_little_is_compiled_before_an_answer(question: str) -> None:
    """The methods of dataclasses are not; a constructor and a named tuple are compiled where they are used."""
    code = (
        "import sys; found = []; sys.addaudithook(lambda event, _: found.append(1) if event == 'compile' else None)\n"
    )
    code += f"from rookery.cli import run; run({question.split()}); print(len(found), file=sys.stderr)"
    done = subprocess.run([sys.executable, "-P", "-c", code], capture_output=True, text=True, check=True)
    assert int(done.stderr.split()[-1]) < 250  # 650 with what the standard library compiles


def test_the_version_is_told_without_a_backend() -> None:
    assert not {"numpy", "rookery.backends"} & modules_after("--version")


def group(*names: str) -> Any:
    """A group of the command line, as it is before one of its commands is asked for."""
    found: Any = make_app()
    for name in names:
        found = found.get_command(click.Context(found), name)
    return found


def test_the_command_that_is_named_is_made_alone() -> None:
    root = group()
    solve = root.get_command(click.Context(root), "solve")
    solve.get_command(click.Context(solve), "domination")
    assert [name for name, made in root.commands.items() if made] == ["solve"]
    assert [name for name, made in solve.commands.items() if made] == ["domination"]
    assert root.list_commands(click.Context(root)) == list(COMMANDS)
    assert set(families()) < set(solve.list_commands(click.Context(solve)))


def parameters(command: Any) -> Any:
    """Every parameter of a command and of all that it holds."""
    for parameter in command.params:
        yield command, parameter
    for name in command.list_commands(click.Context(command)) if isinstance(command, click.Group) else ():
        yield from parameters(command.get_command(click.Context(command), name))


@pytest.mark.parametrize("name", COMMANDS)
def test_every_value_of_every_command_is_read_by_us(name: str) -> None:
    """So no message about a value depends on click's release; a flag is true or false already."""
    for command, parameter in parameters(group(name)):
        flag = getattr(parameter, "is_flag", False)
        assert flag or isinstance(parameter.type, OptionValue), (command.name, parameter.name)


def ask(words: str, declared: Any, default: Any = None) -> Any:
    """What a function gets from an option, as a command of its own."""
    got = []

    def command(value: Any = default) -> None:
        got.append(value)

    command.__annotations__["value"] = Annotated[declared, option("--value", "A value.", "V")]
    make_command(command, "ask").main(words.split(), standalone_mode=False)
    return got[0]


@pytest.mark.parametrize(
    ("words", "declared", "default", "value"),
    [
        ("--value 3", int | None, None, 3),
        ("", int | None, None, None),
        ("", int, 5, 5),
        ("--value 3 --value -4", list[int] | None, None, [3, -4]),
        ("", list[int] | None, None, None),
        ("--value a,b", str, "c", "a,b"),
        ("--value a/b", Path | None, None, Path("a/b")),
        ("--value", bool, False, True),
        ("--value 2.5", float | None, None, 2.5),
    ],
)
def test_values(words: str, declared: Any, default: Any, value: Any) -> None:
    assert ask(words, declared, default) == value
