"""The backend that chooses, alone and with several backends in a race."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from itertools import islice
from math import inf
from pathlib import Path
from random import Random
from threading import active_count
from typing import Literal

import pytest
from rookery_tests.graphs import random_edges, vertex_cover
from rookery_tests.yardstick import PATIENCE, comes_true, within

import rookery as rk
from benchmarks.auto.graphs import by_chance
from benchmarks.auto.learning import measure_losses, measure_worths, name_thresholds, read_points
from rookery.backends import Outcome, Request, Want, start
from rookery.backends.contract.reductions import Switches
from rookery.backends.fleet import processes as race_processes
from rookery.backends.fleet.race import LOG, Competitor, Race
from rookery.backends.presolve.reductions.reduce import reduce_model
from rookery.backends.presolve.reductions.solving import split
from rookery.backends.registry import backend
from rookery.backends.solvers import auto
from rookery.backends.solvers.auto import AutoProgram, rules, traits
from rookery.backends.solvers.auto.rules import rank_backends
from rookery.backends.solvers.auto.traits import Kind, Traits
from rookery.models import AtLeast, Minimize, Model, RookeryError

pytestmark = pytest.mark.slow

QUEENS = rk.placement(rk.QUEEN, rk.Board(6), count=6)
GUARDS = rk.domination(rk.QUEEN, rk.Board(5))
HARD = rk.placement(rk.QUEEN, rk.Board(24), count=24)


@pytest.fixture(autouse=True)
def none_left() -> Iterator[None]:
    """No process and no thread is left by any test."""
    before = active_count()
    yield
    assert not children(os.getpid())
    assert active_count() <= before


def children(parent: int) -> list[str]:
    listed = subprocess.run(
        ["ps", "-ww", "-o", "pid=,args=", "--ppid", str(parent)], capture_output=True, text=True
    ).stdout
    return [line for line in listed.splitlines() if "fleet.race" in line]


@pytest.mark.parametrize("workers", [1, 2])
def test_says_who_answered_and_why(workers: int) -> None:
    for want in Want:
        answer = rk.solve(QUEENS, "auto", want, workers=workers)
        assert (answer.complete, answer.count) == (True, 1 if want is Want.ONE else 4)
        assert answer.raw_status.startswith("auto: ")
        assert "a choice in each row, 36 variables" in answer.raw_status
        assert ("first of backtracking, sat" in answer.raw_status) is (workers > 1)


@pytest.mark.parametrize("workers", [1, 3])
@pytest.mark.full
def test_optimises(workers: int) -> None:
    for want, count in ((Want.ONE, 1), (Want.ALL, 186), (Want.COUNT, 186)):  # OEIS A002564
        answer = rk.solve(GUARDS, "auto", want, workers=workers)
        assert (answer.status, answer.objective, answer.bound, answer.count) == ("optimal", 3, 3, count)
    assert rk.solve(rk.placement(rk.QUEEN, rk.Board(3), 3), "auto", workers=workers).status == "infeasible"


@pytest.mark.parametrize(
    ("vertices", "share", "first"),
    [(60, 0.1, "backtracking"), (301, 0.2, "backtracking"), (301, 0.05, "sat"), (1500, 0.002, "sat")],
)
def test_vertex_covers_of_large_sparse_graphs_go_to_sat(vertices: int, share: float, first: str) -> None:
    model = vertex_cover(vertices, random_edges(Random(1), vertices, share))
    assert rank_backends(model, Request()).order[0] == first
    assert rank_backends(model.at_optimum(5), Request(Want.ALL)).order[0] == "backtracking"


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.full
def test_narrow_coverings_go_to_the_frontier(workers: int) -> None:
    """Knights on a strip: few squares are open at once; camels on a square have no such order, and CP-SAT is asked."""
    strip, square = rk.domination(rk.KNIGHT, rk.Board(3, 60)), rk.domination(rk.piece("camel"), rk.Board(16))
    request = Request(workers=workers)
    program = backend("auto").compile(strip.model, request)
    assert (program.names, "width" in program.size) == (("backtracking",), True)
    assert backend("auto").compile(square.model, request).names[0] == "cpsat"
    answer = rk.solve(strip, "auto", workers=workers, options={"lowering.columns": "off"})
    assert (answer.status, answer.objective) == ("optimal", rk.solve(strip, "sat").objective)
    assert "backtracking (a narrow covering" in answer.raw_status


def test_covers_with_many_pairs_go_to_sat() -> None:
    """A formula of clauses of three as a hitting set: a pair for each variable and its negation."""
    random, pairs = Random(1), [(at, at + 1) for at in range(0, 120, 2)]
    clauses = [random.sample(range(120), 3) for _ in range(250)]
    model = Model(120, tuple(AtLeast(1, item) for item in (*pairs, *clauses)), Minimize(range(120)))
    assert rank_backends(model, Request()).order[0] == "sat"
    without = Model(120, tuple(AtLeast(1, item) for item in clauses), Minimize(range(120)))
    assert rank_backends(without, Request()).order[0] == "cpsat"


@pytest.mark.parametrize(
    ("piece", "size", "kind", "first"),
    [
        ("camel", 14, "independent", "backtracking"),
        ("ferz", 16, "independent", "sat"),
        ("bishop", 14, "independent", "backtracking"),
        ("zebra", 12, "independent", "cpsat"),
        ("knight", 12, "independent", "backtracking"),
        ("ferz", 16, "plain", "backtracking"),
    ],
)
def test_covers_with_rivals_in_independent_parts(
    piece: str, size: int, kind: Literal["plain", "independent"], first: str
) -> None:
    """Parts are solved one by one, so the rules see one of them."""
    model = reduce_model(rk.domination(rk.piece(piece), rk.Board(size), kind).model, Request(), Switches()).model
    parts = split(model)
    assert rank_backends(parts[-1].reduced.model if parts else model, Request()).order[0] == first


@pytest.mark.parametrize(
    "problem",
    [
        *(rk.domination(rk.piece(name), rk.Board(12, torus=True)) for name in ("knight", "camel", "ferz", "zebra")),
        *(rk.domination(rk.KING, rk.Board(11, torus=True), kind) for kind in ("plain", "independent", "total")),
        rk.domination(rk.KNIGHT, rk.Klein(11)),
        rk.domination(rk.KNIGHT, rk.Board(11, torus=True), fixed=[(0, 0), (5, 5)]),
        rk.domination(rk.KNIGHT, rk.Board(11, torus=True, holes=[(3, 3)])),
        rk.domination(rk.piece("NC"), rk.Board(12)),
        rk.domination(rk.NIGHTRIDER, rk.Board(12)),
        rk.domination(rk.QUEEN, rk.Board(14, holes=[(row, (3 * row) % 14) for row in range(14)])),
    ],
    ids=str,
)
def test_coverings_of_tori_and_those_with_many_options_an_item_go_to_our_own_search(problem: rk.Problem) -> None:
    assert rank_backends(problem.model, Request()).order[0] == "backtracking"


@pytest.mark.parametrize(
    ("problem", "first"),
    [
        (rk.k_fold_domination(rk.KING, rk.Board(10), 2), "sat"),
        (rk.k_fold_domination(rk.QUEEN, rk.Board(10), 2), "backtracking"),
        (rk.k_fold_domination(rk.KING, rk.Board(9, torus=True), 2), "backtracking"),
        (rk.upper_domination(rk.KING, rk.Board(8)), "sat"),
        (rk.upper_domination(rk.QUEEN, rk.Board(7)), "backtracking"),
        (rk.placement(rk.KING, rk.Board(13, torus=True)), "cpsat"),
        (rk.placement(rk.NIGHTRIDER, rk.Board(14)), "cpsat"),
        (rk.placement(rk.QUEEN, rk.Board(12, torus=True)), "backtracking"),
        (rk.placement(rk.KNIGHT, rk.Board(40)), "sat"),
        (rk.placement({rk.KING: 3, rk.KNIGHT: None}, rk.Board(8)), "sat"),
    ],
    ids=str,
)
def test_items_hit_several_times_and_largest_sets_go_where_they_were_fastest(problem: rk.Problem, first: str) -> None:
    assert rank_backends(problem.model, Request()).order[0] == first


def test_coverings_of_random_threes_are_no_torus() -> None:
    """All items have as many options there, but the variables do not hit as many."""
    random = Random(1)
    model = Model(120, tuple(AtLeast(1, random.sample(range(120), 3)) for _ in range(250)), Minimize(range(120)))
    assert not Traits.of(model, Request()).even


def test_armies_go_to_the_search_for_rivals() -> None:
    for problem in (rk.armies([rk.QUEEN] * 2, rk.Board(9)), rk.most_unguarded(rk.QUEEN, rk.Board(9), 9)):
        for model in (problem.model, problem.model.at_optimum(4)):
            assert rank_backends(model, Request(Want.COUNT)).order[0] == "backtracking"
    assert rank_backends(rk.armies([rk.QUEEN] * 2, rk.Board(9), 5).model, Request()).order[0] == "backtracking"


def test_explains_itself() -> None:
    for workers, begins in ((1, "auto: backtracking ("), (2, "auto: backtracking and sat (")):
        request = Request(workers=workers)
        program = backend("auto").compile(QUEENS.model, request)
        lines = backend("auto").explain(program)
        assert lines[0].startswith(begins)
        assert (len(lines) > 1) is (workers == 1)


def test_more_workers_than_backends_are_refused() -> None:
    with pytest.raises(rk.Unsupported, match="auto races at most 3 backends, a worker each: backtracking, cpsat, sat"):
        rk.solve(QUEENS, "auto", workers=4)


@pytest.mark.parametrize("want", list(Want))
def test_a_race_keeps_its_deadline(want: Want) -> None:
    problem = HARD if want is not Want.ONE else rk.domination(rk.QUEEN, rk.Board(20))
    with within(5):
        answer = rk.solve(problem, "auto", want, workers=2, seconds=1)
    assert (answer.complete, answer.end) == (False, "time limit")
    if want is Want.ONE and answer.bound is not None:
        assert answer.bound <= 11  # OEIS A075458


@pytest.mark.full
def test_a_race_is_limited_and_has_no_duplicates() -> None:
    answer = rk.solve(rk.placement(rk.ROOK, rk.Board(7), 7), "auto", "all", workers=3, limit=300)
    assert (answer.count, len(set(answer.solutions)), answer.end) == (300, 300, "solution limit")


def test_a_race_that_is_left_ends() -> None:
    with closing(iter(start(HARD, "auto", rk.Question(Want.ALL, workers=2)))) as stream:
        assert len(list(islice(stream, 3))) == 3


def asked(names: tuple[str, ...], want: Want = Want.COUNT) -> Race:
    request = Request(want)
    return Race([Competitor(name, name, request) for name in names], QUEENS.model, request)


def test_who_fails_is_out() -> None:
    (outcome,) = asked(("no-such-backend", "backtracking")).run()
    assert isinstance(outcome, Outcome)
    assert (outcome.proven, outcome.count, outcome.answered_by) == (True, 4, "backtracking")


def test_when_all_fail_it_is_told() -> None:
    with pytest.raises(RookeryError, match=r"all of the race failed: .*nobody: BadInput: unknown backend"):
        next(asked(("nobody", "no-one")).run())


def test_a_backend_that_refuses_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(model: rk.Model, request: Request) -> AutoProgram:
        raise rk.Unsupported("told to")

    monkeypatch.setattr(backend("backtracking"), "compile", refuse)
    answer = rk.solve(QUEENS, "auto", "count")
    assert answer.count == 4
    assert answer.raw_status.startswith("auto: sat (backtracking refused: told to; ")


def site(folder: Path, code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let each new interpreter run some code before any other, as an installed package may have it do."""
    (folder / "sitecustomize.py").write_text(code)
    monkeypatch.setenv("PYTHONPATH", str(folder))


@pytest.mark.parametrize("stream", ["stdout", "stderr"])
@pytest.mark.full
def test_who_prints_at_start_up_races_all_the_same(
    stream: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    site(
        tmp_path, f"import sys; print('cno_such_module\\nname\\n.' * 9999, file=sys.{stream}, flush=True)", monkeypatch
    )
    assert rk.solve(QUEENS, "auto", "count", workers=2, seconds=PATIENCE).count == 4


DIES_FIRST = """
import os
from time import sleep
try:
    os.close(os.open({taken!r}, os.O_CREAT | os.O_EXCL))
except FileExistsError:
    while not os.path.exists({told!r}):
        sleep(0.01)
else:
    print("no such luck", flush=True)
    {ending}
"""


@pytest.mark.parametrize(
    ("ending", "code"),
    [("os._exit(3)", 3), ("os.kill(os.getpid(), 9)", -9), ("os._exit(5 if os.fork() else sleep(60))", 5)],
)
@pytest.mark.full
def test_who_dies_at_start_up_is_told_in_a_line_and_the_others_go_on(
    ending: str, code: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A process that was forked and holds the line open hides no death. The others begin when it is told."""
    taken, told = tmp_path / "taken", tmp_path / "told"
    monkeypatch.setattr(LOG, "filters", [lambda record: bool(told.write_bytes(b"told"))])
    site(tmp_path, DIES_FIRST.format(taken=str(taken), told=str(told), ending=ending), monkeypatch)
    assert rk.solve(QUEENS, "auto", "count", workers=2, seconds=PATIENCE).count == 4
    assert f"is out of the race: its process ended with {code}: no such luck" in caplog.text
    assert len(caplog.records) == 1


def test_what_cannot_be_read_ends_a_racer(monkeypatch: pytest.MonkeyPatch) -> None:
    said = "import os, time; os.write({}, b'cno_such_module\\nname\\n.'); time.sleep(60)"
    monkeypatch.setattr(
        race_processes, "process_command", lambda parent, at, module: [sys.executable, "-c", said.format(at)]
    )
    with pytest.raises(RookeryError, match="backtracking: what it says cannot be read: ModuleNotFoundError: No module"):
        next(asked(("backtracking",)).run())


CODE = """
import rookery as rk
rk.solve(rk.placement(rk.QUEEN, rk.Board(24), 24), "auto", "count", workers=2)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="the system's own help is Linux's")
@pytest.mark.parametrize("with_signal", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
@pytest.mark.full
def test_no_racer_outlives_its_race(with_signal: signal.Signals) -> None:
    process = subprocess.Popen([sys.executable, "-c", CODE], stderr=subprocess.DEVNULL, start_new_session=True)
    try:
        assert comes_true(lambda: len(children(process.pid)) >= 2), "no racers were started"
        racers = [int(line.split()[0]) for line in children(process.pid)]
        with within(10):
            process.send_signal(with_signal)
            process.wait(PATIENCE)
        with within(5):
            assert comes_true(lambda: not any(map(lives, racers))), "a racer is left"
    finally:
        process.kill()
        process.wait()


def lives(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


def test_the_rules_see_structure() -> None:
    def kind_of(problem: rk.Problem) -> Kind | None:
        return Traits.of(problem.model, Request()).kind

    assert kind_of(QUEENS) is Kind.ROWS
    assert kind_of(GUARDS) is Kind.COVER
    assert kind_of(rk.domination(rk.KNIGHT, rk.Board(6), "total")) is Kind.OPEN
    assert kind_of(rk.placement(rk.KING, rk.Board(4))) is Kind.PACKING
    assert kind_of(rk.placement(rk.KNIGHT, rk.Board(4), 3)) is Kind.SELECTION
    assert kind_of(rk.peaceable_queens(4)) is Kind.RIVALS
    assert kind_of(rk.upper_domination(rk.QUEEN, rk.Board(4))) is Kind.GENERAL
    assert kind_of(rk.placement(rk.QUEEN, rk.Board(200), 200)) is None  # no structure is looked for there


@pytest.mark.full
def test_every_rule_decides_some_measured_point() -> None:
    assert {rule.reason for rule in rules.RULES} == {point.rule.reason for point in read_points()}


@pytest.mark.full
def test_the_choice_is_near_the_best_wherever_it_was_measured() -> None:
    """Never worse than 4 times the fastest and half a second; where none finished, anything is as good.

    What our own search foresees is no choice of the rules: 1.5 s are its share.
    """
    for point in read_points():
        assert point.seconds[point.choice] <= 4 * min(point.seconds.values()) + (1.5 if point.foreseen else 0.5), point


@pytest.mark.full
def test_thresholds_are_few_and_no_other_value_chooses_better_by_much() -> None:
    names = name_thresholds()
    assert len({*names, *(name for name, value in vars(traits).items() if name.isupper() and value != inf)}) <= 12
    for name in names:
        losses = measure_losses(name)
        assert losses[getattr(rules, name)] <= min(losses.values()) + 0.5, losses


@pytest.mark.full
def test_a_rule_less_costs_something() -> None:
    assert min(worth for rule, worth in measure_worths()) > 0


def test_a_large_cover_that_is_nearly_solved_goes_to_the_linear_relaxation() -> None:
    """Its frontier, of some effort, is left out; a small one is not."""
    graph = rk.Graph([*by_chance(Random(2), 1500)])
    model = rk.domination(rk.GUARD, graph, "independent").model
    assert rank_backends(model, Request()).order[0] == "sat"
    assert rank_backends(model, Request(gap=0.004)).order[0] == "cpsat"
    torus = rk.domination(rk.piece("wazir"), rk.Board(12, 30)).model
    for gap, first in ((inf, "backtracking"), (0.004, "cpsat")):
        assert backend("auto").compile(torus, Request(gap=gap)).names[0] == first
    strip = rk.domination(rk.KNIGHT, rk.Board(3, 60)).model
    assert backend("auto").compile(strip, Request(gap=0.004)).names == ("backtracking",)


@pytest.mark.parametrize(
    ("problem", "first"),
    [
        (rk.queens_and_pawns(8, 2), "sat"),
        (rk.armies((rk.QUEEN, rk.QUEEN), rk.Board(8), 9), "backtracking"),
        (rk.cheapest_domination({rk.QUEEN: 9, rk.ROOK: 5}, rk.Board(6)), "cpsat"),
        (rk.weighted_placement({rk.QUEEN: 9, rk.KNIGHT: 3}, rk.Board(8)), "sat"),
        (rk.connected_domination(rk.ROOK, rk.Board(6)), "backtracking"),
        (rk.connected_domination(rk.QUEEN, rk.Board(7)), "sat"),
        (rk.sighted_placement({rk.ROOK: None}, rk.Board(6), pawns=2), "sat"),
        (rk.border_domination(rk.QUEEN, rk.Board(12)), "backtracking"),
        (rk.domination(rk.QUEEN, rk.Board(12), "total"), "backtracking"),
        (rk.domination(rk.KNIGHT, rk.Board(12), "total"), "sat"),
        (rk.most_unguarded(rk.QUEEN, rk.Board(7), 7), "backtracking"),
    ],
    ids=str,
)
def test_families_go_where_they_were_fastest(problem: rk.Problem, first: str) -> None:
    assert rank_backends(problem.model, Request()).order[0] == first


PAWNS = rk.queens_and_pawns(8, 1).model  # 128 solutions (OEIS A103330)


# With the pawn in the fourth row: a tenth of the work.
ELSEWHERE = [variable for variable in range(64, 128) if variable not in range(88, 96)]
FEW_PAWNS = Model(128, (*PAWNS.constraints, *(AtLeast(1, (~variable,)) for variable in ELSEWHERE)))


@pytest.mark.parametrize("want", [Want.ALL, Want.COUNT])
@pytest.mark.parametrize("some", [1000, 31, 12])
@pytest.mark.part(3)
def test_where_there_are_many_solutions_our_own_search_goes_on(
    want: Want, some: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(auto, "SOME", some)
    answer = rk.solve_model(FEW_PAWNS, "auto", want)
    assert (answer.complete, answer.count, len(set(answer.solutions))) == (True, 32, 32 * (want is Want.ALL))
    assert answer.run.raw_status.startswith(f"auto: {'sat' if some >= 32 else 'backtracking'} (")


@pytest.mark.long
def test_by_a_third_backend_there_are_as_few() -> None:
    assert rk.solve_model(FEW_PAWNS, "cpsat", "count").count == 32


@pytest.mark.long
@pytest.mark.parametrize("want", [Want.ALL, Want.COUNT])
@pytest.mark.parametrize("some", [1000, 127, 50])
def test_the_known_number_of_many_solutions(want: Want, some: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(auto, "SOME", some)
    answer = rk.solve_model(PAWNS, "auto", want)
    assert (answer.complete, answer.count, len(set(answer.solutions))) == (True, 128, 128 * (want is Want.ALL))


@pytest.mark.parametrize(("some", "limit"), [(1000, 15), (12, 15), (12, 13), (12, 5), (12, 31)])
def test_a_limit_holds_for_both(some: int, limit: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(auto, "SOME", some)
    answer = rk.solve_model(FEW_PAWNS, "auto", "all", limit=limit)
    assert (answer.complete, answer.run.end, len(set(answer.solutions))) == (False, "solution limit", limit)


@pytest.mark.full
def test_names_of_variables_need_not_travel() -> None:
    model = replace(QUEENS.model, name=lambda variable: "a name that cannot be pickled")
    assert rk.solve_model(model, "auto", "count", workers=2).count == 4
