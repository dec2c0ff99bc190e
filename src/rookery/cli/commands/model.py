"""`rookery solve model FILE`: a model from a file of another tool, solved by any backend."""

from pathlib import Path
from typing import Any

import click

from rookery.backends import Answer, start
from rookery.backends.answer import say_status
from rookery.backends.formats import read_model
from rookery.backends.formats.named import HIDDEN
from rookery.backends.solve import as_problem
from rookery.cli.commands.ask import conclude, follow
from rookery.cli.commands.limited import hold_limits
from rookery.cli.options.command import FILE, Command, json_option
from rookery.cli.options.search import HowMany, SearchOptions, add_how_many, add_search
from rookery.cli.options.show import statistics_option
from rookery.cli.output.terminal import complain
from rookery.cli.output.wording import with_memory
from rookery.core.words import in_a_line
from rookery.models import BadInput, Model, Placement


@click.command("model", cls=Command, epilog="Example: rookery solve model model.cnf --count-solutions --backend sat")
@click.argument("file", type=FILE)
@add_how_many
@add_search()
@json_option
@statistics_option
@click.option("--explain", is_flag=True, help="Print to standard error how it is solved.")
@hold_limits
def solve_model(
    file: Path, several: HowMany, limits: SearchOptions, as_json: bool, statistics: bool, explain: bool
) -> None:
    """Solve a model in DIMACS CNF, WCNF, OPB, MPS or JSON; print the true variables of each solution."""
    if str(file) == "-":
        raise BadInput("FILE -: standard input has no ending, which says the format; name a file, such as model.cnf")
    model = read_model(file)
    question = limits.question(several.want(), several.limit)
    run = start(as_problem(model, str(file)), limits.find_backend(), question)
    if explain:
        run.describe = lambda lines: complain("\n".join(lines))
    answer, interrupted = follow(run)
    answer = with_memory(answer)
    found = (_true_variables(placement, model) for placement in answer.solutions)
    drawn = (" ".join(map(in_a_line, names)) or "(no variable is true)" for names in found)
    data = {"file": str(file), **_data(answer, model), "title": str(file)} if as_json else None
    conclude(answer, interrupted, data, drawn, f"{file}: {say_status(answer)}", statistics)


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
