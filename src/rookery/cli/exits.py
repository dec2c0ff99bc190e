"""The end of a command: exit codes, and the one line for each error."""

import os
import sys
import traceback
from errno import EDQUOT, ENOSPC

import click
from click.exceptions import NoArgsIsHelpError

from rookery import starting
from rookery.backends import Answer, WrongAnswer
from rookery.cli.output.streams import ReaderLeft
from rookery.cli.output.usage import explain_usage
from rookery.core.deadline import OutOfTime
from rookery.core.words import legible
from rookery.models import RookeryError

ANSWERED, BUG, BAD_INPUT, LIMIT, DISAGREEMENT, INTERRUPTED, BROKEN_PIPE = 0, 1, 2, 3, 4, 130, 141
BROKEN = BUG
FULL = ENOSPC, EDQUOT  # wherever it was: the folder for what is kept a short time, mostly
# What each code means, for the documentation; docs/command-line.md says the same.
MEANINGS = {
    ANSWERED: 'the question is fully answered; "no solution" is an answer',
    BUG: "a bug in Rookery, or memory ran out; one line says what to report",
    BAD_INPUT: "bad input, or output cannot be written; one line says what is wrong",
    LIMIT: "a limit was reached first; what was found is printed",
    DISAGREEMENT: "a referee refused an answer, a check failed, or backends disagree",
    INTERRUPTED: "Ctrl-C; what was found is printed",
    BROKEN_PIPE: "the program that reads the output closed it",
}
TRACEBACK = "ROOKERY_TRACEBACK"


def of(answer: Answer, interrupted: bool = False) -> int:
    """The exit code that an answer earns."""
    if interrupted:
        return INTERRUPTED
    return ANSWERED if answer.complete else LIMIT


def after(error: BaseException) -> int:
    """Report an error on standard error, one line where it is foreseen, and give its exit code."""
    if (
        os.environ.get(TRACEBACK)
        and not starting.pressed
        and not isinstance(error, KeyboardInterrupt | ReaderLeft | SystemExit)
    ):
        traceback.print_exception(error)
    match error:
        case KeyboardInterrupt() | click.Abort():
            return INTERRUPTED
        case ReaderLeft():
            return BROKEN_PIPE
        case SystemExit():
            raise error
        case WrongAnswer():
            return _report(_add_witness(error), DISAGREEMENT)
        case OutOfTime():
            return _report(str(error), LIMIT)
        case RookeryError():
            return _report(" ".join(str(error).split()), BAD_INPUT)
        case MemoryError():
            return _report("memory ran out; a smaller board or another backend may need less", BUG)
        case OSError() if not starting.pressed:
            return _report(str(error), BAD_INPUT if error.errno in FULL else BUG)
    if isinstance(error, click.UsageError):
        return _usage(error)
    if starting.pressed:  # what Ctrl-C becomes where Python makes a class, or a library is imported
        return INTERRUPTED
    what = f"{type(error).__name__}: {error}".splitlines()[0]
    return _report(f"this is a bug in rookery: {what} ({TRACEBACK}=1 shows where)", BUG)


def _report(line: str, code: int) -> int:
    print(f"rookery: {legible(line)}", file=sys.stderr, flush=True)
    return code


def _add_witness(error: WrongAnswer) -> str:
    return f"wrong answer: {error}" if error.placement is None else f"wrong answer: {error}\n{error.placement}"


def _usage(error: click.UsageError) -> int:
    if isinstance(error, NoArgsIsHelpError):
        print(error.format_message(), flush=True)
        return ANSWERED
    where = f"; `{error.ctx.command_path} --help` says what is accepted" if error.ctx is not None else ""
    return _report(explain_usage(error) + where, BAD_INPUT)
