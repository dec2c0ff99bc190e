// Numbers in words, as in wording.py.
const NOTHING = "—";
const grouped = (value) => value.toLocaleString("en");
const amount = (count, noun) => `${grouped(count)} ${noun}${count === 1 ? "" : "s"}`;

function significant(value, digits = 3) {
  return value >= 10 ** digits - 0.5 ? Math.round(value).toLocaleString("en") : value.toPrecision(digits);
}

function seconds(value) {
  if (value === null || value === undefined) return NOTHING;
  if (value === Infinity) return "∞";
  if (value >= 0.9995) return `${significant(value)} s`;
  return value >= 0.9995e-3 ? `${significant(value * 1e3)} ms` : `${(value * 1e6).toFixed(0)} µs`;
}

const general = (value) => String(Number(value.toPrecision(3)));

function median(sample) {
  if (!sample.censored) return seconds(sample.median);
  const floor = sample.atLeast();
  return floor > 0 ? `> ${general(floor)} s` : NOTHING;
}

function span(interval) {
  if (!interval) return "";
  const [low, high] = interval.map(seconds);
  return `${low.split(" ")[0] === low || low.split(" ").at(-1) !== high.split(" ").at(-1) ? low : low.split(" ")[0]} – ${high}`;
}

const meaning = (found) => (found === null ? NOTHING : `${found.floor ? "≥ " : ""}${seconds(found.value)}`);
const factor = (value) => (value === Infinity ? "×∞" : `×${significant(value, 2)}`);

function ratio(found) {
  if (found === null) return NOTHING;
  if (found.interval === null) return factor(found.value);
  const [low, high] = found.interval.map((end) => (end === Infinity ? "∞" : significant(end, 2)));
  return `${factor(found.value)} [${low}, ${high}]`;
}

function forecast({ line, expected, nextSize }) {
  if (!line) return NOTHING;
  return expected ? `${nextSize}: ${seconds(expected.at(nextSize))} (${span(expected.intervalAt(nextSize))})` : "unknown";
}

function growthFactor({ line, expected }) {
  if (!line) return NOTHING;
  return expected ? ratio({ value: expected.factor, interval: expected.factors }) : "unknown";
}

function pairRatio(found) {
  const bounded = found.bound ? `${found.atLeast ? "≥" : "≤"} ` : "";
  return bounded + ratio(found.bound ?? found.ratio);
}
