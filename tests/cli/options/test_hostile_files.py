"""Files that are too much: without an end, with giant numbers, nested without end; one line each, exit code 2."""

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from resource import RLIMIT_AS, getrlimit, setrlimit

import pytest
from rookery_tests.command_line import rookery

ZERO = "/dev/zero"
PLACE = ("solve", "placement", "--piece", "queen", "--board", "4")
DIGITS = "1" * 5000
DEEP = "[" * 100_000
SATISFY = {"kind": "satisfy"}

pytestmark = pytest.mark.skipif(not os.path.exists(ZERO), reason="there is no /dev/zero here")


@contextmanager
def memory(spare: int) -> Iterator[None]:
    """Limit the further memory that this process may take: a mistake ends the test and not the machine."""
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    before = getrlimit(RLIMIT_AS)
    setrlimit(RLIMIT_AS, (pages * os.sysconf("SC_PAGE_SIZE") + spare, before[1]))
    try:
        yield
    finally:
        setrlimit(RLIMIT_AS, before)


def refused(*arguments: str, said: str, given: bytes = b"") -> None:
    with memory(256 << 20):
        found = rookery(*arguments, given=given)
    assert (found.code, found.out, found.err.count("\n")) == (2, "", 1)
    assert said in found.err
    assert len(found.err) < 400


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((*PLACE, "--fixed-file", ZERO), "cannot read /dev/zero: it is not a regular file; expected"),
        ((*PLACE, "--hint-file", ZERO, "--backend", "sat"), "cannot read /dev/zero: it is not a regular file"),
        ((*PLACE, "--pieces", ZERO), "cannot read /dev/zero: it is not a regular file"),
        ((*PLACE, "--resume", ZERO), "cannot read /dev/zero: it is not a regular file; expected a checkpoint"),
        (
            ("solve", "domination", "--piece", "king", "--board-file", ZERO),
            "cannot read /dev/zero: it is not a regular file",
        ),
        (("hint", *PLACE[1:], "--placement", ZERO), "rookery: cannot read /dev/zero: it is not a regular file"),
        (("check", *PLACE[1:], "--placement", ZERO), "rookery: cannot read /dev/zero: it is not a regular file"),
        (("pieces", "check", ZERO), "cannot read /dev/zero: it is not a regular file"),
        (("solve", "model", "zero.cnf"), "cannot read zero.cnf: it is not a regular file; expected a file of at most"),
        (("solve", "model", "zero.json"), "cannot read zero.json: it is not a regular file"),
        (("compare", "zero.toml"), "cannot read zero.toml: it is not a regular file"),
        (("compare", "folder"), "cannot read folder/campaign.toml: it is a symbolic link"),
    ],
    ids=lambda each: " ".join(each[-2:]) if isinstance(each, tuple) else "",
)
def test_a_device(arguments: tuple[str, ...], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("folder").mkdir()
    for name in ("zero.cnf", "zero.json", "zero.toml", "folder/campaign.toml"):
        Path(name).symlink_to(ZERO)
    refused(*arguments, said=said)


def test_standard_input_without_an_end() -> None:
    refused(*PLACE, "--fixed-file", "-", said="standard input is too large", given=bytes((16 << 20) + 1))
    assert rookery(*PLACE, "--fixed-file", "-", given=b"1\n0 1\n" + b" " * 1000).code == 0


def test_a_pipe_is_no_checkpoint(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    refused(*PLACE, "--resume", str(tmp_path / "pipe"), said="it is not a regular file")


FILES = {
    "variables of a header": ("a.cnf", "p cnf 1000000000 1\n1 0\n", "line 1: 1,000,000,000 variables; at most 4,0"),
    "variables of an old WCNF": ("a.wcnf", "p wcnf 1000000000 1\n1 1 0\n", "line 1: 1,000,000,000 variables"),
    "a literal without a header": ("a.wcnf", "c\nh 1000000000 0\n", "line 2: literal 1000000000; without a header"),
    "a negated one": ("a.wcnf", "h -1000000000 0\n", "line 1: literal -1000000000; without a header at most 4,0"),
    "variables of OPB": ("a.opb", "* #variable= 1000000000\n+1 x1 >= 1 ;\n", "line 1: 1,000,000,000 variables; at"),
    "a name of OPB": ("a.opb", "* x\n+1 x1000000000 >= 1 ;\n", "line 2: 1,000,000,000 variables; at most 4,0"),
    "digits of a header": ("a.cnf", f"p cnf {DIGITS} 1\n1 0\n", "line 1: a number of 5,000 digits; expected at most"),
    "digits of a literal": ("a.cnf", f"p cnf 2 1\n{DIGITS} 0\n", "line 2: a number of 5,000 digits"),
    "digits of a weight": ("a.wcnf", f"{DIGITS} 1 0\n", "line 1: a number of 5,000 digits"),
    "digits of OPB": ("a.opb", f"+{DIGITS} x1 >= 1 ;\n", "line 1: a number of 5,001 digits"),
    "digits of a bound": ("a.opb", f"+1 x1 >= {DIGITS} ;\n", "line 1: a number of 5,000 digits"),
    "digits of a name": ("a.opb", f"+1 x{DIGITS} >= 1 ;\n", "line 1: a number of 5,000 digits"),
    "digits of OPB's header": ("a.opb", f"* #variable= {DIGITS}\n+1 x1 >= 1 ;\n", "line 1: a number of 5,000 digits"),
    "digits of JSON": ("a.json", f"[{DIGITS}]", "line 1: a number of 5,000 digits"),
    "deep JSON": ("a.json", DEEP, "line 1: lists and objects within each other, too deep to be read"),
}  # fmt: skip


@pytest.mark.parametrize("name", FILES)
def test_a_model_that_cannot_be_read(name: str, tmp_path: Path) -> None:
    file, text, said = FILES[name]
    (tmp_path / file).write_text(text)
    refused("solve", "model", str(tmp_path / file), said=f"{file}, {said}")


@pytest.mark.parametrize("command", [("pieces", "check"), (*PLACE, "--pieces"), ("compare",)])
@pytest.mark.parametrize(
    ("text", "said"),
    [
        (f"a = {'[' * 5000}{']' * 5000}", "a.toml: tables and lists within each other, too deep to be read"),
        (f"a = {DIGITS}", "a.toml: a whole number beyond 64 bits, which TOML does not have"),
        ('b = "N"\na = [[1, 9223372036854775808]]', "a.toml, line 2: a whole number beyond 64 bits"),
        ("[a]\nb = -9223372036854775809", "a.toml, line 2: a whole number beyond 64 bits"),
    ],
    ids=["deep", "digits", "2 ** 63", "below -2 ** 63"],
)
def test_a_toml_file_that_cannot_be_read(command: tuple[str, ...], text: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text(text)
    refused(*command, str(tmp_path / "a.toml"), said=said)


def test_a_size_of_memory_without_an_end(tmp_path: Path) -> None:
    problem = '[[problems]]\nfamily = "placement"\npieces = "queen"\nboards = "4"\n'
    (tmp_path / "a.toml").write_text(f'{problem}memory = "{"9" * 400}"\n')
    refused("compare", str(tmp_path / "a.toml"), "--dry-run", said="expected bytes, or a size such as 500M or 2G")


def test_there_are_no_workers_without_an_end() -> None:
    refused(*PLACE, "--workers", "1" * 30, said="it must be at most 1,000")


def constraint(kind: str, literals: object = (1,), **more: object) -> dict[str, object]:
    return {"kind": kind, "literals": literals, **more}


JSON = {
    "a bound of 0.5": ([constraint("at-most", bound=0.5)], SATISFY, "constraint 1: AtMost, bound: 0.5 is not a whole"),
    "a bound of true": ([constraint("exactly", bound=True)], SATISFY, "constraint 1: Exactly, bound: True is not a"),
    "a literal of 1.5": ([constraint("at-least", [1.5], bound=1)], SATISFY, "constraint 1: literal 1: 1.5 is no"),
    "a literal of true": ([constraint("at-least", [1, True], bound=1)], SATISFY, "constraint 1: literal 2: True is"),
    "a weight of 0.5": (
        [constraint("at-most", bound=1), constraint("linear", weights=[0.5], lower=None, upper=1)],
        SATISFY, "constraint 2: Linear, weight 1: 0.5 is not a whole number",
    ),
    "a side of 0.5": ([constraint("linear", weights=[1], lower=0.5, upper=None)], SATISFY, "Linear, lower bound: 0.5"),
    "a goal of 0.5": ([], constraint("minimize", weights=[0.5]), "the goal: Minimize, weight 1: 0.5 is not a whole"),
    "a goal of infinity": ([], constraint("maximize", weights=[float("inf")]), "the goal: Maximize, weight 1: inf is"),
    "a goal of true": ([], constraint("maximize", [True]), "the goal: literal 1: True is not a whole number"),
    "a choice without a name": ([constraint("exactly", bound=1, choice=5)], SATISFY, "choice 5: the name of a"),
    "literals as an object": ([constraint("at-most", {"1": 1}, bound=1)], SATISFY, "constraint 1: literals: expected"),
    "an unknown kind": ([constraint("sometimes", bound=1)], SATISFY, "constraint 1: 'sometimes' is missing, or un"),
    "no goal": ([], [], "the goal: a part is of the wrong kind"),
    "no constraints": (7, SATISFY, "constraints: expected a list"),
}  # fmt: skip


@pytest.mark.parametrize("name", JSON)
def test_json_models_hold_whole_numbers(name: str, tmp_path: Path) -> None:
    constraints, goal, said = JSON[name]
    model = {"format": "rookery-model", "variables": ["a", "b"], "goal": goal, "constraints": constraints}
    (tmp_path / "a.json").write_text(json.dumps(model))
    refused("solve", "model", str(tmp_path / "a.json"), said=said)


@pytest.mark.parametrize("variables", ["ab", 2, [1], {}])
def test_json_models_name_their_variables(variables: object, tmp_path: Path) -> None:
    model = {"format": "rookery-model", "variables": variables, "goal": SATISFY, "constraints": []}
    (tmp_path / "a.json").write_text(json.dumps(model))
    refused("solve", "model", str(tmp_path / "a.json"), said="a.json, line 1: the ")
