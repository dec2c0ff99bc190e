"""`check`: judge a placement from elsewhere by both referees, and name each rule that it breaks, with its squares."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any

from rookery.backends.formats.named import meaning
from rookery.backends.formats.placements import Pair, read_placements
from rookery.core.words import amount, in_a_line, join_words, shorten, with_article
from rookery.models import BadInput, Minimize, Piece, Placement, Problem, Square
from rookery.models.drawing.boards import draw_marked, draw_picture, speak
from rookery.models.drawing.svg import Marks
from rookery.models.drawing.text import side_by_side
from rookery.models.model.constraints import describe_constraint
from rookery.models.problem.placement import list_pieces
from rookery.models.problems.shared.auxiliary import complete_solution
from rookery.models.reading.given import take_piece, take_square, take_squares
from rookery.models.referee.rules import Fault, find_strangers
from rookery.models.referee.walking import Walked

MAX_SHOWN = 200  # characters of the verdict in the repr
MAX_FAULTS = 10  # that are listed for one rule; the drawing shows all of them


@dataclass(frozen=True)
class Violation:
    """A broken rule in words, and its faults: each is a sentence with its squares."""

    rule: str
    faults: tuple[Fault, ...]

    def sentences(self) -> Iterator[str]:
        """Yield the rule, then what breaks it."""
        yield f"Broken: {self.rule}."
        yield from (f"- {fault}" for fault in self.faults[:MAX_FAULTS])
        if len(self.faults) > MAX_FAULTS:
            yield f"- and {len(self.faults) - MAX_FAULTS:,} more"


@dataclass(frozen=True, repr=False)
class Judgement:
    """The verdict of both referees on a placement: the rules that it breaks, and its value if the problem has a goal.

    `claimed` is the value that the source of the placement states, if it states one. `note` adds to the verdict.
    """

    problem: Problem
    placement: Placement
    violations: tuple[Violation, ...]
    value: int | None
    claimed: int | None = None
    note: str = ""

    @property
    def accepted(self) -> bool:
        """Return whether no rule is broken."""
        return not self.violations

    def __bool__(self) -> bool:
        return self.accepted

    def __str__(self) -> str:
        return "\n".join([self.drawing(), "", *self.sentences()])

    def __repr__(self) -> str:
        """Return the verdict; `str` has the board and each broken rule."""
        broken = "" if self.accepted else f", {amount(len(self.violations), 'broken rule')}"
        return f"Judgement({shorten(self.verdict, MAX_SHOWN)!r}{broken})"

    def sentences(self) -> Iterator[str]:
        """Yield each broken rule and the verdict, a line each."""
        for violation in self.violations:
            yield from violation.sentences()
        yield self.verdict
        if self.note:
            yield self.note

    @property
    def verdict(self) -> str:
        """The verdict in a sentence, with the value of an accepted placement."""
        if not self.accepted:
            return f"{self.problem.title}: the placement is refused."
        better = "less" if isinstance(self.problem.model.goal, Minimize) else "more"
        value = f", with a value of {self.value} (whether {better} is possible is not checked)"
        return f"{self.problem.title}: the placement is accepted by both referees{'' if self.value is None else value}."

    @cached_property
    def squares(self) -> tuple[Square, ...]:
        """The squares that break a rule."""
        return tuple(sorted({s for each in self.violations for fault in each.faults for s in fault.squares}))

    def drawing(self) -> str:
        """Return the board in letters, and next to it the squares that break a rule, marked by !."""
        if not self.squares:
            return str(self.placement)
        marked = draw_marked(self.problem.board, dict.fromkeys(self.squares, "!"))
        return side_by_side([str(self.placement), marked])

    def as_dict(self) -> dict[str, Any]:
        """Return the verdict as plain data: the JSON of the command line."""
        return {
            "accepted": self.accepted,
            "placement": list_pieces(self.placement),
            "violations": [{"rule": each.rule, "faults": list(map(str, each.faults))} for each in self.violations],
            "squares": [list(square) for square in self.squares],
            "value": self.value,
            "claimed": self.claimed,
            "sentences": list(self.sentences()),
        }

    def svg(self, *, coordinates: bool | str = False) -> str:
        """Return a picture of the board: squares that break a rule shaded, an arrow for each attack that does."""
        found = [fault.squares for each in self.violations for fault in each.faults]
        arrows = {(squares[0], squares[1]) for squares in found if len(squares) == 2}
        marks = Marks(coordinates, attacked=self.squares, conflicts=arrows)
        return draw_picture(self.problem.board, dict(self.placement), marks) or ""

    def _repr_html_(self) -> str:
        """Return the verdict and the broken rules, then the board, then the meaning of its marks."""
        marks = ["shaded: squares that break a rule", "an arrow: one piece attacks the other"] if self.squares else []
        broken = (line for line in self.sentences() if line != self.verdict)
        return speak([self.verdict, *broken], self.svg(coordinates="names"), marks)


def judge(problem: Problem, pieces: Sequence[Pair], claimed: int | None = None) -> Judgement:
    """Return the verdict on pieces on squares; raises `BadInput` for a square that the board does not have."""
    own = {piece: piece for piece in problem.pieces}  # the king of a star battle is drawn as a star
    placement = Placement(problem.board, {cell: own.get(piece, piece) for cell, piece in pieces})
    violations = list(_judge_by_rules(problem, placement, pieces))
    note, value = "", problem.objective(placement)
    if not violations:
        # the true variables of a placement: auxiliary ones follow from their definitions, even where rules fail
        definitions = [each for demand in problem.demands if not demand.rules for each in demand.constraints]
        model = replace(problem.model, constraints=definitions) if problem.demands else problem.model
        placed = len(problem.pieces) * len(problem.board)
        chosen = complete_solution(model, problem.write(placement), placed)
        value = problem.model.value(chosen) if value is None else value
        broken = problem.model.violated(chosen)
        demanded = {id(each) for demand in problem.demands for each in demand.constraints}
        if needed := [each for each in broken if not problem.demands or id(each) in demanded]:
            names = [in_a_line(meaning(problem.model.name, v, v < placed)) for v in range(problem.model.variables)]
            faults = tuple(Fault(describe_constraint(each, names.__getitem__)) for each in needed)
            violations.append(Violation("each constraint of the model holds", faults))
        elif broken:
            note = "It is not a best solution: the model keeps only better ones."
    if claimed is not None and value is not None and claimed != value:
        violations.append(Violation("the value is what its source says", (Fault(f"it says {claimed}, it is {value}"),)))
    return Judgement(problem, placement, tuple(violations), value, claimed, "" if violations else note)


def _judge_by_rules(problem: Problem, placement: Placement, pieces: Sequence[Pair]) -> Iterator[Violation]:
    """Yield the violations that the referee of chess finds."""
    seen: dict[Square, Piece] = {}
    twice = list[Fault]()
    for square, piece in pieces:
        if square in seen:
            twice.append(
                Fault(
                    f"{with_article(seen[square])} and {with_article(piece)} on {problem.board.label(square)}", square
                )
            )
        seen.setdefault(square, piece)
    if twice:
        yield Violation("each square holds one piece at most", tuple(twice))
    walked = Walked(problem.board, placement)
    if strangers := tuple(find_strangers(problem.pieces, walked)):
        yield Violation(f"only {join_words([piece.plural for piece in problem.pieces])} are placed", strangers)
    for rule in problem.rules:
        if found := tuple(rule.faults(walked)):
            yield Violation(rule.phrase(problem.board), found)


def check(problem: Problem, placement: Any) -> Judgement:
    """Return the verdict of both referees, of chess and of the model, on a placement.

    >>> import rookery as rk
    >>> print(*rk.check(rk.placement("queen", 3, count=2), "a1 b2").sentences(), sep="\\n")
    Broken: no piece attacks another.
    - the queen on b2 and the queen on a1 attack each other
    2 queens on a 3x3 board: the placement is refused.

    A judgement is true if the placement is accepted; `sentences()` name each broken rule. Whether an accepted placement
    is the best one is not checked.

    Args:
        problem: the problem.
        placement: a `Placement`, a mapping from squares to pieces, squares where the problem places one piece, or the
            text of one placement in any form that `rookery check` reads.

    Raises `BadInput` for squares that the board does not have, and for a text that holds no placement, or several.
    """
    if not isinstance(problem, Problem):
        raise BadInput(f"check takes a problem, such as rookery.placement(...), not a {type(problem).__name__}")
    if isinstance(placement, Placement) and placement.board != problem.board:
        raise BadInput(f"a placement on a board of {placement.board}, and the problem is one of {problem.board}")
    board, known = problem.board, problem.pieces
    if isinstance(placement, str):
        found = read_placements(placement, problem, partial(take_piece, own=known))
        if len(found) > 1:
            raise BadInput(f"{len(found):,} placements in one text; give one")
        return judge(problem, found[0].pieces, found[0].claimed)
    if isinstance(placement, Mapping):
        return judge(problem, [(take_square(at, board), take_piece(each, own=known)) for at, each in placement.items()])
    if len(known) > 1:
        raise BadInput(f"squares without their pieces, of {', '.join(map(str, known))}; give a mapping to pieces")
    return judge(problem, [(square, known[0]) for square in take_squares(placement, board, "placement")])
