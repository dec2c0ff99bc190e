"""The questions: boards, pieces, problems, and the abstract model that they compile to."""

from rookery.core.errors import BadInput as BadInput
from rookery.core.errors import RookeryError as RookeryError
from rookery.core.numbers import Step as Step
from rookery.models.boards.board import Board as Board
from rookery.models.boards.board import Square as Square
from rookery.models.model.constraints import AtLeast as AtLeast
from rookery.models.model.constraints import AtMost as AtMost
from rookery.models.model.constraints import Exactly as Exactly
from rookery.models.model.constraints import Linear as Linear
from rookery.models.model.model import Maximize as Maximize
from rookery.models.model.model import Minimize as Minimize
from rookery.models.model.model import Model as Model
from rookery.models.model.model import Satisfy as Satisfy
from rookery.models.pieces.betza import Ride as Ride
from rookery.models.pieces.piece import Piece as Piece
from rookery.models.problem.placement import Placement as Placement
from rookery.models.problem.problem import Problem as Problem
