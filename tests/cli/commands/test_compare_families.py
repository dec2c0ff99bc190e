"""`rookery compare` of every family by options: which problems they ask for, and what they refuse in one line."""

import pytest
from rookery_tests.command_line import rookery

BOARDS = ("--boards", "3", "--backends", "sat", "--dry-run")
ASKED: list[tuple[str, list[str]]] = [
    ("sighted --piece queen --count 2 --pawns 1", ["2 queens and 1 pawn, none in sight of another on 3x3"]),
    (
        "sighted --piece queen --piece rook --count 2 --count max --together",
        ["2 queens and as many rooks as possible, none in sight of another on 3x3"],
    ),
    ("maximal --piece queen --piece rook", ["maximal placement of queens on 3x3", "maximal placement of rooks on 3x3"]),
    ("maximal --piece queen --piece rook --together", ["maximal placement of queens and rooks on 3x3"]),
    (
        "weighted --piece queen --weight 9 --piece knight --weight 3 --pawns 2",
        ["heaviest queens (9), knights (3) and 2 pawns on 3x3"],
    ),
    ("connected --piece king --forbid 0,0", ["connected domination by kings on 3x3, forbidden 0,0"]),
    ("upper --piece queen --fix 1,1", ["upper domination by queens on 3x3, fixed queen@1,1"]),
    (
        "k-fold --piece king --times 2 --times 3",
        ["2-fold domination by kings on 3x3", "3-fold domination by kings on 3x3"],
    ),
    ("k-fold --piece king --times 2 --closed", ["2-tuple domination by kings on 3x3"]),
    (
        "border --piece queen --kind total --kind plain",
        ["total border domination by queens on 3x3", "border domination by queens on 3x3"],
    ),
    ("restricted --piece queen --allow 0,0 --allow 1,1", ["restricted domination by queens on 3x3, allowed 0,0 1,1"]),
    (
        "cheapest --piece queen --cost 9 --piece rook --cost 5",
        ["cheapest domination by queens (9) and rooks (5) on 3x3"],
    ),
    ("cheapest --piece rook --cost 5 --through", ["cheapest domination by rooks (5), through other pieces on 3x3"]),
    ("unguarded --piece queen --count n", ["most squares unattacked by 3 queens on 3x3"]),
    ("armies --piece queen --piece queen", ["largest two peaceable queen armies on 3x3"]),
    ("armies --piece queen --piece knight --size 1", ["peaceable armies of 1 queen and 1 knight on 3x3"]),
]


@pytest.mark.parametrize(("words", "instances"), ASKED, ids=[words for words, _ in ASKED])
def test_options_ask_for_problems(words: str, instances: list[str]) -> None:
    result = rookery("compare", *words.split(), *BOARDS)
    assert (result.code, result.err) == (0, "")
    assert result.lines == [*(f"{each}  sat  seed 0" for each in instances), f"{len(instances)} runs"]


REFUSED = [
    ("armies --piece queen", "expected the piece of each army, at least two"),
    (
        "armies --piece queen --piece queen --count 2",
        "count means nothing for armies; it has armies, size, against, forbidden",
    ),
    ("armies --piece queen --piece queen --fix 0,0", "fixed means nothing for armies"),
    ("unguarded --piece queen", "count is missing; expected how many pieces to place, a number or n"),
    ("weighted --piece queen", "0 of --weight for 1 of --piece; give one for each, in order"),
    ("weighted --piece queen --piece queen --weight 1 --weight 2", "a piece is named twice: queen, queen"),
    ("weighted --piece queen --weight 0", "queen = 0: expected a weight, a whole number of at least 1"),
    ("placement --piece queen --weight 3", "weights means nothing for placement"),
    ("placement --piece queen --piece queen --together", "a piece is named twice: queen, queen"),
    ("k-fold --piece queen --times 0", "'0': expected a whole number of at least 1"),
    ("upper --piece queen --together --piece rook", "mixed means nothing for upper; it has pieces, fixed, forbidden"),
    ("border --piece queen --forbid 0,0", "forbidden means nothing for border"),
    ("sighted --piece queen --pawns -1", "'-1': expected a whole number of at least 0"),
]


@pytest.mark.parametrize(("words", "message"), REFUSED, ids=[words for words, _ in REFUSED])
def test_refusals_are_one_line(words: str, message: str) -> None:
    result = rookery("compare", *words.split(), *BOARDS)
    assert (result.code, result.out) == (2, "")
    assert result.err.startswith("rookery: ")
    assert result.err.count("\n") == 1
    assert message in result.err
