"""`rookery doctor`: whether this installation is sound."""

import json
import sys
from typing import Annotated

from click.exceptions import Exit

from rookery.cli import exits
from rookery.cli.options.command import Command
from rookery.cli.options.option import make_command, option
from rookery.cli.output.terminal import console, emit, progress, say
from rookery.core.words import amount

COLOURS = {"ok": "green", "warning": "yellow", "broken": "bold red"}


def examine(
    warm: Annotated[bool, option("--warm", "Compile all kernels now (about a minute, once).", "")] = False,
    cluster: Annotated[
        str | None, option("--cluster", "Look at the workers of a cluster, and compile their kernels.", "ADDRESS")
    ] = None,
    json_wanted: Annotated[bool, option("--json", "Print one JSON object.", "")] = False,
) -> None:
    """Check versions, name clashes and compiled kernels, and solve one problem with each backend."""
    from rookery.cli.commands.checkup import Finding, State, findings
    from rookery.cli.commands.cluster_checkup import findings_of_cluster

    found: list[Finding] = []
    with progress(json_wanted) as report:
        for finding in findings(warm) if cluster is None else findings_of_cluster(cluster):
            found.append(finding)
            report(finding.about)
            if not json_wanted:
                _tell(finding.state.value, finding.about, finding.message)
    broken = sum(finding.state is State.BROKEN for finding in found)
    warned = sum(finding.state is State.WARNING for finding in found)
    if json_wanted:
        emit(json.dumps({"ok": not broken, "findings": [finding.as_dict() for finding in found]}))
    else:
        emit("")
        _sum_up(broken, warned)
    raise Exit(exits.BROKEN if broken else exits.ANSWERED)


def make() -> Command:
    """The command."""
    return make_command(examine, "doctor", epilog="Example: rookery doctor --warm")


def _tell(state: str, about: str, message: str) -> None:
    line = f"{about}: {message}"
    if sys.stdout.isatty():
        from rich.text import Text

        console().print(Text.assemble((f"{state:9}", COLOURS[state]), line))
    else:
        emit(f"{state:9}{line}")


def _sum_up(broken: int, warned: int) -> None:
    if broken:
        say(f"{amount(broken, 'check', 'checks')} failed", COLOURS["broken"])
    elif warned:
        say(f"all fine, with {amount(warned, 'warning')}", COLOURS["warning"])
    else:
        say("all fine", COLOURS["ok"])
