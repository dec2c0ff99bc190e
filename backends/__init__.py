"""Solving problems: the backends, the runs that referee them, and their answers."""

from rookery.backends.contract.answer import Answer, End, Status, Times, Want
from rookery.backends.contract.backend import (
    Backend,
    Capabilities,
    CompiledProgram,
    Deadline,
    Interim,
    Level,
    Outcome,
    Request,
    Unsupported,
    WrongAnswer,
)
from rookery.backends.contract.question import Question
from rookery.backends.registry import backend, backends
from rookery.backends.running import solve as calls
from rookery.backends.running.run import Run
from rookery.backends.running.solve import ModelAnswer, solutions, start

__all__ = [
    "Answer",
    "Backend",
    "Capabilities",
    "CompiledProgram",
    "Deadline",
    "End",
    "Interim",
    "Level",
    "ModelAnswer",
    "Outcome",
    "Question",
    "Request",
    "Run",
    "Status",
    "Times",
    "Unsupported",
    "Want",
    "WrongAnswer",
    "backend",
    "backends",
    "first",
    "solutions",
    "solve",
    "solve_model",
    "start",
]

# For users: Ctrl-C in a call gives what was found by then.
first = calls.keep_found(calls.first)
solve = calls.keep_found(calls.solve)
solve_model = calls.keep_found(calls.solve_model)
