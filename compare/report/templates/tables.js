// New numbers for the cells of the static tables: each has the key under which it is computed here.
function numbers(view) {
  const found = new Map();
  const put = (key, text, style) => found.set(key, { text: String(text), style });
  const name = (who) => view.all.who[who];
  const { table, virtual } = scores(view);
  table.forEach((each) => putScore(put, name(each.who), each));
  put("virtual/solved", grouped(virtual.solved));
  put("virtual/instances", grouped(virtual.instances));
  put("virtual/par2", seconds(virtual.par2));
  put("virtual/mean", meaning(virtual.mean));
  view.who.forEach((one, at) => {
    for (const other of view.who) putAgreement(put, name(one), name(other), agreement(view, one, other));
    for (const other of view.who.slice(at + 1)) putPair(put, `pair/${name(one)}/${name(other)}`, scorePair(view, one, other));
  });
  view.all.series.forEach((series, number) => putSizes(put, view, series, sizesOf(view, number)));
  return found;
}

function putScore(put, name, each) {
  put(`score/${name}/solved`, grouped(each.solved));
  put(`score/${name}/runs`, grouped(each.runs));
  put(`score/${name}/share`, `${(each.runs ? (100 * each.solved) / each.runs : 0).toFixed(1)}%`);
  for (const end of REASONS()) put(`score/${name}/reason/${end}`, each.reasons[end] ?? 0, each.reasons[end] ? "warn" : "nil");
  put(`score/${name}/par2`, seconds(each.par2));
  put(`score/${name}/median`, median(each.total));
  put(`score/${name}/mean`, meaning(each.mean));
  put(`score/${name}/wins`, grouped(each.wins));
  put(`score/${name}/unique`, grouped(each.unique));
  put(`score/${name}/worth`, each.contribution ? seconds(each.contribution) : "0");
  for (const measure of ["compile", "search", "first", "last", "total"]) {
    const found = each.phases(measure);
    put(`phase/${name}/${measure}`, found.size ? median(found) : NOTHING);
    put(`phase/${name}/${measure}/span`, found.size ? span(found.quartiles()) : "");
  }
}

const REASONS = () => [...new Set([...document.querySelectorAll("[data-f^='reason/']")].map((each) => each.dataset.f.slice(7)))];
const keyOf = (each) => `${each.closest("[data-r]").dataset.r}/${each.dataset.f}`;

function putAgreement(put, one, other, { agree, unknown, disagree }) {
  const key = `agree/${one}/${other}`;
  const style = one === other ? "self" : disagree ? "bad" : agree ? "good" : "nil";
  const sign = one === other || style === "nil" ? "" : disagree ? "✗ " : "✓ ";
  put(key, `${sign}${grouped(disagree && one !== other ? disagree : agree)}`, style);
  const open = unknown ? `${unknown} open` : agree ? "all" : "";
  put(`${key}/more`, one === other ? "answered" : disagree ? `${grouped(agree)} agree` : open);
}

function putPair(put, key, found) {
  put(`${key}/ratio`, pairRatio(found));
  put(`${key}/clear`, (found.bound ?? found.ratio) && !found.clear ? "not clear" : "");
  put(`${key}/brief`, found.brief);
  put(`${key}/compared`, found.compared);
  put(`${key}/one`, found.onlyOne);
  put(`${key}/other`, found.onlyOther);
  put(`${key}/neither`, found.neither);
}

function putSizes(put, view, series, sizes) {
  for (const who of view.who) {
    const name = view.all.who[who];
    const samples = new Map([...sizes].map(([size, found]) => [size, view.at(found, who)]));
    for (const [size, found] of samples) putTime(put, `time/${series}/${size}/${name}`, found);
    const fitted = growth(samples);
    put(`growth/${series}/${name}`, growthFactor(fitted));
    put(`forecast/${series}/${name}`, forecast(fitted));
  }
  for (const [size, found] of sizes) put(`time/${series}/${size}/many`, found.length > 1 ? `${found.length} instances` : "");
}

function putTime(put, key, found) {
  const interval = found.interval();
  const cut = found.cut.length ? `${found.cut.length} of ${found.size} without answer` : "";
  put(key, !found.size ? "" : found.atLeast() ? median(found) : "no answer", found.censored && found.size ? "warn" : "");
  put(`${key}/more`, !found.size ? "" : interval && !found.censored ? span(interval) : cut);
}

// Writes the numbers into their cells. A row none of whose numbers is left is hidden.
function fill(found) {
  for (const each of document.querySelectorAll("[data-f]")) {
    const { text = "", style } = found.get(keyOf(each)) ?? {};
    if (each.textContent !== text) each.textContent = text;
    if (style !== undefined) each.closest("td").className = style;
  }
  for (const each of document.querySelectorAll("[data-share]"))
    each.style.setProperty("--share", found.get(`${each.parentElement.dataset.r}/share`)?.text ?? "0%");
  for (const row of document.querySelectorAll("[data-rows] > tr"))
    row.hidden = ![...row.querySelectorAll("[data-f]")].some((each) => found.has(keyOf(each)));
}
