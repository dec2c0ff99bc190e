"""Completion by a shell: what `click` writes for it, shown or installed."""

import os
from pathlib import Path

import click
from click.shell_completion import get_completion_class

from rookery.cli.output.terminal import emit
from rookery.core.files import read_text, write_file
from rookery.models import BadInput

NAME, COMPLETE = "rookery", "_ROOKERY_COMPLETE"
SHELLS = ("bash", "zsh", "fish")


def answer(command: click.Command, asked: str) -> None:
    """Print for a shell: `bash_complete`, the words that may follow some others, or `bash_source`, its script."""
    shell, _, wanted = asked.partition("_")
    if shell not in SHELLS or wanted not in ("complete", "source"):
        raise BadInput(f"{COMPLETE} {asked!r}: expected the name of a shell, {', '.join(SHELLS)}, with _complete")
    if wanted == "source":
        emit(_write(command, shell))
        return
    made = get_completion_class(shell)
    assert made is not None
    emit(made(command, {}, NAME, COMPLETE).complete())


def script(command: click.Command) -> str:
    """The script that the current shell reads to complete a command."""
    return _write(command, find_shell())


def _write(command: click.Command, shell: str) -> str:
    made = get_completion_class(shell)
    assert made is not None
    return made(command, {}, NAME, COMPLETE).source().strip()


def find_shell() -> str:
    """The shell that called, or else the user's own; raises `BadInput` for one that is not known."""
    caller, own = find_caller(), Path(os.environ.get("SHELL", "")).name
    for name in (caller, own):
        if name in SHELLS:
            return name
    raise BadInput(f"no completion for the shell {own or caller or 'of an unknown name'}; there is {', '.join(SHELLS)}")


def find_caller() -> str:
    """The name of the process that started this one, if the system tells it in a file."""
    try:
        return Path(f"/proc/{os.getppid()}/comm").read_text(encoding="utf-8").strip()
    except OSError:
        return ""


def install(command: click.Command) -> None:
    """Write the script where the current shell finds it, and let it be read as the shell starts."""
    shell, home = find_shell(), Path.home()
    place = {
        "bash": home / ".bash_completions" / f"{NAME}.sh",
        "zsh": home / ".zfunc" / f"_{NAME}",
        "fish": home / ".config" / "fish" / "completions" / f"{NAME}.fish",
    }[shell]
    place.parent.mkdir(parents=True, exist_ok=True)
    write_file(place, f"{_write(command, shell)}\n")
    if shell == "bash":
        _add_line(home / ".bashrc", f"source '{place}'")
    if shell == "zsh":
        _add_line(home / ".zshrc", "fpath+=~/.zfunc; autoload -Uz compinit; compinit")
    emit(f"{shell} completion installed in {place}")
    emit("Completion will take effect once you restart the terminal")


def _add_line(file: Path, line: str) -> None:
    """Add a line to a file that a shell reads, once."""
    there = read_text(file, "a text") if file.is_file() else ""
    if line not in there.splitlines():
        with file.open("a", encoding="utf-8") as written:
            written.write(f"{'' if there.endswith(chr(10)) or not there else chr(10)}{line}\n")
