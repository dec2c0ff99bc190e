"""MiniZinc as its handbook shows it: n queens by `alldifferent`, anything else as sums of Booleans."""

import json
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar

from queens import find_queens

from rookery.backends import Ask, Backend, End, Reason, Unsupported, Want
from rookery.backends.contract import Stream
from rookery.models import AtLeast, AtMost, Exactly, Linear, Minimize, Model, Satisfy

SIGNS = {AtMost: "<=", AtLeast: ">=", Exactly: "="}
QUEENS = """\
include "alldifferent.mzn";
array[1..{n}] of var 0..{last}: q;
constraint alldifferent(q);
constraint alldifferent([q[i] + i | i in 1..{n}]);
constraint alldifferent([q[i] - i | i in 1..{n}]);
solve :: int_search(q, first_fail, indomain_min) satisfy;
"""
DONE, NONE = "==========", "=====UNSATISFIABLE====="


@dataclass(frozen=True)
class Text:
    """A model as MiniZinc reads it; `queens` is n where it is n queens."""

    text: str
    queens: int
    goal: bool


class PlainMinizinc(Backend[Text]):
    """The command `minizinc`; its translation to FlatZinc is part of the search, and of each time."""

    name = "minizinc-gecode"
    summary = "MiniZinc with Gecode"
    solver: ClassVar[str] = "gecode"

    def compile(self, model: Model, ask: Ask) -> Text:
        """Write the text of a model."""
        try:
            listed = subprocess.run(["minizinc", "--solvers"], capture_output=True, text=True, check=True).stdout
        except (OSError, subprocess.CalledProcessError) as error:
            raise Unsupported(f"{error}: install MiniZinc") from error
        if self.solver not in listed.lower():
            raise Unsupported(f"MiniZinc has no solver {self.solver}")
        n = find_queens(model)
        if n is None:
            return Text("\n".join(lines(model)) + "\n", 0, not isinstance(model.goal, Satisfy))
        return Text(QUEENS.format(n=n, last=n - 1), n, False)

    def run(self, program: Any, ask: Ask) -> Stream:
        """Read solutions as they are printed; each better one of an optimum, all of a list."""
        left = ask.deadline.left()
        command = ["minizinc", "--solver", self.solver, "--output-mode", "json", "--input-from-stdin"]
        command += ["-a"] if ask.want is not Want.ONE or program.goal else []
        command += [] if left > 1e9 else ["--time-limit", str(max(1, int(left * 1000)))]
        pipes = partial(subprocess.Popen, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        with pipes(command) as process:
            process.stdin.write(program.text)
            process.stdin.close()
            try:
                end = yield from solutions(process.stdout, program)
            finally:
                process.kill()
        proven = end in (DONE, NONE)
        yield End(proven, Reason.DONE if proven or not ask.deadline.passed() else Reason.TIME, note=end)


def solutions(printed: Iterator[str], program: Any) -> Any:
    """The solutions as sets of variables, and then the mark with which MiniZinc ends."""
    block, end = "", ""
    for line in map(str.strip, printed):
        if line == "----------":
            yield chosen(json.loads(block), program)
            block = ""
        elif line.startswith("====="):
            end = line
        else:
            block += line
    return end


def chosen(values: dict[str, list[int]], program: Any) -> frozenset[int]:
    """The variables that are true."""
    if program.queens:
        return frozenset(row * program.queens + column for row, column in enumerate(values["q"]))
    return frozenset(number for number, true in enumerate(values["x"]) if true)


def lines(model: Model) -> Iterator[str]:
    """A model of 0/1 variables, a line a constraint."""
    yield f"array[0..{model.variables - 1}] of var 0..1: x;"
    for each in model.constraints:
        if isinstance(each, Linear):
            raise Unsupported("this peer knows no weights")
        yield f"constraint {total(each.literals)} {SIGNS[type(each)]} {each.bound};"
    if isinstance(model.goal, Satisfy):
        yield "solve satisfy;"
    else:
        aim = " + ".join(f"{weight}*{true(literal)}" for weight, literal in model.goal.terms())
        yield f"solve {'minimize' if isinstance(model.goal, Minimize) else 'maximize'} {aim};"


def total(literals: Any) -> str:
    """A sum of literals."""
    return " + ".join(map(true, literals)) or "0"


def true(literal: int) -> str:
    """A literal as a number."""
    return f"x[{literal}]" if literal >= 0 else f"(1 - x[{~literal}])"
