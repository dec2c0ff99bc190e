"""HOW a problem is solved: the backends, the runs that referee them, and their answers."""

from rookery.backends.answer import Answer, End, Status, Times, Want
from rookery.backends.backend import Backend, Capabilities, Deadline, Outcome, Request, Sized, Unsupported
from rookery.backends.bare import ModelAnswer, solve_model
from rookery.backends.checks import WrongAnswer
from rookery.backends.lexicographic import first
from rookery.backends.question import Question
from rookery.backends.registry import backend, backends
from rookery.backends.run import Run
from rookery.backends.solve import solutions, solve, start

__all__ = [
    "Answer",
    "Backend",
    "Capabilities",
    "Deadline",
    "End",
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
