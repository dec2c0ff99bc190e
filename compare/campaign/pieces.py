"""Which pieces a campaign's entry puts on a board, each with its count, weight or cost."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from rookery.models import BadInput, Piece
from rookery.models.ground.protocol import Ground
from rookery.models.pieces.betza import parse
from rookery.models.pieces.files import piece_of
from rookery.models.pieces.sources import FindPiece, PieceSources
from rookery.models.problem import Named
from rookery.models.problems.families import ALONE, COUNT, FAMILIES, TOGETHER, piece_keys
from rookery.models.problems.family import Family
from rookery.models.problems.parameters import texts
from rookery.models.problems.plain import Plain, plain_piece, read_rides
from rookery.models.reading.typed import read_count

Entry = Mapping[str, Any]
PieceSet = list[Named]
INSTALLED = PieceSources()
NUMBERS = {1: "one", 2: "two", 3: "three"}


class Wrong(BadInput):
    """A value that makes no sense, with its key, and those below it."""

    def __init__(self, key: str, message: str, *below: str) -> None:
        super().__init__(message)
        self.keys = (key, *below)


@contextmanager
def naming_key(key: str) -> Iterator[None]:
    """Name the key in what is refused in the block."""
    try:
        yield
    except Wrong:
        raise
    except BadInput as error:
        raise Wrong(key, str(error)) from None


def piece_sets(entry: Entry, board: Ground, find: FindPiece) -> Iterator[PieceSet]:
    """The pieces that stand on a board together: one set after the other."""
    family = FAMILIES[entry["family"]]
    first, *others = piece_keys(family)
    if first != ALONE:
        yield _read_values(entry, family, find) if family.each else _read_list(entry, family, find)
        return
    if TOGETHER not in others and ALONE not in entry:
        raise Wrong(ALONE, "pieces are missing; expected names or Betza notation")
    if (TOGETHER in entry) == (ALONE in entry):
        raise Wrong(ALONE, f"expected either pieces, each on its own, or {_say_together(family)}")
    if TOGETHER in entry:
        yield _read_together(entry, board, family, find)
        return
    for name in texts(entry.get(ALONE, [])):
        count = _read_count(family, str(entry.get(COUNT, "max")), COUNT, board) if family.each else None
        yield [Named(_find_piece(name, ALONE, find), count)]


def _say_together(family: Family) -> str:
    return "mixed = {piece = count, ...}" if family.each else 'mixed = ["piece", ...], all on one board'


def _read_together(entry: Entry, board: Ground, family: Family, find: FindPiece) -> PieceSet:
    """Several pieces on one board: a table with their counts, or a list where nobody counts them."""
    given = entry[TOGETHER]
    if not family.each:
        if not isinstance(given, list) or not given:
            raise Wrong(TOGETHER, f"expected {_say_together(family)}")
        return [Named(_find_piece(str(name), TOGETHER, find)) for name in given]
    if not isinstance(given, Mapping) or not given or COUNT in entry:
        raise Wrong(TOGETHER, "mixed is a table {piece = count, ...}, without a separate count")
    counts = {name: _read_count(family, str(count), TOGETHER, board) for name, count in given.items()}
    return [Named(_find_piece(name, TOGETHER, find), count) for name, count in counts.items()]


def _read_list(entry: Entry, family: Family, find: FindPiece) -> PieceSet:
    """Pieces that are always several, and come with nothing."""
    places = family.places
    assert places is not None
    given = entry.get(places.key)
    if not isinstance(given, list) or len(given) < places.least:
        example = ", ".join(['"queen"'] * places.least)
        least = NUMBERS.get(places.least, str(places.least))
        what = places.what or "pieces"
        raise Wrong(places.key, f"expected {what}, at least {least}: {places.key} = [{example}]")
    return [Named(_find_piece(str(name), places.key, find)) for name in given]


def _read_values(entry: Entry, family: Family, find: FindPiece) -> PieceSet:
    """Pieces with their weights or costs, or with their counts."""
    key, what = piece_keys(family)[0], family.each
    given = entry.get(key)
    if not isinstance(given, Mapping) or not given:
        raise Wrong(key, f"expected a table {key} = {{piece = {what}, ...}}")
    for name, value in given.items():
        if isinstance(value, bool) or not isinstance(value, int) or value < 1:
            raise Wrong(key, f"{name} = {value}: expected a {what}, a whole number of at least 1")
    return [Named(_find_piece(name, key, find), value) for name, value in given.items()]


def _read_count(family: Family, text: str, key: str, board: Ground) -> int | None:
    with naming_key(key):
        count = read_count(text, board)
    if count is None and family.places and family.places.counted:
        raise Wrong(COUNT, "count is missing; expected how many pieces to place, a number or n")
    return count


def _find_piece(name: str, key: str, find: FindPiece) -> Piece:
    with naming_key(key):
        return find(name)


def find_among(own: Mapping[str, Piece], sources: PieceSources = INSTALLED) -> FindPiece:
    """Where a campaign's names lead: first to the pieces that it defines itself, then to those of the sources."""
    return lambda name: own.get(name) or sources.piece(name)


def read_own_pieces(tables: Mapping[str, Any]) -> Iterator[tuple[str, Piece]]:
    """The pieces that a campaign defines itself, each as in a file of pieces: `gnu = "NC"`, or a table."""
    for name, table in tables.items():
        try:
            yield name, piece_of(name, table)
        except BadInput as error:
            key = getattr(error, "key", None)
            raise Wrong(name, str(error), *((key,) if isinstance(table, Mapping) and key else ())) from None


def own_pieces(names: Iterable[str], sources: PieceSources) -> dict[str, Any]:
    """The pieces that a campaign must define itself: those of these names that only this machine knows."""
    found = ((name, plain_piece(sources.piece(name))) for name in names if name.strip().lower() in sources.pieces())
    return {name: as_table(each) for name, each in found if "rides" in each}


def as_table(piece: Plain) -> dict[str, Any]:
    """The table that defines a piece: its notation where that says all, else its steps."""
    if piece["betza"] and parse(piece["betza"]) == read_rides(piece):
        return {"symbol": piece["symbol"], "betza": piece["betza"]}
    return {"symbol": piece["symbol"], "rides": piece["rides"]}
