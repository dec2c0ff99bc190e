"""Hexagonal chess: the attacks of a piece on a board of hexagons as a graph, on which guards are placed.

python examples/hexagons.py
"""

import rookery as rk

# The six steps over an edge, and the six along an edge past two neighbours, in Glinski's hexagonal chess.
EDGES = [(0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1)]
CORNERS = [(1, 1), (2, -1), (1, -2), (-1, -1), (-2, 1), (-1, 2)]
STEPS = {"rook": EDGES, "bishop": CORNERS, "queen": EDGES + CORNERS, "king": EDGES + CORNERS}


def hexagon(piece: str, side: int) -> rk.Graph:
    """Return the attack graph of a piece on a hexagon of `side` cells a side; vertices are `row,column`."""
    span = range(1 - side, side)
    cells = {(row, column) for row in span for column in span if abs(row + column) < side}
    edges = set()
    for start in cells:
        for down, right in STEPS[piece]:
            row, column = start[0] + down, start[1] + right
            while (row, column) in cells:
                edges.add((min(start, (row, column)), max(start, (row, column))))
                if piece == "king":
                    break
                row, column = row + down, column + right
    name = "{0[0]},{0[1]}".format
    return rk.Graph([(name(one), name(other)) for one, other in sorted(edges)], map(name, sorted(cells)))


if __name__ == "__main__":
    print(rk.solve(rk.domination("guard", hexagon("queen", 4))))  # the fewest queens that guard the board
    print(rk.solve(rk.placement("guard", hexagon("king", 4))))  # the most kings that do not attack each other
