"""Postpone Ctrl-C during imports, since an interrupted import leaves a library broken; treat SIGTERM as Ctrl-C."""

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
