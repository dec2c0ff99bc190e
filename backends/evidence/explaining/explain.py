"""Explanations why there is no solution, or why an optimum cannot be beaten: in words, as plain data, and drawn."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Any, overload

from rookery.backends.answer import Answer, Status
from rookery.backends.evidence.explaining.contradiction import (
    Grouped,
    find_contradiction,
    find_packing_of_count,
    list_between,
    list_demands,
    list_failing_squares,
    list_meetings,
)
from rookery.backends.evidence.explaining.cores import Core, Size, find_small_core
from rookery.backends.evidence.explaining.packing import (
    Packing,
    describe_packing,
    describe_rules,
    find_packing,
)
from rookery.backends.running.solve import solve
from rookery.core.deadline import Deadline, OutOfTime
from rookery.core.errors import show_value
from rookery.core.words import shorten
from rookery.models import BadInput, Model, Piece, Problem, Satisfy, Square
from rookery.models.drawing.boards import draw_picture, draw_text, speak
from rookery.models.drawing.svg import Marks
from rookery.models.model.constraints import describe_constraint
from rookery.models.problem.placement import list_pieces
from rookery.models.referee.rules import Fixed, Forbidden, Holds, Rule

Squares = tuple[Square, ...]
WAY = Piece("line of an attack", "l", rides=(), glyph="*")
FAILING = Piece("failing square", "u", rides=(), glyph="?")
CROSSED = Piece("forbidden square", "x", rides=(), glyph="×")
LETTERS = "abcdefghijklmnopqrstuvwyzABCDEFGHIJKLMNOPQRSTUVWXYZ"  # without x, which is forbidden
MAX_SAID = 200  # characters of it in what a programmer is shown
SIZES = {
    Size.SMALLEST: "No smaller set of rules and givens contradicts itself.",
    Size.MINIMAL: "Without any one of them there is a solution.",
    Size.UNKNOWN: "Fewer of them may suffice: a limit was reached first.",
}


class Explained(StrEnum):
    """Subject of an explanation."""

    CONTRADICTION = "contradiction"
    OPTIMUM = "optimum"
    NOTHING = "nothing"


@dataclass(frozen=True, repr=False)
class Explanation:
    """An explanation of the answer to a problem.

    A contradiction has `rules` that no placement keeps together, of which `size` says whether they could be fewer;
    `squares` are some on which a rule about every square fails, `meetings` the pairs of fixed pieces of which one
    attacks the other. An `optimum` has a `packing` if one shows that nothing better exists. `note` says what is not
    explained, and why.
    """

    problem: Problem
    kind: Explained
    rules: tuple[Rule, ...] = ()
    size: Size = Size.UNKNOWN
    squares: Squares = ()
    meetings: tuple[tuple[Square, Square], ...] = ()
    optimum: int | None = None
    packing: Packing | None = None
    note: str = ""

    def __str__(self) -> str:
        return "\n".join([*self.sentences(), *self.drawing()])

    def __repr__(self) -> str:
        """The sentences in short; `str` has all of them, and the board."""
        return f"Explanation({shorten(' '.join(self.sentences()), MAX_SAID)!r})"

    def sentences(self) -> Iterator[str]:
        """State what is known, a line each."""
        if self.rules:
            yield "These cannot hold together:" if len(self.rules) > 1 else "This cannot hold:"
            yield from (f"- {line}" for line in describe_rules(self.rules))
            yield from (self._tell_meeting(*pair) for pair in self.meetings)
            if self.squares:
                yield f"It fails on {', '.join(map(str, self.squares))}, marked ?."
            yield SIZES[self.size]
        if self.packing is not None:
            weighted = getattr(self.problem.model.goal, "weights", None) is not None
            yield describe_packing(self.packing, weighted)
        if self.note:
            yield self.note

    def _tell_meeting(self, one: Square, other: Square) -> str:
        fixed = self.problem.fixed
        return f"The {fixed[one]} on {one} and the {fixed[other]} on {other} attack each other."

    def drawing(self) -> list[str]:
        """Draw the board, row by row: givens, * between attackers, ? if a rule fails, a letter per group."""
        shown = self._shown
        return draw_text(self.problem.board, shown, _sign).split("\n") if shown else []

    @cached_property
    def groups(self) -> tuple[Squares, ...]:
        """The squares of each constraint of a packing: the one that it is about, or those that it counts."""
        if self.packing is None:
            return ()
        board, own = self.problem.board, dict[int, Squares]()
        for rules, constraints in list_demands(self.problem):
            if any(rule.each_square for rule in rules) and len(constraints) == len(board):
                own |= {id(each): (square,) for each, square in zip(constraints, board, strict=True)}
        size = len(board) * len(self.problem.pieces)
        return tuple(
            own.get(id(each)) or tuple(sorted({board.cell(v % len(board)) for v in each.literals if 0 <= v < size}))
            for each in self.packing.constraints
        )

    @property
    def _counted(self) -> Iterator[tuple[Squares, int]]:
        """Each group of a packing, and how often it is taken."""
        return zip(self.groups, self.packing.counted if self.packing else (), strict=True)

    @property
    def _lettered(self) -> dict[Square, Piece]:
        """A letter for each group of squares; for the same one in each if a group is one square."""
        alone = all(len(group) == 1 for group in self.groups)
        letters = [
            Piece(f"group {at + 1}", "o" if alone else LETTERS[at % len(LETTERS)], rides=())
            for at in range(len(self.groups))
        ]
        return {square: letter for letter, group in zip(letters, self.groups, strict=True) for square in group}

    @property
    def _fixed(self) -> dict[Square, Piece]:
        return {rule.square: rule.piece for rule in self.rules if isinstance(rule, Fixed)}

    @property
    def _forbidden(self) -> list[Square]:
        return [rule.square for rule in self.rules if isinstance(rule, Forbidden)]

    @property
    def _shown(self) -> dict[Square, Piece]:
        ways = [list_between(*pair, self.problem) for pair in self.meetings]
        given = (
            {square: WAY for way in ways for square in way}
            | dict.fromkeys(self._forbidden, CROSSED)
            | dict.fromkeys(self.squares, FAILING)
            | self._fixed
        )
        return given | self._lettered

    def as_dict(self) -> dict[str, Any]:
        """The explanation as plain data: the JSON of the command line."""
        return {
            "kind": self.kind.value,
            "sentences": list(self.sentences()),
            "rules": list(describe_rules(self.rules)),
            "fixed": list_pieces(self._fixed),
            "forbidden": [list(square) for square in self._forbidden],
            "size": self.size.value if self.rules else None,
            "squares": [list(square) for square in self.squares],
            "attacks": [[list(one), list(other)] for one, other in self.meetings],
            "bound": self.packing.bound if self.packing else None,
            "packing": [[list(square) for square in group] for group, times in self._counted for _ in range(times)],
            "times": self.packing.times if self.packing else None,
            "board": self.drawing(),
        }

    def svg(self, *, coordinates: bool | str = False) -> str:
        """The board as a picture: fixed pieces, an arrow for each attack, crosses on forbidden squares, groups."""
        marks = Marks(coordinates, attacked=self.squares, forbidden=self._forbidden, conflicts=self.meetings)
        return draw_picture(self.problem.board, self._fixed | self._lettered, marks) or ""

    def _repr_html_(self) -> str:
        """The findings in words, over the board, over the meaning of its marks."""
        return speak(
            self.sentences(),
            self.svg(coordinates=True) if self._shown else None,
            self._name_marks(),
            self.problem.board,
        )

    def _name_marks(self) -> Iterator[str]:
        if self.meetings:
            yield "an arrow: one piece attacks the other"
        if self._forbidden:
            yield "a cross: forbidden"
        if self.squares:
            yield "shaded: squares on which a rule fails"
        if self.groups and all(len(group) == 1 for group in self.groups):
            yield "o: a square that is counted"
        elif self.groups:
            yield "a letter: the squares of one group, which count together"


def _sign(piece: Piece) -> str:
    return piece.glyph or piece.symbol if piece in (FAILING, WAY) else piece.symbol


SECONDS = 60.0
ROW_SIZES = {
    Size.SMALLEST: "No smaller set of rows contradicts itself.",
    Size.MINIMAL: "Without any one of them there is a solution.",
    Size.UNKNOWN: "Fewer of them may suffice: a limit was reached first.",
}
LIMIT = "A limit was reached first: no explanation was found."
SOLVABLE = "There is a solution, so nothing contradicts."
NO_PACKING = "No short reason was found why nothing is better; the proof is the search itself."
BEYOND = "The rules in chess words do not contradict each other: the model demands more than they say."


@dataclass(frozen=True)
class ModelExplanation:
    """An explanation why a model without chess words has no solution: `rows`, its constraints by number, that
    contradict each other.

    None if it has a solution, or if the time ran out; `note` then says which.
    """

    model: Model
    rows: tuple[int, ...] | None
    size: Size = Size.UNKNOWN
    note: str = ""

    def __str__(self) -> str:
        if self.rows is None:
            return self.note
        lines = (f"- row {at}: {describe_constraint(self.model.constraints[at], self.model.name)}" for at in self.rows)
        return "\n".join(["These rows cannot hold together:", *lines, ROW_SIZES[self.size]])


@overload
def explain(problem: Problem, answer: Answer | None = None, seconds: float | None = SECONDS) -> Explanation: ...


@overload
def explain(problem: Model, answer: None = None, seconds: float | None = SECONDS) -> ModelExplanation: ...


def explain(
    problem: Problem | Model, answer: Answer | None = None, seconds: float | None = SECONDS
) -> Explanation | ModelExplanation:
    """Explain why a problem has no solution, or why nothing is better than its optimum.

    >>> import rookery as rk
    >>> print(rk.explain(rk.placement("queen", 4, count=4, fixed=["a1"])))
    These cannot hold together:
    - a queen is fixed on 3,0
    - 4 queens stand on the board
    - no piece attacks another
    No smaller set of rules and givens contradicts itself.
    ....
    ....
    ....
    Q...

    "No solution" is explained by rules and givens that no placement keeps together. Their number is the smallest, or
    minimal (without any one of them there is a solution), as `size` says. They are found by a SAT solver, whichever
    backend answered. An optimum is explained by a packing, which can be added up by hand, if one is found.

    `answer` saves solving the problem again. `seconds` are for all of it; if they end first, the
    explanation says what is known so far. A plain `Model` is explained by the numbers of its rows.
    """
    if isinstance(problem, Model):
        return _explain_model(problem, seconds)
    if not isinstance(problem, Problem):
        raise BadInput(f"explain takes a problem, such as rookery.placement(...), not a {type(problem).__name__}")
    if not isinstance(answer, Answer | None):
        raise BadInput(f"explain, answer {show_value(answer)}: expected what rk.solve(problem) has given")
    try:
        with Deadline(seconds).held():
            if answer is None or answer.status is Status.INFEASIBLE:
                return _explain_rules(problem, answer)
            return _explain_answer(problem, answer)
    except OutOfTime:
        return Explanation(problem, Explained.NOTHING, note=LIMIT)


def _explain_model(model: Model, seconds: float | None) -> ModelExplanation:
    """Explain why a model has no solution: rows of it that contradict each other, as few as time allows."""
    numbers = range(len(model.constraints))
    try:
        with Deadline(seconds).held():
            groups = (((at,), (constraint,)) for at, constraint in enumerate(model.constraints))
            grouped: Grouped[int] = Grouped(model.variables, numbers, groups, lambda solution, units: ())
            with closing(grouped):
                core = find_small_core(numbers, grouped.core)
    except OutOfTime:
        return ModelExplanation(model, None, note=LIMIT)
    return ModelExplanation(model, None, note=SOLVABLE) if core is None else _of_rows(model, core)


def _of_rows(model: Model, core: Core[int]) -> ModelExplanation:
    return ModelExplanation(model, tuple(sorted(core.units)), core.size)


def _explain_rules(problem: Problem, answer: Answer | None) -> Explanation:
    core = find_contradiction(problem)
    if core is not None:
        return explain_core(problem, core)
    if answer is not None:
        return Explanation(problem, Explained.NOTHING, note=BEYOND)
    if isinstance(problem.model.goal, Satisfy):
        return Explanation(problem, Explained.NOTHING, note=SOLVABLE)
    left = Deadline().or_held().left()
    return _explain_answer(problem, solve(problem, seconds=None if left == float("inf") else max(left, 0.001)))


def explain_core(problem: Problem, core: Core[Rule]) -> Explanation:
    """Explain a contradiction: its rules in order, with the squares and the count that show it."""
    rules = tuple(sorted(core.units, key=lambda rule: _rank(rule, problem)))
    squares = list_failing_squares(rules, problem)
    meetings = tuple(list_meetings(rules, problem))
    packing = None if meetings else _find_packing_of_count(rules, problem)
    return Explanation(problem, Explained.CONTRADICTION, rules, core.size, squares, meetings, packing=packing)


def _find_packing_of_count(rules: tuple[Rule, ...], problem: Problem) -> Packing | None:
    """For too large a count: the packing that shows that fewer pieces fit, by the other rules of the contradiction."""
    counts = [rule for rule in rules if isinstance(rule, Holds)]
    return find_packing_of_count(problem, counts[0], set(rules) - set(counts)) if len(counts) == 1 else None


def _rank(rule: Rule, problem: Problem) -> tuple[int, int]:
    """Givens first, then rules, each in the problem's order."""
    return 0 if isinstance(rule, Fixed) else 1 if isinstance(rule, Forbidden) else 2, problem.rules.index(rule)


def _explain_answer(problem: Problem, answer: Answer) -> Explanation:
    if answer.status is Status.UNKNOWN or (answer.objective is not None and answer.bound != answer.objective):
        return Explanation(problem, Explained.NOTHING, note=LIMIT)
    if answer.objective is None:
        return Explanation(problem, Explained.NOTHING, note=SOLVABLE)
    packing = find_packing(problem.model, answer.objective)
    note = "" if packing else NO_PACKING
    return Explanation(problem, Explained.OPTIMUM, optimum=answer.objective, packing=packing, note=note)
