"""`tools/house.py` measures right, on a small tree made up for it."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
Measured = Callable[..., subprocess.CompletedProcess[str]]
TREE = {
    "models/__init__.py": "",
    "models/board.py": "class Board:\n    @property\n    def fixed(self): ...\n",
    "models/model.py": "from rookery.models.board import Board\n",
    "models/problems/__init__.py": "from rookery.models.model import Board\nimport rookery.models.board\n",
    "models/problems/queens.py": "class Board: ...\nclass Queens: ...\n",
    "backends/__init__.py": "",
    "backends/run.py": "def told(): ...\ndef _loaded(): ...\ndef need(): ...\ndef read_told(): ...\n",
    "compare/__init__.py": "",
    "src/rookery/__init__.py": "def run():\n    '''Two lines\n    of text.'''\n    # a comment\n\n    return 1\n",
}
LIMITS = """
[folders]
models = { rooms = 3, floors = 3, arrows = 3, upward = 0 }
[lines]
"function median" = 1
"function longest" = 2
"file median" = 3
"file longest" = 6
[names]
"bare participles" = 2
"classes with two homes" = 1
"""


@pytest.fixture
def measured(tmp_path: Path) -> Measured:
    """Measures the tree with further files, or other texts of some."""

    def measure(*words: str, limits: str = LIMITS, **files: str) -> subprocess.CompletedProcess[str]:
        named = {name.replace("__", "/") + ".py": text for name, text in files.items()}
        for name, text in {**TREE, **named, "tools/house.toml": limits}.items():
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name).write_text(text, encoding="utf-8")
        command = [sys.executable, str(ROOT / "tools" / "house.py"), "--root", str(tmp_path), *words]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    return measure


def test_it_counts_rooms_floors_arrows_lines_and_names(measured: Measured) -> None:
    done = measured("--draw")
    assert (done.returncode, done.stderr) == (0, "")
    assert [" ".join(line.split()) for line in done.stdout.splitlines()] == [
        "models 3 rooms, 3 floors, 3 arrows, 0 upward",
        "3 problems board model",
        "2 model board",
        "1 board",
        "lines: function median 1, function longest 2, file median 2, file longest 6, files 9, source 18, tests 0,"
        " imports for 100 of code 21, private functions used once, of 100 0",
        "names: bare participles 2, classes with two homes 1",
    ]


def test_an_arrow_upward_is_found_in_any_folder(measured: Measured) -> None:
    one, other = "import rookery.models.problems.other\n", "import rookery.models.problems.queens\n"
    done = measured(models__problems__queens=one, models__problems__other=other)
    assert (done.returncode, done.stderr) == (1, "models/problems: upward 2, at most 0\n")


def test_a_circle_over_folders_is_found(measured: Measured) -> None:
    done = measured(models__board="from rookery.models.problems.queens import Queens\n")
    assert done.returncode == 1
    assert "models: upward 4, at most 0\n" in done.stderr


@pytest.mark.parametrize(
    ("limit", "lower", "fault"),
    [
        ("rooms = 3", "rooms = 2", "models: rooms 3, at most 2"),
        ("arrows = 3", "arrows = 2", "models: arrows 3, at most 2"),
        ('"function longest" = 2', '"function longest" = 1', "lines: function longest 2, at most 1"),
        ('"file longest" = 6', '"file longest" = 5', "lines: file longest 6, at most 5"),
        ('"bare participles" = 2', '"bare participles" = 1', "names: bare participles 2, at most 1"),
        ('two homes" = 1', 'two homes" = 0', "names: classes with two homes 1, at most 0"),
    ],
)
@pytest.mark.part(3)
def test_what_is_above_a_limit_is_said(measured: Measured, limit: str, lower: str, fault: str) -> None:
    done = measured(limits=LIMITS.replace(limit, lower))
    assert (done.returncode, done.stderr) == (1, f"{fault}\n")


@pytest.mark.parametrize(
    ("after", "decision", "rises"),
    [
        ("arrows = 3", "", []),
        ("arrows = 2", "", []),
        ("arrows = 4", "", ["the limit `models arrows` rose from 3 to 4 without a line in docs/decisions.md"]),
        ("arrows = 4", "- Limit `models arrows` 3 -> 4: boards know their graphs", []),
        ("arrows = 4", "- Limit `models arrows` 3 -> 5: boards know their graphs", ["rose from 3 to 4"]),
    ],
)
@pytest.mark.part(5)
def test_a_limit_that_rises_needs_a_reason(
    measured: Measured, tmp_path: Path, after: str, decision: str, rises: list[str]
) -> None:
    limits = f"{LIMITS}[guard]\n"
    measured(limits=limits)
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/decisions.md").write_text(decision, encoding="utf-8")
    for words in (["init", "-q"], ["add", "-A"], ["-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "one"]):
        subprocess.run(["git", "-C", str(tmp_path), *words], check=True)
    done = measured("--guard", limits=limits.replace("arrows = 3", after))
    said = [line for line in done.stderr.splitlines() if "rose" in line]
    assert len(said) == len(rises)
    assert all(rise in line for rise, line in zip(rises, said, strict=True))
