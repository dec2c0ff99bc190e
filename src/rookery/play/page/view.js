// The board as SVG: each cell is a button. What an address or a solver says reaches the page as text and attributes only.
const SVG = "http://www.w3.org/2000/svg";

export function shape(tag, attributes = {}, ...children) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) if (value !== null) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

// A piece in a field of 40 x 40 around a middle: its outline, or its letter on a disc.
export function drawPiece(piece, x, y, kind) {
  const group = shape("g", { class: `piece ${kind}`, transform: `translate(${x - 20} ${y - 20})` });
  if (piece.figure) group.append(shape("path", { d: piece.figure }));
  else group.append(shape("circle", { cx: 20, cy: 20, r: 15 }), shape("text", { x: 20, y: 20, dy: ".36em" }, piece.sign));
  return group;
}

// The classes of a cell: a region has one of ten colours, by its letter, so that painting one changes no other.
export const tintOf = ({ region, shade }) => (region ? `region r${region === "-" ? "none" : region.charCodeAt(0) % 10}` : `s${shade}`);

const JOINED = ["torus", "cylinder"];
const isNamed = ({ columns }) => columns <= 26;

// What is seen of a board: its cells, and around them files, ranks, and the arrows of edges that are joined.
function frame(board) {
  const [left, top, width, height] = board.box, out = JOINED.includes(board.shape) ? 12 : 2, more = isNamed(board) ? 16 : 0;
  return `${left - out - more} ${top - out} ${width + 2 * out + more} ${height + 2 * out + more}`;
}

// The letters of files below a board, and the numbers of ranks on its left: the names that squares have.
function ranks(board) {
  const [left, top, , height] = board.box, group = shape("g", { class: "ranks-and-files", "aria-hidden": "true" });
  if (!isNamed(board)) return group;
  const out = JOINED.includes(board.shape) ? 10 : 0, add = (x, y, text) => group.append(shape("text", { x, y, dy: ".35em" }, text));
  for (let row = 0; row < board.rows; row++) add(left - 9 - out, 40 * row, String(board.rows - row));
  for (let column = 0; column < board.columns; column++) add(40 * column, top + height + 9 + out, String.fromCharCode(97 + column));
  return group;
}

// The cells of a board without what stands on them; `press(number, event)` is called for each that is pressed.
export function drawBoard(board, label) {
  const svg = shape("svg", { viewBox: frame(board), class: "board", role: "group", "aria-label": label });
  const gaps = shape("g", { class: "gaps" });
  for (const { x, y, at } of board.gaps) gaps.append(shape("path", { d: `M${x} ${y}${board.outline}`, "data-hole": at.join(",") }));
  svg.append(gaps);
  board.cells.forEach((where, number) => {
    const { x, y } = where, cell = shape("g", { class: "cell", role: "button", tabindex: number ? -1 : 0, "data-cell": number });
    cell.append(shape("path", { class: `ground ${tintOf(where)}`, d: `M${x} ${y}${board.outline}` }));
    cell.append(shape("path", { class: "wash", d: `M${x} ${y}${board.outline}` }));
    svg.append(cell);
  });
  svg.append(shape("path", { class: "fences", d: fences(board) }), seams(board), ranks(board), shape("g", { class: "arrows" }));
  return svg;
}

// The lines between regions.
function fences({ regions, cells }) {
  if (!regions) return "";
  const sign = (row, column) => regions[row]?.[column];
  return cells.map(({ x, y, at: [row, column], region }) =>
    (sign(row, column + 1) !== region ? `M${x + 20} ${y - 20}v40` : "") + (sign(row + 1, column) !== region ? `M${x - 20} ${y + 20}h40` : "") +
    (sign(row, column - 1) !== region ? `M${x - 20} ${y - 20}v40` : "") + (sign(row - 1, column) !== region ? `M${x - 20} ${y - 20}h40` : "")).join("");
}

// Edges with the same arrow are joined.
function seams({ shape: kind, box: [left, top, width, height] }) {
  const group = shape("g", { class: "seams" });
  if (!JOINED.includes(kind)) return group;
  const arrow = (x, y, dx, dy) => shape("path", { d: `M${x - dx - dy} ${y - dy - dx}L${x + dx} ${y + dy}L${x - dx + dy} ${y - dy + dx}z` });
  group.append(arrow(left - 6, top + height / 2, 0, -5), arrow(left + width + 6, top + height / 2, 0, -5));
  if (kind === "torus")
    for (const y of [top - 6, top + height + 6]) for (const by of [-6, 6]) group.append(arrow(left + width / 2 + by, y, 5, 0));
  return group;
}

// What stands on the cells, and how each is marked: `cells[number]` has `piece`, `kind`, `marks` (classes) and `words`.
export function dress(svg, board, cells) {
  for (const element of svg.querySelectorAll(".cell")) {
    const number = Number(element.dataset.cell), { x, y, name } = board.cells[number];
    const { piece, kind = "", marks = [], words = [] } = cells[number];
    element.setAttribute("class", ["cell", ...marks].join(" "));
    element.setAttribute("aria-label", [name, ...words].join(", "));
    while (element.children.length > 2) element.lastChild.remove();
    if (marks.includes("forbidden")) element.append(shape("path", { class: "cross", d: `M${x - 9} ${y - 9}l18 18m0-18l-18 18` }));
    if (piece) element.append(drawPiece(piece, x, y, kind));
  }
}

export function drawArrows(svg, board, pairs) {
  const arrows = pairs.map(([from, to]) => {
    const [a, b] = [board.cells[from], board.cells[to]];
    const far = Math.hypot(b.x - a.x, b.y - a.y) || 1, [dx, dy] = [(b.x - a.x) / far, (b.y - a.y) / far];
    return shape("line", { x1: a.x + 11 * dx, y1: a.y + 11 * dy, x2: b.x - 11 * dx, y2: b.y - 11 * dy });
  });
  svg.querySelector(".arrows").replaceChildren(...arrows);
}

// The nearest cell in a direction of the arrow keys.
export function neighbour(board, number, key) {
  const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key] || [0, 0];
  if (!dx && !dy) return null;
  const here = board.cells[number];
  let best = null, least = Infinity;
  board.cells.forEach(({ x, y }, other) => {
    const [along, aside] = [(x - here.x) * dx + (y - here.y) * dy, Math.abs((x - here.x) * dy) + Math.abs((y - here.y) * dx)];
    const cost = along + 3 * aside;
    if (other !== number && along > 10 && aside <= along && cost < least) [best, least] = [other, cost];
  });
  return best;
}
