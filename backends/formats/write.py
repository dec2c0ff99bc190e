"""A problem or a model in a format of other tools."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from rookery.backends.contract.backend import Request
from rookery.backends.formats import json_format
from rookery.backends.formats import write_formats as dimacs_wcnf
from rookery.backends.formats import write_formats as flatzinc_xcsp3
from rookery.backends.formats import write_formats as opb_lp_mps
from rookery.backends.formats.rows import NamedModel
from rookery.core.deadline import look_between
from rookery.core.errors import show_value, unknown
from rookery.core.words import in_a_line
from rookery.models import BadInput, Model, Problem

TEXTS: Mapping[str, Callable[[NamedModel], Iterator[str]]] = {
    "dimacs": dimacs_wcnf.write_dimacs,
    "wcnf": dimacs_wcnf.write_wcnf,
    "opb": opb_lp_mps.write_opb,
    "lp": opb_lp_mps.write_lp,
    "mps": opb_lp_mps.write_mps,
    "flatzinc": flatzinc_xcsp3.write_flatzinc,
    "xcsp3": flatzinc_xcsp3.write_xcsp3,
    "json": json_format.write_json,
}
PROTO = "cpsat-proto"
FORMATS = (*TEXTS, PROTO)
# What people call the formats: by the endings of their files.
ENDINGS = {"cnf": "dimacs", "fzn": "flatzinc", "xml": "xcsp3", "xcsp": "xcsp3", "pb": "opb", "maxsat": "wcnf"}


def export(what: Problem | Model, format: str, bound: int | None = None) -> str | bytes:
    """A problem or a model as the text (for `cpsat-proto`: the bytes) of a file for other tools.

    Formats: dimacs, wcnf, opb, lp, mps, flatzinc, xcsp3, json and cpsat-proto. Comments say what each variable means.
    With a `bound` the question is whether there is a solution at least as good, instead of the best: what dimacs, which
    knows no goal, needs. Raises `BadInput` for another format, and for what a format cannot say.

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
    if format == PROTO:
        return _proto(named)
    return "\n".join(look_between(TEXTS[format](named))) + "\n"


def _proto(named: NamedModel) -> bytes:
    """CP-SAT's own model, as its backend compiles it, in binary, with the names of the variables."""
    from tempfile import TemporaryDirectory

    from rookery.backends.contract.answer import Want
    from rookery.backends.registry import backend

    cpsat = backend("cpsat")
    cpsat.load()
    # as for listing: what keeps one solution of several, such as breaking symmetries, is no part of the problem
    program = cpsat.compile(named.model, Request(Want.ALL))
    model: Any = program.model
    if program.cost is not None:  # it minimises without sign and constant; the objective is factor * (sum + offset)
        model.proto.objective.scaling_factor = program.cost.sign
        model.proto.objective.offset = program.cost.constant + program.constant
    for variable, name in look_between(zip(model.proto.variables, named.names, strict=False)):
        variable.name = in_a_line(name)
    with TemporaryDirectory() as folder:
        path = f"{folder}/model.pb"  # its protocol buffers have no call that gives bytes
        if not model.export_to_file(path):
            raise BadInput("CP-SAT could not write its model")
        with open(path, "rb") as file:
            return file.read()
