"""Breaks the sources on purpose, and sees whether a test fails: `python tools/mutation.py [--only NAME ...]`.

Each mutant of `tests/mutants.toml` is made in a copy of the package, in a temporary folder. First the same tests must
pass on a copy that nothing was changed in. What was learnt is kept in `.mutants.json` until sources or tests change, so
that a run that was cut short goes on where it ended; `--fresh` forgets it. `--short` tries a short selection.
"""

import argparse
import compileall
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from threading import Lock
from time import monotonic

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests" / "support"))

from rookery_tests.mutants import DoesNotApply, Mutant, read_mutants  # noqa: E402

KEPT = ROOT / ".mutants.json"
SECONDS = 300.0
CAUGHT, SURVIVED, SOUND = "caught", "SURVIVED", "sound"
UNFIT, BROKEN = "DOES NOT APPLY", "TESTS FAIL WITHOUT IT"
CHILD = """
import os
import sys
from pathlib import Path
import pytest
sys.excepthook = lambda *error: (sys.__excepthook__(*error), os._exit(3))
from rookery.backends import engine as mutated
assert Path(mutated.__file__).is_relative_to(sys.argv[1]), mutated.__file__
sys.exit(pytest.main(sys.argv[2:]))
"""


def main() -> int:
    """Try the mutants that are asked for; 1 where one is not caught."""
    options = parse_options()
    mutants = [m for m in read_mutants() if m.name in (options.only or [m.name]) and m.short >= options.short]
    verdicts = Verdicts(KEPT, options.fresh)
    for source, _ in list_layout():
        compileall.compile_dir(source, quiet=2)
    with ThreadPoolExecutor(options.workers) as pool:
        try:
            found = [each.result() for each in [pool.submit(report_mutant, mutant, verdicts) for mutant in mutants]]
        except KeyboardInterrupt:
            pool.shutdown(cancel_futures=True)
            print("\ninterrupted; what is above is kept, the next run goes on from it", file=sys.stderr)
            return 130
    caught = found.count(CAUGHT)
    print(f"{caught} of {len(mutants)} mutants caught")
    return int(caught < len(mutants))


def parse_options() -> argparse.Namespace:
    """What the command line asks for."""
    parser = argparse.ArgumentParser(description="Break the sources on purpose, and see whether a test fails.")
    parser.add_argument("--only", nargs="+", metavar="NAME", choices=[mutant.name for mutant in read_mutants()])
    parser.add_argument("--short", action="store_true", help="only the short selection")
    parser.add_argument("--fresh", action="store_true", help="forget what runs before have learnt")
    parser.add_argument("--workers", type=int, default=os.cpu_count(), help="how many to try at once; default: cores")
    return parser.parse_args()


class Verdicts:
    """Verdicts by what they depend on: the mutant, the sources and the tests; written down one by one."""

    def __init__(self, file: Path, fresh: bool) -> None:
        self._file, self._state, self._lock = file, hash_sources(), Lock()
        self._verdicts: dict[str, str] = {} if fresh or not file.exists() else json.loads(file.read_text())
        self._unchanged: dict[object, Future[str]] = {}

    def get(self, what: object) -> str | None:
        """The verdict on something, if there is one."""
        return self._verdicts.get(self._key(what))

    def put(self, what: object, verdict: str) -> str:
        """Keep a verdict; a run that is cut short loses none."""
        if verdict in (CAUGHT, SURVIVED, SOUND):
            with self._lock:
                self._verdicts[self._key(what)] = verdict
                self._file.write_text(json.dumps(self._verdicts, indent=1))
        return verdict

    def without_change(self, mutant: Mutant) -> str:
        """The verdict on the tests of a mutant where nothing is changed; found once for all that share the tests."""
        key = ("unchanged", mutant.tests, mutant.plain)
        with self._lock:
            first = key not in self._unchanged
            waiting = self._unchanged.setdefault(key, Future())
        if first:
            waiting.set_result(self.get(key) or self.put(key, try_source(mutant, mutant.read())))
        return waiting.result()

    def _key(self, what: object) -> str:
        return hashlib.sha256(f"{self._state} {what!r}".encode()).hexdigest()


def hash_sources() -> str:
    """A hash of all sources and tests: another one makes verdicts void."""
    folders = ("src", "core", "models", "certificates", "backends", "compare", "examples", "tests")
    files = sorted(file for folder in folders for file in (ROOT / folder).rglob("*.py"))
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()


def report_mutant(mutant: Mutant, verdicts: Verdicts) -> str:
    """Print a line on a mutant, with its verdict and the seconds that it took."""
    start = monotonic()
    try:
        verdict, what = verdicts.get(mutant) or verdicts.put(mutant, judge_mutant(mutant, verdicts)), mutant.breaks
    except DoesNotApply as reason:
        verdict, what = UNFIT, str(reason)
    print(f"{mutant.name:<24} {verdict:<16} {monotonic() - start:6.1f} s   {what}", flush=True)
    return verdict


def judge_mutant(mutant: Mutant, verdicts: Verdicts) -> str:
    """What comes of a mutant, where its tests pass without it."""
    changed = mutant.apply(mutant.read())
    if verdicts.without_change(mutant) != SOUND:
        return BROKEN
    return {SOUND: SURVIVED}.get(found := try_source(mutant, changed), found)


def try_source(mutant: Mutant, text: str) -> str:
    """Run the tests of a mutant on a copy of the package in which its file has another text."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:  # what a test has left may compile on
        copy_package(mutant.file, text, Path(folder))
        return {0: SOUND, 1: CAUGHT}.get(run_tests(mutant, Path(folder)), BROKEN)


def copy_package(file: str, text: str, folder: Path) -> None:
    """Copy the package as it installs, compiled, with another text of one file, which alone is compiled again."""
    for source, target in list_layout():
        shutil.copytree(source, folder / target, dirs_exist_ok=True)
        if (ROOT / file).is_relative_to(source):
            (folder / target / (ROOT / file).relative_to(source)).write_text(text, encoding="utf-8")


def list_layout() -> Iterator[tuple[Path, str]]:
    """Each folder of sources, and where it installs."""
    places = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]["package-dir"]
    for package, source in places.items():
        yield ROOT / source, package.replace(".", "/")


def run_tests(mutant: Mutant, folder: Path) -> int:
    """The exit code of pytest, 1 where a test failed; a mutant that goes on for ever has failed too."""
    options = ("-x", "-q", "--no-header", "--tb=no", "-p", "no:cacheprovider", f"--rootdir={ROOT}")
    command = [sys.executable, "-P", "-c", CHILD, str(folder), *options, *mutant.tests]
    own = {"PYTHONPATH": str(folder), "NUMBA_DISABLE_JIT": "1" if mutant.plain else "0"}
    try:
        ran = subprocess.run(command, cwd=ROOT, env={**os.environ, **own}, capture_output=True, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return 1
    return ran.returncode


if __name__ == "__main__":
    sys.exit(main())
