"""Postpone Ctrl-C during steps that must be whole, recover it from imports, and treat SIGTERM as Ctrl-C."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def postpone_ctrl_c() -> Iterator[None]:
    """Delay Ctrl-C until the block ends; only the main thread ever gets it."""
    before = signal.getsignal(signal.SIGINT)
    if not callable(before) or threading.current_thread() is not threading.main_thread():
        yield
        return
    pressed: list[int] = []
    signal.signal(signal.SIGINT, lambda number, _: pressed.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        if pressed:
            signal.raise_signal(signal.SIGINT)


@contextmanager
def recover_ctrl_c() -> Iterator[None]:
    """Raise `KeyboardInterrupt` where Ctrl-C in the import of a compiled library has become an `ImportError`."""
    before = signal.getsignal(signal.SIGINT)
    if before is not signal.default_int_handler or threading.current_thread() is not threading.main_thread():
        yield
        return
    pressed: list[int] = []

    def interrupt(number: int, _: FrameType | None) -> None:
        pressed.append(number)
        raise KeyboardInterrupt

    signal.signal(signal.SIGINT, interrupt)
    try:
        yield
    except ImportError as error:
        if pressed:
            raise KeyboardInterrupt from error
        raise
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def take_sigterm() -> Iterator[None]:
    """Let SIGTERM, by which systems end programs, interrupt the block as Ctrl-C does: the best so far is shown."""
    before = signal.getsignal(signal.SIGTERM)
    if before is not signal.SIG_DFL or threading.current_thread() is not threading.main_thread():
        yield
        return

    def interrupt(number: int, frame: FrameType | None) -> None:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)  # some send it twice, the second time while results are written
        of_ctrl_c = signal.getsignal(signal.SIGINT)
        if not callable(of_ctrl_c):
            raise KeyboardInterrupt
        of_ctrl_c(signal.SIGINT, frame)

    signal.signal(signal.SIGTERM, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
