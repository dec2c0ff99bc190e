"""Largest sets without conflicts that are matchings: rooks between walls, bishops, knights and wazirs on any board.

If no variable lies in more than two cliques, variables are edges between cliques, and a largest set is a largest
matching. If all cliques are pairs, they are edges between variables, and a largest set is the complement of a smallest
vertex cover. In a bipartite graph Hopcroft and Karp (1973) find the matching, and a vertex cover of the same size
(König 1931) proves the bound.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from rookery.backends.contract import Ask, End, Stream
from rookery.backends.presolve.covering import Covering
from rookery.backends.presolve.program import RunnableProgram, describe_selection, measure
from rookery.core.deadline import checking_deadline

Neighbours = Sequence[Sequence[int]]


@dataclass(frozen=True, slots=True)
class MatchingProgram(RunnableProgram):
    """A covering without items whose conflicts make a bipartite graph; `left` are the nodes of one side.

    `variables` are the edges by their ends, the lower one first; None if the variables are the nodes.
    """

    selection: Covering
    near: Neighbours
    left: Sequence[int]
    variables: dict[tuple[int, int], int] | None

    def search(self, ask: Ask) -> Stream:
        """Yield a largest solution, or one of the size that is asked for, and an end with the proven bound."""
        mate, cover = match(self.near, self.left)
        pairs = [(min(node, mate[node]), max(node, mate[node])) for node in self.left if mate[node] >= 0]
        least, free, forced = self.selection.least, self.selection.free, self.selection.forced
        if self.variables is None:
            chosen, most = free - cover, len(free) - len(pairs)
        else:
            chosen, most = frozenset(self.variables[pair] for pair in pairs), len(cover)
        note = f"matching: a vertex cover proves that at most {most:,} of the undecided variables can be chosen"
        if len(chosen) >= least:
            yield forced.union(sorted(chosen)[: self.selection.most])
        if self.selection.goal:
            yield End(len(chosen) == most, bound=len(forced) + most, note=note)
        else:
            yield End(most < least, note=note)

    def explain(self) -> list[str]:
        """Return the structure and the search."""
        return [*describe_selection(self.selection, self.size), "search: a matching in a bipartite graph"]


def compile_matching(found: Covering) -> MatchingProgram | None:
    """Return the program of a covering whose largest solution is a matching; None for any other."""
    bounded = found.least > 0 or found.most < len(found.free)
    if found.items or found.goal < 0 or bounded == (found.goal > 0):
        return None
    cliques = {frozenset(clique): clique for clique in checking_deadline(found.cliques)}.values()
    pairs = all(len(clique) == 2 for clique in cliques)
    if not pairs and sum(map(len, cliques)) > 2 * len(found.free):
        return None  # some variable is in three cliques: large boards are refused without looking at each variable
    lines: dict[int, list[int]] = {variable: [] for variable in found.free}
    for number, clique in enumerate(cliques):
        for variable in clique:
            lines[variable].append(number)
    variables: dict[tuple[int, int], int] | None = None
    if all(len(those) <= 2 for those in lines.values()):
        nodes, variables = len(cliques), {}
        for variable, those in lines.items():
            those += range(nodes, nodes + 2 - len(those))  # ends that no other edge has
            nodes = max(nodes, those[1] + 1)
            variables[those[0], those[1]] = variable
    elif pairs:
        nodes = found.variables
    else:
        return None
    near: list[list[int]] = [[] for _ in range(nodes)]
    for one, other in cliques if variables is None else variables:
        near[one].append(other)
        near[other].append(one)
    left = find_side(near)
    return None if left is None else MatchingProgram(measure(found), found, near, left, variables)


def find_side(near: Neighbours) -> list[int] | None:
    """Return one side of a graph, in each component that of its lowest node; None if the graph is not bipartite."""
    side = [0] * len(near)
    for start in checking_deadline(range(len(near))):
        queue = [] if side[start] else [start]
        side[start] = side[start] or 1
        for node in queue:
            for other in near[node]:
                if side[other] == side[node]:
                    return None
                if not side[other]:
                    side[other] = -side[node]
                    queue.append(other)
    return [node for node, of in enumerate(side) if of > 0]


def match(near: Neighbours, left: Sequence[int]) -> tuple[list[int], set[int]]:
    """Return the partner of each node in a largest matching, -1 without one, and a smallest vertex cover."""
    mate = [-1] * len(near)
    while True:
        free = [node for node in left if mate[node] < 0]
        level, reached, grows, queue = dict.fromkeys(free, 0), set[int](), False, free.copy()
        for node in checking_deadline(queue):  # along edges to the right, and back along matched ones
            reached.update(near[node])
            for other in near[node]:
                back = mate[other]
                grows |= back < 0
                if back >= 0 and back not in level:
                    level[back] = level[node] + 1
                    queue.append(back)
        if not grows:
            return mate, reached.union(node for node in left if node not in level)
        rest = {node: iter(near[node]) for node in queue}
        for start in checking_deadline(free):
            path = [start]  # no edge is tried twice in a round, as the iterators go on
            while path:
                node = path[-1]
                other = next((o for o in rest[node] if mate[o] < 0 or level[mate[o]] == level[node] + 1), -1)
                if other < 0:
                    path.pop()
                elif mate[other] >= 0:
                    path.append(mate[other])
                else:
                    while path:
                        node = path.pop()
                        mate[node], mate[other], other = other, node, mate[node]
