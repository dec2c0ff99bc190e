"""HOW a problem is solved: the backends, the runs that referee them, and their answers."""

from rookery.backends.contract.answer import Answer, End, Status, Times, Want
from rookery.backends.contract.backend import (
    Backend,
    Capabilities,
    CompiledProgram,
    Deadline,
    Level,
    Outcome,
    Request,
    Sized,
    Unsupported,
)
from rookery.backends.contract.question import Question
from rookery.backends.contract.wrong_answer import WrongAnswer
from rookery.backends.registry import backend, backends
from rookery.backends.running.calls import first, solve, solve_model
from rookery.backends.running.run import Run
from rookery.backends.running.solve import solutions, start
from rookery.backends.running.solve_model import ModelAnswer

__all__ = [
    "Answer",
    "Backend",
    "Capabilities",
    "CompiledProgram",
    "Deadline",
    "End",
    "Level",
    "ModelAnswer",
    "Outcome",
    "Question",
    "Request",
    "Run",
    "Sized",
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
