"""Rookery on a system without what only POSIX has: it is imported, and what needs a fork refuses in one line."""

import subprocess
import sys

import pytest

# Takes these modules and names away, as far as this system has them, before anything of ours is imported.
WITHOUT = """
import os, pkgutil, select, signal, socket, subprocess, sys
import numpy, ortools.sat.python.cp_model, pysat.solvers  # which bring their own ways for other systems

GONE = {"resource", "fcntl", "termios", "tty", "pwd", "grp"}

class Gone:
    def find_spec(self, name, path=None, target=None):
        if name in GONE:
            raise ImportError(f"{name} is not on this system")

for name in GONE:
    sys.modules.pop(name, None)
sys.meta_path.insert(0, Gone())
for module, names in {
    os: "fork setsid killpg getpgid setpgid pidfd_open sched_getaffinity wait4 getuid geteuid getloadavg",
    signal: "SIGKILL SIGALRM SIGHUP SIGCHLD SIGUSR1 SIGQUIT SIGTSTP SIGPIPE SIGXCPU setitimer pthread_sigmask",
    socket: "AF_UNIX send_fds recv_fds",
    select: "poll epoll",
}.items():
    for name in names.split():
        if hasattr(module, name):
            delattr(module, name)
"""
EVERY_MODULE = """
import rookery
from importlib import import_module
failing = []
for found in pkgutil.walk_packages(rookery.__path__, "rookery."):
    try:
        if not found.name.endswith("__main__"):
            import_module(found.name)
    except Exception as error:
        failing.append((found.name, repr(error)))
assert not failing, failing
"""
ANSWERS = """
import rookery as rk
queens = rk.placement("queen", 6, count=6)
for backend in ("sat", "cpsat", "textbook"):
    assert rk.solve(queens, backend, want="count").count == 4, backend
assert "cannot hold together" in str(rk.explain(rk.placement("queen", 3, count=3)))
assert rk.verify(rk.certify(rk.placement("rook", 3), backend="sat")).verified
try:
    rk.compare(queens, ["sat"])
except rk.BadInput as error:
    assert "fork" in str(error), error
else:
    raise AssertionError("runs without a fork")
"""


@pytest.mark.slow
def test_every_module_is_imported_and_answers_without_posix() -> None:
    program = WITHOUT + EVERY_MODULE + ANSWERS
    done = subprocess.run([sys.executable, "-P", "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
