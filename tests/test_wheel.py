"""What is built holds every module of the six folders, the marker of types and data files, and installs in each way.

The environments of these tests have links to the libraries of this one, so that nothing needs a network.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from email import message_from_string
from importlib.metadata import distribution
from pathlib import Path
from zipfile import ZipFile

import pytest
from packaging.requirements import Requirement
from rookery_tests import page_questions
from rookery_tests.example_packages import OFFLINE

ROOT = Path(__file__).parents[1]
FOLDERS = {
    "src/rookery": "rookery",
    "core": "rookery/core",
    "models": "rookery/models",
    "certificates": "rookery/certificates",
    "backends": "rookery/backends",
    "compare": "rookery/compare",
}
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
EXTRAS = PROJECT["project"]["optional-dependencies"]

pytestmark = pytest.mark.full


def copy_sources(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folders and files that an installation is made of, in a folder of their own."""
    copy = tmp_path_factory.mktemp("source")
    for folder in FOLDERS:
        shutil.copytree(ROOT / folder, copy / folder, ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
    for file in ("pyproject.toml", "setup.py", "README.md"):
        shutil.copy(ROOT / file, copy)
    return copy


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the sources, and below it the source distribution and the wheel that is built from that.

    What lies in a `build` folder from before must not help.
    """
    copy = copy_sources(tmp_path_factory)
    command = [sys.executable, "-m", "build", "--no-isolation"]
    done = subprocess.run(command, cwd=copy, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return copy


@pytest.fixture(scope="module")
def wheel(built: Path) -> ZipFile:
    """The wheel."""
    (found,) = (built / "dist").glob("*.whl")
    return ZipFile(found)


@dataclass(frozen=True)
class Surroundings:
    """An environment outside of the checkout, with links to some of this one's libraries and nothing else."""

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
    """An environment with setuptools, to build, and the libraries that these lines require, with all that those do."""
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


def expected(folders: Mapping[str, str]) -> set[str]:
    """Every file of the folders that is no leftover, under the name that it is installed by."""
    return {
        f"{package}/{file.relative_to(ROOT / folder).as_posix()}"
        for folder, package in folders.items()
        for file in (ROOT / folder).rglob("*")
        if file.is_file() and not {"__pycache__", "README.md"} & set(file.parts) and file.parent.suffix != ".egg-info"
    }


def test_the_wheel_holds_every_file(wheel: ZipFile) -> None:
    held = {name for name in wheel.namelist() if ".dist-info/" not in name}
    assert held == expected(FOLDERS)
    assert {
        "rookery/__init__.py",
        "rookery/models/boards/board.py",
        "rookery/backends/running/run.py",
        "rookery/py.typed",
    } <= held


def test_types_are_marked(wheel: ZipFile) -> None:
    assert {f"{package}/py.typed" for package in FOLDERS.values()} <= set(wheel.namelist())


def test_every_folder_of_modules_is_a_package() -> None:
    """The build finds packages by their `__init__.py`: a folder without one vanishes from the wheel."""
    found = expected(FOLDERS)
    folders = {name.rsplit("/", 1)[0] for name in found if name.endswith(".py")}
    assert folders == {name.rsplit("/", 1)[0] for name in found if name.endswith("/__init__.py")}


def test_the_wheel_says_what_it_needs(wheel: ZipFile) -> None:
    (name,) = (name for name in wheel.namelist() if name.endswith("METADATA"))
    metadata = message_from_string(wheel.read(name).decode())
    assert (metadata["Name"], metadata["Version"]) == ("rookery-cp", PROJECT["project"]["version"])
    assert metadata["Requires-Python"] == ">=3.11"
    needed = {line for line in metadata.get_all("Requires-Dist", []) if "extra" not in line}
    assert needed == {*EXTRAS["core"], *EXTRAS["all"]}


def test_the_command_is_declared(wheel: ZipFile) -> None:
    (name,) = (name for name in wheel.namelist() if name.endswith("entry_points.txt"))
    assert "rookery = rookery.cli:main" in wheel.read(name).decode()


def test_an_editable_installation_is_links_that_type_checkers_follow(tmp_path_factory: pytest.TempPathFactory) -> None:
    copy = copy_sources(tmp_path_factory)
    target = tmp_path_factory.mktemp("target")
    build = f"from setuptools.build_meta import build_editable; print(build_editable({str(target)!r}))"
    built = subprocess.run([sys.executable, "-c", build], cwd=copy, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stderr
    (made,) = target.glob("*.whl")
    with ZipFile(made) as file:
        (path,) = (name for name in file.namelist() if name.endswith(".pth"))
        links = Path(file.read(path).decode().strip())
    assert (links / "rookery/backends/registry.py").samefile(copy / "backends/registry.py")
    assert {name for name in expected(FOLDERS) if name.endswith(".py")} <= {
        file.relative_to(links).as_posix() for file in links.rglob("*.py")
    }


@pytest.mark.parametrize("what", ["dist/*.whl", "dist/*.tar.gz", "-e"])
def test_what_is_installed_outside_of_the_checkout_runs_the_demo(what: str, built: Path, tmp_path: Path) -> None:
    surroundings = make_surroundings(tmp_path / "outside", [*EXTRAS["core"], *EXTRAS["all"]])
    surroundings.install(*(["-e", str(built)] if what == "-e" else map(str, built.glob(what))))
    done = surroundings.run("rookery", "demo")
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.splitlines()[-1].startswith("all answers agree: 20 of them, ")


@pytest.fixture(scope="module")
def light(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Surroundings:
    """A light installation with PySAT: without numba, OR-Tools, pandas and python-constraint."""
    surroundings = make_surroundings(tmp_path_factory.mktemp("light"), [*EXTRAS["core"], *EXTRAS["sat"]])
    surroundings.install(*map(str, built.glob("dist/*.tar.gz")), ROOKERY_LIGHT="1")
    return surroundings


@pytest.mark.parametrize("backend", ["sat", "textbook", "auto"])
def test_a_light_installation_answers_by_the_backends_that_it_has(backend: str, light: Surroundings) -> None:
    done = light.run("rookery", "solve", "n-queens", "--board", "6", "--all", "--backend", backend, "--json")
    assert (done.returncode, done.stderr, json.loads(done.stdout)["count"]) == (0, "", 4)


def test_a_light_installation_answers_every_kind_of_question_without_numpy(light: Surroundings) -> None:
    assert light.run("python", "-c", "import numpy").returncode
    done = light.run("python", page_questions.__file__)
    assert (done.returncode, done.stderr) == (0, "")
    page_questions.assert_answered_alike(done.stdout, page_questions.QUESTIONS)


LEFT_OUT = {"backtracking": "numba", "cpsat": "ortools", "mip": "ortools", "python-constraint": "python-constraint2"}


@pytest.mark.parametrize("backend", LEFT_OUT)
def test_it_refuses_the_others_in_a_line_that_says_what_to_install(backend: str, light: Surroundings) -> None:
    done = light.run("rookery", "solve", "n-queens", "--board", "6", "--backend", backend)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert done.stderr.endswith(f"pip install {LEFT_OUT[backend]}\n")


def test_its_list_and_its_doctor_name_what_it_leaves_out_and_find_nothing_broken(light: Surroundings) -> None:
    listed = json.loads(light.run("rookery", "backends", "--json").stdout)
    assert {each["name"]: each["install"] for each in listed if each["install"]} == {
        backend: f"pip install {library}" for backend, library in (LEFT_OUT | {"backtracking": "numba numpy"}).items()
    }
    done = light.run("rookery", "doctor", "--json")
    report = json.loads(done.stdout)
    assert (done.returncode, report["ok"]) == (0, True)
    warned = {each["about"]: each["message"] for each in report["findings"] if each["state"] == "warning"}
    assert warned.keys() == {*LEFT_OUT.values(), "numpy", "kernels", *(f"backend {name}" for name in LEFT_OUT)}
    assert all("pip install" in message for message in warned.values())


def test_its_comparison_answers_by_what_is_there(light: Surroundings) -> None:
    words = "compare placement --piece queen --boards 5 --backends sat,textbook,cpsat --seconds 60"
    done = light.run("rookery", *words.split())
    assert done.returncode == 0, done.stderr
    assert re.search(r"cpsat refused every question: .*pip install ortools", " ".join(done.stdout.split()))
