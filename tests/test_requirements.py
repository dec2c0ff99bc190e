"""The pins of `constraints.txt` and the bounds of `pyproject.toml` say the same."""

import os
import re
import runpy
import tarfile
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from rookery_tests.example_packages import EXAMPLES

from rookery.backends import registry
from rookery.core.plugins import DISTRIBUTION, install_extra

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
EXTRAS = PROJECT["project"]["optional-dependencies"]
REQUIRED = [Requirement(line) for extra in ("core", "all", "test", "dev", "docs") for line in EXTRAS[extra]]
LINES = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
PINS = dict(line.lower().split("==") for line in LINES if not line.startswith("#"))


@pytest.mark.parametrize("required", [r for r in REQUIRED if r.name != "rookery-cp"], ids=str)
def test_every_requirement_is_pinned_within_its_bounds(required: Requirement) -> None:
    assert required.specifier.contains(PINS[required.name], prereleases=True)


def test_each_backend_has_an_extra_and_all_of_them_are_what_a_plain_installation_brings() -> None:
    core = {Requirement(line).name for line in EXTRAS["core"]}
    for name in registry.OWN.keys() - {"auto"}:
        needed = set(registry.backend(name).distributions) - core
        assert {Requirement(line).name for line in EXTRAS[name]} == needed, name
    assert set(EXTRAS["all"]) == {line for name in registry.OWN for line in EXTRAS.get(name, ())}


def test_pins_are_names_and_versions_alone() -> None:
    assert all(re.fullmatch(r"[A-Za-z0-9._-]+==[0-9][0-9a-z.]*", line) for line in LINES if not line.startswith("#"))


def test_the_sat_library_is_not_its_namesake() -> None:
    """`pysat` is a satellite-data package, and `python-constraint` an abandoned owner of the module's name."""
    names = {required.name for required in REQUIRED}
    assert {"python-sat", "python-constraint2"} <= names
    assert not {"pysat", "python-constraint"} & names
    assert next(r for r in REQUIRED if r.name == "python-sat").specifier.prereleases


def test_the_distribution_is_named_in_one_way() -> None:
    """`rookery` is another project on the package index: no page may tell a user to install that."""
    assert PROJECT["project"]["name"] == DISTRIBUTION == "rookery-cp"
    for file in EXAMPLES.glob("*/pyproject.toml"):
        names = {Requirement(line).name for line in tomllib.loads(file.read_text())["project"]["dependencies"]}
        assert DISTRIBUTION in names, file
        assert "rookery" not in names, file


@pytest.mark.parametrize("folder", ["src", "models", "backends", "compare", "examples", "docs", "README.md"])
def test_what_texts_say_to_install_is_ours(folder: str) -> None:
    place = ROOT / folder
    found = [place] if place.is_file() else (path for path in place.rglob("*") if path.suffix in (".py", ".md"))
    said = {name for path in found for name in re.findall(r"pip install[^`\n]*\b(rookery[\w-]*)", path.read_text())}
    assert said <= {DISTRIBUTION}


def test_an_extra_that_a_message_names_is_declared() -> None:
    code = "".join(
        path.read_text() for folder in ("models", "backends", "compare") for path in (ROOT / folder).rglob("*.py")
    )
    named = set(re.findall(r"install_extra\('(\w+)'\)", code))
    assert named == {"png", "pandas"}
    assert named <= set(EXTRAS)
    assert install_extra("png") == "pip install 'rookery-cp[png]'"


def test_the_version_is_one_number_everywhere() -> None:
    """`make release` asks the same before it builds."""
    tool = runpy.run_path(str(ROOT / "tools" / "release.py"))
    assert tool["find_version"]() == PROJECT["project"]["version"]


def test_a_source_distribution_is_packed_with_the_same_bytes_whenever_that_is_done(tmp_path: Path) -> None:
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
    with tarfile.open(tmp_path / "made.tar.gz") as archive:
        file = archive.extractfile("made/page.md")
        assert file is not None
        assert file.read() == b"the same"
