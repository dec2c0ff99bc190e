// Answers as cards: what is known, who says so, the solutions to leaf through, the reasons.
import { element } from "./form.js";

const seconds = (time) => (time < 0.001 ? "under 1 ms" : time < 1 ? `${Math.round(time * 1000)} ms` : `${time.toFixed(2)} s`);
const paragraph = (words, kind = "") => element("p", kind ? { class: kind } : {}, words);

export function refusal(words) {
  return element("div", { class: "card bad", role: "alert" }, paragraph(words));
}

// An answer; `show(solution)` puts one of its solutions on the board.
export function solved(answer, show, place) {
  const none = answer.status === "infeasible";
  const card = element("div", { class: `card ${none ? "" : answer.complete ? "good" : ""}` });
  const [first, ...rest] = answer.sentence;
  card.append(element("h3", {}, first.toUpperCase() + rest.join("")), paragraph(answer.title, "soft"));
  if (answer.verdict) card.append(paragraph(answer.verdict, "verdict"));
  if (none) card.append(paragraph("“Why not?” names what contradicts.", "soft"));
  const all = answer.solutions;
  if (all.length) {
    let now = 0;
    const where = element("span", { "aria-live": "polite" });
    const turn = (by) => {
      now = (now + by + all.length) % all.length;
      where.textContent = all.length > 1 ? `solution ${now + 1} of ${all.length}` : "";
      show(all[now]);
    };
    const step = (sign, name, by) => element("button", { type: "button", "aria-label": name, onclick: () => turn(by) }, sign);
    const keep = place ? [element("button", { type: "button", onclick: () => place(all[now]) }, "Put it on the board")] : [];
    const turning = all.length > 1 ? [step("←", "Previous solution", -1), where, step("→", "Next solution", 1)] : [];
    card.append(element("div", { class: "row" }, ...turning, ...keep));
    turn(0);
  }
  card.append(paragraph(answer.timing, "note"));
  return card;
}

// Backends side by side, each with a bar for its time in the colour that it has in reports; null for no answer yet.
export function raced(lanes, show, place) {
  const most = Math.max(...lanes.map(([, answer]) => answer?.times?.total ?? 0), 0.001);
  const cards = lanes.map(([name, answer]) => {
    if (!answer) return element("div", { class: "card" }, element("h3", {}, name), paragraph("It searches.", "soft"));
    const card = answer.error ? refusal(answer.error) : solved(answer, show, place);
    const bar = element("div", { class: `bar ${name}` });
    bar.style.width = `${(100 * (answer.times?.total ?? 0)) / most}%`;
    card.prepend(element("h3", {}, name), bar, paragraph(answer.times ? seconds(answer.times.total) : "", "soft"));
    return card;
  });
  const whole = element("div", { class: "races" }, ...cards);
  const [one, other] = lanes.map(([, answer]) => answer);
  const agree = () => one.status === other.status && one.objective === other.objective && one.count === other.count;
  if (one?.complete && other?.complete) whole.append(agree() ? paragraph("Both say the same.", "good") : paragraph("They disagree: please report it.", "bad"));
  return whole;
}

export function explained(why) {
  const card = element("div", { class: "card" }, element("h3", {}, why.kind === "contradiction" ? "Why there is none" : why.kind === "optimum" ? "Why nothing is better" : "Nothing to explain"));
  const items = why.sentences.filter((line) => line.startsWith("- "));
  const [before, after] = [why.sentences.slice(0, why.sentences.findIndex((line) => line.startsWith("- "))), why.sentences.slice(why.sentences.findLastIndex((line) => line.startsWith("- ")) + 1)];
  if (!items.length) card.append(...why.sentences.map((line) => paragraph(line)));
  else card.append(...before.map((line) => paragraph(line)), element("ul", {}, ...items.map((line) => element("li", {}, line.slice(2)))), ...after.map((line) => paragraph(line)));
  return card;
}

export function hinted({ hint }) {
  const words = hint ? hint.sentence : "No square is left that is forced: all are decided, or there are several solutions.";
  const empty = hint?.uses ? [paragraph(hint.uses, "soft")] : [];
  return element("div", { class: `card ${hint?.mistake ? "bad" : ""}` }, element("h3", {}, hint?.mistake ? "A mistake" : "Hint"), paragraph(words), ...empty);
}

export function checked(judgement) {
  const card = element("div", { class: `card ${judgement.accepted ? "good" : "bad"}` });
  card.append(element("h3", {}, judgement.accepted ? "Accepted by both referees" : "Not a solution yet"));
  for (const each of judgement.violations) card.append(paragraph(each.rule, "verdict"), element("ul", {}, ...each.faults.slice(0, 6).map((fault) => element("li", {}, fault))));
  if (judgement.accepted) card.append(...judgement.sentences.map((line) => paragraph(line)));
  return card;
}

// A search step by step: `show(pieces, against)` draws what stands after a step, and what speaks against the last piece;
// `name(piece)` is the name of its square.
const [TRY, CONFLICT, PLACE, RETRACT] = [0, 1, 2, 3];
const STEP = 400; // milliseconds from a step to the next

export function watched({ cells, steps, fixed, cut }, show, name) {
  const words = element("p", { "aria-live": "polite" });
  const where = element("input", { type: "range", min: 0, max: steps.length, value: 0, "aria-label": "Step of the search" });
  let timer = 0;
  const turn = (to) => {
    const at = Math.max(0, Math.min(steps.length, to)), stack = [];
    for (const [move, variable] of steps.slice(0, at)) {
      if (move === PLACE) stack.push(variable);
      if (move === RETRACT) stack.pop();
    }
    const [move, variable, ...against] = steps[at - 1] ?? [];
    const tried = move === TRY || move === CONFLICT ? [variable] : [];
    const said = at ? ["Try", "Conflict on", "Place on", "Retract from", "A solution, the last on"][move] : "An empty board";
    words.textContent = `Step ${at} of ${steps.length}: ${said}${at ? ` ${name(cells[variable])}` : ""}.${at === steps.length && cut ? " The search goes on." : ""}`;
    where.value = at;
    show([...fixed, ...[...stack, ...tried].map((each) => cells[each])], move === CONFLICT ? against.map((each) => cells[each]) : []);
  };
  const now = () => Number(where.value);
  const stop = () => {
    clearInterval(timer);
    timer = 0;
    play.textContent = "Play";
  };
  const go = (to) => {
    stop();
    turn(to);
  };
  const step = () => (where.isConnected && now() < steps.length ? turn(now() + 1) : stop());
  const play = element("button", { type: "button", onclick: () => (timer ? stop() : (([timer, play.textContent] = [setInterval(step, STEP), "Pause"]), turn(now() === steps.length ? 0 : now()))) }, "Play");
  const buttons = [["←", "Previous step", -1], ["→", "Next step", 1]].map(([sign, label, by]) => element("button", { type: "button", "aria-label": label, onclick: () => go(now() + by) }, sign));
  where.addEventListener("input", () => go(now()));
  turn(0);
  return element("div", { class: "card" }, element("h3", {}, "Plain backtracking, row by row"), words, element("div", { class: "row" }, play, ...buttons, where));
}
