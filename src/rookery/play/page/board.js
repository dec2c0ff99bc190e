// Boards of every shape that the toolkit draws: their cells, how one step leads to the next, and what a piece attacks.
// A test compares the attacks with those that the referee of Rookery walks.
const CELL = 40, SLANT = 0.866 * CELL;
const SQUARE = "m-20-20h40v40h-40z";
const HEXAGON = "m0-23.1l20 11.55v23.1l-20 11.55-20-11.55v-23.1z";
const HAS = {
  hex: (side, row, column) => row + column >= side - 1 && row + column <= 3 * (side - 1),
  triangle: (side, row, column) => row + column >= side - 1,
  rhombus: () => true,
};
const modulo = (number, by) => ((number % by) + by) % by;
export const key = (cell) => cell.join(",");

// What a text means, as commands take it: `8`, `8x11:torus`, `hex:5`, `4x4x4`, `regions:AAB/ACB/CCB`; null for no board.
export function parse(spec) {
  let found;
  if (spec.startsWith("regions:")) {
    let rows = spec.slice(8).split("/");
    let stars = null;
    if (rows.length > 1 && /^\d+$/.test(rows[0]) && rows[0].length !== rows[1].length) stars = Number(rows.shift());
    if (!rows[0] || rows.some((row) => row.length !== rows[0].length)) return null;
    return { kind: "squares", shape: "", rows: rows.length, columns: rows[0].length, regions: rows, stars };
  }
  if ((found = /^(\d+)x(\d+)x(\d+)$/.exec(spec))) {
    const [levels, rows, columns] = found.slice(1).map(Number);
    return { kind: "space", shape: "levels", levels, rows, columns };
  }
  if ((found = /^(hex|triangle|rhombus):(\d+)$/.exec(spec))) {
    const side = Number(found[2]), rows = found[1] === "hex" ? 2 * side - 1 : side;
    return { kind: "hexagons", shape: found[1], side, rows, columns: rows };
  }
  if ((found = /^(\d+)(?:x(\d+))?(?::(torus|cylinder|klein|moebius))?$/.exec(spec)))
    return { kind: "squares", shape: found[3] || "", rows: Number(found[1]), columns: Number(found[2] || found[1]) };
  return null;
}

// The board of a text with its cells; `holes` are cells that it lacks. Null for no board, or for more cells than `most`.
export function makeBoard(spec, holes = [], most = 1024) {
  const board = parse(spec);
  if (!board) return null;
  const { kind, rows, columns, levels = 1 } = board;
  if (!(rows > 0 && columns > 0 && levels > 0) || rows * columns * levels > 4 * most) return null;
  const gone = new Set(holes.map(key));
  const cells = [], gaps = [], index = new Map();
  for (let level = 0; level < levels; level++)
    for (let row = 0; row < rows; row++)
      for (let column = 0; column < columns; column++) {
        const at = kind === "space" ? [level, row, column] : [row, column];
        const hole = gone.has(key(at)) || (board.regions && "#*".includes(board.regions[row][column]));
        if (kind === "hexagons" && !HAS[board.shape](board.side, row, column)) continue;
        const cell = { at, ...place(board, level, row, column), name: name(board, at) };
        if (hole) gaps.push(cell);
        else {
          index.set(key(at), cells.length);
          cells.push(cell);
        }
      }
  if (!cells.length || cells.length > most) return null;
  const reach = kind === "hexagons" ? 24 : 20;
  const all = [...cells, ...gaps];
  const [left, right] = [Math.min(...all.map((c) => c.x)) - reach, Math.max(...all.map((c) => c.x)) + reach];
  const [top, bottom] = [Math.min(...all.map((c) => c.y)) - reach, Math.max(...all.map((c) => c.y)) + reach];
  const outline = kind === "hexagons" ? HEXAGON : SQUARE;
  return { ...board, spec, cells, gaps, index, outline, box: [left, top, right - left, bottom - top] };
}

function place({ kind, columns, regions }, level, row, column) {
  if (kind === "hexagons") return { x: CELL * column + (CELL / 2) * row, y: SLANT * row, shade: modulo(row - column, 3) };
  const across = kind === "space" ? CELL * (columns + 1) * level : 0;
  const region = regions ? regions[row][column] : null;
  return { x: across + CELL * column, y: CELL * row, shade: (level + row + column) % 2, region };
}

function name({ kind, rows, columns }, at) {
  return kind === "squares" && columns <= 26 ? String.fromCharCode(97 + at[1]) + (rows - at[0]) : key(at);
}

// The number of the cell one step away and the heading from there on; null where the step leaves the board.
function go(board, at, heading) {
  let next = at.map((each, axis) => each + heading[axis]);
  if (board.kind === "squares") {
    let [row, column] = next;
    const around = Math.floor(column / board.columns);
    if (["torus", "klein"].includes(board.shape)) row = modulo(row, board.rows);
    if (board.shape) column = modulo(column, board.columns);
    if (["klein", "moebius"].includes(board.shape) && modulo(around, 2)) {
      if (row < 0 || row >= board.rows) return null;
      row = board.rows - 1 - row;
      heading = [-heading[0], heading[1]];
    }
    next = [row, column];
  }
  const found = board.index.get(key(next));
  return found === undefined ? null : [found, heading];
}

// The numbers of the cells that a piece attacks from a cell; it does not go on behind a cell in `blocked`.
export function attacks(board, piece, start, blocked = null) {
  const found = new Set();
  for (const course of piece.ways[board.kind] || []) {
    const reach = course[course.length - 1] || 4 * board.cells.length;
    let heading = course.slice(0, -1), now = start;
    for (let times = 0; times < reach; times++) {
      const next = go(board, board.cells[now].at, heading);
      if (!next || next[0] === start) break;
      [now, heading] = next;
      found.add(now);
      if (blocked && blocked.has(now)) break;
    }
  }
  return found;
}

// The other cells of the row, the column and the region of a cell.
function alongside(board, number) {
  const { at: [row, column], region } = board.cells[number];
  const together = ({ at, region: other }) => at[0] === row || at[1] === column || (region !== "-" && region === other);
  return board.cells.flatMap((cell, other) => (other !== number && together(cell) ? [other] : []));
}

// What stands on a board attacks: which cells are attacked, and which pairs of pieces attack each other.
// `pieces` maps cell numbers to pieces; with `blocking`, pieces block lines; with `alone`, each is the only one of its
// row, column and region.
export function survey(board, pieces, { blocking = false, alone = false } = {}) {
  const attacked = new Set(), conflicts = [];
  const blocked = blocking ? new Set(pieces.keys()) : null;
  for (const [from, piece] of pieces)
    for (const to of [...attacks(board, piece, from, blocked), ...(alone ? alongside(board, from) : [])]) {
      attacked.add(to);
      if (pieces.has(to)) conflicts.push([from, to]);
    }
  return { attacked, conflicts };
}
