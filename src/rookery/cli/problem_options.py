"""The problems of a command line: options from the signature of a family, and problems from their values."""

import re
import shlex
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property, partial
from inspect import Parameter
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Self, get_args, get_origin

import click

from rookery.cli.exits import explain_usage
from rookery.cli.options.command import WHOLE, Command, LateGroup, Offer, Option
from rookery.cli.options.files import (
    PIECE_FILES,
    PIECES_FILE,
    complete_piece,
    naming,
    read_fixed_file,
    read_text,
)
from rookery.core.errors import show_value
from rookery.models import BadInput, Piece, Problem
from rookery.models.boards.base import AbstractBoard
from rookery.models.boards.board import Board
from rookery.models.boards.graph import Graph
from rookery.models.boards.regions import RegionBoard
from rookery.models.pieces.piece import GUARD
from rookery.models.pieces.sources import FindPiece, piece
from rookery.models.problems.command import option_name
from rookery.models.problems.family import FAMILIES, Family
from rookery.models.problems.registry import families, find_family
from rookery.models.reading.given import (
    AREAS,
    AllowedLike,
    ArmiesLike,
    BoardLike,
    CostsLike,
    CountLike,
    FixedLike,
    PieceLike,
    PiecesLike,
    RegionsLike,
    SquaresLike,
    parse_shape,
    read_boards,
)
from rookery.models.reading.given import (
    board as make_board,
)

if TYPE_CHECKING:
    from rookery.models.reading.drawn import Drawing


PIECES, BOARDS = (PieceLike, PiecesLike, ArmiesLike), (BoardLike, RegionsLike)
SIDE = "n"  # the parameter of a family that is asked of n x n boards alone
STDIN = "/dev/stdin"
COMMA = re.compile(r",(?![^(]*\))")  # a comma within brackets is Betza notation
NAMES = "a name (`rookery pieces` lists them) or Betza notation such as NC"
HELP: Mapping[Any, str] = {  # in place of the docstring, which speaks of values of Python
    PiecesLike: f"A piece: {NAMES}; queen=5 for five queens (repeatable).",
    BoardLike: "The board: 8, 8x11, 8x11:torus or 8:cylinder.",
    RegionsLike: "The board: regions:AAB/ABB/CCC, or a size without regions, such as 8.",
    CountLike: "How many of one piece: a number, n (the side of the board) or any; else as many or as few as possible.",
    FixedLike: "Put a piece on this square, 3,4 or e4 (repeatable); with several pieces R,C=PIECE.",
}
NOTES: Mapping[Any, str] = {  # behind the text of the docstring
    PieceLike: f"It is {NAMES}.",
    ArmiesLike: f"It is {NAMES} (repeatable).",
    SquaresLike: "R,C, e4, light, dark or border (repeatable).",
    AllowedLike: "(Repeatable.)",
    CostsLike: "One for each --piece, in order.",
}
SQUARES = "Squares and files"  # the section of the help for the options that few need
METAVARS: Mapping[Any, str] = {
    SquaresLike: "SQUARES[=PIECE]",
    AllowedLike: "SQUARES[=PIECE]",
    FixedLike: "R,C",
    CostsLike: "C",
}
FILES = {
    "board_file": "A drawing (. free, # hole, x forbidden, a letter: a fixed piece), or FEN such as 10/4Q5/10.",
    "graph": "A graph in place of a board: .gr (PACE), .col (DIMACS), .graphml, .gml, .net, .gexf or a list of edges.",
    "regions": "A drawing of regions: rows of letters or digits; a first line may give the number of stars.",
    "fixed_file": "Fixed squares: k, then k lines `row column` or `e4`.",
}
FILES_OF: Mapping[Any, tuple[str, ...]] = {  # the files that stand beside the option of a parameter
    BoardLike: ("board_file", "graph"), RegionsLike: ("board_file", "regions"), FixedLike: ("fixed_file",),
}  # fmt: skip


def family_options(family: Family, several: bool = False) -> Iterator[click.Option]:
    """Yield the options of a family's signature; `several` is for commands that take more than one problem."""
    for name, parameter in family.parameters.items():
        kind = parameter.annotation
        yield _make_option(parameter, family.help.get(name, ""), several)
        for file in FILES_OF.get(kind, ()):
            names = [f"--{file.replace('_', '-')}", f"of_{file}"]
            yield Option(names, section=SQUARES, metavar="FILE|-", help=FILES[file])
        if kind in BOARDS:
            help = "Remove this square from the board (repeatable)."
            yield Option(["--hole", "of_hole"], section=SQUARES, multiple=True, metavar="R,C", help=help)
        if kind in PIECES:
            yield Option(["--pieces-file", PIECE_FILES], section=SQUARES, **PIECES_FILE)


def _make_option(parameter: Parameter, help: str, several: bool) -> click.Option:
    """Return the option of one parameter; its help names the parameter, if that has another name."""
    kind, field = parameter.annotation, f"of_{parameter.name}"
    required = parameter.default is Parameter.empty
    default = None if required or parameter.default == () else parameter.default
    make = partial(Option, show_default=True)
    help = HELP.get(kind) or " ".join(filter(None, (help, NOTES.get(kind))))
    name = option_name(parameter.name)
    if kind in PIECES:
        help += " A comma separates problems: queen,knight." if several else ""
        made: dict[str, Any] = {
            "multiple": True,
            "default": default and [default],
            "metavar": "NAME",
            "shell_complete": complete_piece,
        }
        return make([name, "of_piece"], help=help, **made)
    if kind in BOARDS or parameter.name == SIDE:
        help += " 4..8 and 4,6,8 are several problems." if several else ""
        return make([name, "of_board"], metavar="SIZE", help=help)
    if name != f"--{parameter.name.replace('_', '-')}":
        help += f" In Python: {parameter.name}."
    if kind is bool:
        return make([name, field], is_flag=True, help=help)
    if kind == CountLike:
        return make([name, field], metavar="K|n|any", help=help)
    if kind in (int, int | None):
        settings = {"required": True} if required else {"default": default}
        return make([name, field], type=WHOLE, metavar="K", help=help, **settings)
    if get_origin(kind) is Literal:
        return make([name, field], type=click.Choice(get_args(kind), case_sensitive=False), default=default, help=help)
    numbers = WHOLE if kind == CostsLike else str
    section = "Options" if kind == CostsLike else SQUARES
    return make([name, field], section=section, multiple=True, type=numbers, metavar=METAVARS[kind], help=help)


@dataclass(frozen=True)
class Stated:
    """What the options of a family state: a problem, or several for a range of boards or a list of pieces.

    `given` has the values by the names of parameters, but those of boards and pieces by `board` and `piece`. `find` is
    the register of piece names. Names of files are relative to `folder`.
    """

    family: Family
    given: Mapping[str, Any]
    find: FindPiece
    folder: Path = Path()

    @classmethod
    def of(cls, family: Family, values: Mapping[str, Any]) -> Self:
        """Read the values of a command's options; an option that may be repeated has a list, or None."""
        stated = {name.removeprefix("of_"): value for name, value in values.items() if name.startswith("of_")}
        given = {name: list(value) or None if isinstance(value, tuple) else value for name, value in stated.items()}
        return cls(family, given, partial(piece, files=values.get(PIECE_FILES) or ()))

    def problem(self, numbers: bool = False) -> Problem:
        """Return the one problem; raises `BadInput` for several, and for what makes no sense.

        `numbers`: squares of its board are named `ROW,COLUMN`.
        """
        for text in self.given.get("piece") or ():
            if len(names := COMMA.split(text)) > 1:
                several = " ".join(f"--piece {name.strip()}" for name in names)
                raise BadInput(f"--piece {show_value(text)}: expected one piece; repeat the option: {several}")
        boards = self.list_boards()
        if len(boards) > 1:
            raise BadInput(f"--board {show_value(self.given['board'])}: expected one board, here are {len(boards)}")
        if numbers:
            boards[0].name_by_numbers()  # for refusals
        problem = self.declare(self.list_pieces()[0], boards[0])
        if numbers:
            problem.board.name_by_numbers()  # a family such as n-queens makes its own board
        return problem

    def problems(self) -> list[Problem]:
        """Return the problem of each board with each choice of pieces."""
        return [self.declare(names, board) for board in self.list_boards() for names in self.list_pieces()]

    def list_pieces(self) -> list[tuple[str, ...]]:
        """Return each choice of pieces that stand on one board: a comma separates choices."""
        return list(product(*(COMMA.split(text) for text in self.given.get("piece") or ())))

    def list_boards(self) -> list[AbstractBoard]:
        """Return the boards of a size, of a range or list of sizes, or of a file, with their holes."""
        self._check_files()
        with self._naming_options():
            board, holes = self._read_board(), self.given.get("hole") or []
            boards = read_boards(self.given["board"]) if board is None else [board]
            return [make_board(each, holes=holes) for each in boards] if holes else boards

    def declare(self, names: Sequence[str], board: AbstractBoard) -> Problem:
        """Return the problem for some pieces on one board; raises `BadInput` that names the option."""
        with self._naming_options():
            return self.family.function(**dict(self._list_arguments(names, board)))

    @contextmanager
    def _naming_options(self) -> Iterator[None]:
        """Name the option where a refusal begins with a parameter and its value: `fixed 'z9'` is `--fix 'z9'`."""
        try:
            yield
        except BadInput as error:
            name, _, rest = str(error).partition(" ")
            if name in ("board", "hole", *self.family.parameters) and re.match(r"['([-]|\d|square |vertex ", rest):
                error.args = (f"{option_name(name)} {rest}",)
            raise

    def _check_files(self) -> None:
        """Raise `BadInput` for two boards, and for two files that are standard input."""
        boards = [name for name in ("board", "graph", "regions", "board_file") if self.given.get(name) is not None]
        inputs = [name for name in FILES if self.given.get(name) == "-"]
        faults = {"exclude each other; give": boards, "both read standard input; name a file for": inputs}
        for fault, names in faults.items():
            if len(names) > 1:
                one, other = (f"--{name.replace('_', '-')}" for name in names[:2])
                raise BadInput(f"{one} and {other} {fault} one of them")

    def _read_board(self) -> AbstractBoard | None:
        """Return the board of a file, or of one size; None for a range or a list."""
        if self._drawing:
            return self._drawing.board
        if (graph := self._file("graph")) is not None:
            from rookery.models.boards.graphs import read_graph

            return read_graph(STDIN if graph == "-" else graph)
        if (regions := self._file("regions")) is not None:
            if (
                "/" in regions
                and not Path(regions).exists()
                and re.fullmatch("[0-9A-Za-z/#.-]+", self.given["regions"])
            ):
                raise BadInput(
                    f"--regions {regions}: no such file; a drawing is --board regions:{self.given['regions']}"
                )
            text = read_text(regions)
            with naming(regions):
                return RegionBoard(text)
        if self.given.get("board") is None:
            also = ", or --board-file with a drawing, or --graph" if "graph" in self.given else ""
            raise BadInput(f"Missing option '--board': expected a size such as 8{also}")
        return parse_shape(self.given["board"])

    def _file(self, name: str) -> str | None:
        """Return the file that an option names."""
        file = self.given.get(name)
        return file if file in (None, "-") else str(self.folder / file)

    @cached_property
    def _drawing(self) -> "Drawing | None":
        """The drawing of the file, read once: standard input cannot be read twice."""
        if (file := self._file("board_file")) is None:
            return None
        from rookery.models.reading.drawn import read_drawn

        text = read_text(file)
        with naming(file):
            return read_drawn(text)

    def _list_arguments(self, names: Sequence[str], board: AbstractBoard) -> Iterator[tuple[str, Any]]:
        """Yield the arguments of the family's function that are given; squares and counts may be text."""
        kinds = {each.annotation: each for each in self.family.parameters.values()}
        piece = next((kinds[kind] for kind in PIECES if kind in kinds), None)
        placed = self._find_pieces(names, piece, board) if piece else []
        fixed = self._list_fixed([each[0] if isinstance(each, list) else each for each in placed], board)
        forbidden = [*(sorted(self._drawing.forbidden) if self._drawing else ()), *(self.given.get("forbidden") or ())]
        for given, kind in ((fixed, FixedLike), (forbidden, SquaresLike)):
            if given and kind not in kinds:
                raise BadInput(f"--board-file: {self.family.name} takes no squares that are given")
        for name, parameter in self.family.parameters.items():
            kind, value = parameter.annotation, self.given.get(name)
            if kind in BOARDS:
                yield name, board
            elif name == SIDE:
                yield name, self._take_side(board)
            elif parameter is piece:
                yield name, placed[0] if kind == PieceLike else placed
            elif kind == FixedLike:
                yield name, fixed
            elif name == "forbidden":
                yield name, forbidden
            elif kind == AllowedLike and value and len(value) == 1 and value[0].lower() in AREAS:
                yield name, value[0]
            elif value is not None and value is not False:
                yield name, value

    def _find_pieces(self, names: Sequence[str], parameter: Parameter, board: AbstractBoard) -> list[Any]:
        """Return the pieces that are named, one with a count as a pair; on a graph, the guard is the default."""
        kind = parameter.annotation
        if not names and isinstance(board, Graph):
            names = [GUARD.name] * (2 if kind == ArmiesLike else 1)
        if not names:
            raise BadInput("Missing option '--piece': expected a name such as queen, or Betza notation such as NC")
        if kind == PieceLike and len(names) > 1:
            raise BadInput(f"{self.family.name} takes one --piece, here are {len(names)}: {', '.join(names)}")
        pairs = [text.partition("=") for text in names]
        if self.given.get("count") is not None and (len(names) > 1 or pairs[0][1]):
            raise BadInput("--count goes with one piece; give each piece its own number, as in --piece queen=5")
        if kind != PiecesLike and (counted := next(("".join(each) for each in pairs if each[1]), "")):
            raise BadInput(f"--piece {show_value(counted)}: {self.family.name} takes no number of pieces here")
        return [[self.find(name), count.strip()] if equals else self.find(name) for name, equals, count in pairs]

    def _list_fixed(self, pieces: Sequence[Piece], board: AbstractBoard) -> list[Any]:
        """Return the squares that hold a piece: those of a drawing, of options and of a file."""
        fixed: list[Any] = []
        if self._drawing:
            with naming(str(self._file("board_file"))):
                drawn = self._drawing.position(pieces).fixed
            fixed = [[square, piece.name] for square, piece in drawn.items()]
        given: list[Any] = list(self.given.get("fixed") or [])
        if (file := self._file("fixed_file")) is not None:
            if len(pieces) > 1:
                raise BadInput("--fixed-file takes one piece; with several give each square by --fix R,C=PIECE")
            given += read_fixed_file(file, board)
        # A single piece need not be named, even if the family adds another, such as pawns
        only = pieces[0].name if len(pieces) == 1 else None
        return fixed + [[each, only] if only and "=" not in each else each for each in given]

    def _take_side(self, board: AbstractBoard) -> int:
        if board.side is None or board != Board(board.side):
            raise BadInput(f"{board.phrase}: {self.family.name} takes the side of a square board, such as 8")
        return board.side


def read_words(text: str, find: FindPiece = piece, folder: Path = Path()) -> list[Problem]:
    """Return the problems of a line such as `domination --piece queen,knight --board 4..8`.

    `find` is the register of piece names, and names of files are relative to `folder`. Raises `BadInput`.
    """
    try:
        name, *words = shlex.split(text)
    except ValueError:
        expected = "a family and its options, as `rookery solve` takes them"
        raise BadInput(f"{show_value(text)}: expected {expected}") from None
    family = find_family(name)
    options = [each for each in family_options(family, several=True) if each.name != PIECE_FILES]
    command = Command(name, params=options, add_help_option=False)
    try:
        with command.make_context(name, words) as context:
            stated = Stated.of(family, context.params)
    except click.UsageError as error:
        raise BadInput(explain_usage(error)) from None
    return replace(stated, find=find, folder=folder).problems()


class FamilyGroup(LateGroup):
    """A group with a sub-command for each family, made when it is first used, and perhaps `others`.

    Each command has the options of the family and those of a function, which gets what the former state as `stated`;
    the docstring of the function is the help of the group. `does` begins the help of a command; `example` is its
    example, with the family and the family's own example for `{}`, or a function of the family.
    """

    def __init__(
        self,
        function: Callable[..., None],
        *,
        does: str = "",
        example: str | Callable[[Family], str] = "{}",
        several: bool = False,
        only: Sequence[str] = (),
        others: Mapping[str, Offer] | None = None,
        epilog: str,
    ) -> None:
        self.template = click.command(cls=Command)(function)
        self.does, self.example, self.several, self.only = does, example, several, only
        self.others = others or {}
        super().__init__(self.template.name, self._list_offers, help=self.template.help, epilog=epilog)

    def _list_offers(self) -> Mapping[str, Offer]:
        families_of_this = {name: family for name, family in families().items() if not self.only or name in self.only}
        return {**{name: partial(self.offer, family) for name, family in families_of_this.items()}, **self.others}

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command of a name; only a name that is not ours imports the plug-ins."""
        if cmd_name in FAMILIES and cmd_name not in self.commands and (not self.only or cmd_name in self.only):
            self.commands[cmd_name] = self.offer(FAMILIES[cmd_name])
        return super().get_command(ctx, cmd_name)

    def offer(self, family: Family) -> click.Command:
        """Return the command of a family; raises `BadInput` if it has an option of the command as well."""
        function = self.template.callback
        assert function is not None

        def call(**values: Any) -> None:
            given = {name: value for name, value in values.items() if not _is_stated(name)}
            function(stated=Stated.of(family, values), **given)

        own = sorted(family_options(family, self.several), key=lambda each: not each.required)
        params = [*own, *self.template.params]
        names = Counter(name for each in params for name in each.opts)
        if twice := [name for name, times in names.items() if times > 1]:
            raise BadInput(f"family {family.name}: its option {twice[0]} is one of this command already")
        example = self.example if isinstance(self.example, str) else self.example(family)
        epilog = f"Example: rookery {example.format(f'{family.name} {family.example}')}" if family.example else None
        help = f"{self.does} {family.summary}".lstrip()
        return Command(family.name, params=params, callback=call, help=help, short_help=family.summary, epilog=epilog)


def _is_stated(name: str) -> bool:
    return name.startswith("of_") or name == PIECE_FILES
