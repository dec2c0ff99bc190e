"""Campaigns: what a file asks for, in which order, and what is refused with its key and line."""

from pathlib import Path
from typing import Any

import pytest
from rookery_tests.isolated import PLACE

from rookery import armies, cheapest_domination, domination, placement
from rookery.backends import registry
from rookery.compare.campaign.backends import distrust
from rookery.compare.campaign.campaign import Campaign, decode_campaign
from rookery.compare.campaign.reader import campaign_of, campaign_of_problems, read_campaign, read_size
from rookery.models import BadInput, Board, Piece
from rookery.models.pieces.piece import KNIGHT, QUEEN, ROOK
from rookery.models.problems.plain import plain

TEXT = f"""\
name = "a test"
backends = ["cpsat", "sat", "faulty"]
seeds = 2
seconds = 5
memory = "2G"

[peers]
faulty = "{PLACE}"

[options.sat]
solver = ["cadical195", "glucose4"]

[pieces.gnu]
betza = "NC"

[[problems]]
family = "placement"
pieces = ["queen", "gnu"]
boards = "4..6"
count = "n"
want = "count"

[[problems]]
family = "domination"
pieces = "knight"
kinds = ["plain", "independent"]
boards = ["3..4", "3x5:torus"]
fixed = ["0,0"]
workers = [1, 2]

[[problems]]
family = "placement"
mixed = {{queen = 2, rook = "max"}}
boards = 5
holes = ["4,4"]
seconds = 2
backends = "all"
"""


def read(folder: Path, text: str = TEXT) -> Campaign:
    path = folder / "test.toml"
    path.write_text(text, encoding="utf-8")
    return read_campaign(path)


def test_campaign_asks_all_combinations(tmp_path: Path) -> None:
    campaign = read(tmp_path)
    problems = [len(part.problems) for part in campaign.parts]
    assert problems == [2 * 3, 2 * 3, 1]
    tasks = campaign.tasks()
    first, second, third = 6 * 4, 6 * 4 * 2, 1 + len(registry.general_names()) + 1
    assert len(tasks) == 2 * (first + second + third)
    assert {task.limits.seconds for task in tasks} == {5.0, 2.0}
    assert {task.limits.memory for task in tasks} == {2 << 30}
    assert len({task.key() for task in tasks}) == len(tasks)


def test_seeds_come_last_and_backends_take_turns(tmp_path: Path) -> None:
    tasks = read(tmp_path).tasks()
    assert [task.question.seed for task in tasks] == [0] * (len(tasks) // 2) + [1] * (len(tasks) // 2)
    firsts = [tasks[at].backend.name for at in (0, 4, 8)]
    assert firsts == ["cpsat", "sat", "faulty"]


def test_normal_form_is_read_again(tmp_path: Path) -> None:
    campaign = read(tmp_path)
    other = tmp_path / "other"
    other.mkdir()
    (other / "again.json").write_text(campaign.text, encoding="utf-8")
    again = read_campaign(other / "again.json")
    assert again == campaign
    assert [task.key() for task in again.tasks()] == [task.key() for task in campaign.tasks()]


def test_peers_are_found_beside_the_file(tmp_path: Path) -> None:
    (tmp_path / "peer.py").write_text(Path(PLACE.rpartition(":")[0]).read_text())
    campaign = read(tmp_path, TEXT.replace(PLACE, "peer.py:Faulty"))
    peer = campaign.parts[0].backends[2]
    assert peer.use == f"{tmp_path / 'peer.py'}:Faulty"
    assert "sha256" in peer.versions()["faulty"]


# (what stands in TEXT, what is written in its place): a word of what is said
REFUSED = {
    ('["cpsat", "sat", "faulty"]', "3"): "line 2: backends",
    ("seeds = 2", 'seeds = "x"'): "line 3: seeds: .*whole number",
    ("seeds = 2", "seeds = [1, 1]"): "line 3: seeds: .*different",
    ("seeds = 2", "sede = 3"): "line 3: sede: .*did you mean seeds",
    ('"2G"', '"2Q"'): "line 5: memory: .*500M",
    ('"NC"', '"NX"'): "gnu.betza: .*position 2",
    ('betza = "NC"', 'betsa = "NC"'): "gnu.betsa: unknown key",
    ('"4..6"', '"4..z"'): "line 19: boards: .*range",
    ("boards = 5\n", ""): "line 31: boards",
    ('"sat", ', '"sta", '): "line 2: backends: .*did you mean sat",
    ('"sat", ', '"cpsat", '): "twice",
    ("solver = [", "solvr = ["): "line 11: solvr: .*solver",
    ('count = "n"', 'count = "m"'): "line 20: count",
    ("workers = [1, 2]", "count = 3"): "line 29: count",
    ('["queen", "gnu"]', '["quen"]'): "line 18: pieces: .*did you mean queen",
    ('["0,0"]', '["9,0"]'): "line 23: problems: .*off the board",
    ('["0,0"]', '["zero"]'): "line 28: fixed: .*ROW,COLUMN",
    ('["plain"', '["plan"'): "line 26: kinds",
    ('family = "domination"', 'family = "dom"'): "line 24: family: .*placement, domination",
    ('want = "count"', 'want = "many"'): "line 21: want: .*one, all",
    (":Faulty", ":Fault"): "line 8: faulty",
    ('faulty = "', 'sat = "'): "line 8: sat",
    ("seconds = 2", "seconds = -2"): "line 36: seconds: .*more than 0",
    ("seconds = 2", "seconds = "): "line 36",
    ('holes = ["4,4"]', "count = 3"): "line 33: mixed",
    ("workers = [1, 2]", "workers = [0]"): "line 29: workers: .*at least 1",
    (TEXT, 'name = "x"'): "problems",
    (TEXT, "problems = [3]"): "line 1: problems",
}


@pytest.mark.parametrize(("old", "new"), REFUSED, ids=[new for _, new in REFUSED])
def test_wrong_campaign_is_refused_with_its_place(tmp_path: Path, old: str, new: str) -> None:
    assert old in TEXT
    with pytest.raises(BadInput, match=rf"^test\.toml.*{REFUSED[old, new]}") as refused:
        read(tmp_path, TEXT.replace(old, new, 1))
    assert "\n" not in str(refused.value)


# The same for the normal form, which a folder keeps.
DAMAGED = {
    ('"seeds": [0, 1]', '"seeds": [0, "x"]'): r"parts\[0\]\.seeds\[1\]",
    ('"seeds": [0, 1]', '"seeds": []'): r"parts\[0\]\.seeds",
    ('"seconds": 5.0', '"seconds": -1'): r"parts\[0\]\.limits\.seconds",
    ('"want": "count"', '"want": "many"'): r"parts\[0\]\.want",
    ('"name": "cpsat"', '"name": "cpsta"'): r"parts\[0\]\.backends\[0\]",
    ('"solver": "glucose4"', '"solvr": "x"'): r"parts\[0\]\.options\.sat\.solvr",
    ('"board": [4, 4]', '"board": "4"'): r"parts\[0\]\.problems\[0\]",
    ('"parts"', '"part"'): "unknown field",
    ('{"name"', "{name"): "not a campaign",
}


@pytest.mark.parametrize(("old", "new"), DAMAGED, ids=[new for _, new in DAMAGED])
def test_damaged_normal_form_is_refused_with_its_path(tmp_path: Path, old: str, new: str) -> None:
    text = read(tmp_path).text
    assert old in text
    (tmp_path / "campaign.json").write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(BadInput, match=rf"^campaign\.json.*{DAMAGED[old, new]}") as refused:
        read_campaign(tmp_path / "campaign.json")
    assert "\n" not in str(refused.value)


def test_sizes_of_memory_are_read() -> None:
    assert [read_size(each) for each in ("2G", "500M", "1.5 KiB", 7, "3t")] == [2 << 30, 500 << 20, 1536, 7, 3 << 40]
    for bad in ("0", "-1", "G", "2X", ""):
        with pytest.raises(BadInput, match="memory"):
            read_size(bad)


def test_backend_without_seeds_runs_once() -> None:
    entry = {"family": "placement", "pieces": ["queen"], "boards": "4", "count": "n"}
    place = f"{Path(__file__).parents[2] / 'support' / 'rookery_tests' / 'brute_force.py'}:BruteForce"
    campaign = campaign_of({"problems": [entry], "backends": ["sat", place], "seeds": 3})
    assert sorted(task.backend.name for task in campaign.tasks()) == ["brute-force", "sat", "sat", "sat"]


def test_conditions_on_the_command_line_override_the_file(tmp_path: Path) -> None:
    (tmp_path / "test.toml").write_text(TEXT, encoding="utf-8")
    found = read_campaign(tmp_path / "test.toml", given={"seconds": 3.0, "workers": 1, "memory": "1G"})
    tasks = found.tasks()
    assert {task.limits.seconds for task in tasks} == {3.0}
    assert {task.question.workers for task in tasks} == {1}
    assert {task.limits.memory for task in tasks} == {1 << 30}
    assert {task.question.seed for task in tasks} == {0, 1}
    assert found.notes["seconds (overridden)"] == "3 in place of 5, 2 in the file"
    assert '"seconds": 3.0' in found.text
    for name, value in (("seconds", -1.0), ("memory", "much"), ("seeds", 0), ("workers", [0])):
        with pytest.raises(BadInput) as refused:
            read_campaign(tmp_path / "test.toml", given={name: value})
        assert "test.toml" not in str(refused.value)


GNU = Piece.from_betza("gnu", "NC", "G")
PROBLEMS = (
    placement({QUEEN: 2, ROOK: None}, Board(5, holes=[(0, 0)]), fixed={(1, 1): ROOK}, forbidden=[(2, 2)]),
    domination(GNU, Board(3, 4, torus=True), "total"),
    cheapest_domination({ROOK: 5, QUEEN: 9}, Board(3), False),
    armies((GNU, GNU, KNIGHT), Board(4)),
)
CONDITIONS: dict[str, Any] = {
    "name": "comparison", "backends": ["sat", "backtracking"], "want": "count", "seeds": [3, 5], "workers": [1, 2],
    "seconds": 20, "memory": "2G", "up-to-symmetry": True, "options": {"sat": {"solver": ["cadical195", "glucose4"]}},
}  # fmt: skip


def test_campaign_of_problems_asks_the_same_runs_when_it_is_read() -> None:
    problems = [plain(problem) for problem in PROBLEMS]
    campaign = campaign_of_problems(problems, CONDITIONS)
    again = decode_campaign(campaign.text, distrust)
    assert [part.problems for part in campaign_of_problems(problems, {"backends": "sat"}).parts] == [
        (problem,) for problem in problems
    ]
    assert [task.as_plain() for task in again.tasks()] == [task.as_plain() for task in campaign.tasks()]
    assert len(campaign.tasks()) == len(problems) * 2 * 2 * (2 + 1)  # seeds, workers; two solvers of sat, one other
    assert again.text == campaign.text


def test_campaign_of_problems_refuses_two_pieces_of_one_name() -> None:
    asked = [plain(placement(Piece.from_betza("gnu", betza, "G"), Board(3))) for betza in ("NC", "NZ")]
    with pytest.raises(BadInput, match="named gnu"):
        campaign_of_problems(asked, CONDITIONS)
    with pytest.raises(BadInput, match="at least one problem"):
        campaign_of_problems([], CONDITIONS)
