"""Campaigns whose runs are made by a fleet: the same rows as at home, whatever happens to its members."""

import logging
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, Executor, Future
from itertools import cycle
from pathlib import Path
from random import Random
from threading import Event, Thread
from typing import Any

import pytest
from rookery_tests.fleets import Inline, MendedPool, NamedFleet
from rookery_tests.isolated import PLACE

import rookery as rk
from rookery.backends.contract.fleet import LostFleet
from rookery.backends.fleet.held import hold_named
from rookery.compare.analysis.findings import findings
from rookery.compare.campaign.reader import read_campaign
from rookery.compare.records.record import Ended, Record
from rookery.compare.runs.folder import CampaignOptions, CampaignResult, run
from rookery.compare.runs.remote import remote_runs, work, workers
from rookery.compare.runs.remote.work import describe_worker, read_machine
from rookery.models import BadInput

CAMPAIGN = """
name = "far"
backends = ["python-constraint"]
seconds = 20
want = "count"
[[problems]]
family = "placement"
pieces = ["queen"]
boards = "BOARDS"
count = "n"
"""
COUNTS = {4: 2, 5: 10, 6: 4, 7: 40}  # OEIS A000170


@pytest.fixture(autouse=True, scope="module")
def servers() -> Iterator[None]:
    yield
    work._close_servers()
    work._servers.clear()


def compared(folder: Path, fleet: Executor | Any = None, boards: str = "4..6", text: str = CAMPAIGN) -> CampaignResult:
    folder.mkdir(exist_ok=True)
    (file := folder / "asked.toml").write_text(text.replace("BOARDS", boards), encoding="utf-8")
    with hold_named(fleet):
        return run(read_campaign(file), folder / "out", CampaignOptions())


def summarise(record: Record) -> tuple[object, ...]:
    return record.key, record.instance, record.said, record.ended, record.count, record.complete


def rows(result: CampaignResult) -> list[tuple[object, ...]]:
    return list(map(summarise, result.records))


def lose(share: float, seed: int) -> Any:
    random = Random(seed)

    def change(answer: Any) -> Any:
        if random.random() < share:
            raise BrokenExecutor
        return answer

    return change


@pytest.mark.full
def test_runs_that_are_lost_leave_no_row_and_are_made_again(tmp_path: Path) -> None:
    fleet = Inline(lose(0.5, 3))
    found = compared(tmp_path / "far", fleet, "4..7")
    assert rows(found) == rows(compared(tmp_path / "home", None, "4..7"))
    assert [record.count for record in found.records] == [*COUNTS.values()]
    assert fleet.asked > len(COUNTS)
    assert {record.machine for record in found.records} == {
        name[8:] for name in found.environment.facts if name[:8] == "machine "
    }


LONG = CAMPAIGN.replace("seconds = 20", "seconds = 20\nseeds = 12").replace(
    'backends = ["', f'backends = ["{PLACE}", "'
)


@pytest.mark.parametrize(
    ("kills", "boards", "text"), [(2, "4..5", CAMPAIGN), pytest.param(50, "4..7", LONG, marks=pytest.mark.long)]
)
@pytest.mark.full
def test_members_killed_at_random(tmp_path: Path, kills: int, boards: str, text: str) -> None:
    random, ended, pool, done = Random(kills), Event(), MendedPool(2), 0

    def kill() -> None:
        nonlocal done
        while done < kills and not ended.wait(random.uniform(0.3, 1.5) if done else 0.02):
            done += pool.kill_one(random)

    thread = Thread(target=kill)
    thread.start()
    found = compared(tmp_path / "far", pool, boards, text)
    ended.set()
    thread.join()
    pool.shutdown()
    assert done
    assert rows(found) == rows(compared(tmp_path / "home", None, boards, text))


def test_the_answer_to_another_question_is_not_taken(tmp_path: Path) -> None:
    answers: list[Any] = []

    def shift(answer: Any) -> Any:
        answers.append(answer)
        return answers[-2] if len(answers) % 3 == 2 else answer

    found = compared(tmp_path, Inline(shift))
    assert [record.count for record in found.records] == [2, 10, 4]
    assert len(answers) == 4


def test_what_is_no_answer_counts_as_lost(tmp_path: Path) -> None:
    answers = cycle([None, 7, {}, {"token": "x", "report": {}}])
    [record] = compared(tmp_path, fleet := Inline(lambda _: next(answers)), "4").records
    assert (record.ended, record.message) == (Ended.LOST, "its worker was lost 20 times")
    assert fleet.asked == 20


def test_a_damaged_report_says_nothing(tmp_path: Path) -> None:
    [record] = compared(
        tmp_path, Inline(lambda answer: answer | {"report": answer["report"] | {"memory": -1}}), "4"
    ).records
    assert (record.ended, record.message) == (Ended.LOST, "the supervisor of this run reported nonsense")


def test_a_worker_of_another_version_gets_no_work_and_is_named(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    fleet = NamedFleet({"old": {"versions": {"rookery": "0.0.9", "python": "3"}}, "new": {}})
    with caplog.at_level(logging.WARNING, "rookery"):
        found = compared(tmp_path, fleet)
    assert [record.count for record in found.records] == [2, 10, 4]
    assert set(fleet.made) == {"new"}
    [line] = caplog.messages
    assert line.startswith("worker old on ")
    assert "gets no runs: it has rookery 0.0.9 instead of " in line


def test_all_of_another_version_are_refused(tmp_path: Path) -> None:
    with pytest.raises(
        BadInput, match=r"no worker of tcp://named can make these runs: it has .*python 2\.7 instead of"
    ):
        compared(tmp_path, NamedFleet({"old": {"versions": {"python": "2.7"}}}))


class Elsewhere(Inline):
    """A fleet whose only worker is asked for runs of another version than its own."""

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> "Future[Any]":
        asked, cancelled = args
        return super().submit(fn, asked | {"versions": asked["versions"] | {"numpy": "0.1"}}, cancelled)


def test_each_run_says_its_versions_as_well(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remote_runs, "PAUSE", 0.0)
    with pytest.raises(BadInput, match=r"can make these runs: it has numpy missing instead of 0\.1"):
        compared(tmp_path, fleet := Elsewhere(), "4")
    assert fleet.asked == 20


def test_another_file_of_a_backend_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remote_runs, "PAUSE", 0.0)
    (own := tmp_path / "own.py").write_text(Path(PLACE.partition(":")[0]).read_text(encoding="utf-8"), encoding="utf-8")
    text = CAMPAIGN.replace('["python-constraint"]', f'["{own}:Faulty"]')

    class Changing(Inline):
        def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> "Future[Any]":
            own.write_text(own.read_text(encoding="utf-8") + "\n", encoding="utf-8")
            return super().submit(fn, *args, **kwargs)

    with pytest.raises(BadInput, match=r"can make these runs: it has faulty sha256 \w+ instead of sha256 \w+"):
        compared(tmp_path, Changing(), "4", text)


SLOW, FAST = {"machine": "a", "kind": "Slow, 2 cores"}, {"machine": "b", "kind": "Fast, 4 cores"}


def test_the_runs_of_an_instance_go_to_one_kind_of_machine(tmp_path: Path) -> None:
    text = CAMPAIGN.replace('["python-constraint"]', '["python-constraint", "textbook"]')
    found = compared(tmp_path, NamedFleet({"one": SLOW, "two": FAST, "three": FAST}), "4..7", text)
    kinds = {record.instance: set[str]() for record in found.records}
    for record in found.records:
        kinds[record.instance].add(record.machine)
    assert all(len(machines) == 1 for machines in kinds.values())
    assert set.union(*kinds.values()) == {"a", "b"}
    assert found.environment.facts["machine a"] == "Slow, 2 cores"
    caveats = findings("far", found.records, found.environment).caveats
    assert caveats[0].startswith("2 kinds of machine made the runs: compare times on one instance")


def test_times_of_two_kinds_of_machine_are_told_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The machine that made the first half has left: the report says where it would be unfair to compare."""
    monkeypatch.setattr(workers, "GRACE", 0.0)
    assert len(compared(tmp_path, NamedFleet({"one": SLOW}), "4..5").records) == 2
    more = CAMPAIGN.replace('["python-constraint"]', '["python-constraint", "textbook"]')
    found = compared(tmp_path, NamedFleet({"two": FAST}), "4..6", more)
    assert [record.machine for record in found.records].count("a") == 2
    caveats = findings("far", found.records, found.environment).caveats
    assert caveats[0].startswith("Different kinds of machine made the runs of 2 instances, such as 4 queens on 4x4")


def test_a_resumed_instance_stays_with_its_kind(tmp_path: Path) -> None:
    compared(tmp_path, NamedFleet({"one": SLOW}), "4..5")
    more = CAMPAIGN.replace('["python-constraint"]', '["python-constraint", "textbook"]')
    found = compared(tmp_path, NamedFleet({"two": FAST, "one": SLOW}), "4..5", more)
    assert {record.machine for record in found.records} == {"a"}


class Vanishing(NamedFleet):
    """A fleet that loses a member with its second run, and has another one of the kind never again."""

    def submit_to(self, members: Any, task: Any, *given: Any) -> "Future[Any]":
        if given and self.made.count("one") == 1 and "one" in members:
            self.facts.pop("one", None)
            return Future()
        return super().submit_to(members, task, *given)


def test_the_runs_of_a_kind_that_has_left_go_to_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "GRACE", 0.5)
    found = compared(tmp_path, fleet := Vanishing({"one": SLOW, "two": FAST}), "4..7")
    assert [record.count for record in found.records] == [*COUNTS.values()]
    assert fleet.made.count("one") <= 1


class Lost(NamedFleet):
    """A fleet that is lost after its second run."""

    def submit_to(self, members: Any, task: Any, *given: Any) -> "Future[Any]":
        if len(self.made) == 2:
            raise LostFleet("cluster tcp://named: no scheduler answers")
        return super().submit_to(members, task, *given)


def test_what_a_lost_fleet_has_made_is_kept(tmp_path: Path) -> None:
    found = compared(tmp_path, fleet := Lost({"one": {}}), "4..7")
    assert (len(found.records), found.planned) == (2, 4)
    assert found.lost == "cluster tcp://named: no scheduler answers"
    assert fleet.closed
    assert len(compared(tmp_path, NamedFleet({"one": {}}), "4..7").records) == 4


def test_nobody_comes(tmp_path: Path) -> None:
    (fleet := NamedFleet({})).patience = 0.3
    found = compared(tmp_path, fleet, "4")
    assert found.lost == "cluster tcp://named has had no worker for 0.3 s"


def test_compare_takes_an_executor_and_refuses_what_is_none() -> None:
    problem = rk.placement("queen", 4, count=4)
    found = rk.compare(problem, "python-constraint", "count", cluster=Inline())
    assert (found.records[0].count, found.interrupted, found.lost) == (2, False, "")
    with pytest.raises(BadInput, match="cluster 5: expected local:N"):
        rk.compare(problem, "python-constraint", cluster=5)  # type: ignore[arg-type]
    with pytest.raises(BadInput, match="jobs 2: that is for this machine"):
        rk.compare(problem, "python-constraint", cluster=Inline(), jobs=2)


@pytest.mark.parametrize(
    "said",
    [
        None, 7, [], {}, {"machine": "here"}, {"machine": 1, "kind": "k"}, {"machine": "here", "kind": None},
        {"machine": "here", "kind": "k", "versions": []}, {"machine": "here", "kind": "k", "versions": {"numpy": 2}},
        {"machine": "x" * 2000, "kind": "k"},
        {"machine": "here", "kind": "k", "versions": dict.fromkeys(map(str, range(999)), "1")},
    ],
    ids=lambda said: repr(said)[:40],
)  # fmt: skip
def test_a_worker_that_says_nonsense_of_itself_is_refused(said: object) -> None:
    with pytest.raises(BadInput, match="what it says of itself is nonsense: "):
        read_machine(said)


def test_a_worker_says_its_machine_its_kind_and_its_versions() -> None:
    described = describe_worker()
    assert read_machine(described) == (described["machine"], described["kind"], described["versions"])
