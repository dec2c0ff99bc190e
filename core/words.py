"""Numbers, nouns, errors and texts from elsewhere in words that any terminal can print."""

import re
from collections.abc import Sequence

HISSING = ("s", "x", "z", "ch", "sh")
VOWELS = ("a", "e", "i", "o", "u", "")
SPOKEN_AN = re.compile(r"[aeio8]|u(?!ni)|1[18](?![0-9])", re.IGNORECASE)
MAX_REASON = 500  # characters of what an error says


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


def with_article(noun: object) -> str:
    """Return a noun after `a` or `an`, as it is spoken: `a queen`, `an ox`, `an 8x8 board`."""
    return f"{'an' if SPOKEN_AN.match(str(noun)) else 'a'} {noun}"


def seconds(value: float) -> str:
    """Seconds as they read best: `0.004 s`, `12.3 s`."""
    return f"{value:.3f} s" if value < 10 else f"{value:.1f} s"


def join_words(words: Sequence[str]) -> str:
    """Words as a list in a sentence: `queens, rooks and kings`."""
    return " and ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


def spell_row(heads: Sequence[str], cells: Sequence[str]) -> str:
    """A row of a table in words, `answered 8/8, wins 3`, without the first cell, which names it, and empty ones."""
    return ", ".join(f"{head} {cell}" for head, cell in zip(heads[1:], cells[1:], strict=True) if cell)


def shorten(text: str, most: int) -> str:
    """Shorten a text to at most `most` characters; a longer one ends in `...`."""
    return text if len(text) <= most else f"{text[: most - 3]}..."


def legible(text: str) -> str:
    """Replace the characters of a text that cannot be printed, such as control signs and undecodable bytes, by escapes.

    So are marks that turn the direction of writing, and other invisible signs. Lines and tabs stay.
    """
    if text.isprintable():
        return text
    return "".join(sign if sign.isprintable() or sign in "\n\t" else _escape(sign) for sign in text)


def in_a_line(text: str) -> str:
    """Return a name that is legible and stays on its line: the ends of lines and tabs are escapes as well."""
    return text if text.isprintable() else "".join(sign if sign.isprintable() else _escape(sign) for sign in text)


def markup(text: str) -> str:
    """Return a legible text as it stands in SVG and HTML: XML has no escapes for control signs."""
    from html import escape

    return escape(legible(text))


def _escape(sign: str) -> str:
    return sign.encode("unicode_escape").decode("ascii")


def reason(error: BaseException) -> str:
    """Return an error in one line, also one that cannot even say what it is."""
    try:
        text = " ".join(str(error).split())
    except Exception:
        text = ""
    return legible(f"{type(error).__name__}: {text}" if text else type(error).__name__)[:MAX_REASON]
