"""A model compiled for CP-SAT."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rookery.backends.contract.backend import CompiledProgram
from rookery.backends.contract.cost import Cost

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel


@dataclass(frozen=True)
class CpProgram(CompiledProgram):
    """CP-SAT's own model; `has_choices` says that the model names finite-domain variables.

    Its first `variables` are the abstract model's. CP-SAT minimises the cost less its `constant`.
    """

    model: "CpModel"
    variables: int
    cost: Cost | None
    constant: int
    has_choices: bool
    steps: tuple[str, ...] = ()
