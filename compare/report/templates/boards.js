// Boards, drawn from compact data as panels.py draws them: [piece, row, column, piece, row, column, ...].
const SVG = "http://www.w3.org/2000/svg";
const shape = (name, attributes, ...children) => made(name, { xmlns: SVG, ...attributes }, ...children);

function board([rows, columns, holes, given, signs], flat) {
  const cut = new Set(holes.map(String));
  const squares = [];
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++)
      if ((row + column) % 2 && !cut.has(`${row},${column}`)) squares.push(`M${column} ${row}h1v1h-1z`);
  const picture = shape("svg", { class: "board", viewBox: `0 0 ${columns} ${rows}`, role: "img" });
  picture.append(
    shape("rect", { class: "light", width: columns, height: rows }),
    shape("path", { class: "dark", d: squares.join("") }),
    shape("path", { class: "hole", d: holes.map(([row, column]) => `M${column} ${row}h1v1h-1z`).join("") }),
    shape("path", { class: "given", d: given.map(([r, c]) => `M${c + 0.06} ${r + 0.06}h.88v.88h-.88z`).join("") }),
  );
  const places = [];
  for (let at = 0; at < flat.length; at += 3) {
    const [sign, row, column] = flat.slice(at, at + 3);
    places.push(`${row},${column}`);
    picture.append(shape("text", { x: column + 0.5, y: row + 0.82 }, signs[sign]));
  }
  picture.setAttribute("aria-label", `pieces on ${places.join(" ")}`);
  return picture;
}

// One solution of an instance at a time, by buttons or arrow keys.
function gallery(instance) {
  const all = instance.boards;
  if (!all.length) return null;
  let now = 0;
  const frame = made("div");
  const position = made("span", { "aria-live": "polite" });
  const button = (sign, name, step) =>
    made("button", { type: "button", "aria-label": name, onclick: () => turn(step) }, sign);
  const buttons = [button("←", "Previous board", -1), button("→", "Next board", 1)];
  function turn(step) {
    now = (now + step + all.length) % all.length;
    frame.replaceChildren(board(instance.board, all[now]));
    position.textContent = all.length > 1 ? `board ${now + 1} of ${all.length} kept` : "the board that was kept";
  }
  function keys(event) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step || all.length < 2) return;
    event.preventDefault();
    turn(step);
  }
  turn(0);
  const browse = made("div", { class: "browse" }, ...(all.length > 1 ? [buttons[0], position, buttons[1]] : [position]));
  return made("figure", { tabindex: 0, "aria-label": "Boards; arrow keys browse", onkeydown: keys }, frame, browse);
}
