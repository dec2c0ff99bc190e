"""The wheel, the ways to install it, and the requirements that pyproject.toml and constraints.txt state.

The environments of these tests have links to the libraries of this one, so that nothing needs a network.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from importlib.metadata import distribution
from pathlib import Path
from zipfile import ZipFile

import pytest
from packaging.requirements import Requirement
from packaging.utils import NormalizedName, canonicalize_name
from rookery_tests.example_packages import EXAMPLES, OFFLINE

import rookery as rk
from rookery.backends import registry
from rookery.core.plugins import DISTRIBUTION

ROOT = Path(__file__).parents[1]
FOLDERS = ("core", "models", "certificates", "backends", "compare")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
REQUIRED: list[str] = PROJECT["dependencies"]
EXTRAS: dict[str, list[str]] = PROJECT["optional-dependencies"]
LINES = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
PINS = {canonicalize_name(name): pin for name, pin in (line.split("==") for line in LINES if not line.startswith("#"))}
BACKENDS = ("backtracking", "cpsat", "sat", "python-constraint")


def name_of(line: str) -> NormalizedName:
    return canonicalize_name(Requirement(line).name)


def test_requirements_are_pinned_within_their_bounds() -> None:
    for line in (*REQUIRED, *(line for extra in EXTRAS.values() for line in extra)):
        if (name := name_of(line)) != DISTRIBUTION:
            assert Requirement(line).specifier.contains(PINS[name], prereleases=True), line


def test_every_library_of_a_backend_is_required() -> None:
    needed = {canonicalize_name(name) for each in registry.OWN for name in registry.backend(each).packages.values()}
    assert needed <= {name_of(line) for line in REQUIRED}


def test_distribution_has_one_name_and_one_version() -> None:
    """`rookery` is another project on the package index: no page may tell a user to install that."""
    assert PROJECT["name"] == DISTRIBUTION
    pages = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md"), *EXAMPLES.rglob("*.md")]
    command = re.compile(r"pip install[^`\n]*(?<!/)\b(rookery[\w-]*)")  # after a slash it is a folder
    named = {name for page in pages for name in command.findall(page.read_text())}
    assert named == {DISTRIBUTION}
    for file in EXAMPLES.glob("*/pyproject.toml"):
        names = {Requirement(line).name for line in tomllib.loads(file.read_text())["project"]["dependencies"]}
        assert DISTRIBUTION in names, file
    assert f"version: {rk.__version__}\n" in (ROOT / "CITATION.cff").read_text()


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the sources, and below it the source distribution and the wheel that is built from that."""
    copy = tmp_path_factory.mktemp("source")
    for folder in ("src", *FOLDERS):
        ignore = shutil.ignore_patterns("__pycache__", "*.egg-info")
        shutil.copytree(ROOT / folder, copy / folder, symlinks=True, ignore=ignore)
    for file in ("pyproject.toml", "README.md"):
        shutil.copy(ROOT / file, copy)
    command = [sys.executable, "-m", "build", "--no-isolation"]
    done = subprocess.run(command, cwd=copy, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return copy


def list_files() -> set[str]:
    """Return every file of the package, under the name that it is installed by."""
    return {
        (Path(folder) / name).relative_to(ROOT / "src").as_posix()
        for folder, _, names in os.walk(ROOT / "src/rookery", followlinks=True)
        for name in names
        if not folder.endswith("__pycache__") and name != "README.md"
    }


@pytest.mark.slow
def test_wheel_has_every_file_and_its_requirements(built: Path) -> None:
    (path,) = (built / "dist").glob("*.whl")
    with ZipFile(path) as wheel:
        names = wheel.namelist()
        texts = {name.rpartition("/")[2]: wheel.read(name).decode() for name in names if ".dist-info/" in name}
    assert {name for name in names if ".dist-info/" not in name} == list_files()
    assert {"rookery/py.typed", *(f"rookery/{folder}/__init__.py" for folder in FOLDERS)} <= set(names)
    needed = {line for line in re.findall("^Requires-Dist: (.*)$", texts["METADATA"], re.M) if "extra" not in line}
    assert set(map(Requirement, needed)) == set(map(Requirement, REQUIRED))
    assert "rookery = rookery.__main__:main" in texts["entry_points.txt"]


@dataclass(frozen=True)
class Surroundings:
    """An environment outside of the checkout, with links to some libraries of this one."""

    folder: Path

    def run(self, *command: str) -> subprocess.CompletedProcess[str]:
        """Run one of its commands in its own folder."""
        program = [str(self.folder / "bin" / command[0]), *command[1:]]
        own = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        return subprocess.run(program, env=own, cwd=self.folder, capture_output=True, text=True, check=False)

    def install(self, *what: str) -> None:
        """Install by this environment's pip."""
        pip = (str(distribution("pip").locate_file("pip/__pip-runner__.py")), "install", *OFFLINE)
        done = self.run("python", *pip, *what)
        assert done.returncode == 0, done.stdout + done.stderr


def make_surroundings(folder: Path, lines: Iterable[str]) -> Surroundings:
    """Make an environment with setuptools, the libraries that these lines require, and what those require."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder)], check=True)
    (site,) = folder.glob("lib/python*/site-packages")
    asked, met = ["setuptools", *lines], set[str]()
    while asked:
        required = Requirement(asked.pop())
        if required.name in met or (required.marker and not required.marker.evaluate({"extra": ""})):
            continue
        met.add(required.name)
        found = distribution(required.name)
        asked += found.requires or []
        for top in {file.parts[0] for file in found.files or () if file.parts[0] not in ("..", "__pycache__")}:
            if not (site / top).exists():
                (site / top).symlink_to(Path(str(found.locate_file(top))).resolve())
    return Surroundings(folder)


@pytest.mark.slow
@pytest.mark.parametrize("what", ["dist/*.whl", "dist/*.tar.gz"])
def test_installation_outside_of_the_checkout_answers(what: str, built: Path, tmp_path: Path) -> None:
    surroundings = make_surroundings(tmp_path / "outside", REQUIRED)
    surroundings.install(*map(str, built.glob(what)))
    for backend in BACKENDS:
        words = ("solve", "n-queens", "--board", "6", "--count-solutions", "--json", "--backend", backend)
        done = surroundings.run("rookery", *words)
        assert done.returncode == 0, done.stderr
        assert json.loads(done.stdout)["count"] == 4


@pytest.mark.slow
def test_editable_installation_follows_the_sources(built: Path, tmp_path: Path) -> None:
    """A new file is imported at once, and a type checker finds it."""
    surroundings = make_surroundings(tmp_path / "outside", REQUIRED)
    surroundings.install("-e", str(built))
    (built / "models/new_file.py").write_text("SIZE: int = 6\n", encoding="utf-8")
    script = tmp_path / "script.py"
    script.write_text(
        "import rookery as rk\nfrom rookery.models.new_file import SIZE\n\n"
        "print(rk.solve(rk.placement('queen', SIZE, SIZE), 'sat', 'count').count)\n",
        encoding="utf-8",
    )
    assert surroundings.run("python", str(script)).stdout == "4\n"
    python = f"--python-executable={surroundings.folder}/bin/python"
    mypy = (sys.executable, "-m", "mypy", "--strict", "--config-file=", f"--cache-dir={tmp_path}/cache", python)
    done = subprocess.run([*mypy, str(script)], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
