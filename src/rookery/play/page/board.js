// Boards of squares: their cells, how one step leads to the next, and what a piece attacks.
// A test compares the attacks with those that the referee of Rookery walks.
const CELL = 40;
const OUTLINE = "m-20-20h40v40h-40z";
const modulo = (number, by) => ((number % by) + by) % by;
export const key = (cell) => cell.join(",");

// What a text means, as commands take it: `8`, `8x11:torus`, `8:cylinder`, `regions:AAB/ACB/CCB`; null for no board.
export function parse(spec) {
  let found;
  if (spec.startsWith("regions:")) {
    let rows = spec.slice(8).split("/");
    let stars = null;
    if (rows.length > 1 && /^\d+$/.test(rows[0]) && rows[0].length !== rows[1].length) stars = Number(rows.shift());
    if (!rows[0] || rows.some((row) => row.length !== rows[0].length)) return null;
    return { shape: "", rows: rows.length, columns: rows[0].length, regions: rows, stars };
  }
  if ((found = /^(\d+)(?:x(\d+))?(?::(torus|cylinder))?$/.exec(spec)))
    return { shape: found[3] || "", rows: Number(found[1]), columns: Number(found[2] || found[1]) };
  return null;
}

// The board of a text with its cells; `holes` are cells that it lacks. Null for no board, or for more cells than `most`.
export function makeBoard(spec, holes = [], most = 1024) {
  const board = parse(spec);
  if (!board) return null;
  const { rows, columns } = board;
  if (!(rows > 0 && columns > 0) || rows * columns > 4 * most) return null;
  const gone = new Set(holes.map(key));
  const cells = [], gaps = [], index = new Map();
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const at = [row, column], region = board.regions ? board.regions[row][column] : null;
      const cell = { at, x: CELL * column, y: CELL * row, shade: (row + column) % 2, region, name: name(board, at) };
      if (gone.has(key(at)) || (region && "#*".includes(region))) gaps.push(cell);
      else {
        index.set(key(at), cells.length);
        cells.push(cell);
      }
    }
  if (!cells.length || cells.length > most) return null;
  const box = [-CELL / 2, -CELL / 2, CELL * columns, CELL * rows];
  return { ...board, spec, cells, gaps, index, outline: OUTLINE, box };
}

function name({ rows, columns }, at) {
  return columns <= 26 ? String.fromCharCode(97 + at[1]) + (rows - at[0]) : key(at);
}

// The number of the cell one step away; undefined where the step leaves the board.
function go(board, [row, column], [down, right]) {
  [row, column] = [row + down, column + right];
  if (board.shape === "torus") row = modulo(row, board.rows);
  if (board.shape) column = modulo(column, board.columns);
  return board.index.get(key([row, column]));
}

// The numbers of the cells that a piece attacks from a cell; it does not go on behind a cell in `blocked`.
export function attacks(board, piece, start, blocked = null) {
  const found = new Set();
  for (const [down, right, often] of piece.ways) {
    const reach = often || 4 * board.cells.length;
    let now = start;
    for (let times = 0; times < reach; times++) {
      now = go(board, board.cells[now].at, [down, right]);
      if (now === undefined || now === start) break;
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
