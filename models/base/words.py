"""Numbers and nouns in words."""

from collections.abc import Sequence

HISSING = ("s", "x", "z", "ch", "sh")
VOWELS = ("a", "e", "i", "o", "u", "")


def amount(number: int | str, noun: object, plural: str = "") -> str:
    """A number of things: `1 run`, `12,000 runs`, `2 entries`; a number that is text is shown as it is: `n queens`."""
    shown = f"{number:,}" if isinstance(number, int) else number
    return f"{shown} {noun}" if shown == "1" else f"{shown} {plural or pluralize(str(noun))}"


def pluralize(noun: str) -> str:
    """Several of a noun, by the rules of English: `queens`, `phoenixes`, `harpies`."""
    if noun.endswith(HISSING):
        return f"{noun}es"
    if noun.endswith("y") and noun[-2:-1] not in VOWELS:
        return f"{noun[:-1]}ies"
    return f"{noun}s"


def seconds(value: float) -> str:
    """Seconds as they read best: `0.004 s`, `12.3 s`."""
    return f"{value:.3f} s" if value < 10 else f"{value:.1f} s"


def join_words(words: Sequence[str]) -> str:
    """Words as a list in a sentence: `queens, rooks and kings`."""
    return " and ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


def shorten(text: str, most: int) -> str:
    """A text of at most so many characters; what is longer ends in `...`."""
    return text if len(text) <= most else f"{text[: most - 3]}..."


def article(number: int) -> str:
    """The article before a number as it is spoken: `an` before 8, 11, 18 and 80, `a` before others."""
    said = str(number)
    return "an" if said in ("11", "18") or said.startswith("8") else "a"
