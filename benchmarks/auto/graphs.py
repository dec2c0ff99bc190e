"""Random graphs, as lists of edges between numbers: what networks are like, and what they are not."""

from collections.abc import Callable, Iterator
from itertools import combinations
from math import pi, sqrt
from random import Random

Edge = tuple[int, int]
Point = tuple[float, float]
Triangle = tuple[
    int, int, int, float, float, float
]  # its corners, and the centre and square of the radius of its circle
BEYOND: tuple[Point, ...] = ((-20.0, -20.0), (20.5, -20.0), (0.5, 40.0))  # a triangle around all points


def scatter(random: Random, vertices: int) -> list[Point]:
    """Points in a square, from left to right."""
    return sorted((random.random(), random.random()) for _ in range(vertices))


def geometric(random: Random, vertices: int) -> Iterator[Edge]:
    """Points in a square, joined where they are near: with 6 others on average."""
    points, reach = scatter(random, vertices), sqrt(6 / (pi * vertices))
    for one, (x, y) in enumerate(points):
        other = one + 1
        while other < vertices and points[other][0] - x <= reach:
            if (points[other][0] - x) ** 2 + (points[other][1] - y) ** 2 <= reach**2:
                yield one, other
            other += 1


def by_chance(random: Random, vertices: int) -> list[Edge]:
    """Edges by chance: 3 at a vertex on average."""
    found = set[Edge]()
    while 2 * len(found) < 3 * vertices:
        one, other = sorted(random.sample(range(vertices), 2))
        found.add((one, other))
    return sorted(found)


def preferential(random: Random, vertices: int) -> Iterator[Edge]:
    """Each vertex is joined to two before it, likely those of many edges (Barabasi and Albert 1999)."""
    ends, chosen = list[int](), [0, 1]
    for vertex in range(2, vertices):
        yield from ((each, vertex) for each in chosen)
        ends += (*chosen, vertex, vertex)
        chosen = sorted({random.choice(ends), random.choice(ends)})
        while len(chosen) < 2:
            chosen = sorted({*chosen, random.choice(ends)})


def roads(random: Random, vertices: int) -> Iterator[Edge]:
    """A square grid without three tenths of its edges."""
    size = round(sqrt(vertices))
    for at in range(size * size):
        yield from ((at, at + 1) for _ in range((at + 1) % size > 0 and random.random() > 0.3))
        yield from ((at, at + size) for _ in range(at + size < size * size and random.random() > 0.3))


def delaunay(random: Random, vertices: int) -> list[Edge]:
    """Points in a square, joined by triangles around which no circle holds another point (Delaunay 1934).

    Points are added from left to right; the circle of a triangle that lies left of them is done.
    """
    points = [*scatter(random, vertices), *BEYOND]
    beyond = (vertices, vertices + 1, vertices + 2)
    open_, edges = [circle(points, beyond)], set[Edge]()
    for at, (x, y) in enumerate(points[:vertices]):
        rim, rest = set[Edge](), list[Triangle]()
        for one in open_:
            *corners, right, up, square = one
            sides = combinations(map(int, corners), 2)
            if x > right and (x - right) ** 2 > square:
                edges.update(sides)
            elif (x - right) ** 2 + (y - up) ** 2 < square:
                rim.symmetric_difference_update(sides)
            else:
                rest.append(one)
        open_ = rest + [circle(points, (one, other, at)) for one, other in sorted(rim)]
    edges.update(*(combinations(one[:3], 2) for one in open_))
    return sorted({(min(edge), max(edge)) for edge in edges if max(edge) < vertices})


def circle(points: list[Point], corners: tuple[int, int, int]) -> Triangle:
    """A triangle with the circle around it; corners are in ascending order, so that a side has one name."""
    one, two, three = sorted(corners)
    (ax, ay), (bx, by), (cx, cy) = points[one], points[two], points[three]
    a, b, c = ax * ax + ay * ay, bx * bx + by * by, cx * cx + cy * cy
    area = 2 * (ax * (by - cy) + bx * (cy - ay) + cx * (ay - by))
    x = (a * (by - cy) + b * (cy - ay) + c * (ay - by)) / area
    y = (a * (cx - bx) + b * (ax - cx) + c * (bx - ax)) / area
    return one, two, three, x, y, (ax - x) ** 2 + (ay - y) ** 2


NETWORKS: dict[str, Callable[[Random, int], "list[Edge] | Iterator[Edge]"]] = {
    "geometric": geometric, "by chance": by_chance, "preferential": preferential, "roads": roads, "Delaunay": delaunay,
}  # fmt: skip
