"""What plug-ins import: the bases of backends, and what families of problems are made of."""

from rookery.backends.contract.answer import End as End
from rookery.backends.contract.answer import Want as Want
from rookery.backends.contract.backend import Backend as Backend
from rookery.backends.contract.backend import Capabilities as Capabilities
from rookery.backends.contract.backend import CompiledProgram as CompiledProgram
from rookery.backends.contract.backend import Interim as Interim
from rookery.backends.contract.backend import Level as Level
from rookery.backends.contract.backend import Outcome as Outcome
from rookery.backends.contract.backend import Request as Request
from rookery.backends.contract.backend import Solution as Solution
from rookery.backends.contract.backend import Stream as Stream
from rookery.models.problems.shared.auxiliary import Definitions as Definitions
from rookery.models.referee.rules import Aim as Aim
from rookery.models.referee.rules import Fault as Fault
from rookery.models.referee.rules import Rule as Rule
from rookery.models.referee.walking import Walked as Walked
