"""Pages of the reference for the commands, from the command line's own application."""

from collections import Counter
from collections.abc import Iterator, Sequence
from enum import Enum
from typing import Any, NamedTuple

import click

from rookery.cli import make_app
from rookery_docs.examples import DOCS
from rookery_docs.markdown import block, code, contents, join, table, title, write

FOLDER = DOCS / "reference" / "commands"
EXAMPLE = "Example: "
HEADER = ("option", "default", "meaning")


class Row(NamedTuple):
    """An option or an argument as a line of a table."""

    written: str
    default: str
    help: str


class Command(NamedTuple):
    """A command by its words, with those below it."""

    words: str
    made: Any
    below: tuple["Command", ...]

    @property
    def rows(self) -> list[Row]:
        """Its options and arguments."""
        return [_row(each) for each in self.made.params if not getattr(each, "hidden", False)]


def root() -> Command:
    """The whole command line."""
    return _walk("rookery", make_app())


def _walk(words: str, made: Any) -> Command:
    context = click.Context(made)
    # `rookery solve first` has the families again
    names = made.list_commands(context) if hasattr(made, "list_commands") and words.count(" ") < 2 else ()
    below = [(f"{words} {name}", made.get_command(context, name)) for name in names]
    return Command(words, made, tuple(_walk(*each) for each in below if not each[1].hidden))


def _row(each: Any) -> Row:
    names = ", ".join([*each.opts, *each.secondary_opts]) if each.param_type_name == "option" else ""
    written = " ".join(filter(None, (names, each.metavar or (each.name.upper() if not names else ""))))
    return Row(written, _default(each), each.help or "")


def _default(each: Any) -> str:
    if each.required:
        return "required"
    shown = getattr(each, "show_default", False)
    if not shown or isinstance(shown, str):
        return shown or ""
    value = each.to_info_dict().get("default")
    value = value.value if isinstance(value, Enum) else value
    return "" if value in (None, False, "", ()) or isinstance(value, list) else str(value)


def make() -> Iterator[str]:
    """Write a page for each command, and one that lists them."""
    whole = root()
    for command in whole.below:
        write(FOLDER / f"{_last(command)}.md", _page(command))
    listed = [(f"[{code(each.words)}]({_last(each)}.md)", each.made.help or "") for each in whole.below]
    parts = [
        title("Commands"),
        f"{whole.made.help}\n",
        table(("command", "what it does"), listed),
        "Each command ends with an [exit code](../exit-codes.md). `--help` (or `-h`) after any of them prints its"
        " options.\n",
        contents([_last(each) for each in whole.below]),
    ]
    write(FOLDER / "index.md", join(*parts))
    yield "commands/index"


def _last(command: Command) -> str:
    return command.words.rpartition(" ")[2]


def _page(command: Command) -> str:
    if not command.below:
        return _section(command, 1, ())
    shared = _shared(command.below)
    parts = [_section(command, 1, ())]
    if shared:
        shown = "Options that most of the commands below take; each says which of them it does not take.\n"
        parts += [title("Shared options", 2), shown, _options(shared)]
    parts += [_section(each, 2, shared) for each in command.below]
    return join(*parts)


def _shared(commands: Sequence[Command]) -> list[Row]:
    """The options that more than half of several commands take alike, in the order of the first."""
    often = Counter(row for each in commands for row in each.rows)
    return [row for row in commands[0].rows if len(commands) > 2 and 2 * often[row] > len(commands)]


def _section(command: Command, level: int, shared: Sequence[Row]) -> str:
    rows = command.rows
    own, missing = [row for row in rows if row not in shared], [row for row in shared if row not in rows]
    names = ", ".join(code(row.written.split()[0].rstrip(",")) for row in missing)
    shown = f"Not of the shared options: {names}.\n" if missing else ""
    return join(
        title(code(command.words), level), f"{_flow(command.made.help)}\n", _example(command), _options(own), shown
    )


def _flow(text: str | None) -> str:
    return "\n".join(line.strip() for line in (text or "").splitlines())


def _example(command: Command) -> str:
    given = command.made.epilog or ""
    return block("console", f"$ {given.removeprefix(EXAMPLE)}") if given.startswith(EXAMPLE) else ""


def _options(rows: Sequence[Row]) -> str:
    return table(HEADER, [(code(row.written), code(row.default), row.help) for row in rows]) if rows else ""
