"""What people write in Python: each call gives the right answer, or one sentence that says what is accepted."""

import pickle
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import rookery as rk
from rookery.backends import registry
from rookery.compare.campaign.keys import Wrong

QUEENS = rk.placement(rk.QUEEN, rk.Board(5), 5)
MODEL = rk.Model(2, (rk.AtLeast(1, (0, 1)),))
NAMES = {"rk": rk, "np": np, "pickle": pickle, "p": QUEENS, "m": MODEL, "Sat": type(registry.backend("sat"))}

# Each pair asks the same: the first as people write it, the second with every type spelled out.
ALIKE = {
    'rk.placement("queen", 8)': "rk.placement(rk.QUEEN, rk.Board(8))",
    'rk.placement("queen", "8", "n")': "rk.placement(rk.QUEEN, rk.Board(8), 8)",
    'rk.placement("queen", 8, "max")': "rk.placement(rk.QUEEN, rk.Board(8))",
    'rk.placement("queen", 8, np.int64(8))': "rk.placement(rk.QUEEN, rk.Board(8), 8)",
    'rk.placement("queen", (8, 11), 5)': "rk.placement(rk.QUEEN, rk.Board(8, 11), 5)",
    'rk.placement("queen", "8x11:torus", 5)': "rk.placement(rk.QUEEN, rk.Board(8, 11, torus=True), 5)",
    'rk.placement("NC", 5)': 'rk.placement(rk.piece("NC"), rk.Board(5))',
    'rk.placement({"queen": 5, "knight": 2}, 8)': "rk.placement({rk.QUEEN: 5, rk.KNIGHT: 2}, rk.Board(8))",
    'rk.placement("queen", 8, 8, fixed=["e4"])': "rk.placement(rk.QUEEN, rk.Board(8), 8, fixed=[(4, 4)])",
    'rk.placement("queen", 8, 8, fixed=["4,4", "A8"])': "rk.placement(rk.QUEEN, 8, 8, fixed=[(4, 4), (0, 0)])",
    'rk.placement("queen", 8, fixed={"a1": "queen"})': "rk.placement(rk.QUEEN, rk.Board(8), fixed=[(7, 0)])",
    'rk.placement("queen", (2, 3), forbidden=["c2"])': "rk.placement(rk.QUEEN, rk.Board(2, 3), forbidden=[(0, 2)])",
    'rk.placement("queen", 26, forbidden=["z26"])': "rk.placement(rk.QUEEN, rk.Board(26), forbidden=[(0, 25)])",
    'rk.placement("queen", 3, forbidden=iter(["a1"]))': "rk.placement(rk.QUEEN, rk.Board(3), forbidden=[(2, 0)])",
    'rk.placement("queen", 3, forbidden=[np.array([2, 0])])': "rk.placement(rk.QUEEN, 3, forbidden=[(2, 0)])",
    'rk.domination("knight", rk.Board(4))': "rk.domination(rk.KNIGHT, rk.Board(4))",
    'rk.armies(["queen", "queen"], 4)': "rk.armies([rk.QUEEN, rk.QUEEN], rk.Board(4))",
    'rk.maximal_placement("queen", 4)': "rk.maximal_placement(rk.QUEEN, rk.Board(4))",
    'rk.maximal_placement(["queen", "rook"], 3)': "rk.maximal_placement([rk.QUEEN, rk.ROOK], rk.Board(3))",
    'rk.cheapest_domination({"queen": 9}, 3)': "rk.cheapest_domination({rk.QUEEN: 9}, rk.Board(3))",
    'rk.weighted_placement({"queen": 9}, 3)': "rk.weighted_placement({rk.QUEEN: 9}, rk.Board(3))",
    'rk.sighted_placement("queen", 4)': "rk.sighted_placement({rk.QUEEN: None}, rk.Board(4))",
    'rk.sighted_placement({"queen": 2}, 3, 1, fixed={"a1": "pawn"}).fixed[2, 0].name': '"pawn"',
    'rk.most_unguarded("queen", 4, "n")': "rk.most_unguarded(rk.QUEEN, rk.Board(4), 4)",
    'rk.restricted_domination("rook", 2, ["a1", "b2"])': "rk.restricted_domination(rk.ROOK, 2, [(1, 0), (0, 1)])",
    'rk.border_domination("queen", 4)': "rk.border_domination(rk.QUEEN, rk.Board(4))",
    'rk.blocked_queens(5, ["a1", "a1"])': "rk.blocked_queens(5, [(4, 0)])",
    'rk.Placement(8, {"e4": "queen"})': "rk.Placement(rk.Board(8), {(4, 4): rk.QUEEN})",
    'rk.Placement.of("queen", ["e4", (0, 0)], 8)': "rk.Placement(rk.Board(8), {(4, 4): rk.QUEEN, (0, 0): rk.QUEEN})",
    'rk.Placement(rk.Graph([("a", "b")]), {"a": rk.GUARD})["a"]': "rk.GUARD",
    '"e4" in rk.Placement(8, {"e4": "queen"})': "True",
    '"4,4" in rk.Placement(8, {(4, 4): rk.QUEEN})': "True",
    'rk.Placement(8, {(4, 4): rk.QUEEN}).get("e4")': "rk.QUEEN",
    'rk.Placement(8, {(4, 4): rk.QUEEN})["e4"]': "rk.QUEEN",
    'rk.Placement(8, {(4, 4): rk.QUEEN}).get("z9", 5)': "5",
    "5 in rk.Placement(8, {(4, 4): rk.QUEEN})": "False",
    'rk.domination("queen", 1).faults({"a1": "queen"})': "[]",
    'rk.domination("queen", 4).objective({"a1": "queen"})': "1",
    'rk.domination("queen", 4).write({"a4": "queen"})': "{0}",
    'rk.placement("RB", 8, 8).title': '"8 queens on an 8x8 board"',
    'rk.domination("Q", 5).title': '"Dominating a 5x5 board with queens"',
    'rk.domination("NC", 5).title': '"Dominating a 5x5 board with pieces NC"',
    'rk.solve(p, "sat")[0]': 'rk.solve(p, "sat").best',
    'rk.solve(p, "sat")[-1]': 'rk.solve(p, "sat").best',
    "pickle.loads(pickle.dumps(rk.solve)), pickle.loads(pickle.dumps(rk.QUEEN))": "rk.solve, rk.QUEEN",
    'rk.solve(p, "sat", limit=2).count': "2",
    'rk.solve(p, "sat", "one", limit=2).count': "1",
    'rk.solve(rk.domination("queen", 4), "sat", limit=2).count': "2",
    'rk.solve_model(m, "sat", limit=2).count': 'rk.solve_model(m, "sat", "all", limit=2).count',
    "rk.Question(limit=2).want": '"all"',
    "rk.Question().want": '"one"',
    'rk.board("8x11:torus", holes=["a1"])': "rk.Board(8, 11, torus=True, holes=[(7, 0)])",
    'rk.board((2, 3))': "rk.Board(2, 3)",
    "rk.board(8, torus=True)": "rk.Board(8, torus=True)",
    "rk.piece(rk.QUEEN)": "rk.QUEEN",
    'rk.Question("all", seconds="2m").seconds': "120",
    'rk.Question(seconds="90").seconds': "90",
    'rk.Question(seconds="1.5h").seconds': "5400",
    'rk.Question(want="count", options={"a": 3}).options': '{"a": "3"}',
    'rk.solve(p, "sat", seconds="5").complete': "True",
    'rk.solve(p, "sat", hint=["a1"]).complete': "True",
    'rk.solve(p, "sat", hint={"a1": "queen"}).complete': "True",
    'rk.solve(p, rk.backends()["sat"]).complete': "True",
    'rk.first(p, "sat", seconds="1m").complete': "True",
    'len(list(rk.Run(p, "sat", rk.Question("all"))))': "10",
    'rk.solve_model(m, "sat", hint=[0]).count': "1",
    'rk.read_board(rk.Position(rk.Board(1, 8)).fen()).board': "rk.Board(1, 8)",
    'rk.read_board(rk.Position(rk.Board(1, 3), forbidden=frozenset({rk.Square(0, 1)})).fen()).forbidden': "{(0, 1)}",
    'rk.read_board("8/3P4/8", [rk.Piece("pillar", "P", rides=())]).fixed[1, 3].name': '"pillar"',
}  # fmt: skip

BOARD = "expected rk.Board(8), a size such as 8, '8x11' or '8x11:torus', or a pair (8, 11)"
PIECE = "expected a piece such as rk.QUEEN, a name such as 'queen', or Betza notation such as 'NC'"
LIST = "expected a list of squares, such as [(0, 4)] or ['e4']"
SQUARE = "expected (ROW, COLUMN) counted from 0, such as (0, 4), or a name such as 'e4'"
SIDES = "expected whole numbers, such as Board(8) or Board(8, 11); rk.board('8x11') reads a text"
STEPS = "give leaps or rides as a list of steps (ROWS, COLUMNS)"

# The calls of the newcomer's table and their kin.
REFUSED = {
    'rk.Placement(8, {"e4": "queen"})["a1"]': "no piece stands on 7,0",
    'rk.Placement(8, {"e4": "queen"})["e9"]': "square 'e9' lies off the board of 8x8: its squares are a1",
    "rk.Placement(8, {(4, 4): rk.QUEEN})[5]": f"square 5: {SQUARE}",
    'rk.Placement(8, {"e4": "queen", (4, 4): "rook"})': "a square is named twice, by a pair and by its name",
    'rk.Placement.of("queen", "e4", 8)': f"squares 'e4': {LIST}",
    'rk.Placement(8, {"e4": "queen"}).rotated(45)': "rotated, turns: 45 quarter turns; expected a number from -4 to 4",
    'rk.Placement(8, {"e4": "queen"}).rotated(-90)': "-90 quarter turns; expected a number from -4 to 4, such as 1 for",
    'rk.domination("guard", 8)': "an 8x8 board has no guard: it attacks along the edges of a graph",
    'rk.most_unguarded("guard", 4, 2)': "a 4x4 board has no guard",
    'rk.domination("queen", 4).faults({(9, 9): rk.QUEEN})': "square 9,9 lies off the board of 4x4",
    'rk.placement("queen", 4).faults(rk.Placement(9, {(8, 8): "queen"}))': "square 8,8 lies off the board of 4x4",
    "rk.Model(3, [rk.Exactly(1, 0)])": "Exactly, literal: 0; expected a list of whole numbers, such as (0, 3)",
    "rk.Model(3, [rk.Linear(1, (0, 1), lower=1)])": "Linear, weight: 1; expected a list of whole numbers",
    "rk.Model(3, [(0, 1)])": "Model, constraint: (0, 1); expected one of AtMost, AtLeast, Exactly, Linear",
    'rk.board(8, hole=["d4"])': "board takes no 'hole': did you mean holes? it takes size, torus, holes",
    "rk.board()": "board: missing a required argument: 'size'; it takes size, torus, holes",
    'rk.first(p, want="all")': "first takes no 'want': it gives one solution",
    'rk.solutions(p, want="count")': "a count has none; rk.solve(problem, want='count') counts",
    'rk.Model(3, [], goal="min")': "Model, goal: 'min'; expected one of Satisfy, Minimize, Maximize",
    "rk.Model(3, 5)": "Model, constraints: 5; expected a list of constraints",
    "rk.solve(p, checkpoint=5)": "file 5: expected the name of a file, as text or as a Path",
    'rk.solve(p, "sat").show("3")': "show, number of solutions '3': expected a whole number",
    "rk.Board(8, 8, 8)": "torus 8: expected True or False; rk.board('8x8x8') is a board of three dimensions",
    "rk.Graph(5)": "edges 5: expected a list, such as [('a', 'b')]",
    "rk.Hypergraph([5])": "set 5: expected several vertices, such as ('a', 'b', 'c')",
    'rk.Hypergraph(["ab"])': "set 'ab': expected several vertices",
    'rk.Piece("x", "X", rides=(), solid=[(1, 2)])': "piece x: the step (1, 2); expected (LEVELS, ROWS, COLUMNS)",
    'rk.Board("8")': f"a board of '8': {SIDES}",
    'rk.Board("8x8")': f"a board of '8x8': {SIDES}",
    "rk.Board((8, 8))": f"a board of (8, 8): {SIDES}",
    "rk.Board(8.0)": f"a board of 8.0: {SIDES}",
    "rk.Board(True)": f"a board of True: {SIDES}",
    "rk.Board(8, 8.5)": f"a board of 8.5: {SIDES}",
    'rk.Board(8, torus="yes")': "torus 'yes': expected True or False",
    "rk.Board(8, holes=(1, 1))": "holes (1, 1): expected a list of squares",
    'rk.Board(8, holes=["e4"])': "hole 'e4': expected a list of squares",
    "rk.Board(8, holes=3)": "holes 3: expected a list of squares",
    "rk.Board(8, holes=[(1, 2, 3)])": "hole (1, 2, 3): expected a list of squares",
    'rk.board("eight")': "board 'eight': expected a size such as 8, 8x11 or 8x11:torus, or a shape",
    "rk.board(None)": f"board None: {BOARD}",
    'rk.board(8, torus="yes")': "torus 'yes': expected True or False",
    'rk.placement("quen", 8)': "unknown piece 'quen': did you mean queen?",
    "rk.placement(8, rk.QUEEN)": f"pieces 8: {PIECE}; or a mapping from pieces to their counts",
    "rk.placement(rk.QUEEN, 8.0)": f"board 8.0: {BOARD}",
    "rk.placement(rk.QUEEN, None)": f"board None: {BOARD}",
    "rk.placement([rk.QUEEN, rk.KNIGHT], 8, count=[5, 2])": "such as {'queen': 5, 'knight': 2}",
    "rk.placement(rk.QUEEN, 8, count=8.0)": "count 8.0: expected a whole number, None or 'max'",
    "rk.placement(rk.QUEEN, 8, count=8.5)": "count 8.5: expected a whole number",
    "rk.placement(rk.QUEEN, 8, count=True)": "count True: expected a whole number",
    'rk.placement(rk.QUEEN, 8, count="many")': "count 'many': expected a number of at least 0, n",
    'rk.placement({"queen": 5.0}, 8)': "count of queen 5.0: expected a whole number",
    'rk.placement({"queen": 1, rk.QUEEN: 2}, 8)': "a piece is named twice: queen, queen",
    "rk.placement(rk.QUEEN, 8, fixed=(2, 2))": f"fixed (2, 2): {LIST}",
    "rk.placement(rk.QUEEN, 8, fixed=[(2, 2, 2)])": f"fixed (2, 2, 2): {SQUARE}",
    "rk.placement(rk.QUEEN, 8, fixed=[2])": f"fixed 2: {SQUARE}",
    'rk.placement(rk.QUEEN, 8, fixed="e4")': f"fixed 'e4': {LIST}",
    'rk.placement(rk.QUEEN, 8, fixed=["e9"])': "fixed 'e9' lies off the board of 8x8: its squares are a1 (bottom",
    'rk.placement(rk.QUEEN, 8, fixed=["i1"])': "fixed 'i1' lies off the board of 8x8",
    'rk.placement(rk.QUEEN, 8, fixed=["a0"])': "fixed 'a0' lies off the board of 8x8",
    'rk.placement(rk.QUEEN, 27, fixed=["a1"])': "letters name up to 26 columns, and the board is 27",
    'rk.placement(rk.QUEEN, 8, fixed={"e4": "rook"})': "a rook is fixed on 4,4, but the problem places queen",
    'rk.placement(rk.QUEEN, 8, fixed={"e4": rk.QUEEN, (4, 4): rk.QUEEN})': "square 4,4 is fixed twice",
    "rk.placement(rk.QUEEN, 8, fixed={(0, 0): 5})": f"fixed piece on 0,0 5: {PIECE}",
    "rk.placement(rk.QUEEN, 8, forbidden=5)": f"forbidden 5: {LIST}",
    "rk.placement(rk.QUEEN, 8, forbidden=[(0, 0.5)])": f"forbidden (0, 0.5): {SQUARE}",
    "rk.placement(rk.QUEEN, 8, cout=8)": "placement takes no 'cout': did you mean count? it takes pieces, board, count",
    "rk.placement(rk.QUEEN)": "placement: missing a required argument: 'board'; it takes pieces, board",
    "rk.placement(rk.QUEEN, 8, 8, (), (), 1)": "placement: too many positional arguments; it takes",
    'rk.domination("knight", 8, kind="totl")': "unknown kind of domination 'totl'; known are plain",
    'rk.domination("knight", 8, kind=3)': "unknown kind of domination 3; known are plain",
    'rk.domination(["knight"], 8)': f"piece ['knight']: {PIECE}",
    "rk.armies(rk.QUEEN, rk.QUEEN, rk.Board(4))": "expected a list of pieces, such as ['queen', 'queen']",
    'rk.armies("queen", 4)': "pieces 'queen': expected a list of pieces",
    'rk.armies(["queen"], 4)': "1 armies; name the pieces of 2 to 26",
    'rk.armies(["queen", "queen"], 4, size=1.5)': "size 1.5: expected a whole number",
    "rk.cheapest_domination(rk.QUEEN, 5)": "expected a mapping from pieces to their costs, such as {'queen': 9, 'r",
    'rk.cheapest_domination({"queen": 9}, 5, sighted="no")': "sighted 'no': expected True or False",
    'rk.cheapest_domination({"queen": "9"}, 5)': "cost of queen '9': expected a whole number",
    'rk.weighted_placement(["queen"], 5)': "weights ['queen']: expected a mapping from pieces to their weights",
    'rk.weighted_placement({"queen": 9}, 5, pawns="2")': "pawns '2': expected a whole number",
    'rk.k_fold_domination("queen", 5, times="2")': "times '2': expected a whole number",
    'rk.restricted_domination("rook", 2, (0, 0))': f"allowed (0, 0): {LIST}",
    'rk.superqueens("10")': "n '10': expected a whole number",
    "rk.toroidal_queens(7.0)": "n 7.0: expected a whole number",
    "rk.peaceable_queens(5.0)": f"a board of 5.0: {SIDES}",
    "rk.blocked_queens(5, (0, 0))": f"blocked (0, 0): {LIST}",
    'rk.excluded_diagonals(5, [0], "a")': "differences 'a': expected a list of whole numbers",
    'rk.random_blocked_queens(12, "5")': "blocked '5': expected a whole number",
    'rk.Piece("gnu", "G")': f"piece gnu attacks nothing: {STEPS}",
    'rk.Piece("gnu", "G", "NC")': f"piece gnu: the steps 'NC'; {STEPS}",
    'rk.Piece("gnu", "G", (1, 2))': f"piece gnu: the steps (1, 2); {STEPS}",
    'rk.Piece("gnu", "G", [(1, 2.5)])': f"piece gnu: the step (1, 2.5); {STEPS}",
    'rk.Piece("gnu", "G", rides=[rk.Ride((0, 1), 2.5)])': "piece gnu: a reach of 2.5; it must be a whole number",
    'rk.Piece(3, "G", [(1, 2)])': "a piece named 3; expected text",
    'rk.Piece("gnu", 3, [(1, 2)])': "piece gnu: the symbol 3 is not one letter",
    'rk.Piece.from_betza("gnu", 3)': "piece gnu: the Betza notation 3; expected text such as 'NC'",
    'rk.Piece.from_betza(3, "NC")': "a piece named 3; expected text",
    "rk.piece(3)": f"piece 3: {PIECE}",
    'rk.read_board("8x8")': "'8x8' is a size and draws no board",
    'rk.read_board("8")': "'8' is a size and draws no board",
    "rk.read_board(8)": "board 8: expected a text that draws it",
    'rk.read_board("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")': "column 10: 'p' is a pawn, and a",
    'rk.load_pieces(3)': "file 3: expected the name of a file",
    'rk.read_model(3)': "file 3: expected the name of a file",
    "rk.Placement(rk.Board(8), [(1, 1)])": "pieces [(1, 1)]: expected a mapping",
    'rk.solve("8 queens")': "problem '8 queens': expected a Problem, such as rk.placement('queen', 8)",
    "rk.solve(rk.QUEEN)": "expected a Problem, such as rk.placement('queen', 8)",
    "rk.solve(m)": "expected a Problem, such as rk.placement('queen', 8); rk.solve_model takes a model",
    "rk.solve_model(p)": "expected a Model, such as rk.Model(2, (rk.AtLeast(1, (0, 1)),)); rk.solve solves a problem",
    'rk.solve_model(m, "sat", hint=3)': "hint 3: expected the variables that are true",
    'rk.solve(p, seconds="soon")': "seconds 'soon': expected a number of seconds such as 90, or 90s, 2m, 1h",
    "rk.solve(p, seconds=True)": "seconds True: expected a number of seconds",
    "rk.solve(p, seconds=[1])": "seconds [1]: expected a number of seconds",
    "rk.solve(p, seconds=-1)": "-1 seconds; it must be more than 0",
    'rk.solve(p, workers="2")': "workers '2': expected a whole number",
    'rk.solve(p, limit="3")': "limit '3': expected a whole number",
    "rk.solve(p, seed=1.5)": "seed 1.5: expected a whole number",
    'rk.solve(p, up_to_symmetry="yes")': "up_to_symmetry 'yes': expected True or False",
    'rk.solve(p, options="strategy=rows")': "options 'strategy=rows': expected a mapping",
    'rk.solve(p, options={"a": True})': "option a True: expected text or a number",
    'rk.solve(p, "sat", hint="a1")': f"hint 'a1': {LIST}",
    'rk.solve(p, "sat", hint=(0, 1))': f"hint (0, 1): {LIST}",
    'rk.solve(rk.placement({"queen": 1, "rook": 1}, 5), "sat", hint=["a1"])': "a hint needs the piece of each square",
    "rk.solve(p, backend=None)": "backend None: expected a name such as 'cpsat', or a Backend",
    'rk.solve(p, "ortools")': "unknown backend 'ortools': did you mean cpsat?",
    "rk.solve(p, Sat)": "expected a name such as 'cpsat', or a Backend; give Sat(), an object of it",
    'rk.solve(p, want="al")': "unknown want 'al'; known are one, all, count",
    "rk.solve(p, want=3)": "unknown want 3; known are one, all, count",
    "rk.solve(p, second=5)": "a question has no 'second': did you mean seconds? it has want, limit",
    "rk.solutions(p, limt=3)": "a question has no 'limt': did you mean limit?",
    'rk.first("x")': "problem 'x': expected a Problem",
    'rk.Run(p, "sat", "all")': "question 'all': expected a Question, such as rk.Question(seconds=60)",
    'rk.Question(want="alll")': "unknown want 'alll'; known are one, all, count",
    'rk.compare("8 queens")': "problem '8 queens': expected a Problem",
    "rk.compare([p, 5])": "problem 5: expected a Problem",
    "rk.compare(5)": "problem 5: expected a Problem",
    "rk.compare([])": "a campaign asks at least one problem",
    'rk.compare(p, ["st"])': "unknown backend 'st': did you mean sat?",
    "rk.compare(p, None)": "backend None: expected a name such as 'cpsat', 'all', 'file.py:Class', or a class",
    'rk.compare(p, "sat", want="al")': "unknown want 'al'; known are one, all, count",
    'rk.compare(p, "sat", seeds=1.5)': "seeds 1.5: expected a whole number",
    'rk.compare(p, "sat", seconds="soon")': "seconds 'soon': expected a number of seconds",
    'rk.compare(p, "sat", second=3)': "compare has no 'second': did you mean seconds?",
    'rk.compare(p, "sat", jobs="2")': "jobs '2': expected a whole number",
    'rk.compare(p, "sat", options="x")': "options 'x': expected a mapping from backends to their options",
    "rk.svg(p)": "module 'rookery' has no attribute 'svg': it belongs to a value: Conflicts, Explanation, Hint, ",
    "rk.Rhombus(3, 3, 3)": "Rhombus: too many positional arguments; it takes side",
    'rk.Piece("x", "X", leap=[])': "Piece takes no 'leap': did you mean leaps? it takes name, symbol, leaps",
    "rk.backends(5)": "backends: too many positional arguments; it takes no argument",
    'rk.export(p, "cnf")': "unknown format 'cnf': did you mean dimacs?",
    'rk.export("x", "dimacs")': "cannot export 'x': expected a Problem",
}  # fmt: skip


def call(source: str) -> Any:
    return eval(source, dict(NAMES))


@pytest.mark.parametrize(("written", "meant"), ALIKE.items(), ids=ALIKE)
def test_what_people_write_is_what_they_mean(written: str, meant: str) -> None:
    found, expected = call(written), call(meant)
    assert found == expected
    if isinstance(expected, rk.Problem):
        assert (found.asked, str(found)) == (expected.asked, str(expected))
        assert pickle.loads(pickle.dumps(found)) == expected


@pytest.mark.parametrize(("written", "said"), REFUSED.items(), ids=REFUSED)
def test_what_means_nothing_is_refused_in_one_sentence(written: str, said: str) -> None:
    with pytest.raises(rk.RookeryError) as refused:
        call(written)
    message = str(refused.value)
    assert said in message
    assert "\n" not in message
    assert type(refused.value) is not Wrong  # a name that only the readers of campaign files know


def test_a_square_without_a_piece_is_a_key_error() -> None:
    """As a mapping has it, and one sentence as our own errors have it."""
    with pytest.raises(KeyError, match=r"^no piece stands on 7,0$") as refused:
        rk.Placement(8, {"e4": "queen"})["a1"]
    assert isinstance(refused.value, rk.BadInput)


def test_a_plug_in_s_family_takes_what_people_write() -> None:
    """`declares` does it, not each function: here one that a test declares."""
    from rookery.models.problems.family import Family, Places, Wording, declares

    @declares(Family("test-face", "Place.", Places(), describe=lambda asked: Wording("own", "own")))
    def own(piece: rk.Piece, board: rk.Board, fixed: Any = (), forbidden: Any = ()) -> rk.Problem:
        assert isinstance(piece, rk.Piece)
        assert isinstance(board, rk.Board)
        return rk.domination(piece, board, fixed=fixed, forbidden=forbidden)

    made: Any = own
    assert made("rook", "2x3", fixed=["a1"]).fixed == {(1, 0): rk.ROOK}
    with pytest.raises(rk.BadInput, match="own takes no 'kind': it takes piece, board, fixed, forbidden"):
        made("rook", 3, kind="plain")


def test_the_version_is_that_of_the_distribution() -> None:
    from importlib.metadata import version

    assert rk.__version__ == version("rookery-cp")


ANSWER = rk.solve(rk.placement("queen", 4, 4))
# What no other test of this page asks: each is refused, whatever the sentence says.
ODD_CALLS = r"""
rk.solve(p, want="al")
rk.solve(p, backend=7)
rk.solve(p, seconds="soon")
rk.solve(p, workers="two")
rk.solve(p, workers=0)
rk.solve(p, seed="x")
rk.solve(p, limit="3")
rk.solve(p, limit=0)
rk.solve(p, hint=5)
rk.solve(p, options=5)
rk.solve(p, options={"nope": 1})
rk.solve(5)
rk.solve("queens")
rk.solve(m, want=3)
rk.solutions(p, limit=-1)
rk.export(p, "xlsx")
rk.export(p, None)
rk.export(5, "lp")
rk.export(p, "dimacs", bound="x")
rk.export(p, "dimacs", bound=3)
rk.read_model("nofile.mps")
rk.read_model(None)
rk.read_model("nofile")
rk.read_graph("nofile")
rk.read_graph(5)
rk.check(p, '{"x99": 1}')
rk.check(p, 5)
rk.check(p, {"e9": "queen"})
rk.check(5, b)
rk.Graph([(0, 0)])
rk.Graph(5)
rk.Graph([(0, 1, 2)])
rk.Graph([(0, 1)], ["a"])
rk.Graph.from_networkx(5)
rk.Graph([(0, 1)], weights={5: 2})
rk.Graph([(0, 1)], weights=[2])
rk.Graph([0, 1])
b.svg(coordinates="letters")
b.svg(coordinates=5)
b.mirrored("up")
b.rotated("left")
a.show(-1.5)
a.show(None)
rk.verify("nofile")
rk.verify(5)
rk.certify(5)
rk.certify(p, want="everything")
rk.explain(5)
rk.explain("x")
rk.compare(5)
rk.compare([p], backends=5)
rk.compare([p], backends=["nope"])
rk.piece(5)
rk.piece("")
rk.read_board(5)
rk.Minimize(5)
rk.AtMost("x", (0,))
rk.Linear((1,), (0, 1), 0, 1)
rk.Model(2, 5)
rk.placement("queen", 8, fixed=5)
rk.placement("queen", 8, forbidden=["i9"])
rk.domination("queen", 8, kind=5)
rk.armies(["queen"], 4)
rk.armies(["queen", "queen"], 4, size=-1)
rk.armies(["queen", "queen"], 4, against="all")
rk.k_fold_domination("king", 4, times=0)
rk.k_fold_domination("king", 4, times="two")
rk.k_fold_domination("king", 4, 2, closed="yes")
rk.connected_domination("king", 4, root="a1")
rk.upper_domination(["queen"], 4)
rk.hitting_set("rook", 4, sets=[])
rk.mutual_attack("queen", 4)
rk.colouring("queen", 4, "total")
rk.colouring("queen", 4, size=4)
rk.colouring("queen", 4, "disjoint", size=0)
rk.colouring("queen", 4, colours="all")
rk.colouring("queen", 4, fixed=["a1"])
rk.mutual_attack("queen", 4, -1)
rk.mutual_attack({"queen": 17}, 4, 1)
rk.mutual_attack("queen", 4, 1, "most")
rk.cheapest_domination({"queen": -1}, 4)
rk.weighted_placement({"queen": 9.5}, 4)
rk.sighted_placement("queen", 4, pawns="many")
rk.restricted_domination("queen", 4, allowed=["z9"])
rk.restricted_domination("queen", 4, allowed=5)
rk.most_unguarded("queen", 4, -2)
rk.superqueens("eight")
rk.toroidal_queens(5.5)
rk.blocked_queens(4, block=[])
rk.blocked_queens(4)
rk.excluded_diagonals(4, 3, 3)
rk.random_blocked_queens(4, 99)
rk.random_excluded_diagonals(4, -1)
rk.peaceable_queens(4, 2)
rk.queens_and_pawns(4, "x")
rk.queens_and_pawns("x", 1)
rk.Hexagon("3")
rk.Triangle(2.5)
rk.Cylinder(3, "4")
rk.Cuboid(2, 2, 0)
rk.board(8, hole=["d4"])
rk.board(8, wrap=True)
rk.board()
rk.board("hex:3", holes=["a1"])
rk.board(8, holes="a1")
rk.backends("sat")
rk.placement("queen", "hex:3", fixed=["zz"])
rk.domination("guard", rk.Graph([("a", "b")]), fixed=["c"])
rk.Graph([("a", None)])
rk.solve(p, timeout=5)
rk.solve([p, p])
rk.first(p, want="all")
rk.solutions(p, want="count")
rk.Question(second=4)
rk.compare(p, jobs=0)
rk.compare([])
rk.check(p, "Qxx\nzz")
rk.read_model("/")
rk.load_pieces(5)
rk.Piece("x", "X", leaps=[(0, 0)])
rk.Piece.from_betza("g", "?!", symbol="G")
rk.Placement(8, {"z9": "queen"})
rk.Model(2, [], groups=5)
rk.Model(2, [], symmetries=5)
rk.Model(2, [], goal=rk.Minimize((0, 9)))
rk.Linear((1, 2), (0, 1), lower="x")
rk.Position(rk.Board(3), fixed=5)
rk.Run(p, "nope", rk.Question())
p.faults(5)
p.write(5)
rk.Board()
rk.Board(8, 8, True, (), 5)
rk.Board(8, hole=[(0, 0)])
rk.Piece()
rk.Piece("x", "X", leap=[(1, 2)])
rk.Piece.from_betza("gnu")
rk.Certificate(5)
rk.Certificate.read(5)
rk.explain()
rk.explain(p, wat=5)
rk.explain(p, 5)
rk.svg(b)
rk.fen(b)
rk.show(a)
rk.to_frame(a)
rk.thin(5)
a.to_frame(5)
a.show(1, 2)
a[5]
a["a1"]
b.svg(5)
b.svg(colour=5)
b.rotated(1, 2)
rk.Rhombus(3, 3, 3)
rk.Hexagon()
rk.Cuboid(3)
rk.Square(1)
rk.Ride()
rk.Position()
rk.Answer()
rk.Run(p)
rk.AtMost(1)
rk.Minimize()
rk.Model()
rk.Graph([(1, 2)], wat=3)
rk.compare()
rk.hint(p, wat=5)
rk.hint(p, seconds="soon")
rk.hint(3)
rk.walk_through(3)
rk.verify()
rk.export(p)
rk.read_graph()
rk.backends(5)
p.read(5)
p.read({0, 99})
p.faults()
rk.Model(2, []).accepts(5)
rk.Model(2, []).accepts("x")
rk.Model(2, []).violated(5)
"""


@pytest.mark.parametrize("written", ODD_CALLS.split("\n")[1:-1])
def test_odd_calls_are_refused_in_one_sentence(written: str) -> None:
    names = {"p": rk.placement("queen", 4, 4), "a": ANSWER, "b": ANSWER.best}
    with pytest.raises(rk.RookeryError) as refused:
        eval(written, {**NAMES, **names})
    assert "\n" not in str(refused.value)


def test_a_name_that_does_not_exist_is_an_attribute_error_and_a_number_without_a_solution_an_index_error() -> None:
    assert not hasattr(rk, "svg")
    with pytest.raises(IndexError, match=r"^answer\[1\]: it has 1 solution, counted from 0$"):
        ANSWER[1]


def test_a_type_error_from_within_a_call_that_is_right_stays_as_it_is() -> None:
    def fail(progress: object) -> None:
        raise TypeError("an observer's own")

    with pytest.raises(TypeError, match="an observer's own"):
        rk.compare(rk.placement("queen", 4, 4), "sat", progress=fail)


def test_an_answer_in_a_line_has_the_time_of_the_call_and_no_list_where_it_counts() -> None:
    problem = rk.placement("queen", 4, 4)
    slow = replace(problem, declare_seconds=1000.0)
    assert "'backtracking', 1 solution, 0." in repr(rk.solve(slow, backend="backtracking"))
    counted = repr(rk.solve(problem, want="count", backend="backtracking"))
    assert "2 solutions', 'backtracking', 0." in counted
