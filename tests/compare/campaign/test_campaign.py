"""Campaigns: what a file asks for, in which order, and every refusal with its key and line."""

import json
from pathlib import Path

import pytest
from rookery_tests.isolated import PLACE

from rookery.backends import registry
from rookery.compare.campaign.campaign import Campaign
from rookery.compare.campaign.reader import campaign_of, read_campaign, read_size
from rookery.compare.runs.folder import default_folder
from rookery.models import BadInput

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


def test_all_combinations_are_run(tmp_path: Path) -> None:
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


def test_the_normal_form_reads_the_same_anywhere(tmp_path: Path) -> None:
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


WRONG = [
    ('["cpsat", "sat", "faulty"]', "3", "line 2: backends: '3': expected a list or text in quotes"),
    ("seeds = 2", 'seeds = "x"', "line 3: seeds: 'x': expected a whole number or a list"),
    ("seeds = 2", "seeds = [1, 1]", "line 3: seeds: [1, 1]; expected different whole numbers"),
    ("seeds = 2", "sede = 3", "line 3: sede: unknown key 'sede': did you mean seeds? known are"),
    ('"2G"', '"2Q"', "line 5: memory: memory '2Q': expected bytes, or a size such as 500M or 2G"),
    ('"NC"', '"NX"', "line 14: betza: Betza notation 'NX', position 2"),
    ('"4..6"', '"4..z"', "line 19: boards: boards '4..z': expected a size or a range"),
    ('"sat", ', '"sta", ', "line 2: backends: unknown backend 'sta': did you mean sat?"),
    ('"sat", ', '"cpsat", ', "line 2: backends: backend cpsat is named twice"),
    ("solver = [", "solvr = [", "line 11: solvr: backend sat has no such option; it has: solver"),
    ('count = "n"', 'count = "m"', "line 20: count: count 'm': expected a number of at least 0, n"),
    ('["queen", "gnu"]', '["quen"]', "line 18: pieces: unknown piece 'quen': did you mean queen?"),
    ('["0,0"]', '["9,0"]', "line 23: problems: fixed square 9,0 lies off the board of 3"),
    ('["0,0"]', '["zero"]', "line 28: fixed: fix 'zero': expected ROW,COLUMN"),
    ('["plain"', '["plan"', "line 26: kinds: unknown kind of domination 'plan'"),
    (
        'family = "domination"',
        'family = "dom"',
        "line 24: family: family 'dom': expected placement, domination, sighted",
    ),
    ('want = "count"', 'want = "many"', "line 21: want: want 'many'; expected one, all or count"),
    ('[pieces.gnu]\nbetza = "NC"', '[pieces]\ngnu = "NX"', "line 14: gnu: betza: Betza notation 'NX', position 2"),
    ('betza = "NC"', 'betsa = "NC"', "line 14: betsa: unknown key 'betsa'; known are betza, leaps, rides"),
    (":Faulty", ":Fault", "line 8: faulty: backend "),
    ('faulty = "', 'sat = "', "line 8: sat: sat is the name of a backend of Rookery"),
    ("boards = 5\n", "", "line 31: boards: boards are missing"),
    ("seconds = 2", "seconds = -2", "line 36: seconds: -2 seconds; it must be more than 0"),
    ("seconds = 2", "seconds = ", "Invalid value (at line 36"),
    ('holes = ["4,4"]', "count = 3", "line 33: mixed: mixed is a table"),
    ("workers = [1, 2]", "workers = [0]", "line 29: workers: [0]; expected different whole numbers of at least 1"),
    ("workers = [1, 2]", "count = 3", "line 29: count: count means nothing for domination"),
    ('name = "a test"', "name = 3", "line 1: name: '3': expected text in quotes"),
]


@pytest.mark.parametrize(("old", "new", "shown"), WRONG, ids=[new for _, new, _ in WRONG])
def test_a_refusal_names_the_key_and_the_line(tmp_path: Path, old: str, new: str, shown: str) -> None:
    assert old in TEXT
    with pytest.raises(BadInput) as error:
        read(tmp_path, TEXT.replace(old, new, 1))
    message = str(error.value)
    assert message.startswith("test.toml")
    assert shown in message
    assert "\n" not in message


@pytest.mark.parametrize("text", ["", 'name = "x"', "problems = []", "problems = 3"])
def test_a_campaign_asks_something(tmp_path: Path, text: str) -> None:
    with pytest.raises(BadInput, match=r"^test\.toml.*problems"):
        read(tmp_path, text)


def test_a_missing_file() -> None:
    with pytest.raises(BadInput, match=r"cannot read nowhere\.toml: No such file"):
        read_campaign(Path("nowhere.toml"))


def test_sizes() -> None:
    assert [read_size(each) for each in ("2G", "500M", "1.5 KiB", 7, "3t")] == [2 << 30, 500 << 20, 1536, 7, 3 << 40]
    for bad in ("0", "-1", "G", "2X", ""):
        with pytest.raises(BadInput, match="memory"):
            read_size(bad)


def test_a_backend_without_seeds_runs_once() -> None:
    entry = {"family": "placement", "pieces": ["queen"], "boards": "4", "count": "n"}
    place = f"{Path(__file__).parents[2] / 'support' / 'rookery_tests' / 'brute_force.py'}:BruteForce"
    campaign = campaign_of({"problems": [entry], "backends": ["sat", place], "seeds": 3})
    assert sorted(task.backend.name for task in campaign.tasks()) == ["brute-force", "sat", "sat", "sat"]


def test_what_is_written_is_data(tmp_path: Path) -> None:
    """A folder's file holds problems in full: nothing of the text that was read is needed to read it again."""
    campaign = read(tmp_path)
    (tmp_path / "campaign.json").write_text(campaign.text, encoding="utf-8")
    again = read_campaign(tmp_path / "campaign.json")
    assert again == campaign
    assert again.text == campaign.text
    assert [problem["family"] for problem in json.loads(campaign.text)["parts"][0]["problems"]] == ["placement"] * 6


MENDED = [
    ('"seeds": [0, 1]', '"seeds": [0, "x"]', "campaign.json, parts[0].seeds[1]: expected a whole number"),
    ('"seeds": [0, 1]', '"seeds": []', "campaign.json, parts[0].seeds: []; expected different whole numbers"),
    ('"seconds": 5.0', '"seconds": -1', "campaign.json, parts[0].limits.seconds: -1.0; it must be more than 0"),
    ('"want": "count"', '"want": "many"', "campaign.json, parts[0].want: Invalid enum value 'many'"),
    ('"name": "cpsat"', '"name": "cpsta"', "campaign.json, parts[0].backends[0]: unknown backend 'cpsta'"),
    ('"solver": "glucose4"', '"solvr": "x"', "campaign.json, parts[0].options.sat.solvr: backend sat has no such"),
    ('"family": "placement"', '"family": "plac"', "campaign.json, parts[0].problems[0]: "),
    ('"board": [4, 4]', '"board": "4"', "campaign.json, parts[0].problems[0]: "),
    ('"parts"', '"part"', "campaign.json: Object contains unknown field `part`"),
    ('{"name"', "{name", "campaign.json: not a campaign: JSON is malformed"),
]


@pytest.mark.parametrize(("old", "new", "shown"), MENDED, ids=[new for _, new, _ in MENDED])
def test_a_fault_in_what_was_written_is_named_with_its_path(tmp_path: Path, old: str, new: str, shown: str) -> None:
    text = read(tmp_path).text
    assert old in text
    (tmp_path / "campaign.json").write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(BadInput) as error:
        read_campaign(tmp_path / "campaign.json")
    assert str(error.value).startswith(shown)
    assert "\n" not in str(error.value)


def test_an_older_folder_is_that_of_the_same_campaign(tmp_path: Path) -> None:
    """One that holds `campaign.toml`, as it was written before."""
    campaign = read(tmp_path)
    folder = tmp_path / campaign.slug
    folder.mkdir()
    (folder / "campaign.toml").write_text(TEXT, encoding="utf-8")
    assert default_folder(campaign, tmp_path) == folder
    (folder / "campaign.toml").write_text(TEXT.replace("seeds = 2", "seeds = 3"), encoding="utf-8")
    assert default_folder(campaign, tmp_path) != folder
    (folder / "campaign.json").write_text(campaign.text, encoding="utf-8")
    assert default_folder(campaign, tmp_path) == folder
