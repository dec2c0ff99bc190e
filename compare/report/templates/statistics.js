// Statistics as in analysis/statistics.py, number by number: runs without an answer rank behind all others.
let CONSTANTS = {}; // set from the data: those of the Python modules, so that the two cannot drift apart

function quantile(ordered, share) {
  if (!ordered.length) return Infinity;
  const place = share * (ordered.length - 1);
  const [low, high] = [ordered[Math.floor(place)], ordered[Math.ceil(place)]];
  return low === high ? low : low + (high - low) * (place - Math.floor(place));
}

const rising = (one, other) => one - other || (one === other ? 0 : one < other ? -1 : 1);
const sum = (values) => values.reduce((total, value) => total + value, 0);

function sample(times, cut) {
  const ranked = [...times].sort(rising).concat(cut.map(() => Infinity));
  const median = quantile(ranked, 0.5);
  const atLeast = () => quantile([...times, ...cut].sort(rising), 0.5);
  const quartiles = () => [quantile(ranked, 0.25), quantile(ranked, 0.75)];
  const interval = () => (ranked.length < 2 ? null : between(resampledMedians(ranked)));
  return { size: ranked.length, ranked, cut, median, censored: median === Infinity, atLeast, quartiles, interval };
}

function sampleTimes(runs, measure = "total") {
  const times = runs.filter((run) => run.answered && run[measure] !== null).map((run) => run[measure]);
  return sample(times, runs.filter((run) => !run.answered).map((run) => run.given));
}

function mixed(bits) {
  bits = Math.imul(bits ^ (bits >>> 16), 0x21f0aaad);
  bits = Math.imul(bits ^ (bits >>> 15), 0xd35a2d97);
  return (bits ^ (bits >>> 15)) >>> 0;
}

const drawn = new Map();
function draws(size) {
  if (!drawn.has(size)) {
    if (drawn.size > 64) drawn.clear();
    const start = mixed(CONSTANTS.seed);
    const places = Uint32Array.from({ length: CONSTANTS.resamples * size }, (_, at) => Math.floor((mixed(at + start) * size) / 2 ** 32));
    drawn.set(size, places);
  }
  return drawn.get(size);
}

// Counts how often each value was drawn, and walks up to the two in the middle.
function resampledMedians(ranked) {
  const size = ranked.length;
  const places = draws(size);
  const often = new Uint32Array(size);
  return Array.from({ length: CONSTANTS.resamples }, (_, round) => {
    often.fill(0);
    for (let at = round * size; at < (round + 1) * size; at++) often[places[at]]++;
    const at = (rank) => {
      let [place, seen] = [0, often[0]];
      while (seen <= rank) seen += often[++place];
      return ranked[place];
    };
    return (at((size - 1) >> 1) + at(size >> 1)) / 2;
  });
}

function between(values) {
  const tail = (1 - CONSTANTS.coverage) / 2;
  const [low, high] = [0, Infinity].map((other) => values.map((value) => (Number.isNaN(value) ? other : value)).sort(rising));
  return [quantile(low, tail), quantile(high, 1 - tail)];
}

function geometricRatio(pairs) {
  const logs = pairs.filter(([one, other]) => one > 0 && other > 0).map(([one, other]) => Math.log(one / other));
  const size = logs.length;
  if (!size) return null;
  const value = Math.exp(sum(logs) / size);
  if (size < 2) return { value, interval: null, clear: false };
  const places = draws(size);
  const means = Array.from({ length: CONSTANTS.resamples }, (_, round) => {
    let total = 0;
    for (let at = round * size; at < (round + 1) * size; at++) total += logs[places[at]];
    return Math.exp(total / size);
  });
  const interval = between(means);
  return { value, interval, clear: 1 < interval[0] || 1 > interval[1] };
}

function par2(times, limit) {
  if (!times.length || (limit === null && times.includes(null))) return null;
  return sum(times.map((seconds) => (seconds === null ? CONSTANTS.penalty * (limit ?? 0) : seconds))) / times.length;
}

function shiftedMean(taken) {
  if (!taken.length) return null;
  const logs = taken.map(([seconds]) => Math.log(seconds + CONSTANTS.shift));
  return { value: Math.exp(sum(logs) / logs.length) - CONSTANTS.shift, floor: !taken.every(([, answered]) => answered) };
}

const mean = (values) => (values.length && !values.includes(null) ? sum(values) / values.length : null);
