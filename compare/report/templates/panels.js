// Tables and charts come drawn, of the whole campaign and of each family: the script shows the chosen ones.
function panels(all, asked) {
  const holders = [...document.querySelectorAll("[data-panel]")];
  const heads = new Map(holders.filter((each) => each.tHead).map((each) => [each, each.tHead.outerHTML]));
  const family = (holder) => holder.closest("[data-family]")?.dataset.family;
  const first = { measure: asked.value("measure"), scale: asked.value("scale"), pair: asked.value("pair") };
  const drawn = { ...all.panels };
  const now = new Map();

  // The keys of the panel that is asked for, and of what stands for it where there was no room to draw it.
  function keys(holder, chosen) {
    const name = holder.dataset.panel;
    const part = `${name}|${family(holder) ?? chosen.family}`;
    const usual = [chosen.measure, first.measure];
    if (heads.has(holder)) return [`${part}|${chosen.without}`, `${part}|`];
    if (name === "scatter") return usual.map((measure) => `${part}|${chosen.pair}|${measure}`);
    if (name !== "cactus" && name !== "scaling") return [part];
    return [`${part}|${chosen.measure}|${chosen.scale}`, `${part}|${chosen.measure}|log`, `${part}|${first.measure}|log`];
  }

  for (const each of holders) {
    const [key] = keys(each, { ...first, family: "", without: "" });
    drawn[key] = heads.has(each) ? each.innerHTML.slice(each.innerHTML.indexOf("<tbody")) : each.innerHTML;
    now.set(each, key);
  }

  function show(number, without) {
    const left = all.who.map((_, number) => number).filter((number) => !without.includes(number));
    const pairs = [...document.querySelectorAll("#pair option")].map((option) => option.value);
    const shown = (pair) => pair.split(",").every((one) => left.includes(Number(one)));
    const chosen = { family: number, without: without.join(","), measure: asked.value("measure"), scale: asked.value("scale") };
    chosen.pair = shown(asked.value("pair")) ? asked.value("pair") : pairs.find(shown);
    let usual = false;
    for (const each of holders) {
      const wanted = keys(each, chosen);
      const key = wanted.find((key) => key in drawn);
      if (!heads.has(each) && key !== wanted[0]) usual = true;
      if (key === now.get(each)) continue;
      now.set(each, key);
      each.innerHTML = (heads.get(each) ?? "") + (drawn[key] ?? "");
    }
    for (const each of document.querySelectorAll("[data-family]")) each.hidden = number !== "" && each.dataset.family !== number;
    document.getElementById("usual").hidden = !usual;
    document.getElementById("among").hidden = !without.length || `scores|${number}|${chosen.without}` in drawn;
  }

  return { show };
}
