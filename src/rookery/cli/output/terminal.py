"""Terminal streams, all legible: boards and answers on standard output, messages and progress on standard error."""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING

from rookery.core.files import write_file
from rookery.core.words import legible, spell_row
from rookery.models import BadInput

if TYPE_CHECKING:
    from rich.console import Console

GAP = "  "


def say(text: str = "", style: str | None = None) -> None:
    """Print a line on standard output, styled on a terminal."""
    if style and sys.stdout.isatty():
        console().print(text, style=style)
    else:
        emit(text)


def console(soft_wrap: bool = True, stderr: bool = False) -> "Console":
    """Return a console on standard output or standard error; it adds no markup, highlights or emoji to a text."""
    from rookery.cli.output.consoles import LegibleConsole

    return LegibleConsole(stderr=stderr, soft_wrap=soft_wrap, highlight=False, markup=False, emoji=False)


def complain(text: str) -> None:
    """Print a line on standard error."""
    sys.stdout.flush()
    print(legible(text), file=sys.stderr, flush=True)


def emit(text: str) -> None:
    """Print a line on standard output and flush it: another program may wait for it."""
    print(legible(text), flush=True)


def emit_drawn(draw: Callable[["Console"], None]) -> None:
    """Print what a function draws on a console in one write; rich itself would exit if the pipe is closed."""
    out = console(soft_wrap=False)
    with out.capture() as drawn:
        draw(out)
    print(drawn.get().rstrip("\n"), flush=True)


def print_table(header: Sequence[str], rows: Sequence[Sequence[str]], left: int = 1) -> None:
    """A table, all but its first `left` columns set to the right: ruled on a terminal, aligned text otherwise.

    If the table is wider than the terminal (or COLUMNS), each row becomes a block.
    """
    from shutil import get_terminal_size  # with bz2 and lzma it takes 2 ms, and few answers are tables

    widths = [max(map(len, column)) for column in zip(header, *rows, strict=True)]
    if sum(widths) + len(GAP) * len(widths) > get_terminal_size((sys.maxsize, 0)).columns:
        for row in rows:
            say(row[0], "bold")
            emit(fill(spell_row(header, row), get_terminal_size().columns, initial_indent=GAP, subsequent_indent=GAP))
    elif sys.stdout.isatty():
        from rich import box
        from rich.table import Table

        table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, header_style="bold")
        for at, name in enumerate(header):
            table.add_column(
                name, justify="left" if at < left else "right", style="cyan" if at == 0 else None, no_wrap=True
            )
        for row in rows:
            table.add_row(*row)
        console(soft_wrap=False).print(table)
    else:
        for line in align_columns([header, *rows], left):
            emit(line)


def align_columns(rows: Sequence[Sequence[str]], left: int = 1) -> Iterator[str]:
    """Rows of text as lines with their columns aligned, the first `left` ones to the left."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = [
            cell.ljust(w) if at < left else cell.rjust(w) for at, (cell, w) in enumerate(zip(row, widths, strict=True))
        ]
        yield GAP.join(cells).rstrip()


@contextmanager
def progress(shown: bool = True) -> Iterator[Callable[[str], None]]:
    """Show the current step in a line on standard error, on terminals only; gives a function that changes its text."""
    if not (shown and sys.stderr.isatty()):
        yield lambda text: None
        return
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = SpinnerColumn(), TextColumn("{task.description}", markup=False), TimeElapsedColumn()
    # rich would otherwise send standard output to the console of the progress line.
    live = Progress(
        *columns, console=console(False, stderr=True), transient=True, redirect_stdout=False, redirect_stderr=False
    )
    with live, _saying_above(live.console):
        task = live.add_task("", total=None)
        yield lambda text: live.update(task, description=text)


@contextmanager
def _saying_above(console: "Console") -> Iterator[None]:
    """Print log messages of the package, such as that a kernel is compiled, above the line, which they would tear."""
    import logging  # takes 3 ms, and few answers have a progress line

    handler = logging.Handler(logging.WARNING)
    handler.emit = lambda record: console.print(record.getMessage(), markup=False)  # type: ignore[method-assign]
    logger = logging.getLogger("rookery")
    logger.addHandler(handler)
    try:
        yield
    finally:
        logger.removeHandler(handler)


def check_writable(path: Path) -> None:
    """Raise `BadInput` for a path that no file can have: a folder, or one in a folder that is not there."""
    if path.is_dir():
        raise BadInput(f"cannot write {path}: it is a folder; name a file")
    if not path.parent.is_dir():
        raise BadInput(f"cannot write {path}: there is no folder {path.parent}")


def write_and_tell(path: Path, content: str | bytes) -> None:
    """Write a file, and say on standard error how large it is; a device or a pipe has no size."""
    write_file(path, content)
    complain(f"wrote {path}{f' ({path.stat().st_size / 1024:,.0f} KiB)' if path.is_file() else ''}")
