"""Checks certificates of Rookery without Rookery: `python check.py FILE.cert [ROWS.json] [FILE.cnf]`.

docs/certificate-format.md says what the bytes mean. statement.py, beside this file, states the rows of domination,
placement and k-fold problems. Other rows come from ROWS.json, in the form that statement.py writes, and the clauses of
a refutation from FILE.cnf: these are then trusted.
"""

import json
import sys
import zlib
from collections import Counter
from fractions import Fraction
from hashlib import blake2b, sha256
from itertools import combinations, permutations, product
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


def read_numbers(data):
    """Numbers of seven bits a byte, the lowest first."""
    number = shift = 0
    for byte in data:
        number, shift = number | (byte & 127) << shift, shift + 7
        if byte < 128:
            yield number
            number = shift = 0
    need(shift == 0, "the bytes end within a number")


def decide(rows, values):
    """Decide all that follows in rows of literals; values are 0, 1 or -1 (open). Whether there may be a solution."""
    before = None
    while before != values:
        before = values.copy()
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
        yield bound, {2 * v + (w < 0): min(abs(w), bound) for v, w in sorted(weights.items()) if w and bound}


class Walk:
    """A walk through the evidence for a claim: nodes and bytes so far, and the solutions that are met."""

    def __init__(self, claim, about, data):
        self.claim, self.about, self.data, self.at, self.nodes, self.count = claim, about, data, 0, 0, 0
        self.worths, self.classes, self.group = set(), set(), {tuple(p) for p in claim["symmetries"]}
        self.literals = [*list_literals(claim["rows"])]

    def enter(self):
        """Count a node."""
        self.nodes += 1
        need(self.nodes <= self.about["nodes"], "more nodes than it says")

    def read(self, size):
        """The next bytes as a number."""
        self.at += size
        need(self.at <= len(self.data), "the bytes end too early")
        return int.from_bytes(self.data[self.at - size : self.at], "big")

    def record(self, chosen, worth, many=1):
        """Count a solution that stands for several."""
        self.count += many
        self.worths.add(worth)
        if self.claim["orbits"] is not None:
            self.classes.add(min(tuple(sorted(p[v] for v in chosen)) for p in self.group))

    def conclude(self):
        """Compare what was met with the claim."""
        count, orbits, value = (self.claim[name] for name in ("count", "orbits", "value"))
        need(self.at == len(self.data), "bytes are left over")
        need(self.count == count and orbits in (None, len(self.classes)), f"{self.count} solutions are met")
        need(value is None or self.worths <= {value}, f"solutions worth {self.worths}")


class Packing(Walk):
    """Rows, and cliques of variables of which each two exclude each other, that add up to what nothing keeps."""

    def walk(self):
        """Add up the rows."""
        rows, literals, weights, demanded, at = [*self.claim["rows"]], self.literals, Counter(), 0, -1
        numbers, self.at = read_numbers(self.data), len(self.data)
        for _ in range(next(numbers, 0)):
            clique, last = [], -1
            for _ in range(next(numbers)):
                last += next(numbers) + 1
                clique.append(last)
            for pair in combinations([2 * v + 1 for v in clique], 2):
                excluded = (sum(w for k, w in terms.items() if k not in pair) < bound for bound, terms in literals)
                need(any(excluded), f"variables {pair[0] // 2} and {pair[1] // 2} may both be 1")
            rows.append((-1, dict.fromkeys(clique, -1)))
        for number in numbers:
            at, times = at + number // 2 + 1, next(numbers) if number % 2 else 1
            demanded += times * rows[at][0]
            for v, w in rows[at][1].items():
                weights[v] += times * w
        need(demanded > sum(w for w in weights.values() if w > 0), "the rows can be kept")


class Branching(Walk):
    """A tree of any model: a variable is first true, then false."""

    def walk(self):
        """Visit the nodes; `once` is shared by those below one where no shown variable is open to branch on."""
        shown, worth, stack = self.claim["shown"], self.claim["worth"], [(0, [-1] * self.claim["variables"], [])]
        while stack:
            depth, values, once = stack.pop()
            self.enter()
            if not decide(self.literals, values):
                continue
            rows = [t for b, t in self.literals if b > sum(w for k, w in t.items() if values[k >> 1] == 1 - k % 2)]
            rows = [([k >> 1 for k in row if values[k >> 1] < 0], any(k % 2 for k in row)) for row in rows]
            variable = None if once else self.choose(depth, values, rows, shown)
            if variable is None:
                once = once or [1]
                variable = next((v for row, _ in rows for v in row), None)
            if variable is not None:
                stack += ((depth + 1, [*values[:variable], value, *values[variable + 1 :]], once) for value in (0, 1))
                continue
            total = None if any(values[v] < 0 for v in worth) else sum(w * values[v] for v, w in worth.items())
            self.record([v for v in range(shown) if values[v] == 1], total, once[0] << values[:shown].count(-1))
            once[0] = 0

    def choose(self, depth, values, rows, shown):
        """The variable that bytes name, or the first of the row that may fail with the fewest open ones."""
        some = ((self.about["positive"] and late, [v for v in row if v < shown]) for row, late in rows)
        best = [v for *_, v in sorted((late, len(row), at, row[0]) for at, (late, row) in enumerate(some) if row)]
        best += [v for v in range(shown) if values[v] < 0 and self.claim["orbits"] is not None]
        named = self.read(3) - 1 if best and depth < self.about["alone"] else -1
        need(named < shown and (named < 0 or values[named] < 0), "it branches on what is decided, or not shown")
        return named if named >= 0 else next(iter(best), None)


class Refutation(Walk):
    """The solutions, and steps that derive the empty clause where clauses exclude them."""

    def walk(self):
        """Count the solutions, and follow the steps; clauses are rows of literals."""
        clauses, listed, literals = self.about["clauses"], self.claim["listed"], [0]
        for solution, clause in zip(listed, clauses[len(clauses) - len(listed) :], strict=True):
            need({-1 - v for v in solution} == {x for x in clause if x < 0}, "no clause excludes a solution")
            self.record(
                [v for v in solution if v < self.claim["shown"]], sum(self.claim["worth"].get(v, 0) for v in solution)
            )
        known = {at: (1, {2 * abs(x) + (x < 0): 1 for x in clause}) for at, clause in enumerate(clauses, 1)}
        numbers, last, self.at = read_numbers(self.data), len(known), len(self.data)
        for kind in numbers:
            need(kind in b"ad" and literals, "a step of another kind, or after the empty clause")
            number = next(numbers) >> 1 if kind == ord("a") else 0
            literals = [*iter(lambda: next(numbers), 0)] if number else [0]
            hints = [x >> 1 for x in iter(lambda: next(numbers), 0)]
            if number:
                rows = [known[hint] for hint in hints]
                values = {k >> 1: -1 for _, terms in rows for k in terms} | {k >> 1: k & 1 for k in literals}
                need(number > last and not decide(rows, values), "a clause does not follow")
                known[number], last = (1, dict.fromkeys(literals, 1)), number
            for hint in hints if not number else []:
                del known[hint]
        need(not literals and self.data[-1] == 0, "it does not end with the empty clause")


class Covering(Walk):
    """Items to be hit by candidates, of which some are rivals, and bounds on how many are chosen."""

    def __init__(self, claim, about, data):
        super().__init__(claim, about, data)
        demands, cliques, limits, out, self.least, n = [], [], [], set(), 0, claim["variables"]
        for least, weights in claim["rows"]:
            up = all(w > 0 for w in weights.values())
            need(up or all(w < 0 for w in weights.values()), "a row has weights of both signs: no covering")
            left = {v: -w for v, w in weights.items() if w >= least}
            if up and least > 1 and len(weights) == n and {*weights.values()} == {1}:
                self.least = max(self.least, least)
            elif least > 0:
                demands.append((least, {v: min(w, least) for v, w in weights.items()}) if up else (1, {}))
            elif not up:
                out |= weights.keys() - left.keys()
                if len(left) > 1 and sum(sorted(left.values())[:2]) > -least:
                    cliques.append(left)
                elif sum(left.values()) > -least:
                    limits.append((-least, left))
        variables = [v for v in range(n) if v not in out]
        number = {v: c for c, v in enumerate(variables)}
        need(all({*left.values()} == {1} and {*variables} <= left.keys() for _, left in limits), "no covering")
        need(claim["value"] is None or all(claim["worth"].get(v) == 1 for v in variables), "another goal")
        items = [(d, tuple((number[v], h) for v, h in sorted(o.items()) if v in number)) for d, o in demands]
        self.items = [(d, dict(o)) for d, o in dict.fromkeys(items)]
        self.hits = [{i: o[c] for i, (_, o) in enumerate(self.items) if c in o} for c in number.values()]
        self.rivals, self.most = [set() for _ in variables], min([len(variables), *(bound for bound, _ in limits)])
        for clique in cliques:
            for one, other in permutations([number[v] for v in clique if v in number], 2):
                self.rivals[one].add(other)
        need(about["symmetry"] or claim["orbits"] is None, "orbits without symmetries")
        self.group = {tuple(number[p[v]] for v in variables) for p in self.group if about["symmetry"]}

    def walk(self):
        """Walk the tree."""
        once, self.many = dict.fromkeys(range(len(self.items)), 1), 1
        named = [{i: w for w, *some in vector for i in some} for vector in self.about["weights"]]
        need(all(type(w) is int and w >= 0 for each in named for w in each.values()), "a weight below 0, or not whole")
        self.vectors = [once, *named]
        self.visit({i: d for i, (d, _) in enumerate(self.items)}, {*range(len(self.hits))}, [], [], self.group)

    def visit(self, needed, free, chosen, orbits, group):
        """One node: `needed` says how often items are still to be hit."""
        self.enter()
        left, options = self.most - len(chosen), sorted(free)
        if needed:
            free, options = self.branch(needed, free, left)
        elif len(chosen) >= self.least:
            share = prod(Fraction(len(orbit), len(orbit.intersection(chosen))) for orbit in orbits)
            self.record(chosen, len(chosen), self.many * share)
        group = {p for p in group if len(chosen) < 2 and {p[c] for c in free} == free}
        group = {p for p in group if {p[c] for c in chosen} == {*chosen}}
        for c in options if left > 0 else []:
            if c in free:
                orbit = {c, *(p[c] for p in group)}
                below = {i: n - self.hits[c].get(i, 0) for i, n in needed.items() if n > self.hits[c].get(i, 0)}
                self.visit(below, free - {c} - self.rivals[c], [*chosen, c], [*orbits, orbit][:2], group)
                free = free - orbit

    def branch(self, needed, free, left):
        """The candidates that are free after the bounds, and those of an item, by falling gain."""
        gains = kept = self.bound(needed, free, left, self.vectors[0])
        while kept:
            if left <= self.about["alone"]:
                item = self.find_fewest(needed, {*kept})
            elif (item := self.read(1)) == 255:
                item = self.read(2)
            if item < len(self.items):
                need(item in needed, "it branches on an item that needs nothing")
                return {*kept}, sorted(kept.keys() & self.items[item][1], key=lambda c: (-gains[c], c))
            kept = self.bound(needed, kept, left, self.vectors[1 + item - len(self.items)])
        return set(), []

    def bound(self, needed, free, left, weights):
        """The candidates that may still be chosen, with what they gain: so much do the best gain together."""
        gains = {c: sum(weights.get(i, 0) * min(needed.get(i, 0), h) for i, h in self.hits[c].items()) for c in free}
        whole, best = sum(weights.get(i, 0) * n for i, n in needed.items()), self.find_best(gains.values(), left)
        if left <= 0 or sum(best) < whole:
            return {}
        return {c: gain for c, gain in gains.items() if gain + sum(best[: left - 1]) >= whole}

    def find_best(self, gains, left):
        """The gains of the best candidates."""
        return sorted(gains, reverse=True)[: max(0, left)]

    def find_fewest(self, needed, free):
        """The item with the fewest free options."""
        return min(needed, key=lambda i: len(free & self.items[i][1].keys()))


class Cases(Covering):
    """The same by the outermost empty lines of two directions, one case of each class after the other."""

    def walk(self):
        """Walk each case; an item of a vector stands in a list as often as it weighs."""
        sides, most, squares = self.about["directions"], self.most, range(len(self.items))
        need(len(sides) == 2 and all(d == 1 for d, _ in self.items), "not two directions, or an item with more hits")
        for side in sides:
            members = [c for line in side for c in line]
            need(len(members) == len({*members} & {*range(len(self.hits))}), "lines that share, or of other squares")
            need(most + 2 <= len(side) <= 64, "too few lines, or too many")
        crossed = [[[a for a, line in enumerate(side) if o.keys() >= {*line}] for side in sides] for _, o in self.items]
        places = [(i, at) for i in squares for at in product(*crossed[i])]
        first = len(squares), len(squares) + len(sides[0])
        self.items += [(1, dict.fromkeys(line, 1)) for side in sides for line in side]
        self.hits = [{i: 1 for i, (_, o) in enumerate(self.items) if c in o} for c in range(len(self.hits))]
        orders = [[(d, at) for at in range(len(side))][::step] for d, side in enumerate(sides) for step in (1, -1)]
        place = {frozenset(sides[d][at]): (d, at) for order in orders for d, at in order}
        moves = [[[place.get(frozenset(p[c] for c in line)) for line in side] for side in sides] for p in self.group]
        moves, seen = [move for move in moves if move[0] in orders and move[1] in orders], set()
        for case in product(*(combinations(range(len(side)), 2) for side in sides)):
            outer = [
                [first[d] + at for at in range(len(sides[d])) if not a <= at <= b] for d, (a, b) in enumerate(case)
            ]
            if case in seen or max(map(len, outer)) > most:
                continue
            images, vectors, widths = {case}, [], [b - a for a, b in case]
            for move in moves:
                ends = sorted(sorted(move[d][at] for at in case[d]) for d in (0, 1))
                images.add(tuple((a, b) for (_, a), (_, b) in ends))
            for d, e in ((0, 1), (1, 0)):
                wide, (low, high), equal = widths[d], case[e], widths[0] == widths[1]
                last = max(0, min(low + equal, len(sides[e]) - wide))
                for start in range(max(0, high + 1 - wide - equal), last + 1) if wide >= widths[e] else ():
                    window = range(start, start + wide)
                    beyond = [i for i in outer[e] if i - first[e] not in window]
                    vectors.append([i for i, at in places if at[d] in case[d] and at[e] in window] + 2 * beyond)
            items = [*squares, *outer[0], *outer[1]]
            self.vectors = [Counter(each) for each in (*vectors, *outer) if len(each) <= 64] + [Counter(items)]
            self.many = len(images - seen)
            empty = {c for side, ends in zip(sides, case, strict=True) for at in ends for c in side[at]}
            self.visit(dict.fromkeys(items, 1), {*range(len(self.hits))} - empty, [], [], set())
            seen |= images

    def branch(self, needed, free, left):
        """The candidates that are free after the bounds, and those of the item with the fewest, by number."""
        for vector in self.vectors:
            free = {*self.bound(needed, free, left, vector)}
        return free, sorted(free & self.items[self.find_fewest(needed, free)][1].keys())

    def find_best(self, gains, left):
        """The gain of the best candidate, for each that may be chosen."""
        return [max(gains, default=0)] * left


KINDS = {"tree": Covering, "cases": Cases, "packing": Packing, "branching": Branching, "lrat": Refutation}


def make_claim(header, said):
    """The theorem that the evidence must prove, once all solutions that are shown are right."""
    want, value, count, orbits = (header[name] for name in ("want", "objective", "count", "orbits"))
    solved, lists, goal, n = count != 0, header["solutions"], said["goal"], said["variables"]
    shown, rows = said.get("shown", n), [(least, {int(v): w for v, w in row.items()}) for least, row in said["rows"]]
    worth = {int(v): w for v, w in said.get("worth", dict.fromkeys(range(n), 1)).items()} if goal else {}
    need((value is not None) == (goal != 0 and solved), "an optimum goes with a goal and a solution")
    need((count is None) == (want == "one" and solved) and (count or not orbits), "a count goes with the question")
    need((header["witness"] is not None) == solved, "a witness goes with a solution")
    need((lists is not None) == (want == "all" and solved), "a list goes with the question")
    listed, literals, constant = lists or [], [*list_literals(rows)], said.get("constant", 0)
    value = value if value is None else value - constant
    known = header["about"].get("solutions") or listed
    for some, size in ((known, n), (listed, shown), ([header["witness"]] if solved else [], shown)):
        for each in some:
            values = [int(v in each) if v < size else -1 for v in range(n)]
            need({*each} <= {*range(size)} and decide(literals, values) and -1 not in values, "a solution breaks a row")
            need(value is None or sum(w * values[v] for v, w in worth.items()) == value, "a solution of another worth")
    need(len({frozenset(v for v in each if v < shown) for each in known}) == len(known), "a solution comes twice")
    images = said["symmetries"] if orbits is not None else [range(shown)]
    classes = {min(tuple(sorted(p[v] for v in each)) for p in images) for each in listed}
    need(lists is None or len(classes) == len(listed) == (count if orbits is None else orbits), "no complete list")
    bound = value if value is None or count else value + goal
    if value is not None:
        rows.append((goal * bound, {v: goal * w for v, w in worth.items()}))
    said = {name: said[name] for name in ("variables", "symmetries")} | {"rows": rows, "worth": worth, "listed": known}
    said |= {"shown": shown if count else n, "bound": bound if bound is None else bound + constant}
    return said | {"value": value if count else None, "count": count or 0, "orbits": orbits if count else None}


def check(content, *given):
    """The claim as a sentence, once all of it is proven; raises `Unproven` otherwise."""
    texts = {Path(each).suffix: Path(each).read_text("utf-8") for each in given}
    lines = texts.get(".cnf", "").splitlines()
    clauses = [[*map(int, line.split()[:-1])] for line in lines if line[0] not in "cp"]
    try:
        header, data = read_file(content)
        about = header["about"] | {"clauses": clauses}
        moved = bool(about.get("symmetry")) or header["orbits"] is not None
        said = json.loads(texts[".json"]) if ".json" in texts else statement.state(header["problem"], moved)
        claim = make_claim(header, said)
        problem = json.dumps(header["problem"], sort_keys=True, separators=(",", ":"))
        named = [line for line in lines if line.startswith(("c statement ", "c bound "))]
        wanted = [f"c statement {sha256(problem.encode()).hexdigest()}", f"c bound {claim['bound']}"]
        wanted = wanted if claim["bound"] is not None else wanted[:1]
        excluded = [line.split()[3].replace(",", "") for line in lines if line.startswith("c the last ")]
        same = named == wanted and excluded == [str(len(claim["listed"]))][: len(claim["listed"])]
        need(header["kind"] != "lrat" or same, "clauses of another problem or bound, or that exclude other solutions")
        if header["count"] is not None or header["objective"] is not None:
            walk = KINDS[header["kind"]](claim, about, data)
            walk.walk()
            walk.conclude()
    except Exception as error:  # what makes no sense proves nothing
        raise Unproven(f"{type(error).__name__}: {error}") from None
    value, extreme = header["objective"], "most" if said["goal"] > 0 else "fewest"
    parts = [] if value is None else [f"{value} is the {extreme}"]
    parts += [] if header["count"] is None else [f"there are {header['count']:,} solutions"]
    parts += [f"{header['orbits']:,} up to symmetry"] if header["orbits"] else []
    return f"{json.dumps(header['problem'], sort_keys=True)}: {'; '.join(parts) or 'there is a solution'}"


if __name__ == "__main__":
    try:
        print(f"verified: {check(Path(sys.argv[1]).read_bytes(), *sys.argv[2:])}")
    except Unproven as error:
        sys.exit(f"refused: {error}")
