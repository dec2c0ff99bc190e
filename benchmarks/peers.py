"""Models written by hand for other libraries, as their documentation shows it, beside Rookery.

rookery compare benchmarks/peers.toml

Each asks n queens in the library's best words, and anything else as sums of Booleans.
"""

import json
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from threading import Timer
from typing import Any, ClassVar, NamedTuple

from rookery import placement
from rookery.backends import Ask, Backend, End, Reason, Unsupported, Want
from rookery.models import AtLeast, AtMost, Exactly, Linear, Maximize, Minimize, Model, Satisfy

Chosen = frozenset[int]
SIGNS: Mapping[Any, str] = {AtMost: "<=", AtLeast: ">=", Exactly: "=="}
QUEENS = """\
include "alldifferent.mzn";
array[1..{n}] of var 0..{n} - 1: x;
constraint alldifferent(x);
constraint alldifferent([x[i] + i | i in 1..{n}]);
constraint alldifferent([x[i] - i | i in 1..{n}]);
solve :: int_search(x, first_fail, indomain_min) satisfy;
"""


class Stated(NamedTuple):
    """A model, and n if it asks for n queens on n x n."""

    model: Model
    queens: int

    @property
    def constraints(self) -> Sequence[Any]:
        """The constraints, all of them `AtMost`, `AtLeast` or `Exactly`."""
        return self.model.constraints

    def read(self, values: list[int]) -> Chosen:
        """Return the true variables: of queens, `values` are columns, else zeros and ones."""
        if self.queens:
            return frozenset(row * self.queens + column for row, column in enumerate(values))
        return frozenset(number for number, value in enumerate(values) if value)

    def post(self, x: Any, add: Callable[[Any], object]) -> Any:
        """State the constraints over expressions `x` with operators, and return the goal as an expression."""
        for constraint in self.constraints:
            total = sum(x[each] if each >= 0 else 1 - x[~each] for each in constraint.literals)
            match constraint:
                case AtMost(bound, _):
                    add(total <= bound)
                case AtLeast(bound, _):
                    add(total >= bound)
                case Exactly(bound, _):
                    add(total == bound)
        return sum(weight * (x[each] if each >= 0 else 1 - x[~each]) for weight, each in terms(self.model))


class Peer(Backend):
    """A library as one first uses it; the model is written during the search, and is part of its time."""

    can = frozenset({"one", "best", "all", "count", "seed"})

    def compile(self, model: Model, ask: Ask) -> Stated:
        """Recognise n queens, and refuse weights."""
        if any(isinstance(each, Linear) for each in model.constraints):
            raise Unsupported("this peer knows no weights")
        n = round(model.variables**0.5)
        return Stated(model, n if n * n == model.variables and model == placement("queen", n, n).model else 0)


class PlainOrtools(Peer):
    """OR-Tools CP-SAT; it lists by its own enumeration."""

    name = "ortools-by-hand"
    summary = "OR-Tools as its guide shows it"
    packages: ClassVar[Mapping[str, str]] = {"ortools": "ortools"}

    def run(self, program: Stated, ask: Ask) -> Iterator[Any]:
        """Solve; let CP-SAT enumerate if more than one solution is wanted."""
        from ortools.sat.python import cp_model

        model, n, goal = cp_model.CpModel(), program.queens, program.model.goal
        if n:
            x = [model.new_int_var(0, n - 1, f"x{row}") for row in range(n)]
            for sign in (0, 1, -1):
                model.add_all_different(x[row] + sign * row for row in range(n))
        else:
            x = [model.new_bool_var(f"x{number}") for number in range(program.model.variables)]
            aim = program.post(x, model.add)
            if not isinstance(goal, Satisfy):
                (model.minimize if isinstance(goal, Minimize) else model.maximize)(aim)

        class Collector(cp_model.CpSolverSolutionCallback):
            def on_solution_callback(self) -> None:
                found.append(program.read([self.value(each) for each in x]))

        found: list[Chosen] = []
        one = ask.want is Want.ONE or not isinstance(goal, Satisfy)
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = (ask.workers or 1) if one else 1
        solver.parameters.random_seed = ask.seed
        solver.parameters.enumerate_all_solutions = not one
        solver.parameters.max_time_in_seconds = min(ask.deadline.left(), 1e9)
        status = solver.solve(model, Collector())
        yield from found[-1:] if one else found
        yield end(status == cp_model.INFEASIBLE, status == cp_model.OPTIMAL, found, program, ask)


class PlainCpmpy(Peer):
    """CPMpy's default solver; it lists by `solveAll`."""

    name = "cpmpy-by-hand"
    summary = "CPMpy as its documentation shows it"
    packages: ClassVar[Mapping[str, str]] = {"cpmpy": "cpmpy", "ortools": "ortools"}

    def run(self, program: Stated, ask: Ask) -> Iterator[Any]:
        """Call `solve` for one solution or the best, else `solveAll`."""
        # without HiGHS: its library and that of OR-Tools do not go together in one process
        sys.modules.setdefault("highspy", None)  # type: ignore[arg-type]
        import cpmpy as cp

        n, goal, rules = program.queens, program.model.goal, list[Any]()
        x = [cp.intvar(0, n - 1) for _ in range(n)] if n else [cp.boolvar() for _ in range(program.model.variables)]
        if n:
            rules += (cp.AllDifferent([x[row] + sign * row for row in range(n)]) for sign in (0, 1, -1))
        aim = None if n else program.post(x, rules.append)
        model = cp.Model(rules)
        if not isinstance(goal, Satisfy):
            (model.minimize if isinstance(goal, Minimize) else model.maximize)(aim)
        found: list[Chosen] = []

        def keep() -> None:
            found.append(program.read([int(each.value()) for each in x]))

        solver, limit = cp.SolverLookup.get("ortools", model), min(ask.deadline.left(), 1e6)
        if ask.want is Want.ONE or not isinstance(goal, Satisfy):
            if solver.solve(num_search_workers=ask.workers or 1, random_seed=ask.seed, time_limit=limit):
                keep()
        else:
            solver.solveAll(display=keep, time_limit=limit)
        yield from found
        status = solver.status().exitstatus.name
        yield end(status == "UNSATISFIABLE", status == "OPTIMAL", found, program, ask)


class NaivePysat(Peer):
    """Glucose on pairwise clauses and sequential counters; the best by asking for better and better."""

    name = "naive-pysat"
    summary = "PySAT as one first uses it: pairs, sequential counters, blocking clauses"
    packages: ClassVar[Mapping[str, str]] = {"pysat": "python-sat"}

    def run(self, program: Stated, ask: Ask) -> Iterator[Any]:
        """Ask, forbid, ask again; with a goal ask for a better one each time."""
        from pysat.card import CardEnc, EncType
        from pysat.solvers import Solver

        model, top = program.model, program.model.variables
        aim = [literal(each) for _, each in terms(model)]

        def encode(make: Callable[..., Any], literals: list[int], bound: int) -> list[list[int]]:
            nonlocal top
            encoded = make(literals, bound, top_id=top, encoding=EncType.seqcounter)
            top = max(top, encoded.nv)
            return list(encoded.clauses)

        def write(constraint: Any) -> Iterator[list[int]]:
            literals, bound = list(map(literal, constraint.literals)), constraint.bound
            if not isinstance(constraint, AtMost) and bound > 0:
                if bound == 1 or bound > len(literals):
                    yield literals if bound == 1 else []
                else:
                    yield from encode(CardEnc.atleast, literals, bound)
            if not isinstance(constraint, AtLeast) and bound < len(literals):
                if bound == 0:
                    yield from ([-each] for each in literals)
                elif bound == 1:
                    yield from ([-one, -other] for one, other in combinations(literals, 2))
                else:
                    yield from encode(CardEnc.atmost, literals, bound)

        found: list[Chosen] = []
        with Solver("glucose4", [clause for each in model.constraints for clause in write(each)]) as solver:
            while ask.want is not Want.ONE or aim or not found:
                if not solve_until(solver, ask):
                    stopped = ask.deadline.passed()
                    yield end(not stopped and not found, not stopped, found, program, ask)
                    return
                true = {each for each in solver.get_model() if 0 < each <= model.variables}
                found.append(frozenset(each - 1 for each in true))
                yield found[-1]
                if not aim:
                    solver.add_clause([-each if each in true else each for each in range(1, model.variables + 1)])
                    continue
                best = sum(each in true if each > 0 else -each not in true for each in aim)
                if best == (len(aim) if isinstance(model.goal, Maximize) else 0):
                    break
                better = (CardEnc.atleast, best + 1) if isinstance(model.goal, Maximize) else (CardEnc.atmost, best - 1)
                for clause in encode(better[0], aim, better[1]):
                    solver.add_clause(clause)
        yield end(False, bool(aim), found, program, ask)


class PlainMinizinc(Peer):
    """The command `minizinc` with Gecode; its translation to FlatZinc is part of each time."""

    name = "minizinc-gecode"
    summary = "MiniZinc with Gecode"

    def run(self, program: Stated, ask: Ask) -> Iterator[Any]:
        """Read solutions as they are printed; each better one of an optimum, all of a list."""
        command = ["minizinc", "--solver", "gecode", "--output-mode", "json", "--input-from-stdin"]
        command += ["-a"] if ask.want is not Want.ONE or terms(program.model) else []
        if (left := ask.deadline.left()) < 1e9:
            command += ["--time-limit", str(max(1, int(left * 1000)))]
        found, block, last = list[Chosen](), "", ""
        try:
            process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        except OSError as error:
            raise Unsupported(f"{error}: install MiniZinc") from error
        with process:
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write("\n".join(self._write(program)))
            process.stdin.close()
            try:
                for line in map(str.strip, process.stdout):
                    if line == "----------":
                        found.append(program.read(json.loads(block)["x"]))
                        yield found[-1]
                        block = ""
                    elif line.startswith("====="):
                        last = line
                    else:
                        block += line
            finally:
                process.kill()
        yield end(last == "=====UNSATISFIABLE=====", last == "==========", found, program, ask)

    def _write(self, program: Stated) -> Iterator[str]:
        if program.queens:
            yield QUEENS.format(n=program.queens)
            return
        goal = program.model.goal
        yield f"array[0..{program.model.variables - 1}] of var 0..1: x;"
        for each in program.constraints:
            total = " + ".join(f"x[{one}]" if one >= 0 else f"(1 - x[{~one}])" for one in each.literals)
            yield f"constraint {total or 0} {SIGNS[type(each)]} {each.bound};"
        aim = " + ".join(f"{weight} * x[{one}]" for weight, one in terms(program.model))
        yield f"solve {f'{type(goal).__name__.lower()} {aim}' if aim else 'satisfy'};"


def terms(model: Model) -> list[tuple[int, int]]:
    """Return the weights and literals of the goal."""
    return [] if isinstance(model.goal, Satisfy) else list(model.goal.terms())


def literal(number: int) -> int:
    """Return a literal as SAT solvers write it."""
    return number + 1 if number >= 0 else number


def solve_until(solver: Any, ask: Ask) -> bool:
    """Return whether there is a solution; False also when the time is up."""
    if (left := ask.deadline.left()) > 1e9:
        return bool(solver.solve())
    timer = Timer(left, solver.interrupt)
    timer.start()
    try:
        return bool(solver.solve_limited(expect_interrupt=True))
    finally:
        timer.cancel()
        timer.join()
        solver.clear_interrupt()


def end(none: bool, done: bool, found: list[Chosen], program: Stated, ask: Ask) -> End:
    """Return how a search ended: it has proven that there is none, or that the best or all are found, or neither."""
    several = ask.want is not Want.ONE or not isinstance(program.model.goal, Satisfy)
    proven = none or (done and several)
    bound = program.model.value(found[-1]) if proven and found else None
    return End(proven, Reason.DONE if proven or (found and not several) else Reason.TIME, bound=bound)
