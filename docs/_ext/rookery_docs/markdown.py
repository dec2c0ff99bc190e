"""Pages of Markdown: tables, titles and files that are written only where they change."""

from collections.abc import Iterable, Sequence
from pathlib import Path


def title(text: str, level: int = 1) -> str:
    """A title with the blank line behind it."""
    return f"{'#' * level} {text}\n"


def code(text: object) -> str:
    """A text in the type of code."""
    return f"`{text}`" if str(text) else ""


def block(language: str, text: str) -> str:
    """Lines of code, as they are."""
    return f"```{language}\n{text.strip(chr(10))}\n```\n"


def table(header: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A table; a bar within a cell is kept from ending it."""
    lines = [header, ["---"] * len(header), *rows]
    return "".join(f"| {' | '.join(map(_cell, line))} |\n" for line in lines)


def _cell(value: object) -> str:
    return " ".join(str(value).split()).replace("|", "\\|")


def join(*parts: str) -> str:
    """Parts of a page below one another; empty ones are left out."""
    return "\n".join(part for part in parts if part)


def contents(pages: Sequence[str], caption: str = "", depth: int = 1) -> str:
    """The table of contents that puts pages below this one."""
    options = f":maxdepth: {depth}\n" + (f":caption: {caption}\n" if caption else "")
    return f"```{{toctree}}\n{options}\n{chr(10).join(pages)}\n```\n"


def write(path: Path, text: str) -> Path:
    """Write a page where its text is another than before, so that what has not changed is not read again."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")
    return path
