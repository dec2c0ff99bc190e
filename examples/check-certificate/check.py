"""Checks certificates of Rookery without Rookery: `python check.py FILE.cert [ROWS.json] [FILE.cnf]`.

docs/certificate-format.md says what the bytes mean. statement.py, beside this file, states the rows of domination,
placement and k-fold problems. Other rows come from ROWS.json, in the form that statement.py writes, and the clauses of
a refutation from FILE.cnf: these are then trusted.

Each kind of evidence is a function of the claim, its fields `about`, its bytes, and the nodes that it may take. It
refuses a step that does not follow, and yields all that can be solutions: the values of the variables (1, 0, or -1 for
open), their worth, and how many it counts for. `prove` compares these with the claim. Literal 2v says that the variable
v is 1, literal 2v + 1 that it is 0. A row is a bound, and literals with weights: those that are true must weigh the
bound or more.
"""

import json
import sys
import zlib
from collections import Counter
from fractions import Fraction
from hashlib import blake2b, sha256
from importlib import import_module
from itertools import accumulate, chain, combinations, combinations_with_replacement, islice, product
from math import prod
from pathlib import Path

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


def list_literals(rows):
    """Rows `[least, {variable: weight}]` by literals: w < 0 of v is -w of its negation, and -w more for the bound."""
    for least, weights in rows:
        bound, terms = max(0, least - sum(w for w in weights.values() if w < 0)), sorted(weights.items())
        yield bound, {2 * v + (w < 0): abs(w) for v, w in terms if w and bound}


def decide(rows, values):
    """Decide all that follows: a literal without which a row fails is true. Whether there may be a solution."""
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


def weigh(worth, values):
    """The worth of values, None if it is open."""
    return None if any(values[v] < 0 for v in worth) else sum(w * values[v] for v, w in worth.items())


def find_class(chosen, images):
    """The least image of a solution: the same for all that symmetries turn into each other."""
    return min(tuple(sorted(p[v] for v in chosen)) for p in images)


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


def add_rows(claim, _, data, __):
    """Kind packing: rows, and cliques of variables of which each two exclude each other, add up to what none keeps."""
    (cliques, counted), rows, demanded, total = read_packing(data), [*claim["literals"]], 0, Counter()
    near = {v: [row for row in rows if 2 * v + 1 in row[1]] for v in chain(*cliques)}
    for clique in cliques:
        for one, other in combinations(clique, 2):  # some row fails without them, whatever the others are
            weights = [(bound, (w for k, w in t.items() if k >> 1 not in (one, other))) for bound, t in near[one]]
            need(any(sum(those) < bound for bound, those in weights), f"variables {one} and {other} may both be 1")
        rows.append((len(clique) - 1, {2 * v + 1: 1 for v in clique}))
    for at, times in counted:
        demanded += times * rows[at][0]
        total.update({k: times * w for k, w in rows[at][1].items()})
    reached = sum(max(total[2 * v], total[2 * v + 1]) for v in range(claim["variables"]))  # one of the two is true
    need(demanded > reached, "the rows can be kept")
    return []


def choose(claim, about, data, node):
    """Kind branching: the variable to decide, None at a solution. Nodes below one without a choice share a number."""
    depth, values, once = node
    rows = [t for b, t in claim["literals"] if b > sum(w for k, w in t.items() if values[k >> 1] == 1 - k % 2)]
    if not once:
        some = [[k >> 1 for k in row if k >> 1 < claim["shown"] and values[k >> 1] < 0] for row in rows]
        late = [about["positive"] and any(k % 2 for k in row) for row in rows]
        best = [v for *_, v in sorted((late[at], len(each), at, each[0]) for at, each in enumerate(some) if each)]
        best += [v for v in range(claim["shown"]) if values[v] < 0 and claim["orbits"] is not None]
        named = read(data, 3) if best and depth < about["alone"] else 0
        need(not named or (named <= claim["shown"] and values[named - 1] < 0), "it branches on what it must not")
        if best:
            return named - 1 if named else best[0], once
    # No row that may fail has open shown variables: these are free, if the others can be kept
    return next((k >> 1 for row in rows for k in row if values[k >> 1] < 0), None), once or [1]


def branch(claim, about, data, nodes):
    """Kind branching: a variable is first true, then false."""
    stack = [(0, [-1] * claim["variables"], [])]
    while stack:
        depth, values, once = node = stack.pop()
        spend(nodes)
        if not decide(claim["literals"], values):
            continue
        variable, once = choose(claim, about, data, node)
        if variable is not None:
            stack += ((depth + 1, [*values[:variable], value, *values[variable + 1 :]], once) for value in (0, 1))
            continue
        yield values, weigh(claim["worth"], values), once[0] << values[: claim["shown"]].count(-1)
        once[0] = 0


def read_clauses(problem, claim, lines):
    """The clauses of a file whose comments name the problem, the bound, and how many solutions the last exclude."""
    digest = sha256(json.dumps(problem, sort_keys=True, separators=(",", ":")).encode()).hexdigest()
    for note, said in (("statement", digest), ("bound", claim["bound"]), ("the last", len(claim["listed"]) or None)):
        note = f"c {note} "
        found = [line.removeprefix(note).split()[0].replace(",", "") for line in lines if line.startswith(note)]
        need(found == [str(said)][: said is not None], f"clauses of another problem, bound or list: {note}{found}")
    return [[*map(int, line.split()[:-1])] for line in lines if line[0] not in "cp"]


def follow_steps(claim, _, data, __):
    """Kind lrat: clauses follow from others, up to the empty one; the last of the file exclude the solutions."""
    listed, clauses, literals = claim["listed"], claim["clauses"], {0}
    for solution, clause in zip(listed, clauses[len(clauses) - len(listed) :], strict=True):
        need({-1 - v for v in solution} == {x for x in clause if x < 0}, "no clause excludes a solution")
        values = [int(v in solution) for v in range(claim["variables"])]
        yield values, weigh(claim["worth"], values), 1
    known = {2 * at: {2 * abs(x) + (x < 0) for x in clause} for at, clause in enumerate(clauses, 1)}
    last = 2 * len(clauses)
    for kind in data:
        need(kind in b"ad" and literals, "a step of another kind, or after the empty clause")
        if kind == ord("d"):
            for at in read_list(data):
                del known[at]
            continue
        number, literals, hints = read_number(data), {*read_list(data)}, [known[at] for at in read_list(data)]
        need(number > last and number % 2 == 0 and 1 not in literals, "a number, or a variable, that there is not")
        false = {*literals}
        for left in (clause - false for clause in hints):  # the others of a clause are false: what is left is true
            if not left:
                break
            need(len(left) == 1 and not false & {k ^ 1 for k in left}, "a hint that says nothing")
            false |= {k ^ 1 for k in left}
        else:
            need(False, "a clause does not follow")
        known[number], last = literals, number
    need(not literals, "it does not end with the empty clause")


def sweep(claim, about, _, nodes):
    """Kind sweep: all that matters of decisions is what the rows still need."""
    rows, n, refutes = claim["literals"], claim["variables"], claim["count"] == 0
    order, terms = [*range(n)] if about["order"] is None else about["order"], [dict(terms) for _, terms in rows]
    fits = sorted(order) == [*range(n)] and (refutes or (claim["orbits"] is None and claim["shown"] == n))
    need(fits, "variables are left out, or what is counted is hidden, or orbits")
    # A state holds how many decisions lead to it, apart for each worth. Where none is to be counted, it holds the least
    # need of the longest row instead, which is no part of it: what completes a larger need completes that one.
    aside = max(range(len(rows)), key=lambda at: len(terms[at])) if refutes and rows else -1
    start, worth = [bound * (at != aside) for at, (bound, _) in enumerate(rows)], {} if refutes else claim["worth"]
    pack = bytes if max(start, default=0) < 256 else tuple
    layer = {(pack(start), 0): rows[aside][0] if aside >= 0 else 1}
    for v in order:
        met = {at: (t.pop(2 * v + 1, 0), t.pop(2 * v, 0)) for at, t in enumerate(terms) if {2 * v, 2 * v + 1} & {*t}}
        rest, below = [sum(t.values()) for t in terms], {}
        # Of two rows of bound 1, the one holds where the other does if its open literals include those of the other.
        pairs = [(at, o) for at in met if start[at] == 1 for o in range(len(rows)) if start[o] == 1 and o != at]
        pairs = [(at, o) for at, o in pairs if {*terms[at]} <= {*terms[o]} and (at < o or {*terms[at]} != {*terms[o]})]
        for ((needs, total), held), value in product(layer.items(), (0, 1)):
            left, least = [*needs], max(0, held - met[aside][value] if aside in met else held)
            for at, weights in met.items():
                left[at] = max(0, left[at] - weights[value])
            if any(left[at] > rest[at] for at in met) or (aside >= 0 and least > rest[aside]):
                continue
            for at, other in pairs:
                left[other] *= not left[at]
            state = pack(left), total + worth.get(v, 0) * value
            if state not in below:
                spend(nodes)
            below[state] = min(least, below.get(state, least)) if aside >= 0 else below.get(state, 0) + held
        layer = below
    for (needs, total), held in layer.items():
        if not any(needs) and not (aside >= 0 and held):
            yield [], total, held or 1


class Covering:
    """Items that candidates hit, of which some are rivals: no two of these are chosen, nor more than `most` in all.

    What rows ask for beyond that is looked at where a set is met.
    """

    def __init__(self, claim, about, data, nodes):
        self.claim, self.about, self.data, self.nodes, self.many = claim, about, data, nodes, 1
        out, items, limits, n = set(), [], [], claim["variables"]
        rivals = [set() for _ in range(n)]
        for bound, terms in claim["literals"]:
            slack, weights = sum(terms.values()) - bound, {k >> 1: w for k, w in terms.items()}
            if terms and all(k % 2 for k in terms):  # at most `slack` of these
                out |= {v for v, w in weights.items() if w > slack >= 0}
                light = {v: w for v, w in weights.items() if w <= slack}
                if len(light) > 1 and sum(sorted(light.values())[:2]) > slack:
                    for v in light:
                        rivals[v] |= light.keys()
                elif {*light.values()} == {1}:
                    limits.append((slack, light.keys()))
                items += [(1, {})] if slack < 0 else []
            elif bound and not any(k % 2 for k in terms) and (bound == 1 or [*weights.values()] != [1] * n):
                items.append((bound, {v: min(w, bound) for v, w in weights.items()}))
        self.free = [v for v in range(n) if v not in out]
        items = dict.fromkeys((d, frozenset((v, h) for v, h in some.items() if v not in out)) for d, some in items)
        self.items, rivals = [(d, dict(some)) for d, some in items], [some - out for some in rivals]
        self.rivals = [some - {v} for v, some in enumerate(rivals)]
        self.hits = {v: {i: some[v] for i, (_, some) in enumerate(self.items) if v in some} for v in self.free}
        self.most = min([len(self.free), *(slack for slack, some in limits if some >= {*self.free})])
        need(about.get("symmetry") or claim["orbits"] is None, "orbits without symmetries")
        for p in claim["images"]:  # a symmetry keeps the items and the rivals
            kept = all({p[r] for r in self.rivals[v]} == self.rivals[p[v]] for v in self.free)
            moved = {(d, frozenset((p[v], h) for v, h in some)) for d, some in items}
            need(kept and moved == items.keys(), "a symmetry that does not keep the rows")

    def walk_tree(self):
        """Kind tree: bytes name items, and vectors of weights to bound with."""
        self.vectors, self.alone, self.even = [dict.fromkeys(range(len(self.items)), 1)], self.about["alone"], False
        self.named = [{i: w for w, *some in vector for i in some} for vector in self.about["weights"]]
        need(all(type(w) is int and w >= 0 for v in self.named for w in v.values()), "a weight below 0, or not whole")
        return self.visit({i: d for i, (d, _) in enumerate(self.items)}, {*self.free}, [], [], self.claim["images"])

    def walk_cases(self):
        """Kind cases: one case of each class, by the first and the last empty line of two directions."""
        squares, self.alone, self.even, named = range(len(self.items)), self.most, True, self.about["directions"]
        need(len(named) == 2 and all(d == 1 for d, _ in self.items), "not two directions, or an item with more hits")
        for members in ([c for line in side for c in line] for side in named):
            need(len(members) == len({*members} & {*range(len(self.free))}), "lines that share, or of other squares")
        need(all(self.most < len(side) <= 64 for side in named), "too few lines, or too many")
        sides = [[{self.free[c] for c in line} for line in side] for side in named]
        first = len(squares), len(squares) + len(sides[0])
        crossed = [[[at for at, line in enumerate(side) if line <= o.keys()] for side in sides] for _, o in self.items]
        places = [(i, at) for i in squares for at in product(*crossed[i])]
        self.items += [(1, dict.fromkeys(line, 1)) for side in sides for line in side]
        self.hits = {v: {i: 1 for i, (_, some) in enumerate(self.items) if v in some} for v in self.free}
        # Symmetries that take lines to lines: which direction becomes each, and in what order.
        turns = [((d, s), (1 - d, t)) for d, s, t in product((0, 1), (1, -1), (1, -1))]
        moved = ([[{p[v] for v in line} for line in side] for side in sides] for p in self.claim["images"])
        moves, seen = {turn for lines in moved for turn in turns if [lines[d][::s] for d, s in turn] == sides}, set()
        for case in product(*(combinations_with_replacement(range(len(side)), 2) for side in sides)):
            outer = [[first[d] + t for t in range(len(sides[d])) if not a <= t <= b] for d, (a, b) in enumerate(case)]
            if case in seen or max(map(len, outer)) > self.most:
                continue
            turned = [[tuple(len(sides[d]) - 1 - at for at in case[d][::-1]), case[d]] for d in (0, 1)]
            images = {case, *(tuple(turned[d][s > 0] for d, s in turn) for turn in moves)}
            vectors, items = [], [*squares, *outer[0], *outer[1]]
            for d, e in ((0, 1), (1, 0)):
                (a, b), (low, high) = case[d], case[e]
                wide, equal = b - a, b - a == high - low
                last = max(0, min(low + equal, len(sides[e]) - wide))
                for start in range(max(0, high + 1 - wide - equal), last + 1) if wide >= high - low else ():
                    window = range(start, start + wide)
                    beyond = [i for i in outer[e] if i - first[e] not in window]
                    vectors.append([i for i, at in places if at[d] in case[d] and at[e] in window] + 2 * beyond)
            self.vectors = [Counter(each) for each in (*vectors, *outer) if len(each) <= 64] + [Counter(items)]
            self.many, empty = len(images - seen), {v for d in (0, 1) for at in case[d] for v in sides[d][at]}
            yield from self.visit(dict.fromkeys(items, 1), {*self.free} - empty, [], [], [])
            seen |= images

    def sweep_surplus(self):
        """Kind surplus: of few choices, what they hit beyond the weights of all items is little, and so are states."""
        unit, weights, n, half = self.about["unit"], self.about["weights"], len(self.free), len(self.free) // 2
        numbers = [unit, self.about["states"], *weights]
        whole = len(weights) == len(self.items) and all(type(number) is int and number >= 0 for number in numbers)
        need(whole and all(sum(weights[i] for i in self.hits[v]) <= unit for v in self.free), "weights of other items")
        spare, ways, least = unit * self.most - sum(weights), [self.free, self.free[::-1]], [[0], [0]]
        layers = [{0: 0}, {0: 0}]  # of each direction: the items hit so far as bits, with their least surplus
        if not all(options for _, options in self.items):
            return []
        for d, at in (*product((0, 1), range(half)), *product((0, 1), range(half, n))):
            below, decided, hits = {}, {*ways[d][: at + 1]}, self.hits[ways[d][at]]
            last = sum(1 << i for i in hits if self.items[i][1].keys() <= decided)
            # One half has at most half of what is to spare; then the other may have what is left by this one.
            limit = spare // 2 if at < half else spare - least[1 - d][min(n - 1 - at, half)]
            for (state, surplus), chosen in product(layers[d].items(), (0, 1)):
                if chosen:
                    surplus += unit - sum(weights[i] for i in hits if not state >> i & 1)
                    state |= sum(1 << i for i in hits)
                if surplus <= limit and state & last == last:
                    if state - last not in below:
                        spend(self.nodes)
                    below[state - last] = min(surplus, below.get(state - last, surplus))
            layers[d] = below
            least[d].append(min(below.values(), default=limit + 1))
        need(layers == [{}, {}], "a state is left when all is decided")
        return []

    def visit(self, needed, free, chosen, orbits, group):
        """Meet the sets of what is chosen and some that are free, which hit items as often as is still needed."""
        spend(self.nodes)
        left, options, vectors, gains = self.most - len(chosen), [] if needed else sorted(free), self.vectors, None
        while needed:
            for weights in vectors:
                free = self.bound(needed, free, left, weights)
            gains = gains or free
            if not free:
                break
            if left <= self.alone:
                item = min(needed, key=lambda i: len(free.keys() & self.items[i][1].keys()))
            elif (item := read(self.data, 1)) == 255:
                item = read(self.data, 2)
            if item < len(self.items):
                need(item in needed, "it branches on an item that needs nothing")
                options = sorted(free.keys() & self.items[item][1], key=lambda c: (0 if self.even else -gains[c], c))
                break
            vectors = [self.named[item - len(self.items)]]
        if not needed:  # of a set with m of the n candidates of an orbit, m of n images are met
            values = [int(v in chosen) for v in range(self.claim["variables"])]
            share = prod(Fraction(len(orbit), len(orbit & {*chosen})) for orbit in orbits)
            if decide(self.claim["literals"], values):
                yield values, weigh(self.claim["worth"], values), self.many * share
        free, group = {*free}, [p for p in group if len(chosen) < 2 and {p[c] for c in chosen} == {*chosen}]
        group = [p for p in group if {p[c] for c in free} == free]
        for c in options if left > 0 else []:
            if c in free:
                orbit = {c, *(p[c] for p in group)}
                below = {i: n - self.hits[c].get(i, 0) for i, n in needed.items() if n > self.hits[c].get(i, 0)}
                yield from self.visit(below, free - {c} - self.rivals[c], [*chosen, c], [*orbits, orbit][:2], group)
                free -= orbit

    def bound(self, needed, free, left, weights):
        """The candidates that may still be chosen, and what they gain: with the best others, all that is needed."""
        gains = {c: sum(weights.get(i, 0) * min(needed.get(i, 0), h) for i, h in self.hits[c].items()) for c in free}
        whole, best = sum(weights.get(i, 0) * n for i, n in needed.items()), sorted(gains.values(), reverse=True)
        best = (best[:1] * left if self.even else best)[: max(0, left)]
        others = sum(best[: left - 1])
        return {c: gain for c, gain in gains.items() if left > 0 and sum(best) >= whole <= gain + others}


KINDS = {"packing": add_rows, "branching": branch, "lrat": follow_steps, "sweep": sweep}
KINDS["surplus"] = lambda *given: Covering(*given).sweep_surplus()
KINDS |= {"tree": lambda *given: Covering(*given).walk_tree(), "cases": lambda *given: Covering(*given).walk_cases()}


def prove(kind, claim, about, data, watch=iter):
    """Follow the evidence: how many nodes it has, once it has met what is claimed; `watch` goes through them."""
    limit, moved = about.get("nodes", about.get("states", 0)), about.get("symmetry") or claim["orbits"] is not None
    count, classes, data, nodes = 0, set(), watch(data), watch(range(limit))
    images = {*map(tuple, claim["symmetries"] if moved else [])}
    turned = all(sorted(p) == [*range(claim["shown"])] for p in images)
    need(turned and all(tuple(p[v] for v in q) in images for p in images for q in images), "symmetries, and no group")
    for values, worth, many in KINDS[kind](claim | {"images": images}, about, data, nodes):
        count += many
        need(claim["value"] in (None, worth), "a solution of another worth")
        if claim["orbits"] is not None:
            classes.add(find_class([v for v in range(claim["shown"]) if values[v] == 1], images))
    need(next(data, None) is None, "bytes are left over")
    need(count == claim["count"] and claim["orbits"] in (None, len(classes)), f"{count} solutions are met")
    return next(nodes, limit)


def make_claim(header, said):
    """What the evidence must prove, once all solutions that are shown are right."""
    want, value, count, orbits = (header[name] for name in ("want", "objective", "count", "orbits"))
    witness, listed, solved, goal = header["witness"], header["solutions"], count != 0, said["goal"]
    given = [each is not None for each in (value, count, witness, listed)]
    wanted = [goal != 0 and solved, want != "one" or not solved, solved, want == "all" and solved]
    need(given == wanted and (count or not orbits), "an optimum, a count, a witness or a list is missing or too much")
    n, shown, constant = said["variables"], said.get("shown", said["variables"]), said.get("constant", 0)
    literals = [*list_literals((least, {int(v): w for v, w in weights.items()}) for least, weights in said["rows"])]
    worth = {int(v): w for v, w in said.get("worth", dict.fromkeys(range(n), 1)).items()} if goal else {}
    value = None if value is None else value - constant
    known = header["about"].get("solutions") or listed or []
    for size, some in ((n, known), (shown, listed or []), (shown, [witness] if solved else [])):
        for each in some:
            values = [int(v in each) if v < size else -1 for v in range(n)]
            need({*each} <= {*range(size)} and decide(literals, values) and -1 not in values, "a solution breaks a row")
            need(value in (None, weigh(worth, values)), "a solution of another worth")
    need(len({frozenset(v for v in each if v < shown) for each in known}) == len(known), "a solution comes twice")
    images = said["symmetries"] if orbits is not None else [range(shown)]
    classes = {find_class(each, images) for each in listed or []}
    need(listed is None or len(classes) == len(listed) == (count if orbits is None else orbits), "no complete list")
    bound = value if value is None or count else value + goal
    literals += list_literals([] if value is None else [(goal * bound, {v: goal * w for v, w in worth.items()})])
    return said | {
        "shown": shown if count else n, "literals": literals, "worth": worth, "listed": known, "count": count or 0,
        "bound": None if bound is None else bound + constant, "value": value if count else None,
        "orbits": orbits if count else None,
    }  # fmt: skip


def check(content, *given):
    """The claim as a sentence, once all of it is proven; raises `Unproven` otherwise."""
    texts = {Path(each).suffix: Path(each).read_text("utf-8") for each in given}
    try:
        header, data = read_file(content)
        about, problem = header["about"], header["problem"]
        moved = bool(about.get("symmetry")) or header["orbits"] is not None
        said = json.loads(texts[".json"]) if ".json" in texts else import_module("statement").state(problem, moved)
        claim = make_claim(header, said)
        if header["kind"] == "lrat":
            claim["clauses"] = read_clauses(problem, claim, texts[".cnf"].splitlines())
        if header["count"] is not None or header["objective"] is not None:
            prove(header["kind"], claim, about, data)
    except Exception as error:  # what makes no sense proves nothing
        raise Unproven(f"{type(error).__name__}: {error}") from None
    parts = [f"{name} {header[name]:,}" for name in ("objective", "count", "orbits") if header[name] is not None]
    return f"{json.dumps(problem, sort_keys=True)}: {', '.join(parts) or 'there is a solution'}"


if __name__ == "__main__":
    try:
        print(f"verified: {check(Path(sys.argv[1]).read_bytes(), *sys.argv[2:])}")
    except Unproven as error:
        sys.exit(f"refused: {error}")
