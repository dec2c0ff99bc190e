// Charts as charts.py draws them: scales, frames and marks.
const SVG = "http://www.w3.org/2000/svg";
const [LEFT, RIGHT, TOP, BOTTOM] = [66, 20, 30, 44];
const EDGE = 26;
const shape = (name, attributes, ...children) => made(name, { xmlns: SVG, ...attributes }, ...children);
const n = (value) => String(Math.floor(value * 10 + 0.5) / 10);

function logScale(values, start, end, least = CONSTANTS.least, label = decade) {
  const logs = values.length ? values.map((value) => Math.log10(Math.max(value, least))) : [-3, 1];
  const low = Math.floor(logs.reduce((one, other) => Math.min(one, other)));
  const high = Math.max(Math.ceil(logs.reduce((one, other) => Math.max(one, other))), low + 1);
  const at = (value) => start + ((Math.log10(Math.max(value, least)) - low) / (high - low)) * (end - start);
  const step = high - low < 8 ? 1 : 2;
  const powers = Array.from({ length: Math.floor((high - low) / step) + 1 }, (_, number) => low + number * step);
  return { at, low: 10 ** low, high: 10 ** high, log: true, ticks: powers.map((power) => [at(10 ** power), label(power)]) };
}

function linearScale(low, high, start, end, label = whole, least = 1) {
  const at = (value) => start + ((value - low) / (high - low || 1)) * (end - start);
  const step = steps(least).find((step) => (high - low) / step <= 10);
  const ticks = [];
  for (let number = Math.ceil(low / step); number * step <= high; number++) ticks.push([at(number * step), label(number * step)]);
  return { at, low, high, log: false, ticks };
}

// 1, 2, 5, 10, ... times the least; of times and efforts, whatever their size, it may be any power of ten.
const steps = (least) => Array.from({ length: 60 }, (_, at) => least * [1, 2, 5][at % 3] * 10 ** Math.floor(at / 3));
const whole = (value) => value.toLocaleString("en");

// The axis of a measure, logarithmic or not, for these values.
function measured(values, start, end, choice) {
  const effort = choice.measure in choice.efforts;
  if (choice.scale !== "linear")
    return effort ? logScale(values, start, end, 1, powerOfTen) : logScale(values, start, end);
  const most = values.reduce((one, other) => Math.max(one, other), 0) || 1;
  return linearScale(0, most * 1.04, start, end, effort ? whole : briefly, 10 ** (Math.floor(Math.log10(most)) - 3));
}

const briefly = (value) => (value ? seconds(value).replace(/(\.\d*?)0+ /, "$1 ").replace(". ", " ") : "0");

function decade(power) {
  const [unit, scale] = power >= 0 ? ["s", 0] : power >= -3 ? ["ms", 3] : ["µs", 6];
  return `${(10 ** (power + scale)).toLocaleString("en")} ${unit}`;
}

const powerOfTen = (power) => (power < 6 ? whole(10 ** power) : power < 9 ? `${whole(10 ** (power - 6))} M` : `1e${power}`);

function chart({ across, up, title, below, above, width = 480, height = 330 }, body) {
  const [right, bottom] = [width - RIGHT, height - BOTTOM];
  const lines = up.ticks.map(([y]) => shape("path", { class: "grid", d: `M${LEFT} ${n(y)}H${right}` }));
  lines.push(...across.ticks.map(([x]) => shape("path", { class: "grid", d: `M${n(x)} ${TOP}V${bottom}` })));
  lines.push(...up.ticks.map(([y, told]) => shape("text", { x: LEFT - 7, y: n(y + 4), "text-anchor": "end" }, told)));
  lines.push(...across.ticks.map(([x, told]) => shape("text", { x: n(x), y: bottom + 17, "text-anchor": "middle" }, told)));
  return shape(
    "svg",
    { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": title },
    ...lines,
    ...body.filter(Boolean),
    shape("path", { class: "axis", d: `M${LEFT} ${TOP}V${bottom}H${right}` }),
    shape("text", { class: "name", x: right, y: height - 6, "text-anchor": "end" }, below),
    shape("text", { class: "name", x: 4, y: 14 }, above),
  );
}

const group = (who, ...body) => shape("g", { class: `k k${who % CONSTANTS.marks.length}`, "data-k": who }, ...body.filter(Boolean));

function line(points, style = "line") {
  return points.length ? shape("path", { class: style, d: `M${points.map(([x, y]) => `${n(x)} ${n(y)}`).join("L")}` }) : null;
}

function marks(points, who, style = "mark") {
  const places = [...new Set(thin(points).map(([x, y]) => `M${n(x)} ${n(y)}`))];
  const few = places.length <= CONSTANTS.many;
  const sign = few ? CONSTANTS.marks[who % CONSTANTS.marks.length] : "h0";
  return places.length ? shape("path", { class: few ? style : "dots", d: places.map((place) => place + sign).join("") }) : null;
}

function thin(points) {
  if (points.length <= CONSTANTS.many) return points;
  return points.map(([x, y]) => [Math.floor(x / 2 + 0.5) * 2, Math.floor(y / 2 + 0.5) * 2]);
}
