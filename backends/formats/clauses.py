"""DIMACS CNF and WCNF, written and read: clauses for SAT and MaxSAT solvers.

PySAT's readers do not serve: they refuse a clause on two lines and the `%` of SATLIB, and drop variables that are in no
clause, which changes counts.
"""

from collections.abc import Iterable, Iterator, Sequence
from io import StringIO
from typing import NamedTuple

from rookery.backends.formats.named import NamedModel, check_size, finish, read_integer
from rookery.backends.modeler import Expression, Modeler
from rookery.backends.presolve.cost import Cost
from rookery.core.deadline import checking_deadline
from rookery.core.errors import show_value
from rookery.core.words import amount
from rookery.models import AtLeast, BadInput, Model, Satisfy
from rookery.models.boards.board import MAX_SQUARES
from rookery.models.model.clauses import ModelClauses, dimacs_literals
from rookery.models.model.constraints import Literal, Weights
from rookery.models.model.weighted_sums import Clause


def write_dimacs(named: NamedModel, excluded: Sequence[Clause] = ()) -> Iterator[str]:
    """Yield the lines of DIMACS CNF; the `excluded` clauses come last. Raises `BadInput` for a model with a goal."""
    if not isinstance(named.model.goal, Satisfy):
        raise BadInput(
            "dimacs has no goals: give a bound (--bound K: at least as good as K), or use wcnf, opb, mps, lp"
        )
    clauses = ModelClauses.of(named.model)
    yield from _comments(named, clauses)
    if excluded:
        yield f"c the last {amount(len(excluded), 'clause')} each exclude a known solution"
    yield f"p cnf {clauses.top} {len(clauses.clauses) + len(excluded)}"
    for clause in checking_deadline((*clauses.clauses, *excluded)):
        yield " ".join(map(str, (*clause, 0)))


def write_wcnf(named: NamedModel) -> Iterator[str]:
    """Yield the lines of WCNF as in the MaxSAT Evaluations since 2022: `h` or a weight before each clause."""
    clauses, cost, last = ModelClauses.of(named.model), Cost.of(named.model), named.model.variables
    soft = [(weight, dimacs_literals([~literal])) for weight, literal in (cost.terms() if cost else ())]
    yield from _comments(named, clauses)
    if cost is not None:
        yield f"c objective = {'-' if cost.sign < 0 else ''}({cost.constant} + the weight of the broken soft clauses)"
    for clause in checking_deadline(clauses.clauses):
        yield " ".join(map(str, ("h", *clause, 0)))
    used = (abs(number) for clause in (*clauses.clauses, *(clause for _, clause in soft)) for number in clause)
    if max(checking_deadline(used), default=0) < last:
        yield f"h {last} -{last} 0"  # there is no header with the number of variables
    for weight, clause in soft:
        yield " ".join(map(str, (weight, *clause, 0)))


def _comments(named: NamedModel, clauses: ModelClauses) -> Iterator[str]:
    yield from named.comments("c ", "{}")
    if clauses.top > named.model.variables:
        yield f"c {named.model.variables + 1} to {clauses.top} are auxiliary, decided by the others"


def read_dimacs(text: str) -> Model:
    """Return the model in DIMACS CNF; as in SATLIB, a line `%` may end the clauses."""
    variables, clauses, _ = _read_file(text, "cnf")
    return finish(_name_variables(variables), variables, _state(clause.literals for clause in clauses))


def read_wcnf(text: str) -> Model:
    """Return the model in WCNF: with `h` before hard clauses, or with a header that gives their weight last."""
    variables, clauses, top = _read_file(text, "wcnf")
    modeler, hard, cost, has_goal = _name_variables(variables), list[list[Literal]](), Weights(), False
    for clause in clauses:
        weight = None if clause.weight == "h" else read_integer(clause.weight, clause.line)
        if weight is None or (top is not None and weight >= top):
            hard.append(clause.literals)
            continue
        has_goal = True
        if weight < 1:
            raise BadInput(f"line {clause.line}: weight {weight}; it must be at least 1")
        literals = dict.fromkeys(clause.literals, 1)
        if not any(~literal in literals for literal in literals):
            broken = ~modeler.define_at_least(literals, 1)
            cost[broken] = cost.get(broken, 0) + weight
    if has_goal:
        modeler.minimize(Expression(modeler, cost))
    return finish(modeler, variables, _state(hard))


class Header(NamedTuple):
    """The numbers of variables and of clauses, and in old WCNF the weight `top` of hard clauses."""

    variables: int
    clauses: int
    top: int | None


class ReadClause(NamedTuple):
    """A clause, the line on which it begins, and in WCNF the word before its literals."""

    line: int
    weight: str
    literals: list[Literal]


def _name_variables(number: int) -> Modeler:
    modeler = Modeler()
    modeler.names += [f"x{at}" for at in range(1, number + 1)]
    return modeler


def _state(clauses: Iterable[Sequence[Literal]]) -> Iterator[AtLeast]:
    """Yield clauses as constraints, without tautologies."""
    for clause in clauses:
        literals = dict.fromkeys(clause)
        if not any(~literal in literals for literal in literals):
            yield AtLeast(1, tuple(literals))


def _read_file(text: str, kind: str) -> tuple[int, list[ReadClause], int | None]:
    """Return the number of variables, the clauses, and the weight of hard clauses if the header gives one."""
    header: Header | None = None
    clauses, begun = list[ReadClause](), None
    for line, words in _split_lines(text):
        if words[0] == "p":
            if header or clauses or begun:
                raise BadInput(f"line {line}: a second header, or one after clauses")
            header = _read_header(words, line, kind)
            continue
        if header is None and kind == "cnf":
            raise BadInput(f"line {line}: no header `p cnf VARIABLES CLAUSES` before the clauses")
        for word in words:
            if begun is None:
                begun = ReadClause(line, word, [])
                if kind == "wcnf":
                    continue
            if number := _read_literal(word, line, header):
                begun.literals.append(number - 1 if number > 0 else number)
            else:
                clauses.append(begun)
                begun = None
    if begun:
        raise BadInput(f"line {begun.line}: the clause does not end with 0")
    if header is None:
        if not clauses:
            missing = "header" if kind == "cnf" else "clause"
            raise BadInput(f"no {missing} in it; expected clauses, each with 0 at its end")
        return max((max(each, ~each) + 1 for clause in clauses for each in clause.literals), default=0), clauses, None
    if len(clauses) != header.clauses:
        raise BadInput(f"the header says {amount(header.clauses, 'clause')}, here are {len(clauses):,}")
    return header.variables, clauses, header.top


def _split_lines(text: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the number and the words of each line up to a line `%`, without comments."""
    for line, content in enumerate(checking_deadline(StringIO(text)), 1):
        words = content.split()
        if words[:1] == ["%"]:
            return
        if words and not words[0].startswith("c"):
            yield line, words


def _read_literal(word: str, line: int, header: Header | None) -> int:
    number, most = read_integer(word, line), header.variables if header else MAX_SQUARES
    if abs(number) > most:
        source = f"the header says {most:,}" if header else f"without a header at most {most:,}"
        raise BadInput(f"line {line}: literal {number}; {source} variables")
    return number


def _read_header(words: Sequence[str], line: int, kind: str) -> Header:
    if words[1:2] != [kind] or len(words) not in ((4,) if kind == "cnf" else (4, 5)):
        accepted = "p cnf VARIABLES CLAUSES" if kind == "cnf" else "p wcnf VARIABLES CLAUSES [TOP]"
        raise BadInput(f"line {line}: header {show_value(' '.join(words))}; expected {accepted!r}")
    variables, clauses, *top = (read_integer(word, line) for word in words[2:])
    if min(variables, clauses, *top) < 0:
        raise BadInput(f"line {line}: a negative number in the header")
    check_size(variables, line)
    return Header(variables, clauses, top[0] if top else None)
