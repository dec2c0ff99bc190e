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
  let known;
  const interval = () => (known ??= { ends: ranked.length < 2 ? null : between(resampledMedians(ranked)) }).ends;
  return { size: ranked.length, ranked, cut, median, censored: median === Infinity, atLeast, quartiles, interval };
}

const likely = (sample) => sample.interval() ?? [sample.median / CONSTANTS.assumed, sample.median * CONSTANTS.assumed];

// Whether one is faster than the other beyond doubt.
function beats(one, other) {
  if (one.censored) return false;
  if (other.censored) return !other.atLeast() || likely(one)[1] < other.atLeast();
  return other.median - one.median >= CONSTANTS.brief && likely(one)[1] < likely(other)[0];
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

// Where the resamples of samples of one size take their values from: the numbers are mixed once for all sizes.
const streams = new Map();
function draws(size, seed = CONSTANTS.seed) {
  const count = CONSTANTS.resamples * size;
  if (!(streams.get(seed)?.length >= count)) {
    const [stream, start] = [new Uint32Array(count), mixed(seed)];
    for (let at = 0; at < count; at++) stream[at] = mixed(at + start);
    streams.set(seed, stream);
  }
  const [stream, share] = [streams.get(seed), size / 2 ** 32];
  return (at) => Math.floor(stream[at] * share);
}

// Counts how often each value was drawn, and walks up to the two in the middle.
function resampledMedians(ranked, seed) {
  const size = ranked.length;
  const place = draws(size, seed);
  const often = new Uint32Array(size);
  return Array.from({ length: CONSTANTS.resamples }, (_, round) => {
    often.fill(0);
    for (let at = round * size; at < (round + 1) * size; at++) often[place(at)]++;
    const at = (rank) => {
      let [found, seen] = [0, often[0]];
      while (seen <= rank) seen += often[++found];
      return ranked[found];
    };
    return (at((size - 1) >> 1) + at(size >> 1)) / 2;
  });
}

function between(values) {
  const tail = (1 - CONSTANTS.coverage) / 2;
  const [low, high] = [0, Infinity].map((other) => values.map((value) => (Number.isNaN(value) ? other : value)).sort(rising));
  return [quantile(low, tail), quantile(high, 1 - tail)];
}

function ratioOf(value, interval) {
  return { value, interval, clear: interval !== null && (1 < interval[0] || 1 > interval[1]) };
}

function ratioOfMedians(one, other) {
  if (one.censored || other.censored || !other.median) return null;
  const value = one.median / other.median;
  if (one.size < 2 || other.size < 2) return ratioOf(value, null);
  const below = resampledMedians(other.ranked, CONSTANTS.seed + 1);
  return ratioOf(value, between(resampledMedians(one.ranked).map((above, at) => above / below[at])));
}

function geometricRatio(pairs) {
  const logs = pairs.filter(([one, other]) => one > 0 && other > 0).map(([one, other]) => Math.log(one / other));
  const size = logs.length;
  if (!size) return null;
  const value = Math.exp(sum(logs) / size);
  if (size < 2) return ratioOf(value, null);
  const place = draws(size);
  const means = Array.from({ length: CONSTANTS.resamples }, (_, round) => {
    let total = 0;
    for (let at = round * size; at < (round + 1) * size; at++) total += logs[place(at)];
    return Math.exp(total / size);
  });
  return ratioOf(value, between(means));
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
