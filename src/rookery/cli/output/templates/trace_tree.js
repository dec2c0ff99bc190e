// The tree is laid out once: leaves from left to right, conflicts closer together, parents above their children's middle.
const WIDE = 22, NARROW = 8, TALL = 46, MOST_TALL = 300;
let right = 10;
function layOut(node) {
  for (const child of node.children) layOut(child);
  const wide = node.placed === Infinity ? NARROW : WIDE;
  if (!node.children.length) {
    node.x = right + wide / 2;
    right += wide;
  } else node.x = (node.children[0].x + node.children[node.children.length - 1].x) / 2;
  node.y = 14 + node.level * TALL;
}

function plant() {
  layOut(root);
  const tree = get("tree");
  const [width, height] = [right + 10, 28 + data.levels * TALL];
  tree.setAttribute("viewBox", `0 0 ${width} ${height}`);
  const lines = shape("g", {}), dots = shape("g", {});
  for (const node of nodes) {
    const { x, y, parent } = node;
    const clash = node.placed === Infinity;
    const top = clash ? y - 8 : y - 6;
    node.line = shape("path", { d: `M${parent.x} ${parent.y + 6}C${parent.x} ${parent.y + TALL / 2} ${x} ${y - TALL / 2} ${x} ${top}` });
    node.dot = clash ? shape("line", { x1: x, y1: y - 7, x2: x, y2: y + 1 }) : shape("circle", { cx: x, cy: y, r: 6 });
    node.base = clash ? "node clash" : "node";
    node.dot.append(shape("title", {}, `${name(node.square)}, step ${node.born}`));
    node.dot.addEventListener("click", () => go(node.placed < Infinity ? node.placed : Math.min(node.born + 1, last)));
    lines.append(node.line);
    dots.append(node.dot);
  }
  dots.append(shape("circle", { class: "node root", cx: root.x, cy: root.y, r: 5 }));
  tree.append(lines, dots);
  tree.dataset.width = width;
  tree.dataset.height = height;
  size();
}

function size() {
  const tree = get("tree"), grove = get("grove");
  const [width, height] = [Number(tree.dataset.width), Number(tree.dataset.height)];
  const whole = get("fit").getAttribute("aria-pressed") === "true";
  const room = grove.clientWidth - 13;
  const scale = whole ? Math.min(1, room / width) : width < room ? Math.min(1.5, room / width) : 1;
  tree.setAttribute("width", width * scale);
  tree.setAttribute("height", whole ? Math.max(height * scale, Math.min(height, MOST_TALL)) : height * Math.min(scale, 1.15));
  tree.setAttribute("class", whole ? "whole" : "");
  tree.setAttribute("preserveAspectRatio", whole ? "none" : "xMidYMin meet");
  tree.style.marginInline = width * scale < room ? "auto" : "";
  get("fit").hidden = width <= room;
  follow();
}

function set(element, kind) {
  if (element.kind === kind) return;
  element.kind = kind;
  element.setAttribute("class", kind);
}

function drawTree() {
  const current = at[now];
  const path = new Set(standing(now));
  for (const node of nodes) {
    const seen = node.born <= now;
    const on = path.has(node);
    const won = node.solved <= now;
    const done = !on && node.closed <= now;
    set(node.line, seen ? (on ? "seen path" : "seen") : "");
    set(node.dot, node.base + (seen ? " seen" : "") + (done ? " done" : "") + (on ? " path" : "") + (won ? " won" : "") + (node === current && now ? " now" : ""));
  }
  follow();
}

function follow() {
  const grove = get("grove"), tree = get("tree");
  if (grove.scrollWidth <= grove.clientWidth) return;
  const x = (at[now].x / Number(tree.dataset.width)) * tree.clientWidth;
  const room = grove.clientWidth;
  if (x < grove.scrollLeft + room * 0.15 || x > grove.scrollLeft + room * 0.85) grove.scrollLeft = x - room / 2;
}

// How deep the search is over time, with a mark for each solution.
function drawDepth() {
  const across = (step) => ((step / Math.max(last, 1)) * 1000).toFixed(2);
  const stride = Math.max(1, Math.floor(last / 2000));
  const outline = (until) => {
    let path = "M0 40";
    for (let step = 0; step <= until; step += stride) path += `L${across(step)} ${(40 - (standing(step).length / data.levels) * 34).toFixed(1)}H${across(Math.min(step + stride, until))}`;
    return `${path}L${across(until)} 40Z`;
  };
  const svg = get("depth");
  const whole = outline(last);
  const clip = shape("clipPath", { id: "past" });
  clip.append(shape("rect", { id: "past-box", x: 0, y: 0, width: 0, height: 40 }));
  svg.append(clip, shape("path", { class: "area", d: whole }), shape("path", { class: "past", d: whole, "clip-path": "url(#past)" }));
  for (const { step } of solutions) svg.append(shape("rect", { class: "star", x: across(step) - 1.5, y: 0, width: 3, height: 40 }));
}
