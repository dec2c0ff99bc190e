// What is chosen: filters, charts, columns. It stands in the address, so that a link shows the same and Back undoes it.
function chosen() {
  const form = document.getElementById("asked");
  const controls = [...form.elements].filter((each) => each.name);
  const usual = (each) => (each.type === "checkbox" ? each.defaultChecked : each.dataset.usual);
  const now = (each) => (each.type === "checkbox" ? each.checked : each.value);
  const put = (each, value) => (each.type === "checkbox" ? (each.checked = value) : (each.value = value));
  controls.filter((each) => each.type !== "checkbox").forEach((each) => (each.dataset.usual = each.value));

  // One checkbox of several is written as `with` or `without` its value, everything else as its name with its value.
  function asQuery() {
    const query = new URLSearchParams();
    for (const each of controls.filter((each) => now(each) !== usual(each)))
      if (each.type === "checkbox") query.append(`${each.checked ? "with" : "no"}-${each.name}`, each.value);
      else query.append(each.name, each.value);
    return query.toString();
  }

  function take(query) {
    const asked = new URLSearchParams(query);
    for (const each of controls) {
      put(each, usual(each));
      if (each.type === "checkbox") {
        if (asked.getAll(`with-${each.name}`).includes(each.value)) each.checked = true;
        if (asked.getAll(`no-${each.name}`).includes(each.value)) each.checked = false;
      } else if (asked.has(each.name)) {
        each.value = asked.get(each.name);
        if (each.tagName === "SELECT" && each.selectedIndex < 0) put(each, usual(each));
      }
    }
  }

  const values = (name) => controls.filter((each) => each.name === name && each.checked).map((each) => each.value);
  const value = (name) => controls.find((each) => each.name === name)?.value ?? "";
  const changed = (name) => controls.some((each) => each.name === name && now(each) !== usual(each));
  return { form, controls, asQuery, take, value, values, changed };
}

// The address holds a place and a query: `#scores?family=n+queens&no-who=sat`.
function whereTo() {
  const [place, ...query] = location.hash.slice(1).split("?");
  return { place, query: query.join("?") };
}

function addressOf(place, query) {
  return query || place ? `#${place}${query ? `?${query}` : ""}` : `${location.pathname}${location.search}`;
}

function chosenInstances(all, asked) {
  const words = asked.value("text").toLowerCase().split(/\s+/).filter(Boolean);
  const [family, end] = [asked.value("family"), asked.value("end")];
  const [low, high] = [Number(asked.value("from") || -Infinity), Number(asked.value("to") || Infinity)];
  return all.instances.filter(
    (each) =>
      words.every((word) => each.words.includes(word)) &&
      (family === "" || all.series[each.series] === family) &&
      (end === "" || each.ends.has(end)) &&
      low <= each.size && each.size <= high,
  );
}

// The part of the page that an address names: its fold is opened, and it is scrolled to below the bar.
function goTo(place) {
  const part = place && document.getElementById(place);
  if (!part) return;
  for (let fold = part.closest("details") ?? part.querySelector("details.fold"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
  part.scrollIntoView();
}
