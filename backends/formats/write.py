"""A problem or a model in a format of other tools.

DIMACS CNF for SAT solvers, WCNF (the format of the MaxSAT Evaluations since 2022) for MaxSAT solvers; linear rows over
0/1 variables as OPB (pseudo-Boolean), LP (CPLEX) and MPS.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence

from rookery.backends.formats import json_format
from rookery.backends.formats.rows import LinearRow, LinearTable, NamedModel, Terms
from rookery.backends.presolve.cost import Cost
from rookery.core.deadline import checking_deadline
from rookery.core.errors import show_value, unknown
from rookery.core.words import amount
from rookery.models import BadInput, Model, Problem, Satisfy
from rookery.models.model.clauses import ModelClauses, dimacs_literals
from rookery.models.model.weighted_sums import Clause

A_LINE = 12  # terms on a line of LP, whose lines may have 510 characters
CODES = {"=": "E", ">=": "G", "<=": "L"}
EXACT = 2**53  # up to it each whole number is a floating point number
ONE = "is always 1: the constant of the objective"
# What people call the formats: by the endings of their files.
ENDINGS = {"cnf": "dimacs", "pb": "opb", "maxsat": "wcnf"}


def write_dimacs(named: NamedModel, excluded: Sequence[Clause] = ()) -> Iterator[str]:
    """Write DIMACS CNF, last the clauses that exclude solutions; raises `BadInput` for a goal: the format has none."""
    if not isinstance(named.model.goal, Satisfy):
        raise BadInput("dimacs has no goal: give a bound (--bound K: as good as K), or use wcnf, opb, lp, mps")
    clauses = ModelClauses.of(named.model)
    yield from _identify(named, "c ")
    yield from named.comments("c ", "{}")
    yield from _auxiliary(named, clauses)
    if excluded:
        yield f"c the last {amount(len(excluded), 'clause')} each exclude a solution that is known"
    yield f"p cnf {clauses.top} {len(clauses.clauses) + len(excluded)}"
    for clause in checking_deadline((*clauses.clauses, *excluded)):
        yield " ".join(map(str, (*clause, 0)))


def write_wcnf(named: NamedModel) -> Iterator[str]:
    """WCNF with a line `h` for each hard clause and a weight for each soft one."""
    clauses = ModelClauses.of(named.model)
    cost, soft = _soften(named.model)
    yield from named.comments("c ", "{}")
    yield from _auxiliary(named, clauses)
    if cost is not None:
        yield f"c objective = {'-' if cost.sign < 0 else ''}({cost.constant} + the weight of the broken soft clauses)"
    for clause in checking_deadline((*clauses.clauses, *_mention_last(named, clauses, [clause for _, clause in soft]))):
        yield " ".join(map(str, ("h", *clause, 0)))
    for weight, clause in soft:
        yield " ".join(map(str, (weight, *clause, 0)))


def _soften(model: Model) -> tuple[Cost | None, list[tuple[int, Clause]]]:
    """The goal as a cost, and as soft clauses with the weights that breaking them costs."""
    cost = Cost.of(model)
    return cost, [(weight, dimacs_literals([~literal])) for weight, literal in (cost.terms() if cost else ())]


def _mention_last(named: NamedModel, clauses: ModelClauses, soft: Sequence[Clause]) -> Iterator[Clause]:
    """A clause that always holds for the last variable if it is in no other: WCNF has no header to count them."""
    last, every = named.model.variables, checking_deadline((*clauses.clauses, *soft))
    if clauses.top == last and not any(last in clause or -last in clause for clause in every):
        yield [last, -last]


def _identify(named: NamedModel, mark: str) -> Iterator[str]:
    """Lines that say of which problem and bound a file is, as a certificate of it says."""
    if named.digest:
        yield f"{mark}statement {named.digest}"
    if named.bound is not None:
        yield f"{mark}bound {named.bound}"


def _auxiliary(named: NamedModel, clauses: ModelClauses) -> Iterator[str]:
    first = named.model.variables + 1
    if clauses.top >= first:
        yield f"c {first} to {clauses.top} are auxiliary, decided by those before"


def write_opb(named: NamedModel) -> Iterator[str]:
    """OPB of the pseudo-Boolean competitions: `>=` and `=` alone, and a goal to be made small."""
    table = LinearTable.with_one(named.model)
    lines = [line for row in checking_deadline(table.rows) for line in _opb_row(row)]
    yield f"* #variable= {table.variables} #constraint= {len(lines)}"
    yield from _identify(named, "* ")
    yield from named.comments("* ")
    yield from _explain_constant(table, "* ")
    if table.objective is not None:
        yield from _explain_negation(table, "* ")
        yield f"min: {_signed_terms(table.cost() or [(0, 0)])} ;"
    yield from lines


def _opb_row(row: LinearRow) -> Iterator[str]:
    for comparison, side in row.sides():
        flip = -1 if comparison == "<=" else 1
        terms = _signed_terms([(flip * weight, variable) for weight, variable in row.terms])
        yield f"{terms} {'=' if comparison == '=' else '>='} {flip * side} ;"


def _signed_terms(terms: Sequence[tuple[int, int]]) -> str:
    return " ".join(f"{weight:+d} x{variable + 1}" for weight, variable in terms)


def write_lp(named: NamedModel) -> Iterator[str]:
    """LP as CPLEX has it; raises `BadInput` as `write_mps` does."""
    table = _in_floats(named, "lp")
    yield from named.comments("\\ ")
    yield from _explain_constant(table, "\\ ")
    yield "Maximize" if table.maximise else "Minimize"
    yield from _wrap_line(" obj:", table.objective or ((0, 0),), "")
    yield "Subject To"
    rows = table.rows or (LinearRow(((1, 0),), 0, None),)  # a section without rows is not read everywhere
    sided = ((row, side) for row in rows for side in row.sides())
    for number, (row, (comparison, side)) in enumerate(sided, 1):
        yield from _wrap_line(f" c{number}:", row.terms, f" {comparison} {side}")
    yield "Binary"
    yield from (f" x{variable + 1}" for variable in range(table.variables))
    yield "End"


def _wrap_line(label: str, terms: Terms, end: str) -> Iterator[str]:
    words = [f"{'-' if weight < 0 else '+'} {abs(weight)} x{variable + 1}" for weight, variable in terms]
    lines = [" ".join(words[at : at + A_LINE]) for at in range(0, len(words), A_LINE)]
    yield from (f"{label if not at else '     '} {line}" for at, line in enumerate(lines[:-1]))
    yield f"{label if len(lines) == 1 else '     '} {lines[-1]}{end}"


def write_mps(named: NamedModel) -> Iterator[str]:
    """Write MPS in fixed columns, which readers of free MPS take as well.

    The file is always a minimisation: CBC ignores the section that asks for a maximum, and GLPK refuses it. Raises
    `BadInput` for numbers whose sums its readers, who compute in floating point, would round.
    """
    table = _in_floats(named, "mps")
    sided = [(row, *side) for row in table.rows for side in row.sides()]
    yield from named.comments("* ")
    yield from _explain_constant(table, "* ")
    yield from _explain_negation(table, "* ")
    yield "NAME          ROOKERY"
    yield from ("ROWS", " N  obj")
    yield from (f" {CODES[comparison]}  c{number}" for number, (_, comparison, _) in enumerate(sided, 1))
    yield from ("COLUMNS", _marker("INTORG"))
    rows = [row for row, _, _ in sided]
    columns: list[list[tuple[str, int]]] = [[] for _ in range(table.variables)]
    for weight, variable in table.cost():
        columns[variable].append(("obj", weight))
    for number, row in enumerate(checking_deadline(rows), 1):
        for weight, variable in row.terms:
            columns[variable].append((f"c{number}", weight))
    for variable, entries in enumerate(columns):
        for name, weight in entries or [("obj", 0)]:
            yield _entry(f"x{variable + 1}", name, weight)
    yield from (_marker("INTEND"), "RHS")
    yield from (_entry("rhs", f"c{number}", side) for number, (_, _, side) in enumerate(sided, 1) if side)
    yield "BOUNDS"
    yield from (f" BV bnd       x{variable + 1}" for variable in range(table.variables))
    yield "ENDATA"


def _entry(first: str, second: str, value: int) -> str:
    return f"    {first:<8}  {second:<8}  {value:>12}"


def _in_floats(named: NamedModel, form: str) -> LinearTable:
    table = LinearTable.with_one(named.model)
    if table.largest_sum() > EXACT:
        raise BadInput(f"{form} is read in floating point, and weights or bounds here sum to more than 2**53; use opb")
    return table


def _marker(kind: str) -> str:
    """A line that begins or ends the integers, in the columns of fields 2, 3 and 5: GLPK looks at no others."""
    return f"    MARKER    'MARKER'{'':17}'{kind}'"


def _explain_constant(table: LinearTable, mark: str) -> Iterator[str]:
    if table.has_one:
        yield f"{mark}x{table.variables} {ONE}"


def _explain_negation(table: LinearTable, mark: str) -> Iterator[str]:
    if table.maximise:
        yield f"{mark}the goal is to maximise: its negation is what is to be made small"


TEXTS: Mapping[str, Callable[[NamedModel], Iterator[str]]] = {
    "dimacs": write_dimacs,
    "wcnf": write_wcnf,
    "opb": write_opb,
    "lp": write_lp,
    "mps": write_mps,
    "json": json_format.write_json,
}
FORMATS = tuple(TEXTS)


def export(what: Problem | Model, format: str, bound: int | None = None) -> str:
    """Return a problem or a model as the text of a file for other tools.

    Formats: dimacs, wcnf, opb, lp, mps and json. Comments say what each variable means.
    With a `bound` the question is whether there is a solution at least as good, instead of the best: dimacs needs it,
    since it has no goals. Raises `BadInput` for another format, and for what a format cannot say.

    >>> from rookery.models import Exactly, Model
    >>> print(export(Model(2, (Exactly(1, (0, 1)),)), "opb"), end="")
    * #variable= 2 #constraint= 1
    * a 0/1 model
    * satisfy; 2 variables, 1 constraints; by rookery
    * x1 = x0
    * x2 = x1
    +1 x1 +1 x2 = 1 ;
    """
    if not isinstance(what, Problem | Model):
        raise BadInput(
            f"cannot export {show_value(what)}: expected a Problem, such as rk.placement('queen', 8), or a Model"
        )
    if meant := ENDINGS.get(str(format).lower()):
        raise BadInput(f"unknown format {format!r}: did you mean {meant}? known are {', '.join(FORMATS)}")
    if format not in FORMATS:
        raise unknown("format", format, FORMATS)
    named = NamedModel.of(what, bound)
    return "\n".join(checking_deadline(TEXTS[format](named))) + "\n"
