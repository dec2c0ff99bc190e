"""`rookery demo`: the main job, by every backend, with the verdict whether their answers agree."""

from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from time import perf_counter

import click
from click.exceptions import Exit

from rookery.backends import Answer, Backend, Question, WrongAnswer, registry, start
from rookery.backends.worker import Worker
from rookery.cli import exits
from rookery.cli.options.command import DURATION, SECONDS, Command
from rookery.cli.output.terminal import complain, emit, print_table, progress, say
from rookery.cli.output.wording import add_caption
from rookery.compare.verdict import compare_answers
from rookery.core.words import amount
from rookery.models import Board, Problem, RookeryError
from rookery.models.drawing.text import side_by_side
from rookery.models.pieces.piece import BISHOP, KNIGHT, QUEEN
from rookery.models.problems.domination import domination
from rookery.models.problems.placement import placement

BOARD, SMALL = Board(8), Board(4)
MAX_SECONDS = 300.0
GUARDS = (QUEEN, BISHOP, KNIGHT)
HEADER = ("backend", "status", "value", "proven", "compile", "search", "total", "end")

Outcome = Answer | RookeryError
Processes = Mapping[str, Worker]


@dataclass(frozen=True)
class Shown:
    """One problem of the demonstration, with what every backend said to it."""

    problem: Problem
    caption: str
    outcomes: dict[str, Outcome]

    @property
    def answers(self) -> list[Answer]:
        """The answers, without the backends that gave none."""
        return [outcome for outcome in self.outcomes.values() if isinstance(outcome, Answer)]

    @property
    def wrong(self) -> list[WrongAnswer]:
        """The answers that the referees refused."""
        return [outcome for outcome in self.outcomes.values() if isinstance(outcome, WrongAnswer)]


@click.command("demo", cls=Command, epilog="Example: rookery demo --seconds 5")
@click.option(
    "--seconds",
    type=SECONDS,
    default=5,
    show_default=True,
    help=f"Time limit of each backend on each problem: {DURATION}.",
)
def command(seconds: float) -> None:
    """Solve four problems with each backend, and compare the answers."""
    question = Question(seconds=seconds)
    with ExitStack() as stack:
        processes = {name: stack.enter_context(Worker()) for name in registry.general_names()}
        # Show all problems by all backends, each in a separate process; the exit code
        emit(f"backends made ready in {_made_ready(processes):.1f} s")
        emit("")
        say(f"each backend on each problem, at most {question.seconds:g} s each time", "bold")
        shown = []
        for problem, caption in _problems(BOARD):
            shown.append(Shown(problem, caption, _outcomes(processes, problem, question)))
            emit("")
            say(problem.title, "bold")
            print_table(HEADER, [_row(name, outcome) for name, outcome in shown[-1].outcomes.items()], left=2)
        emit("")
        emit(side_by_side(list(map(_picture, shown))))
        emit("")
        raise Exit(_verdict(shown))


def _made_ready(processes: Processes) -> float:
    """Let each backend solve the problems on a small board, so that loading counts against no limit."""
    begun = perf_counter()
    for problem, _ in _problems(SMALL):
        _outcomes(processes, problem, Question(seconds=MAX_SECONDS), "making ready, ")
    return perf_counter() - begun


def _problems(board: Board) -> Iterator[tuple[Problem, str]]:
    """Yield the problems, each with the words above its board."""
    yield placement(QUEEN, board, count=board.rows), "non-attacking queens"
    for piece in GUARDS:
        yield domination(piece, board, "independent"), f"dominating {piece.plural}"


def _outcomes(processes: Processes, problem: Problem, question: Question, doing: str = "") -> dict[str, Outcome]:
    found: dict[str, Outcome] = {}
    with progress() as report:
        for name, process in processes.items():
            report(f"{doing}{name}: {problem.title}")
            found[name] = _outcome(process, name, problem, question)
    return found


def _outcome(process: Worker, name: str, problem: Problem, question: Question) -> Outcome:
    try:
        return process.call(_answer, problem, registry.name_for_another_process(name), question)
    except RookeryError as error:  # a missing library and a wrong answer are shown and do not end the demonstration
        return error


def _answer(problem: Problem, backend: str | Backend, question: Question) -> Answer:
    """Return one backend's answer; called in its process."""
    run = start(problem, backend, question)  # not measured, so that no kernel is compiled for so small a board
    for _ in run:
        pass
    return run.answer()


def _row(name: str, outcome: Outcome) -> tuple[str, ...]:
    if isinstance(outcome, RookeryError):
        complain(f"rookery: {name}: {outcome}")
        return name, "wrong answer" if isinstance(outcome, WrongAnswer) else "not run", *[""] * (len(HEADER) - 2)
    times = outcome.times
    value = "" if outcome.objective is None else str(outcome.objective)
    spent = [f"{phase:.3f}" for phase in (times.compile, times.search, times.total)]
    return name, outcome.status.value, value, _proven(outcome), *spent, outcome.end.value


def _proven(answer: Answer) -> str:
    if answer.complete:
        return "yes"
    return "no" if answer.bound is None else f">= {answer.bound}"


def _picture(shown: Shown) -> str:
    """Return a board by the backend that found the best, the first among equals."""
    found = [answer for answer in shown.answers if answer.solutions]
    if not found:
        return add_caption("\n".join("?" * BOARD.columns for _ in range(BOARD.rows)), shown.caption)
    best = min(found, key=lambda answer: answer.objective or 0).solutions[0]
    return add_caption(str(best), f"{len(best)} {shown.caption}")


def _verdict(shown: list[Shown]) -> int:
    """Say whether all agree, with a witness for each contradiction, and give the exit code."""
    disputes = [dispute for each in shown for dispute in compare_answers(each.answers)]
    wrong = [error for each in shown for error in each.wrong]
    for dispute in disputes:
        say(str(dispute), "bold red")
    for error in wrong:
        say(f"wrong answer: {error}", "bold red")
        if error.placement is not None:
            emit(f"{error.placement}\n")
    answers = [answer for each in shown for answer in each.answers]
    complete = sum(answer.complete for answer in answers)
    if disputes or wrong:
        say(
            f"{amount(len(disputes) + len(wrong), 'contradiction')} among {len(answers) + len(wrong)} answers",
            "bold red",
        )
        return exits.DISAGREEMENT
    say(f"all answers agree: {len(answers)} of them, {complete} complete, all refereed", "bold green")
    return exits.ANSWERED
