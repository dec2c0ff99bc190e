"""The picture at the top of ARCHITECTURE.md is the folder listing; texts on the house name files that are there."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
PICTURE = TEXT.split("```")[1]
OUTER = ("src/rookery", "compare", "backends", "certificates", "models", "core")
MAX_WORDS = 1200
TEXTS = ("ARCHITECTURE.md", "CONTRIBUTING.md", "docs/decisions.md", "docs/tried.md", *(
    file.relative_to(ROOT).as_posix() for outer in OUTER for file in (ROOT / outer).rglob("README.md")
))  # fmt: skip
OTHERS = {"pieces.toml", "campaign.toml"}  # of users


def drawn_rooms() -> set[str]:
    """The rooms in the picture, each with its folder."""
    rooms, outer = set(), ""
    for line in PICTURE.splitlines():
        names = re.findall(r"(?<![\w/])([\w/]+)/(?=\s|$)", line)
        if line[:1].isalpha():
            outer = names[0]
        else:
            rooms |= {f"{outer}/{name}" for name in names}
    return rooms


def test_the_picture_is_the_folder_listing() -> None:
    folders = {
        file.parent.relative_to(ROOT).as_posix() for outer in OUTER for file in (ROOT / outer).glob("*/__init__.py")
    }
    assert drawn_rooms() == folders


def test_the_text_is_short() -> None:
    assert len(TEXT.split()) <= MAX_WORDS


@pytest.mark.parametrize("text", TEXTS)
def test_files_that_a_text_names_are_there(text: str) -> None:
    said = [line for line in (ROOT / text).read_text(encoding="utf-8").splitlines() if not line.startswith("- Limit")]
    for name in set(re.findall(r"`([\w./-]+\.(?:py|js|toml))`", "\n".join(said))) - OTHERS:
        assert any(ROOT.glob(name)) or any(next((ROOT / outer).rglob(name), None) for outer in OUTER), name
