"use strict";
// The page holds every step; what is shown is a function of the number of steps taken (`now`), so that going back is
// as easy as going on.
const data = JSON.parse(document.getElementById("data").textContent);
const [TRY, CONFLICT, PLACE, RETRACT, SOLUTION] = [0, 1, 2, 3, 4];
const LINES = [3, 4, 5, 7, 1]; // of the code, by kind of step
const NAMES = ["Try", "Conflict", "Place", "Retract", "Solution"];
const PACES = [0.5, 1, 2, 4, 8, 16, 32, 64, 200, 1000];
const SVG = "http://www.w3.org/2000/svg";
const get = (id) => document.getElementById(id);

function shape(name, attributes, text) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== undefined) made.textContent = text;
  return made;
}

// The tree: a node for each try, with the steps at which it is met, placed, solved and closed.
const root = { parent: null, level: 0, children: [], square: null, born: 0, placed: 0, closed: Infinity, solved: Infinity };
const nodes = [];
const solutions = [];
const at = [root]; // the node that is current after so many steps
const totals = [[0, 0, 0, 0, 0]];
for (const [index, [move, square, ...against]] of data.steps.entries()) {
  const step = index + 1;
  let node = at[index];
  if (move === TRY) {
    const parent = node.placed <= index && node.closed > index ? node : node.parent;
    node = { parent, level: parent.level + 1, children: [], square, born: step, placed: Infinity, closed: Infinity, solved: Infinity, against: [] };
    parent.children.push(node);
    nodes.push(node);
  } else if (move === CONFLICT) node.against = against;
  else if (move === PLACE) node.placed = step;
  else if (move === SOLUTION) {
    node.solved = step;
    solutions.push({ step, node });
  } else {
    while (node.square !== square || node.placed > index) node = node.parent;
    node.closed = step;
  }
  at.push(node);
  const total = [...totals[index]];
  total[move] += 1;
  totals.push(total);
}

function chain(node) {
  const found = [];
  for (; node && node !== root; node = node.parent) found.unshift(node);
  return found;
}

const last = data.steps.length;
let now = 0;

// What stands on the board after so many steps.
function standing(step) {
  return chain(at[step]).filter((node) => node.placed <= step && node.closed > step);
}
