// What is known of one instance: boards, runs, commands, logs.
function details(instance, who, names) {
  const cells = who.map((one) => instance.cells[one]).filter(Boolean);
  const rest = made("div", { class: "rest" }, runTable(cells, names), commands(cells, names), logs(cells, names));
  return made("div", { class: "detail" }, gallery(instance), rest);
}

function runTable(cells, names) {
  const isKnown = (name) => cells.some((cell) => cell.runs.some((run) => run.measures[name]));
  const measures = Object.keys(cells[0]?.runs[0].measures ?? {}).filter((name) => name !== "memory" && isKnown(name));
  const known = [...measures, "memory"];
  const heads = ["backend", "seed", "end", "answer", ...known];
  const head = made("tr", {}, ...heads.map((name) => made("th", { scope: "col" }, name)));
  const rows = cells.flatMap((cell) => cell.runs.map((run) => runRow(run, cell.who, names[cell.who], known)));
  const table = made("table", { class: "figures runs" }, made("thead", {}, head), made("tbody", {}, ...rows));
  return made("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Runs" }, table);
}

function runRow(run, who, backend, known) {
  const end = made("td", { class: run.answered ? "" : "warn" }, run.end, cause(run));
  const cells = known.map((measure) => made("td", {}, run.measures[measure] || NOTHING));
  const name = made("th", { scope: "row" }, legend(who), ` ${backend}`);
  return made("tr", { "data-k": who }, name, made("td", {}, String(run.seed)), end, made("td", {}, run.said), ...cells);
}

function cause(run) {
  return run.cause && !run.answered ? made("small", { class: "under" }, run.cause) : null;
}

function legend(who) {
  const shown = document.querySelectorAll("#backends .key")[who];
  return shown ? shown.cloneNode(true) : "";
}

function commands(cells, names) {
  return made("div", { class: "commands" }, ...cells.map((cell) => asked(cell, names)));
}

// The command of a cell's first run, with the size of its program: the others differ in their seeds.
function asked(cell, names) {
  const text = cell.runs[0].command;
  if (!text) return "";
  const copy = made("button", { type: "button", class: "copy" }, "Copy");
  return made("div", { class: "command", "data-k": cell.who }, made("span", {}, names[cell.who], made("small", { class: "under" }, cell.runs[0].program)), made("code", {}, text), copy);
}

function logs(cells, names) {
  const logged = cells.flatMap((cell) => cell.runs.filter((run) => run.log).map((run) => [cell.who, run]));
  if (!logged.length) return null;
  const each = logged.map(([who, run]) =>
    made("div", { "data-k": who }, made("small", {}, `${names[who]}, seed ${run.seed}`), made("pre", {}, run.log)),
  );
  return made("details", { class: "log" }, made("summary", {}, "What the runs printed: the end of each log"), ...each);
}
