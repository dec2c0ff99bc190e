"""Searches that are kept in a file and go on from it: the same final answer, and no other file is taken."""

import json
import signal
import subprocess
import sys
from itertools import count
from pathlib import Path
from random import Random
from time import sleep
from typing import Any
from zipfile import ZipFile

import pytest
from rookery_tests.alarm import ctrl_c_after
from rookery_tests.shattering import shatter
from rookery_tests.small_models import asked, random_models, solutions_of
from rookery_tests.yardstick import with_time_enough

import rookery as rk
from rookery.backends import Question, Run, Want, backend
from rookery.backends.contract.backend import SearchState
from rookery.backends.contract.question import WantLike
from rookery.backends.running import checkpoint
from rookery.backends.running.checkpoint import INDEX, VERSION, Checkpoint, read_checkpoint, write_checkpoint
from rookery.models import BadInput, Board, Satisfy, domination, placement
from rookery.models.pieces.piece import KING, KNIGHT, QUEEN

pytestmark = pytest.mark.slow

OWN = backend("backtracking")
QUEENS = placement(QUEEN, Board(12), 12)
SEARCHES = {
    "counting rows": (placement(QUEEN, Board(8), 8), "count"),
    "listing rows": (placement(QUEEN, Board(7), 7), "all"),
    "all of the fewest": (domination(QUEEN, Board(6)), "all"),
    "counting the fewest": (domination(KNIGHT, Board(5)), "count"),
    "the most": (placement(KNIGHT, Board(5)), "all"),
    "within bounds": (placement(KING, Board(4, 5), 4), "count"),
    "general": (placement({QUEEN: 2, KNIGHT: 2}, Board(4)), "all"),
    "the best, in general": (rk.k_fold_domination(KING, Board(4), 2), "count"),
}
every_search = pytest.mark.parametrize(("problem", "want"), SEARCHES.values(), ids=SEARCHES)


def through(path: Path, record: SearchState) -> SearchState:
    """A record as it comes back from a file."""
    write_checkpoint(path, {}, {"search": record})
    return read_checkpoint(path)[1]["search"]


def essence(answer: rk.Answer) -> tuple[Any, ...]:
    return answer.status, answer.complete, answer.count, answer.objective, answer.bound, set(answer.solutions)


@every_search
def test_a_search_goes_on_from_a_file_at_any_point(
    problem: rk.Problem, want: WantLike, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    right = essence(rk.solve(problem, want=want))
    for seed in range(2):
        shatter(monkeypatch, Random(seed), lambda record: through(tmp_path / "kept", record))
        assert essence(rk.solve(problem, want=want)) == right


def test_any_model_goes_on_from_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shatter(monkeypatch, Random(0), lambda record: through(tmp_path / "kept", record))
    models = [model for model in random_models(30, 5) if isinstance(model.goal, Satisfy)]
    assert len(models) > 5
    for model in models:
        found, _ = asked(OWN, model, Want.ALL)
        assert len(found) == len(set(found))
        assert set(found) == solutions_of(model)


@every_search
@pytest.mark.parametrize("workers", [1, 2])
def test_an_answer_is_given_again_from_its_file(
    problem: rk.Problem, want: WantLike, workers: int, tmp_path: Path
) -> None:
    first = rk.solve(problem, want=want, workers=workers, checkpoint=tmp_path / "kept")
    again = rk.solve(problem, want=want, resume=tmp_path / "kept")
    assert essence(first) == essence(again) == essence(rk.solve(problem, want=want))


HARD = {
    "rows": (placement(QUEEN, Board(15), 15), "count", 2279184),  # OEIS A000170
    "all minimum sets": (domination(QUEEN, Board(13)), "count", 288),  # OEIS A002564
    "a list of them": (domination(QUEEN, Board(13)), "all", 288),
    "the fewest": (domination(QUEEN, Board(13)), "one", 1),
}


@pytest.mark.parametrize(("problem", "want", "right"), HARD.values(), ids=HARD)
@pytest.mark.part(4)
def test_deadlines_cut_a_search_in_pieces_and_nothing_is_lost(
    problem: rk.Problem, want: WantLike, right: int, tmp_path: Path
) -> None:
    path, answer = tmp_path / "kept", rk.solve(problem, want=want, seconds=0.2, checkpoint=tmp_path / "kept")
    before = 0
    for turn in count():
        if answer.complete:
            break
        assert before <= answer.count <= right
        before = answer.count if want == "count" and answer.objective is None else 0
        # ever longer, so that on a busy machine the turns are few: each compiles the problem anew
        answer = rk.solve(problem, want=want, seconds=0.2 * 1.5**turn, workers=1 + turn % 3, resume=path)
    assert (answer.count, answer.complete) == (right, True)
    assert answer.objective == (7 if problem is not HARD["rows"][0] else None)


def test_a_count_is_kept_where_the_time_is_up_before_its_search(tmp_path: Path) -> None:
    queens = placement(QUEEN, Board(8), 8)
    assert rk.solve(queens, want="count", checkpoint=tmp_path / "kept").count == 92
    for seconds, complete in ((1e-9, False), (1e-9, False), (None, True)):
        again = rk.solve(queens, want="count", seconds=seconds, resume=tmp_path / "kept")
        assert (again.count, again.status, again.complete) == (92, "satisfied", complete)


def test_a_limit_may_be_raised_when_a_list_goes_on(tmp_path: Path) -> None:
    queens = placement(QUEEN, Board(9), 9)
    some = rk.solve(queens, want="all", limit=100, checkpoint=tmp_path / "kept")
    more = rk.solve(queens, want="all", limit=300, resume=tmp_path / "kept")
    assert (some.count, more.count, set(some.solutions) <= set(more.solutions)) == (100, 300, True)
    assert set(rk.solve(queens, want="all", resume=tmp_path / "kept").solutions) >= set(more.solutions)


CHILD = """
import sys
from rookery.backends.running import checkpoint
checkpoint.SECONDS, checkpoint.SHARE = 0.05, 1
from rookery import cli
sys.exit(cli.run(sys.argv[1:]))
"""
KILLED = {
    "rows": (("placement", "--piece", "queen", "--board", "16", "--count", "16", "--count-solutions"), 14772512),
    "minimum sets": (("domination", "--piece", "queen", "--board", "14", "--count-solutions"), 4632),
    "a list": (("domination", "--piece", "queen", "--board", "14", "--all"), 4632),
    "general": (("armies", "--piece", "queen", "--piece", "queen", "--board", "5", "--count-solutions"), None),
}


# Each way once in the suite, with a search of its own; all of both by `make long`.
SHORT = {("rows", "1"), ("minimum sets", "2"), ("general", "2")}
WAYS = ("--workers", "1"), ("--workers", "2")
KILLS = [
    pytest.param(*asked, way, id=f"{name} {' '.join(way)}", marks=() if (name, way[1]) in SHORT else pytest.mark.long)
    for name, asked in KILLED.items()
    for way in WAYS
]


@pytest.mark.parametrize(("question", "right", "way"), KILLS)
def test_after_kill_9_a_search_goes_on_to_the_same_answer(
    question: tuple[str, ...], right: int | None, way: tuple[str, str], tmp_path: Path
) -> None:
    path, random = tmp_path / "kept", Random(str(way))
    command = [sys.executable, "-c", CHILD, "solve", *question, "--json"]
    if right is None:
        right = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)["count"]
    kills = 0
    while kills < 2:
        kept = "--resume" if path.exists() else "--checkpoint"
        with subprocess.Popen([*command, *way, kept, path], stdout=subprocess.PIPE, text=True) as child:
            while not path.exists() and child.poll() is None:
                sleep(0.01)
            sleep(random.uniform(0.1, 0.6))
            child.kill()
            kills += child.wait() == -signal.SIGKILL
            if child.returncode != -signal.SIGKILL:
                break
    done = subprocess.run([*command, "--workers", "2", "--resume", path], capture_output=True, check=True)
    answer = json.loads(done.stdout)
    assert kills > 0
    assert (answer["count"], answer["complete"], done.stderr) == (right, True, b"")
    assert len({json.dumps(each) for each in answer["solutions"]}) == (right if "--all" in question else 0)


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """A checkpoint of a count that was cut short."""

    def cut(seconds: float) -> rk.Answer:
        (tmp_path / "kept").unlink(missing_ok=True)
        return rk.solve(placement(QUEEN, Board(17), 17), want="count", seconds=seconds, checkpoint=tmp_path / "kept")

    assert with_time_enough(cut, lambda found: found.count, 0.3).count
    return tmp_path / "kept"


def resume(path: Path, problem: rk.Problem | None = None, want: WantLike = "count", **more: Any) -> rk.Answer:
    more = {"seconds": 0.1, **more}
    return rk.solve(problem or placement(QUEEN, Board(17), 17), want=want, resume=path, **more)


def test_a_checkpoint_of_another_question_is_refused(kept: Path) -> None:
    assert not resume(kept, workers=2).complete
    others: list[dict[str, Any]] = [
        {"problem": placement(QUEEN, Board(16), 16)},
        {"problem": placement(QUEEN, Board(17), 17, forbidden=[(0, 0)])},
        {"want": "all"},
        {"seed": 1},
        {"up_to_symmetry": True},
    ]
    for other in others:
        with pytest.raises(BadInput, match="kept is the checkpoint of another question"):
            resume(kept, **other)


def refusal(path: Path) -> str | None:
    """What is said against a file, where it is not taken."""
    try:
        assert not resume(path, seconds=0.05).complete
    except BadInput as error:
        return str(error)
    return None


def test_a_damaged_file_is_refused(kept: Path) -> None:
    whole, random = kept.read_bytes(), Random(3)
    refused = 0
    for _ in range(60):
        damaged = bytearray(whole)
        for _ in range(3):
            damaged[random.randrange(len(whole))] ^= 1 << random.randrange(8)
        kept.write_bytes(damaged)
        shown = refusal(kept)
        refused += shown is not None
        assert "\n" not in (shown or "")
    assert refused > 40
    for cut in (0, 1, len(whole) // 2, len(whole) - 1):
        kept.write_bytes(whole[:cut])
        with pytest.raises(BadInput, match="is not a checkpoint, or is damaged"):
            resume(kept)
    kept.write_text("four queens")
    with pytest.raises(BadInput, match="is not a checkpoint, or is damaged"):
        resume(kept)


@pytest.mark.parametrize(
    ("name", "value", "shown"),
    [
        ("version", 3, f"written with version 3, this is {VERSION}"),
        ("format", "rook", "written with format rook, this is"),
    ],
)
def test_another_version_is_refused(name: str, value: object, shown: str, kept: Path) -> None:
    with ZipFile(kept) as members:
        contents = {member: members.read(member) for member in members.namelist()}
    contents[INDEX] = json.dumps({**json.loads(contents[INDEX]), name: value}).encode()
    with ZipFile(kept, "w") as members:
        for member, content in contents.items():
            members.writestr(member, content)
    with pytest.raises(BadInput, match=shown):
        resume(kept)


def test_files_that_are_not_there_or_must_not_be_touched(kept: Path, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="kept exists; go on from it with resume"):
        rk.solve(QUEENS, want="count", checkpoint=kept)
    with pytest.raises(BadInput, match=r"cannot read .*missing: No such file"):
        resume(tmp_path / "missing")
    with pytest.raises(BadInput, match=r"cannot write .*kept: No such file"):
        rk.solve(QUEENS, want="count", checkpoint=tmp_path / "missing" / "kept")
    before = kept.read_bytes()
    resume(kept, checkpoint=tmp_path / "other")
    assert kept.read_bytes() == before
    assert read_checkpoint(tmp_path / "other")


@pytest.mark.parametrize(
    ("limits", "shown"),
    [
        ({"backend": "sat"}, "backend sat cannot save checkpoints"),
        ({"options": {"strategy": "rows"}}, "backend textbook cannot save checkpoints"),
    ],
)
def test_who_keeps_no_checkpoint_refuses_one(limits: dict[str, Any], shown: str, tmp_path: Path) -> None:
    with pytest.raises(rk.Unsupported, match=shown):
        rk.solve(QUEENS, want="count", checkpoint=tmp_path / "kept", **limits)
    assert not (tmp_path / "kept").exists()


def test_ctrl_c_writes_the_file(tmp_path: Path) -> None:
    problem = placement(QUEEN, Board(18), 18)
    own = checkpoint.make_identity(problem, OWN.name, Question(Want.COUNT))

    def interrupt(seconds: float) -> rk.Answer:
        (tmp_path / "kept").unlink(missing_ok=True)
        run = Run(problem, OWN, Question(Want.COUNT), Checkpoint.create(tmp_path / "kept", own))
        with ctrl_c_after(seconds), pytest.raises(KeyboardInterrupt):
            list(run)
        return run.answer()

    answer = with_time_enough(interrupt, lambda found: found.count, 0.3)
    assert answer.count > 0

    def go_on(seconds: float) -> rk.Answer:
        return rk.solve(problem, want="count", resume=tmp_path / "kept", seconds=seconds)

    assert with_time_enough(go_on, lambda found: found.count, 0.1).count >= answer.count
