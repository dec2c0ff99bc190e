"""The wheel holds every module of the six folders, the marker of types and data files; `pip install -e` makes links."""

import shutil
import subprocess
import sys
import tomllib
from email import message_from_string
from pathlib import Path
from zipfile import ZipFile

import pytest

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

pytestmark = pytest.mark.slow


def copy_sources(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folders and files that an installation is made of, in a folder of their own."""
    copy = tmp_path_factory.mktemp("source")
    for folder in FOLDERS:
        shutil.copytree(ROOT / folder, copy / folder, ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
    for file in ("pyproject.toml", "setup.py", "README.md"):
        shutil.copy(ROOT / file, copy)
    return copy


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> ZipFile:
    """The wheel, built from a copy: what lies in a `build` folder from before must not help."""
    copy = copy_sources(tmp_path_factory)
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation"]
    built = subprocess.run(command, cwd=copy, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stdout + built.stderr
    (found,) = (copy / "dist").glob("*.whl")
    return ZipFile(found)


def expected() -> set[str]:
    """Every file of the five folders that is no leftover, under the name that it is installed by."""
    return {
        f"{package}/{file.relative_to(ROOT / folder).as_posix()}"
        for folder, package in FOLDERS.items()
        for file in (ROOT / folder).rglob("*")
        if file.is_file() and not {"__pycache__", "README.md"} & set(file.parts) and file.parent.suffix != ".egg-info"
    }


def test_the_wheel_holds_every_file(wheel: ZipFile) -> None:
    held = {name for name in wheel.namelist() if ".dist-info/" not in name}
    assert held == expected()
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
    folders = {name.rsplit("/", 1)[0] for name in expected() if name.endswith(".py")}
    assert folders == {name.rsplit("/", 1)[0] for name in expected() if name.endswith("/__init__.py")}


def test_the_wheel_says_what_it_needs(wheel: ZipFile) -> None:
    (name,) = (name for name in wheel.namelist() if name.endswith("METADATA"))
    metadata = message_from_string(wheel.read(name).decode())
    assert (metadata["Name"], metadata["Version"]) == ("rookery-cp", PROJECT["project"]["version"])
    assert metadata["Requires-Python"] == ">=3.11"
    needed = {line for line in metadata.get_all("Requires-Dist", []) if "extra" not in line}
    assert needed == set(PROJECT["project"]["dependencies"])


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
    assert {name for name in expected() if name.endswith(".py")} <= {
        file.relative_to(links).as_posix() for file in links.rglob("*.py")
    }
