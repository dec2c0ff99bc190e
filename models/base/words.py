"""Numbers and nouns in words."""


def amount(number: int | str, noun: object, plural: str = "") -> str:
    """A number of things: `1 run`, `12,000 runs`, `2 entries`; a number that is text is shown as it is: `n queens`."""
    shown = f"{number:,}" if isinstance(number, int) else number
    return f"{shown} {noun}" if shown == "1" else f"{shown} {plural or f'{noun}s'}"
