"""A graph colouring as 0/1: the Petersen graph with three colours (120 ways, 20 up to exchanging colours).

One variable for each vertex and colour; each vertex has one colour, and no edge has one colour at both ends.
"""

from itertools import permutations

import rookery as rk

COLOURS = ("red", "green", "blue")
OUTER = [(v, (v + 1) % 5) for v in range(5)]
SPOKES = [(v, v + 5) for v in range(5)]
INNER = [(v + 5, (v + 2) % 5 + 5) for v in range(5)]
EDGES = [*OUTER, *SPOKES, *INNER]
VERTICES = range(10)


def variable(vertex: int, colour: int) -> int:
    """The variable that says that a vertex has a colour."""
    return vertex * len(COLOURS) + colour


def model() -> rk.Model:
    """Colours may be exchanged: said once as permutations of the variables, so that orbits can be counted."""
    shades = range(len(COLOURS))
    one_each = [rk.Exactly(1, [variable(v, c) for c in shades], choice=f"vertex {v}") for v in VERTICES]
    unlike = [rk.AtMost(1, (variable(v, c), variable(w, c))) for v, w in EDGES for c in shades]
    exchanges = [[variable(v, order[c]) for v in VERTICES for c in shades] for order in permutations(shades)]
    return rk.Model(
        len(VERTICES) * len(COLOURS),
        (*one_each, *unlike),
        symmetries=exchanges,
        name=lambda number: f"{number // 3} {COLOURS[number % 3]}",
    )


if __name__ == "__main__":
    for backend in rk.list_backends():
        answer = rk.solve_model(model(), backend, want="count", up_to_symmetry=True)
        orbits, seconds = answer.run.orbits, answer.run.times.total
        print(f"{backend}: {answer.count} colourings, {orbits} up to exchanging colours, {seconds:.3f} s")
    print("one of them:", ", ".join(rk.solve_model(model()).names()[0]))
