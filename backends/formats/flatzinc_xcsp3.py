"""Formats of constraint programming: FlatZinc (what MiniZinc gives to solvers) and XCSP3."""

from collections.abc import Iterator

from rookery.backends.formats.named_model import NamedModel
from rookery.backends.formats.rows import LinearRow, LinearTable, Terms

XCSP_CONDITIONS = {"=": "eq", ">=": "ge", "<=": "le"}


def write_flatzinc(named: NamedModel) -> Iterator[str]:
    """FlatZinc over variables 0..1 with linear constraints, which every solver of it has."""
    table = LinearTable.of(named.model)
    goal = "satisfy"
    yield from named.comments("% ")
    yield from (f"var 0..1: x{variable + 1} :: output_var;" for variable in range(table.variables))
    if table.objective is not None:
        goal = f"{'maximize' if table.maximise else 'minimize'} objective"
        lower, upper = (sum(side(weight, 0) for weight, _ in table.objective) for side in (min, max))
        yield f"var {lower}..{upper}: objective :: output_var;"
        yield _linear("eq", [*table.objective, (-1, None)], 0)
    for row in table.rows:
        yield from _flat_row(row)
    yield f"solve {goal};"


def _flat_row(row: LinearRow) -> Iterator[str]:
    for comparison, side in row.sides():
        flip = -1 if comparison == ">=" else 1
        terms = [(flip * weight, variable) for weight, variable in row.terms]
        yield _linear("eq" if comparison == "=" else "le", terms, flip * side)


def _linear(relation: str, terms: "list[tuple[int, int]] | list[tuple[int, int | None]]", side: int) -> str:
    weights = ",".join(str(weight) for weight, _ in terms)
    names = ",".join("objective" if variable is None else f"x{variable + 1}" for _, variable in terms)
    return f"constraint int_lin_{relation}([{weights}],[{names}],{side});"


def write_xcsp3(named: NamedModel) -> Iterator[str]:
    """XCSP3 with an array of 0/1 variables and a `sum` for each row."""
    table = LinearTable.of(named.model)
    yield f'<instance format="XCSP3" type="{"CSP" if table.objective is None else "COP"}">'
    yield "<!--"
    yield from named.comments("", "x[{}]", first=0)
    yield from (("-->", "<variables>"))
    yield f'  <array id="x" size="[{table.variables}]"> 0 1 </array>'
    yield from ("</variables>", "<constraints>")
    for row in table.rows:
        for comparison, side in row.sides():
            condition = f"<condition> ({XCSP_CONDITIONS[comparison]},{side}) </condition>"
            yield f"  <sum> {_xcsp_terms(row.terms)} {condition} </sum>"
    yield "</constraints>"
    if table.objective is not None:
        goal = "maximize" if table.maximise else "minimize"
        yield f'<objectives> <{goal} type="sum"> {_xcsp_terms(table.objective or ((0, 0),))} </{goal}> </objectives>'
    yield "</instance>"


def _xcsp_terms(terms: Terms) -> str:
    names = " ".join(f"x[{variable}]" for _, variable in terms)
    return f"<list> {names} </list> <coeffs> {' '.join(str(weight) for weight, _ in terms)} </coeffs>"
