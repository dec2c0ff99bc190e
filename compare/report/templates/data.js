"use strict";
// What the page knows: texts once, and a row of plain values for each instance, cell and run (see payload.py).
async function unpacked(text) {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return JSON.parse(await new Response(stream).text());
}

function known(data) {
  CONSTANTS = data.constants;
  const text = (number) => data.texts[number];
  const { names: told, meanings, runs: efforts } = data.statistics ?? { names: [], meanings: [], runs: [] };
  const runs = data.runs.map((row, at) => run(row, data.limits[at], text, Object.fromEntries(told.map((name, number) => [name, efforts[at][number]]))));
  const instances = data.instances.map(([name, series, size, answer, disputed, , board, boards], number) => {
    const words = `${name} ${data.series[series]} ${answer}`.toLowerCase();
    return { number, name, series, size, answer, disputed, board, boards, words, cells: [], ends: new Set(), quarrels: new Set() };
  });
  let next = 0;
  for (const [instance, who, count, shown] of data.cells) {
    const at = instances[instance];
    at.cells[who] = cellOf({ instance, who, runs: runs.slice(next, (next += count)), shown: text(shown) });
    at.cells[who].runs.forEach((each) => at.ends.add(each.end));
    if (at.disputed) at.ends.add("disagreement");
  }
  for (const [instance, one, other] of data.quarrels) instances[instance].quarrels.add(`${one},${other}`).add(`${other},${one}`);
  for (const [instance, who] of data.doubtful) instances[instance].cells[who].doubtful = true;
  return { who: data.who, series: data.series, instances, efforts: Object.fromEntries(told.map((name, at) => [name, meanings[at]])), campaigns: data.campaigns };
}

function run(row, [limit, given, taken], text, efforts) {
  const [seed, end, answered, said, compile, search, total, first, last, memory, program, told, log, command] = row;
  const texts = { end: text(end), said: text(said), program: text(program), told: text(told), log: text(log), command: text(command) };
  const reason = texts.end === "ok" ? "incomplete" : texts.end;
  return { seed, answered, compile, search, total, first, last, memory, limit, given, taken, reason, efforts, ...efforts, ...texts, memory };
}

function cellOf(cell) {
  const limit = cell.runs[0].limit;
  const penalised = par2(cell.runs.map((run) => (run.answered ? run.total : null)), limit);
  return { ...cell, limit, penalised, total: sampleTimes(cell.runs), solved: cell.runs.some((run) => run.answered) };
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
