"""Explain why there is no solution or no better one: a contradiction or all of them, and the cheapest repair."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import combinations
from typing import Any, Literal

from rookery.backends.answer import Answer, Status
from rookery.backends.contract import Solution, WrongAnswer
from rookery.backends.explaining.asked import (
    Asked,
    at_deadline,
    is_given,
    list_conflicts,
    list_demands,
    list_rules,
    seconds_left,
)
from rookery.backends.explaining.wording import Wording
from rookery.backends.run import take_problem
from rookery.backends.solve import solve
from rookery.backends.worker import Worker, WorkerLost
from rookery.core.deadline import Deadline, OutOfTime
from rookery.core.errors import show_value
from rookery.core.runtime import IN_PAGE
from rookery.core.words import amount, shorten
from rookery.models import AtMost, BadInput, Exactly, Minimize, Model, Piece, Placement, Problem
from rookery.models.boards.base import Cell
from rookery.models.drawing.boards import draw_text
from rookery.models.drawing.text import side_by_side
from rookery.models.model.constraints import Constraint
from rookery.models.problem.placement import list_pieces
from rookery.models.reading.drawn import DIFFERS, MARK
from rookery.models.reading.given import take_seconds, take_whole
from rookery.models.referee.rules import Barred, Fixed, Forbidden, Holds, Peaceful, Rule, Sighted
from rookery.models.referee.walking import Walked

SECONDS = 60.0
MOST = 20  # conflicts that are listed, if no other number is given
MAX_SAID = 200  # characters of an explanation in its `repr`
FAILING = Piece("failing square", "u", rides=(), glyph="?")
LIMIT = "A limit was reached first: no explanation was found."
SOLVABLE = "There is a solution, so nothing contradicts."
NO_PACKING = "No short reason was found why nothing is better; the proof is the search itself."
BEYOND = "The rules in chess words do not contradict each other: the model demands more than they say."
NO_GIVENS = "No removal of givens helps: the rules contradict each other without them."


class Size(StrEnum):
    """Knowledge about the size of a contradiction."""

    SMALLEST = "smallest"
    MINIMAL = "minimal"
    UNKNOWN = "not shown to be minimal"


SIZES = {
    Size.SMALLEST: "No smaller set of rules and givens contradicts itself.",
    Size.MINIMAL: "Without any one of them there is a solution.",
    Size.UNKNOWN: "Fewer of them may suffice: a limit was reached first.",
}


@dataclass(frozen=True, repr=False)
class Explanation:
    """An explanation of the answer to a problem.

    A contradiction has `rules` that no placement keeps together, of which `size` says whether they could be fewer;
    `squares` are some on which a rule about every square fails, `meetings` the pairs of fixed pieces of which one
    attacks the other. `packing` says in a sentence, with `marks` on squares, why an optimum cannot be beaten, or why a
    number of pieces does not fit. `note` says what is not explained, and why.
    """

    problem: Problem
    rules: tuple[Rule, ...] = ()
    size: Size = Size.UNKNOWN
    squares: tuple[Cell, ...] = ()
    meetings: tuple[tuple[Cell, Cell], ...] = ()
    optimum: int | None = None
    packing: str = ""
    marks: Mapping[Cell, str] = field(default_factory=dict)
    note: str = ""

    @property
    def kind(self) -> Literal["contradiction", "optimum", "nothing"]:
        """The subject of the explanation."""
        return "contradiction" if self.rules else "optimum" if self.optimum is not None else "nothing"

    def __str__(self) -> str:
        return "\n".join([*self.sentences(), *self.drawing()])

    def __repr__(self) -> str:
        """The sentences in short; `str` has all of them, and the board."""
        return f"Explanation({shorten(' '.join(self.sentences()), MAX_SAID)!r})"

    def sentences(self) -> Iterator[str]:
        """State what is known, a line each."""
        words = Wording(self.problem)
        if self.rules:
            yield "These cannot hold together:" if len(self.rules) > 1 else "This cannot hold:"
            yield from (f"- {line}" for line in words.rules(self.rules))
            for pair in self.meetings:
                said = words.attack(*((square, self.problem.fixed[square]) for square in pair))
                yield f"{said[:1].upper()}{said[1:]}."
            if self.squares:
                yield f"It fails on {words.squares(self.squares)}, marked ?."
            yield SIZES[self.size]
        yield from filter(None, (self.packing, self.note))

    @property
    def _fixed(self) -> dict[Cell, Piece]:
        return {rule.square: rule.piece for rule in self.rules if isinstance(rule, Fixed)}

    @property
    def _forbidden(self) -> list[Cell]:
        return [rule.square for rule in self.rules if isinstance(rule, Forbidden)]

    @property
    def _shown(self) -> dict[Cell, Piece]:
        marks = {square: Piece(f"mark {sign}", "o", rides=(), glyph=sign) for square, sign in self.marks.items()}
        failing = dict.fromkeys(self._forbidden, MARK) | dict.fromkeys(self.squares, FAILING)
        return failing | self._fixed | marks

    def drawing(self) -> list[str]:
        """Draw the board, row by row: givens, ? if a rule fails there, the marks of a packing."""
        shown = self._shown
        own = (MARK, *self.problem.pieces)
        sign = lambda piece: piece.symbol if piece in own else piece.glyph  # noqa: E731
        return draw_text(self.problem.board, shown, sign).split("\n") if shown else []

    def as_dict(self) -> dict[str, Any]:
        """The explanation as plain data: the JSON of the command line."""
        return {
            "kind": self.kind,
            "sentences": list(self.sentences()),
            "rules": list(Wording(self.problem).rules(self.rules)),
            "fixed": list_pieces(self._fixed),
            "forbidden": [list(square) for square in self._forbidden],
            "size": self.size.value if self.rules else None,
            "squares": [list(square) for square in self.squares],
            "attacks": [[list(one), list(other)] for one, other in self.meetings],
            "marks": [[sign, *square] for square, sign in self.marks.items()],
            "board": self.drawing(),
        }


def explain(problem: Problem, answer: Answer | None = None, *, seconds: float | str | None = SECONDS) -> Explanation:
    """Explain why a problem has no solution, or why nothing is better than its optimum.

    >>> import rookery as rk
    >>> print(rk.explain(rk.placement("queen", 4, count=4, fixed=["a1"])))
    These cannot hold together:
    - a queen is fixed on a1
    - 4 queens stand on the board
    - no piece attacks another
    Without any one of them there is a solution.
    ....
    ....
    ....
    Q...

    "No solution" is explained by rules and givens that no placement keeps together, found by a SAT solver, whichever
    backend answered. An optimum is explained by a packing, which can be added up by hand, if one is found.

    Args:
        problem: The problem.
        answer: The answer of `rk.solve(problem)`, which saves solving it again.
        seconds: Time limit for all of it; the explanation says what is known by then.
    """
    if not isinstance(answer, Answer | None):
        raise BadInput(f"explain, answer {show_value(answer)}: expected what rk.solve(problem) has given")
    try:
        with Deadline(take_seconds(seconds)).held():
            if answer is None or answer.status is Status.INFEASIBLE:
                return _explain_rules(take_problem(problem), answer)
            return _explain_answer(problem, answer)
    except OutOfTime:
        return Explanation(problem, note=LIMIT)


def _explain_rules(problem: Problem, answer: Answer | None) -> Explanation:
    found = _find_core(problem)
    if found and found[0]:
        return _explain_core(problem, *found)
    answer = answer or solve(problem, seconds=seconds_left())
    if answer.status is Status.INFEASIBLE:
        return Explanation(problem, note=BEYOND)
    return _explain_answer(problem, answer)


def _find_core(problem: Problem) -> tuple[frozenset[Rule], Size] | None:
    """A contradiction of rules, and what is known of its size; None if all of them can hold together."""
    if plain := next(_list_plain(problem), None):
        return plain, Size.MINIMAL
    with Asked(problem.model.variables, list_demands(problem)) as asked:
        found = asked.core(asked.selectors.values())
        if found is None:
            return None
        order = [asked.selectors[rule] for rule in reversed(list_rules(problem)) if rule in asked.selectors]
        try:
            for smaller in asked.shrink(found, order):
                found = smaller
        except OutOfTime:
            return asked.units(found), Size.UNKNOWN
        return asked.units(found), Size.MINIMAL


def _list_plain(problem: Problem) -> Iterator[frozenset[Rule]]:
    """Yield contradictions that are seen without a solver, which cannot count.

    These are two fixed pieces of which one attacks the other, and a count too large for peace.
    """
    for peace in [rule for rule in problem.rules if isinstance(rule, Peaceful)][:1]:
        for pair in _list_meetings(problem.fixed, problem):
            yield frozenset([*(Fixed(square, problem.fixed[square]) for square in pair), peace])
    for count in (rule for rule in problem.rules if isinstance(rule, Holds) and rule.count):
        for calm in (rule for rule in problem.rules if isinstance(rule, Peaceful | Sighted)):
            most = _bound_by_groups(count.piece, _demanded_by(problem, {calm}), problem)
            if most < (count.count or 0) <= len(problem.board):
                yield frozenset([count, calm])


def _bound_by_groups(piece: Piece, constraints: Sequence[Constraint], problem: Problem) -> int:
    """A bound on the number of a piece: constraints that allow few are taken, the largest first, until none is left."""
    first, size = problem.pieces.index(piece) * len(problem.board), len(problem.board)
    left, total = {*range(first, first + size)}, 0
    for each in sorted(constraints, key=lambda each: -len(each.literals)):
        if isinstance(each, AtMost | Exactly) and len(left.intersection(each.literals)) > each.bound:
            left.difference_update(each.literals)
            total += each.bound
    return total + len(left)


def _demanded_by(problem: Problem, rules: set[Rule]) -> list[Constraint]:
    """The constraints that some rules demand, and those that always hold."""
    return [each for demand in list_demands(problem) if rules.issuperset(demand.rules) for each in demand.constraints]


def _list_meetings(fixed: Mapping[Cell, Piece], problem: Problem) -> list[tuple[Cell, Cell]]:
    """The pairs of fixed squares of which one attacks the other, once each."""
    met = set(Walked(problem.board, fixed).meetings())
    return [pair for pair in combinations(sorted(fixed), 2) if pair in met or pair[::-1] in met]


def _explain_core(problem: Problem, core: frozenset[Rule], size: Size) -> Explanation:
    """Explain a contradiction: givens first, with the squares and the count that show it."""
    rules = tuple(sorted(filter(core.__contains__, problem.rules), key=lambda rule: not isinstance(rule, Fixed)))
    fixed = {rule.square: rule.piece for rule in rules if isinstance(rule, Fixed)}
    meetings = tuple(_list_meetings(fixed, problem)) if any(isinstance(rule, Peaceful) for rule in rules) else ()
    found = Explanation(problem, rules, size, _list_failing(rules, problem), meetings)
    if sum(isinstance(rule, Holds) for rule in rules) != 1 or meetings:
        return found
    sentence, marks = _find_packing(_demanded_by(problem, {*rules}), problem)
    return replace(found, packing=sentence, marks=marks)


def _list_failing(core: Sequence[Rule], problem: Problem) -> tuple[Cell, ...]:
    """Squares, few of them, on which a rule about every square cannot hold with the rest of a contradiction.

    Empty if no rule of it is about every square, or time runs out.
    """
    rule = next((each for each in core if each.each_square), None)
    own = next((each.constraints for each in list_demands(problem) if each.rules == (rule,)), ())
    if rule is None or len(own) != len(problem.board):
        return ()
    groups: list[tuple[tuple[int, ...], Sequence[Constraint]]] = [((at,), (each,)) for at, each in enumerate(own)]
    groups.append(((), _demanded_by(problem, {*core} - {rule})))
    try:
        with Asked(problem.model.variables, groups) as asked:
            found = asked.core(asked.selectors.values()) or frozenset()
            *_, found = asked.shrink(found, sorted(found, reverse=True))
            return tuple(map(problem.board.cell, sorted(asked.units(found))))
    except OutOfTime:
        return ()


def _find_packing(constraints: Sequence[Constraint], problem: Problem) -> tuple[str, Mapping[Cell, str]]:
    """Why no placement keeps all of some constraints: in a sentence, with marks on squares; empty if none is found."""
    from rookery.backends.certifying import packings
    from rookery.certificates.claim import Theorem
    from rookery.certificates.packing import list_rows
    from rookery.certificates.picture import Picture

    try:
        model = Model(problem.model.variables, constraints, name=problem.model.name)
        packing = packings.make(Theorem(model, 0))
    except OutOfTime:
        packing = None
    if packing is None:
        return "", {}
    picture = Picture(replace(problem, model=model), tuple(list_rows(model)), packing)
    marks, sentence = picture.squares() or picture.groups() or ({}, "\n".join(picture.list_rows()))
    return f"{sentence}{'.' if marks else ''}", marks


def _explain_answer(problem: Problem, answer: Answer) -> Explanation:
    if answer.status is Status.UNKNOWN or (answer.objective is not None and answer.bound != answer.objective):
        return Explanation(problem, note=LIMIT)
    if answer.objective is None:
        return Explanation(problem, note=SOLVABLE)
    better = answer.objective + (-1 if isinstance(problem.model.goal, Minimize) else 1)
    sentence, marks = _find_packing(problem.model.at_optimum(better).constraints, problem)
    note = "" if sentence else NO_PACKING
    return Explanation(problem, optimum=answer.objective, packing=sentence, marks=marks, note=note)


@dataclass(frozen=True)
class Conflicts(Sequence[Explanation]):
    """The conflicts of a problem, smallest first: rules and givens that contradict each other, all of them needed.

    `complete` says that there are no more; else `note` says which limit was reached first.
    """

    problem: Problem
    conflicts: tuple[Explanation, ...]
    complete: bool
    note: str = ""

    def __len__(self) -> int:
        return len(self.conflicts)

    def __getitem__(self, at: Any) -> Any:
        return self.conflicts[at]

    def sentences(self) -> Iterator[str]:
        """The number of conflicts, how many of them are smallest, and whether there may be more."""
        if not self.conflicts:
            yield self.note or SOLVABLE
            return
        least = sum(each.size is Size.SMALLEST for each in self.conflicts)
        these = "There is one conflict" if len(self) == 1 else f"There are {len(self):,} conflicts"
        smallest = "" if least in (0, len(self)) else f", of which {amount(least, 'is', 'are')} smallest"
        yield f"{these}{smallest}{'.' if self.complete else f', and there may be more: {self.note}'}"

    def __str__(self) -> str:
        shown = [f"Conflict {at}. {each}" for at, each in enumerate(self.conflicts, start=1)]
        return "\n\n".join([*shown, *self.sentences()])

    def as_dict(self) -> dict[str, Any]:
        """The conflicts as plain data: those of the first, as `--why` has it, and all of them as `conflicts`."""
        first = self.conflicts[0].as_dict() if self.conflicts else {}
        said = {"conflicts": [each.as_dict() for each in self.conflicts], "all": self.complete}
        return first | said | {"sentences": [*first.get("sentences", ()), *self.sentences()]}


def conflicts(problem: Problem, limit: int = MOST, *, seconds: float | str | None = SECONDS) -> Conflicts:
    """List all conflicts of a problem: each set of rules and givens that contradicts itself, if all of it is needed.

    >>> import rookery as rk
    >>> found = rk.conflicts(rk.placement("rook", 3, count=3, fixed=["a1", "a2", "b2"]))
    >>> len(found), found.complete
    (2, True)

    There are none if the problem has a solution.

    Args:
        problem: The problem.
        limit: How many are listed at most, the smallest first; there may be more, as `complete` says.
        seconds: Time limit. If it ends before the smallest is known, one conflict is given that is seen at once.
    """
    most = take_whole(limit, "limit")
    if most < 1:
        raise BadInput(f"limit {most}: expected at least 1")
    with Deadline(take_seconds(seconds)).held():
        try:
            first = _find_core(take_problem(problem))
        except OutOfTime:
            return Conflicts(problem, (), False, LIMIT)
        if first is None or not first[0]:
            return Conflicts(problem, (), True, BEYOND if first else "")
        listed, note = _list_all(problem, most)
        found = [(rules, Size.SMALLEST if len(rules) == len(listed[0]) else Size.MINIMAL) for rules in listed]
        explained = [_explain_core(problem, *each) for each in found or [first]]
    return Conflicts(problem, tuple(explained), not note, note)


def _list_all(problem: Problem, most: int) -> tuple[list[frozenset[Rule]], str]:
    """All contradictions, smallest first, and the limit that was reached; in a process that is killed at the end."""
    reached, found, deadline = "a limit was reached first.", list[frozenset[Rule]](), Deadline().or_held()
    if IN_PAGE:
        return [], reached
    try:
        with (
            Asked(problem.model.variables, list_demands(problem)) as asked,
            Worker() as worker,
            at_deadline(worker.kill),
        ):
            for each in worker.stream(list_conflicts, asked.clauses, [*asked.selectors.values()]):
                if len(found) == most:
                    return found, f"only {most:,} are listed."
                found.append(asked.units(each))
    except (OutOfTime, WorkerLost):
        if not deadline.passed():
            raise
        return found, reached
    return found, ""


@dataclass(frozen=True)
class Repair:
    """The fewest givens to remove so that a solution exists, and a solution without them.

    `removed` are fixed and forbidden squares, as rules; none if there is a solution already. It is None if no removal
    helps, or a limit was reached first, as `note` says.
    """

    problem: Problem
    removed: tuple[Rule, ...] | None
    solution: Placement | None = None
    note: str = ""

    @property
    def squares(self) -> tuple[Cell, ...]:
        """The squares of the givens that go."""
        return tuple(rule.square for rule in self.removed or () if isinstance(rule, Fixed | Forbidden | Barred))

    def sentences(self) -> Iterator[str]:
        """State which givens must go, or why none is named."""
        if self.removed is None:
            yield self.note
        elif not self.removed:
            yield SOLVABLE
        else:
            yield f"There is a solution without {amount(len(self.removed), 'given')}, and none if fewer go:"
            yield from (f"- {line}" for line in Wording(self.problem).rules(self.removed))

    def drawing(self) -> list[str]:
        """The givens, those that go marked by !, next to a solution without these; row by row."""
        if not self.removed or self.solution is None:
            return []
        crossed = dict.fromkeys(self.problem.forbidden, MARK)
        given = crossed | self.problem.fixed | dict.fromkeys(self.squares, DIFFERS)
        drawn = draw_text(self.problem.board, given, lambda piece: "!" if piece == DIFFERS else piece.symbol)
        return side_by_side([drawn, str(self.solution)]).split("\n")

    def __str__(self) -> str:
        return "\n".join([*self.sentences(), *self.drawing()])

    def as_dict(self) -> dict[str, Any]:
        """The repair as plain data."""
        gone = self.removed or ()
        return {
            "removed": None if self.removed is None else len(gone),
            "fixed": list_pieces({rule.square: rule.piece for rule in gone if isinstance(rule, Fixed)}),
            "forbidden": [list(rule.square) for rule in gone if isinstance(rule, Forbidden)],
            "solution": None if self.solution is None else list_pieces(self.solution),
            "sentences": list(self.sentences()),
        }


def repair(problem: Problem, *, seconds: float | str | None = SECONDS) -> Repair:
    """Find the fewest givens (fixed and forbidden squares) to remove so that a problem has a solution.

    >>> import rookery as rk
    >>> found = rk.repair(rk.placement("rook", 3, count=3, fixed=["a1", "a2", "b2"]))
    >>> print(*found.sentences(), sep="\\n")
    There is a solution without 1 given, and none if fewer go:
    - a rook is fixed on a2

    That fewer do not suffice is found by MaxSAT; both referees accept `solution`, a placement without these givens.

    Args:
        problem: The problem.
        seconds: Time limit for all of it.
    """
    try:
        with Deadline(take_seconds(seconds)).held():
            if any(not any(map(is_given, core)) for core in _list_plain(take_problem(problem))):
                return Repair(problem, None, note=NO_GIVENS)
            with Asked(problem.model.variables, list_demands(problem)) as asked:
                removed = asked.repair([rule for rule in problem.rules if is_given(rule)])
                if removed is None:
                    return Repair(problem, None, note=NO_GIVENS)
                asked.solve([selector for rule, selector in asked.selectors.items() if rule not in removed])
                solution = _referee(problem, {*problem.rules} - {*removed}, asked.solution())
    except OutOfTime:
        return Repair(problem, None, note=LIMIT)
    return Repair(problem, tuple(removed), solution if removed else None)


def _referee(problem: Problem, kept: set[Rule], chosen: Solution) -> Placement:
    """The placement of a solution; raises `WrongAnswer` if it breaks some of the rules that are kept."""
    placement = problem.read(chosen)
    walked = Walked(problem.board, placement)
    broken: list[object] = [fault for rule in kept for fault in rule.faults(walked)]
    broken += Model(problem.model.variables, _demanded_by(problem, kept)).violated(chosen)
    if broken:
        raise WrongAnswer(f"a referee refuses a placement: {broken[0]}", placement)
    return placement
