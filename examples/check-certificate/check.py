"""Checks certificates of Rookery without Rookery: `python check.py FILE.cert [ROWS.json] [FILE.cnf]`.

docs/certificate-format.md describes the file. statement.py, beside this file, states the rows of domination, placement
and k-fold problems. Other rows come from ROWS.json, in the form that statement.py writes, and the clauses of a
refutation from FILE.cnf: these are then trusted. A row is a number and weights of variables: those that are 1 must
weigh that number or more.

Each kind of evidence is a function of the claim. It refuses a step that does not follow, and yields all that can be
solutions: the values of the variables (1, 0, or -1 for unknown), their worth, and how many it counts for: None for all
that symmetries make of it. `prove` compares these with the claim.
"""

import gzip
import json
import sys
from base64 import b64decode
from collections import Counter
from hashlib import sha256
from importlib import import_module
from itertools import chain, combinations
from pathlib import Path
from types import SimpleNamespace

MOST = 1 << 16  # of the weights that a candidate collects
FIELDS = ("problem", "want", "objective", "count", "orbits")  # of a claim


def need(held, why):
    """Refuse the certificate unless something holds."""
    if not held:
        raise ValueError(why)


def is_whole(value, least=0, most=1 << 62):
    """Whether a value is a whole number within bounds."""
    return type(value) is int and least <= value <= most


def read_lists(value):
    """A list of lists of whole numbers; empty for None."""
    need(value is None or all(is_whole(v, -MOST) for each in value for v in each), "a list with something else")
    return [[*each] for each in value or []]


def read_weights(said):
    """The weights of variables, which are text in JSON."""
    return {int(v): w for v, w in said.items() if w}


def decide(rows, values):
    """Decide all that follows: a value without which a row fails. Whether there may be a solution."""
    before = None
    while before != values:
        before = values.copy()
        for least, weights in rows:
            slack = sum(w for v, w in weights.items() if values[v] > 0 or values[v] < 0 < w) - least
            if slack < 0:
                return False
            for v in [v for v, w in weights.items() if values[v] < 0 and abs(w) > slack]:
                values[v] = int(weights[v] > 0)
    return True


def weigh(claim, values):
    """The worth of a solution."""
    return claim.constant + sum(w * values[v] for v, w in claim.worth.items())


def list_images(solution, symmetries):
    """All that symmetries make of a solution."""
    return {tuple(sorted(p[v] for v in solution)) for p in symmetries}


def add_rows(claim):
    """Kind packing: rows, and cliques of variables of which each two exclude each other, add up to what none keeps."""
    cliques, times = read_lists(claim.evidence.get("cliques")), claim.evidence["rows"]
    need(all(str(int(at)) == at and is_whole(many) for at, many in times.items()), "a row that is not a number")
    for one, other in chain(*(combinations(clique, 2) for clique in cliques)):
        both = [1 if v in (one, other) else -1 for v in range(claim.variables)]
        fails = any(not decide([row], [*both]) for row in claim.rows if {one, other} <= row[1].keys())
        need(one != other and fails, f"variables {one} and {other} may both be 1")
    rows, total, least = [*claim.rows, *((-1, dict.fromkeys(clique, -1)) for clique in cliques)], Counter(), 0
    for at, many in times.items():
        need(0 <= int(at) < len(rows), "a row that is not there")
        least += many * rows[int(at)][0]
        total.update({v: many * w for v, w in rows[int(at)][1].items()})
    need(sum(w for w in total.values() if w > 0) < least, "the rows can be kept")
    return []


def read_clauses(claim):
    """The clauses of a file whose comments name the problem, the bound, and how many solutions the last exclude."""
    digest = sha256(json.dumps(claim.problem, sort_keys=True, separators=(",", ":")).encode()).hexdigest()
    for note, said in (("statement", digest), ("bound", claim.bound), ("the last", len(claim.listed) or None)):
        lines = [line.split() for line in claim.cnf if line.startswith(f"c {note} ")]
        found = [words[note.count(" ") + 2].replace(",", "") for words in lines]
        need(found == [str(said)][: said is not None], f"clauses of another problem, bound or list: {note} {found}")
    return [[*map(int, line.split()[:-1])] for line in claim.cnf if line[0] not in "cp"]


def read_number(data):
    """The next number of seven bits a byte, the lowest first."""
    byte = next(data, -1)
    need(byte >= 0, "the bytes end too early")
    return byte if byte < 128 else byte - 128 + 128 * read_number(data)


def refutes(hints, literals):
    """Whether clauses, each with one literal left that is therefore true, leave none of the last if these are false."""
    false = {*literals}
    for left in (clause - false for clause in hints):
        if not left:
            return True
        need(len(left) == 1 and not false & {-x for x in left}, "a hint from which nothing follows")
        false |= {-x for x in left}
    return False


def follow_steps(claim):
    """Kind lrat: clauses follow from others, up to the empty one; the last of the file exclude the solutions."""
    clauses = claim.clauses if claim.clauses is not None else read_clauses(claim)
    for solution, clause in zip(claim.listed, clauses[len(clauses) - len(claim.listed) :], strict=True):
        values = [int(v in solution) for v in range(claim.variables)]
        need({*clause} == {-1 - v if v in solution else 1 + v for v in range(claim.variables)}, "no clause excludes it")
        need(decide(claim.rows, values), "a solution breaks a row")
        yield values, weigh(claim, values), 1
    shown = {frozenset(v for v in each if v < claim.shown) for each in claim.listed}
    need(len(shown) == len(claim.listed), "a solution comes twice")
    known, data = [{*clause} for clause in clauses], iter(b64decode(claim.evidence["proof"], validate=True))
    variables = {abs(x) for clause in known for x in clause}
    for kind in data:
        number = read_number(data)
        codes, hints = ([*iter(lambda: read_number(data), 0)] for _ in range(2))
        literals = {code // 2 * (-1) ** (code % 2) for code in codes}
        need(kind == ord("a") and number == 2 * len(known) + 2, "a step that adds no clause, or not the next one")
        need({abs(x) for x in literals} <= variables, "a variable that is in no clause")
        need(all(hint % 2 == 0 and 0 < hint <= 2 * len(known) for hint in hints), "a clause that is not there")
        need(refutes([known[hint // 2 - 1] for hint in hints], literals), "a clause does not follow")
        known.append(literals)
    need(
        all(known[len(clauses) : -1]) and known[len(clauses) :][-1:] == [set()], "it does not end with the empty clause"
    )


class Covering:
    """Kind tree: items that candidates hit, of which some are rivals: no two of these are chosen.

    At most `most` are chosen in all. What rows ask for beyond that is checked for each set that is found.
    """

    def __init__(self, claim):
        self.claim, demands, limits, items, every = claim, [], [], [], dict.fromkeys(range(claim.variables), 1)
        for least, weights in claim.rows:
            if all(w > 0 for w in weights.values()):
                demands += [(least, weights)] if least == 1 or (least > 1 and weights != every) else []
            elif all(w < 0 for w in weights.values()):
                demands += [(1, {})] if least > 0 else []
                limits += [(-least, {v: -w for v, w in weights.items()})] if least <= 0 else []
        out = {v for most, weights in limits for v, w in weights.items() if w > most}
        self.free, self.rivals = {v for v in every if v not in out}, {v: set() for v in every}
        for most, weights in limits:
            for v, w in weights.items():
                self.rivals[v] |= {o for o, other in weights.items() if w + other > most and o != v}
        sizes = [most for most, weights in limits if most > 1 and all(weights.get(v) == 1 for v in self.free)]
        self.most = min([len(self.free), *sizes])
        for demand, weights in demands:
            item = demand, {v: min(w, demand) for v, w in weights.items() if v not in out}
            items += [item] if item not in items else []
        # How often an item must be hit, and how often each of its options does that
        self.needed, self.options = {i: demand for i, (demand, _) in enumerate(items)}, [some for _, some in items]
        # The weights 1 of the items bound the search, and then those of the evidence
        weights, symmetry = claim.evidence.get("weights"), claim.evidence.get("symmetry", True)
        self.vectors = [dict.fromkeys(self.needed, 1), *([] if weights is None else [dict(enumerate(weights))])]
        whole = all(is_whole(w, 0, MOST) for vector in self.vectors for w in vector.values())
        need(whole and all(vector.keys() == self.needed.keys() for vector in self.vectors), "no weight for each item")
        self.nodes, rows = claim.evidence["nodes"], {(least, frozenset(row.items())) for least, row in claim.rows}
        need(is_whole(self.nodes, 1, 1 << 34) and type(symmetry) is bool, "no number of nodes, or no symmetry")
        need(symmetry or claim.orbits is None, "orbits without symmetries")
        for p in claim.symmetries:
            moved = {(least, frozenset((p[v], w) for v, w in weights)) for least, weights in rows}
            need(moved == rows, "a symmetry that does not keep the rows")

    def __iter__(self):
        return self.visit(self.needed, self.free, [], self.claim.symmetries)

    def visit(self, needed, free, chosen, group):
        """Find the sets of what is chosen and some that are free, which hit items as often as is still needed."""
        self.nodes -= 1
        need(self.nodes >= 0, "more nodes than it says")
        left, options = self.most - len(chosen), sorted(free)
        if needed:
            free, options = self.list_options(needed, free, left)
        else:
            values = [int(v in chosen) for v in range(self.claim.variables)]
            if decide(self.claim.rows, values):
                yield values, weigh(self.claim, values), None
        group = [p for p in group if len(chosen) < 2 and {p[c] for c in chosen} == {*chosen}]
        group = [p for p in group if {p[c] for c in free} == free]
        for c in options if left > 0 else []:
            if c in free:
                below = {i: n - self.options[i].get(c, 0) for i, n in needed.items() if n > self.options[i].get(c, 0)}
                yield from self.visit(below, free - {c} - self.rivals[c], [*chosen, c], group)
                free = free - {c, *(p[c] for p in group)}

    def list_options(self, needed, free, left):
        """The candidates that stay free, and those of them that hit the item with the fewest options, in order."""
        gains = None
        for weights in self.vectors:
            gained = {c: sum(weights[i] * min(n, self.options[i].get(c, 0)) for i, n in needed.items()) for c in free}
            gains, whole = gains or gained, sum(weights[i] * n for i, n in needed.items())
            need(max(gained.values(), default=0) <= MOST, "weights of which a candidate collects too much")
            best = sorted(gained.values(), reverse=True)[:left]
            others = sum(best[: left - 1]) if left > 0 else 0
            if left == 0 or sum(best) < whole:
                return set(), []
            free = {c for c in free if gained[c] + others >= whole}
        item = min(needed, key=lambda i: len(free & self.options[i].keys()))
        return free, sorted(free & self.options[item].keys(), key=lambda c: (-gains[c], c))


KINDS = {"packing": add_rows, "lrat": follow_steps, "tree": Covering}


def prove(claim):
    """Follow the evidence, and compare what it finds with the claim."""
    shown, images, count, classes = range(claim.shown), {*claim.symmetries}, 0, set()
    turned = all(sorted(p) == [*shown] for p in images) and (images or claim.orbits is None)
    need(turned and all(tuple(p[v] for v in q) in images for p in images for q in images), "symmetries, and no group")
    for values, worth, many in KINDS[claim.evidence["type"]](claim):
        need(claim.value in (None, worth), "a solution of another worth")
        same = list_images([v for v in shown if values[v] == 1], images or [shown])
        count += len(same) * (min(same) not in classes) if many is None else many
        classes.add(min(same))
    need(count == claim.count and claim.orbits in (None, len(classes)), f"{count} solutions are found")


def make_claim(data, said):
    """What the evidence must prove about the rows of a problem, once all solutions that are shown are right."""
    claim = SimpleNamespace(shown=said["variables"], constant=0, clauses=None)
    vars(claim).update({name: data["claim"].get(name) for name in FIELDS} | said)
    listed, witness = read_lists(data.get("solutions")), data.get("witness")
    value, solved, listing, orbits = claim.objective, claim.count != 0, data.get("solutions") is not None, claim.orbits
    need(all(n is None or is_whole(n, -MOST) for n in (value, claim.count, orbits)), "a number that is not whole")
    given = [each is not None for each in (value, claim.count, witness)] + [listing]
    wanted = [claim.goal != 0 and solved, claim.want != "one" or not solved, solved, claim.want == "all" and solved]
    need(claim.want in ("one", "all", "count") and given == wanted, "a number, a witness or a list too much or missing")
    need(orbits is None or (0 < orbits <= (claim.count or 0) if solved else orbits == 0), "other orbits")
    claim.rows, shown = [(least, read_weights(weights)) for least, weights in claim.rows], range(claim.shown)
    claim.worth = read_weights(said.get("worth", dict.fromkeys(shown, 1)) if claim.goal else {})
    for each in [*listed, *read_lists([witness] if solved else None)]:
        values = [int(v in each) if v in shown else -1 for v in range(claim.variables)]
        need({*each} <= {*shown} and sorted({*each}) == each, "no variables of a placement, ascending")
        need(decide(claim.rows, values) and -1 not in values, "a solution breaks a row")
        need(value in (None, weigh(claim, values)), "a solution of another worth")
    claim.evidence = data.get("evidence") or {}
    moved = orbits is not None or (claim.evidence.get("type") == "tree" and claim.evidence.get("symmetry", True))
    claim.symmetries = [*map(tuple, claim.symmetries if moved else ())]
    images, size = ([shown], claim.count) if orbits is None else (claim.symmetries, orbits)
    classes = {min(list_images(each, images)) for each in listed}
    need(not listing or len(classes) == len(listed) == size, "no complete list")
    own = claim.evidence.get("solutions")
    claim.listed, claim.value, claim.bound = listed if own is None else read_lists(own), value, value
    if not claim.count:  # there is no solution, or none that is better
        claim.count, claim.orbits, claim.shown, claim.value = 0, None, claim.variables, None
        claim.bound = None if value is None else value + claim.goal
    if value is not None:
        weights = {v: claim.goal * w for v, w in claim.worth.items()}
        claim.rows.append((claim.goal * (claim.bound - claim.constant), weights))
    return claim


def check(content, *given):
    """The claim as JSON, once all of it is proven; raises an error otherwise."""
    texts = {Path(each).suffix: Path(each).read_text("utf-8") for each in given}
    data = json.loads(gzip.decompress(content))
    need(data.get("version", 2) == 2, "another version")
    asked = data["claim"]
    said = json.loads(texts[".json"]) if ".json" in texts else import_module("statement").state(asked["problem"])
    claim = make_claim(data, said)
    claim.cnf = texts.get(".cnf", "").splitlines()
    if asked.get("count") is not None or asked.get("objective") is not None:
        prove(claim)
    return json.dumps({name: asked.get(name) for name in FIELDS}, sort_keys=True)


if __name__ == "__main__":
    try:
        print(f"verified: {check(Path(sys.argv[1]).read_bytes(), *sys.argv[2:])}")
    except Exception as error:  # what makes no sense proves nothing
        sys.exit(f"refused: {type(error).__name__}: {error}")
