"""A console of rich that prints legible text."""

from collections.abc import Iterable
from typing import Any

from rich.console import Console, ConsoleOptions
from rich.segment import Segment

from rookery.core.words import legible


class LegibleConsole(Console):
    """A console for texts from files and other machines: characters that cannot be printed become escapes."""

    def render(self, renderable: Any, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        """Yield the segments of anything that rich can print, each with a legible text."""
        for segment in super().render(renderable, options):
            yield segment if segment.control else Segment(legible(segment.text), segment.style)

    def on_broken_pipe(self) -> None:
        """Let the error pass to the command line, which has an exit code for it; rich would exit with 1."""
        raise BrokenPipeError
