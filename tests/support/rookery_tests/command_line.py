"""The command line, called in this process: what it prints, and its exit code."""

import io
import subprocess
import sys
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from typing import Any, NamedTuple
from unittest.mock import patch

import pytest

from rookery import cli
from rookery.backends import Backend, registry


class Result(NamedTuple):
    """How a command ended."""

    code: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        return self.out.splitlines()


def rookery(*arguments: str, given: bytes = b"") -> Result:
    """Call `rookery` with some arguments and `given` on its standard input."""
    out, err = io.BytesIO(), io.StringIO()
    printed = io.TextIOWrapper(out, encoding="utf-8", write_through=True)
    read = io.TextIOWrapper(io.BytesIO(given))
    with redirect_stdout(printed), redirect_stderr(err), patch.object(sys, "stdin", read):
        code = cli.run(arguments)
    return Result(code, out.getvalue().decode(), err.getvalue())


def start(*arguments: str, **more: Any) -> "subprocess.Popen[str]":
    """Start `rookery` in a new process."""
    command, more = [sys.executable, "-P", "-m", "rookery", *arguments], {"stdout": subprocess.PIPE} | more
    return subprocess.Popen(command, stderr=subprocess.PIPE, text=True, **more)


def lend(monkeypatch: pytest.MonkeyPatch, *backends: Backend, alone: bool = False) -> None:
    """Let the command line know some backends by their names, beside the registered ones or alone."""
    named = {backend.name: backend for backend in backends}
    known: Callable[[str], Backend] = registry.backend
    names = () if alone else registry.names()
    monkeypatch.setattr(registry, "backend", lambda name: named.get(name) or known(name))
    monkeypatch.setattr(registry, "names", lambda: (*names, *named))
