"""Command lines as people first type them: each that means nothing is refused in one line, which says what is meant."""

import shlex

import pytest
from rookery_tests.command_line import rookery

P = "solve placement --piece queen --board 4"
SQUARE = "expected ROW,COLUMN, counted from 0, such as 0,4, or a name such as e4"
OFF = "lies off the board of 4x4: its squares are a1 (bottom left) to d4"
SECONDS = "expected a number of seconds such as 90, or 90s, 2m, 1h"
WHOLE = "expected a whole number"

WRONG = {
    f"{P} --seconds 5s5": f"seconds '5s5': {SECONDS}",
    f"{P} --seconds soon": f"seconds 'soon': {SECONDS}",
    f"{P} --seconds 5d": f"seconds '5d': {SECONDS}",
    f"{P} --seconds s": f"seconds 's': {SECONDS}",
    f"{P} --seconds -5s": "-5 seconds; it must be more than 0",
    f"{P} --seconds": "Option '--seconds' requires an argument",
    f"{P} --workers auto": f"--workers 'auto': {WHOLE}",
    f"{P} --workers 1.5": f"--workers '1.5': {WHOLE}",
    f"{P} --limit x": f"--limit 'x': {WHOLE}",
    f"{P} --seed x": f"--seed 'x': {WHOLE}",
    f"{P} --format html": "--format 'html': expected text, unicode, board, pace, dot, csv, graphml;",
    f"{P} --unicode": "placement has no option --unicode: did you mean --format unicode?",
    f"{P} --timeout 5": "placement has no option --timeout: did you mean --seconds?",
    f"{P} --solutions 3": "placement has no option --solutions: did you mean --limit or --all?",
    f"{P} --threads 3": "placement has no option --threads: did you mean --workers?",
    f"{P} --solver sat": "placement has no option --solver: did you mean --backend?",
    f"{P} -p queen": "placement has no option -p: did you mean --piece?",
    f"{P} --bord 4": "placement has no option --bord: did you mean --board",
    f"{P} --zzz": "placement has no option --zzz;",
    f"{P} --fix e5": f"fix 'e5' {OFF}",
    f"{P} --fix a0": f"fix 'a0' {OFF}",
    f"{P} --fix 4": f"fix '4': {SQUARE}",
    f"{P} --fix e": f"fix 'e': {SQUARE}",
    f"{P} --fix 4e": f"fix '4e': {SQUARE}",
    f"{P} --fix a1=": f"fix 'a1=': {SQUARE}",
    f"{P} --fix d4=rook": "a rook is fixed on 0,3, but the problem places queen",
    f"{P} --forbid z9": f"forbid 'z9' {OFF}",
    f"{P} --hole d5": f"hole 'd5' {OFF}",
    f"{P} --hint q": f"hint 'q': {SQUARE}",
    f"{P} --hint e9 --backend sat": f"hint 'e9' {OFF}",
    f"{P} --piece queen,knight": "piece 'queen,knight': expected one piece; repeat the option: --piece queen --p",
    f"{P} --backend ortools": "unknown backend 'ortools': did you mean cpsat?",
    f"{P} --backend CaDiCaL": "unknown backend 'CaDiCaL': did you mean sat?",
    f"{P} --backend python_constraint": "unknown backend 'python_constraint': did you mean python-constraint?",
    f"{P} --kind total": "placement has no option --kind; domination, border, restricted, guards, ",
    f"{P} --weight 3": "placement has no option --weight; weighted has it",
    f"{P} --pawns 2": "placement has no option --pawns; sighted, weighted have it",
    f"{P} --times 2": "placement has no option --times; k-fold has it",
    f"{P} --allow a1": "placement has no option --allow; restricted has it",
    f"{P} --size 3": "placement has no option --size; colouring, armies have it",
    "solve domination --piece queen --board 4 --count 3": "domination has no option --count; placement, sighted, ",
    "solve domination --piece queen --board 4 --kinds total": "domination has no option --kinds: did you mean --kind",
    "solve weighted --piece queen --weight 1.5 --board 4": f"--weight '1.5': {WHOLE}",
    "solve weighted --piece queen --board 4": "Missing option '--weight'",
    "solve k-fold --piece queen --board 4 --times two": f"--times 'two': {WHOLE}",
    "solve k-fold --piece queen --board 4 --times 0": "--times '0': expected at least 1",
    "solve restricted --piece rook --board 2 --allow c1": "allowed 'c1' lies off the board of 2x2",
    "solve restricted --piece rook --board 2 --allow c": f"allowed 'c': {SQUARE}",
    "solve superqueens --boards 8": "superqueens has no option --boards: did you mean --board?",
    "solve superqueens --side x": f"--board 'x': {WHOLE}",
    "solve n-queens": "Missing option '--board'",
    "solve n-queens --board 3x4": "count n is the side of a square board, and the board is 3x4",
    "solve queen --board 8": "No such command 'queen'. Did you mean 'queens'",
    "export placement --piece queen --board 4 --format cnf": "unknown format 'cnf': did you mean dimacs?",
    "trace placement --piece knight --board 4 --out t.html": "use one that attacks along rows or columns, such as",
    "trace placement --piece queen --board 4 --out t.html --steps x": f"--steps 'x': {WHOLE}",
    "table placement --pieces 'queen;rook'": "unknown piece 'queen;rook': did you mean queen?",
    "table placement --boards 4-8": "boards '4-8': expected a size or a range, such as 4..10",
    "table placement --board 4": "placement has no option --board: did you mean --boards?",
    "compare placement --piece queen --boards 4 --seconds soon": f"seconds 'soon': {SECONDS}",
    "compare placement --piece queen --boards 4 --cpu-seconds soon": f"cpu-seconds 'soon': {SECONDS}",
    "compare placement --piece queen --boards 4 --jobs two": f"--jobs 'two': {WHOLE}",
    "compare placement --piece queen --boards 4 --fix e5": "fix 'e5' lies off the board of 4x4",
    "compare placement --piece queen --boards 4 --backends st": "unknown backend 'st': did you mean sat?",
    "compare placements --piece queen --boards 4": "compare 'placements': did you mean placement? expected placement",
    "pieces show queen --from z9": "from 'z9' lies off the board of 9x9: its squares are a1 (bottom left) to i9",
    "demo --seconds soon": f"seconds 'soon': {SECONDS}",
    "version": "No such command 'version'. Did you mean '--version'?",
    "solve n-queens 8": "Got unexpected extra argument (8): did you mean --board 8?",
    "solve n-queens -n 8": "n-queens has no option -n: did you mean --board or --limit?",
    "--verison": "rookery has no option --verison: did you mean --version?",
}  # fmt: skip


@pytest.mark.parametrize(("line", "said"), WRONG.items(), ids=WRONG)
def test_a_wrong_line_is_refused_in_one_line(line: str, said: str) -> None:
    code, out, err = rookery(*shlex.split(line))
    assert (code, out) == (2, "")
    assert err.startswith("rookery: ")
    assert err.count("\n") == 1
    assert said in err
    assert not [word for word in ("pydantic", "Input should be", "Value error", "Possible options") if word in err]


@pytest.mark.parametrize(
    ("line", "drawn"),
    [
        ("solve n-queens --board 4 --fix b4 --format board", ".Q..\n...Q\nQ...\n..Q.\n"),
        ("solve nqueens --board 4 --fix 0,1 --format board", ".Q..\n...Q\nQ...\n..Q.\n"),
        ("solve queens --board 4 --fix B4 --format board", ".Q..\n...Q\nQ...\n..Q.\n"),
        ("solve n-queens --board 4 --forbid c4 --seconds 1m --format board", ".Q..\n...Q\nQ...\n..Q.\n"),
        ("solve placement --piece rook --count 1 --board 2 --hole a1 --fix b1 --format board", "..\n#R\n"),
        ("solve restricted --piece rook --board 2 --allow a1 --allow b2 --format board", ".R\nR.\n"),
        ("pieces show king --board 2 --from a1 --format board", "xx\nKx\n"),
        ("pieces show king --board 2 --from a1 --format unicode", "• •\n♔ •\n"),
        ("pieces show king --board 2 --from a1 --unicode", "• •\n♔ •\n"),
    ],
)  # fmt: skip
def test_squares_by_their_names_and_other_kindnesses(line: str, drawn: str) -> None:
    code, out, _ = rookery(*shlex.split(line), *(["--backend", "sat"] if line.startswith("solve") else []))
    assert code == 0
    assert out.startswith(drawn)


@pytest.mark.parametrize(
    "line", ["", "solve", "solve placement", "compare", "pieces show", "table domination", "export"]
)
def test_h_is_help_everywhere(line: str) -> None:
    code, out, _ = rookery(*line.split(), "-h")
    assert code == 0
    assert "Usage:" in out


def test_a_table_names_pieces_by_either_option() -> None:
    one = rookery("table", "placement", "--pieces", "rook,(1,2)", "--boards", "2")
    assert one.code == 0
    assert one == rookery("table", "placement", "--piece", "rook", "--piece", "(1,2)", "--boards", "2")
