"""`rookery solve`: one problem, one backend, one refereed answer; a sub-command for each family of problems."""

from typing import Any

from rookery.backends import Want, first
from rookery.cli.commands.ask import ask, ask_whether_unique, conclude
from rookery.cli.commands.limited import hold_limits
from rookery.cli.options.command import LateGroup, json_option
from rookery.cli.options.search import SearchOptions, Wanted, add_search, add_wanted
from rookery.cli.options.show import Show, add_show, statistics_option
from rookery.cli.output.wording import draw_board, with_memory
from rookery.cli.problem_options import FamilyGroup, Stated


@add_wanted
@add_search()
@add_show
@hold_limits
def solve(stated: Stated, wanted: Wanted, limits: SearchOptions, show: Show) -> None:
    """Solve one problem and draw the answer."""
    if wanted.unique:
        ask_whether_unique(stated.problem(show.numbers), wanted, limits, show)
    ask(stated.problem(show.numbers), wanted, limits, show, stated.find)


@add_search()
@json_option
@statistics_option
@hold_limits
def solve_first(stated: Stated, limits: SearchOptions, as_json: bool, statistics: bool) -> None:
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
    drawn = (f"{draw_board(placement)}\n" for placement in answer.solutions)
    conclude(answer, answer.interrupted, answer.as_dict() if as_json else None, drawn, str(answer), statistics)


def _offer_model() -> Any:
    from rookery.cli.commands.model import solve_model  # no other command needs the readers

    return solve_model


def _offer_first() -> LateGroup:
    return FamilyGroup(
        solve_first,
        does="Find the lexicographically first solution, with proof.",
        example="solve first {}",
        epilog="Example: rookery solve first placement --piece queen --board 8 --count 8",
    )


command = FamilyGroup(
    solve,
    example="solve {}",
    others={"first": _offer_first, "model": _offer_model},
    epilog="Example: rookery solve placement --piece knight --board 5x6",
)
