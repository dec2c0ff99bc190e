// The board, the words and the line of code for the step that is shown.
function drawBoard() {
  const [move, square] = now ? data.steps[now - 1] : [null, null];
  const node = at[now];
  const placed = standing(now);
  const marks = get("marks");
  const pieces = get("pieces");
  marks.replaceChildren();
  pieces.replaceChildren();
  drawRuledOut(marks, placed);
  if (now && move !== SOLUTION) drawEye(marks, move, square);
  if (move === CONFLICT) for (const other of node.against) marks.append(ray(square, other));
  const clash = new Set(move === CONFLICT ? node.against : []);
  for (const each of data.forced) {
    const [row, column] = data.squares[each];
    marks.append(shape("rect", { class: "given", x: column + 0.06, y: row + 0.06, width: 0.88, height: 0.88 }));
    pieces.append(piece(each, ""));
  }
  for (const each of placed) pieces.append(piece(each.square, clash.has(each.square) ? "bad" : move === SOLUTION ? "won" : ""));
  if (move === TRY || move === RETRACT) pieces.append(piece(square, "ghost"));
  if (move === CONFLICT) pieces.append(cross(square));
  get("board").setAttribute("aria-label", `${data.piece}s on ${placed.map((each) => name(each.square)).join(" ") || "no square"}`);
}

function drawRuledOut(marks, placed) {
  const out = new Set();
  for (const each of placed) for (const other of data.rivals[each.square] || []) out.add(other);
  for (const each of placed) out.delete(each.square);
  for (const each of out) {
    const [row, column] = data.squares[each];
    marks.append(shape("circle", { class: "out", cx: column + 0.5, cy: row + 0.5, r: 0.09 }));
  }
}

function drawEye(marks, move, square) {
  const [row, column] = data.squares[square];
  const kind = { [TRY]: "", [CONFLICT]: "bad", [PLACE]: "good", [RETRACT]: "back" }[move];
  marks.append(shape("rect", { class: `eye ${kind}`, x: column + 0.045, y: row + 0.045, width: 0.91, height: 0.91, rx: 0.05 }));
}

function ray(one, other) {
  const [[r1, c1], [r2, c2]] = [data.squares[one], data.squares[other]];
  return shape("line", { class: "ray", x1: c2 + 0.5, y1: r2 + 0.5, x2: c1 + 0.5, y2: r1 + 0.5 });
}

function cross(square) {
  const [row, column] = data.squares[square];
  const group = shape("g", { class: "cross" });
  const [x, y] = [column + 0.5, row + 0.5];
  group.append(shape("line", { x1: x - 0.2, y1: y - 0.2, x2: x + 0.2, y2: y + 0.2 }), shape("line", { x1: x - 0.2, y1: y + 0.2, x2: x + 0.2, y2: y - 0.2 }));
  return group;
}

function piece(square, kind) {
  const [row, column] = data.squares[square];
  return shape("text", { class: `piece ${kind}`, x: column + 0.5, y: row + 0.82 }, data.sign);
}

const name = (square) => data.names[square];

function words() {
  if (!now) return `${data.forced.length ? "The pieces that are given" : "An empty board"}. Press play, or step.`;
  const [move, square, ...against] = data.steps[now - 1];
  const others = against.map(name).join(" and on ");
  const number = totals[now][SOLUTION];
  return [
    `${name(square)}.`,
    `${name(square)} clashes with the ${data.piece} on ${others}.`,
    `nothing speaks against ${name(square)}; on to the next row.`,
    `nothing is left to try below: the ${data.piece} leaves ${name(square)}.`,
    `every row has its ${data.piece}: number ${number}.`,
  ][move];
}

function drawWords() {
  const told = get("told");
  const move = now ? data.steps[now - 1][0] : null;
  told.replaceChildren();
  if (move !== null) {
    const strong = document.createElement("b");
    strong.className = `t${move}`;
    strong.textContent = `${NAMES[move]}: `;
    told.append(strong);
  }
  told.append(now === last && last ? `${words()} ${data.cut ? "The trace is cut here; the search goes on." : "The search has ended."}` : words());
  get("step").textContent = `step ${now.toLocaleString("en")} of ${last.toLocaleString("en")}, ${standing(now).length} of ${data.levels} placed`;
  for (const [index, line] of [...get("code").children].entries()) line.className = line.dataset.indent + (move !== null && LINES[move] === index ? ` now t${move}` : "");
  const ids = ["tries", "conflicts", "placed", "retracted", "solutions"];
  for (const [index, id] of ids.entries()) get(`n-${id}`).textContent = totals[now][index].toLocaleString("en");
}
