// The table of instances: filtered, sorted, opened.
const PAGE = 100;

function table(all) {
  const find = (name) => document.getElementById(name);
  const body = find("table").tBodies[0];
  const columns = 3 + all.who.length;
  const slowest = Math.max(...all.instances.flatMap((each) => each.cells.map((cell) => cell?.median ?? 0)), 1e-3);
  const open = new Set();
  let order = null;
  let shown = PAGE;

  function wanted(instance) {
    const words = find("text").value.toLowerCase().split(/\s+/).filter(Boolean);
    const family = find("family").value;
    const end = find("end").value;
    return (
      words.every((word) => instance.words.includes(word)) &&
      (family === "" || instance.series === Number(family)) &&
      (end === "" || instance.ends.has(end))
    );
  }

  function draw() {
    const found = all.instances.filter(wanted);
    if (order) found.sort(order);
    body.replaceChildren(...found.slice(0, shown).flatMap((each) => [row(each), ...(open.has(each) ? [opened(each)] : [])]));
    find("shown").textContent = `${found.length.toLocaleString("en")} of ${all.instances.length.toLocaleString("en")} instances`;
    find("more").hidden = found.length <= shown;
  }

  function row(each) {
    const button = made("button", { type: "button", class: "opener", "aria-expanded": String(open.has(each)), onclick: () => toggle(each, button) }, each.name);
    const name = made("th", { scope: "row" }, button, each.disputed ? " ✗" : "");
    const times = all.who.map((_, who) => time(each, each.cells[who], who));
    const plain = [String(each.size), each.answer].map((value) => made("td", {}, value));
    return made("tr", { class: each.disputed ? "disputed" : "" }, name, ...plain, ...times);
  }

  function time(each, cell, who) {
    if (!cell) return made("td", { class: "nil", "data-k": who });
    if (cell.median === null) return made("td", { class: "warn", "data-k": who }, cell.shown, lost(cell, cell.shown));
    const wide = 100 * Math.max(0, Math.min(1, Math.log10(cell.median / 1e-4) / Math.log10(slowest / 1e-4)));
    const best = each.fastest.includes(who) ? "best" : "";
    return made("td", { class: `time k${who % 8} ${best}`, style: `--w:${wide.toFixed(0)}%`, "data-k": who }, seconds(cell.median), lost(cell, ""));
  }

  function lost(cell, shown) {
    const without = cell.runs.filter((run) => !run.answered);
    const why = without.length && without[0].end !== "ok" ? without[0].end : "no whole answer";
    if (!without.length || (why === shown && without.length === cell.runs.length)) return null;
    return made("small", { class: "under" }, without.length === cell.runs.length ? why : `${without.length} of ${cell.runs.length} ${why}`);
  }

  function opened(each) {
    const content = made("td", { colspan: columns }, details(each, all.who));
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

  function sortable(head) {
    const key = head.dataset.sort;
    const sort = () => {
      const falling = head.getAttribute("aria-sort") === "ascending";
      find("table").querySelectorAll("thead th").forEach((other) => other.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", falling ? "descending" : "ascending");
      order = (one, other) => (falling ? -1 : 1) * compared(value(one, key), value(other, key)) || one.number - other.number;
      draw();
    };
    const button = made("button", { type: "button", onclick: sort });
    button.append(...head.childNodes);
    head.append(button);
  }

  const value = (each, key) => (key in { name: 0, size: 0, answer: 0 } ? each[key] : (each.cells[key]?.median ?? Infinity));
  const compared = (one, other) => (typeof one === "string" ? one.localeCompare(other, "en", { numeric: true }) : one === other ? 0 : one - other);
  const fresh = () => {
    shown = PAGE;
    draw();
  };
  find("table").querySelectorAll("thead th").forEach(sortable);
  find("text").addEventListener("input", fresh);
  ["family", "end"].forEach((name) => find(name).addEventListener("change", fresh));
  find("filters").addEventListener("reset", () => setTimeout(fresh));
  find("filters").addEventListener("submit", (event) => event.preventDefault());
  find("more").addEventListener("click", () => {
    shown += 5 * PAGE;
    draw();
  });
  find("filters").hidden = false;
  draw();
}

unpacked(document.getElementById("data").textContent).then((data) => {
  table(known(data));
  document.documentElement.dataset.ready = "yes";
});
