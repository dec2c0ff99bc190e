"""The examples of the pages: found, run, and compared with what the pages say that they print.

A `console` block holds commands after `$ `, each perhaps with what it prints; `...` alone on a line stands for any
lines. A `sh` block holds commands alone. Each `python` block stands for itself. The commands of a block share a folder,
which is empty at its beginning. A block below a comment `<!-- not run: reason -->` is shown with the reason instead.

    PYTHONPATH=docs/_ext python -P -m rookery_docs.examples docs/python.md     runs the examples of a page
"""

import argparse
import hashlib
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[3]
DOCS = ROOT / "docs"
BLOCK = re.compile(r"(?:^<!-- not run: (?P<reason>.*?) -->\n)?^```(?P<language>\w+)\n(?P<text>.*?)^```$", re.S | re.M)
RUN = ("console", "sh", "python")
MAX_SECONDS = 300  # of a processor, for a process of a command: a busy machine only takes longer
MAX_HANGING = 3600  # of the clock, for a command that waits for nothing
TIMES = re.compile(r": (?:[a-z]+ [\d.,]+ m?s, )*total [\d.,]+ m?s(?=$|</p>)", re.M)  # of an answer's phases
COLOURS = re.compile(r"\x1b\[[0-9;]*m")


class Fails(Exception):
    """An example that fails, or prints something else than its page says."""


class Example(NamedTuple):
    """One command or one piece of Python, and what its page says that it prints; None for anything."""

    text: str
    printed: str | None


@dataclass(frozen=True)
class Block:
    """A block of a page, with the reason why it is not run, if it is not."""

    page: str
    language: str
    text: str
    reason: str = ""

    @property
    def key(self) -> str:
        """What stands for the block where its output is kept: it changes with the text."""
        return hashlib.sha256(f"{self.language}\n{self.text.strip()}".encode()).hexdigest()[:16]

    def examples(self) -> list[Example]:
        """Its commands, or its Python as a whole."""
        if self.language == "python":
            return [Example(self.text, None)]
        if self.language == "sh":
            return [Example(line, None) for line in self.text.splitlines()]
        parts = [command.partition("\n") for command in re.split(r"^\$ ", self.text, flags=re.M)[1:]]
        return [Example(line, printed or None) for line, _, printed in parts]


def blocks(page: Path, *languages: str) -> Iterator[Block]:
    """The blocks of a page in some languages."""
    for found in BLOCK.finditer(page.read_text(encoding="utf-8")):
        if found["language"] in languages:
            yield Block(page.name, found["language"], found["text"], found["reason"] or "")


def run_block(block: Block) -> list[str]:
    """What each example of a block prints; raises `Fails` for one that fails or prints something else."""
    with tempfile.TemporaryDirectory() as folder:
        return [_run_example(block, example, Path(folder)) for example in block.examples()]


def _run_example(block: Block, example: Example, folder: Path) -> str:
    ended = run_command(_command(block, example), folder)
    where = f"{block.page}: {example.text.strip()}"
    if ended.returncode:
        raise Fails(f"{where}\nends with exit code {ended.returncode}:\n{ended.stdout}{ended.stderr}")
    if example.printed is not None and not re.fullmatch(_pattern(example.printed), ended.stdout):
        raise Fails(f"{where}\nshould print\n{example.printed}\nbut prints\n{ended.stdout}")
    return COLOURS.sub("", ended.stdout or ended.stderr)


def leave_times_out(printed: str) -> str:
    """What a command prints without the times and the folder of the machine that makes these pages."""
    return TIMES.sub("", printed.replace(f"{ROOT}/", ""))


def _command(block: Block, example: Example) -> list[str]:
    if block.language == "python":
        return [sys.executable, "-W", "error", "-c", example.text]
    return ["bash", "-o", "pipefail", "-c", example.text]


def _pattern(printed: str) -> str:
    return re.escape(printed).replace(r"\.\.\." + "\\\n", r"(?:.*\n)*")


def run_command(command: Sequence[str], folder: Path) -> subprocess.CompletedProcess[str]:
    """A command, in a folder, with the tools of this environment."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    settings = {**os.environ, "PATH": path, "NO_COLOR": "1"}
    settings.pop("PYTHONPATH", None)
    limited = ["bash", "-c", f'ulimit -t {MAX_SECONDS}; exec "$@"', "bash", *command]
    return subprocess.run(
        limited, cwd=folder, env=settings, capture_output=True, text=True, timeout=MAX_HANGING, check=False
    )


def run_all(found: Iterable[Block], workers: int | None = None) -> dict[str, list[str]]:
    """What the blocks print, by their keys, several at a time; raises `Fails` that names all that fail."""
    with ThreadPoolExecutor(workers or len(os.sched_getaffinity(0))) as pool:
        runs = {block.key: pool.submit(run_block, block) for block in found}
    errors = [error for run in runs.values() if (error := run.exception())]
    if errors:
        raise Fails("\n\n".join(map(str, errors)))
    return {key: run.result() for key, run in runs.items()}


def pages(folder: Path = DOCS) -> list[Path]:
    """The pages that are written by hand."""
    made = {"_build", "reference", "results", "house", "jupyter_execute"}
    return [page for page in sorted(folder.rglob("*.md")) if not made & set(page.relative_to(folder).parts)]


def installed() -> str:
    """What stands for the package as it is installed: it changes with each of its files."""
    spec = find_spec("rookery")
    assert spec is not None
    assert spec.origin is not None
    return fingerprint(sorted(Path(spec.origin).parent.rglob("*.py")))


def fingerprint(files: Iterable[Path]) -> str:
    """What stands for some files by their sizes and times."""
    facts = ((file, file.stat()) for file in files)
    lines = [f"{file.name} {stat.st_size} {stat.st_mtime_ns}" for file, stat in facts]
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def main() -> int:
    """Run the examples of some pages, or of all; 1 where one fails."""
    parser = argparse.ArgumentParser(description="Run the examples of pages of the documentation.")
    parser.add_argument("pages", nargs="*", type=Path, help="pages; default: all of docs/")
    options = parser.parse_args()
    found = [block for page in options.pages or pages() for block in blocks(page, *RUN)]
    try:
        print(f"{len(run_all(block for block in found if not block.reason))} blocks run as their pages say")
    except Fails as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
