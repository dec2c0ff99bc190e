"""One deadline over all phases: it may come at any look at the clock, in any phase, and is always an honest answer."""

import json
from importlib import import_module
from time import perf_counter, sleep

import pytest
from rookery_tests.brute_force import Assignments, BruteForce
from rookery_tests.command_line import lend, rookery
from rookery_tests.slow_clock import tick

from rookery.backends import Deadline, End, Question, Request, Status, Unsupported, Want, backend, solve, start
from rookery.backends.contract.question import WantLike
from rookery.backends.engine.cover import tables as cover_tables
from rookery.backends.engine.frontier import count, turns
from rookery.backends.presolve.structure.selection import Selection
from rookery.core.deadline import OutOfTime, check_deadline, checking_deadline, note_since, take_noted
from rookery.models import BadInput, Board, Model, Problem, domination, k_fold_domination, placement
from rookery.models.pieces.piece import KNIGHT, QUEEN, ROOK
from rookery.models.problems.shared import attacks

PROBLEMS = (
    domination(QUEEN, Board(5)),
    domination(KNIGHT, Board(4), "independent"),
    placement(QUEEN, Board(5), 5),
    k_fold_domination(ROOK, Board(3), times=2),
)
GAMMA = 3  # OEIS A075458: queens that dominate 5x5


@pytest.mark.parametrize("looks", [1, 2, 3, 5, 8, 13, 21, 34])
@pytest.mark.parametrize("want", ["one", "count"])
@pytest.mark.parametrize("name", ["backtracking", "cpsat", "sat", "python-constraint", "auto"])
def test_the_deadline_may_come_at_any_look(
    name: str, want: WantLike, looks: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = {problem: solve(problem, "python-constraint", want) for problem in PROBLEMS}
    tick(monkeypatch)
    for problem in PROBLEMS:
        answer = solve(problem, name, want, seconds=looks)
        assert answer.complete or answer.end is End.TIME
        assert answer.complete or answer.status in (Status.UNKNOWN, Status.SATISFIED, Status.OPTIMAL)
        if answer.complete:
            assert (answer.count, answer.objective) == (known[problem].count, known[problem].objective)


def test_the_first_look_ends_every_compilation(monkeypatch: pytest.MonkeyPatch) -> None:
    tick(monkeypatch)
    for name in ("backtracking", "cpsat", "sat"):
        for problem in PROBLEMS:
            runner = backend(name)
            runner.load()
            with Deadline(0.5).held(), pytest.raises(OutOfTime):
                runner.compile(problem.model, Request(Want.ALL))


def test_the_first_look_ends_every_declaration(monkeypatch: pytest.MonkeyPatch) -> None:
    tick(monkeypatch)
    with Deadline(0.5).held(), pytest.raises(OutOfTime):
        domination(QUEEN, Board(5))
    assert domination(QUEEN, Board(5)).model.variables == 25


def test_the_sooner_of_two_deadlines_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rookery.core.deadline.monotonic", lambda: 100.0)
    with Deadline(0.5).held(), Deadline(5.0).held():
        check_deadline()
        monkeypatch.setattr("rookery.core.deadline.monotonic", lambda: 101.0)
        with pytest.raises(OutOfTime):
            check_deadline()
    check_deadline()


def test_things_are_watched_before_the_first_and_now_and_then() -> None:
    assert list(checking_deadline(range(200))) == list(range(200))
    with Deadline(-1.0).held(), pytest.raises(OutOfTime):
        next(checking_deadline([1]))


class Late(BruteForce):
    """The time is up while it looks at the question, or compiles."""

    name = "late"

    def __init__(self, phase: str) -> None:
        self.phase = phase

    def check(self, model: Model, request: Request) -> None:
        if self.phase == "check":
            raise OutOfTime

    def ready(self, program: Assignments, request: Request) -> None:
        if self.phase == "ready":
            raise OutOfTime


@pytest.mark.parametrize("phase", ["check", "ready"])
def test_a_phase_that_ends_late_is_a_time_limit(phase: str, monkeypatch: pytest.MonkeyPatch) -> None:
    run = start(placement(QUEEN, Board(2)), Late(phase), Question(seconds=1000.0))
    found = list(run)
    answer = run.answer()
    assert (found, answer.status, answer.end, answer.complete) == ([], Status.UNKNOWN, End.TIME, False)
    assert answer.times.total >= sum(answer.times.as_dict().values()) - answer.times.total


@pytest.mark.parametrize("as_json", [True, False])
def test_a_declaration_that_is_cut_is_told(as_json: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    lend(monkeypatch, BruteForce())
    tick(monkeypatch)
    command = ["solve", "domination", "--piece", "queen", "--board", "4", "--backend", "brute-force", "--seconds", "1"]
    code, out, err = rookery(*command, *(["--json"] if as_json else []))
    assert code == 3
    if as_json:
        shown = json.loads(out)
        assert (shown["problem"], shown["status"], shown["complete"], shown["end"]) == (
            None,
            "unknown",
            False,
            "time limit",
        )
        assert shown["times"]["declare"] == shown["times"]["total"] > 0
    else:
        assert (out, err) == ("", "rookery: stopped by the time limit, before the problem was declared\n")


def test_a_wrong_limit_is_told_before_anything_is_declared() -> None:
    code, out, err = rookery("solve", "domination", "--piece", "queen", "--board", "4", "--seconds", "0")
    assert (code, out, err) == (2, "", "rookery: 0 seconds; it must be more than 0\n")


def test_the_identity_of_a_checkpoint_is_made_where_one_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object) -> None:
        raise AssertionError("nobody asked for a checkpoint")

    monkeypatch.setattr(import_module("rookery.backends.running.checkpoint"), "make_identity", refused)
    start(PROBLEMS[0], "backtracking", Question())
    with pytest.raises(AssertionError, match="nobody asked"):
        start(PROBLEMS[0], "backtracking", Question(), checkpoint="here")


def test_no_frontier_is_set_up_where_it_is_not_swept(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object) -> None:
        raise AssertionError("a frontier of too many variables")

    def search(deadline: Deadline) -> bool:
        return True

    monkeypatch.setattr(count, "Frontier", refused)
    many = turns.MAX_VARIABLES + 1
    chosen = Selection(many, frozenset(), frozenset(range(many)), (), (), (), (), 0, many, 0)
    outcome = turns.count_by_turns(chosen, search, lambda: 7, Request(Want.COUNT))
    assert (outcome.proven, outcome.count) == (True, 7)


def test_tables_that_do_not_fit_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cover_tables, "memory_of_machine", lambda: 1 << 20)
    cover_tables.check_room(100, 100)
    with pytest.raises(Unsupported, match=r"GB of tables for 10,000 variables and 10,000 items; it takes half"):
        cover_tables.check_room(10_000, 10_000)


def test_attacks_that_do_not_fit_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(attacks, "MAX_ATTACKS", 100)
    assert len(attacks.attacks(ROOK, Board(3, 4))) == 12  # 12 * 5 attacks
    with pytest.raises(BadInput, match=r"a board of 4x5 has too many attacks; at most 100 are accepted"):
        attacks.attacks(ROOK, Board(4, 5))


@pytest.mark.parametrize("name", ["backtracking", "cpsat", "sat"])
def test_times_hold_all_that_passes(name: str) -> None:
    problem: Problem = PROBLEMS[0]
    answer = solve(problem, name)
    spent = answer.times.as_dict()
    total = spent.pop("total")
    assert answer.objective == GAMMA
    assert sum(spent.values()) <= total * (1 + 1e-9)
    assert spent["declare"] == problem.declare_seconds


class Slow(BruteForce):
    """A backend that takes its time in each phase."""

    def load(self) -> None:
        sleep(0.1)

    def compile(self, model: Model, request: Request) -> Assignments:
        sleep(0.1)
        return super().compile(model, request)

    def versions(self) -> dict[str, str]:
        sleep(0.1)
        return super().versions()


def test_phases_are_nearly_all_of_a_call() -> None:
    """Of 0.3 s and more, by the clock around the call; one try in many is enough on a machine that is busy."""
    shares = list[float]()
    take_noted()
    for _ in range(30):
        began = perf_counter()
        spent = solve(domination(QUEEN, Board(2)), Slow()).times.as_dict()
        whole = perf_counter() - began
        shares.append((sum(spent.values()) - spent["total"]) / whole)
        if shares[-1] >= 0.95 and spent["compile"] < 0.3:
            break
    assert 0.95 <= max(shares) <= 1 + 1e-9
    assert spent["load"] >= 0.2 > spent["compile"] - 0.1 > 0


def test_what_passes_before_a_run_is_its_start() -> None:
    take_noted()
    began = perf_counter()
    sleep(0.02)
    note_since(perf_counter() - 0.01)  # within the time that is noted next
    note_since(began, less=0.005)
    spent = solve(domination(QUEEN, Board(2)), BruteForce()).times
    assert 0.015 <= spent.start <= spent.total
    assert take_noted() == 0


def test_masks_that_do_not_fit_are_refused() -> None:
    options = {"strategy": "dp", "memory": "1K"}
    with pytest.raises(Unsupported, match=r"strategy dp needs 0.00146 MiB for the masks of 64 variables and 64 items"):
        solve(domination(QUEEN, Board(8)), "backtracking", options=options)
