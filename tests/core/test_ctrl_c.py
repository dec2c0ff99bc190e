"""Ctrl-C is postponed, or recovered from the failure of an import; SIGTERM is as Ctrl-C."""

import signal
import threading
from typing import Any

import pytest

from rookery.core.interrupts import postpone_ctrl_c, recover_ctrl_c, take_sigterm


def test_postponed_ctrl_c_comes_after_the_block() -> None:
    done: list[bool] = []

    def press() -> None:
        with postpone_ctrl_c(), postpone_ctrl_c():
            signal.raise_signal(signal.SIGINT)
            done.append(True)

    with pytest.raises(KeyboardInterrupt):
        press()
    assert done
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_other_threads_change_no_handler() -> None:
    seen: list[object] = []

    def look() -> None:
        with postpone_ctrl_c():
            seen.append(signal.getsignal(signal.SIGINT))

    thread = threading.Thread(target=look)
    thread.start()
    thread.join()
    assert seen == [signal.default_int_handler]


@pytest.mark.parametrize(("pressed", "raised"), [(True, KeyboardInterrupt), (False, ImportError)])
def test_ctrl_c_that_made_an_import_fail_is_recovered(pressed: bool, raised: type[BaseException]) -> None:
    def fail() -> None:
        with recover_ctrl_c():
            try:
                if pressed:
                    signal.raise_signal(signal.SIGINT)
            except KeyboardInterrupt:
                pass
            raise ImportError("initialization failed")  # a compiled module's words, whatever has made it fail

    with pytest.raises(raised):
        fail()
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


@pytest.mark.parametrize("of_ctrl_c", [signal.default_int_handler, signal.SIG_IGN], ids=["heard", "ignored"])
def test_sigterm_is_as_ctrl_c(of_ctrl_c: Any) -> None:
    before, ended = signal.signal(signal.SIGINT, of_ctrl_c), signal.getsignal(signal.SIGTERM)
    try:
        with pytest.raises(KeyboardInterrupt), take_sigterm():
            signal.raise_signal(signal.SIGTERM)
    finally:
        signal.signal(signal.SIGINT, before)
    assert signal.getsignal(signal.SIGTERM) is ended
