// What the theme leaves out for keyboards and readers of the screen: wide blocks can be scrolled by keys, the captions of
// the sidebar have a level, the sidebars have names, and each page a heading.
const wide = "pre, table.docutils, .table-wrapper, div.math";

function letKeysScroll() {
  for (const each of document.querySelectorAll(wide)) {
    const scrolls = each.scrollWidth > each.clientWidth || each.scrollHeight > each.clientHeight;
    if (scrolls && ["auto", "scroll"].includes(getComputedStyle(each).overflowX)) each.tabIndex = 0;
    else each.removeAttribute("tabindex");
  }
}

for (const each of document.querySelectorAll("p.caption[role=heading]")) each.setAttribute("aria-level", "2");
document.querySelector(".sidebar-drawer")?.setAttribute("aria-label", "Pages");
document.querySelector(".toc-drawer")?.setAttribute("aria-label", "On this page");
if (!document.querySelector("h1")) {
  const title = document.createElement("h1"); // of the page of the search
  title.textContent = "Search";
  document.querySelector("article")?.prepend(title);
}
// Tables of pandas have a heading without words above their first column
for (const each of document.querySelectorAll("thead th:empty")) each.replaceWith(document.createElement("td"));
letKeysScroll();
addEventListener("resize", letKeysScroll);
addEventListener("load", letKeysScroll);
for (const each of document.querySelectorAll("details")) each.addEventListener("toggle", letKeysScroll);
