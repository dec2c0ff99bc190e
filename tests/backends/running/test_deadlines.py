"""A deadline may come in any phase, and the answer then says what is known; tables too large for memory are refused."""

import json
from dataclasses import asdict
from itertools import count

import pytest
from rookery_tests.brute_force import Assignments, BruteForce
from rookery_tests.command_line import lend, rookery

import rookery as rk
from rookery.backends import Ask, Deadline, Reason, Status, Unsupported, Want, backend, solve
from rookery.backends.contract import Stream, WantLike
from rookery.backends.engine.cover import tables as cover_tables
from rookery.core.deadline import OutOfTime, check_deadline, checking_deadline
from rookery.models import BadInput, Model
from rookery.models.problems.shared import attacks

PROBLEMS = (
    rk.domination("queen", 5),
    rk.domination("knight", 4, "independent"),
    rk.placement("queen", 5, 5),
    rk.k_fold("rook", 3, times=2),
)


def tick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every look at a deadline take a second, so that a limit of k seconds ends at the k-th look."""
    seconds = count()
    monkeypatch.setattr("rookery.core.deadline.monotonic", lambda: float(next(seconds)))


@pytest.mark.parametrize("want", ["one", "count"])
@pytest.mark.parametrize("name", ["backtracking", "cpsat", "sat", "python-constraint", "auto"])
def test_deadline_may_come_at_any_look(name: str, want: WantLike, monkeypatch: pytest.MonkeyPatch) -> None:
    known = {problem: solve(problem, "python-constraint", want) for problem in PROBLEMS}
    for looks in (1, 2, 3, 5, 8, 13, 21, 34):
        tick(monkeypatch)
        for problem in PROBLEMS:
            answer = solve(problem, name, want, seconds=looks)
            if answer.complete:
                assert (answer.count, answer.objective) == (known[problem].count, known[problem].objective)
            else:
                assert answer.end is Reason.TIME
                assert answer.status in (Status.UNKNOWN, Status.SATISFIED, Status.OPTIMAL)


@pytest.mark.parametrize("name", ["backtracking", "cpsat", "sat"])
def test_deadline_ends_declaration_and_compilation(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    tick(monkeypatch)
    with Deadline(0.5).held(), pytest.raises(OutOfTime):
        rk.domination("queen", 5)
    own = backend(name)
    for problem in PROBLEMS:
        with Deadline(0.5).held(), pytest.raises(OutOfTime):
            own.compile(problem.model, Ask(Want.ALL))


def test_sooner_of_two_deadlines_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rookery.core.deadline.monotonic", lambda: 100.0)
    with Deadline(0.5).held(), Deadline(5.0).held():
        check_deadline()
        monkeypatch.setattr("rookery.core.deadline.monotonic", lambda: 101.0)
        with pytest.raises(OutOfTime):
            check_deadline()
    check_deadline()


def test_checking_deadline_checks_before_the_first_item() -> None:
    assert list(checking_deadline(range(200))) == list(range(200))
    with Deadline(-1.0).held(), pytest.raises(OutOfTime):
        next(checking_deadline([1]))


class Late(BruteForce):
    """A backend that runs out of time while it compiles or begins to search."""

    name = "late"

    def __init__(self, phase: str) -> None:
        self.phase = phase

    def compile(self, model: Model, ask: Ask) -> Assignments:
        if self.phase == "compile":
            raise OutOfTime
        return super().compile(model, ask)

    def run(self, program: Assignments, ask: Ask) -> Stream:
        if self.phase == "run":
            raise OutOfTime
        return super().run(program, ask)


@pytest.mark.parametrize("phase", ["compile", "run"])
def test_phase_that_ends_late_is_a_time_limit(phase: str) -> None:
    answer = solve(rk.placement("queen", 2), Late(phase), seconds=1000.0)
    assert (answer.count, answer.status, answer.end, answer.complete) == (0, Status.UNKNOWN, Reason.TIME, False)


def test_command_says_that_the_declaration_was_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    lend(monkeypatch, BruteForce())
    tick(monkeypatch)
    words = ("solve", "domination", "--piece", "queen", "--board", "4", "--backend", "brute-force", "--seconds", "1")
    code, out, err = rookery(*words)
    assert (code, out, "time limit" in err) == (3, "", True)
    code, out, _ = rookery(*words, "--json")
    shown = json.loads(out)
    assert (code, shown["problem"], shown["status"], shown["complete"]) == (3, None, "unknown", False)
    assert shown["times"]["declare"] == shown["times"]["total"] > 0


def test_tables_that_do_not_fit_in_memory_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cover_tables, "memory_of_machine", lambda: 1 << 20)
    cover_tables.check_room(100, 100)
    with pytest.raises(Unsupported, match="GB of tables"):
        cover_tables.check_room(10_000, 10_000)
    with pytest.raises(Unsupported, match="MiB for the masks"):
        solve(rk.domination("queen", 8), "backtracking", options={"strategy": "dp", "memory": "1K"})


def test_too_many_attacks_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(attacks, "MAX_ATTACKS", 100)
    assert len(attacks.attacks(rk.ROOK, rk.Board(3, 4))) == 12  # 12 * 5 attacks
    with pytest.raises(BadInput, match="too many attacks"):
        attacks.attacks(rk.ROOK, rk.Board(4, 5))


@pytest.mark.parametrize("name", ["backtracking", "cpsat", "sat"])
def test_times_of_phases_are_within_the_total(name: str) -> None:
    spent = asdict(solve(PROBLEMS[0], name).times)
    total = spent.pop("total")
    assert all(seconds >= 0 for seconds in spent.values())
    assert 0 < sum(spent.values()) <= total * (1 + 1e-9)
    assert spent["declare"] == PROBLEMS[0].declare_seconds
