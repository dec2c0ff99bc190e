"""Ctrl-C that waits, since a library that is interrupted in its import stays broken; SIGTERM as Ctrl-C."""

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

Handler = Callable[[int, FrameType | None], object]


@contextmanager
def postpone_ctrl_c() -> Iterator[None]:
    """Let Ctrl-C come after the block."""
    held: list[int] = []
    with _handle_ctrl_c(lambda number, _: held.append(number), held):
        yield


@contextmanager
def note_ctrl_c() -> Iterator[list[int]]:
    """Let Ctrl-C interrupt the block, and come once more after it: code in it may turn it into another error.

    The list is empty until it is pressed: until then a `KeyboardInterrupt` is an error of that code.
    """
    pressed: list[int] = []

    def interrupt(number: int, _: FrameType | None) -> None:
        pressed.append(number)
        raise KeyboardInterrupt

    with _handle_ctrl_c(interrupt, pressed):
        yield pressed


@contextmanager
def take_sigterm() -> Iterator[None]:
    """Let SIGTERM, by which systems end programs, interrupt the block as Ctrl-C does: the best so far is shown."""
    before = signal.getsignal(signal.SIGTERM)
    if before is not signal.SIG_DFL or threading.current_thread() is not threading.main_thread():
        yield
        return

    def interrupt(number: int, frame: FrameType | None) -> None:
        of_ctrl_c = signal.getsignal(signal.SIGINT)
        if not callable(of_ctrl_c):
            raise KeyboardInterrupt
        of_ctrl_c(signal.SIGINT, frame)

    signal.signal(signal.SIGTERM, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


@contextmanager
def _handle_ctrl_c(handler: Handler, noted: list[int]) -> Iterator[None]:
    """Handle Ctrl-C otherwise in the block; what was noted of it comes after the block. Other threads never get it."""
    before = signal.getsignal(signal.SIGINT)
    if not callable(before) or threading.current_thread() is not threading.main_thread():
        yield
        return
    signal.signal(signal.SIGINT, handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        if noted:
            signal.raise_signal(signal.SIGINT)
