"""The problems of a campaign's entry: pieces x boards x kinds, read and declared; and an entry for one problem."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from rookery.compare.spec import FAMILIES, Plain, declared, plain, plain_piece
from rookery.models import BadInput, Board, Piece, Problem, Ride, Square, Step, domination, placement
from rookery.models.pieces import piece as named_piece
from rookery.models.pieces import pieces
from rookery.models.reading import quoted, read_board, read_boards, read_count, read_fixed, read_kind, read_square

Own = Mapping[str, Piece]
Cast = Mapping[str, str]
OF_PLACEMENT, OF_DOMINATION = ("mixed", "count"), ("kinds",)


class Wrong(BadInput):
    """A value that makes no sense, with its key."""

    def __init__(self, key: str, told: str) -> None:
        super().__init__(told)
        self.key = key


@contextmanager
def at(key: str) -> Iterator[None]:
    """What is refused in here is told with the key."""
    try:
        yield
    except Wrong:
        raise
    except BadInput as error:
        raise Wrong(key, str(error)) from None


def read_own_pieces(tables: Mapping[str, Any]) -> dict[str, Piece]:
    """Pieces that a campaign brings along: `[pieces.gnu]` with `betza`, or `rides` of [rows, columns, reach or 0]."""
    found = {}
    for name, table in tables.items():
        with at(name):
            found[name] = _own(name, table)
    return found


def _own(name: str, table: Any) -> Piece:
    if not isinstance(table, Mapping) or not table.keys() <= {"betza", "rides", "symbol"}:
        raise BadInput(f"piece {name}: expected a table with betza or rides, and perhaps symbol")
    symbol = str(table.get("symbol", name[:1].upper()))
    if "rides" not in table:
        return Piece.from_betza(name, str(table.get("betza", "")), symbol)
    try:
        rides = [Ride(Step(rows, columns), reach or None) for rows, columns, reach in table["rides"]]
    except (TypeError, ValueError):
        raise BadInput(f"piece {name}: rides are lists [rows, columns, reach]; a reach of 0 has no end") from None
    return Piece(name, symbol, rides=rides, betza=table.get("betza"))


def problems(entry: Mapping[str, Any], own: Own) -> tuple[tuple[Plain, ...], dict[str, Any]]:
    """The problems of an entry as plain data, and the entry with its boards and kinds spelled out."""
    family = entry.get("family")
    if family not in FAMILIES:
        raise Wrong("family", f"family {quoted(str(family))}: expected {' or '.join(FAMILIES)}")
    for key in OF_DOMINATION if family == "placement" else OF_PLACEMENT:
        if key in entry:
            raise Wrong(key, f"{key} means nothing for {family}")
    boards = _boards(entry)
    kinds = _texts(entry, "kinds", ["plain"])
    spelled: dict[str, Any] = {"boards": [_size(board) for board in boards]}
    spelled |= {"kinds": kinds} if family == "domination" else {}
    declare = _placements if family == "placement" else _dominations
    return tuple(plain(problem) for board in boards for problem in declare(entry, board, own)), spelled


def _boards(entry: Mapping[str, Any]) -> list[Board]:
    if "boards" not in entry:
        raise Wrong("boards", 'boards are missing; expected sizes such as "4..10", "8x11" or "8:torus"')
    sizes = ",".join(_texts(entry, "boards", []))
    holes = _texts(entry, "holes", [])
    with at("boards"):
        boards = read_boards(sizes)
    with at("holes"):
        return [read_board(_size(board), holes) for board in boards] if holes else boards


def _size(board: Board) -> str:
    size = str(board.rows) if board.rows == board.columns else f"{board.rows}x{board.columns}"
    return size + (":torus" if board.torus else "")


def _texts(entry: Mapping[str, Any], key: str, default: Sequence[str]) -> list[str]:
    """A text or a list of texts, also of whole numbers; squares may be lists of two."""
    given = entry.get(key, default)
    values = given if isinstance(given, list) else [given]
    return [",".join(map(str, value)) if isinstance(value, list) else str(value) for value in values]


def _piece(name: str, own: Own) -> Piece:
    with at("pieces"):
        return own.get(name) or named_piece(name)


def _placements(entry: Mapping[str, Any], board: Board, own: Own) -> Iterator[Problem]:
    for cast in _casts(entry):
        pieces = [_piece(name, own) for name in cast]
        with at("mixed" if "mixed" in entry else "count"):
            counts = dict(zip(pieces, [read_count(text, board) for text in cast.values()], strict=True))
        yield placement(counts, board, None, dict(_fixed(entry, pieces)), _forbidden(entry))


def _casts(entry: Mapping[str, Any]) -> Iterator[Cast]:
    """Which pieces stand on the board together: one after the other, or those of `mixed` all at once."""
    if ("mixed" in entry) == ("pieces" in entry):
        raise Wrong("pieces", "expected either pieces, each on its own, or mixed = {piece = count, ...}")
    if "mixed" in entry:
        if not isinstance(entry["mixed"], Mapping) or "count" in entry:
            raise Wrong("mixed", "mixed is a table {piece = count, ...}, without a count beside it")
        yield {name: str(count) for name, count in entry["mixed"].items()}
    else:
        yield from ({name: str(entry.get("count", "max"))} for name in _texts(entry, "pieces", []))


def _dominations(entry: Mapping[str, Any], board: Board, own: Own) -> Iterator[Problem]:
    if "pieces" not in entry:
        raise Wrong("pieces", "pieces are missing; expected names or Betza notation")
    for name in _texts(entry, "pieces", []):
        piece = _piece(name, own)
        fixed = dict(_fixed(entry, [piece]))
        for text in _texts(entry, "kinds", ["plain"]):
            with at("kinds"):
                kind = read_kind(text)
            yield domination(piece, board, kind, fixed, _forbidden(entry))


def _fixed(entry: Mapping[str, Any], pieces: Sequence[Piece]) -> Iterator[tuple[tuple[int, int], Piece]]:
    own = {piece.name: piece for piece in pieces}
    for text in _texts(entry, "fixed", []):
        where, _, name = text.partition("=")
        with at("fixed"):
            if name.strip() in own:
                yield read_square(where, "fixed"), own[name.strip()]
            else:
                yield from read_fixed([text], pieces)


def _forbidden(entry: Mapping[str, Any]) -> list[Square]:
    with at("forbidden"):
        return [read_square(text, "forbidden") for text in _texts(entry, "forbidden", [])]


def entry(data: Plain) -> tuple[dict[str, Any], dict[str, Any]]:
    """The entry of a campaign that asks one problem, and the pieces that the campaign has to bring along for it."""
    counts = {each["piece"]: "max" if each["count"] is None else each["count"] for each in data["pieces"]}
    found: dict[str, Any] = {"family": data["family"], "boards": [_size(declared(data).board)]}
    if data["family"] == "domination":
        found |= {"pieces": list(counts), "kinds": [data["kind"]]}
    else:
        found["mixed"] = counts
    found["holes"] = [f"{row},{column}" for row, column in data["holes"]]
    found["fixed"] = [f"{row},{column}={name}" for name, row, column in data["fixed"]]
    found["forbidden"] = [f"{row},{column}" for row, column in data["forbidden"]]
    own = {each["piece"]: _brought(each) for each in data["pieces"] if "rides" in each}
    return {key: value for key, value in found.items() if value}, own


def brought_pieces(names: Iterable[str]) -> dict[str, Any]:
    """What a campaign has to bring along of these pieces: those with a name that only this machine knows."""
    found = ((name, plain_piece(named_piece(name))) for name in names if name.strip().lower() in pieces())
    return {name: _brought(each) for name, each in found if "rides" in each}


def _brought(piece: Plain) -> dict[str, Any]:
    table = {"symbol": piece["symbol"], "rides": piece["rides"], "betza": piece["betza"]}
    return {key: value for key, value in table.items() if value is not None}
