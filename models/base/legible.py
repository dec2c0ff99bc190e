"""Text from elsewhere, made fit for any file and any terminal; errors of others, in one line."""

MOST = 500  # characters of what an error says


def legible(text: str) -> str:
    """A text in which what cannot be printed, such as control signs and undecodable bytes, is written as an escape."""
    return "".join(sign if sign.isprintable() or sign in "\n\t" else _escape(sign) for sign in text)


def _escape(sign: str) -> str:
    return sign.encode("unicode_escape").decode("ascii")


def reason(error: BaseException) -> str:
    """An error in one line, also one that cannot even say what it is."""
    try:
        said = " ".join(str(error).split())
    except Exception:
        said = ""
    return legible(f"{type(error).__name__}: {said}" if said else type(error).__name__)[:MOST]
