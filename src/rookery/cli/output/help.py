"""The help of a command, in panels: options by what they are about, and the commands of a group."""

from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from typing import Any

import click
from rich.columns import Columns
from rich.console import Console, RenderableType
from rich.highlighter import RegexHighlighter
from rich.padding import Padding
from rich.panel import Panel
from rich.table import Table
from rich.text import Text
from rich.theme import Theme

ARGUMENTS, OPTIONS, COMMANDS = "Arguments", "Options", "Commands"
THEME = Theme({"option": "bold cyan", "switch": "bold green", "usage": "yellow"})


class Highlighter(RegexHighlighter):
    """Colours for options, wherever they stand."""

    highlights = [  # noqa: RUF012 - as rich declares it
        r"(^|\W)(?P<switch>\-\w+)(?![a-zA-Z0-9])",
        r"(^|\W)(?P<option>\-\-[\w\-]+)(?![a-zA-Z0-9])",
        r"(?P<usage>Usage: )",
    ]


highlighted = Highlighter()


def draw_help(command: click.Command, context: click.Context) -> str:
    """The help as text, with colours if standard output is a terminal."""
    console = Console(theme=THEME, highlighter=highlighted)
    with console.capture() as drawn:
        console.print(Padding(highlighted(command.get_usage(context)), 1), style="bold")
        console.print(Padding(highlighted(_flow(command.help)), (0, 1, 1, 1)))
        for title, shown in _list_panels(command, context):
            console.print(Panel(shown, title=title, title_align="left", border_style="dim"))
        if command.epilog:
            console.print(Padding(highlighted(command.epilog), 1))
    return drawn.get()


def _flow(text: str | None) -> str:
    """The first paragraph of a text, in one line."""
    return " ".join((text or "").partition("\n\n")[0].split())


def _list_panels(command: click.Command, context: click.Context) -> Iterator[tuple[str, RenderableType]]:
    """The tables of arguments, of options, and of commands; options without a panel come first."""
    panels: dict[str, list[click.Parameter]] = {ARGUMENTS: [], OPTIONS: []}
    for each in command.get_params(context):
        if isinstance(each, click.Argument):
            panels[ARGUMENTS].append(each)
        elif not getattr(each, "hidden", False):
            panels.setdefault(getattr(each, "panel", None) or OPTIONS, []).append(each)
    for title, parameters in panels.items():
        if parameters:
            yield title, _list_parameters(parameters, context)
    if isinstance(command, click.Group):
        found = [command.get_command(context, name) for name in command.list_commands(context)]
        yield COMMANDS, _list_commands([each for each in found if each and not each.hidden])


def _list_parameters(parameters: Sequence[click.Parameter], context: click.Context) -> Table:
    """A line for each parameter: whether it is required, its names, what it takes, and what it is for."""
    table = Table(box=None, show_header=False, expand=True, pad_edge=False, padding=(0, 1), highlight=True)
    required = any(each.required for each in parameters)
    for each in parameters:
        marked = [Text("*" if each.required else "", style="red")] if required else []
        table.add_row(*marked, *_show_names(each), show_kind(each), Columns(_explain(each, context)))
    return table


def _show_names(parameter: click.Parameter) -> Iterable[Text]:
    """The long names and the short ones; the name of an argument is short."""
    if isinstance(parameter, click.Argument):
        return highlighted(""), highlighted(parameter.metavar or parameter.human_readable_name)
    long = [name for name in parameter.opts if name.startswith("--")]
    return highlighted(",".join(long)), highlighted(",".join(each for each in parameter.opts if each not in long))


def show_kind(parameter: click.Parameter) -> Text:
    """The word for the value of an option, and the least number."""
    if isinstance(parameter, click.Argument):
        return Text()
    least = getattr(parameter.type, "least", None)
    return Text(f"{parameter.metavar or ''}{'' if least is None else f' [x>={least}]'}", "bold yellow", overflow="fold")


def _explain(parameter: click.Parameter, context: click.Context) -> Iterator[Text]:
    yield highlighted(getattr(parameter, "help", None) or "")
    default = describe_default(parameter)
    if default:
        said = isinstance(getattr(parameter, "show_default", False), str)
        yield Text(f"[default: {f'({default})' if said else default}]", style="dim")
    if parameter.required:
        yield Text("[required]", style="dim red")


def describe_default(parameter: Any) -> str:
    """The default of an option in words; empty if there is none to show."""
    shown = getattr(parameter, "show_default", False)
    if not shown or isinstance(shown, str):
        return shown or ""
    value = parameter.to_info_dict().get("default")
    value = value.value if isinstance(value, Enum) else value
    return "" if value in (None, False, "", ()) or isinstance(value, list) else str(value)


def _list_commands(commands: Sequence[click.Command]) -> Table:
    """A line for each command."""
    table = Table(box=None, show_header=False, expand=True, pad_edge=False, padding=(0, 1))
    table.add_column(style="bold cyan", no_wrap=True, width=max((len(each.name or "") for each in commands), default=0))
    table.add_column(ratio=10)
    for each in commands:
        table.add_row(each.name, highlighted(_flow(each.short_help or each.help)))
    return table
