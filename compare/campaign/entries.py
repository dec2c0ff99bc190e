"""From a campaign's entry to its problems, boards x pieces x parameters; and from one problem to an entry."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any

from rookery.compare.campaign.pieces import TABLES, Cast, Entry, Own, Wrong, at, brought, casts, texts, ways
from rookery.compare.problems.families import COUNT, FAMILIES, Family
from rookery.compare.problems.plain import Plain, declared, plain_piece, read_board, squares_of
from rookery.models import Board, Piece
from rookery.models.problems.sighted import PAWN
from rookery.models.reading.typed import quoted, read_boards, read_fixed, read_kind, read_square
from rookery.models.reading.typed import read_board as typed_board

LISTED = {"kind": "kinds"}  # how an entry names what may have several values
PARAMETERS = ("kinds", "pawns", "times", "closed", "through", "size", "allowed")
KEYS = ("pieces", "mixed", "count", "weights", "costs", "armies", *PARAMETERS, "fixed", "forbidden")


def problems(entry: Entry, own: Own) -> tuple[tuple[Plain, ...], dict[str, Any]]:
    """The problems of an entry as plain data, and the entry with its boards and kinds spelled out."""
    name = entry.get("family")
    if not isinstance(name, str) or name not in FAMILIES:
        raise Wrong("family", f"family {quoted(str(name))}: expected {', '.join(FAMILIES)}")
    family = FAMILIES[name]
    for key in KEYS:
        if key in entry and key not in understood(family):
            raise Wrong(key, f"{key} means nothing for {name}; it has {', '.join(understood(family))}")
    boards = _boards(entry)
    spelled: dict[str, Any] = {"boards": [_size(board) for board in boards]}
    spelled |= {"kinds": texts(entry, "kinds", ["plain"])} if "kind" in family.told else {}
    told = list(_parameters(entry, family))
    return tuple(
        _data(entry, board, cast, each) for board in boards for cast in casts(entry, board, own) for each in told
    ), spelled


def understood(family: Family) -> list[str]:
    """The keys that mean something for a family."""
    return [*ways(family), *(LISTED.get(key, key) for key in family.told), *family.squares]


def _data(entry: Entry, board: Board, cast: Cast, told: Mapping[str, Any]) -> Plain:
    """The plain data of one problem, which can be declared."""
    pieces = [piece for piece, _ in cast] + ([PAWN] if told.get("pawns") else [])
    data = squares_of(board) | {
        "family": entry["family"],
        "pieces": [plain_piece(piece) | with_each for piece, with_each in cast],
        "fixed": sorted([piece.name, *square] for square, piece in _fixed(entry, pieces)),
        "forbidden": sorted(_squares(entry, "forbidden")),
        **told,
    }
    declared(data)
    return data


def _boards(entry: Entry) -> list[Board]:
    if "boards" not in entry:
        raise Wrong("boards", 'boards are missing; expected sizes such as "4..10", "8x11" or "8:torus"')
    sizes = ",".join(texts(entry, "boards", []))
    holes = texts(entry, "holes", [])
    with at("boards"):
        boards = read_boards(sizes)
    with at("holes"):
        return [typed_board(_size(board), holes) for board in boards] if holes else boards


def _size(board: Board) -> str:
    size = str(board.rows) if board.rows == board.columns else f"{board.rows}x{board.columns}"
    return size + (":torus" if board.torus else "")


def _parameters(entry: Entry, family: Family) -> Iterator[dict[str, Any]]:
    """Each choice of the parameters of a family."""
    axes = [[(key, value) for value in _values(entry, key, default)] for key, default in family.told.items()]
    yield from (dict(choice) for choice in product(*axes))


def _values(entry: Entry, key: str, default: Any) -> Sequence[Any]:
    """The values of one parameter."""
    given = entry.get(LISTED.get(key, key), default)
    match key:
        case "kind":
            with at("kinds"):
                return [read_kind(text) for text in texts(entry, "kinds", ["plain"])]
        case "allowed":
            return [sorted(_squares(entry, "allowed"))]
        case "closed" | "through":
            return [_flag(key, given)]
        case "times":
            return [_whole(key, each, 1) for each in (given if isinstance(given, list) else [given])]
        case "size" if given in (None, "max"):
            return [None]
    return [_whole(key, given, 0)]


def _flag(key: str, given: Any) -> bool:
    if not isinstance(given, bool):
        raise Wrong(key, f"{quoted(str(given))}: expected true or false")
    return given


def _whole(key: str, given: Any, least: int) -> int:
    if isinstance(given, bool) or not isinstance(given, int) or given < least:
        raise Wrong(key, f"{quoted(str(given))}: expected a whole number of at least {least}")
    return given


def _fixed(entry: Entry, pieces: Sequence[Piece]) -> Iterator[tuple[tuple[int, int], Piece]]:
    own = {piece.name: piece for piece in pieces}
    for text in texts(entry, "fixed", []):
        where, _, name = text.partition("=")
        with at("fixed"):
            if name.strip() in own:
                yield read_square(where, "fixed"), own[name.strip()]
            else:
                yield from read_fixed([text], pieces)


def _squares(entry: Entry, key: str) -> list[list[int]]:
    with at(key):
        return [list(read_square(text, key)) for text in texts(entry, key, [])]


def entry(data: Plain) -> tuple[dict[str, Any], dict[str, Any]]:
    """The entry of a campaign that asks one problem, and the pieces that the campaign has to bring along for it."""
    family = FAMILIES[data["family"]]
    found: dict[str, Any] = {"family": data["family"], "boards": [_size(read_board(data))], **_named(data, family)}
    for key, default in family.told.items():
        if data[key] != default or key == "kind":
            found[LISTED.get(key, key)] = [data[key]] if key in LISTED else data[key]
    for key in ("holes", "forbidden", "allowed"):
        found[key] = [f"{row},{column}" for row, column in data.get(key, ())]
    found["fixed"] = [f"{row},{column}={name}" for name, row, column in data["fixed"]]
    own = {each["piece"]: brought(each) for each in data["pieces"] if "rides" in each}
    return {key: value for key, value in found.items() if value or key == "size"}, own


def _named(data: Plain, family: Family) -> dict[str, Any]:
    """The pieces of a problem, in the way that the entry of its family names them."""
    names = [each["piece"] for each in data["pieces"]]
    way = ways(family)
    if way[0] == "armies":
        return {"armies": names}
    if way[0] in TABLES.values():
        return {way[0]: {each["piece"]: each[family.with_each] for each in data["pieces"]}}
    counts = {each["piece"]: "max" if each[COUNT] is None else each[COUNT] for each in data["pieces"]}
    if family.several:
        return {"mixed": counts if family.with_each else names}
    return {"pieces": names} | ({COUNT: next(iter(counts.values()))} if family.with_each else {})
