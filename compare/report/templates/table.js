// The table of instances: its columns are chosen, its rows sorted and opened.
const PAGE = 100;
const PLAIN = { size: (each) => each.size, answer: (each) => each.answer };
const UNITS = { ms: 1e-3, "µs": 1e-6 };
const rising = (one, other) => one - other || (one === other ? 0 : one < other ? -1 : 1);

// What a text like `1,230 s` or `12.3 ms` is worth beside others of its column; no text, no answer: more than any.
function worth(text) {
  return text ? parseFloat(text.replaceAll(",", "")) * (UNITS[text.split(" ")[1]] ?? 1) : Infinity;
}

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
    const times = left.who.flatMap((who) => measures.map((measure) => ({ key: `${who}/${measure}`, who, measure, suffix: measures.length > 1 || measure !== "total" ? ` ${named[measure]}` : "" })));
    return [{ key: "name" }, ...plain.map((key) => ({ key })), ...times];
  }

  function value(each, { key, who, measure }) {
    if (key === "name") return each.name;
    if (key in PLAIN) return PLAIN[key](each);
    return worth(each.cells[who]?.known[measure]);
  }

  const compared = (one, other) => (typeof one === "string" ? one.localeCompare(other, "en", { numeric: true }) : rising(one, other));

  function draw() {
    const all = columns();
    const by = all.find((each) => each.key === sorted.key);
    const rows = [...left.instances];
    if (by) rows.sort((one, other) => (sorted.falling ? -1 : 1) * compared(value(one, by), value(other, by)) || one.number - other.number);
    heads.replaceChildren(made("tr", {}, ...all.map(head)));
    body.replaceChildren(...rows.slice(0, most).flatMap((each) => [row(each, all), ...(open.has(each) ? [opened(each)] : [])]));
    find("more").hidden = rows.length <= most;
  }

  function head(column) {
    const { key, who, suffix } = column;
    const label = who === undefined ? [key === "name" ? "instance" : key] : [legend(who), ` ${all.who[who]}${suffix}`];
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

  function row(each, columns) {
    const button = made("button", { type: "button", class: "opener", "aria-expanded": String(open.has(each)), onclick: () => toggle(each, button) }, each.name);
    const cells = columns.slice(1).map((column) => (column.who === undefined ? plain(each, column) : time(each, column)));
    return made("tr", { class: each.disputed ? "disputed" : "" }, made("th", { scope: "row" }, button, each.disputed ? " ✗" : ""), ...cells);
  }

  const plain = (each, { key }) => made("td", { class: `plain ${key}`, "data-label": key }, String(PLAIN[key](each)));

  function time(each, { who, measure, suffix }) {
    const cell = each.cells[who];
    const attributes = { "data-k": who, "data-label": all.who[who] + suffix };
    if (!cell) return made("td", { ...attributes, class: "nil" });
    const under = cell.under ? made("small", { class: "under" }, cell.under) : null;
    if (cell.open) return made("td", { ...attributes, class: "warn" }, cell.shown, under);
    if (measure !== "total") return made("td", { ...attributes, class: cell.known[measure] ? null : "nil" }, cell.known[measure] || NOTHING);
    return made("td", { ...attributes, class: `time ${all.styles[who]} ${each.fastest.includes(who) ? "best" : ""}`, style: `--w:${cell.wide}%` }, cell.shown, under);
  }

  function opened(each) {
    const content = made("td", { colspan: columns().length }, details(each, left.who, all.who));
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
