"use strict";
// Sort the table of instances by a click on a column's head, and hide the rows that do not contain the typed words.
const table = document.getElementById("table");
const rows = [...table.tBodies[0].rows];

// Times sort by their seconds, cells without a time (data-sort="") behind all others; other columns sort by their text.
function valueOf(row, column) {
  const cell = row.cells[column];
  const seconds = cell.dataset.sort;
  return seconds === undefined ? cell.textContent : seconds === "" ? Infinity : Number(seconds);
}

function compare(one, other) {
  if (typeof one === "string") return one.localeCompare(other, "en", { numeric: true });
  return one === other ? 0 : one - other;
}

function sortBy(head, column) {
  const falling = head.ariaSort === "ascending";
  for (const each of table.tHead.rows[0].cells) each.ariaSort = each === head ? (falling ? "descending" : "ascending") : null;
  rows.sort((one, other) => (falling ? -1 : 1) * compare(valueOf(one, column), valueOf(other, column)));
  table.tBodies[0].append(...rows);
}

function filterRows(text) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  for (const row of rows) row.hidden = !words.every((word) => row.textContent.toLowerCase().includes(word));
  const shown = rows.filter((row) => !row.hidden).length;
  document.getElementById("shown").textContent = words.length ? `${shown} of ${rows.length}` : "";
}

[...table.tHead.rows[0].cells].forEach((head, column) => {
  const button = document.createElement("button");
  button.type = "button";
  button.append(...head.childNodes);
  button.addEventListener("click", () => sortBy(head, column));
  head.append(button);
});
document.getElementById("filter").addEventListener("input", ({ target }) => filterRows(target.value));
document.documentElement.dataset.ready = "yes";
