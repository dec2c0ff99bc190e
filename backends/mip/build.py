"""From rows to MathOpt's protocol buffer, filled in bulk: a method call for each term is slow."""

from math import inf

from ortools.math_opt import model_pb2
from ortools.math_opt.python import mathopt

from rookery.backends.mip.program import MipProgram
from rookery.models.model import over_variables


def build_model(program: MipProgram) -> mathopt.Model:
    """MathOpt's model of a program, its objective the cost."""
    proto = model_pb2.ModelProto()
    _add_variables(proto, program.lowered.model.variables)
    for number, row in enumerate(program.rows):
        terms = sorted((variable, weight) for variable, weight in row.weights.items() if weight)
        most = sum(weight for _, weight in terms if weight > 0)
        least = sum(weight for _, weight in terms if weight < 0)
        proto.linear_constraints.ids.append(number)
        proto.linear_constraints.lower_bounds.append(row.least if row.least > least else -inf)
        proto.linear_constraints.upper_bounds.append(row.most if row.most < most else inf)
        proto.linear_constraint_matrix.row_ids.extend([number] * len(terms))
        proto.linear_constraint_matrix.column_ids.extend(variable for variable, _ in terms)
        proto.linear_constraint_matrix.coefficients.extend(weight for _, weight in terms)
    if program.cost is not None:
        weights, constant = over_variables(program.cost.terms())
        chosen = sorted((variable, weight) for variable, weight in weights.items() if weight)
        proto.objective.offset = constant
        proto.objective.linear_coefficients.ids.extend(variable for variable, _ in chosen)
        proto.objective.linear_coefficients.values.extend(weight for _, weight in chosen)
    return mathopt.Model.from_model_proto(proto)


def _add_variables(proto: model_pb2.ModelProto, count: int) -> None:
    proto.variables.ids.extend(range(count))
    proto.variables.lower_bounds.extend([0.0] * count)
    proto.variables.upper_bounds.extend([1.0] * count)
    proto.variables.integers.extend([True] * count)
