"use strict";
// What the page knows: texts once, and a row of plain values for each instance, cell and run (see payload.py).
async function unpacked(text) {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return JSON.parse(await new Response(stream).text());
}

function known(data) {
  const text = (number) => data.texts[number];
  const efforts = Object.keys(data.efforts);
  const runs = data.runs.map((row) => run(row, text, efforts));
  const instances = data.instances.map(([name, series, size, answer, disputed, fastest, board, boards], number) => {
    const words = `${name} ${data.series[series]} ${answer}`.toLowerCase();
    return { number, name, series, size, answer, disputed, fastest, board, boards, words, cells: [], ends: new Set() };
  });
  let next = 0;
  for (const [instance, who, count, shown, under, wide, ...medians] of data.cells) {
    const at = instances[instance];
    const own = runs.slice(next, (next += count));
    // A cell of one run has its measures; where it has no answer, no median either.
    const known = medians.length ? measuresOf(medians, efforts) : own[0].answered ? own[0].measures : {};
    at.cells[who] = { who, runs: own, shown: text(shown), under: text(under), wide, known, open: !known.total };
    own.forEach((each) => at.ends.add(each.end));
    if (at.disputed) at.ends.add("disagreement");
  }
  return { who: data.who, styles: data.styles, series: data.series, instances, efforts: data.efforts, panels: data.panels };
}

const TIMES = ["total", "compile", "search", "first", "last"];
const measuresOf = (row, efforts) => Object.fromEntries([...TIMES, "memory", ...efforts].map((name, at) => [name, row[at]]));

function run([seed, end, answered, said, program, cause, log, command, ...measures], text, efforts) {
  const texts = { end: text(end), said: text(said), program: text(program), cause: text(cause), log: text(log), command: text(command) };
  return { seed, answered, measures: measuresOf(measures, efforts), ...texts };
}

// Numbers as Python writes them.
const NOTHING = "—";
const grouped = (value) => value.toLocaleString("en");
const amount = (count, noun) => `${grouped(count)} ${noun}${count === 1 ? "" : "s"}`;

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
