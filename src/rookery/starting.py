"""Ctrl-C while the command is imported, before anything of the command line can catch it; importing this is enough."""

import os
import sys
from pathlib import PurePath
from time import perf_counter
from types import TracebackType

INTERRUPTED = 130


def is_command() -> bool:
    """Whether this process is `rookery` or `python -m rookery`; another program decides about Ctrl-C itself."""
    called = sys.argv[0] if getattr(sys, "argv", None) else ""
    if called == "-m":  # as long as the interpreter looks for the module
        return "rookery" in sys.orig_argv
    return PurePath(called).stem == "rookery"


def end(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """End without a word after Ctrl-C; show all else as Python does."""
    if issubclass(kind, KeyboardInterrupt):
        os._exit(INTERRUPTED)
    sys.__excepthook__(kind, error, trace)


BEGAN = perf_counter() if is_command() else None  # when the command began
if BEGAN is not None:
    sys.excepthook = end
