"""The README and the pages of docs/ are true: their commands and their Python run and print what is shown.

A `console` block holds commands after `$ `, each perhaps with what it prints; `...` alone on a line stands for any
lines. A `sh` block holds commands alone; those that begin with `make` are run by `.ci/run`, since `make test` is what
runs this. Each `python` block stands for itself. A block under `<!-- not run: reason -->` is skipped with its reason.
"""

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[1]
ELSEWHERE = {"own-problems.md"}  # tests/backends/shared/test_own_problems.py runs it
PAGES = [ROOT / "README.md", *(page for page in sorted((ROOT / "docs").glob("*.md")) if page.name not in ELSEWHERE)]
TEXTS = {page.name: page.read_text(encoding="utf-8") for page in PAGES}
BLOCK = re.compile(r"(?:<!-- not run: (?P<reason>.*?) -->\n)?```(?P<language>\w+)\n(?P<text>.*?)^```$", re.S | re.M)
KNOWN = {"console", "sh", "python", "text", "toml"}

pytestmark = pytest.mark.slow


class Example(NamedTuple):
    """One command or one piece of Python, what it should print (None: anything), and why it is not run here."""

    text: str
    printed: str | None
    reason: str | None


def blocks(*languages: str) -> list[re.Match[str]]:
    return [block for text in TEXTS.values() for block in BLOCK.finditer(text) if block["language"] in languages]


def commands() -> list[list[Example]]:
    """The commands of all console and sh blocks, a list a block: later ones may use what earlier ones made."""
    found = []
    for block in blocks("console"):
        parts = [command.partition("\n") for command in re.split(r"^\$ ", block["text"], flags=re.M)[1:]]
        found.append([Example(line, printed or None, block["reason"]) for line, _, printed in parts])
    for block in blocks("sh"):
        makes = "make runs this test; .ci/run runs make" if block["text"].startswith("make ") else None
        found.append([Example(line, None, block["reason"] or makes) for line in block["text"].splitlines()])
    return found


def pythons() -> list[Example]:
    return [Example(block["text"], None, block["reason"]) for block in blocks("python")]


def run(example: Example, command: list[str], folder: Path) -> None:
    """Run an example in an empty folder with the tools of this environment, and compare what it prints."""
    if example.reason:
        pytest.skip(example.reason)
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    ended = subprocess.run(
        command, cwd=folder, env={**os.environ, "PATH": path}, capture_output=True, text=True, timeout=300, check=False
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert ended.stdout.strip() or ended.stderr.strip() or " > " in example.text
    if example.printed is not None:
        pattern = re.escape(example.printed).replace(r"\.\.\." + "\\\n", r"(?:.*\n)*")
        assert re.fullmatch(pattern, ended.stdout), f"expected\n{example.printed}\nprinted\n{ended.stdout}"


@pytest.mark.parametrize("block", commands(), ids=lambda block: block[0].text[:70])
def test_commands_run_as_written(block: list[Example], tmp_path: Path) -> None:
    for example in block:
        run(example, ["bash", "-o", "pipefail", "-c", example.text], tmp_path)


@pytest.mark.parametrize("example", pythons(), ids=lambda example: example.text[:70])
def test_python_runs_as_written(example: Example, tmp_path: Path) -> None:
    run(example, [sys.executable, "-W", "error", "-c", example.text], tmp_path)


def test_there_is_something_to_run() -> None:
    assert [example for block in commands() for example in block if not example.reason]
    assert [example for example in pythons() if not example.reason]


@pytest.mark.parametrize("page", TEXTS)
def test_every_block_has_a_language_that_is_known_here(page: str) -> None:
    fences = re.findall(r"^```(.*)$", TEXTS[page], flags=re.M)
    assert len(fences) == 2 * len(list(BLOCK.finditer(TEXTS[page])))
    assert set(fences[::2]) <= KNOWN


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_to_files_lead_somewhere(page: Path) -> None:
    links = re.findall(r"\]\((?!https?:)([^)#]+)", TEXTS[page.name])
    assert [link for link in links if not (page.parent / link).exists()] == []


def test_the_readme_is_short() -> None:
    assert len(TEXTS["README.md"].splitlines()) <= 110


def test_make_is_named_so_that_somebody_can_begin() -> None:
    made = {example.text for block in commands() for example in block if example.text.startswith("make ")}
    assert made == {"make demo", "make test"}
