"""`rookery doctor`: whether this installation is sound."""

import json
import logging
import os
import platform
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from enum import StrEnum
from importlib.metadata import PackageNotFoundError, requires
from importlib.util import find_spec
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

import click
from click.exceptions import Exit
from packaging.requirements import Requirement

from rookery.backends import Backend, Question, Want, registry, start
from rookery.backends.worker import Worker
from rookery.cli import exits
from rookery.cli.options.command import Command, json_option
from rookery.cli.output.terminal import emit, progress, say
from rookery.core.deadline import Deadline
from rookery.core.plugins import DISTRIBUTION, installed_version, own_version
from rookery.core.words import amount, seconds
from rookery.models import Board, RookeryError
from rookery.models.pieces.piece import QUEEN
from rookery.models.pieces.sources import read_entries
from rookery.models.problems.placement import placement

if TYPE_CHECKING:
    from rookery.core.kernels.kernel import Kernel

    Asked = tuple[Kernel, tuple[Any, ...]]

SOLUTIONS_OF_6_QUEENS = 4  # OEIS A000170
SELF_TEST_SECONDS = 60.0


class State(StrEnum):
    """The state of a finding."""

    OK = "ok"
    WARNING = "warning"
    BROKEN = "broken"


@dataclass(frozen=True)
class Finding:
    """One line of the doctor's report."""

    state: State
    about: str
    message: str


COLOURS = {State.OK: None, State.WARNING: "yellow", State.BROKEN: "bold red"}


@click.command("doctor", cls=Command, epilog="Example: rookery doctor --warm")
@click.option("--warm", is_flag=True, help="Compile all kernels now (about a minute, once).")
@json_option
def command(warm: bool, as_json: bool) -> None:
    """Check this installation, and solve a problem with each backend.

    It looks at versions, name clashes and compiled kernels.
    """
    found: list[Finding] = []
    with progress(as_json) as report:
        for finding in findings(warm):
            found.append(finding)
            report(finding.about)
            if not as_json:
                say(f"{finding.state:9}{finding.about}: {finding.message}", COLOURS[finding.state])
    broken = sum(finding.state is State.BROKEN for finding in found)
    warned = sum(finding.state is State.WARNING for finding in found)
    if as_json:
        emit(json.dumps({"ok": not broken, "findings": [asdict(finding) for finding in found]}))
    elif broken:
        say(f"\n{amount(broken, 'check', 'checks')} failed", "bold red")
    else:
        warnings = f", with {amount(warned, 'warning')}" if warned else ""
        say(f"\nall fine{warnings}", "yellow" if warned else "green")
    raise Exit(exits.BROKEN if broken else exits.ANSWERED)


def findings(warm: bool = False) -> Iterator[Finding]:
    """Yield the findings one by one; `warm` compiles all kernels."""
    yield Finding(State.OK, "platform", f"{platform.platform()}, {amount(os.cpu_count() or 1, 'processor')}")
    yield Finding(State.OK, "python", f"{platform.python_version()} ({platform.python_implementation()})")
    yield Finding(State.OK, "rookery", f"{own_version()}, in {Path(__file__).parents[2]}")
    for wanted in _list_requirements():
        found = installed_version(wanted.name)
        if found is not None and wanted.specifier.contains(found, prereleases=True):
            yield Finding(State.OK, wanted.name, found)
        else:
            fault = "not installed" if found is None else f"{found} does not satisfy {wanted.specifier}"
            yield Finding(State.BROKEN, wanted.name, f"{fault}: pip install '{wanted.name}{wanted.specifier}'")
    # Distributions that are not what their name or their module promises
    if installed_version("pysat"):
        message = "is a package for satellite data that takes the module of python-sat"
        yield Finding(
            State.BROKEN, "pysat", f"{message}: pip uninstall pysat, then pip install --force-reinstall python-sat"
        )
    old, new = installed_version("python-constraint"), installed_version("python-constraint2")
    if old and new:
        message = f"{old} and python-constraint2 both own the module `constraint`"
        fix = "pip uninstall python-constraint, then pip install --force-reinstall python-constraint2"
        yield Finding(State.BROKEN, "python-constraint", f"{message}: {fix}")
    elif old:
        message = f"{old} is the release of 2018: pip uninstall python-constraint, then pip install python-constraint2"
        yield Finding(State.BROKEN, "python-constraint", message)
    yield from _kernels(warm)
    # The pieces of other distributions that cannot be used
    for name, error in read_entries()[1].items():
        yield Finding(State.BROKEN, f"piece {name}", str(error))
    for name in registry.names():
        yield _test_apart(name)


def _list_requirements() -> Iterator[Requirement]:
    """Yield the libraries that Rookery requires, without those of extras."""
    try:
        lines = requires(DISTRIBUTION) or []
    except PackageNotFoundError:
        return
    for wanted in map(Requirement, lines):
        if wanted.marker is None or wanted.marker.evaluate({"extra": ""}):
            yield wanted


def _kernels(warm: bool) -> Iterator[Finding]:
    """List the compiled kernels on the disk; with `warm`, all are compiled first."""
    try:
        from rookery.backends.engine.choose import samples
        from rookery.certificates.tree import sample
        from rookery.core.kernels.kernel import PLAIN, make_folder, name_folder
    except ModuleNotFoundError as error:
        yield Finding(State.BROKEN, "kernels", f"{error}: pip install {error.name}")
        return
    if PLAIN:
        yield Finding(State.WARNING, "kernels", "NUMBA_DISABLE_JIT is set: they run uncompiled, and slowly")
        return
    begun = perf_counter()
    asked = [*((each.kernel, each.arguments) for each in samples()), sample()]
    if warm:
        logging.disable(logging.WARNING)  # of a kernel that is compiled: each has a line here
        try:
            yield from _warm(asked)
        finally:
            logging.disable(logging.NOTSET)
    files = [file for kernel, arguments in asked if (file := kernel.find(arguments))]
    if len(files) == len(asked):
        size = f"{sum(file.stat().st_size for file in files) / 1e6:.1f} MB"
        took = f", ready in {seconds(perf_counter() - begun)}" if warm else ""
        yield Finding(State.OK, "kernels", f"all {len(files)} are compiled, in {files[0].parent}: {size}{took}")
    elif find_spec("numba") is None:
        yield Finding(State.BROKEN, "kernels", "they run uncompiled, and slowly: pip install numba")
    elif make_folder() is None:
        problem = f"they run uncompiled, and slowly: {name_folder()} cannot be written"
        yield Finding(State.WARNING, "kernels", f"{problem}; name another folder in NUMBA_CACHE_DIR")
    else:
        later = "the others will be when a search needs them, or by rookery doctor --warm"
        yield Finding(State.OK, "kernels", f"{len(files)} of {len(asked)} are compiled; {later}")


def _warm(asked: "list[Asked]") -> Iterator[Finding]:
    """Load or compile kernels, as many at a time as there are processors."""
    begun, waiting, many = perf_counter(), list(asked), len(asked)
    while waiting:
        for kernel, arguments in waiting[: os.cpu_count()]:
            if not kernel.wait(arguments, Deadline(0.05)) and not kernel.failure:
                continue
            waiting.remove((kernel, arguments))
            done = f"{many - len(waiting)} of {many}, after {seconds(perf_counter() - begun)}"
            if kernel.failure:
                yield Finding(State.BROKEN, kernel.title, f"{kernel.failure} ({done})")
            else:
                yield Finding(State.OK, kernel.title, f"compiled ({done})")


def _test_apart(name: str) -> Finding:
    """Test a backend in a process of its own: its library may clash with those of others."""
    with Worker() as process:
        try:
            return process.call(self_test, name, registry.name_for_another_process(name))
        except RookeryError as error:
            return Finding(State.BROKEN, f"backend {name}", str(error))


def self_test(name: str, backend: str | Backend) -> Finding:
    """Let a backend list the placements of 6 queens, or find one; both referees check each."""
    about = f"backend {name}"
    problem = placement(QUEEN, Board(6), count=6)
    try:
        lists = "all" in registry.take_backend(backend).can
        want, expected = (Want.ALL, SOLUTIONS_OF_6_QUEENS) if lists else (Want.ONE, 1)
        run = start(problem, backend, Question(want, seconds=SELF_TEST_SECONDS))
        found = sum(1 for _ in run)
        answer = run.answer()
    except Exception as error:  # a backend may raise anything, and the doctor reports it
        kind = "" if isinstance(error, RookeryError) else f"{type(error).__name__}: "
        return Finding(State.BROKEN, about, f"{kind}{error}")
    if not answer.complete:
        return Finding(State.WARNING, about, f"6 queens took more than {SELF_TEST_SECONDS:g} s")
    if found != expected:
        return Finding(State.BROKEN, about, f"found {found} placements of 6 queens; there are {SOLUTIONS_OF_6_QUEENS}")
    spent = f"compile {seconds(answer.times.compile)}, total {seconds(answer.times.total)}"
    return Finding(State.OK, about, f"6 queens: {amount(found, 'placement')}, refereed ({spent})")
