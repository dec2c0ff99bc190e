"use strict";
// The page holds every step; what is shown is a function of the number of steps taken (`now`), so that going back is
// as easy as going on.
const data = JSON.parse(document.getElementById("data").textContent);
const [TRY, CONFLICT, PLACE, RETRACT, SOLUTION] = [0, 1, 2, 3, 4];
const LINES = [3, 4, 5, 7, 1]; // of the code, by kind of step
const NAMES = ["Try", "Conflict", "Place", "Retract", "Solution"];
const PACES = [0.5, 1, 2, 4, 8, 16, 32, 64, 200, 1000];
const SVG = "http://www.w3.org/2000/svg";
const get = (id) => document.getElementById(id);

function shape(name, attributes, text) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== undefined) made.textContent = text;
  return made;
}

// The tree: a node for each try, with the steps at which it is met, placed, solved and closed.
const root = { parent: null, level: 0, children: [], square: null, born: 0, placed: 0, closed: Infinity, solved: Infinity };
const nodes = [];
const solutions = [];
const at = [root]; // the node that is current after so many steps
const totals = [[0, 0, 0, 0, 0]];
for (const [index, [move, square, ...against]] of data.steps.entries()) {
  const step = index + 1;
  let node = at[index];
  if (move === TRY) {
    const parent = node.placed <= index && node.closed > index ? node : node.parent;
    node = { parent, level: parent.level + 1, children: [], square, born: step, placed: Infinity, closed: Infinity, solved: Infinity, against: [] };
    parent.children.push(node);
    nodes.push(node);
  } else if (move === CONFLICT) node.against = against;
  else if (move === PLACE) node.placed = step;
  else if (move === SOLUTION) {
    node.solved = step;
    solutions.push({ step, node });
  } else {
    while (node.square !== square || node.placed > index) node = node.parent;
    node.closed = step;
  }
  at.push(node);
  const total = [...totals[index]];
  total[move] += 1;
  totals.push(total);
}

function chain(node) {
  const found = [];
  for (; node && node !== root; node = node.parent) found.unshift(node);
  return found;
}

const last = data.steps.length;
let now = 0;

// What stands on the board after so many steps.
function standing(step) {
  return chain(at[step]).filter((node) => node.placed <= step && node.closed > step);
}

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

const name = (square) => data.squares[square].join(",");

function words() {
  if (!now) return "An empty board. Press play, or step.";
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

// The tree is laid out once: leaves from left to right, conflicts closer together, parents above their children's middle.
const WIDE = 22, NARROW = 8, TALL = 46, MOST_TALL = 300;
let right = 10;
function layOut(node) {
  for (const child of node.children) layOut(child);
  const wide = node.placed === Infinity ? NARROW : WIDE;
  if (!node.children.length) {
    node.x = right + wide / 2;
    right += wide;
  } else node.x = (node.children[0].x + node.children[node.children.length - 1].x) / 2;
  node.y = 14 + node.level * TALL;
}

function plant() {
  layOut(root);
  const tree = get("tree");
  const [width, height] = [right + 10, 28 + data.levels * TALL];
  tree.setAttribute("viewBox", `0 0 ${width} ${height}`);
  const lines = shape("g", {}), dots = shape("g", {});
  for (const node of nodes) {
    const { x, y, parent } = node;
    const clash = node.placed === Infinity;
    const top = clash ? y - 8 : y - 6;
    node.line = shape("path", { d: `M${parent.x} ${parent.y + 6}C${parent.x} ${parent.y + TALL / 2} ${x} ${y - TALL / 2} ${x} ${top}` });
    node.dot = clash ? shape("line", { x1: x, y1: y - 7, x2: x, y2: y + 1 }) : shape("circle", { cx: x, cy: y, r: 6 });
    node.base = clash ? "node clash" : "node";
    node.dot.append(shape("title", {}, `${name(node.square)}, step ${node.born}`));
    node.dot.addEventListener("click", () => go(node.placed < Infinity ? node.placed : Math.min(node.born + 1, last)));
    lines.append(node.line);
    dots.append(node.dot);
  }
  dots.append(shape("circle", { class: "node root", cx: root.x, cy: root.y, r: 5 }));
  tree.append(lines, dots);
  tree.dataset.width = width;
  tree.dataset.height = height;
  size();
}

function size() {
  const tree = get("tree"), grove = get("grove");
  const [width, height] = [Number(tree.dataset.width), Number(tree.dataset.height)];
  const whole = get("fit").getAttribute("aria-pressed") === "true";
  const room = grove.clientWidth - 13;
  const scale = whole ? Math.min(1, room / width) : width < room ? Math.min(1.5, room / width) : 1;
  tree.setAttribute("width", width * scale);
  tree.setAttribute("height", whole ? Math.max(height * scale, Math.min(height, MOST_TALL)) : height * Math.min(scale, 1.15));
  tree.setAttribute("class", whole ? "whole" : "");
  tree.setAttribute("preserveAspectRatio", whole ? "none" : "xMidYMin meet");
  tree.style.marginInline = width * scale < room ? "auto" : "";
  get("fit").hidden = width <= room;
  follow();
}

function set(element, kind) {
  if (element.kind === kind) return;
  element.kind = kind;
  element.setAttribute("class", kind);
}

function drawTree() {
  const current = at[now];
  const path = new Set(standing(now));
  for (const node of nodes) {
    const seen = node.born <= now;
    const on = path.has(node);
    const won = node.solved <= now;
    const done = !on && node.closed <= now;
    set(node.line, seen ? (on ? "seen path" : "seen") : "");
    set(node.dot, node.base + (seen ? " seen" : "") + (done ? " done" : "") + (on ? " path" : "") + (won ? " won" : "") + (node === current && now ? " now" : ""));
  }
  follow();
}

function follow() {
  const grove = get("grove"), tree = get("tree");
  if (grove.scrollWidth <= grove.clientWidth) return;
  const x = (at[now].x / Number(tree.dataset.width)) * tree.clientWidth;
  const room = grove.clientWidth;
  if (x < grove.scrollLeft + room * 0.15 || x > grove.scrollLeft + room * 0.85) grove.scrollLeft = x - room / 2;
}

// How deep the search is over time, with a mark for each solution.
function drawDepth() {
  const across = (step) => ((step / Math.max(last, 1)) * 1000).toFixed(2);
  const stride = Math.max(1, Math.floor(last / 2000));
  const outline = (until) => {
    let path = "M0 40";
    for (let step = 0; step <= until; step += stride) path += `L${across(step)} ${(40 - (standing(step).length / data.levels) * 34).toFixed(1)}H${across(Math.min(step + stride, until))}`;
    return `${path}L${across(until)} 40Z`;
  };
  const svg = get("depth");
  const whole = outline(last);
  const clip = shape("clipPath", { id: "past" });
  clip.append(shape("rect", { id: "past-box", x: 0, y: 0, width: 0, height: 40 }));
  svg.append(clip, shape("path", { class: "area", d: whole }), shape("path", { class: "past", d: whole, "clip-path": "url(#past)" }));
  for (const { step } of solutions) svg.append(shape("rect", { class: "star", x: across(step) - 1.5, y: 0, width: 3, height: 40 }));
}

// The solutions, small; those to come are pale.
const MOST_SHOWN = 24;
function hang() {
  const album = get("album");
  for (const [index, { step, node }] of solutions.slice(0, MOST_SHOWN).entries()) {
    const small = shape("svg", { viewBox: `0 0 ${data.columns} ${data.rows}`, "aria-hidden": "true" });
    for (const [row, column] of data.squares) small.append(shape("rect", { class: (row + column) % 2 ? "dark" : "light", x: column, y: row, width: 1, height: 1 }));
    for (const square of [...data.forced, ...chain(node).map((each) => each.square)]) small.append(piece(square, ""));
    const button = document.createElement("button");
    button.type = "button";
    button.setAttribute("aria-label", `To solution ${index + 1}, step ${step}`);
    const told = document.createElement("span");
    told.textContent = `${index + 1} · step ${step.toLocaleString("en")}`;
    button.append(small, told);
    button.addEventListener("click", () => go(step));
    const item = document.createElement("li");
    item.append(button);
    album.append(item);
  }
  const more = solutions.length - MOST_SHOWN;
  get("album-told").textContent = !solutions.length ? (data.cut ? "none up to where the trace is cut" : "there is none") : more > 0 ? `the first ${MOST_SHOWN} of ${solutions.length}` : "";
}

function drawAlbum() {
  for (const [index, item] of [...get("album").children].entries()) set(item, solutions[index].step <= now ? "" : "ahead");
}

function draw() {
  drawBoard();
  drawWords();
  drawTree();
  drawAlbum();
  get("scrub").value = now;
  get("scrub").setAttribute("aria-valuetext", `step ${now} of ${last}`);
  get("past-box").setAttribute("width", (now / Math.max(last, 1)) * 1000);
  for (const id of ["first", "back"]) get(id).disabled = now === 0;
  for (const id of ["next", "last"]) get(id).disabled = now === last;
}

function show(step) {
  now = Math.max(0, Math.min(last, step));
  draw();
}

// Every jump by hand pauses; playing takes as many steps a frame as the pace asks for.
let playing = false, owed = 0, before = 0;
function go(step) {
  pause();
  show(step);
}

function pause() {
  playing = false;
  const button = get("play");
  button.textContent = "Play";
  button.setAttribute("aria-label", "Play");
  get("told").setAttribute("aria-live", "polite");
}

function play() {
  if (now === last) show(0);
  playing = true;
  [owed, before] = [0, performance.now()];
  const button = get("play");
  button.textContent = "Pause";
  button.setAttribute("aria-label", "Pause");
  get("told").setAttribute("aria-live", "off");
  requestAnimationFrame(frame);
}

function frame(time) {
  if (!playing) return;
  owed += (Math.max(0, time - before) / 1000) * pace();
  before = time;
  if (owed >= 1) {
    show(now + Math.floor(owed));
    owed %= 1;
  }
  if (now === last) pause();
  else requestAnimationFrame(frame);
}

const pace = () => PACES[Number(get("speed").value)];
function drawPace() {
  const steps = pace();
  get("pace").textContent = steps < 1 ? "1 in 2 s" : `${steps} a second`;
  get("speed").setAttribute("aria-valuetext", `${steps} steps a second`);
}

function turn(by) {
  get("speed").value = Number(get("speed").value) + by;
  drawPace();
}

function nextSolution() {
  const found = solutions.find(({ step }) => step > now);
  go(found ? found.step : last);
}

const KEYS = {
  " ": () => (playing ? pause() : play()),
  ArrowRight: () => go(now + 1),
  ArrowLeft: () => go(now - 1),
  ArrowUp: () => turn(1),
  ArrowDown: () => turn(-1),
  "+": () => turn(1),
  "-": () => turn(-1),
  Home: () => go(0),
  End: () => go(last),
  n: nextSolution,
  N: nextSolution,
};

function keys(event) {
  const act = KEYS[event.key];
  if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
  // A focused control keeps its own keys: space presses a button, arrows move the speed.
  const focused = event.target.closest("button, summary, input");
  if (focused && event.key === " " && focused.id !== "scrub") return;
  if (focused && focused.id === "speed" && event.key.startsWith("Arrow")) return;
  event.preventDefault();
  act();
}

function start() {
  for (const line of get("code").children) line.dataset.indent = line.className;
  document.documentElement.classList.remove("still");
  get("words").open = false;
  get("scrub").max = last;
  get("scrub").addEventListener("input", (event) => go(Number(event.target.value)));
  get("speed").addEventListener("input", drawPace);
  const presses = { first: () => go(0), back: () => go(now - 1), play: KEYS[" "], next: () => go(now + 1), last: () => go(last) };
  for (const [id, act] of Object.entries(presses)) get(id).addEventListener("click", act);
  get("fit").addEventListener("click", () => {
    get("fit").setAttribute("aria-pressed", String(get("fit").getAttribute("aria-pressed") !== "true"));
    size();
  });
  document.addEventListener("keydown", keys);
  window.addEventListener("resize", size);
  drawPace();
  drawDepth();
  plant();
  hang();
  draw();
  document.documentElement.dataset.ready = "yes";
}

start();
