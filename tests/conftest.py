"""The fixtures of the shared suite, and how hypothesis runs in it."""

import gc
import os
import re
import signal
import sys
from collections.abc import Generator, Iterator
from functools import cache
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest
from hypothesis import HealthCheck, is_hypothesis_test, settings
from hypothesis.internal.conjecture import providers
from hypothesis.internal.constants_ast import Constants
from rookery_tests.strategies import WHOLE

from rookery.backends import Backend
from rookery.backends.engine.compile import samples
from rookery.backends.registry import backend as named
from rookery.backends.registry import general_names, names
from rookery.backends.solvers.mip import MipHere
from rookery.core.kernels.compiler import wait_until_ready
from rookery.core.kernels.jit import PLAIN, KernelSample

# For `benchmarks`; at the end, so that nothing of the checkout comes before what is installed.
sys.path.append(str(Path(__file__).parents[1]))

COMMON: dict[str, Any] = {"deadline": None, "derandomize": True, "suppress_health_check": [HealthCheck.too_slow]}
settings.register_profile("short", **COMMON, max_examples=10)
settings.register_profile("suite", **COMMON, max_examples=WHOLE)
settings.register_profile("explore", deadline=None, max_examples=1000, print_blob=True)
# It would also draw from the constants of all modules that a worker has imported by then: other examples in each run,
# and seconds to read a thousand files and to look through what they hold.
providers._get_local_constants = Constants


# Where a table asks one thing of many problems; elsewhere each of its rows is another fault, form or command.
ALIKE = re.compile("tests/(backends/(?!formats)|certificates/|models/(problems|referee|shapes|symmetry)/)")


def is_selection(config: pytest.Config) -> bool:
    """Whether this is `make test` or `make quick`, which run a part of what there is."""
    return "not full" in config.option.markexpr


def pytest_configure(config: pytest.Config) -> None:
    """Have hypothesis draw fewer examples in `make test`, and heed Ctrl-C.

    A shell has what it runs in the background ignore Ctrl-C, and so would all processes that a test starts.
    """
    signal.signal(signal.SIGINT, signal.default_int_handler)
    settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "short" if is_selection(config) else "suite"))


@pytest.hookimpl(optionalhook=True)  # tests may be run without workers, and without what starts them
def pytest_xdist_auto_num_workers() -> int:
    """One more worker than there are cores: it computes while another one waits for a child or a time limit."""
    return int(os.environ.get("PYTEST_XDIST_AUTO_NUM_WORKERS", (os.cpu_count() or 1) + 1))


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Leave what is collected to no garbage collection: to look at half a million objects takes 0.3 s each time."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


@pytest.hookimpl(trylast=True)  # when all cases of a test are known
def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Mark the cases that `make test` leaves out as `full`; those left out are not even made, as that takes long.

    Of a product of parameters it runs as few cases as have each value of each of them; of a table that asks one
    thing of many problems, one in three; of a test that is marked with `part(n)`, one in n. Of a test that is marked
    with `share(n)` the whole suite runs one in n, and the others are `long`. Which ones is drawn by their names.
    """
    if not metafunc._calls:
        return
    # The closest of each name holds: a test may say another share than its module.
    marks = {mark.name: mark.args[0] for mark in [*metafunc.definition.iter_markers()][::-1] if mark.args}
    name = metafunc.definition.nodeid
    drawn = {crc32(f"{name}[{call.id}]".encode()): call for call in metafunc._calls}
    for number, call in drawn.items():
        if number % marks.get("share", 1):
            call.marks.append(pytest.mark.long.mark)
    order = [drawn[number] for number in sorted(drawn) if not {"long", "full"} & list_marks(drawn[number])]
    alike = len(order) > 2 and ALIKE.match(name) is not None
    kept = order[: -(-len(order) // marks.get("part", 3 if alike else 1))]
    if marks.get("part", 1) == 1 and len(metafunc._calls[0]._idlist) > 1:
        kept, met = [], set[tuple[int, str]]()
        for new in range(len(metafunc._calls[0]._idlist), 0, -1):  # those with many values that are new come first
            for call in order:
                values = set(enumerate(call._idlist))
                if len(values - met) >= new:
                    kept.append(call)
                    met |= values
    chosen = set(map(id, kept))
    for call in metafunc._calls:
        if id(call) not in chosen:
            call.marks.append(pytest.mark.full.mark)
    if "not long" in metafunc.config.option.markexpr:
        left = kept if is_selection(metafunc.config) else [c for c in metafunc._calls if "long" not in list_marks(c)]
        metafunc._calls[:] = left or metafunc._calls[:1]


def list_marks(case: Any) -> set[str]:
    """The names of the marks of a case."""
    return {mark.name for mark in case.marks}


@pytest.hookimpl(tryfirst=True)  # before those that are marked as full are left out
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """What is drawn is to be run again after `make test`, with all of its examples: by hypothesis or by `drawn`.

    Of the tests in a browser `make test` runs that each page opens.
    """
    for item in items:
        is_drawn = item.get_closest_marker("drawn") or is_hypothesis_test(getattr(item, "obj", None))
        if is_drawn and not is_selection(config):
            item.add_marker("full")
        if item.get_closest_marker("browser") and not item.name.startswith("test_it_opens"):
            item.add_marker("full")


@cache
def all_samples() -> list[KernelSample]:
    """Each kernel with arguments; to make them takes 20 ms, and they serve more than a thousand tests.

    Of two workers one begins with the last, so that each compiles half of them and none waits for the other.
    """
    made = list(samples())
    return made[::-1] if os.environ.get("PYTEST_XDIST_WORKER", "")[-1:] in ("1", "3", "5", "7", "9") else made


@pytest.fixture(autouse=True)
def compiled(request: pytest.FixtureRequest) -> None:
    """Tests of the engine are of compiled kernels (unless numba is off); small problems would be solved without."""
    if "backtracking" in request.path.parts and not PLAIN:
        mark = request.node.get_closest_marker("kernels")
        for sample in all_samples():
            wanted = mark is None or not set(mark.args).isdisjoint(sample.kernel.__module__.split("."))
            if wanted and not sample.kernel.ready:
                wait_until_ready(sample.kernel, sample.types(), tell=lambda _: None)  # one worker compiles, all load


@pytest.fixture(scope="session", params=general_names())
def backend(request: pytest.FixtureRequest) -> Backend[Any]:
    """Every backend that takes every model, one after the other."""
    name = str(request.param)
    return MipHere() if name == "mip" else named(name)  # a process for each of hundreds of questions takes minutes


@pytest.fixture(scope="session", params=names())
def any_backend(request: pytest.FixtureRequest) -> Backend[Any]:
    """Every backend that is registered, also one that takes some models only.

    `mip` searches in this process: another one for each of some hundred questions takes minutes.
    """
    return MipHere() if request.param == "mip" else named(str(request.param))


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """A driver of Chromium; without one the tests of a module are skipped."""
    from rookery_tests.chromium import chromium

    with chromium() as driver:
        yield driver
