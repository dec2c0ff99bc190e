"""Functions that are called in another process, where the modules of tests are not known."""

import os

from rookery.models import BadInput


def add(one: int, other: int) -> int:
    print("noise")
    return one + other


def refuse() -> None:
    raise BadInput("so be it")


def fail() -> None:
    raise ZeroDivisionError("by nothing")


def give_what_cannot_go_over() -> object:
    return lambda: None


def die() -> None:
    print("last words", flush=True)
    os._exit(3)
