"""Betza notation, read strictly: what Rookery does not model is refused, with its place and the reason.

The directions are those of H. G. Muller's reference guide to extended Betza notation (XBoard), with which
Fairy-Stockfish agrees. Forward is up the board, towards row 0.
"""

import re
from collections.abc import Iterator
from string import ascii_lowercase, digits
from typing import NamedTuple, NoReturn

from rookery.core.errors import BadInput
from rookery.core.numbers import Step


class Ride(NamedTuple):
    """A step that a piece repeats, at most `reach` times; None is without end, 1 is a leap."""

    step: Step
    reach: int | None = None


def around(rows: int, columns: int) -> frozenset[Step]:
    """Return all steps of one leaper: (1, 2) gives the eight of the knight."""
    return frozenset(
        Step(a * sign_a, b * sign_b)
        for a, b in ((rows, columns), (columns, rows))
        for sign_a in (1, -1)
        for sign_b in (1, -1)
    )


ORTHOGONAL = around(1, 0)
DIAGONAL = around(1, 1)


ATOMS = {
    "W": (1, 0), "F": (1, 1), "D": (2, 0), "N": (2, 1), "A": (2, 2), "H": (3, 0), "C": (3, 1), "Z": (3, 2), "G": (3, 3),
}  # fmt: skip
SHORTHANDS = {"K": (("W", "F"), 1), "R": (("W",), None), "B": (("F",), None), "Q": (("W", "F"), None)}
LETTERS = " ".join([*ATOMS, *SHORTHANDS])
REFUSED = {
    letter: why
    for letters, why in {
        "pgj": "hoppers need to know which squares are occupied; state a model, as for cannons in docs/own-problems.md",
        "n": "lame moves need to know which squares are empty; without n the piece leaps, else state a model"
        " (docs/own-problems.md)",
        "i": "a first move belongs to a game, and a placement has none; leave i out if the piece always attacks so",
        "eO": "en passant and castling belong to a game; a placement has none",
        "o": "the board says whether a piece wraps around (a torus); leave o out",
        "atyxd[]-": "moves of several legs are not modelled",
        "qz": "circular and crooked riders are not modelled",
        "u": "moves that unload a piece are not modelled",
        "k": "royalty is not an attack; leave k out",
        "J": "it is the zebra (3,2) to some and the camel (3,1) to others; write Z or C",
        "L": "it is the camel (3,1) to some and the zebra (3,2) to others; write C or Z",
        "I": "it is not an atom of today's notation; write H for the leap (3,0)",
        "()": "a leap is written (3,1), with two whole numbers; write groups part by part",
        " ": "write the parts without blanks",
    }.items()
    for letter in letters
}

PART = re.compile(r"(?P<before>[a-z]*)(?P<atom>\([0-9]+,[0-9]+\)|[A-Z])(?P<again>(?P=atom))?(?P<number>[0-9]*)")
RANGE = re.compile(r"0|[1-9][0-9]{0,6}")
VERTICAL, HORIZONTAL = "fbv", "lrs"
MEANS = {"f": "f", "b": "b", "v": "fb", "l": "l", "r": "r", "s": "lr"}
CROSSED = frozenset({"fl", "fr", "fs", "bl", "br", "bs", "lf", "lb", "lv", "rf", "rb", "rv"})
HALVES = frozenset({"fh", "bh", "lh", "rh"})
DOUBLES = frozenset({"ff", "bb", "ll", "rr"})
MAX_DIGITS = 7  # no side of a board is longer


def parse(notation: str) -> frozenset[Ride]:
    """Return the attacks of a piece in Betza notation: its capturing parts, each step with its reach.

    - Atoms W F D N A H C Z G, shorthands K R B Q, any leap as `(3,1)`; side by side they make a compound: `RN`.
    - A range behind the atom (`R4`), 0 or a doubled atom for riders without end (`C0`, `NN`).
    - Directions before it: f b l r v s. Orthogonal atoms take the union of the letters (`fsW`); on diagonal ones two
      letters across each other are one diagonal (`flF`). On oblique ones f is the pair most forward, `fs` the other
      forward pair, `fh` the forward half, and of two letters the last is the long way: `flN` goes 2 left, 1 forward.
    - `m` only moves and attacks nothing, `c` only captures: `mRcB` attacks as a bishop.

    Raises `BadInput` with the position (from 1) for anything else, for an ambiguous notation, and for a piece without
    attacks.
    """
    if not notation:
        raise BadInput("empty Betza notation; write at least one atom, such as N")
    rides: set[Ride] = set()
    at = 0
    while at < len(notation):
        part = PART.match(notation, at)
        if part is None:
            end = at + len(notation[at:]) - len(notation[at:].lstrip(ascii_lowercase))
            _check_modifiers(notation, at, end)
            if end == len(notation):
                _refuse(notation, at, f"{notation[at:]!r} without an atom behind it; known are {LETTERS}")
            _refuse_letter(notation, end)
        rides.update(_read_part(part))
        at = part.end()
    if not rides:
        raise BadInput(f"Betza notation {notation!r} attacks nothing: every part only moves (m); leave m out")
    return frozenset(rides)


def _refuse(notation: str, at: int, why: str) -> NoReturn:
    raise BadInput(f"Betza notation {notation!r}, position {at + 1}: {why}")


def _refuse_letter(notation: str, at: int) -> NoReturn:
    letter = notation[at]
    if letter in REFUSED:
        why = REFUSED[letter]
    elif letter.islower():
        why = "unknown modifier; known are f b l r v s h for directions, m and c"
    elif letter in digits:
        why = "a range stands behind its atom, as in R4"
    else:
        why = f"unknown atom; known are {LETTERS}, and any leap as (4,1)"
    _refuse(notation, at, f"{letter!r}: {why}")


def _check_modifiers(notation: str, start: int, end: int) -> None:
    for at in range(start, end):
        if notation[at] not in "fblrvshmc":
            _refuse_letter(notation, at)
        if notation[at] in "mc" and notation[at] in notation[start:at]:
            _refuse(notation, at, f"{notation[at]!r} for the second time; once is enough")


def _read_part(part: re.Match[str]) -> Iterator[Ride]:
    before, start = part["before"], part.start("before")
    _check_modifiers(part.string, start, part.end("before"))
    reach, directions = _read_reach(part), before.replace("m", "").replace("c", "")
    if directions not in before:
        _refuse(part.string, start, f"{before!r}: directions must stand together, not around m or c")
    if directions and part["atom"] in ("K", "Q"):
        both = "".join(f"{directions}{atom}" for atom in ("WF" if part["atom"] == "K" else "RB"))
        why = f"directions before {part['atom']} are read as {both} by some, as single rays by others"
        _refuse(part.string, start + before.index(directions), f"{why}; write the parts, such as {both}")
    steps = [step for leap in _read_leaps(part) for step in _choose_steps(part, leap, directions)]
    if "m" not in before or "c" in before:
        yield from (Ride(step, reach) for step in steps)


def _read_leaps(part: re.Match[str]) -> list[tuple[int, int]]:
    """Return the leaps of an atom, the long way of each first."""
    atom = part["atom"]
    if atom in SHORTHANDS:
        return [ATOMS[letter] for letter in SHORTHANDS[atom][0]]
    if atom in ATOMS:
        return [ATOMS[atom]]
    if not atom.startswith("("):
        _refuse_letter(part.string, part.start("atom"))
    sides = atom[1:-1].split(",")
    if max(map(len, sides)) > MAX_DIGITS or not any(map(int, sides)):
        _refuse(part.string, part.start("atom"), f"the leap {atom} leads nowhere, or beyond every board")
    short, long = sorted(map(int, sides))
    return [(long, short)]


def _read_reach(part: re.Match[str]) -> int | None:
    atom, number, text = part["atom"], part["number"], part.string
    reach = SHORTHANDS[atom][1] if atom in SHORTHANDS else 1
    if part["again"]:
        at = part.end("again")
        if reach is None or number or text.startswith(atom, at):
            _refuse(text, part.start("again"), f"{atom} is a rider without end already; write {atom}{atom}, or {atom}4")
        return None
    if number and not RANGE.fullmatch(number):
        _refuse(text, part.start("number"), f"{number}: expected a range such as 4, or 0 for one without end")
    return int(number) or None if number else reach


def _choose_steps(part: re.Match[str], leap: tuple[int, int], directions: str) -> Iterator[Step]:
    """Yield the steps of one leap that lie in the directions; without directions all."""
    tokens = _cut_directions(part, leap, directions) if directions else []
    for step in around(*leap):
        if not tokens or any(_lies_in(step, token) for token in tokens):
            yield step


def _cut_directions(part: re.Match[str], leap: tuple[int, int], directions: str) -> list[str]:
    """Cut the directions into what is read together: single letters, or pairs of letters."""
    long, short = leap
    oblique, half = short not in (0, long), "h" in directions
    crossed = not set(VERTICAL).isdisjoint(directions) and not set(HORIZONTAL).isdisjoint(directions)
    if not half and (short == 0 or not crossed):
        return list(directions)
    pairs = [directions[at : at + 2] for at in range(0, len(directions), 2)]
    known = CROSSED | HALVES | DOUBLES if oblique else CROSSED
    if not known.issuperset(pairs) or short == 0:
        atom, at = part["atom"], part.start("before") + part["before"].index(directions)
        singly, paired = ("".join(token + atom for token in tokens) for tokens in (directions, pairs))
        why = f"{directions!r} before {atom} is no direction: known are {' '.join(sorted(known - DOUBLES))}"
        ambiguous = len(directions) > 2 and not half
        _refuse(part.string, at, f"{why}; write {paired} or {singly}" if ambiguous else why)
    return pairs


def _lies_in(step: Step, token: str) -> bool:
    """Return whether a step belongs to one direction letter or pair.

    Of an oblique step a single letter names the long way; of a pair the last names the long way, the first the short.
    """
    upright = "f" if step.rows < 0 else "b" if step.rows > 0 else ""
    across = "l" if step.columns < 0 else "r" if step.columns > 0 else ""
    ways = {upright, across} - {""}
    if abs(step.rows) == abs(step.columns) or token.endswith("h"):
        return all(ways & set(MEANS[letter]) for letter in token if letter != "h")
    long, short = (upright, across) if abs(step.rows) > abs(step.columns) else (across, upright)
    if len(token) == 1 or token[0] == token[1]:
        return long in MEANS[token[0]]
    return short in MEANS[token[0]] and long in MEANS[token[1]]
