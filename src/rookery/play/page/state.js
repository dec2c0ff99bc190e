// The question that the page shows, as plain data: what the address says, what Python is asked, and its history.
export const EMPTY = {
  family: "placement", board: "8", holes: [], pieces: [["queen", 8]], options: {},
  given: [], placed: [], forbidden: [], want: "one", up_to_symmetry: false, backend: "auto",
};
const LISTS = ["holes", "given", "placed", "forbidden"];
const cellOf = (each) => each.slice(typeof each[0] === "string" ? 1 : 0);
const isCell = (cell) => Array.isArray(cell) && cell.length === 2 && cell.every(Number.isInteger);
const isNumbers = (list) => Array.isArray(list) && list.length < 9 && list.every(Number.isInteger);
const same = (one, other) => String(one) === String(other);

// The question of an address, `#q={...}`; what is not as it should be is left out. Null for no question.
export function fromAddress(hash) {
  if (!hash.startsWith("#q=")) return null;
  try {
    return clean(JSON.parse(decodeURIComponent(hash.slice(3))));
  } catch {
    return null;
  }
}

// A question with every key, each of the right type; whether it makes sense is for Python to say.
export function clean(raw) {
  if (typeof raw !== "object" || raw === null || Array.isArray(raw)) return null;
  const state = structuredClone(EMPTY);
  for (const name of ["family", "board", "want", "backend"])
    if (typeof raw[name] === "string" && raw[name].length < 2100) state[name] = raw[name];
  state.up_to_symmetry = raw.up_to_symmetry === true;
  if (Array.isArray(raw.pieces)) {
    const pairs = raw.pieces.filter((pair) => Array.isArray(pair) && typeof pair[0] === "string");
    state.pieces = pairs.slice(0, 8).map(([name, value]) => [name.slice(0, 40), value ?? null]);
  }
  if (!state.pieces.length) state.pieces = [["queen", null]];
  if (typeof raw.options === "object" && raw.options !== null && !Array.isArray(raw.options))
    for (const [name, value] of Object.entries(raw.options))
      if (["number", "string", "boolean"].includes(typeof value) || isNumbers(value)) state.options[name] = value;
  for (const name of LISTS)
    if (Array.isArray(raw[name])) {
      const named = name === "given" || name === "placed";
      state[name] = raw[name].filter((each) => Array.isArray(each) && (typeof each[0] === "string") === named && isCell(cellOf(each)));
    }
  return state;
}

// The address of a question: only what is not as usual.
export function toAddress(state) {
  const told = {};
  for (const [name, value] of Object.entries(state))
    if (name === "family" || name === "board" || name === "pieces" || JSON.stringify(value) !== JSON.stringify(EMPTY[name])) told[name] = value;
  return `#q=${encodeURIComponent(JSON.stringify(told))}`;
}

// The problem as Python takes it: the arguments of its family, which says how it takes pieces; and what is placed.
export function problem({ family, board, holes, pieces, options, given, placed, forbidden }, known) {
  const asked = { family, board: holes.length ? { size: board, holes } : board, ...options };
  const named = pieces.map(([name, value]) => (known?.each && value !== null ? [name, value] : name));
  asked[known?.pieces ?? "pieces"] = known?.several === "never" ? named[0] : named;
  if (given.length) asked.fixed = given.map(([name, ...cell]) => [cell, name]);
  if (forbidden.length) asked.forbidden = forbidden;
  return { problem: asked, placed };
}

// What a brush does to a cell; a second stroke takes it away again.
export function paint(state, brush, cell, fresh = true) {
  const next = structuredClone(state);
  const there = (list) => list.some((each) => same(cellOf(each), cell));
  const without = (list) => list.filter((each) => !same(cellOf(each), cell));
  const [kind, what] = brush;
  if (kind === "region") return paintRegion(next, cell, what);
  const list = { piece: "placed", given: "given", forbidden: "forbidden", hole: "holes" }[kind];
  const entry = kind === "piece" || kind === "given" ? [what, ...cell] : cell;
  const had = list && next[list].some((each) => same(each, entry));
  if (had && !fresh) return state;
  if (kind === "piece" && there(next.given)) return state;
  for (const name of LISTS) next[name] = without(next[name]);
  if (list && !had) next[list].push(entry);
  return next;
}

function paintRegion(state, [row, column], sign) {
  if (!state.board.startsWith("regions:")) return state;
  const rows = state.board.slice(8).split("/");
  const first = /^\d+$/.test(rows[0]) && rows[1] && rows[0].length !== rows[1].length ? 1 : 0;
  const line = [...rows[row + first]];
  line[column] = sign;
  rows[row + first] = line.join("");
  state.board = `regions:${rows.join("/")}`;
  return state;
}

// The states so far: `push` forgets what was undone.
export class History {
  constructor(state) {
    [this.states, this.at] = [[state], 0];
  }
  get now() {
    return this.states[this.at];
  }
  push(state) {
    if (state === this.now) return;
    this.states = [...this.states.slice(Math.max(0, this.at - 199), this.at + 1), state];
    this.at = this.states.length - 1;
  }
  move(by) {
    this.at = Math.max(0, Math.min(this.states.length - 1, this.at + by));
  }
}
