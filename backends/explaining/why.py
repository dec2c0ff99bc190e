"""Explain why there is no solution, by a minimal core of the rules, or no better one, by a packing."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import combinations
from typing import Any, Literal

from rookery.backends.answer import Answer, Status
from rookery.backends.certifying import packings
from rookery.backends.explaining.asked import Asked, list_demands, list_rules
from rookery.backends.explaining.wording import Wording
from rookery.backends.run import take_problem
from rookery.backends.solve import solve
from rookery.certificates.claim import Theorem
from rookery.certificates.picture import Picture
from rookery.core.deadline import Deadline, OutOfTime
from rookery.core.errors import show_value
from rookery.core.words import shorten
from rookery.models import AtMost, BadInput, Exactly, Minimize, Model, Piece, Problem
from rookery.models.boards.base import Cell
from rookery.models.drawing.boards import draw_marked
from rookery.models.model.constraints import Constraint
from rookery.models.problem.placement import list_pieces
from rookery.models.reading.drawn import FORBIDDEN
from rookery.models.reading.given import take_seconds
from rookery.models.referee.rules import Fixed, Forbidden, Holds, Peaceful, Rule, Sighted
from rookery.models.referee.walking import Walked

SECONDS = 60.0
MAX_SAID = 200  # characters of an explanation in its `repr`
LIMIT = "A limit was reached first: no explanation was found."
SOLVABLE = "There is a solution, so the rules do not contradict each other."
NO_PACKING = "No short reason was found why nothing is better; the proof is the search itself."
BEYOND = "The rules in chess words do not contradict each other: the model demands more than they say."


class Size(StrEnum):
    """What is known about the size of a core."""

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

    If there is no solution, `rules` are a core: no placement keeps all of them, and `size` says whether fewer suffice.
    `squares` are some on which a rule about every square fails; `meetings` are pairs of fixed pieces, one attacking the
    other. `packing` says in a sentence, with `marks` on squares, why an optimum cannot be beaten, or why a
    number of pieces does not fit. `note` says what could not be explained, and why.
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
        """Return the sentences in short; `str` has all of them, and the board."""
        return f"Explanation({shorten(' '.join(self.sentences()), MAX_SAID)!r})"

    def sentences(self) -> Iterator[str]:
        """Yield the explanation line by line."""
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

    def drawing(self) -> list[str]:
        """Return the rows of a drawing: fixed and forbidden squares of the core, ? where a rule fails, marks."""
        shown: dict[Cell, Piece | str] = dict.fromkeys(self._forbidden, FORBIDDEN)
        shown |= dict.fromkeys(self.squares, "?") | self._fixed
        shown |= self.marks
        return draw_marked(self.problem.board, shown).split("\n") if shown else []

    def as_dict(self) -> dict[str, Any]:
        """Return the explanation as plain data: the JSON of the command line."""
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

    "No solution" is explained by a minimal core: rules and givens that no placement keeps together. A SAT solver finds
    it, whichever backend answered. An optimum is explained by a packing, which a person can add up, if one is found.

    Args:
        problem: The problem.
        answer: The answer of `rk.solve(problem)`, which saves solving it again.
        seconds: Time limit for the whole call; the explanation says what is known by then.
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
    found = find_core(problem)
    if found and found[0]:
        return explain_core(problem, *found)
    answer = answer or solve(problem)
    if answer.status is Status.INFEASIBLE:
        return Explanation(problem, note=BEYOND)
    return _explain_answer(problem, answer)


def find_core(problem: Problem) -> tuple[frozenset[Rule], Size] | None:
    """Return a core of the rules, and what is known about its size; None if all rules can hold together."""
    if plain := next(list_plain(problem), None):
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


def list_plain(problem: Problem) -> Iterator[frozenset[Rule]]:
    """Yield cores that counting finds, at which a SAT solver is slow.

    These are two fixed pieces, one attacking the other, and more pieces than can stand without attacks.
    """
    for peace in [rule for rule in problem.rules if isinstance(rule, Peaceful)][:1]:
        for pair in _list_meetings(problem.fixed, problem):
            yield frozenset([*(Fixed(square, problem.fixed[square]) for square in pair), peace])
    for count in (rule for rule in problem.rules if isinstance(rule, Holds) and rule.count):
        for calm in (rule for rule in problem.rules if isinstance(rule, Peaceful | Sighted)):
            most = _bound_by_groups(count.piece, demanded_by(problem, {calm}), problem)
            if most < (count.count or 0) <= len(problem.board):
                yield frozenset([count, calm])


def _bound_by_groups(piece: Piece, constraints: Sequence[Constraint], problem: Problem) -> int:
    """Return an upper bound on the number of a piece: a greedy cover of the squares by constraints that allow few."""
    first, size = problem.pieces.index(piece) * len(problem.board), len(problem.board)
    left, total = {*range(first, first + size)}, 0
    for each in sorted(constraints, key=lambda each: -len(each.literals)):
        if isinstance(each, AtMost | Exactly) and len(left.intersection(each.literals)) > each.bound:
            left.difference_update(each.literals)
            total += each.bound
    return total + len(left)


def demanded_by(problem: Problem, rules: set[Rule]) -> list[Constraint]:
    """Return the constraints that some rules demand, and those that always hold."""
    return [each for demand in list_demands(problem) if rules.issuperset(demand.rules) for each in demand.constraints]


def _list_meetings(fixed: Mapping[Cell, Piece], problem: Problem) -> list[tuple[Cell, Cell]]:
    """Return the pairs of fixed squares whose pieces attack each other, or one the other, once each."""
    met = set(Walked(problem.board, fixed).meetings())
    return [pair for pair in combinations(sorted(fixed), 2) if pair in met or pair[::-1] in met]


def explain_core(problem: Problem, core: frozenset[Rule], size: Size) -> Explanation:
    """Explain a core: fixed squares first, with the squares and the packing that show the contradiction."""
    rules = tuple(sorted(filter(core.__contains__, problem.rules), key=lambda rule: not isinstance(rule, Fixed)))
    fixed = {rule.square: rule.piece for rule in rules if isinstance(rule, Fixed)}
    meetings = tuple(_list_meetings(fixed, problem)) if any(isinstance(rule, Peaceful) for rule in rules) else ()
    found = Explanation(problem, rules, size, _list_failing(rules, problem), meetings)
    if sum(isinstance(rule, Holds) for rule in rules) != 1 or meetings:
        return found
    sentence, marks = _find_packing(demanded_by(problem, {*rules}), problem)
    return replace(found, packing=sentence, marks=marks)


def _list_failing(core: Sequence[Rule], problem: Problem) -> tuple[Cell, ...]:
    """Return a minimal set of squares on which a rule about every square fails, given the other rules of a core.

    Empty if no rule of the core is about every square, or at the deadline.
    """
    rule = next((each for each in core if each.each_square), None)
    own = next((each.constraints for each in list_demands(problem) if each.rules == (rule,)), ())
    if rule is None or len(own) != len(problem.board):
        return ()
    groups: list[tuple[tuple[int, ...], Sequence[Constraint]]] = [((at,), (each,)) for at, each in enumerate(own)]
    groups.append(((), demanded_by(problem, {*core} - {rule})))
    try:
        with Asked(problem.model.variables, groups) as asked:
            found = asked.core(asked.selectors.values()) or frozenset()
            *_, found = asked.shrink(found, sorted(found, reverse=True))
            return tuple(map(problem.board.cell, sorted(asked.units(found))))
    except OutOfTime:
        return ()


def _find_packing(constraints: Sequence[Constraint], problem: Problem) -> tuple[str, Mapping[Cell, str]]:
    """Return a packing of some constraints as a sentence with marks on squares; empty if none is found."""
    try:
        model = Model(problem.model.variables, constraints, name=problem.model.name)
        packing = packings.make(Theorem(model, 0))
    except OutOfTime:
        packing = None
    if packing is None:
        return "", {}
    marks, sentence = Picture(problem, model, packing).tell()
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
