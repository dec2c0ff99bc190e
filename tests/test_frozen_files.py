"""Files of version 0.3.0 stay readable: each format has a file that was written once and is kept as it is."""

import json
import shutil
from pathlib import Path

from rookery_tests.command_line import rookery
from rookery_tests.yardstick import with_time_enough

import rookery as rk

FROZEN = Path(__file__).parent / "data" / "frozen"
MEASURED = ("times", "versions", "statistics", "note", "backend")  # these depend on machine and version


def test_answer_has_the_keys_and_values_of_the_frozen_one() -> None:
    frozen = json.loads((FROZEN / "answer.json").read_text())
    words = ("solve", "placement", "--piece", "queen", "--board", "5", "--count", "n", "--all", "--json")
    answer = json.loads(rookery(*words).out)
    assert answer.keys() == frozen.keys()
    assert answer["times"].keys() == frozen["times"].keys()
    for key in frozen.keys() - set(MEASURED) - {"solutions"}:
        assert answer[key] == frozen[key], key
    assert sorted(answer["solutions"]) == sorted(frozen["solutions"])
    assert rk.declare(frozen["problem"]) == rk.placement("queen", 5, 5)


def test_checkpoint_continues(tmp_path: Path) -> None:
    """244,552 of the 365,596 solutions had been counted when it was written."""
    file, queens = shutil.copy(FROZEN / "queens-14.rookery", tmp_path), rk.placement("queen", 14, 14)
    cut = with_time_enough(  # on a busy machine the first limit may pass before the search begins
        lambda seconds: rk.solve(queens, "backtracking", "count", checkpoint=file, seconds=seconds),
        lambda found: found.count,
        0.1,
    )
    assert cut.count >= 244_552
    answer = rk.solve(queens, "backtracking", "count", checkpoint=file)
    assert (answer.count, answer.complete) == (365_596, True)


def test_certificate_is_verified() -> None:
    verified = rk.verify(FROZEN / "knights-6.cert", rk.domination("knight", 6))
    assert (verified.verified, verified.claim) == (True, "Domination by knights on a 6x6 board: 8 is the fewest")


def test_campaign_is_reported_and_continued(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(FROZEN / "campaign", tmp_path / "campaign"))
    report = json.loads(rookery("report", str(folder), "--json").out)
    assert (report["outcome"], len(report["backends"])) == ("agreed", 2)
    continued = rookery("compare", str(folder))
    assert continued.code == 0, continued.err


def test_campaign_file_states_its_problems() -> None:
    planned = rookery("compare", str(FROZEN / "campaign.toml"), "--dry-run")
    assert planned.code == 0, planned.err
    assert "20 runs" in planned.out
