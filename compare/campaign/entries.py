"""From a campaign's entry to its problems, boards x pieces x parameters; and from one problem to an entry."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from typing import Any

from rookery.compare.campaign.keys import OF_FAMILIES
from rookery.compare.campaign.pieces import Entry, PieceSet, Wrong, as_table, naming_key, piece_sets
from rookery.models import Piece
from rookery.models.ground.protocol import Ground, Place
from rookery.models.ground.rectangle import Rectangle
from rookery.models.pieces.sources import FindPiece
from rookery.models.problem import Statement
from rookery.models.problems.families import ALONE, COUNT, FAMILIES, TOGETHER, known_keys, piece_keys
from rookery.models.problems.family import Family
from rookery.models.problems.parameters import Parameter, texts
from rookery.models.problems.plain import Plain, plain_piece, plain_statement, read_statement
from rookery.models.problems.registry import declare
from rookery.models.reading.typed import cut_holes, quote, read_boards, read_fixed, read_square


def read_problems(entry: Entry, find: FindPiece) -> tuple[tuple[Plain, ...], dict[str, Any]]:
    """The problems of an entry as plain data, and the entry with its boards and kinds spelled out."""
    family = read_family(entry)
    for key in OF_FAMILIES:
        if key in entry and key not in known_keys(family):
            raise Wrong(key, f"{key} means nothing for {family.name}; it has {', '.join(known_keys(family))}")
    boards = _read_boards(entry)
    values = {each.name: _read_values(entry, each) for each in family.parameters}
    spelled: dict[str, Any] = {"boards": [board.size for board in boards]}
    for each in family.parameters:
        if each.said:
            spelled[each.entry_key] = values[each.name] if each.listed else values[each.name][0]
    choices = [dict(zip(values, choice, strict=True)) for choice in product(*values.values())]
    return tuple(
        _declare_plain(entry, board, pieces, find, each)
        for board in boards
        for pieces in piece_sets(entry, board, find)
        for each in choices
    ), spelled


def read_family(entry: Entry) -> Family:
    """The family that an entry names."""
    name = entry.get("family")
    if not isinstance(name, str) or name not in FAMILIES:
        raise Wrong("family", f"family {quote(str(name))}: expected {', '.join(FAMILIES)}")
    return FAMILIES[name]


def _declare_plain(entry: Entry, board: Ground, pieces: PieceSet, find: FindPiece, values: Mapping[str, Any]) -> Plain:
    """The plain data of one problem, which can be declared."""
    forbidden = tuple(sorted(_read_squares(entry, "forbidden", board)))
    family = FAMILIES[entry["family"]]
    values = {each.name: _place_values(each, values[each.name], board) for each in family.parameters}
    bare = Statement(family.name, board, tuple(pieces), values, {}, forbidden)
    fixed = sorted(_read_fixed(entry, family.standing(bare), find, board), key=lambda pair: (pair[1].name, pair[0]))
    asked = replace(bare, fixed=_check_once(fixed))
    declare(asked)
    return plain_statement(asked)


def _read_boards(entry: Entry) -> list[Ground]:
    if "boards" not in entry:
        raise Wrong("boards", 'boards are missing; expected sizes such as "4..10", "8x11" or "8:torus"')
    sizes = ",".join(texts(entry["boards"]))
    holes = texts(entry.get("holes", []))
    with naming_key("boards"):
        boards = read_boards(sizes)
    with naming_key("holes"):
        return [cut_holes(board, holes) for board in boards]


def _read_values(entry: Entry, parameter: Parameter) -> list[Any]:
    """The values of one parameter."""
    if parameter.entry_key not in entry:
        if parameter.required:
            raise Wrong(parameter.entry_key, f"{parameter.entry_key} is missing; {parameter.help}")
        return [parameter.default]
    with naming_key(parameter.entry_key):
        return parameter.read_all(entry[parameter.entry_key])


def _place_values(parameter: Parameter, value: Any, board: Ground) -> Any:
    with naming_key(parameter.entry_key):
        return parameter.on(value, board)


def _read_fixed(entry: Entry, pieces: Sequence[Piece], find: FindPiece, board: Ground) -> Iterator[tuple[Place, Piece]]:
    own = {piece.name: piece for piece in pieces}
    for text in texts(entry.get("fixed", [])):
        where, _, name = text.partition("=")
        with naming_key("fixed"):
            if name.strip() in own:
                yield read_square(where, "fixed", board), own[name.strip()]
            else:
                yield from read_fixed([text], pieces, find, board)


def _check_once(fixed: Sequence[tuple[Place, Piece]]) -> dict[Place, Piece]:
    found: dict[Place, Piece] = {}
    for square, piece in fixed:
        if square in found:
            raise Wrong("fixed", f"square {square} is fixed twice")
        found[square] = piece
    return found


def _read_squares(entry: Entry, key: str, board: Ground) -> list[Place]:
    with naming_key(key):
        return [read_square(text, key, board) for text in texts(entry.get(key, []))]


def make_entry(data: Plain) -> tuple[dict[str, Any], dict[str, Any]]:
    """The entry of a campaign that asks one problem, and the pieces that the campaign must define for it."""
    asked = read_statement(data)
    family = FAMILIES[asked.family]
    found: dict[str, Any] = {
        "family": asked.family,
        "boards": [asked.board.size],
        **_name_pieces(asked, family),
    }
    for each in family.parameters:
        value = asked.parameters[each.name]
        if each.said or value != each.default:
            found[each.entry_key] = each.to_entry(value)
    holes = sorted(asked.board.holes) if isinstance(asked.board, Rectangle) else []
    squares = {"holes": holes, "forbidden": asked.forbidden}
    found |= {key: list(map(str, given)) for key, given in squares.items() if given}
    found |= {"fixed": [f"{square}={piece}" for square, piece in asked.fixed.items()]} if asked.fixed else {}
    plain = map(plain_piece, asked.named_pieces())
    return found, {each["piece"]: as_table(each) for each in plain if "rides" in each}


def _name_pieces(asked: Statement, family: Family) -> dict[str, Any]:
    """The pieces of a problem, in the way that the entry of its family names them."""
    names = [piece.name for piece, _ in asked.pieces]
    values = {piece.name: "max" if value is None else value for piece, value in asked.pieces}
    key, *others = piece_keys(family)
    if key != ALONE:
        return {key: values if family.each else names}
    if TOGETHER in others:
        return {TOGETHER: values if family.each else names}
    return {ALONE: names} | ({COUNT: values[names[0]]} if family.each else {})
