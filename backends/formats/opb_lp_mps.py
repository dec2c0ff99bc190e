"""Formats of linear rows over 0/1 variables: OPB (pseudo-Boolean), LP (CPLEX) and MPS."""

from collections.abc import Iterator, Sequence

from rookery.backends.formats.named_model import NamedModel
from rookery.backends.formats.rows import LinearRow, LinearTable, Terms
from rookery.models import BadInput

A_LINE = 12  # terms on a line of LP, whose lines may have 510 characters
CODES = {"=": "E", ">=": "G", "<=": "L"}
EXACT = 2**53  # up to it each whole number is a floating point number
ONE = "is always 1: the constant of the objective"


def write_opb(named: NamedModel) -> Iterator[str]:
    """OPB of the pseudo-Boolean competitions: `>=` and `=` alone, and a goal to be made small."""
    table = LinearTable.of(named.model)
    lines = [line for row in table.rows for line in _opb_row(row)]
    yield f"* #variable= {table.variables} #constraint= {len(lines)}"
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
    """MPS in fixed columns, which readers of free MPS take as well.

    Always a minimisation: of the section that asks for a maximum CBC takes no notice, and GLPK refuses it. Raises
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
    yield from _columns(table, [row for row, _, _ in sided])
    yield from (_marker("INTEND"), "RHS")
    yield from (_entry("rhs", f"c{number}", side) for number, (_, _, side) in enumerate(sided, 1) if side)
    yield "BOUNDS"
    yield from (f" BV bnd       x{variable + 1}" for variable in range(table.variables))
    yield "ENDATA"


def _columns(table: LinearTable, rows: Sequence[LinearRow]) -> Iterator[str]:
    columns: list[list[tuple[str, int]]] = [[] for _ in range(table.variables)]
    for weight, variable in table.cost():
        columns[variable].append(("obj", weight))
    for number, row in enumerate(rows, 1):
        for weight, variable in row.terms:
            columns[variable].append((f"c{number}", weight))
    for variable, entries in enumerate(columns):
        for name, weight in entries or [("obj", 0)]:
            yield _entry(f"x{variable + 1}", name, weight)


def _entry(first: str, second: str, value: int) -> str:
    return f"    {first:<8}  {second:<8}  {value:>12}"


def _in_floats(named: NamedModel, form: str) -> LinearTable:
    table = LinearTable.of(named.model)
    if table.largest_sum() > EXACT:
        raise BadInput(f"{form} is read in floating point, and weights or bounds here sum to more than 2**53; use opb")
    return table


def _marker(kind: str) -> str:
    """A line that begins or ends the integers, in the columns of fields 2, 3 and 5: GLPK looks at no others."""
    return f"    MARKER    'MARKER'{'':17}'{kind}'"


def _explain_constant(table: LinearTable, mark: str) -> Iterator[str]:
    if table.has_constant:
        yield f"{mark}x{table.variables} {ONE}"


def _explain_negation(table: LinearTable, mark: str) -> Iterator[str]:
    if table.maximise:
        yield f"{mark}the goal is to maximise: its negation is what is to be made small"
