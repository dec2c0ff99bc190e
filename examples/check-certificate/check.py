"""Checks certificates of Rookery without Rookery: `python check.py FILE.cert [ROWS.json] [FILE.cnf]`.

docs/certificate-format.md says what the bytes mean. statement.py, beside this file, states the rows of domination,
placement and k-fold problems. Other rows come from ROWS.json, in the form that statement.py writes, and the clauses of
a refutation from FILE.cnf: these are then trusted.

Each kind of evidence is a function of the claim, its bytes, and the nodes that it may take. It refuses a step that does
not follow, and yields all that can be solutions: the values of the variables (1, 0, or -1 for open), their worth, and
how many it counts for: None for all that symmetries make of it. `prove` compares these with the claim. A row is a
number, and weights of variables: those that are 1 must weigh that number or more.
"""

import json
import sys
import zlib
from collections import Counter
from hashlib import blake2b, sha256
from importlib import import_module
from itertools import accumulate, chain, combinations, islice
from pathlib import Path
from types import SimpleNamespace

DICTIONARY = (
    b'"forbidden":[["holes":[[],"size":"8"}"kind":"independent""kind":"total""kind":"perfect""kind":"maximal"'
    b'"family":"k-fold","times":2"closed":true"pieces":["bishop""piece":"king""piece":"rook""piece":"knight"'
    b'"solutions":[["kind":"lrat""kind":"farkas""kind":"witness"'
    b'{"about":{"alone":2,"nodes":,"symmetry":true,"weights":[]},"backend":"backtracking","count":null,'
    b'"kind":"tree","objective":,"orbits":null,"problem":{"board":"8","family":"placement","pieces":[["queen",8]]},'
    b'"problem":{"board":"8","family":"domination","piece":"queen"},"solutions":null,"want":"one","witness":['
)


class Unproven(Exception):
    """The certificate does not prove what it claims."""


def need(held, why):
    """Refuse what does not hold."""
    if not held:
        raise Unproven(why)


def read_file(content):
    """The header and the evidence."""
    need(content[:8] == b"rookery\2" and blake2b(content[16:], digest_size=8).digest() == content[8:16], "damaged file")
    press = zlib.decompressobj(-15, zdict=DICTIONARY)
    payload = press.decompress(content[16:], 1 << 26)
    end = 4 + int.from_bytes(payload[:4], "big")
    need(press.eof and not press.unused_data and end <= len(payload), "cut short, or followed by something")
    return json.loads(payload[4:end]), payload[end:]


def read(data, size):
    """The next bytes as a number."""
    taken = bytes(islice(data, size))
    need(len(taken) == size, "the bytes end too early")
    return int.from_bytes(taken, "big")


def read_number(data):
    """The next number of seven bits a byte, the lowest first."""
    byte = read(data, 1)
    return byte if byte < 128 else byte - 128 + 128 * read_number(data)


def read_list(data):
    """The next numbers up to 0."""
    return [*iter(lambda: read_number(data), 0)]


def spend(nodes):
    """Take one of the nodes that the certificate says."""
    need(next(nodes, None) is not None, "more nodes than it says")


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
    """The worth of a solution, None if it is open."""
    decided = all(values[v] >= 0 for v in claim.worth)
    return claim.constant + sum(w * values[v] for v, w in claim.worth.items()) if decided else None


def list_images(solution, symmetries):
    """All that symmetries make of a solution."""
    return {tuple(sorted(p[v] for v in solution)) for p in symmetries}


def read_packing(data):
    """Cliques, lists of variables; and rows by their numbers, each with how often it counts."""
    sizes = (read_number(data) for _ in range(read_number(data)))
    cliques = [[v - 1 for v in accumulate(read_number(data) + 1 for _ in range(size))] for size in sizes]
    rows, at = [], -1
    for byte in data:
        number = read_number(chain([byte], data))
        at += number // 2 + 1
        rows.append((at, read_number(data) if number % 2 else 1))
    return cliques, rows


def add_rows(claim, data, _):
    """Kind packing: rows, and cliques of variables of which each two exclude each other, add up to what none keeps."""
    (cliques, counted), total, n = read_packing(data), Counter(), claim.variables
    for one, other in chain(*(combinations(clique, 2) for clique in cliques)):
        both = [1 if v in (one, other) else -1 for v in range(n)]
        fails = (not decide([row], [*both]) for row in claim.rows if one in row[1])
        need(any(fails), f"variables {one} and {other} may both be 1")
    rows = [*claim.rows, *((-1, dict.fromkeys(clique, -1)) for clique in cliques)]
    for at, times in counted:
        total.update({v: times * w for v, w in rows[at][1].items()})
    need(not decide([(sum(times * rows[at][0] for at, times in counted), total)], [-1] * n), "the rows can be kept")
    return []


def read_clauses(claim, lines):
    """The clauses of a file whose comments name the problem, the bound, and how many solutions the last exclude."""
    digest = sha256(json.dumps(claim.problem, sort_keys=True, separators=(",", ":")).encode()).hexdigest()
    for note, said in (("statement", digest), ("bound", claim.bound), ("the last", len(claim.listed) or None)):
        found = [line.split()[note.count(" ") + 2].replace(",", "") for line in lines if line.startswith(f"c {note} ")]
        need(found == [str(said)][: said is not None], f"clauses of another problem, bound or list: {note} {found}")
    return [[*map(int, line.split()[:-1])] for line in lines if line[0] not in "cp"]


def refutes(hints, literals):
    """Whether clauses, each with one literal left that is therefore true, leave none of the last if these are false."""
    false = {*literals}
    for left in (clause - false for clause in hints):
        if not left:
            return True
        need(len(left) == 1 and not false & {k ^ 1 for k in left}, "a hint that says nothing")
        false |= {k ^ 1 for k in left}
    return False


def follow_steps(claim, data, _):
    """Kind lrat: clauses follow from others, up to the empty one; the last of the file exclude the solutions."""
    listed, last, literals = claim.listed, 2 * len(claim.clauses), {0}
    for solution, clause in zip(listed, claim.clauses[len(claim.clauses) - len(listed) :], strict=True):
        values = [int(v in solution) for v in range(claim.variables)]
        need({-1 - v for v in solution} == {x for x in clause if x < 0}, "no clause excludes a solution")
        need(decide(claim.rows, values), "a solution breaks a row")
        yield values, weigh(claim, values), 1
    need(
        len({frozenset(v for v in each if v < claim.shown) for each in listed}) == len(listed), "a solution comes twice"
    )
    known = {2 * at: {2 * abs(x) + (x < 0) for x in clause} for at, clause in enumerate(claim.clauses, 1)}
    for kind in data:
        need(kind in b"ad" and literals, "a step of another kind, or after the empty clause")
        if kind == ord("d"):
            for at in read_list(data):
                del known[at]
        else:
            number, literals, hints = read_number(data), {*read_list(data)}, [known[at] for at in read_list(data)]
            need(number > last and number % 2 == 0 and 1 not in literals, "a number, or a variable, that there is not")
            need(refutes(hints, literals), "a clause does not follow")
            known[number], last = literals, number
    need(not literals, "it does not end with the empty clause")


class Covering:
    """Items that candidates hit, of which some are rivals: no two of these are chosen, nor more than `most` in all.

    What rows ask for beyond that is looked at where a set is met.
    """

    def __init__(self, claim, data, nodes):
        self.claim, self.about, self.data, self.nodes = claim, claim.about, data, nodes
        demands, limits, items, every = [], [], [], dict.fromkeys(range(claim.variables), 1)
        for least, weights in claim.rows:
            if all(w > 0 for w in weights.values()):
                demands += [(least, weights)] if least == 1 or (least > 1 and weights != every) else []
            elif all(w < 0 for w in weights.values()):
                demands += [(1, {})] if least > 0 else []
                limits += [(-least, {v: -w for v, w in weights.items()})] if least <= 0 else []
        out = {v for most, weights in limits for v, w in weights.items() if w > most}
        self.free, self.rivals = [v for v in every if v not in out], {v: set() for v in every}
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
        need(claim.about.get("symmetry") or claim.orbits is None, "orbits without symmetries")
        rows = {(least, frozenset(weights.items())) for least, weights in claim.rows}
        for p in claim.symmetries:
            moved = {(least, frozenset((p[v], w) for v, w in weights)) for least, weights in rows}
            need(moved == rows, "a symmetry that does not keep the rows")

    def walk_tree(self):
        """Kind tree: bytes name items, and vectors of weights to bound with."""
        self.vectors, self.alone = [dict.fromkeys(self.needed, 1)], self.about["alone"]
        self.named = [{i: w for w, *some in vector for i in some} for vector in self.about["weights"]]
        need(all(type(w) is int and w >= 0 for v in self.named for w in v.values()), "a weight below 0, or not whole")
        return self.visit(self.needed, {*self.free}, [], self.claim.symmetries)

    def visit(self, needed, free, chosen, group):
        """Meet the sets of what is chosen and some that are free, which hit items as often as is still needed."""
        spend(self.nodes)
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
        """The candidates that stay free by all bounds, and those of them that hit an item, in order."""
        free = gains = self.bound(needed, free, left, self.vectors)
        while free:
            if left <= self.alone:
                item = min(needed, key=lambda i: len(free.keys() & self.options[i].keys()))
            elif (item := read(self.data, 1)) == 255:
                item = read(self.data, 2)
            if item < len(self.options):
                need(item in needed, "it branches on an item that needs nothing")
                options = free.keys() & self.options[item].keys()
                return {*free}, sorted(options, key=lambda c: (-gains[c], c))
            free = self.bound(needed, free, left, [self.named[item - len(self.options)]])
        return set(), []

    def bound(self, needed, free, left, vectors):
        """The candidates that may still be chosen, and what they gain: with the best others, all that is needed."""
        for weights in vectors:
            whole, gains = 0, dict.fromkeys(free, 0)
            for i in needed.keys() & weights.keys():
                whole += weights[i] * needed[i]
                for c in gains.keys() & self.options[i].keys():
                    gains[c] += weights[i] * min(needed[i], self.options[i][c])
            best = sorted(gains.values(), reverse=True)[: max(0, left)]
            others = sum(best[: left - 1])
            free = {c: gain for c, gain in gains.items() if left > 0 and sum(best) >= whole <= gain + others}
        return free


KINDS = {"packing": add_rows, "lrat": follow_steps, "tree": lambda *given: Covering(*given).walk_tree()}


def prove(claim, data, watch=iter):
    """Follow the evidence, and meet what is claimed; `watch` goes through the bytes and the nodes."""
    shown, images, count, classes = range(claim.shown), {*claim.symmetries}, 0, set()
    data, nodes = watch(data), watch(range(claim.about.get("nodes", 0)))
    turned = all(sorted(p) == [*shown] for p in images) and (images or claim.orbits is None)
    need(turned and all(tuple(p[v] for v in q) in images for p in images for q in images), "symmetries, and no group")
    for values, worth, many in KINDS[claim.kind](claim, data, nodes):
        need(claim.value in (None, worth), "a solution of another worth")
        same = list_images([v for v in shown if values[v] == 1], images or [shown])
        count += len(same) * (min(same) not in classes) if many is None else many
        classes.add(min(same))
    need(next(data, None) is None, "bytes are left over")
    need(count == claim.count and claim.orbits in (None, len(classes)), f"{count} solutions are met")


def make_claim(header, said):
    """What the evidence must prove about the rows of a problem, once all solutions that are shown are right."""
    claim = SimpleNamespace(**{"shown": said["variables"], "constant": 0} | said | header)
    value, solved, listed = claim.objective, claim.count != 0, claim.solutions or []
    given = [each is not None for each in (value, claim.count, claim.witness, claim.solutions)]
    wanted = [claim.goal != 0 and solved, claim.want != "one" or not solved, solved, claim.want == "all" and solved]
    need(given == wanted and (claim.count or not claim.orbits), "a number, a witness or a list is missing or too much")
    pairs = ((least, ((int(v), w) for v, w in weights.items() if w)) for least, weights in claim.rows)
    claim.rows, shown = [(least, dict(sorted(weights))) for least, weights in pairs], range(claim.shown)
    worth = said.get("worth", dict.fromkeys(shown, 1)) if claim.goal else {}
    claim.worth = {int(v): w for v, w in worth.items()}
    for each in [*listed, claim.witness] if solved else []:
        values = [int(v in each) if v in shown else -1 for v in range(claim.variables)]
        need({*each} <= {*shown} and decide(claim.rows, values) and -1 not in values, "a solution breaks a row")
        need(value in (None, weigh(claim, values)), "a solution of another worth")
    moved = claim.about.get("symmetry") or claim.orbits is not None
    claim.symmetries = [*map(tuple, claim.symmetries if moved else ())]
    images, size = ([shown], claim.count) if claim.orbits is None else (claim.symmetries, claim.orbits)
    classes = {min(list_images(each, images)) for each in listed}
    need(claim.solutions is None or len(classes) == len(listed) == size, "no complete list")
    claim.listed, claim.value, claim.bound = claim.about.get("solutions") or listed, value, value
    if not claim.count:  # there is no solution, or none that is better
        claim.count, claim.orbits, claim.shown, claim.value = 0, None, claim.variables, None
        claim.bound = None if value is None else value + claim.goal
    if value is not None:
        weights = {v: claim.goal * w for v, w in claim.worth.items()}
        claim.rows.append((claim.goal * (claim.bound - claim.constant), weights))
    return claim


def check(content, *given):
    """The claim as a sentence, once all of it is proven; raises an error otherwise."""
    texts, (header, data) = {Path(each).suffix: Path(each).read_text("utf-8") for each in given}, read_file(content)
    said = json.loads(texts[".json"]) if ".json" in texts else import_module("statement").state(header["problem"])
    claim = make_claim(header, said)
    if claim.kind == "lrat":
        claim.clauses = read_clauses(claim, texts[".cnf"].splitlines())
    if header["count"] is not None or header["objective"] is not None:
        prove(claim, data)
    parts = [f"{name} {header[name]:,}" for name in ("objective", "count", "orbits") if header[name] is not None]
    return f"{json.dumps(claim.problem, sort_keys=True)}: {', '.join(parts) or 'there is a solution'}"


if __name__ == "__main__":
    try:
        print(f"verified: {check(Path(sys.argv[1]).read_bytes(), *sys.argv[2:])}")
    except Exception as error:  # what makes no sense proves nothing
        sys.exit(f"refused: {type(error).__name__}: {error}")
