"""`rookery solve model FILE`: a model from a file of another tool, solved by any backend."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import click
from click.exceptions import Exit

from rookery.backends import Answer, Reason, Run, Want, start
from rookery.backends.answer import say_status, timing
from rookery.backends.formats import READERS, read_model
from rookery.backends.formats.named import HIDDEN
from rookery.backends.solve import as_problem
from rookery.cli import exits
from rookery.cli.commands.limited import hold_limits
from rookery.cli.options.option import argument, make_command, option
from rookery.cli.options.search import SearchOptions
from rookery.cli.options.show import STATISTICS_HELP
from rookery.cli.output.terminal import complain, emit, progress, say
from rookery.cli.output.wording import tell_statistics, with_memory
from rookery.core.words import in_a_line
from rookery.models import BadInput, Model, Placement

FILE_HELP = f"A file of another tool: {', '.join(READERS)}."


@dataclass(frozen=True)
class HowMany:
    """The number of solutions wanted."""

    every: Annotated[bool, option("--all", "List all solutions; for an optimum, all optimal ones.", "")] = False
    count_solutions: Annotated[bool, option("--count-solutions", "Count the solutions.", "")] = False
    limit: Annotated[int | None, option("--limit", "Stop after K solutions (implies --all).", "K")] = None

    def want(self) -> Want:
        """Return one, all or count."""
        if self.every and self.count_solutions:
            raise BadInput("--all and --count-solutions exclude each other; give one of them")
        if self.count_solutions:
            return Want.COUNT
        return Want.ALL if self.every or self.limit is not None else Want.ONE


@hold_limits
def solve_model(
    file: Annotated[Path, argument(FILE_HELP, "FILE")],
    several: HowMany,
    limits: SearchOptions,
    as_json: Annotated[bool, option("--json", "Print one JSON object.", "")] = False,
    statistics: Annotated[bool, option("--statistics", STATISTICS_HELP, "")] = False,
    explain: Annotated[bool, option("--explain", "Print to standard error how it is solved.", "")] = False,
) -> None:
    """Solve a model in DIMACS CNF, WCNF, OPB, MPS or JSON; print the true variables of each solution."""
    model = read_model(file)
    question = limits.question(several.want(), several.limit)
    run = start(as_problem(model, str(file)), limits.find_backend(), question)
    if explain:
        run.describe = lambda lines: complain("\n".join(lines))
    interrupted = _follow(run)
    answer = with_memory(run.answer())
    if as_json:
        emit(json.dumps({"file": str(file), **_data(answer, model)}))
    else:
        for line in _lines(answer, model):
            emit(line)
        say(f"{file}: {say_status(answer)}", "bold green" if answer.complete else "bold yellow")
        say(timing(answer), "dim")
        if statistics:
            tell_statistics(answer)
    raise Exit(exits.of(answer, interrupted))


def make_model_command() -> click.Command:
    """Return the sub-command of `solve`."""
    example = "Example: rookery solve model model.cnf --count-solutions --backend sat"
    return make_command(solve_model, "model", epilog=example)


def _follow(run: Run) -> bool:
    """Iterate a run to its end or to Ctrl-C; return whether it was interrupted."""
    with progress() as report:
        try:
            for number, _ in enumerate(run, start=1):
                report(f"{run.backend.name}: {number} so far")
        except KeyboardInterrupt:
            return True
    answer = run.answer(0)
    return answer.end is Reason.INTERRUPTED and not answer.complete


def _true_variables(placement: Placement, model: Model) -> list[str]:
    """Return the names of the true variables, without auxiliary ones."""
    names = (model.name(square.column) for square in sorted(placement))
    return [name for name in names if not name.startswith(HIDDEN)]


def _data(answer: Answer, model: Model) -> dict[str, Any]:
    """Return the JSON of an answer, with names of variables in place of squares."""
    plain = answer.as_dict()
    plain["problem"] = {"variables": model.variables, "constraints": len(model.constraints)}
    plain["solutions"] = [_true_variables(placement, model) for placement in answer.solutions]
    return plain


def _lines(answer: Answer, model: Model) -> Iterator[str]:
    for placement in answer.solutions:
        yield " ".join(map(in_a_line, _true_variables(placement, model))) or "(no variable is true)"
