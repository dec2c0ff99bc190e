// Going from step to step: by buttons, by keys, by scrubbing, by itself.
function draw() {
  drawBoard();
  drawWords();
  drawTree();
  get("scrub").value = now;
  get("scrub").setAttribute("aria-valuetext", `step ${now} of ${last}`);
  get("past-box").setAttribute("width", (now / Math.max(last, 1)) * 1000);
  for (const id of ["first", "back"]) get(id).disabled = now === 0;
  for (const id of ["next", "last"]) get(id).disabled = now === last;
}

function show(step) {
  now = Math.max(0, Math.min(last, step));
  draw();
}

// Every jump by hand pauses; playing takes as many steps a frame as the pace asks for.
let playing = false, owed = 0, before = 0;
function go(step) {
  pause();
  show(step);
}

function pause() {
  playing = false;
  const button = get("play");
  button.textContent = "Play";
  button.setAttribute("aria-label", "Play");
  get("told").setAttribute("aria-live", "polite");
}

function play() {
  if (now === last) show(0);
  playing = true;
  [owed, before] = [0, performance.now()];
  const button = get("play");
  button.textContent = "Pause";
  button.setAttribute("aria-label", "Pause");
  get("told").setAttribute("aria-live", "off");
  requestAnimationFrame(frame);
}

function frame(time) {
  if (!playing) return;
  owed += (Math.max(0, time - before) / 1000) * pace();
  before = time;
  if (owed >= 1) {
    show(now + Math.floor(owed));
    owed %= 1;
  }
  if (now === last) pause();
  else requestAnimationFrame(frame);
}

const pace = () => PACES[Number(get("speed").value)];
function drawPace() {
  const steps = pace();
  get("pace").textContent = steps < 1 ? "1 in 2 s" : `${steps} a second`;
  get("speed").setAttribute("aria-valuetext", `${steps} steps a second`);
}

function turn(by) {
  get("speed").value = Number(get("speed").value) + by;
  drawPace();
}

function nextSolution() {
  const found = solutions.find(({ step }) => step > now);
  go(found ? found.step : last);
}

const KEYS = {
  " ": () => (playing ? pause() : play()),
  ArrowRight: () => go(now + 1),
  ArrowLeft: () => go(now - 1),
  ArrowUp: () => turn(1),
  ArrowDown: () => turn(-1),
  "+": () => turn(1),
  "-": () => turn(-1),
  Home: () => go(0),
  End: () => go(last),
  n: nextSolution,
  N: nextSolution,
};

function keys(event) {
  const act = KEYS[event.key];
  if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
  // A focused control keeps its own keys: space presses a button, arrows move the speed.
  const focused = event.target.closest("button, summary, input");
  if (focused && event.key === " " && focused.id !== "scrub") return;
  if (focused && focused.id === "speed" && event.key.startsWith("Arrow")) return;
  event.preventDefault();
  act();
}

function start() {
  for (const line of get("code").children) line.dataset.indent = line.className;
  document.documentElement.classList.remove("still");
  get("words").open = false;
  get("scrub").max = last;
  get("scrub").addEventListener("input", (event) => go(Number(event.target.value)));
  get("speed").addEventListener("input", drawPace);
  const presses = { first: () => go(0), back: () => go(now - 1), play: KEYS[" "], next: () => go(now + 1), last: () => go(last) };
  for (const [id, act] of Object.entries(presses)) get(id).addEventListener("click", act);
  get("fit").addEventListener("click", () => {
    get("fit").setAttribute("aria-pressed", String(get("fit").getAttribute("aria-pressed") !== "true"));
    size();
  });
  document.addEventListener("keydown", keys);
  window.addEventListener("resize", size);
  drawPace();
  drawDepth();
  plant();
  draw();
  document.documentElement.dataset.ready = "yes";
}

start();
