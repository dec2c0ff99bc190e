"""Text that several commands print: boards, captions, search statistics."""

import sys
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from rookery.backends import Answer
from rookery.backends.answer import phases
from rookery.cli.output.terminal import complain, say
from rookery.core.words import amount
from rookery.models import Placement, Problem
from rookery.models.drawing.boards import add_coordinates, draw_text
from rookery.models.drawing.text import symbols

MEBIBYTE = 1 << 20


def draw_board(placement: Placement, unicode: bool = False, coordinates: bool | str = False) -> str:
    """Return a board in letters, or in chess symbols with room between them; its rows and columns may be numbered.

    If the encoding of standard output lacks the symbols, letters take their place.
    """
    drawing = format(placement, "unicode" if unicode else "text")
    try:
        drawing.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        drawing = draw_text(placement.board, placement, symbols)
    return add_coordinates(drawing, placement.board, coordinates == "names") if coordinates else drawing


def draw_claimed(problem: Problem, placement: Placement | None) -> str:
    """Return a placement, or the fixed pieces without one, with an x on forbidden squares.

    Empty if nothing is shown, and nothing is given.
    """
    from rookery.models.reading.drawn import MARK

    if placement is None and not (problem.fixed or problem.forbidden):
        return ""
    standing = problem.fixed if placement is None else placement
    crosses = dict.fromkeys(sorted(problem.forbidden, key=problem.board.index), MARK)
    return draw_text(problem.board, {**crosses, **standing})


def add_caption(drawing: str, caption: str) -> str:
    """Return a drawing under a caption, with lines of one length, to be set beside others."""
    lines = [caption, *drawing.split("\n")]
    width = max(map(len, lines))
    return "\n".join(line.ljust(width) for line in lines)


def with_memory(answer: Answer) -> Answer:
    """Add the peak memory of this process to the statistics of an answer, if it is known."""
    peak = peak_memory_of_run()
    return answer if peak is None else replace(answer, statistics={**answer.statistics, "memory": peak})


def tell_statistics(answer: Answer, aside: bool = False) -> None:
    """Print the statistics; `aside`: on standard error, because standard output holds boards alone."""
    line = f"statistics: {describe_statistics(answer)}"
    if aside:
        complain(line)
    else:
        say(line, "dim")


def describe_statistics(answer: Answer) -> str:
    """Return the statistics with their names, in the order of the vocabulary."""
    counted = {name: number for name, number in answer.statistics.items() if name != "memory"}
    phrases = [_amount(name, number) for name, number in counted.items()]
    phrases = phrases or [f"{answer.backend} reports no search statistics"]
    memory = answer.statistics.get("memory")
    if spent := phases(answer):
        phrases.append(spent)
    return ", ".join([*phrases, *([] if memory is None else [f"{memory / MEBIBYTE:,.0f} MiB memory at most"])])


def _amount(plural: str, number: int) -> str:
    return amount(number, plural.removesuffix("s"), plural)


def peak_memory_of_run() -> int | None:
    """Return the peak memory of this process in bytes (Linux); None if other processes shared its work.

    `getrusage` would also count the process before it became this program.
    """
    with suppress(ImportError, OSError):
        from resource import RUSAGE_CHILDREN, getrusage

        lines = Path("/proc/self/status").read_text(encoding="utf-8").splitlines()
        if not getrusage(RUSAGE_CHILDREN).ru_maxrss:
            return next((int(line.split()[1]) << 10 for line in lines if line.startswith("VmHWM:")), None)
    return None
