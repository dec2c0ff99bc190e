"""Which pieces a campaign's entry puts on a board, each with its count, weight or cost."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from rookery.compare.problems.families import ALONE, COUNT, FAMILIES, TOGETHER, piece_keys
from rookery.compare.problems.plain import Plain, plain_piece, read_rides
from rookery.models import BadInput, Board, Piece
from rookery.models.pieces.betza import parse
from rookery.models.pieces.files import piece_of
from rookery.models.pieces.standard import piece as named_piece
from rookery.models.pieces.standard import pieces
from rookery.models.problem import Named
from rookery.models.problems.family import Family
from rookery.models.problems.parameters import texts
from rookery.models.reading.typed import read_count

Own = Mapping[str, Piece]
Entry = Mapping[str, Any]
Cast = list[Named]
NUMBERS = {1: "one", 2: "two", 3: "three"}


class Wrong(BadInput):
    """A value that makes no sense, with its key, and those below it."""

    def __init__(self, key: str, told: str, *below: str) -> None:
        super().__init__(told)
        self.keys = (key, *below)


@contextmanager
def at(key: str) -> Iterator[None]:
    """What is refused in here is told with the key."""
    try:
        yield
    except Wrong:
        raise
    except BadInput as error:
        raise Wrong(key, str(error)) from None


def casts(entry: Entry, board: Board, own: Own) -> Iterator[Cast]:
    """The pieces that stand on a board together: one cast after the other."""
    family = FAMILIES[entry["family"]]
    first, *others = piece_keys(family)
    if first != ALONE:
        yield _valued(entry, family, own) if family.each else _listed(entry, family, own)
        return
    if TOGETHER not in others and ALONE not in entry:
        raise Wrong(ALONE, "pieces are missing; expected names or Betza notation")
    if (TOGETHER in entry) == (ALONE in entry):
        raise Wrong(ALONE, f"expected either pieces, each on its own, or {_mixture(family)}")
    if TOGETHER in entry:
        yield _mixed(entry, board, family, own)
        return
    for name in texts(entry.get(ALONE, [])):
        count = _count(family, str(entry.get(COUNT, "max")), COUNT, board) if family.each else None
        yield [Named(_piece(name, ALONE, own), count)]


def _mixture(family: Family) -> str:
    return "mixed = {piece = count, ...}" if family.each else 'mixed = ["piece", ...], all on one board'


def _mixed(entry: Entry, board: Board, family: Family, own: Own) -> Cast:
    """Several pieces on one board: a table with their counts, or a list where nobody counts them."""
    given = entry[TOGETHER]
    if not family.each:
        if not isinstance(given, list) or not given:
            raise Wrong(TOGETHER, f"expected {_mixture(family)}")
        return [Named(_piece(str(name), TOGETHER, own)) for name in given]
    if not isinstance(given, Mapping) or not given or COUNT in entry:
        raise Wrong(TOGETHER, "mixed is a table {piece = count, ...}, without a count beside it")
    counts = {name: _count(family, str(count), TOGETHER, board) for name, count in given.items()}
    return [Named(_piece(name, TOGETHER, own), count) for name, count in counts.items()]


def _listed(entry: Entry, family: Family, own: Own) -> Cast:
    """Pieces that are always several, and come with nothing."""
    places = family.places
    assert places is not None
    given = entry.get(places.key)
    if not isinstance(given, list) or len(given) < places.least:
        example = ", ".join(['"queen"'] * places.least)
        least = NUMBERS.get(places.least, str(places.least))
        what = places.what or "pieces"
        raise Wrong(places.key, f"expected {what}, at least {least}: {places.key} = [{example}]")
    return [Named(_piece(str(name), places.key, own)) for name in given]


def _valued(entry: Entry, family: Family, own: Own) -> Cast:
    """Pieces with their weights or costs, or with their counts."""
    key, what = piece_keys(family)[0], family.each
    given = entry.get(key)
    if not isinstance(given, Mapping) or not given:
        raise Wrong(key, f"expected a table {key} = {{piece = {what}, ...}}")
    for name, value in given.items():
        if isinstance(value, bool) or not isinstance(value, int) or value < 1:
            raise Wrong(key, f"{name} = {value}: expected a {what}, a whole number of at least 1")
    return [Named(_piece(name, key, own), value) for name, value in given.items()]


def _count(family: Family, text: str, key: str, board: Board) -> int | None:
    with at(key):
        count = read_count(text, board)
    if count is None and family.places and family.places.counted:
        raise Wrong(COUNT, "count is missing; expected how many pieces to place, a number or n")
    return count


def _piece(name: str, key: str, own: Own) -> Piece:
    with at(key):
        return own.get(name) or named_piece(name)


def read_own_pieces(tables: Mapping[str, Any]) -> Iterator[tuple[str, Piece]]:
    """Pieces that a campaign brings along, each as in a file of pieces: `gnu = "NC"`, or a table."""
    for name, table in tables.items():
        try:
            yield name, piece_of(name, table)
        except BadInput as error:
            key = getattr(error, "key", None)
            raise Wrong(name, str(error), *((key,) if isinstance(table, Mapping) and key else ())) from None


def brought_pieces(names: Iterable[str]) -> dict[str, Any]:
    """What a campaign has to bring along of these pieces: those with a name that only this machine knows."""
    found = ((name, plain_piece(named_piece(name))) for name in names if name.strip().lower() in pieces())
    return {name: brought(each) for name, each in found if "rides" in each}


def brought(piece: Plain) -> dict[str, Any]:
    """The table of a piece: its notation where that says all, else its steps."""
    if piece["betza"] and parse(piece["betza"]) == read_rides(piece):
        return {"symbol": piece["symbol"], "betza": piece["betza"]}
    return {"symbol": piece["symbol"], "rides": piece["rides"]}
