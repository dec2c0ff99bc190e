// The table of instances: its columns are chosen, its rows sorted and opened.
const PAGE = 100;
const PLAIN = { size: (each) => each.size, answer: (each) => each.answer };
const PHASES = ["total", "compile", "search", "first", "last"];

function table(all, asked) {
  const find = (name) => document.getElementById(name);
  const [body, heads] = [find("table").tBodies[0], find("table").tHead];
  const named = Object.fromEntries(asked.controls.filter((each) => each.name === "column").map((each) => [each.value, each.labels[0].textContent.trim()]));
  const open = new Set();
  let sorted = { key: null, falling: false };
  let [most, paper] = [PAGE, false];
  let left = null;

  // A column a measure and backend; the plain ones before them.
  function columns() {
    const plain = asked.values("column").filter((name) => name in PLAIN);
    const measures = asked.values("column").filter((name) => !(name in PLAIN));
    const times = left.who.flatMap((who) => measures.map((measure) => ({ key: `${who}/${measure}`, who, measure, told: measures.length > 1 || measure !== "total" ? ` ${named[measure]}` : "" })));
    return [{ key: "name" }, ...plain.map((key) => ({ key })), ...times];
  }

  function value(each, { key, who, measure }) {
    if (key === "name") return each.name;
    if (key in PLAIN) return PLAIN[key](each);
    const cell = each.cells[who];
    return cell ? measureOf(cell, measure) : Infinity;
  }

  function measureOf(cell, measure) {
    if (measure !== "memory") return medianOf(cell, measure);
    return quantile(cell.runs.map((run) => run.memory).filter((each) => each !== null).sort(rising), 0.5);
  }

  const compared = (one, other) => (typeof one === "string" ? one.localeCompare(other, "en", { numeric: true }) : rising(one, other));

  function draw() {
    const all = columns();
    const by = all.find((each) => each.key === sorted.key);
    const rows = [...left.instances];
    if (by) rows.sort((one, other) => (sorted.falling ? -1 : 1) * compared(value(one, by), value(other, by)) || one.number - other.number);
    const slowest = Math.max(1e-3, ...rows.flatMap((each) => left.row(each).map((cell) => cell.total.median).filter((time) => time < Infinity)));
    heads.replaceChildren(made("tr", {}, ...all.map(head)));
    body.replaceChildren(...rows.slice(0, most).flatMap((each) => [row(each, all, slowest), ...(open.has(each) ? [opened(each)] : [])]));
    find("more").hidden = rows.length <= most;
  }

  function head(column) {
    const { key, who, told } = column;
    const label = who === undefined ? [key === "name" ? "instance" : key] : [legend(who), ` ${all.who[who]}${told}`];
    const now = sorted.key === key ? (sorted.falling ? "descending" : "ascending") : null;
    const sort = () => {
      sorted = { key, falling: now === "ascending" };
      draw();
      heads.querySelector(`[data-sort="${CSS.escape(key)}"] button`).focus();
    };
    // On paper a head is repeated on each page, and buttons in it are not.
    if (paper) return made("th", { scope: "col", "data-k": who }, ...label);
    return made("th", { scope: "col", "data-sort": key, "data-k": who, "aria-sort": now }, made("button", { type: "button", onclick: sort }, ...label));
  }

  function row(each, columns, slowest) {
    const button = made("button", { type: "button", class: "opener", "aria-expanded": String(open.has(each)), onclick: () => toggle(each, button) }, each.name);
    const best = fastest(left.row(each));
    const cells = columns.slice(1).map((column) => (column.who === undefined ? plain(each, column) : time(each, column, best, slowest)));
    return made("tr", { class: each.disputed ? "disputed" : "" }, made("th", { scope: "row" }, button, each.disputed ? " ✗" : ""), ...cells);
  }

  const plain = (each, { key }) => made("td", { class: `plain ${key}`, "data-label": key }, String(PLAIN[key](each)));

  function time(each, column, best, slowest) {
    const { who, measure } = column;
    const cell = each.cells[who];
    const attributes = { "data-k": who, "data-label": all.who[who] + column.told };
    if (!cell) return made("td", { ...attributes, class: "nil" });
    const found = measureOf(cell, measure);
    if (found === Infinity) return made("td", { ...attributes, class: cell.total.censored ? "warn" : "nil" }, ...(cell.total.censored ? [cell.shown, lost(cell, cell.shown)] : [NOTHING]));
    if (measure !== "total") return made("td", attributes, told(found, measure));
    const wide = 100 * Math.max(0, Math.min(1, Math.log10(found / 1e-4) / Math.log10(slowest / 1e-4)));
    return made("td", { ...attributes, class: `time k${who % 8} ${best.includes(who) ? "best" : ""}`, style: `--w:${wide.toFixed(0)}%` }, seconds(found), lost(cell, ""));
  }

  const told = (found, measure) => (measure === "memory" ? `${whole(Math.round(found))} MiB` : measure in all.efforts ? whole(Math.round(found)) : seconds(found));

  function lost(cell, shown) {
    const without = cell.runs.filter((run) => !run.answered);
    const why = without.length && without[0].end !== "ok" ? without[0].end : "no whole answer";
    if (!without.length || (why === shown && without.length === cell.runs.length)) return null;
    return made("small", { class: "under" }, without.length === cell.runs.length ? why : `${without.length} of ${cell.runs.length} ${why}`);
  }

  function opened(each) {
    const content = made("td", { colspan: columns().length }, details(each, left));
    return made("tr", { class: "detail-row", onkeydown: (event) => event.key === "Escape" && close(each) }, content);
  }

  function toggle(each, button) {
    const now = !open.has(each);
    open[now ? "add" : "delete"](each);
    button.setAttribute("aria-expanded", String(now));
    const line = button.closest("tr");
    if (now) line.after(opened(each));
    else line.nextElementSibling.remove();
  }

  function close(each) {
    const button = [...body.querySelectorAll(".opener[aria-expanded=true]")].find((found) => found.textContent === each.name);
    if (button) {
      toggle(each, button);
      button.focus();
    }
  }

  find("more").addEventListener("click", () => {
    most += 5 * PAGE;
    draw();
  });
  return {
    draw(found) {
      left = found;
      draw();
    },
    print(now) {
      [most, paper] = [now ? Infinity : PAGE, now];
      draw();
    },
  };
}
