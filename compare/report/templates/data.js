"use strict";
// What the page knows: texts once, and a row of plain values for each instance, cell and run (see payload.py).
async function unpacked(text) {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return JSON.parse(await new Response(stream).text());
}

function known(data) {
  const text = (number) => data.texts[number];
  const instances = data.instances.map(([name, series, size, answer, disputed, fastest, board, boards], number) => {
    const words = `${name} ${data.series[series]} ${answer}`.toLowerCase();
    return { number, name, series, size, answer, disputed, fastest, board, boards, words, cells: [], ends: new Set() };
  });
  let next = 0;
  for (const [instance, who, count, median, low, high, shown] of data.cells) {
    const runs = data.runs.slice(next, (next += count)).map((row) => run(row, text));
    const at = instances[instance];
    at.cells[who] = { who, runs, median, low, high, shown: text(shown) };
    runs.forEach((each) => at.ends.add(each.end));
    if (at.disputed) at.ends.add("disagreement");
  }
  return { who: data.who, series: data.series, instances };
}

function run(row, text) {
  const [seed, end, answered, said, compile, search, total, first, last, memory, program, told, log, command] = row;
  const texts = { end: text(end), said: text(said), program: text(program), told: text(told), log: text(log) };
  return { seed, answered, compile, search, total, first, last, memory, command: text(command), ...texts };
}

// Three digits, as in wording.py.
function seconds(value) {
  if (value === null || value === undefined) return "—";
  if (value >= 0.9995) return `${digits(value)} s`;
  return value >= 0.9995e-3 ? `${digits(value * 1e3)} ms` : `${(value * 1e6).toFixed(0)} µs`;
}

function digits(value) {
  return value >= 999.5 ? Math.round(value).toLocaleString("en") : value.toPrecision(3);
}

// Elements are made with text alone: nothing that a backend printed is ever read as markup.
function made(name, attributes = {}, ...children) {
  const svg = attributes.xmlns;
  const node = svg ? document.createElementNS(svg, name) : document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key === "xmlns" || value === undefined || value === null || value === false) continue;
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else node.setAttribute(key, value === true ? "" : value);
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}
