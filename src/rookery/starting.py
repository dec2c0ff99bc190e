"""Ctrl-C from the first line of the command on; importing this is enough.

Python raises `KeyboardInterrupt` wherever it is. Where it makes a class, imports a module or lets a weak reference go,
that becomes another error, or is written and forgotten. So Ctrl-C ends the process at once, without a word, until the
command is known, and after its end. Between these, `pressed` says that another error may be what has become of Ctrl-C.
"""

import os
import sys
from time import perf_counter

try:
    import _signal as signals  # type: ignore[import-not-found]  # what `signal` makes classes of
except ImportError:
    import signal as signals

INTERRUPTED = 130
pressed = False  # whether Ctrl-C came while the command ran


def is_command() -> bool:
    """Return whether this process is `rookery` or `python -m rookery`; another program decides about Ctrl-C itself."""
    called = sys.argv[0] if getattr(sys, "argv", None) else ""
    if called == "-m":  # as long as the interpreter looks for the module
        return "rookery" in sys.orig_argv
    return os.path.splitext(os.path.basename(called))[0] == "rookery"


def end(*_: object) -> None:
    """End the process without a word."""
    os._exit(INTERRUPTED)


def interrupt(*_: object) -> None:
    """The effect of Ctrl-C on a known command."""
    global pressed
    pressed = True
    raise KeyboardInterrupt


def heed_ctrl_c() -> None:
    """Let Ctrl-C interrupt the command from now on, since it may have something to show."""
    if signals.getsignal(signals.SIGINT) is end:
        signals.signal(signals.SIGINT, interrupt)


def command_is_over() -> None:
    """The command has shown all: from now on Ctrl-C ends the process at once."""
    if signals.getsignal(signals.SIGINT) is interrupt:
        signals.signal(signals.SIGINT, end)


def _tell(kind, error, trace):  # type: ignore[no-untyped-def]  # their types would take an import of `typing`
    """End without a word after Ctrl-C, even if it became another error; show all other errors as Python does."""
    if pressed or issubclass(kind, KeyboardInterrupt):
        end()
    sys.__excepthook__(kind, error, trace)


def _tell_of_the_unraised(unraised):  # type: ignore[no-untyped-def]
    """Interrupt once more if Python has forgotten that it was: in a finalizer, or as a weak reference was let go."""
    if not issubclass(unraised.exc_type, KeyboardInterrupt):
        sys.__unraisablehook__(unraised)
    elif pressed:
        signals.raise_signal(signals.SIGINT)


BEGAN = perf_counter() if is_command() else None  # when the command began
if BEGAN is not None:
    sys.excepthook = _tell
    sys.unraisablehook = _tell_of_the_unraised
    if signals.getsignal(signals.SIGINT) is signals.default_int_handler:  # and not where a shell lets it be ignored
        signals.signal(signals.SIGINT, end)
