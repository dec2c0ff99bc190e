"""`rookery solve`: one problem, one backend, one refereed answer; a sub-command for each family of problems."""

from typing import Annotated

import click
from click.exceptions import Exit

from rookery.backends import Want, first
from rookery.backends.answer import sentence, timing
from rookery.backends.assist import GREEDY_SECONDS
from rookery.cli import exits
from rookery.cli.commands.ask import ask, ask_whether_unique
from rookery.cli.commands.limited import hold_limits
from rookery.cli.options.option import option
from rookery.cli.options.search import SearchOptions, Wanted
from rookery.cli.options.show import STATISTICS_HELP, Show
from rookery.cli.output.terminal import emit, say
from rookery.cli.output.wording import draw_board, tell_statistics, with_memory
from rookery.cli.problem_options import FamilyGroup, Stated, make_family_command
from rookery.models.problems.family import Family


def make() -> FamilyGroup:
    """The command."""
    return FamilyGroup(
        "solve",
        _offer,
        {"first": _offer_first, "model": _offer_model},
        help="Solve one problem and draw the answer.",
        epilog="Example: rookery solve placement --piece knight --board 5x6",
    )


def _offer(family: Family) -> click.Command:
    """The sub-command of a family."""

    def solve(stated: Stated, wanted: Wanted, limits: SearchOptions, show: Show) -> None:
        if wanted.unique:
            ask_whether_unique(stated.problem(), wanted, limits, show)
        ask(stated.problem(), wanted, limits, show, stated.find, stated.names_squares())

    # For the fewest pieces, and for the most of a minimal covering, steps of milliseconds find a solution
    held = hold_limits(solve, GREEDY_SECONDS if family.formula.startswith(("min ", "max |S|")) else 0.0)
    return make_family_command(held, family, "", "solve {}")


def solve_first(
    stated: Stated,
    limits: SearchOptions,
    as_json: Annotated[bool, option("--json", "Print one JSON object.", "")] = False,
    statistics: Annotated[bool, option("--statistics", STATISTICS_HELP, "")] = False,
) -> None:
    """Find the lexicographically first solution, with proof."""
    problem = stated.problem()
    question = limits.question(Want.ONE)
    answer = first(
        problem,
        limits.find_backend(),
        seconds=question.seconds,
        workers=question.workers,
        seed=question.seed,
        options=dict(question.options),
    )
    answer = with_memory(answer)
    if as_json:
        import json

        emit(json.dumps(answer.as_dict()))
    else:
        for placement in answer.solutions:
            emit(f"{draw_board(placement)}\n")
        say(sentence(answer))
        say(timing(answer), "dim")
        if statistics:
            tell_statistics(answer)
    raise Exit(exits.of(answer, answer.interrupted))


def _offer_model() -> click.Command:
    from rookery.cli.commands.model import make_model_command  # no other command needs the readers

    return make_model_command()


def _offer_first() -> click.Command:
    does = "Find the lexicographically first solution, with proof."
    return FamilyGroup(
        "first",
        lambda family: make_family_command(hold_limits(solve_first), family, does, "solve first {}"),
        help=does,
        epilog="Example: rookery solve first placement --piece queen --board 8 --count 8",
    )
