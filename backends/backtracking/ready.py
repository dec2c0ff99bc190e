"""Which kernel a program needs, and when it is made ready before the search rather than on the way."""

import itertools
from collections.abc import Iterator
from typing import Any, NamedTuple

from rookery.backends.backtracking.compile import compile_model
from rookery.backends.backtracking.components.program import ComponentsProgram
from rookery.backends.backtracking.cover import kernel as cover_kernel
from rookery.backends.backtracking.cover import state as cover_state
from rookery.backends.backtracking.cover.program import CoverProgram
from rookery.backends.backtracking.general import kernel as general_kernel
from rookery.backends.backtracking.general import tables as general_tables
from rookery.backends.backtracking.general.program import GeneralProgram
from rookery.backends.backtracking.large_rows import kernel as line_kernel
from rookery.backends.backtracking.large_rows.program import LargeRowProgram, make_large_rows
from rookery.backends.backtracking.large_rows.tables import make_line_state
from rookery.backends.backtracking.pareto import kernel as pareto_kernel
from rookery.backends.backtracking.pareto.orders import sample_elimination
from rookery.backends.backtracking.pareto.program import ParetoProgram
from rookery.backends.backtracking.pareto.state import make_state as make_sweep_state
from rookery.backends.backtracking.rivals import compiling as rivals_compiling
from rookery.backends.backtracking.rivals import kernel as rivals_kernel
from rookery.backends.backtracking.rivals.program import RivalsProgram
from rookery.backends.backtracking.rivals.sizes import least_sizes
from rookery.backends.backtracking.rows import kernel as row_kernel
from rookery.backends.backtracking.rows import tables as row_tables
from rookery.backends.backtracking.rows.program import RowProgram
from rookery.backends.backtracking.surplus.refute import sample_decision
from rookery.backends.backtracking.vertex_cover import kernel as vertex_kernel
from rookery.backends.backtracking.vertex_cover import tables as vertex_tables
from rookery.backends.backtracking.vertex_cover.program import VertexCoverProgram
from rookery.backends.contract.answer import Want
from rookery.backends.contract.backend import CompiledProgram, Request
from rookery.backends.exchange.improve import sample_exchange
from rookery.backends.exchange.walk import sample_walk
from rookery.models.kernels.compiler import wait_until_ready
from rookery.models.kernels.jit import Kernel
from rookery.models.model import AtLeast, AtMost, Exactly, Linear, Maximize, Minimize, Model


class KernelSample(NamedTuple):
    """A kernel with tables and a state such as it is called with."""

    kernel: Kernel
    tables: Any
    state: Any

    def types(self) -> tuple[Any, ...]:
        """What the kernel is compiled for."""
        return self.kernel.types(self.tables, self.state, 0)


def make_ready(program: CompiledProgram, request: Request) -> None:
    """Load the kernel of a program, or compile it: in this process where the run is measured."""
    sample = find_sample(program, request.want)
    if sample is None or sample.kernel.ready:
        return
    if request.measured:
        sample.kernel.load(sample.types())
    else:
        wait_until_ready(sample.kernel, sample.types())


def find_sample(program: CompiledProgram, want: Want) -> KernelSample | None:
    """The kernel that searches a program; None where there is nothing for kernels."""
    match program:
        case ComponentsProgram():
            return find_sample(program.whole, want)
        case RowProgram():
            kernel = row_kernel.choose_kernel(program.tables, counting=want is Want.COUNT)
            return KernelSample(kernel, program.tables, row_tables.make_state(program.tables, 1))
        case LargeRowProgram():
            return KernelSample(line_kernel.choose_scarcest, program.tables, make_line_state(program.tables, 1))
        case CoverProgram():
            return KernelSample(cover_kernel.advance, program.tables, cover_state.make_state(program.tables, {}, 1))
        case VertexCoverProgram():
            state = vertex_tables.make_state(program.tables, 1)
            return KernelSample(vertex_kernel.choose_apart, program.tables, state)
        case ParetoProgram():
            return KernelSample(pareto_kernel.sweep, program.tables, make_sweep_state(program.tables, 1))
        case RivalsProgram(rivals=rivals, tables=tables):
            begun = rivals_compiling.make_state(tables, rivals, least_sizes(rivals), exact=False, buffer=1)
            return KernelSample(rivals_kernel.divide, tables, begun)
        case GeneralProgram():
            return KernelSample(general_kernel.explore, program.tables, general_tables.make_state(program.tables, 1))
        case _:
            return None


def samples() -> Iterator[KernelSample]:
    """Each kernel that there is, with a small problem of its kind."""
    rows = find_sample(compile_model(_two_rooks(), Request(Want.ALL)), Want.ALL)
    assert rows is not None
    for kernel in (row_kernel.list_rows, row_kernel.count_block, row_kernel.count_rows):
        yield rows._replace(kernel=kernel)
    many = make_large_rows(_two_rooks(), least_rows=2)
    assert many is not None
    yield KernelSample(line_kernel.choose_scarcest, many.tables, make_line_state(many.tables, 1))
    for model in (_path(), _triangle(), _armies(), Model(2, (Linear((2, 3), (0, 1), lower=3),))):
        sample = find_sample(compile_model(model, Request(options={"without": "components"})), Want.ONE)
        assert sample is not None
        yield sample
    narrow = find_sample(compile_model(_path(), Request(options={"optimum": "pareto"})), Want.ONE)
    assert narrow is not None
    yield narrow
    found = (*sample_elimination(), sample_exchange(), sample_walk(), sample_decision())
    yield from itertools.starmap(KernelSample, found)


def _two_rooks() -> Model:
    """Two rooks in peace on 2x2."""
    columns = AtMost(1, (0, 2)), AtMost(1, (1, 3))
    return Model(4, (Exactly(1, (0, 1)), Exactly(1, (2, 3)), *columns))


def _path() -> Model:
    """The fewest of six in a row such that each is chosen or beside one that is."""
    beside = [tuple(at for at in (each - 1, each, each + 1) if 0 <= at < 6) for each in range(6)]
    return Model(6, tuple(AtLeast(1, each) for each in beside), Minimize(range(6)))


def _armies() -> Model:
    """Two sets as large as possible, of the same size, in three rows of two of which one set at most has any."""
    apart = (AtMost(1, (one, 6 + other)) for row in (0, 2, 4) for one in (row, row + 1) for other in (row, row + 1))
    same = Linear((1,) * 6 + (-1,) * 6, tuple(range(12)), 0, 0)
    return Model(12, (*apart, same), Maximize(range(6)))


def _triangle() -> Model:
    """The fewest of three such that of each two one is chosen."""
    return Model(3, tuple(AtLeast(1, edge) for edge in ((0, 1), (1, 2), (0, 2))), Minimize(range(3)))
