// Puts the page together: what is chosen decides what is shown, and the address follows.
const NARROW = "(max-width: 40rem)";

function start(all) {
  const asked = chosen();
  const list = table(all, asked);
  const shown = panels(all, asked);
  let waiting = null;

  function show() {
    const who = all.who.map((_, number) => number).filter((number) => asked.values("who").includes(all.who[number]));
    const without = all.who.map((_, number) => number).filter((number) => !who.includes(number));
    const left = { instances: chosenInstances(all, asked), who };
    shown.show(all.series.length > 1 && asked.value("family") !== "" ? String(all.series.indexOf(asked.value("family"))) : "", without);
    list.draw(left);
    tell(left);
  }

  function tell(left) {
    const instances = `${grouped(left.instances.length)} of ${amount(all.instances.length, "instance")}`;
    const backends = left.who.length < all.who.length ? `, ${left.who.length} of ${amount(all.who.length, "backend")}` : "";
    document.getElementById("shown").textContent = instances + backends;
    const filtered = left.instances.length < all.instances.length || backends !== "";
    document.getElementById("filtered").hidden = !filtered;
    document.getElementById("filtered").textContent = `Filtered: ${instances}${backends}`;
  }

  function follow() {
    const { place, query } = whereTo();
    asked.take(query);
    show();
    goTo(place);
  }

  function change({ target, type }) {
    const typed = target.type === "search";
    if (!asked.controls.includes(target) || typed !== (type === "input")) return;
    history[typed ? "replaceState" : "pushState"](null, "", addressOf(whereTo().place, asked.asQuery()));
    clearTimeout(waiting);
    if (typed) waiting = setTimeout(show, 150);
    else show();
  }

  ["input", "change"].forEach((type) => document.addEventListener(type, change));
  asked.form.addEventListener("submit", (event) => event.preventDefault());
  asked.form.addEventListener("reset", (event) => {
    event.preventDefault();
    asked.take("");
    history.pushState(null, "", addressOf(whereTo().place, ""));
    show();
  });
  document.querySelectorAll("a[href^='#']").forEach((link) =>
    link.addEventListener("click", (event) => {
      event.preventDefault();
      const place = link.getAttribute("href").slice(1);
      history.pushState(null, "", addressOf(place, asked.asQuery()));
      goTo(place);
    }),
  );
  addEventListener("popstate", follow);
  addEventListener("hashchange", follow);
  if (matchMedia(NARROW).matches) document.querySelectorAll("details[data-wide]").forEach((fold) => (fold.open = false));
  follow();
  printing(list);
}

// On paper everything is open, and every instance is there.
function printing(list) {
  let closed = [];
  addEventListener("beforeprint", () => {
    closed = [...document.querySelectorAll("main details:not([open])")];
    closed.forEach((each) => (each.open = true));
    list.print(true);
  });
  addEventListener("afterprint", () => {
    closed.forEach((each) => (each.open = false));
    list.print(false);
  });
}

document.addEventListener("click", async ({ target }) => {
  if (!target.matches?.(".copy")) return;
  try {
    await navigator.clipboard.writeText(target.parentElement.querySelector("code").textContent);
    target.textContent = "Copied";
  } catch {
    target.textContent = "Select it by hand";
  }
});

unpacked(document.getElementById("data").textContent).then((data) => {
  start(known(data));
  document.documentElement.dataset.ready = "yes";
});
