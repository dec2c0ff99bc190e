"""Pages of the reference for files of other tools, campaign files and exit codes."""

import inspect
from collections.abc import Callable, Iterator
from typing import Any

from rookery.backends.formats.read import READERS
from rookery.backends.formats.write import TEXTS
from rookery.cli import exits
from rookery.compare.campaign.keys import write_reference
from rookery_docs.examples import DOCS
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
        table(("`--format`", "what is written"), [(code(name), _first(each)) for name, each in TEXTS.items()]),
        title("Read", 2),
        table(("ending", "what is read"), [(code(ending), _first(each)) for ending, each in READERS.items()]),
        title("Other files", 2),
        "[Certificates](../certificates.md), [checkpoints](../long-searches.md), [campaign files](campaign-files.md)"
        " and [files of pieces](../pieces-and-boards.md).\n",
    )


def _first(function: Callable[..., Any]) -> str:
    return (inspect.getdoc(function) or "").partition("\n\n")[0]


def _campaigns() -> str:
    shown = "Every key of a campaign file. How to run one: [Compare backends](../comparing.md).\n"
    return join(title("Campaign files"), shown, write_reference())


def _exits() -> str:
    rows = [(code(number), meaning) for number, meaning in exits.MEANINGS.items()]
    shown = "How each command ends. With `ROOKERY_TRACEBACK=1`, a bug also prints where it is.\n"
    return join(title("Exit codes"), shown, table(("code", "meaning"), rows))
