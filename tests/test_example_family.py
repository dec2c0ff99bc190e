"""`examples/rookery-attacks`: installed by pip, its family is solved, exported and compared as Rookery's own are."""

import json
from pathlib import Path
from typing import Any

import pytest
from rookery_tests.example_packages import Installed, complete, install, require_readme

pytestmark = pytest.mark.slow
KINGS = ("fewest-attacks", "--piece", "king", "--count", "2")  # on 2x2 each two of them attack each other: 1, six ways
CAMPAIGN = """
backends = ["sat"]
want = "count"
seconds = 30
[[problems]]
family = "fewest-attacks"
boards = "2"
pieces = "king"
count = 2
most = MOST
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    return install("rookery-attacks", tmp_path_factory.mktemp("attacks"))


@pytest.mark.parametrize("backend", ["backtracking", "cpsat", "sat", "python-constraint", "auto"])
@pytest.mark.part(5)
def test_it_is_solved_by_each_backend(backend: str, installed: Installed) -> None:
    options = ("--board", "2", "--count-solutions", "--json", "--backend", backend)
    answer: dict[str, Any] = json.loads(installed("rookery", "solve", *KINGS, *options))
    assert (answer["objective"], answer["count"], answer["complete"]) == (1, 6, True)
    assert answer["problem"]["family"] == "fewest-attacks"
    assert answer["problem"]["title"] == "2 kings with fewest attacks on a 2x2 board"


@pytest.mark.full
def test_it_is_known_in_python_whatever_is_imported_first(installed: Installed, tmp_path: Path) -> None:
    """Its module takes names from `rookery` while that looks for the families of plug-ins."""
    for number, first in enumerate(("rk.problems()", "rk.backends()", "rk.compare", "import rookery_attacks")):
        script = tmp_path / f"asked_{number}.py"
        script.write_text(
            f"import rookery as rk\n{first}\nprint('fewest-attacks' in rk.problems())\n", encoding="utf-8"
        )
        done = installed.run(script.stem, also=(tmp_path,))
        assert (done.stdout, done.stderr) == ("True\n", ""), first


@pytest.mark.parametrize("words", ["solve few", "compare few", "export few", "check few"])
@pytest.mark.full
def test_it_is_completed_by_the_shell(words: str, installed: Installed) -> None:
    assert complete(installed, words) == ["fewest-attacks"]


@pytest.mark.full
def test_its_parameters_are_completed_and_explained(installed: Installed) -> None:
    assert complete(installed, "solve fewest-attacks --mo") == ["--most"]
    shown = " ".join(installed("rookery", "solve", "fewest-attacks", "--help").split())
    assert "Place a number of pieces so that as few pairs as possible attack each other." in shown
    assert "How many pairs may attack each" in shown
    assert "fewest-attacks" in installed("rookery", "compare", "--help")


def test_it_is_exported(installed: Installed, tmp_path: Path) -> None:
    file = str(tmp_path / "kings.json")
    installed("rookery", "export", *KINGS, "--board", "2", "--format", "json", "--out", file)
    answer = json.loads(installed("rookery", "solve", "model", file, "--count-solutions", "--json", "--backend", "sat"))
    assert (answer["objective"], answer["count"]) == (1, 6)


@pytest.mark.full
def test_it_is_compared_in_processes_of_their_own_kept_and_reported(installed: Installed, tmp_path: Path) -> None:
    out = str(tmp_path / "out")
    who = ("--backends", "sat,backtracking", "--want", "count", "--seconds", "30", "--out", out)
    first = installed("rookery", "compare", *KINGS, "--boards", "2,3", "--most", "1", *who)
    assert "All answers agree" in first
    assert "2 kings with at most 1 attack" in (Path(out) / "report.html").read_text(encoding="utf-8")
    again = installed.run("rookery", "compare", out)
    assert (again.returncode, "4 earlier runs are reused, 0 remain" in again.stderr) == (0, True)
    gone = Installed(installed.sources, tmp_path / "nothing").run("rookery", "compare", out)
    assert gone.returncode == 2
    assert "unknown family of problems 'fewest-attacks': known are placement, domination" in gone.stderr
    assert gone.stderr.count("\n") == 1


@pytest.mark.full
def test_a_campaign_asks_for_it_and_a_refusal_names_the_key_and_the_line(installed: Installed, tmp_path: Path) -> None:
    for most, code in (("[0]", 2), ("0", 0)):
        file = tmp_path / "kings.toml"
        file.write_text(CAMPAIGN.replace("MOST", most), encoding="utf-8")
        done = installed.run("rookery", "compare", str(file), "--out", str(tmp_path / "out"))
        assert done.returncode == code, done.stderr
        if code:
            assert done.stderr == "rookery: kings.toml, line 10: most: '[0]': expected a whole number of at least 0\n"


@pytest.mark.full
def test_a_call_compares_it(installed: Installed, tmp_path: Path) -> None:
    script = tmp_path / "kings_compared.py"
    script.write_text(
        "import rookery as rk, rookery_attacks\n"
        "asked = rookery_attacks.fewest_attacks(rk.KING, rk.Board(2), 2)\n"
        "found = rk.compare(asked, ['sat', 'backtracking'], want='count', seconds=30)\n"
        "print([record.count for record in found.records], bool(found.verdict))\n",
        encoding="utf-8",
    )
    done = installed.run("kings_compared", also=(tmp_path,))
    assert (done.stdout, done.returncode) == ("[6, 6] True\n", 0), done.stderr


BROKEN = {
    "absent": ("no_such_module:family", "cannot be loaded: ModuleNotFoundError: No module named 'no_such_module'"),
    "ending": ("ending_module:family", "cannot be loaded: SystemExit: 3"),
    "bare": ("rookery:placement.__name__", "is not a function with a declaration"),
    "again": ("rookery:domination", "cannot be used: there is a family domination already"),
    "clashing": ("clashing_module:family", "cannot be used: its parameter kind is another than that of domination"),
    "speechless": ("speechless_module:family", "cannot be used: its declaration has no `describe`"),
    "taken": (
        "taken_module:family",
        "cannot be loaded: BadInput: two functions declare a family armies: rookery.models.problems.armies",
    ),
    "costly": ("costly_module:family", "cannot be used: its parameter weight is another than that of weighted"),
    "keyed": ("keyed_module:family", "cannot be used: a campaign needs a `key` for pieces that are always several"),
    "loaded": ("loaded_module:family", "cannot be used: a count comes with pieces that need not be several"),
    "renamed": ("renamed_module:family", "cannot be used: its parameter kinds is another than that of domination"),
    "seeded": (
        "seeded_module:family",
        "cannot be used: 'seed' is not a name for a parameter: commands have one of that name",
    ),
    "spaced": ("spaced_module:family", "cannot be used: 'a b' is not a name for a parameter"),
}
DECLARED = (
    "from rookery.models.problems.family import Family, Places, Wording, declares\n"
    "from rookery.models.problems.parameters import Flag\n"
)
CLASHING = """
@declares(Family('clashing', 'Clash.', Places(), (Flag(name='kind', help='Odd.'),), lambda asked: Wording('', '')))
def family(piece, board, kind=False): ...
"""
SPEECHLESS = """
@declares(Family('speechless', 'Say.', Places()))
def family(piece, board): ...
"""
OTHERS = """
@declares(Family({name!r}, 'Take.', Places(), ({parameters}), lambda asked: Wording('', '')))
def family(piece, board, **more): ...
"""
SPEAKING = "describe=lambda asked: Wording('', '')))\ndef family(piece, board, **more): ...\n"
MODULES = {
    "keyed_module": f"{DECLARED}@declares(Family('keyed', 'Key.', Places(key='keys'), {SPEAKING}",
    "loaded_module": f"{DECLARED}@declares(Family('loaded', 'Load.', Places('load'), {SPEAKING}",
    "renamed_module": DECLARED + OTHERS.format(name="renamed", parameters="Flag(name='how', key='kinds', help=''),"),
    "taken_module": DECLARED + OTHERS.format(name="armies", parameters=""),
    "costly_module": DECLARED + OTHERS.format(name="costly", parameters="Flag(name='weight', help='Odd.'),"),
    "seeded_module": DECLARED + OTHERS.format(name="seeded", parameters="Flag(name='seed', help='Odd.'),"),
    "spaced_module": DECLARED + OTHERS.format(name="a b", parameters=""),
    "ending_module": "raise SystemExit(3)\n",
    "clashing_module": DECLARED + CLASHING,
    "speechless_module": DECLARED + SPEECHLESS,
}


def test_a_family_that_cannot_be_used_is_named_in_one_line_and_the_rest_goes_on(
    installed: Installed, tmp_path: Path
) -> None:
    information = tmp_path / "neighbour-1.0.dist-info"
    information.mkdir()
    (information / "METADATA").write_text("Metadata-Version: 2.1\nName: neighbour\nVersion: 1.0\n", encoding="utf-8")
    entries = "".join(f"{name} = {place}\n" for name, (place, _) in BROKEN.items())
    (information / "entry_points.txt").write_text(f"[rookery.problems]\n{entries}", encoding="utf-8")
    for name, text in MODULES.items():
        (tmp_path / f"{name}.py").write_text(text, encoding="utf-8")
    done = installed.run("rookery", "solve", *KINGS, "--board", "2", "--json", also=(tmp_path,))
    assert done.returncode == 0
    assert json.loads(done.stdout)["objective"] == 1
    lines = sorted(done.stderr.splitlines())
    assert len(lines) == len(BROKEN)
    for line, (name, (place, reason)) in zip(lines, sorted(BROKEN.items()), strict=True):
        assert line.startswith(f"rookery: problem {name} of neighbour ({place}) {reason}")
        assert line.endswith("; it is left out")


def test_its_readme_shows_what_appears(installed: Installed) -> None:
    require_readme(installed)


@pytest.mark.full
def test_it_passes_its_own_tests(installed: Installed) -> None:
    assert " passed" in installed("pytest", "-q", "-p", "no:cacheprovider")
