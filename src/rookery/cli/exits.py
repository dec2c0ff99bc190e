"""The end of a command: exit codes, and the one line for each error."""

import os
import re
import sys
import traceback
from errno import EDQUOT, ENOSPC
from itertools import chain
from pathlib import Path

import click

from rookery.backends import Answer, Want, WrongAnswer
from rookery.cli.output.terminal import complain
from rookery.core.deadline import OutOfTime
from rookery.core.synonyms import did_you_mean
from rookery.core.words import legible
from rookery.models import RookeryError
from rookery.models.problems.command import option_name
from rookery.models.problems.registry import families

SPARE = re.compile(r"Got unexpected extra arguments? \(([\w.:, ]+)\)")  # values without their options
ANSWERED, BUG, BAD_INPUT, LIMIT, DISAGREEMENT, INTERRUPTED, BROKEN_PIPE = 0, 1, 2, 3, 4, 130, 141
BROKEN = BUG
FULL = ENOSPC, EDQUOT  # a full disk, often that of the folder for temporary files
# What each code means, for the documentation; docs/command-line.md says the same.
MEANINGS = {
    ANSWERED: 'the question is fully answered; "no solution" is an answer',
    BUG: "a bug in Rookery, or memory ran out; one line says what to report",
    BAD_INPUT: "bad input, or output cannot be written; one line says what is wrong",
    LIMIT: "a limit was reached first; what was found is printed",
    DISAGREEMENT: "a referee refused an answer, a check failed, backends disagree, or your own code raised an error",
    INTERRUPTED: "Ctrl-C or SIGTERM; what was found is printed",
    BROKEN_PIPE: "the program that reads the output closed it",
}
TRACEBACK = "ROOKERY_TRACEBACK"
# Top-level modules whose faults are ours: this package, Python's own, and the libraries that we call.
OUR_MODULES = sys.stdlib_module_names | {
    *("rookery", "click", "constraint", "google", "jinja2", "lazy_loader", "llvmlite", "msgspec", "networkx", "numba"),
    *("numpy", "ortools", "packaging", "pandas", "pysat", "pysolvers", "resvg_py", "rich"),
}


def explain_usage(error: click.UsageError) -> str:
    """Say in one sentence, without its full stop, what is wrong with the arguments."""
    said = " ".join(error.format_message().split()).rstrip(".")
    command = getattr(error.ctx, "command", None)
    known = [name for each in getattr(command, "params", ()) for name in each.opts if name.startswith("--")]
    if isinstance(error, click.NoSuchOption):
        # Name a similar option, or the families that have this one
        option, name = error.option_name, str(getattr(error.ctx, "info_name", "rookery"))
        if isinstance(command, click.Group):
            example = str(command.epilog).removeprefix("Example: ")
            return f"{name} has no option {option}; options follow the command, as in {example}"
        having = [each for each, family in families().items() if option in map(option_name, family.parameters)]
        if not (meant := did_you_mean(option, known)) and having and name in families():
            meant = f"; {', '.join(having)} {'have' if len(having) > 1 else 'has'} it"
        return f"{name} has no option {option}{meant}"
    if isinstance(error, click.BadOptionUsage) and "requires" in said:
        return f"{error.option_name} needs a value"
    if isinstance(error, click.BadParameter) and error.param is not None and "Invalid value" in said:
        return f"{error.param.opts[0]} {error.message.rstrip('.')}"
    if (found := SPARE.fullmatch(said)) and "--board" in known:
        if error.ctx is not None and error.ctx.params.get("of_board"):
            return f"{said}: a square is one word, R,C or e4"
        options = {"--board" if word[0].isdigit() else "--piece": word for word in found[1].split()}
        if options.keys() <= {*known} and len(options) == len(found[1].split()):
            return f"{said}: did you mean {' '.join(chain(*options.items()))}?"
    return said


def of(answer: Answer, interrupted: bool = False) -> int:
    """Return the exit code of an answer; if it contradicts a published value, say so on standard error."""
    if answer.want is not Want.ONE or answer.problem.goal or not answer.solutions:  # one solution is refereed
        from rookery.compare.claims import published_contradiction

        if wrong := published_contradiction(answer):
            complain(f"rookery: {answer.problem.title}: {wrong}")
            return DISAGREEMENT
    if interrupted:
        return INTERRUPTED
    return ANSWERED if answer.complete else LIMIT


def after(error: BaseException) -> int:
    """Report an error in one line on standard error, with a traceback for a plug-in's fault; return the exit code."""
    _abandon_broken_output()
    match error:
        case KeyboardInterrupt() | click.Abort():
            return INTERRUPTED
        case BrokenPipeError():
            return BROKEN_PIPE
        case SystemExit():
            raise error
    place = None
    match error:
        case WrongAnswer():
            line = f"wrong answer: {error}" if error.placement is None else f"wrong answer: {error}\n{error.placement}"
            code = DISAGREEMENT
        case OutOfTime():
            line, code = str(error), LIMIT
        case RookeryError():
            line, code = " ".join(str(error).split()), BAD_INPUT
        case click.UsageError():
            line, code = explain_usage(error), BAD_INPUT
            says_all = isinstance(error, click.BadParameter) and not isinstance(error, click.MissingParameter)
            if error.ctx is not None and not says_all:
                line += f"{' ' if line[-1] in '?;' else '; '}`{error.ctx.command_path} --help` says what is accepted"
        case MemoryError():
            line, code = "memory ran out; a smaller board or another backend may need less", BUG
        case OSError():
            line, code = str(error), BUG
            if error.errno in FULL:
                line, code = f"cannot write {error.filename or 'standard output'}: {error.strerror}", BAD_INPUT
        case _:
            what = f"{type(error).__name__}: {error}".splitlines()[0]
            line, code = f"this is a bug in rookery: {what} ({TRACEBACK}=1 shows where)", BUG
            if place := _find_foreign(error):
                line, code = f"{place} raised {what}", DISAGREEMENT
    if place or os.environ.get(TRACEBACK):
        traceback.print_exception(error)
    print(f"rookery: {legible(line)}", file=sys.stderr, flush=True)
    return code


def _find_foreign(error: BaseException) -> str | None:
    """Return the first function of a plug-in or a user's file in the traceback; None if there is none."""
    for frame, line in traceback.walk_tb(error.__traceback__):
        module = str(frame.f_globals.get("__name__"))
        if module.partition(".")[0] not in OUR_MODULES:
            return f"{frame.f_code.co_qualname} ({Path(frame.f_code.co_filename).name}, line {line})"
    return None


def _abandon_broken_output() -> None:
    """Send the rest of standard output to the null device if it cannot be written: Python flushes it on exit."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
