"""The errors that a user may meet; each message is one line that says what is wrong and what is accepted."""


class RookeryError(Exception):
    """Anything that Rookery itself refuses or reports."""


class BadInput(RookeryError, ValueError):
    """A question that cannot be asked: an unknown piece, a square off the board, a count that does not fit."""
