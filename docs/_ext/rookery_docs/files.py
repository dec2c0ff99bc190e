"""Pages of the reference for files of other tools, campaign files and exit codes."""

import inspect
from collections.abc import Callable, Iterator
from typing import Any

from rookery.backends.formats import READERS, WRITERS
from rookery.cli import exits
from rookery.compare.campaign import KEYS
from rookery_docs.examples import DOCS, Fails
from rookery_docs.markdown import code, join, table, title, write

REFERENCE = DOCS / "reference"


def make() -> Iterator[str]:
    """Write the pages."""
    write(REFERENCE / "file-formats.md", _formats())
    write(REFERENCE / "campaign-files.md", _campaigns())
    write(REFERENCE / "exit-codes.md", _exits())
    yield from ("file-formats", "campaign-files", "exit-codes")


def _formats() -> str:
    return join(
        title("File formats"),
        "How to write and read them: [Files for other tools](../files.md). Graphs are read from the files that"
        " [Graphs](../graphs.md) names, placements by `rookery check`.\n",
        title("Written", 2),
        table(("`--format`", "what is written"), [(code(name), _first(each)) for name, each in WRITERS.items()]),
        title("Read", 2),
        table(("ending", "what is read"), [(code(ending), _first(each)) for ending, each in READERS.items()]),
        title("Other files", 2),
        "[Certificates](../certificates.md), [checkpoints](../long-searches.md), [campaign files](campaign-files.md)"
        " and [files of pieces](../pieces-and-boards.md).\n",
    )


def _first(function: Callable[..., Any]) -> str:
    return (inspect.getdoc(function) or "").partition("\n\n")[0]


CAMPAIGN_KEYS = {
    "problems": ("what is asked: lines of a command; ranges and lists ask several problems",
                 '["placement --piece queen=n --board 4..8", "domination --piece queen,knight --board 4..6"]'),
    "name": ("what the campaign is called; its folder is named after it", '"example"'),
    "backends": ('names, "all", or "file.py:Class"; all, if it is left out', '["backtracking", "sat"]'),
    "want": ("one solution, all of them, or their count", '"one"'),
    "up-to-symmetry": ("one solution of each symmetry class", "false"),
    "seeds": ("how many seeds, or a list of them: repeats show how far times vary", "2"),
    "workers": ("threads or processes of each run, or a list: one entrant for each", "[1]"),
    "seconds": ("the time limit of each run", "10"),
    "cpu-seconds": ("the limit of processor time of each run", "20"),
    "memory": ("the memory limit of each run", '"2G"'),
    "options": ("options of backends; several values are several entrants",
                '{ sat = { solver = ["cadical195", "glucose4"] } }'),
}  # fmt: skip


def _campaigns() -> str:
    if missing := set(KEYS) ^ set(CAMPAIGN_KEYS):
        raise Fails(f"keys of a campaign that have no help here, or are gone: {', '.join(missing)}")
    shown = "Every key of a campaign file. How to run one: [Compare backends](../comparing.md).\n"
    rows = [(code(key), help, code(example)) for key, (help, example) in CAMPAIGN_KEYS.items()]
    return join(title("Campaign files"), shown, table(("key", "what it says", "example"), rows))


def _exits() -> str:
    rows = [(code(number), meaning) for number, meaning in exits.MEANINGS.items()]
    shown = "How each command ends. With `ROOKERY_TRACEBACK=1`, a bug also prints where it is.\n"
    return join(title("Exit codes"), shown, table(("code", "meaning"), rows))
