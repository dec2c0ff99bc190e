// The page: a state, drawn; what is pressed makes another state. Attacks are marked at once, without Python.
import { connect } from "./ask.js";
import { checked, explained, hinted, refusal, solved } from "./answers.js";
import { attacks, key, makeBoard, survey } from "./board.js";
import { element, Form } from "./form.js";
import { EMPTY, fromAddress, History, paint, problem, toAddress } from "./state.js";
import { drawArrows, drawBoard, drawPiece, dress, neighbour, shape, tintOf } from "./view.js";

const get = (id) => document.getElementById(id);
// How pieces stand in each other's way in a family.
const rulesOf = ({ family, options }, board) => ({
  blocking: family === "sighted" || (["guards", "coverage"].includes(family) && !options.through),
  alone: family === "regions" && (options.stars ?? board.stars ?? 1) === 1,
});
const PEACEFUL = ["placement", "regions", "sighted"];
const PAUSE = 250; // milliseconds after a change before completions are counted

let settings, pieces, form, engine, history, board, svg, brush;
let found = null; // a solution that is shown: pairs of a name and a cell
let marks = { cells: new Map(), arrows: [] }; // of a hint, an explanation, a verdict
let running = null, counting = null, timer = 0, painting = false;

const state = () => history.now;

// In a star battle, what does not touch is called a star.
const callOf = (name) => (name === "king" && state().family === "regions" ? "star" : name);

// A piece of a name; of two armies each has its colour. What is not known yet is drawn as a letter.
function pieceOf(name) {
  const side = /^(black|white) (.+)$/.exec(name);
  const base = pieces.get(side ? side[2] : name);
  if (base && callOf(name) === "star") return { ...base, figure: pieces.get("star").figure };
  return base ?? { name, plural: name, sign: (name.match(/[A-Za-z]/) || ["?"])[0].toUpperCase(), figure: null, ways: [] };
}
const sideOf = (name) => (name.startsWith("black ") ? " dark-side" : "");

async function learn(names) {
  for (const name of names) {
    if (pieces.has(name) || !engine.ready) continue;
    const { piece } = await engine.ask({ do: "piece", piece: name });
    if (piece) {
      pieces.set(name, piece);
      draw();
    }
  }
}

// Brushes: each piece, and what else can be said of a square.
function listBrushes() {
  const now = state(), family = form.families.get(now.family), brushes = [];
  if (!family?.without.fixed) {
    for (const [name] of now.pieces) brushes.push([["piece", name], callOf(name)]);
    for (const [name] of now.pieces) brushes.push([["given", name], `given ${callOf(name)}`]);
  }
  if (!family?.without.forbidden) brushes.push([["forbidden"], "forbidden"]);
  if (board) brushes.push([["hole"], "hole"]);
  if (board?.regions) {
    const signs = [...new Set(board.cells.map(({ region }) => region))].filter((sign) => sign !== "-");
    const fresh = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"].find((sign) => !signs.includes(sign));
    for (const sign of [...signs, ...(fresh ? [fresh] : [])].sort()) brushes.push([["region", sign], `region ${sign}`]);
  }
  return brushes;
}

function drawBrushes() {
  const brushes = listBrushes();
  if (!brushes.some(([each]) => String(each) === String(brush))) brush = brushes[0]?.[0] ?? ["forbidden"];
  get("frame").classList.toggle("painted", brush[0] === "region");
  get("brushes").replaceChildren(
    ...brushes.map(([each, words]) => {
      const made = element("button", { type: "button", "aria-pressed": String(String(each) === String(brush)), onclick: () => choose(each) });
      if (each[0] === "piece" || each[0] === "given") {
        const icon = shape("svg", { viewBox: "0 0 40 40", "aria-hidden": "true" }, drawPiece(pieceOf(each[1]), 20, 20, each[0] === "given" ? "given" : ""));
        made.append(icon);
      }
      if (each[0] === "region") made.append(shape("svg", { viewBox: "0 0 40 40", "aria-hidden": "true" }, shape("path", { class: `ground ${tintOf({ region: each[1] })}`, d: "M4 4h32v32h-32z" })));
      made.append(words);
      return made;
    }),
  );
}

function choose(next) {
  const at = listBrushes().findIndex(([each]) => String(each) === String(next));
  brush = next;
  drawBrushes();
  get("brushes").children[at]?.focus();
}

// The whole page from the state; the board is made anew if it is another one.
function draw() {
  const now = state();
  const next = makeBoard(now.board, now.holes, 1024);
  const another = !svg || !next || next.spec !== board?.spec || next.cells.length !== board.cells.length || key(next.gaps.map(({ at }) => key(at))) !== key(board.gaps.map(({ at }) => key(at)));
  board = next;
  form.fill(now);
  drawBrushes();
  if (!board) {
    svg = null;
    get("frame").replaceChildren(refusal("There is no such board: choose another one."));
    get("line").textContent = "";
    return;
  }
  if (another) {
    const focused = document.activeElement?.dataset?.cell;
    svg = drawBoard(board, `Board ${now.board.startsWith("regions:") ? "of regions" : now.board}`);
    get("frame").replaceChildren(svg);
    get("frame").classList.toggle("wide", board.box[2] > 1.4 * board.box[3]);
    if (focused) svg.querySelector(`[data-cell="${Math.min(focused, board.cells.length - 1)}"]`)?.focus();
  }
  drawPieces();
  get("undo").disabled = history.at === 0;
  get("redo").disabled = history.at === history.states.length - 1;
  window.history.replaceState(null, "", toAddress(now));
  get("home").hidden = settings.engine === "server";
}

function standing(list) {
  return list.map(([name, ...cell]) => [name, board.index.get(key(cell))]).filter(([, at]) => at !== undefined);
}

function drawPieces() {
  const now = state(), own = [...standing(now.given), ...standing(now.placed)];
  const there = new Map(own.map(([name, at]) => [at, pieceOf(name)]));
  const { attacked, conflicts } = survey(board, there, rulesOf(now, board));
  const answer = new Map(found ? standing(found).map(([name, at]) => [at, name]) : []);
  const all = new Map([...there, ...[...answer].map(([at, name]) => [at, pieceOf(name)])]);
  const reach = found ? survey(board, all, rulesOf(now, board)).attacked : attacked;
  const bad = new Set(PEACEFUL.includes(now.family) ? conflicts.flat() : []);
  const given = new Set(standing(now.given).map(([, at]) => at));
  const forbidden = new Set(now.forbidden.map((cell) => board.index.get(key(cell))));
  const cells = board.cells.map((_, at) => {
    const words = [], classes = [];
    const name = own.find(([, where]) => where === at)?.[0] ?? answer.get(at);
    let kind = "";
    if (there.has(at)) kind = bad.has(at) ? "bad" : given.has(at) ? "given" : "";
    else if (answer.has(at)) kind = "found";
    if (name) words.push(`${given.has(at) ? "given " : answer.has(at) && !there.has(at) ? "found " : ""}${callOf(name)}`);
    if (reach.has(at) && (!name || bad.has(at))) words.push("attacked");
    if (reach.has(at) && !name) classes.push("attacked");
    if (forbidden.has(at) || marks.cells.get(at) === "forbidden") classes.push("forbidden");
    if (forbidden.has(at)) words.push("forbidden");
    if (["marked", "failing"].includes(marks.cells.get(at))) classes.push(marks.cells.get(at));
    if (marks.cells.get(at) === "marked") words.push("marked");
    if (!words.length) words.push("free");
    return { piece: name ? pieceOf(name) : null, kind: name ? kind + sideOf(name) : "", marks: classes, words };
  });
  dress(svg, board, cells);
  drawArrows(svg, board, marks.arrows.map((pair) => pair.map((cell) => board.index.get(key(cell)))));
  const left = board.cells.filter((_, at) => !reach.has(at) && !all.has(at)).length;
  const words = [`${all.size || "No"} piece${all.size === 1 ? "" : "s"} ${found ? "shown" : "placed"}`, `${left} of ${board.cells.length} squares neither occupied nor attacked`];
  if (conflicts.length) words.push(`${new Set(conflicts.flat()).size} pieces attack each other`);
  get("line").textContent = !all.size && brush[0] === "piece" ? `Press a square to place ${/^[aeio]/.test(brush[1]) ? "an" : "a"} ${callOf(brush[1])}.` : `${words.join(", ")}.`;
}

// Another state; what was found for the last one is gone.
function change(part) {
  const next = { ...state(), ...part };
  if (JSON.stringify(next) === JSON.stringify(state())) return;
  history.push(next);
  settle();
}

function settle() {
  found = null;
  get("answers").replaceChildren();
  marks = { cells: new Map(), arrows: [] };
  draw();
  inform();
}

// What only Python can say of a state.
function inform() {
  learn(state().pieces.map(([name]) => name));
  tellWords();
  countLater();
}

function press(cell, fresh = true) {
  const next = paint(state(), brush, cell, fresh);
  if (next !== state()) change(next);
}

// How many solutions contain what is placed: asked a moment after the last change, and never in the way of a question.
function countLater() {
  clearTimeout(timer);
  counting?.abort();
  get("left").textContent = "";
  if (!engine.ready || (!engine.several && running)) return;
  const now = state();
  // In a page an optimum would be in the way of the next question
  const optimum = !["placement", "regions"].includes(now.family) || now.pieces.some(([, value]) => value === null && now.family === "placement");
  if ((optimum && !engine.several) || form.family?.without.fixed) return;
  timer = setTimeout(async () => {
    if (running && !engine.several) return;
    counting = new AbortController();
    const mine = counting, signal = engine.several ? counting.signal : undefined;
    const answer = await engine.ask({ do: "left", ...problem(now, form.family), backend: now.backend }, { signal });
    if (mine.signal.aborted || now !== state() || answer.error) return;
    const many = answer.more ? `More than ${answer.count} ways` : answer.count === 1 ? "Exactly one way is" : answer.count ? `${answer.count} ways are` : "No way is";
    const best = answer.objective === null ? "" : ` at the optimum, ${answer.objective}`;
    get("left").textContent = answer.known ? `${many}${answer.more ? " are" : ""} left to complete it${best}.` : "Too many ways to count them at once.";
  }, PAUSE);
}

async function tellWords() {
  get("python").textContent = get("command").textContent = "";
  if (!get("share").open || !engine.ready) return;
  const now = state();
  const { want, up_to_symmetry, backend } = now;
  const words = await engine.ask({ do: "words", ...problem(now, form.family), want, up_to_symmetry, backend });
  if (now !== state()) return;
  get("python").textContent = words.python ?? words.error;
  get("command").textContent = words.command ?? "";
}

// A question that takes its time: one after the other, each can be stopped.
async function run(question, then) {
  running?.abort();
  clearTimeout(timer);
  counting?.abort();
  const mine = (running = new AbortController());
  const began = performance.now();
  get("stop").hidden = false;
  get("answers").replaceChildren();
  let told = engine.ready ? "" : "Python is being loaded";
  const clock = setInterval(() => say(), 200);
  const say = (words = told) => (get("progress").textContent = `${((performance.now() - began) / 1000).toFixed(1)} s${(told = words) ? ` · ${told}` : ""}`);
  say();
  const answer = await engine.ask(question, { progress: (words) => mine === running && say(words), signal: mine.signal });
  clearInterval(clock);
  if (mine !== running) return;
  running = null;
  get("stop").hidden = true;
  get("progress").textContent = "";
  marks = { cells: new Map(), arrows: [] };
  get("answers").replaceChildren(answer.error ? refusal(answer.error) : then(answer));
  if (board) drawPieces();
}

function ask() {
  const now = state(), { want, up_to_symmetry } = now;
  const place = form.family?.without.fixed ? null : (solution) => change({ placed: solution.filter(([, ...cell]) => !now.given.some((each) => key(each.slice(1)) === key(cell))) });
  const show = (solution) => {
    found = solution;
    drawPieces();
  };
  found = null;
  return run({ do: "solve", ...problem(now, form.family), want, up_to_symmetry, backend: now.backend }, (answer) => solved(answer, show, place));
}

const at = (cell) => board.index.get(key(cell));
const simple = (what, then) => () => {
  found = null;
  return run({ do: what, ...problem(state(), form.family), backend: state().backend }, then);
};

const hint = simple("hint", (answer) => {
  const { hint: next } = answer;
  for (const [, ...cell] of next?.known ?? []) marks.cells.set(at(cell), "forbidden");
  for (const cell of next?.squares ?? []) marks.cells.set(at(cell), next.piece ? "marked" : "forbidden");
  if (next?.piece) found = next.squares.map((cell) => [next.piece, ...cell]);
  for (const [, ...cell] of next?.standing ?? []) marks.cells.set(at(cell), "failing");
  return hinted(answer);
});

const why = simple("why", (answer) => {
  for (const [, ...cell] of answer.marks) marks.cells.set(at(cell), "marked");
  for (const cell of answer.squares) marks.cells.set(at(cell), "failing");
  for (const cell of answer.forbidden) marks.cells.set(at(cell), "forbidden");
  for (const [, ...cell] of answer.fixed) marks.cells.set(at(cell), "marked");
  marks.arrows = answer.attacks;
  return explained(answer);
});

const check = simple("check", (answer) => {
  for (const cell of answer.squares) marks.cells.set(at(cell), "failing");
  return checked(answer);
});

function listen() {
  const frame = get("frame");
  frame.addEventListener("click", ({ target }) => {
    const cell = target.closest("[data-cell]"), hole = target.closest("[data-hole]");
    if (hole) return change(paint(state(), ["hole"], hole.dataset.hole.split(",").map(Number)));
    if (!cell || !board) return;
    focusCell(Number(cell.dataset.cell));
    press(board.cells[cell.dataset.cell].at);
  });
  // A region is painted by dragging over squares
  frame.addEventListener("pointerdown", ({ target, pointerId }) => {
    painting = brush[0] === "region" && target.closest("[data-cell]") !== null;
    if (target.hasPointerCapture(pointerId)) target.releasePointerCapture(pointerId); // a finger would stay on its square
  });
  frame.addEventListener("pointerover", ({ target, buttons }) => {
    const cell = target.closest("[data-cell]");
    if (painting && buttons && cell) press(board.cells[cell.dataset.cell].at, false);
  });
  frame.addEventListener("keydown", (event) => {
    const cell = event.target.closest("[data-cell]");
    if (!cell || event.ctrlKey || event.metaKey || event.altKey) return;
    const next = neighbour(board, Number(cell.dataset.cell), event.key);
    if (next !== null) focusCell(next);
    else if (event.key === " " || event.key === "Enter") press(board.cells[cell.dataset.cell].at);
    else if (!event.key.startsWith("Arrow")) return;
    event.preventDefault();
  });
  document.addEventListener("keydown", (event) => {
    if ((event.ctrlKey || event.metaKey) && event.key === "z" && !event.target.closest("input")) {
      event.preventDefault();
      move(event.shiftKey ? 1 : -1);
    }
  });
  const presses = { undo: () => move(-1), redo: () => move(1), clear: () => change({ placed: [] }), ask, why, hint, check };
  for (const [id, act] of Object.entries(presses)) get(id).addEventListener("click", act);
  get("share").addEventListener("click", (event) => event.target.matches("button") && copy(event));
  get("stop").addEventListener("click", () => running?.abort());
  get("share").addEventListener("toggle", tellWords);
  window.addEventListener("hashchange", () => {
    const asked = fromAddress(location.hash);
    if (asked) {
      brush = null;
      change(asked);
      get("title").scrollIntoView();
    }
  });
}

function move(by) {
  history.move(by);
  settle();
}

function focusCell(number) {
  for (const each of svg.querySelectorAll('[tabindex="0"]')) each.setAttribute("tabindex", -1);
  const cell = svg.querySelector(`[data-cell="${number}"]`);
  cell.setAttribute("tabindex", 0);
  cell.focus();
}

// Copy the address, or the text that the button names.
async function copy({ target }) {
  try {
    await navigator.clipboard.writeText(get(target.dataset.of)?.textContent ?? location.href);
    get("copied").textContent = "Copied.";
  } catch {
    get("copied").textContent = "This browser does not let the page copy: mark the text, or the address of the page.";
  }
}

async function start() {
  settings = await (await fetch(new URL("settings.json", import.meta.url))).json();
  pieces = new Map(settings.pieces.map((piece) => [piece.name, piece]));
  engine = connect(settings.engine, (words, ready) => {
    get("where").textContent = words;
    if (ready) inform();
  });
  history = new History(fromAddress(location.hash) ?? structuredClone(EMPTY));
  form = new Form(settings, change);
  listen();
  get("unserved").remove();
  document.querySelector(".layout").hidden = false;
  draw();
  get("where").textContent = { server: "Answered by this machine.", pyodide: "Answered in this page, by Python in your browser." }[settings.engine] ?? "Nothing answers here: run rookery play.";
  document.documentElement.dataset.ready = "yes";
  if (engine.ready) settle();
}

// For tests, and for people who look into the page.
window.rookeryPlay = { attacks, makeBoard };
start();
