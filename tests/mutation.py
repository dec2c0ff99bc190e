"""Breaks each prune on purpose, and sees whether a test fails: `python tests/mutation.py [--only NAME ...]`.

Each mutant of `mutants.toml` is made in a copy of the package, in a temporary folder. First the same tests must pass on
a copy that nothing was changed in. What was learnt is kept in `.mutants.json` until sources or tests change, so that
a run that was cut short goes on where it ended; `--fresh` forgets it.
"""

import argparse
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from pathlib import Path
from time import monotonic

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests" / "support"))

from rookery_tests.mutants import Mutant, mutants  # noqa: E402

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
from rookery.backends import backtracking as mutated
assert Path(mutated.__file__).is_relative_to(sys.argv[1]), mutated.__file__
sys.exit(pytest.main(sys.argv[2:]))
"""


def main() -> int:
    """Try the mutants that are asked for; 1 where one is not caught."""
    chosen, fresh = _asked()
    known = Known(KEPT, fresh)
    try:
        verdicts = [_told(mutant, known) for mutant in chosen]
    except KeyboardInterrupt:
        print("\ninterrupted; what is above is kept, the next run goes on from it", file=sys.stderr)
        return 130
    caught = verdicts.count(CAUGHT)
    print(f"{caught} of {len(chosen)} mutants caught")
    return int(caught < len(chosen))


def _asked() -> tuple[list[Mutant], bool]:
    every = mutants()
    parser = argparse.ArgumentParser(description="Break each prune on purpose, and see whether a test fails.")
    parser.add_argument("--only", nargs="+", metavar="NAME", choices=[mutant.name for mutant in every])
    parser.add_argument("--fresh", action="store_true", help="forget what runs before have learnt")
    options = parser.parse_args()
    return [mutant for mutant in every if not options.only or mutant.name in options.only], options.fresh


class Known:
    """Verdicts by what they depend on: the mutant, the sources and the tests; written down one by one."""

    def __init__(self, file: Path, fresh: bool) -> None:
        self._file, self._state = file, _state()
        self._verdicts: dict[str, str] = {} if fresh or not file.exists() else json.loads(file.read_text())

    def get(self, what: object) -> str | None:
        """The verdict on something, if there is one."""
        return self._verdicts.get(self._key(what))

    def put(self, what: object, verdict: str) -> str:
        """Keep a verdict; a run that is cut short loses none."""
        if verdict in (CAUGHT, SURVIVED, SOUND):
            self._verdicts[self._key(what)] = verdict
            self._file.write_text(json.dumps(self._verdicts, indent=1))
        return verdict

    def _key(self, what: object) -> str:
        return hashlib.sha256(f"{self._state} {what!r}".encode()).hexdigest()


def _state() -> str:
    files = sorted(file for folder in ("src", "models", "backends", "tests") for file in (ROOT / folder).rglob("*.py"))
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()


def _told(mutant: Mutant, known: Known) -> str:
    """Print a line on a mutant, with its verdict and the seconds that it took."""
    start = monotonic()
    print(f"{mutant.name:<24}", end=" ", flush=True)
    verdict = known.get(mutant) or known.put(mutant, _verdict(mutant, known))
    print(f"{verdict:<16} {monotonic() - start:6.1f} s   {mutant.breaks}", flush=True)
    return verdict


def _verdict(mutant: Mutant, known: Known) -> str:
    """What comes of a mutant, or of what it does not find as it should be."""
    source = (ROOT / mutant.file).read_text(encoding="utf-8")
    changed = mutant.applied(source)
    if changed is None:
        return UNFIT
    unchanged = ("unchanged", mutant.tests, mutant.plain)
    if not known.get(unchanged) and known.put(unchanged, _tried(mutant, source)) != SOUND:
        return BROKEN
    return {SOUND: SURVIVED}.get(found := _tried(mutant, changed), found)


def _tried(mutant: Mutant, text: str) -> str:
    """Run the tests of a mutant on a copy of the package in which its file has another text."""
    with tempfile.TemporaryDirectory() as folder:
        _copied(mutant.file, text, Path(folder))
        return {0: SOUND, 1: CAUGHT}.get(_tested(mutant, Path(folder)), BROKEN)


def _copied(file: str, text: str, folder: Path) -> None:
    """Copy the package as it installs, with another text of one file."""
    for source, target in _layout():
        shutil.copytree(source, folder / target, ignore=shutil.ignore_patterns("__pycache__"), dirs_exist_ok=True)
        if (ROOT / file).is_relative_to(source):
            (folder / target / (ROOT / file).relative_to(source)).write_text(text, encoding="utf-8")


def _layout() -> Iterator[tuple[Path, str]]:
    """Each folder of sources, and where it installs."""
    places = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]["package-dir"]
    for package, source in places.items():
        yield ROOT / source, package.replace(".", "/")


def _tested(mutant: Mutant, folder: Path) -> int:
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
