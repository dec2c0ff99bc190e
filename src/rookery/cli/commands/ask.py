"""Ask a backend on the command line: show the progress, draw solutions as they come, print the answer."""

import json
import shlex
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NoReturn, Protocol

from click.exceptions import Exit

from rookery.backends import Answer, Reason, Run, Status, Want, WrongAnswer, start
from rookery.backends.answer import REASONS, timing
from rookery.backends.progress import SearchProgress
from rookery.cli import exits
from rookery.cli.options.files import read_placement
from rookery.cli.options.search import SearchOptions, Wanted, open_cluster
from rookery.cli.options.show import Show
from rookery.cli.output.terminal import complain, emit, progress, say
from rookery.cli.output.wording import draw_board, tell_statistics, with_memory
from rookery.core.deadline import OutOfTime
from rookery.models import Placement, Problem
from rookery.models.pieces.sources import FindPiece

Draw = Callable[[Placement], None]


def ask(problem: Problem, wanted: Wanted, limits: SearchOptions, show: Show, find: FindPiece) -> NoReturn:
    """Solve a problem as the options say, show the answer, and exit with its code."""
    want = wanted.want()
    show.check(want, problem.board)
    if wanted.evidence is not None:
        # Refuse an unknown kind of evidence before there is any search
        from rookery.backends.certifying import check_kind

        check_kind(wanted.evidence)
    hint = Placement(problem.board, dict(read_placement(wanted.hint, problem, find).pieces)) if wanted.hint else None
    question = limits.question(want, wanted.limit, wanted.up_to_symmetry, hint)
    shown = None if show.as_json else Gallery(show)
    try:
        with open_cluster(wanted.cluster) as executor:
            run = start(problem, limits.find_backend(), question, wanted.checkpoint, executor)
            if show.explain:
                run.describe = _explain
            answer, interrupted = follow(run, shown if want is Want.ALL else None)
    except WrongAnswer as error:
        # A picture of what a referee refused, with an arrow for each attack on a piece
        if error.placement is not None and show.pictures():
            show.pictures().write(error.placement.svg(coordinates=show.numbers or "names", conflicts=True))
        raise
    if show.explain and answer.note:
        complain(f"ended: {answer.note}")
    answer = with_memory(answer)
    asked = [] if interrupted else list(_explain_answer(answer, show, wanted.every))
    _show(answer, shown, show, dict(asked))
    if show.statistics and shown is not None:
        tell_statistics(answer, aside=show.bare)
    if wanted.proof is not None and not interrupted:
        _write_proof(answer, wanted.proof, wanted.evidence)
    raise Exit(exits.of(answer, interrupted))


def ask_whether_unique(problem: Problem, wanted: Wanted, limits: SearchOptions, show: Show) -> NoReturn:
    """Ask for two solutions, and say whether there is exactly one; else show two that differ."""
    from rookery.backends.explaining.unique import Uniqueness

    show.check(wanted.want(), problem.board)
    question = limits.question(Want.ALL, 2)
    answer, interrupted = follow(start(problem, limits.find_backend(), question))
    found = Uniqueness(answer)
    emit(json.dumps(found.as_dict()) if show.as_json else str(found))
    if show.pictures() and answer.solutions:
        show.pictures().write(answer.solutions[0].svg())
    raise Exit(exits.ANSWERED if found.unique is not None else exits.of(answer, interrupted))


def conclude(
    answer: Answer, interrupted: bool, data: Mapping[str, Any] | None, drawn: Iterable[str], said: str, statistics: bool
) -> NoReturn:
    """Print an answer as JSON, if there is `data`, or in words with its drawn solutions; exit with its code."""
    if data is not None:
        emit(json.dumps(data))
    else:
        for each in drawn:
            emit(each)
        say(said, "bold green" if answer.complete else "bold yellow")
        say(timing(answer), "dim")
        if statistics:
            tell_statistics(answer)
    raise Exit(exits.of(answer, interrupted))


class Account(Protocol):
    """An explanation of an answer: in words, drawn, and as plain data."""

    def as_dict(self) -> dict[str, Any]:
        """Return the explanation as plain data."""


def _explain_answer(answer: Answer, show: Show, every: bool) -> Iterator[tuple[str, Account]]:
    """Yield the explanation `why` and the `repair`, if they are asked for; they do not depend on the backend."""
    if not (show.why or show.repair):
        return  # saves the imports
    from rookery.backends.explaining.conflicts import conflicts, repair
    from rookery.backends.explaining.why import explain

    if show.why and every and answer.status is Status.INFEASIBLE:
        yield "why", conflicts(answer.problem)
    elif show.why:
        yield "why", explain(answer.problem, answer)
    if show.repair:
        yield "repair", repair(answer.problem)


def _show(answer: Answer, shown: "Gallery | None", show: Show, why: dict[str, Account]) -> None:
    if shown is None:
        emit(json.dumps(answer.as_dict() | {name: each.as_dict() for name, each in why.items()}))
    else:
        _tell(answer, shown, bool(why))
        for each in why.values():
            emit(f"\n{each}")
    if show.pictures():
        if answer.solutions:
            show.pictures().write(answer.solutions[0].svg(coordinates=show.edges))
        else:
            complain("rookery: no board to draw as a picture")


def _write_proof(answer: Answer, path: Path, kind: str | None) -> None:
    """Certify a complete answer and write the certificate; say so if there is none."""
    if not answer.complete:
        complain(f"rookery: no certificate: {REASONS[answer.end]}")
        return
    from rookery.backends.certifying import certify_answer

    try:
        with progress() as show:
            certificate = certify_answer(answer, kind, show)
    except OutOfTime:
        complain("rookery: no certificate: the time limit was reached first")
        raise Exit(exits.LIMIT) from None
    certificate.write(path)
    if path.is_file():  # a device or a pipe has no size, and cannot be read again
        check = shlex.join(["rookery", "verify", str(path)])
        complain(f"{path}: a certificate of {path.stat().st_size:,} bytes; `{check}` checks it")


def _explain(lines: list[str]) -> None:
    for line in lines:
        complain(line)


class Gallery:
    """Boards one below the other on standard output, an empty line between them."""

    def __init__(self, show: Show) -> None:
        self.show = show
        self.hung = 0

    def __call__(self, placement: Placement) -> None:
        """Draw one more board."""
        board = self._draw(placement)
        emit(f"\n{board}" if self.hung else board)
        self.hung += 1

    def _draw(self, placement: Placement) -> str:
        if self.show.format == "pace":
            return "\n".join([str(len(placement)), *map(str, placement)])
        return draw_board(placement, self.show.format == "unicode", self.show.edges)


def follow(run: Run, draw: Draw | None = None) -> tuple[Answer, bool]:
    """Run a search to its end or to Ctrl-C and draw placements as they come; return the answer, and whether it was cut.

    A line shows the progress, unless boards are drawn on the terminal, which it would tear.
    """
    quiet = draw is not None and sys.stdout.isatty()
    interrupted = False
    with progress(not quiet) as show:
        watched = SearchProgress(show)
        watched.news(run.backend.name)
        if not quiet and sys.stderr.isatty():
            run.progress = watched
        try:
            for number, placement in enumerate(run, start=1):
                if draw:
                    draw(placement)
                watched.news(_news(run, number, placement))
        except KeyboardInterrupt:
            interrupted = True
    answer = run.answer()
    return answer, interrupted or (answer.end is Reason.INTERRUPTED and not answer.complete)


def _news(run: Run, number: int, placement: Placement) -> str:
    if run.question.want is Want.ONE:
        return f"{run.backend.name}: {len(placement)} pieces so far"
    return f"{run.backend.name}: {number} placements so far"


def _tell(answer: Answer, shown: Gallery, explained: bool) -> None:
    """Print the rest once the search has ended: boards that were not streamed, the answer, the times."""
    for placement in answer.solutions[shown.hung :]:
        shown(placement)
    if shown.show.bare:
        if not answer.complete:
            complain(f"rookery: {REASONS[answer.end]}")
        elif not answer.solutions:
            emit("no solution")
        return
    if answer.solutions:
        emit("")
    say(str(answer), "bold green" if answer.complete else "bold yellow")
    if answer.status is Status.INFEASIBLE and not explained:
        say("--why names the rules that exclude each other", "dim")
    say(timing(answer), "dim")
