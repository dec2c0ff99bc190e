"""Betza notation, read strictly: what Rookery does not model is refused, with its place and the reason.

The directions are those of H. G. Muller's reference guide to extended Betza notation (XBoard), with which
Fairy-Stockfish agrees. Forward is up the board, towards row 0.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple, NoReturn

from rookery.core.errors import BadInput
from rookery.core.numbers import Step


class Ride(NamedTuple):
    """A step that a piece repeats, at most `reach` times; None is without end, 1 is a leap."""

    step: Step
    reach: int | None = None


def around(rows: int, columns: int) -> frozenset[Step]:
    """All steps of one leaper: (1, 2) gives the eight of the knight."""
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

LAME = "lame moves need to know which squares are empty"
HOPS = "hoppers need to know which squares are occupied"
LEGS = "moves of several legs are not modelled"
REFUSED = {
    "p": HOPS,
    "g": HOPS,
    "n": f"{LAME}; without n the piece leaps",
    "j": f"{HOPS}; a leaper that jumps over pieces is written without j",
    "i": "initial moves belong to a game; a placement has none",
    "e": "en passant belongs to a game; a placement has none",
    "o": "whether a piece wraps around is said by the board (a torus); leave o out",
    "a": LEGS,
    "t": LEGS,
    "y": LEGS,
    "x": LEGS,
    "d": LEGS,
    "q": "circular riders are not modelled",
    "z": "crooked riders are not modelled",
    "u": "moves that unload a piece are not modelled",
    "k": "royalty is not an attack; leave k out",
    "O": "castling belongs to a game; a placement has none",
    "J": "J is the zebra (3,2) to some and the camel (3,1) to others; write Z or C",
    "L": "L is the camel (3,1) to some and the zebra (3,2) to others; write C or Z",
    "I": "I is not an atom of today's notation; write H for the leap (3,0)",
    "[": LEGS,
    "]": LEGS,
    "-": LEGS,
    "(": "a leap is written (3,1): two whole numbers; groups are not modelled, so write their parts one by one",
    ")": "a bracket that nothing opens; a leap is written (3,1)",
    " ": "a blank; write the parts without blanks",
}

PART = re.compile(r"(?P<before>[a-z]*)(?P<atom>\([0-9]+,[0-9]+\)|[A-Z])(?P<again>(?P=atom))?(?P<number>[0-9]*)")
VERTICAL, HORIZONTAL = "fbv", "lrs"
MEANS = {"f": "f", "b": "b", "v": "fb", "l": "l", "r": "r", "s": "lr"}
CROSSED = frozenset({"fl", "fr", "fs", "bl", "br", "bs", "lf", "lb", "lv", "rf", "rb", "rv"})
HALVES = frozenset({"fh", "bh", "lh", "rh"})
DOUBLES = frozenset({"ff", "bb", "ll", "rr"})
MAX_DIGITS = 7  # no side of a board is longer


def parse(notation: str) -> frozenset[Ride]:
    """The attacks of a piece in Betza notation: its capturing parts, each step with its reach.

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
            # Name the first sign that keeps a part from being read
            before = re.compile("[a-z]*").match(notation, at)
            end = before.end() if before else at
            _check_modifiers(notation, at, end)
            if end == len(notation):
                _refuse(notation, at, f"{notation[at:]!r} without an atom behind it; known are {LETTERS}")
            _refuse_letter(notation, end)
        rides.update(_part(part))
        at = part.end()
    if not rides:
        raise BadInput(f"Betza notation {notation!r} attacks nothing: every part only moves (m); leave m out")
    return frozenset(rides)


def _refuse(notation: str, at: int, why: str) -> NoReturn:
    raise BadInput(f"Betza notation {notation!r}, position {at + 1}: {why}")


def _refuse_letter(notation: str, at: int) -> NoReturn:
    letter = notation[at]
    if letter in REFUSED:
        why = REFUSED[letter] if letter in " JLI" else f"{letter!r}: {REFUSED[letter]}"
    elif letter.islower():
        why = f"unknown modifier {letter!r}; known are f b l r v s h for directions, m and c"
    elif letter.isupper():
        why = f"unknown atom {letter!r}; known are {LETTERS}, and any leap as (4,1)"
    elif letter in "0123456789":
        why = "a range without an atom before it; it stands behind, as in R4"
    else:
        why = f"unknown sign {letter!r}"
    _refuse(notation, at, why)


def _check_modifiers(notation: str, start: int, end: int) -> None:
    for at in range(start, end):
        if notation[at] not in "fblrvshmc":
            _refuse_letter(notation, at)
        if notation[at] in "mc" and notation[at] in notation[start:at]:
            _refuse(notation, at, f"{notation[at]!r} for the second time; once is enough")


def _part(part: re.Match[str]) -> Iterator[Ride]:
    _check_modifiers(part.string, part.start("before"), part.end("before"))
    leaps, reach = _leaps(part), _reach(part)
    directions = _directions(part)
    chosen = [step for leap in leaps for step in _steps(part, leap, directions)]
    if "m" not in part["before"] or "c" in part["before"]:
        yield from (Ride(step, reach) for step in chosen)


def _leaps(part: re.Match[str]) -> list[tuple[int, int]]:
    """The atoms of a part, the long way of each first."""
    atom = part["atom"]
    if atom in SHORTHANDS:
        return [ATOMS[letter] for letter in SHORTHANDS[atom][0]]
    if atom in ATOMS:
        return [ATOMS[atom]]
    if not atom.startswith("("):
        _refuse_letter(part.string, part.start("atom"))
    sides = atom[1:-1].split(",")
    if max(map(len, sides)) > MAX_DIGITS:
        _refuse(part.string, part.start("atom"), f"a leap of more than {MAX_DIGITS} digits leaves every board")
    short, long = sorted(map(int, sides))
    if long == 0:
        _refuse(part.string, part.start("atom"), "the leap (0,0) leads nowhere")
    return [(long, short)]


def _reach(part: re.Match[str]) -> int | None:
    atom, number, text = part["atom"], part["number"], part.string
    alone = SHORTHANDS[atom][1] if atom in SHORTHANDS else 1
    if part["again"]:
        if alone is None:
            _refuse(text, part.start("again"), f"{atom} rides without end already; write it once")
        if number:
            _refuse(text, part.start("number"), f"{atom * 2} rides without end already; write {atom}{number}")
        if text.startswith(atom, part.end()):
            _refuse(text, part.end(), f"{atom} for the third time; {atom * 2} is the rider, {atom} the leaper")
        return None
    if len(number) > MAX_DIGITS:
        _refuse(text, part.start("number"), f"a range of {len(number)} digits; write 0 for one without end")
    if number.startswith("0") and number != "0":
        exactly = number.lstrip("0") or "0"
        _refuse(text, part.start("number"), f"{number} is exactly {exactly} steps to some; write {atom}{exactly}")
    return alone if not number else int(number) or None


def _directions(part: re.Match[str]) -> str:
    """The letters of direction before an atom, which must stand together."""
    before, start = part["before"], part.start("before")
    found = re.search("[^mc]+", before)
    if found is None:
        return ""
    rest = re.search("[^mc]", before[found.end() :])
    if rest:
        _refuse(part.string, start + found.end() + rest.start(), "directions must stand together, not around m or c")
    if part["atom"] in ("K", "Q"):
        _refuse(part.string, start + found.start(), _two_readings_of_a_compound(found[0], part["atom"]))
    return found[0]


def _two_readings_of_a_compound(letters: str, atom: str) -> str:
    straight, aslant = ("W", "F") if atom == "K" else ("R", "B")
    both = f"{letters}{straight}{letters}{aslant}"
    return (
        f"directions before {atom} are read in two ways: {letters}{atom} as {both}, or as single rays of the eight "
        f"(f as f{straight} alone); write the parts, such as {both}"
    )


def _steps(part: re.Match[str], leap: tuple[int, int], directions: str) -> Iterator[Step]:
    """The steps of one atom that lie in the directions; without directions all."""
    tokens = _tokens(part, leap, directions) if directions else []
    for step in around(*leap):
        if not tokens or any(_lies_in(step, token) for token in tokens):
            yield step


def _tokens(part: re.Match[str], leap: tuple[int, int], directions: str) -> list[str]:
    """The directions cut into what is read together: single letters, or pairs of letters."""
    long, short = leap
    oblique = short not in (0, long)
    if "h" in directions and not oblique:
        where = part.start("before") + part["before"].index("h")
        _refuse(part.string, where, "'h' halves oblique atoms alone, such as fhN; leave it out")
    crossed = any(letter in VERTICAL for letter in directions) and any(letter in HORIZONTAL for letter in directions)
    if short == 0 or not (crossed or "h" in directions):
        return list(directions)
    pairs, known = _cut(directions), CROSSED | HALVES | DOUBLES if oblique else CROSSED
    if not known.issuperset(pairs):
        where = part.start("before") + part["before"].index(directions)
        _refuse(part.string, where, _why_no_pairs(directions, part["atom"], known - DOUBLES))
    return pairs


def _cut(directions: str) -> list[str]:
    return [directions[at : at + 2] for at in range(0, len(directions), 2)]


def _why_no_pairs(directions: str, atom: str, known: frozenset[str]) -> str:
    if len(directions) <= 2 or "h" in directions:
        return f"{directions!r} before {atom} is not a pair of directions; known are {' '.join(sorted(known))}"
    singly, paired = ("".join(token + atom for token in tokens) for tokens in (directions, _cut(directions)))
    return f"{directions!r} before {atom} is read in two ways, as {paired} or as {singly}; write the one you mean"


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
