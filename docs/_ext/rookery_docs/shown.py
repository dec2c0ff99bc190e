"""The Sphinx extension that runs the examples of the pages and shows under each what it has printed.

The examples run before the pages are read, several at a time. What they printed is kept in the build folder by their
texts and by the installed package, so that an unchanged example does not run again.
"""

import json
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.errors import ExtensionError
from sphinx.transforms import SphinxTransform
from sphinx.util.logging import getLogger

from rookery_docs.examples import DOCS, RUN, Block, Fails, blocks, installed, leave_times_out, pages, run_all

KEPT = "examples.json"
LONG = 24  # lines of output above which it is shown in a separate box that scrolls
logger = getLogger(__name__)
_printed: dict[str, list[str]] = {}  # what each block printed; processes that read pages inherit it
_blocks: dict[str, Block] = {}
_pool = ThreadPoolExecutor(1)
_running: list[Future[dict[str, list[str]]]] = []


def begin_examples(app: Sphinx, config: Config) -> None:
    """Begin with the examples of all pages that have not run with this package before, while pages are written."""
    _blocks.update({block.key: block for page in pages(DOCS) for block in blocks(page, *RUN)})
    _printed.update(_read_kept(Path(app.outdir).parent / KEPT))
    todo = [block for key, block in _blocks.items() if not block.reason and key not in _printed]
    logger.info("running %d examples of %d", len(todo), len(_blocks))
    _running.append(_pool.submit(run_all, todo))


def end_examples(app: Sphinx) -> None:
    """Wait for the examples; one that fails ends the build."""
    try:
        _printed.update(_running.pop().result())
    except Fails as error:
        raise ExtensionError(f"an example fails\n{error}") from None
    finally:
        _pool.shutdown()
    kept = {key: printed for key, printed in _printed.items() if key in _blocks}
    kept_in = Path(app.outdir).parent / KEPT
    kept_in.write_text(json.dumps({"installed": installed(), "printed": kept}), encoding="utf-8")


def _read_kept(path: Path) -> dict[str, list[str]]:
    if not path.exists():
        return {}
    kept = json.loads(path.read_text(encoding="utf-8"))
    found: dict[str, list[str]] = kept["printed"] if kept["installed"] == installed() else {}
    return found


class ShowPrinted(SphinxTransform):
    """Puts what an example printed under it."""

    default_priority = 300

    def apply(self, **kwargs: Any) -> None:
        """Look at each block of code of a page."""
        for node in list(self.document.findall(nodes.literal_block)):
            if block := _blocks.get(Block("", node.get("language", ""), node.astext()).key):
                node.replace_self(self._show(block, node))

    def _show(self, block: Block, node: nodes.literal_block) -> list[nodes.Node]:
        if block.reason:
            words = f"Not run: {block.reason}."
            return [node, nodes.paragraph("", words, classes=["not-run"])]
        outputs = list(map(leave_times_out, _printed.get(block.key, [])))
        if block.language == "console":
            commands = (example.text for example in block.examples())
            session = "".join(f"$ {text}\n{_end(output)}" for text, output in zip(commands, outputs, strict=True))
            return [_lines(session, "console", "session")]
        output = "".join(map(_end, outputs))
        return [node, *([_lines(output, "text", "printed")] if output.strip() else [])]


def _end(output: str) -> str:
    return f"{output.rstrip()}\n" if output.strip() else ""


def _lines(text: str, language: str, kind: str) -> nodes.literal_block:
    long = ["long"] if text.count("\n") > LONG else []
    return nodes.literal_block(text.rstrip(), text.rstrip(), language=language, classes=[kind, *long], force=True)


def leave_times_out_of_cells(app: Sphinx, page: str, template: str, context: dict[str, Any], tree: Any) -> None:
    """Leave out the times of this machine where a cell of a notebook shows an answer."""
    if body := context.get("body"):
        context["body"] = leave_times_out(body)


def setup(app: Sphinx) -> dict[str, bool]:
    """Let Sphinx run the examples, and show what they printed."""
    app.connect("config-inited", begin_examples, priority=100)  # before the reference is written
    app.connect("builder-inited", end_examples)
    app.add_transform(ShowPrinted)
    app.connect("html-page-context", leave_times_out_of_cells)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
