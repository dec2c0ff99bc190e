// Answers as cards: what is known, who says so, the solutions to leaf through, the reasons.
import { element } from "./form.js";

const paragraph = (words, kind = "") => element("p", { class: kind }, words);
const list = (items) => element("ul", {}, ...items.map((each) => element("li", {}, each)));
const card = (kind, title, ...parts) => element("div", { class: `card ${kind}` }, element("h3", {}, title), ...parts);

export function refusal(words) {
  return element("div", { class: "card bad", role: "alert" }, paragraph(words));
}

// An answer; `show(solution)` puts one of its solutions on the board, `place(solution)` leaves it there.
export function solved(answer, show, place) {
  const none = answer.status === "infeasible", all = answer.solutions, [first, ...rest] = answer.sentence;
  const made = card(none || !answer.complete ? "" : "good", first.toUpperCase() + rest.join(""), paragraph(answer.title, "soft"));
  if (answer.verdict) made.append(paragraph(answer.verdict, "verdict"));
  if (none) made.append(paragraph("“Why not?” names what contradicts.", "soft"));
  if (all.length) {
    let now = 0;
    const where = element("span", { "aria-live": "polite" });
    const turn = (by) => {
      now = (now + by + all.length) % all.length;
      where.textContent = `solution ${now + 1} of ${all.length}`;
      show(all[now]);
    };
    const step = (sign, name, by) => element("button", { type: "button", "aria-label": name, onclick: () => turn(by) }, sign);
    const turning = all.length > 1 ? [step("←", "Previous solution", -1), where, step("→", "Next solution", 1)] : [];
    const keep = place ? [element("button", { type: "button", onclick: () => place(all[now]) }, "Put it on the board")] : [];
    made.append(element("div", { class: "row" }, ...turning, ...keep));
    turn(0);
  }
  made.append(paragraph(answer.timing, "note"));
  return made;
}

export function explained({ kind, sentences }) {
  const title = { contradiction: "Why there is none", optimum: "Why nothing is better" }[kind] ?? "Nothing to explain";
  return card("", title, ...sentences.map((line) => (line.startsWith("- ") ? list([line.slice(2)]) : paragraph(line))));
}

export function hinted({ hint }) {
  if (!hint) return card("", "Hint", paragraph("No square is left that is forced: all are decided, or there are several solutions."));
  return card(hint.mistake ? "bad" : "", hint.mistake ? "A mistake" : "Hint", paragraph(hint.sentence), ...(hint.uses ? [paragraph(hint.uses, "soft")] : []));
}

const MOST_FAULTS = 8;
export function checked({ accepted, violations, sentences }) {
  if (accepted) return card("good", "Accepted by both referees", ...sentences.map((line) => paragraph(line)));
  // What is wrong with a piece on the board comes before what is still missing
  const faults = violations.flatMap((each) => each.faults).sort((one, other) => other.startsWith("the ") - one.startsWith("the "));
  const more = faults.length - MOST_FAULTS;
  const rest = more > 0 ? [paragraph(`and ${more} more`, "soft")] : [];
  return card("bad", "Not a solution yet", list(faults.slice(0, MOST_FAULTS)), ...rest);
}
