// The form of the question: filled from the state, and read back into it at each change.
import { parse } from "./board.js";

const get = (id) => document.getElementById(id);
const SEVERAL = { never: 1, perhaps: 6, always: 6 };

export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes))
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (typeof value === "boolean") made[name] = value;
    else made.setAttribute(name, value);
  made.append(...children);
  return made;
}

const options = (pairs) => pairs.map(([value, words]) => element("option", { value }, words));

export class Form {
  constructor(settings, change) {
    [this.settings, this.change] = [settings, change];
    this.families = new Map(settings.families.map((each) => [each.name, each]));
    get("family").append(...options(settings.families.map(({ name, title }) => [name, title])));
    get("shape").append(...options([...settings.shapes, ["regions", "board of regions"]]));
    get("backend").append(...options(settings.backends.map(([name, words]) => [name, name === "auto" ? words : `${name}: ${words}`])));
    get("names").append(...settings.pieces.map(({ name }) => element("option", { value: name })));
    get("form").addEventListener("change", (event) => this.read(event.target));
    get("form").addEventListener("submit", (event) => event.preventDefault());
    get("add").addEventListener("click", () => this.change({ pieces: [...this.state.pieces, this.usual()] }));
  }

  get family() {
    return this.families.get(this.state.family);
  }

  usual() {
    return ["knight", this.family?.counted ? 1 : null];
  }

  fill(state) {
    this.state = state;
    const family = this.family, board = parse(state.board) || { rows: 8, columns: 8, shape: "" };
    get("family").value = state.family;
    get("summary").textContent = family?.summary ?? "Unknown to this page.";
    get("shape").value = board.regions ? "regions" : board.shape;
    for (const [id, value] of [
      ["rows", board.rows],
      ["columns", board.columns],
    ]) {
      get(id).value = value;
      get(id).max = this.settings.side;
    }
    get("pieces").replaceChildren(...state.pieces.map((pair, at) => this.row(pair, at)));
    get("more").hidden = !family || state.pieces.length >= SEVERAL[family.several];
    const shown = (family?.options ?? []).map((option) => this.option(option, state.options[option.name]));
    get("options").replaceChildren(...shown);
    get("options").hidden = get("options-label").hidden = !shown.length;
    get("want").value = state.want;
    get("symmetric").checked = state.up_to_symmetry;
    get("backend").value = state.backend;
    if (!get("backend").value) get("backend").value = "auto";
  }

  row([name, value], at) {
    const each = this.family?.each, more = this.state.pieces.length > Math.max(1, this.family?.least ?? 1);
    const label = `How many of piece ${at + 1}; empty: as many as possible`;
    const field = element("input", { class: "value", "aria-label": label, value: value ?? "", placeholder: "max", inputmode: "numeric", "data-value": at });
    const drop = element("button", { type: "button", "aria-label": `Remove piece ${at + 1}`, onclick: () => this.change({ pieces: this.state.pieces.filter((_, other) => other !== at) }) }, "×");
    const input = element("input", { list: "names", "aria-label": `Piece ${at + 1}`, value: name, "data-name": at, spellcheck: "false", maxlength: "40" });
    return element("div", { class: "row" }, input, ...(each ? [field] : []), ...(more ? [drop] : []));
  }

  option(option, value) {
    const { name, kind } = option, now = value ?? option.default;
    const words = element("label", { class: "tick", title: option.help }, `${name} `);
    if (kind === "choice") words.append(element("select", { "data-option": name }, ...option.values.map((each) => element("option", { value: each, selected: each === now }, each))));
    else if (kind === "flag") words.append(element("input", { type: "checkbox", "data-option": name, checked: now === true }));
    else words.append(element("input", { type: kind === "number" ? "number" : "text", "data-option": name, value: now ?? "" }));
    return element("div", { class: "row" }, words);
  }

  read(target) {
    const state = this.state, { dataset } = target;
    if (dataset.name !== undefined || dataset.value !== undefined) {
      const at = Number(dataset.name ?? dataset.value);
      const pieces = state.pieces.map((pair) => [...pair]);
      const text = target.value.trim();
      if (dataset.name !== undefined) pieces[at][0] = text || pieces[at][0];
      else pieces[at][1] = text === "" || text === "max" ? null : /^\d+$/.test(text) ? Number(text) : text;
      this.change({ pieces });
    } else if (dataset.option !== undefined) {
      const all = { ...state.options };
      if (target.type === "checkbox") all[dataset.option] = target.checked;
      else if (target.value === "") delete all[dataset.option];
      else if (target.type === "text") all[dataset.option] = target.value.split(",").map(Number);
      else all[dataset.option] = target.type === "number" ? Number(target.value) : target.value;
      this.change({ options: all });
    } else if (target.id === "family") this.chooseFamily(target.value);
    else if (["shape", "rows", "columns"].includes(target.id)) this.change({ board: this.spec(target.id), holes: [], given: [], placed: [], forbidden: [] });
    else if (target.id === "want") this.change({ want: target.value });
    else if (target.id === "symmetric") this.change({ up_to_symmetry: target.checked });
    else if (target.id === "backend") this.change({ backend: target.value });
  }

  // Another family takes what it can of the question: its number of pieces, its givens.
  chooseFamily(name) {
    const family = this.families.get(name);
    let pieces = this.state.pieces.slice(0, SEVERAL[family.several]).map(([piece, value]) => [piece, family.each === this.family?.each ? value : null]);
    if (family.regions || this.family?.regions) pieces = [[family.piece, null]];
    while (pieces.length < family.least) pieces.push([family.piece, null]);
    if (family.counted && pieces[0][1] === null) pieces[0][1] = 4;
    const change = { family: name, pieces, options: {} };
    for (const option of family.options)
      if (option.required) change.options[option.name] = 2;
    if (family.without.fixed) change.given = change.placed = [];
    if (family.without.forbidden) change.forbidden = [];
    const drawn = this.state.board.startsWith("regions:");
    if (drawn !== family.regions) Object.assign(change, { board: drawn ? "8" : regions(6, 6), holes: [], given: [], placed: [], forbidden: [] });
    this.change(change);
  }

  spec(changed) {
    const most = this.settings.side;
    const whole = (id) => Math.max(1, Math.min(most, Math.trunc(Number(get(id).value)) || 1));
    const shape = get("shape").value, rows = whole("rows");
    // A new shape keeps the size, and so does a new side of a square
    const square = changed === "rows" && parse(this.state.board)?.rows === parse(this.state.board)?.columns;
    const columns = square ? rows : whole("columns");
    if (shape === "regions") return regions(rows, columns);
    return `${rows === columns ? rows : `${rows}x${columns}`}${shape ? `:${shape}` : ""}`;
  }
}

// A board of regions to begin with: each row is one.
function regions(rows, columns) {
  return `regions:${Array.from({ length: rows }, (_, row) => String.fromCharCode(65 + (row % 26)).repeat(columns)).join("/")}`;
}
