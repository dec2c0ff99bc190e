"""The passes from a model to a program: each keeps the solutions, or of each orbit one, and says what it did."""

from itertools import product
from random import Random
from typing import Any

import pytest
from rookery_tests.small_models import best_of, check, random_models, solutions_of

from rookery.backends import Outcome, Request, Want, solve
from rookery.backends.contract.backend import Backend, run_program
from rookery.backends.presolve.lowering.lines import add_line_variables
from rookery.backends.presolve.lowering.passes import SWITCHES, break_symmetries, lex_leader, lower_model, option_values
from rookery.backends.solvers.cpsat import CpSat
from rookery.backends.solvers.sat import CHOICES, Sat
from rookery.backends.solvers.sat import search as ascending
from rookery.models import AtLeast, AtMost, BadInput, Board, Minimize, Model, Piece, Problem, domination, placement
from rookery.models.pieces.piece import AMAZON, BISHOP, KING, KNIGHT, NIGHTRIDER, QUEEN, ROOK

BACKENDS: tuple[Backend[Any], ...] = (CpSat(), Sat())
NAMES = [backend.name for backend in BACKENDS]
KINDS = ("plain", "independent", "total", "perfect")


def projected(model: Model, variables: int) -> list[frozenset[int]]:
    """The solutions of a lowered model, each as what it says of the first variables; one twice stands here twice."""
    return [frozenset(v for v in chosen if v < variables) for chosen in solutions_of(model)]


def grouped_models(count: int, seed: int) -> list[Model]:
    """Small covering models with groups, some of them packed, and clauses that are unions of groups or nearly so."""
    models = []
    for number in range(count):
        random = Random(f"{seed} {number}")
        size = random.randint(4, 7)
        groups = [tuple(random.sample(range(size), random.randint(2, 4))) for _ in range(random.randint(1, 3))]
        clauses = [_union(random, groups, size) for _ in range(random.randint(1, 4))]
        packed = [AtMost(1, group) for group in groups if random.random() < 0.5]
        models.append(Model(size, (*packed, *clauses), Minimize(range(size)), groups=groups))
    return models


def _union(random: Random, groups: list[tuple[int, ...]], size: int) -> AtLeast:
    members = set[int]().union(*random.sample(groups, random.randint(1, len(groups))))
    change = random.choice(("none", "none", "add", "drop", "negate"))
    if change == "add":
        members.add(random.randrange(size))
    if change == "drop" and len(members) > 1:
        members.remove(random.choice(sorted(members)))
    literals = sorted(members)
    if change == "negate":
        literals[0] = ~literals[0]
    return AtLeast(1, literals)


@pytest.mark.parametrize("seed", range(3))
def test_line_variables_keep_each_solution_once(seed: int) -> None:
    changed = 0
    for model in grouped_models(60, seed):
        made = add_line_variables(model, clause_share=0.9)
        changed += made is not model
        assert sorted(map(sorted, projected(made, model.variables))) == sorted(map(sorted, solutions_of(model)))
    assert changed > 20


def test_groups_demand_nothing() -> None:
    plain, hinted = Model(3, (AtLeast(1, range(3)),)), Model(3, (AtLeast(1, range(3)),), groups=((0, 1),))
    assert plain == hinted
    assert solutions_of(plain) == solutions_of(hinted)
    with pytest.raises(BadInput, match="no variable"):
        Model(2, (), groups=((0, 2),))


@pytest.mark.parametrize(
    ("piece", "kind", "board", "lines"),
    [
        (QUEEN, "plain", Board(8), True),
        (QUEEN, "independent", Board(8), True),
        (AMAZON, "plain", Board(8), True),
        (ROOK, "plain", Board(6, torus=True), True),
        (QUEEN, "plain", Board(7, holes=[(3, 3)]), True),
        (QUEEN, "total", Board(8), False),
        (QUEEN, "perfect", Board(8), False),
        (KNIGHT, "plain", Board(8), False),
        (KING, "independent", Board(8), False),
    ],
)
def test_lines_are_found_in_the_clauses(piece: Piece, kind: Any, board: Board, lines: bool) -> None:
    model = domination(piece, board, kind).model
    assert (add_line_variables(model) is not model) == lines


def test_lists_with_squares_alone() -> None:
    model = domination(QUEEN, Board(6)).model
    values = option_values(SWITCHES, {})
    assert lower_model(model, Request(), values).model.variables > 36
    assert lower_model(model.at_optimum(3), Request(Want.ALL), values).model.variables == 36


@pytest.mark.parametrize(("piece", "n", "taken"), [(QUEEN, 8, True), (AMAZON, 12, True), (NIGHTRIDER, 10, False)])
def test_lines_are_taken_by_themselves_where_they_are_long(piece: Piece, n: int, taken: bool) -> None:
    model = domination(piece, Board(n), "independent").model
    assert lower_model(model, Request(), option_values(SWITCHES, {})).lines is taken
    assert lower_model(model, Request(), option_values(SWITCHES, {"lowering.lines": "on"})).lines


@pytest.mark.parametrize("seed", range(3))
def test_the_lex_leader_keeps_one_of_each_orbit(seed: int) -> None:
    for piece, side in product((QUEEN, KNIGHT, BISHOP), (2, 3)):
        model = _random_domination(Random(f"{seed} {piece} {side}"), piece, side).model
        clauses, top = lex_leader(model.symmetries, model.variables)
        made = Model(model.variables, model.constraints)
        kept = {chosen for chosen in solutions_of(made) if _leads(chosen, clauses, top, model.variables)}
        orbits = {frozenset(_images(chosen, model)) for chosen in solutions_of(made)}
        assert all(len(orbit & kept) == 1 for orbit in orbits)


def _leads(chosen: frozenset[int], clauses: list[AtLeast], top: int, own: int) -> bool:
    """Whether some values of the auxiliary variables satisfy the lex-leader: unit propagation finds the least ones."""
    forced, before = set(chosen), -1
    while before != len(forced):
        before = len(forced)
        for clause in clauses:
            *rest, last = clause.literals
            if last >= own and not any((v in forced) if v >= 0 else (~v not in forced) for v in rest):
                forced.add(last)
    return Model(top, tuple(clauses)).accepts(forced)


def _images(chosen: frozenset[int], model: Model) -> list[frozenset[int]]:
    return [frozenset(permutation[v] for v in chosen) for permutation in model.symmetries]


def _random_domination(random: Random, piece: Piece, side: int, kind: Any = "plain") -> Problem:
    """A small board with holes, fixed and forbidden squares, now and then placed so that symmetries remain."""
    squares = [(row, column) for row in range(side) for column in range(side)]
    random.shuffle(squares)
    holes, fixed, forbidden = (
        [squares.pop() for _ in range(random.choice((0, 0, 1)))] if len(squares) > 1 else [] for _ in range(3)
    )
    board = Board(side, holes=holes, torus=random.random() < 0.2)
    return domination(piece, board, kind, fixed, forbidden)


@pytest.mark.slow
@pytest.mark.parametrize("backend", BACKENDS, ids=NAMES)
@pytest.mark.parametrize("kind", KINDS)
def test_every_switch_keeps_the_optimum_and_the_count(backend: Backend[Any], kind: str) -> None:
    for number in range(3):
        random = Random(f"{kind} {number}")
        problem = _random_domination(random, random.choice((QUEEN, ROOK, KNIGHT, AMAZON, BISHOP)), 3, kind)
        best = best_of(problem.model)
        for lines, symmetry in product(("auto", "on", "off"), ("off", "lex")):
            options = {"lowering.lines": lines, "lowering.symmetry": symmetry}
            answer = solve(problem, backend.name, options=options)
            assert (answer.complete, answer.objective) == (True, best), (problem.title, options)
            if best is not None:
                right = len(solutions_of(problem.model.at_optimum(best)))
                assert solve(problem, backend.name, "count", options=options).count == right


@pytest.mark.parametrize("kind", ["plain", "independent", "total"])
def test_the_refutation_by_lex_leaders_gives_the_optimum_of_cores(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Turns of few conflicts, so that both sides of an ascending search work at each count."""
    monkeypatch.setattr(ascending, "FIRST_TURN", 2)
    for number in range(8):
        random = Random(f"{kind} {number}")
        problem = _random_domination(random, random.choice((QUEEN, ROOK, AMAZON, BISHOP)), random.choice((4, 5)), kind)
        values = {solve(problem, "sat", options={"search": search}).objective for search in ("ascending", "cores")}
        assert len(values) == 1, problem.title


@pytest.mark.parametrize("torus", [False, True])
@pytest.mark.full
def test_a_solution_is_found_or_excluded_by_lex_leaders(torus: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """As if each took long; on tori there are 8 n^2 symmetries, and givens leave some of them."""
    monkeypatch.setattr(ascending, "SOON", 0)
    seen = set()
    for piece, side in product((QUEEN, ROOK, KING, AMAZON), (3, 4, 5)):
        for fixed in ((), ((1, 1),)):
            for count in range(1, side + 2):
                problem = placement(piece, Board(side, torus=torus), count, fixed=fixed)
                seen.add(status := solve(problem, "sat").status)
                assert status == solve(problem, "textbook").status, problem.title
    assert len(seen) == 2


@pytest.mark.slow
@pytest.mark.parametrize("options", [{"lowering.lines": "on"}, {"lowering.counts": "off"}], ids=str)
@pytest.mark.parametrize("backend", BACKENDS, ids=NAMES)
def test_is_right_on_random_models_by_every_pass(backend: Backend[Any], options: dict[str, str]) -> None:
    for model in [*random_models(25, 11), *grouped_models(10, 12)]:
        check(backend, model, options=options)


@pytest.mark.slow
@pytest.mark.parametrize(
    "options",
    [{"amo": amo} for amo in CHOICES["amo"]]
    + [{"card": card} for card in CHOICES["card"]]
    + [{"search": "ascending", "card": card} for card in CHOICES["card"]]
    + [{"search": "cores"}, {"solver": "minicard", "amo": "seqcounter", "card": "totalizer"}],
    ids=str,
)
def test_is_right_by_every_encoding_and_search(options: dict[str, str]) -> None:
    for model in [*random_models(25, 13), *grouped_models(8, 14)]:
        check(BACKENDS[1], model, options=options)


@pytest.mark.parametrize("n", [2, 5, 6, 26])
@pytest.mark.parametrize("amo", CHOICES["amo"])
def test_at_most_one_holds_by_every_encoding(amo: str, n: int) -> None:
    model = Model(n, (AtMost(1, range(n)),))
    request = Request(Want.COUNT, options={"amo": amo})
    (outcome,) = run_program(BACKENDS[1], BACKENDS[1].compile(model, request), request)
    assert isinstance(outcome, Outcome)
    assert outcome.count == n + 1


@pytest.mark.parametrize("backend", BACKENDS, ids=NAMES)
def test_symmetry_breaking_is_refused_where_it_loses_solutions(backend: Backend[Any]) -> None:
    queens = placement(QUEEN, Board(6), 6)
    for want in ("all", "count"):
        with pytest.raises(BadInput, match="it removes solutions that the question lists or counts"):
            solve(queens, backend.name, want, options={"lowering.symmetry": "lex"})
    assert solve(queens, backend.name, options={"lowering.symmetry": "lex"}).count == 1


@pytest.mark.parametrize("backend", BACKENDS, ids=NAMES)
def test_refuses_values_that_an_option_does_not_take(backend: Backend[Any]) -> None:
    with pytest.raises(BadInput, match=r"lowering\.lines=maybe: accepted are auto, on, off"):
        solve(domination(QUEEN, Board(4)), backend.name, options={"lowering.lines": "maybe"})


@pytest.mark.parametrize("backend", BACKENDS, ids=NAMES)
def test_says_which_passes_it_took(backend: Backend[Any]) -> None:
    model, request = domination(QUEEN, Board(8), "independent").model, Request()
    shown = "\n".join(backend.explain(backend.compile(model, request)))
    assert "model: 64 variables" in shown
    assert "pass lines: " in shown
    assert "pass counts: " in shown
    assert ("search: ascending" in shown) == (backend.name == "sat")


def test_breaking_adds_variables_above_the_models_own() -> None:
    model = domination(KNIGHT, Board(3)).model
    assert break_symmetries(model).variables > model.variables
    assert {frozenset(v for v in c if v < 9) for c in solutions_of(break_symmetries(model, depth=1))} <= solutions_of(
        model
    )
