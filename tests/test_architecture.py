"""The picture at the top of ARCHITECTURE.md is the folder listing, and the text stays short."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
PICTURE = TEXT.split("```")[1]
OUTER = ("src/rookery", "compare", "backends", "certificates", "models", "core")
MAX_WORDS = 1200


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
