"""Which pieces a campaign's entry puts on a board, each with its count, weight or cost."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from rookery.compare.problems.families import COUNT, FAMILIES, Family
from rookery.compare.problems.plain import Plain, plain_piece, read_rides
from rookery.models import BadInput, Board, Piece
from rookery.models.pieces.betza import parse
from rookery.models.pieces.files import piece_of
from rookery.models.pieces.standard import piece as named_piece
from rookery.models.pieces.standard import pieces
from rookery.models.reading.typed import read_count

Own = Mapping[str, Piece]
Entry = Mapping[str, Any]
Cast = list[tuple[Piece, dict[str, Any]]]
ALONE, TOGETHER = "pieces", "mixed"
TABLES = {"weight": "weights", "cost": "costs"}


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


def ways(family: Family) -> tuple[str, ...]:
    """The keys by which an entry names the pieces of a family."""
    if family.several == "always":
        return (TABLES.get(family.with_each, "armies"),)
    together = (TOGETHER,) if family.several else ()
    return (ALONE, *together, *((COUNT,) if family.with_each == COUNT else ()))


def casts(entry: Entry, board: Board, own: Own) -> Iterator[Cast]:
    """The pieces that stand on a board together: one cast after the other."""
    family = FAMILIES[entry["family"]]
    first, *others = ways(family)
    if first != ALONE:
        yield _armies(entry, own) if first == "armies" else _valued(entry, first, family.with_each, own)
        return
    if TOGETHER not in others and ALONE not in entry:
        raise Wrong(ALONE, "pieces are missing; expected names or Betza notation")
    if (TOGETHER in entry) == (ALONE in entry):
        raise Wrong(ALONE, f"expected either pieces, each on its own, or {_mixture(family)}")
    if TOGETHER in entry:
        yield _mixed(entry, board, family, own)
        return
    for name in texts(entry, ALONE, []):
        yield [(_piece(name, ALONE, own), {COUNT: _count(entry, str(entry.get(COUNT, "max")), COUNT, board)})]


def _mixture(family: Family) -> str:
    return "mixed = {piece = count, ...}" if family.with_each else 'mixed = ["piece", ...], all on one board'


def _mixed(entry: Entry, board: Board, family: Family, own: Own) -> Cast:
    """Several pieces on one board: a table with their counts, or a list where nobody counts them."""
    given = entry[TOGETHER]
    if not family.with_each:
        if not isinstance(given, list) or not given:
            raise Wrong(TOGETHER, f"expected {_mixture(family)}")
        return [(_piece(str(name), TOGETHER, own), {COUNT: None}) for name in given]
    if not isinstance(given, Mapping) or not given or COUNT in entry:
        raise Wrong(TOGETHER, "mixed is a table {piece = count, ...}, without a count beside it")
    counts = {name: _count(entry, str(count), TOGETHER, board) for name, count in given.items()}
    return [(_piece(name, TOGETHER, own), {COUNT: count}) for name, count in counts.items()]


def _armies(entry: Entry, own: Own) -> Cast:
    given = entry.get("armies")
    if not isinstance(given, list) or len(given) < 2:
        raise Wrong("armies", 'expected the piece of each army, at least two: armies = ["queen", "queen"]')
    return [(_piece(str(name), "armies", own), {COUNT: None}) for name in given]


def _valued(entry: Entry, key: str, what: str, own: Own) -> Cast:
    """Pieces with their weights or costs."""
    given = entry.get(key)
    if not isinstance(given, Mapping) or not given:
        raise Wrong(key, f"expected a table {key} = {{piece = {what}, ...}}")
    for name, value in given.items():
        if isinstance(value, bool) or not isinstance(value, int) or value < 1:
            raise Wrong(key, f"{name} = {value}: expected a {what}, a whole number of at least 1")
    return [(_piece(name, key, own), {COUNT: None, what: value}) for name, value in given.items()]


def _count(entry: Entry, text: str, key: str, board: Board) -> int | None:
    with at(key):
        count = read_count(text, board)
    if count is None and entry["family"] == "unguarded":
        raise Wrong(COUNT, "count is missing; expected how many pieces to place, a number or n")
    return count


def _piece(name: str, key: str, own: Own) -> Piece:
    with at(key):
        return own.get(name) or named_piece(name)


def texts(entry: Entry, key: str, default: list[str]) -> list[str]:
    """A text or a list of texts, also of whole numbers; squares may be lists of two."""
    given = entry.get(key, default)
    values = given if isinstance(given, list) else [given]
    return [",".join(map(str, value)) if isinstance(value, list) else str(value) for value in values]


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
