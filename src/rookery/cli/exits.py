"""How the command line ends: exit codes, and the one line for each error."""

import os
import sys
import traceback

import typer

from rookery.backends import Answer, WrongAnswer
from rookery.cli.output.streams import ReaderLeft
from rookery.cli.output.usage import UsageError, explain_usage
from rookery.models import RookeryError
from rookery.models.base.deadline import OutOfTime

ANSWERED, BUG, BAD_INPUT, LIMIT, DISAGREEMENT, INTERRUPTED, BROKEN_PIPE = 0, 1, 2, 3, 4, 130, 141
BROKEN = BUG
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
    if os.environ.get(TRACEBACK) and not isinstance(error, KeyboardInterrupt | ReaderLeft | SystemExit):
        traceback.print_exception(error)
    match error:
        case KeyboardInterrupt() | typer.Abort():
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
        case OSError():
            return _report(str(error), BUG)
    if isinstance(error, UsageError):
        return _usage(error)
    what = f"{type(error).__name__}: {error}".splitlines()[0]
    return _report(f"this is a bug in rookery: {what} ({TRACEBACK}=1 shows where)", BUG)


def _report(line: str, code: int) -> int:
    print(f"rookery: {line}", file=sys.stderr, flush=True)
    return code


def _add_witness(error: WrongAnswer) -> str:
    return f"wrong answer: {error}" if error.placement is None else f"wrong answer: {error}\n{error.placement}"


def _usage(error: UsageError) -> int:
    context, format_message = getattr(error, "ctx", None), error.format_message
    if type(error).__name__ == "NoArgsIsHelpError" and context is not None:
        print(format_message(), end="", flush=True)  # empty where typer has drawn the help itself
        return ANSWERED
    where = f"; `{context.command_path} --help` says what is accepted" if context is not None else ""
    return _report(explain_usage(error) + where, BAD_INPUT)
