"""Examples of pages: run, compared with what the page says that they print, and shown with what they print.

A `console` block holds commands after `$ `, each perhaps with what it prints; `...` alone on a line stands for any
lines. A `python` block is a script. The commands of a block share a folder, which is empty at its beginning. A block
below a comment `<!-- not run: reason -->` is shown with the reason instead.
"""

import os
import re
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from docutils import nodes
from sphinx.errors import ExtensionError
from sphinx.transforms import SphinxTransform

BLOCK = re.compile(
    r"(?:^<!-- not run: (?P<reason>.*?) -->\n)?^```(?P<language>console|python)\n(?P<text>.*?)^```$", re.S | re.M
)
MAX_SECONDS = 3600  # only a command that hangs takes as long


class ExampleFails(ExtensionError):
    """An example that fails, or prints something else than its page says."""


def find_blocks(page: Path) -> dict[tuple[str, str], str]:
    """Return the language and text of each example of a page, with the reason not to run it, empty for most."""
    found = BLOCK.finditer(page.read_text(encoding="utf-8"))
    return {(each["language"], each["text"].strip()): each["reason"] or "" for each in found}


def run(language: str, text: str) -> str:
    """Run a block and return what it prints, a console block with its commands; raises `ExampleFails`."""
    with TemporaryDirectory() as folder:
        if language == "python":
            return _run([sys.executable, "-W", "error", "-c", text], folder)
        session = []
        for part in re.split(r"^\$ ", text, flags=re.M)[1:]:
            command, _, expected = part.partition("\n")
            printed = _run(["bash", "-o", "pipefail", "-c", command], folder)
            pattern = re.escape(expected).replace(r"\.\.\." + "\\\n", "(?:.*\n)*")
            if expected.strip() and not re.fullmatch(pattern, printed):
                raise ExampleFails(f"{command}\nshould print\n{expected}\nbut prints\n{printed}")
            session.append(f"$ {command}\n{printed}")
        return "".join(session)


def _run(command: list[str], folder: str) -> str:
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    settings = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    settings |= {"PATH": path, "NO_COLOR": "1"}
    ended = subprocess.run(command, cwd=folder, env=settings, capture_output=True, text=True, timeout=MAX_SECONDS)
    if ended.returncode:
        raise ExampleFails(f"{command[-1]}\nends with exit code {ended.returncode}:\n{ended.stdout}{ended.stderr}")
    printed = (ended.stdout or ended.stderr).rstrip()
    return f"{printed}\n" if printed else ""


class ShowPrinted(SphinxTransform):
    """Run the examples of a page, and show what they have printed."""

    default_priority = 300

    def apply(self, **kwargs: Any) -> None:
        """Replace each block that is an example."""
        blocks = find_blocks(Path(self.env.doc2path(self.env.docname)))
        for node in list(self.document.findall(nodes.literal_block)):
            language, text = node.get("language", ""), node.astext()
            reason = blocks.get((language, text.strip()))
            if reason:
                node.replace_self([node, nodes.paragraph("", f"Not run: {reason}.", classes=["not-run"])])
            elif reason is not None:
                printed = run(language, text).rstrip()
                # Sphinx highlights only a text that is its own source
                shown = nodes.literal_block(printed, printed, force=True)
                shown["language"] = "console" if language == "console" else "text"
                shown["classes"] = ["session" if language == "console" else "printed"]
                node.replace_self([shown] if language == "console" else [node, shown] if printed else [node])
