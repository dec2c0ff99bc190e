// Scores and growth as in analysis/scores.py and growth.py, over the instances and backends that the filters leave.
function view(all, instances, who) {
  const cell = (instance, one) => instance.cells[one];
  const row = (instance) => who.map((one) => cell(instance, one)).filter(Boolean);
  const of = (one) => instances.map((instance) => cell(instance, one)).filter(Boolean);
  const at = (found, one, measure) => sampleTimes(found.map((instance) => cell(instance, one)).filter(Boolean).flatMap((each) => each.runs), measure);
  return { all, instances, who, cell, row, of, at };
}

function fastest(row) {
  const sure = row.filter((cell) => !cell.doubtful);
  const wins = (cell) => sure.every((other) => other === cell || beats(cell.total, other.total));
  return sure.length > 1 ? sure.filter(wins).map((cell) => cell.who) : [];
}

function least(row, without) {
  const charged = row.filter((cell) => cell.who !== without).map((cell) => cell.penalised);
  const known = charged.filter((seconds) => seconds !== null);
  if (known.length < charged.length) return known.length ? Math.min(...known) : null;
  const limit = row[0].limit;
  const least = known.length ? Math.min(...known) : limit === null ? Infinity : CONSTANTS.penalty * limit;
  return least === Infinity ? null : least;
}

function score(view, rows, wins, who) {
  const cells = view.of(who);
  const runs = cells.flatMap((cell) => cell.runs);
  const solved = runs.filter((run) => run.answered);
  const reasons = {};
  runs.filter((run) => !run.answered).forEach((run) => (reasons[run.reason] = (reasons[run.reason] ?? 0) + 1));
  const unique = cells.filter((cell) => cell.solved && !view.row(view.all.instances[cell.instance]).some((other) => other.who !== who && other.solved));
  const worth = rows.map((row) => [least(row, who), least(row)]);
  return {
    who,
    runs: runs.length,
    solved: solved.length,
    reasons,
    total: sampleTimes(runs),
    par2: mean(cells.map((cell) => cell.penalised)),
    mean: shiftedMean(runs.map((run) => (run.answered ? [run.total ?? 0, true] : [run.taken, false]))),
    wins: wins.filter((winners) => winners.includes(who)).length,
    unique: unique.length,
    contribution: mean(worth.map((pair) => (pair.includes(null) ? null : pair[0] - pair[1]))),
    phases: (measure) => sampleTimes(solved, measure),
  };
}

function scores(view) {
  const rows = view.instances.map(view.row);
  const wins = rows.map(fastest);
  const quickest = (row) => {
    const medians = Math.min(...row.map((cell) => cell.total.median));
    return medians === Infinity ? [row[0].limit ?? 0, false] : [medians, true];
  };
  const virtual = {
    instances: rows.length,
    solved: rows.filter((row) => row.some((cell) => cell.solved)).length,
    par2: mean(rows.map((row) => least(row))),
    mean: shiftedMean(rows.map(quickest)),
  };
  return { table: view.who.map((who) => score(view, rows, wins, who)), virtual, wins };
}

function scorePair(view, one, other) {
  const cells = view.of(one).map((ours) => [ours, view.all.instances[ours.instance].cells[other]]);
  const pairs = cells.filter(([ours, theirs]) => theirs && !ours.doubtful && !theirs.doubtful).map((pair) => pair.map((cell) => cell.total));
  const both = pairs.filter((pair) => !pair.some((sample) => sample.censored));
  const heard = both.filter((pair) => Math.max(...pair.map((sample) => sample.median)) >= CONSTANTS.brief);
  const onlyOne = pairs.filter(([ours, theirs]) => theirs.censored && !ours.censored);
  const onlyOther = pairs.filter(([ours, theirs]) => ours.censored && !theirs.censored);
  const limited = [...onlyOne, ...onlyOther].filter((pair) => pair.every((sample) => sample.atLeast()));
  const bounded = limited.length && !(onlyOne.length && onlyOther.length);
  const found = { ratio: measurePairs(heard), bound: bounded ? measurePairs([...heard, ...limited]) : null, atLeast: onlyOther.length > 0 };
  const neither = pairs.length - both.length - onlyOne.length - onlyOther.length;
  const clear = isClear(found, isDecided([...heard, ...limited]));
  return { ...found, clear, compared: heard.length, brief: both.length - heard.length, onlyOne: onlyOne.length, onlyOther: onlyOther.length, neither };
}

function measurePairs(pairs) {
  const floor = (sample) => (sample.censored ? sample.atLeast() : sample.median);
  if (pairs.length === 1 && !pairs[0].some((sample) => sample.censored)) return ratioOfMedians(...pairs[0]);
  return geometricRatio(pairs.map((pair) => pair.map(floor)));
}

function isDecided(pairs) {
  const alone = [0, 1].some((at) => pairs.every((pair) => beats(pair[at], pair[1 - at])));
  return pairs.length >= CONSTANTS.enough || (pairs.length > 0 && alone);
}

function isClear({ ratio, bound, atLeast }, decided) {
  const best = bound ?? ratio;
  if (!best || !best.clear || !decided || (1 / CONSTANTS.hair < best.value && best.value < CONSTANTS.hair)) return false;
  return bound === null || atLeast === best.value > 1;
}

function agreement(view, one, other) {
  const stands = { agree: 0, unknown: 0, disagree: 0 };
  for (const instance of view.instances) {
    const [ours, theirs] = [instance.cells[one], instance.cells[other]];
    if (instance.quarrels.has(`${one},${other}`)) stands.disagree++;
    else if (ours && theirs) stands[ours.solved && theirs.solved ? "agree" : "unknown"]++;
  }
  return stands;
}

function sizesOf(view, series) {
  const sizes = new Map();
  for (const instance of view.instances)
    if (instance.series === series) sizes.set(instance.size, [...(sizes.get(instance.size) ?? []), instance]);
  return new Map([...sizes].sort(([one], [other]) => one - other));
}

function fitLine(points) {
  if (points.length < CONSTANTS.fewest) return null;
  const count = points.length;
  const logs = points.map(([, seconds]) => Math.log(seconds));
  const [middle, half] = [sum(points.map(([size]) => size)) / count, sum(logs) / count];
  const spread = sum(points.map(([size]) => (size - middle) ** 2));
  if (!spread) return null;
  const slope = sum(points.map(([size], at) => (size - middle) * (logs[at] - half))) / spread;
  const start = half - slope * middle;
  const rest = sum(points.map(([size], at) => (logs[at] - start - slope * size) ** 2));
  const error = Math.sqrt(rest / (count - 2));
  const student = CONSTANTS.student[count - 3] ?? CONSTANTS.normal;
  const at = (size) => Math.exp(start + slope * size);
  const around = (value, width) => [Math.exp(value - width), Math.exp(value + width)];
  const intervalAt = (size) => around(start + slope * size, student * error * Math.sqrt(1 + 1 / count + (size - middle) ** 2 / spread));
  return { at, intervalAt, factor: Math.exp(slope), factors: around(slope, (student * error) / Math.sqrt(spread)) };
}

function growth(samples) {
  const found = [...samples].filter(([, sample]) => sample.size);
  const medians = found.filter(([, sample]) => !sample.censored).map(([size, sample]) => [size, sample.median]);
  const censored = found.filter(([, sample]) => sample.censored).map(([size]) => size);
  const points = medians.filter(([, seconds]) => seconds > 0);
  const quiet = Math.max(CONSTANTS.noise, CONSTANTS.heard * Math.min(...points.map(([, seconds]) => seconds), points.length ? Infinity : 0));
  const heard = points.filter(([, seconds]) => seconds >= quiet);
  const noisy = heard.length < CONSTANTS.fewest;
  const line = fitLine(noisy ? points.slice(-CONSTANTS.tail) : heard);
  const most = Math.max(0, ...medians.map(([size]) => size));
  const steps = medians.slice(1).map(([size], at) => size - medians[at][0]);
  const beyond = censored.filter((size) => size > most);
  const nextSize = beyond.length ? Math.min(...beyond) : most + (steps.length ? Math.min(...steps) : 1);
  const [low, high] = line ? line.intervalAt(nextSize) : [0, Infinity];
  const open = high === Infinity || high > CONSTANTS.open * low;
  return { medians, line, noisy, nextSize, expected: noisy || open ? null : line };
}
