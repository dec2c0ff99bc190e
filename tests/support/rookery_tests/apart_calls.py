"""Functions that are called in another process, where the modules of tests are not known."""

import os
import signal
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from time import sleep

from rookery.models import BadInput


def add(one: int, other: int) -> int:
    print("noise")
    return one + other


def refuse(*_: object) -> None:
    raise BadInput("so be it")


def fail() -> None:
    raise ZeroDivisionError("by nothing")


def give_what_cannot_go_over() -> object:
    return lambda: None


def die() -> None:
    print("last words", flush=True)
    os._exit(3)


def count_up_slowly() -> Iterator[int]:
    for number in count():
        yield number
        sleep(0.01)


def square_once_killed(task: tuple[int, str]) -> int:
    """The square of a number; the first call for each odd number kills its process."""
    number, folder = task
    mark = Path(folder, str(number))
    if number % 2 and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number * number


def kill_own_process(task: int) -> int:
    """Never returns."""
    os.kill(os.getpid(), signal.SIGKILL)
    return task
