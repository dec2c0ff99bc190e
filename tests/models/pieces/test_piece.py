import pytest

from rookery.models import Board, Piece, Ride, Step
from rookery.models.pieces.betza import around
from rookery.models.pieces.piece import STANDARD
from rookery.models.pieces.sources import PieceSources, piece
from rookery.models.problems.shared.attacks import attacks

STANDARD_REACH = {  # attacked from the middle of 9x9, counted on paper: 8 to each side on lines and diagonals
    "queen": 32,
    "rook": 16,
    "bishop": 16,
    "knight": 8,
    "king": 8,
    "amazon": 40,
    "chancellor": 24,
    "archbishop": 24,
    "wazir": 4,
    "ferz": 4,
    "dabbaba": 4,
    "alfil": 4,
    "camel": 8,
    "zebra": 8,
    "nightrider": 16,
}


@pytest.mark.parametrize("standard", STANDARD, ids=str)
def test_standard_pieces_attack_the_right_number_of_squares(standard: Piece) -> None:
    board = Board(9)
    assert len(attacks(standard, board)[board.index((4, 4))]) == STANDARD_REACH[standard.name]


def test_standard_pieces_have_names_and_symbols() -> None:
    assert {entry.name for entry in STANDARD} == set(STANDARD_REACH)
    assert len({entry.symbol for entry in STANDARD}) == len(STANDARD)
    for standard in STANDARD:
        assert piece(standard.name) is piece(f" {standard.name.upper()} ") is PieceSources().pieces()[standard.name][0]


@pytest.mark.parametrize(
    ("alias", "name"), [("empress", "chancellor"), ("marshal", "chancellor"), ("princess", "archbishop")]
)
def test_alias_of_a_piece(alias: str, name: str) -> None:
    assert piece(alias).name == name


@pytest.mark.parametrize(("rows", "columns", "steps"), [(1, 2, 8), (0, 1, 4), (1, 1, 4), (2, 2, 4), (0, 3, 4)])
def test_around_makes_the_steps_of_a_leaper(rows: int, columns: int, steps: int) -> None:
    given = around(rows, columns)
    assert len(given) == steps
    assert {(-a, -b) for a, b in given} == given == {(b, a) for a, b in given}


def test_equality_of_pieces() -> None:
    knight = Piece("knight", "N", leaps=around(2, 1))
    assert knight == piece("knight")
    assert hash(knight) == hash(piece("knight"))
    assert Piece("knight", "N", rides=around(1, 2)) != knight
    assert Piece("horse", "N", leaps=around(1, 2)) != knight
    assert Piece("x", "X", leaps=[(1, 0)]) == Piece("x", "X", rides=[Ride(Step(1, 0), 1)])


def test_piece_without_steps_attacks_nothing() -> None:
    assert attacks(Piece("stone", "S", rides=()), Board(2)) == ((), (), (), ())


@pytest.mark.parametrize(
    ("shown", "text"),
    [
        (piece("queen"), "Piece('queen', 'Q', betza='Q')"),
        (Piece("step", "S", leaps=[(1, 0)], rides=[(-1, 0)]), "Piece('step', 'S', rides=[(-1, 0, 0), (1, 0, 1)])"),
    ],
)
def test_repr_of_a_piece(shown: Piece, text: str) -> None:
    assert repr(shown) == text
