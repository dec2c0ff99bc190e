"""The wheel, the ways to install it, and the requirements that pyproject.toml and constraints.txt state.

The environments of these tests have links to the libraries of this one, so that nothing needs a network.
"""

import json
import os
import re
import runpy
import shutil
import subprocess
import sys
import tarfile
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from importlib.metadata import distribution
from pathlib import Path
from zipfile import ZipFile

import pytest
from packaging.requirements import Requirement
from rookery_tests.example_packages import EXAMPLES, OFFLINE

from rookery.backends import registry
from rookery.core.plugins import DISTRIBUTION

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
FOLDERS: dict[str, str] = PROJECT["tool"]["setuptools"]["package-dir"]
EXTRAS = PROJECT["project"]["optional-dependencies"]
LINES = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
PINS = dict(line.lower().split("==") for line in LINES if not line.startswith("#"))


def test_requirements_are_pinned_within_their_bounds() -> None:
    for line in [line for extra in ("core", "all", "test", "dev", "docs") for line in EXTRAS[extra]]:
        required = Requirement(line)
        if required.name != DISTRIBUTION:
            assert required.specifier.contains(PINS[required.name], prereleases=True), line
    core = {Requirement(line).name for line in EXTRAS["core"]}
    for name in registry.OWN.keys() - {"auto"}:
        assert {Requirement(line).name for line in EXTRAS[name]} == set(registry.backend(name).distributions) - core


def test_distribution_has_one_name_and_one_version() -> None:
    """`rookery` is another project on the package index: no page may tell a user to install that."""
    assert PROJECT["project"]["name"] == DISTRIBUTION
    pages = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md"), *EXAMPLES.rglob("*.md")]
    command = re.compile(r"pip install[^`\n]*(?<!/)\b(rookery[\w-]*)")  # after a slash it is a folder
    named = {name for page in pages for name in command.findall(page.read_text())}
    assert named == {DISTRIBUTION}
    for file in EXAMPLES.glob("*/pyproject.toml"):
        names = {Requirement(line).name for line in tomllib.loads(file.read_text())["project"]["dependencies"]}
        assert DISTRIBUTION in names, file
    tool = runpy.run_path(str(ROOT / "tools" / "release.py"))
    assert tool["find_version"]() == PROJECT["project"]["version"]


def test_source_distribution_is_packed_with_the_same_bytes_at_any_time(tmp_path: Path) -> None:
    pack_again = runpy.run_path(str(ROOT / "tools" / "release.py"))["pack_again"]
    packed = []
    for time in (1, 2_000_000_000):
        (tmp_path / "page.md").write_text("the same", encoding="utf-8")
        os.utime(tmp_path / "page.md", (time, time))
        with tarfile.open(tmp_path / "made.tar.gz", "w:gz") as archive:
            archive.add(tmp_path / "page.md", "made/page.md")
        pack_again(tmp_path / "made.tar.gz", 1_700_000_000)
        packed.append((tmp_path / "made.tar.gz").read_bytes())
    assert packed[0] == packed[1]


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the sources, and below it the source distribution and the wheel that is built from that."""
    copy = tmp_path_factory.mktemp("source")
    for folder in FOLDERS.values():
        shutil.copytree(ROOT / folder, copy / folder, ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
    for file in ("pyproject.toml", "setup.py", "README.md"):
        shutil.copy(ROOT / file, copy)
    command = [sys.executable, "-m", "build", "--no-isolation"]
    done = subprocess.run(command, cwd=copy, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return copy


def list_files() -> set[str]:
    """Return every file of the packages, under the name that it is installed by."""
    return {
        f"{package.replace('.', '/')}/{file.relative_to(ROOT / folder).as_posix()}"
        for package, folder in FOLDERS.items()
        for file in (ROOT / folder).rglob("*")
        if file.is_file() and not {"__pycache__", "README.md"} & set(file.parts) and file.parent.suffix != ".egg-info"
    }


@pytest.mark.slow
def test_wheel_has_every_file_and_its_requirements(built: Path) -> None:
    (path,) = (built / "dist").glob("*.whl")
    with ZipFile(path) as wheel:
        names = wheel.namelist()
        texts = {name.rpartition("/")[2]: wheel.read(name).decode() for name in names if ".dist-info/" in name}
    assert {name for name in names if ".dist-info/" not in name} == list_files()
    assert {f"{package.replace('.', '/')}/py.typed" for package in FOLDERS} <= set(names)
    needed = {line for line in re.findall("^Requires-Dist: (.*)$", texts["METADATA"], re.M) if "extra" not in line}
    assert needed == {*EXTRAS["core"], *EXTRAS["all"]}
    assert "rookery = rookery.cli:main" in texts["entry_points.txt"]


@dataclass(frozen=True)
class Surroundings:
    """An environment outside of the checkout, with links to some libraries of this one."""

    folder: Path

    def run(self, *command: str, **more: str) -> subprocess.CompletedProcess[str]:
        """Run one of its commands in its own folder."""
        program = [str(self.folder / "bin" / command[0]), *command[1:]]
        own = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"} | more
        return subprocess.run(program, env=own, cwd=self.folder, capture_output=True, text=True, check=False)

    def install(self, *what: str, **more: str) -> None:
        """Install by this environment's pip."""
        pip = (str(distribution("pip").locate_file("pip/__pip-runner__.py")), "install", *OFFLINE)
        done = self.run("python", *pip, *what, **more)
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
@pytest.mark.parametrize("what", ["dist/*.whl", "dist/*.tar.gz", "-e"])
def test_installation_outside_of_the_checkout_answers(what: str, built: Path, tmp_path: Path) -> None:
    surroundings = make_surroundings(tmp_path / "outside", [*EXTRAS["core"], *EXTRAS["all"]])
    surroundings.install(*(["-e", str(built)] if what == "-e" else map(str, built.glob(what))))
    for backend in ("backtracking", "cpsat", "sat", "python-constraint"):
        words = ("solve", "n-queens", "--board", "6", "--count-solutions", "--json", "--backend", backend)
        done = surroundings.run("rookery", *words)
        assert done.returncode == 0, done.stderr
        assert json.loads(done.stdout)["count"] == 4
    if what == "-e":  # links that type checkers follow
        (path,) = surroundings.folder.glob("lib/python*/site-packages/*rookery*.pth")
        assert (Path(path.read_text().strip()) / "rookery/backends/registry.py").samefile(
            built / "backends/registry.py"
        )


@pytest.mark.slow
def test_light_installation_answers_and_names_what_it_lacks(built: Path, tmp_path: Path) -> None:
    """With PySAT, and without numba, numpy, OR-Tools, pandas and python-constraint."""
    light = make_surroundings(tmp_path / "light", [*EXTRAS["core"], *EXTRAS["sat"]])
    light.install(*map(str, built.glob("dist/*.tar.gz")), ROOKERY_LIGHT="1")
    queens = ("rookery", "solve", "n-queens", "--board", "6", "--all", "--json", "--backend")
    for backend in ("sat", "textbook", "auto"):
        done = light.run(*queens, backend)
        assert (done.returncode, done.stderr, json.loads(done.stdout)["count"]) == (0, "", 4)
    missing = {"backtracking": "numba numpy", "cpsat": "ortools", "mip": "ortools",
               "python-constraint": "python-constraint2"}  # fmt: skip
    listed = json.loads(light.run("rookery", "backends", "--json").stdout)
    assert {each["name"]: each["install"] for each in listed if each["install"]} == {
        backend: f"pip install {library}" for backend, library in missing.items()
    }
    done = light.run(*queens, "cpsat")
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert "pip install ortools" in done.stderr
    done = light.run("rookery", "doctor", "--json")
    assert (done.returncode, json.loads(done.stdout)["ok"]) == (0, True)
