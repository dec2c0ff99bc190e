"""Checks certificates of Rookery without Rookery: `python check.py FILE.cert [ROWS.json | FILE.cnf]`.

Standard library alone. docs/certificate-format.md says what the bytes mean. The rows of domination, placement and
k-fold problems come from statement.py beside this file; those of other families from ROWS.json, in the form that
statement.py writes, and the clauses of a refutation from FILE.cnf: these are then trusted.
"""

import json
import sys
import zlib
from collections import Counter
from fractions import Fraction
from hashlib import blake2b
from itertools import combinations, product
from math import prod
from pathlib import Path

import statement

DICTIONARY = (
    b'"kind":"independent""kind":"total""kind":"perfect""family":"placement""family":"k-fold","times":2"closed":false'
    b'"family":"maximal""piece":"bishop""piece":"king""piece":"rook""piece":"knight""solutions":[["kind":"lrat""kind":'
    b'"farkas""kind":"witness"{"about":{"alone":2,"nodes":,"symmetry":true,"weights":[]},"backend":"backtracking",'
    b'"count":null,"kind":"tree","objective":,"orbits":null,"problem":{"board":[8,8],"family":"domination","fixed":[],'
    b'"forbidden":[],"holes":[],"kind":"plain","pieces":[{"count":null,"piece":"queen"}],"torus":false},"solutions":null,'
    b'"want":"one","witness":['
)


class Unproven(Exception):
    """The certificate does not prove what it claims."""


def need(held, why):
    """Refuse what does not hold."""
    if not held:
        raise Unproven(why)


def read_file(content):
    """The header and the evidence."""
    need(content[:8] == b"rookery\1" and blake2b(content[16:], digest_size=8).digest() == content[8:16], "damaged file")
    press = zlib.decompressobj(-15, zdict=DICTIONARY)
    payload = press.decompress(content[16:], 1 << 26)
    end = 4 + int.from_bytes(payload[:4], "big")
    need(press.eof and not press.unused_data and end <= len(payload), "cut short, or followed by something")
    return json.loads(payload[4:end]), payload[end:]


def decide(rows, values):
    """Decide all that follows in rows of literals; whether there may be a solution."""
    before = None
    while before != values:
        before = list(values)
        for bound, terms in rows:
            slack = sum(w for k, w in terms.items() if values[k >> 1] != k & 1) - bound
            if slack < 0:
                return False
            for k in [k for k, w in terms.items() if w > slack and values[k >> 1] == -1]:
                values[k >> 1] = 1 - (k & 1)
    return True


def list_literals(rows):
    """Rows with positive weights of literals: 2v is the variable v, 2v + 1 its negation."""
    for least, weights in rows:
        bound = max(0, least - sum(w for w in weights.values() if w < 0))
        terms = {2 * v + (w < 0): min(abs(w), bound) for v, w in sorted(weights.items()) if w}
        yield bound, terms if bound else {}


class Covering:
    """Rows as items to be hit, rivals, and bounds on how many are chosen; a claim about the sets that do so."""

    def __init__(self, claim, about, data):
        self.claim, self.about, self.data, self.at, self.nodes = claim, about, data, 0, 0
        demands, cliques, limits, out, self.least, n = [], [], [], set(), 0, claim["variables"]
        for least, weights in claim["rows"]:
            signs = {w > 0 for w in weights.values()}
            need(len(signs) < 2, "a row has weights of both signs: no covering")
            if signs != {False}:
                if least > 1 and len(weights) == n and set(weights.values()) == {1}:
                    self.least = max(self.least, least)
                elif least > 0:
                    demands.append((least, {v: min(w, least) for v, w in weights.items()}))
            elif least > 0:
                demands.append((1, {}))
            else:
                out |= {v for v, w in weights.items() if w < least}
                left = {v: -w for v, w in weights.items() if w >= least}
                if sum(sorted(left.values())[:2]) > -least and len(left) > 1:
                    cliques.append(list(left))
                elif sum(left.values()) > -least:
                    need(set(left.values()) == {1}, "a row that is no part of a covering")
                    limits.append((-least, set(left)))
        variables = [v for v in range(n) if v not in out]
        need(all(some >= set(variables) for _, some in limits), "a limit leaves a candidate out")
        self.most = min([len(variables), *(bound for bound, _ in limits)])
        number = {v: at for at, v in enumerate(variables)}
        items = [(d, tuple(sorted((number[v], h) for v, h in o.items() if v in number))) for d, o in demands]
        self.items = [(d, dict(o)) for d, o in dict.fromkeys(items)]
        self.rivals = [set() for _ in variables]
        for those in ({number[v] for v in clique if v in number} for clique in cliques):
            for c in those:
                self.rivals[c] |= those - {c}
        self.hits = [[(i, o[c]) for i, (_, o) in enumerate(self.items) if c in o] for c in range(len(variables))]
        self.count, self.sizes, self.orbits, self.group = Fraction(0), set(), set(), set()
        need(about["symmetry"] or claim["orbits"] is None, "orbits without symmetries")
        for p in claim["symmetries"] if about["symmetry"] else []:
            p = tuple(number.get(p[v], -1) for v in variables)
            moved = {(d, frozenset((p[c], h) for c, h in o.items())) for d, o in self.items}
            kept = all({p[r] for r in those} == self.rivals[p[c]] for c, those in enumerate(self.rivals))
            need(
                kept and moved == {(d, frozenset(o.items())) for d, o in self.items}, "a permutation that keeps nothing"
            )
            self.group.add(p)
        closed = all(tuple(p[v] for v in q) in self.group for p in self.group for q in self.group)
        need(claim["orbits"] is None or (self.group and closed), "permutations that are no group")

    def enter(self):
        """Count a node."""
        self.nodes += 1
        need(self.nodes <= self.about["nodes"], "more nodes than it says")

    def record(self, chosen, share):
        """Count a set that is met."""
        if len(chosen) >= self.least:
            self.count += share
            self.sizes.add(len(chosen))
            if self.claim["orbits"] is not None:
                self.orbits.add(min(tuple(sorted(p[c] for c in chosen)) for p in self.group))

    def conclude(self):
        """Compare what was met with the claim."""
        wanted, value = self.claim["orbits"], self.claim["value"]
        need(self.at == len(self.data), "bytes are left over")
        need(self.count == self.claim["count"] and wanted in (None, len(self.orbits)), f"{self.count} sets are met")
        need(value is None or self.sizes <= {value}, f"sets of {self.sizes}")

    def check_tree(self):
        """Walk a tree."""
        self.vectors = [{i: each[0] for each in vector for i in each[1:]} for vector in self.about["weights"]]
        need(all(w >= 0 for vector in self.vectors for w in vector.values()), "a weight below 0")
        self.visit_tree([d for d, _ in self.items], set(range(len(self.rivals))), [], [], self.group)
        self.conclude()

    def gain(self, need_of, c, vector):
        """The weight of what a candidate hits; an empty vector counts each item once."""
        return sum((vector.get(i, 0) if vector else 1) * min(h, need_of[i]) for i, h in self.hits[c])

    def visit_tree(self, left_of, free, chosen, orbits, group):
        """One node: bounds, an item to branch on, its free options in turn."""
        self.enter()
        left, vector, options = self.most - len(chosen), {}, sorted(free)
        if not any(left_of):
            self.record(chosen, prod((Fraction(len(some), len(some.intersection(chosen))) for some in orbits), start=1))
            free = free if left > 0 else set()
        while any(left_of):
            gains = {c: self.gain(left_of, c, vector) for c in free}
            whole = sum((vector.get(i, 0) if vector else 1) * n for i, n in enumerate(left_of))
            best = sorted(gains.values(), reverse=True)[: max(0, left)]
            reached = sum(best) >= whole
            free = {c for c in free if left > 0 and reached and gains[c] + sum(best[: left - 1]) >= whole}
            if not free:
                break
            item = self.choose(left_of, free, left)
            if item < len(left_of):
                options = [c for c in free if c in self.items[item][1]]
                options.sort(key=lambda c: (-self.gain(left_of, c, {}), c))
                break
            vector = self.vectors[item - len(left_of)] or {-1: 0}
        if len(chosen) < 2:
            group = {p for p in group if {p[c] for c in free} == free and {p[c] for c in chosen} == set(chosen)}
        for c in options:
            if c in free:
                below, orbit = list(left_of), {c} | ({p[c] for p in group} if len(chosen) < 2 else set())
                for i, h in self.hits[c]:
                    below[i] = max(0, below[i] - h)
                self.visit_tree(below, free - {c} - self.rivals[c], [*chosen, c], [*orbits, orbit][:2], group)
                free = free - orbit

    def choose(self, left_of, free, left):
        """An item or, past the items, a vector: found with at most `alone` left, read otherwise."""
        if left <= self.about["alone"]:
            return min((i for i, n in enumerate(left_of) if n), key=lambda i: len(free & self.items[i][1].keys()))
        size = 3 if self.data[self.at : self.at + 1] == b"\xff" else 1
        code = self.data[self.at : self.at + size]
        self.at, item = self.at + size, int.from_bytes(code[-2:], "big")
        known = item < len(left_of) + len(self.vectors)
        need(len(code) == size and known and left_of[item : item + 1] != [0], f"byte {self.at} names nothing")
        return item

    def check_cases(self):
        """Walk a case of each class of outermost empty lines; sets of candidates and of items are numbers of bits."""
        sides, most = self.about["directions"], self.most
        need(len(sides) == 2 and all(d == 1 for d, _ in self.items), "not two directions, or an item with more hits")
        for side in sides:
            members = [c for line in side for c in line]
            need(len(members) == len(set(members)) and len(side) >= most + 2, "lines that share, or too few")
            need(set(members) <= set(range(len(self.rivals))), "a line with no candidate")
        first = len(self.items), len(self.items) + len(sides[0])
        options = [*({*o} for _, o in self.items), *map(set, sides[0]), *map(set, sides[1])]
        crossed = [
            [[at for at, line in enumerate(side) if some.issuperset(line)] for side in sides] for some in options
        ]
        places = [(i, at) for i in range(first[0]) for at in product(*crossed[i])]
        self.bits, self.out = [bits(some) for some in options], [bits(those) for those in self.rivals]
        self.struck = [bits(i for i, some in enumerate(options) if c in some) for c in range(len(self.rivals))]
        moves, lines, seen = set(), [[set(line) for line in side] for side in sides], set()
        for p in self.group:
            moved = [[{p[c] for c in line} for line in side] for side in lines]
            for order, turned in product(((0, 1), (1, 0)), product((1, -1), repeat=2)):
                if [moved[d][::step] for d, step in zip(order, turned, strict=True)] == lines:
                    moves.add(tuple(zip(order, turned, strict=True)))
        outer = {
            (d, a, b): [first[d] + at for at in range(len(sides[d])) if not a <= at <= b]
            for d in (0, 1) for a, b in combinations(range(len(sides[d])), 2)
        }  # fmt: skip
        pairs = [[(a, b) for e, a, b in outer if e == d and len(outer[e, a, b]) <= most] for d in (0, 1)]
        for case in product(*pairs):
            if case in seen:
                continue
            images, vectors = {case}, []
            for move in moves:
                ends = [(case[d], len(sides[d]) - 1, step) for d, step in move]
                images.add(tuple((a, b) if step > 0 else (n - b, n - a) for (a, b), n, step in ends))
            widths = [b - a for a, b in case]
            for d, e in ((0, 1), (1, 0)):
                wide, (low, high), equal = widths[d], case[e], widths[0] == widths[1]
                last = max(0, min(low + equal, len(sides[e]) - wide))
                for start in range(max(0, high + 1 - wide - equal), last + 1) if wide >= widths[e] else ():
                    window = range(start, start + wide)
                    beyond = [i for i in outer[e, low, high] if i - first[e] not in window]
                    vectors.append([i for i, at in places if at[d] in case[d] and at[e] in window] + 2 * beyond)
            items = [*range(first[0]), *outer[0, *case[0]], *outer[1, *case[1]]]
            vectors = [each for each in (*vectors, outer[0, *case[0]], outer[1, *case[1]]) if len(each) <= 64]
            counts = [Counter(each) for each in (*vectors, items)]
            self.vectors = [[(w, bits(i for i in c if c[i] == w)) for w in {*c.values()}] for c in counts]
            empty = {c for side, ends in zip(sides, case, strict=True) for at in ends for c in side[at]}
            self.visit_case(bits(items), bits(set(range(len(self.out))) - empty), [], len(images - seen))
            seen |= images
        self.conclude()

    def visit_case(self, opened, free, chosen, many):
        """One node of a case that stands for some."""
        self.enter()
        left = self.most - len(chosen)
        if not opened:
            self.record(chosen, many)
        for vector in self.vectors if opened else []:
            whole = sum(w * (opened & those).bit_count() for w, those in vector)
            loads = {
                c: sum(w * (opened & those & self.struck[c]).bit_count() for w, those in vector) for c in ones(free)
            }
            best = max(loads.values(), default=0)
            free = bits(c for c, load in loads.items() if load + best * (left - 1) >= whole)
        free = free if left > 0 else 0
        for c in ones(min((self.bits[i] & free for i in ones(opened)), key=int.bit_count, default=free)):
            free &= ~(1 << c)
            self.visit_case(opened & ~self.struck[c], free & ~self.out[c], [*chosen, c], many)


def bits(members):
    """The number with these bits."""
    return sum(1 << each for each in set(members))


def ones(number):
    """The bits of a number, ascending."""
    while number:
        yield (number & -number).bit_length() - 1
        number &= number - 1


def read_numbers(data):
    """Numbers of seven bits a byte, the lowest first."""
    number = shift = 0
    for byte in data:
        number |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            yield number
            number = shift = 0
    need(shift == 0, "the bytes end within a number")


def check_packing(claim, data):
    """Rows that add up to one that nothing keeps."""
    rows, numbers, demanded, weights, at = list(claim["rows"]), read_numbers(data), 0, Counter(), -1
    for _ in range(next(numbers, 0)):
        clique, last = [], -1
        for _ in range(next(numbers)):
            last += next(numbers) + 1
            clique.append(last)
        for pair in combinations(clique, 2):
            reach = ((least, sum(w for v, w in row.items() if w > 0 or v in pair), row) for least, row in claim["rows"])
            need(any(row.keys() >= {*pair} and most < least for least, most, row in reach), f"{pair} may both be 1")
        rows.append((-1, dict.fromkeys(clique, -1)))
    for number in numbers:
        at, times = at + number // 2 + 1, next(numbers) if number % 2 else 1
        need(at < len(rows), f"row {at} of {len(rows)}")
        demanded += times * rows[at][0]
        for v, w in rows[at][1].items():
            weights[v] += times * w
    need(claim["count"] == 0 and demanded > sum(w for w in weights.values() if w > 0), "the rows can be kept")


def check_branching(claim, about, data):
    """A tree of any model: a variable is first true, then false."""
    rows, shown, wanted, at, nodes, count, found = (
        list(list_literals(claim["rows"])),
        claim["shown"],
        claim["orbits"],
        0,
        0,
        0,
        set(),
    )
    group = {tuple(p) for p in claim["symmetries"]} if wanted is not None else set()
    need(all(sorted(p) == [*range(shown)] for p in group), "a symmetry that is no permutation")
    need(all(tuple(p[v] for v in q) in group for p in group for q in group) and (group or wanted is None), "no group")
    stack = [(0, [-1] * claim["variables"], [])]
    while stack:
        depth, values, once = stack.pop()
        nodes += 1
        need(nodes <= about["nodes"], "more nodes than it says")
        if not decide(rows, values):
            continue
        open_rows = [t for b, t in rows if b > sum(w for k, w in t.items() if values[k >> 1] == 1 - k % 2)]
        variable = None
        if not once:
            left = [[k >> 1 for k in row if k >> 1 < shown and values[k >> 1] < 0] for row in open_rows]
            late = [about["positive"] and any(k % 2 for k in row) for row in open_rows]
            best = [v for *_, v in sorted((late[i], len(some), i, some[0]) for i, some in enumerate(left) if some)]
            best += [v for v in range(shown) if values[v] < 0 and wanted is not None]
            if best:
                code = data[at : at + 3] if depth < about["alone"] else bytes(3)
                at, variable = at + 3 * (depth < about["alone"]), int.from_bytes(code, "big") - 1
                need(len(code) == 3 and variable < shown and (variable < 0 or values[variable] < 0), f"byte {at}")
                variable = best[0] if variable < 0 else variable
        if variable is None:
            once = once or [False]
            variable = next((k >> 1 for row in open_rows for k in row if values[k >> 1] < 0), None)
        if variable is not None:
            stack += ((depth + 1, [*values[:variable], value, *values[variable + 1 :]], once) for value in (0, 1))
            continue
        worth = (
            None
            if any(values[v] < 0 for v in claim["worth"])
            else sum(w * values[v] for v, w in claim["worth"].items())
        )
        need(claim["value"] in (None, worth), "a solution of another worth")
        if not once[0]:
            once[0] = True
            count += 2 ** values[:shown].count(-1)
            if wanted is not None:
                found.add(min(tuple(sorted(p[v] for v in range(shown) if values[v])) for p in group))
    need(at == len(data) and count == claim["count"] and wanted in (None, len(found)), f"{count} solutions are met")


def check_clauses(path, data):
    """A refutation of the clauses of a DIMACS file: each step follows from those that it names, by unit propagation."""
    lines = Path(path).read_text("utf-8").splitlines()
    known = dict(enumerate(([int(x) for x in line.split()[:-1]] for line in lines if line[:1] not in ("c", "p")), 1))
    numbers, last, literals = read_numbers(data), len(known), [0]
    for kind in numbers:
        need(literals, "something follows the empty clause")
        number = next(numbers) if kind == ord("a") else 0
        literals = [-(x >> 1) if x & 1 else x >> 1 for x in iter(lambda: next(numbers), 0)] if number else [0]
        hints = [x >> 1 for x in iter(lambda: next(numbers), 0)]
        need(
            kind in (ord("a"), ord("d")) and set(hints) <= known.keys(),
            "a step of another kind, or a clause that is not there",
        )
        if number:
            false, done = set(literals), False
            for hint in hints:
                left = set(known[hint]) - false
                done = not left
                need(done or (len(left) == 1 and -min(left) not in false), "a hint is not unit")
                false |= {-x for x in left}
                if done:
                    break
            need(done and number >> 1 > last and number & 1 == 0, "a clause does not follow")
            last = number >> 1
            known[last] = literals
        else:
            for hint in hints:
                known.pop(hint, None)
    need(not literals, "it does not end with the empty clause")


def check_solutions(header, said):
    """The shape of a claim, and each solution that is shown: it keeps all rows, and is worth what is claimed."""
    value, count, orbits = (header[name] for name in ("objective", "count", "orbits"))
    goal, worth, shown, literals = said["goal"], said["worth"], said["shown"], list(list_literals(said["rows"]))
    need((value is None) == (goal == 0 or count == 0), "an optimum goes with a goal and a solution")
    need(count == 0 or (count is None) == (header["want"] == "one"), "a count does not go with the question")
    need((header["witness"] is None) == (count == 0), "a witness goes with a solution")
    need(not orbits or count, "orbits of no solution")
    need((header["solutions"] is not None) == (header["want"] == "all" and count != 0), "a list goes with the question")
    listed = [set(each) for each in header["solutions"] or []]
    for chosen in [*listed, *([set(header["witness"])] if header["witness"] is not None else [])]:
        need(all(type(v) is int and 0 <= v < shown for v in chosen), "a solution names no variable")
        values = [int(v in chosen) if v < shown else -1 for v in range(said["variables"])]
        need(decide(literals, values) and -1 not in values, "a solution breaks a row")
        need(value is None or sum(w * values[v] for v, w in worth.items()) == value, "a solution of another worth")
    images = said["symmetries"] if orbits is not None else [list(range(shown))]
    classes = {min(tuple(sorted(p[v] for v in chosen)) for p in images) for chosen in listed}
    shown_all = header["solutions"] is None or len(classes) == len(listed) == (count if orbits is None else orbits)
    need(shown_all, "the list is not complete")


def check(content, given=None):
    """The claim as a sentence, once all of it is proven; raises `Unproven` otherwise."""
    header, data = read_file(content)
    kind, clauses = header["kind"], given if given and str(given).endswith(".cnf") else None
    text = json.loads(Path(given).read_text("utf-8")) if given and not clauses else None
    try:
        moved = bool(header["about"].get("symmetry")) or header["orbits"] is not None
        said = text or statement.state(header["problem"], moved)
    except (ValueError, LookupError, TypeError) as error:
        raise Unproven(f"no rows are known: {error}; give them as ROWS.json") from None
    said["rows"] = [(least, {int(v): w for v, w in row.items()}) for least, row in said["rows"]]
    worth = {int(v): w for v, w in said.get("worth", dict.fromkeys(range(said["variables"]), 1)).items()}
    if header["objective"] is not None:  # without what the goal adds to the weights of the variables
        header["objective"] -= said.get("constant", 0)
    goal, value, count, orbits = said["goal"], header["objective"], header["count"], header["orbits"]
    shown = said.get("shown", said["variables"])
    check_solutions(header, {**said, "worth": worth, "shown": shown})
    claim = {
        **said,
        "shown": shown,
        "worth": worth if goal else {},
        "count": count or 0,
        "orbits": orbits if count else None,
    }
    claim["value"], bound = (value if count else None), value if count else None if value is None else value + goal
    if bound is not None:
        limit = (bound, worth) if goal > 0 else (-bound, {v: -w for v, w in worth.items()})
        claim["rows"] = [*said["rows"], limit]
    if count is not None or value is not None:
        try:
            if kind == "packing":
                check_packing(claim, data)
            elif kind == "branching":
                check_branching(claim, header["about"], data)
            elif kind == "lrat":
                check_clauses(clauses, data)
            else:
                need(kind in ("tree", "cases"), f"evidence of the kind {kind}")
                covering = Covering(claim, header["about"], data)
                need(
                    claim["value"] is None or (set(worth.values()) == {1} and len(worth) == claim["variables"]),
                    "another goal",
                )
                covering.check_tree() if kind == "tree" else covering.check_cases()
        except (LookupError, TypeError, ValueError, StopIteration, RuntimeError) as error:
            raise Unproven(f"no sense: {type(error).__name__}: {error}") from None
    name = {-1: "fewest", 0: "", 1: "most"}[goal]
    parts = [] if value is None else [f"{value + said.get('constant', 0)} is the {name}"]
    parts += [] if count is None else [f"there are {count:,} solutions"]
    parts += [f"{orbits:,} up to symmetry"] if orbits else []
    return f"{json.dumps(header['problem'], sort_keys=True)}: {'; '.join(parts) or 'there is a solution'}"


if __name__ == "__main__":
    try:
        print(f"verified: {check(Path(sys.argv[1]).read_bytes(), *sys.argv[2:3])}")
    except Unproven as error:
        sys.exit(f"refused: {error}")
