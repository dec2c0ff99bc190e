"""Marks on the edges of a drawn board that show how they are joined: alike arrows lie on one another."""

from collections.abc import Iterator

SEAM = "#2a5fa5"
SIZE = 7  # of an arrow, in the units of the drawing


def draw_twisted(width: float, height: float) -> str:
    """The left edge joined to the right one upside down: one arrow upwards, the other downwards."""
    return _fill([*_arrow(SIZE, height / 2, 0, -SIZE), *_arrow(width - SIZE, height / 2, 0, SIZE)])


def draw_joined(width: float, height: float) -> str:
    """The upper edge joined to the lower one as it is: two arrows to the right on each."""
    middle = width / 2
    return _fill(
        [part for y in (SIZE, height - SIZE) for x in (middle - SIZE, middle + SIZE) for part in _arrow(x, y, SIZE, 0)]
    )


def _arrow(x: float, y: float, right: float, down: float) -> Iterator[str]:
    corners = (x - right - down, y - down - right), (x + right, y + down), (x - right + down, y - down + right)
    yield f"M{'L'.join(f'{across:g} {below:g}' for across, below in corners)}z"


def _fill(parts: list[str]) -> str:
    return f'<path class="seam" d="{"".join(parts)}" fill="{SEAM}"/>'
