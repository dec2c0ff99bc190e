// The charts of the page as curves.py draws them, of what the filters leave and of the measure that is chosen.
const [WIDTH, HEIGHT, SIDE] = [480, 330, 420];
const TITLES = { total: "time", compile: "compile time", search: "search time", first: "time to the first solution", last: "time to the last solution" };
const entitled = (measure) => TITLES[measure] ?? measure;
const shown = (value, choice) => (choice.measure in choice.efforts ? whole(Math.round(value)) : seconds(value));
const aside = (who) => 5 * (who % 5) - 10; // so that marks at the same place stand side by side

function scaling(view, series, choice) {
  const sizes = sizesOf(view, series);
  const samples = new Map(view.who.map((who) => [who, new Map([...sizes].map(([size, found]) => [size, view.at(found, who, choice.measure)]))]));
  const growths = new Map(choice.measure === "total" ? view.who.map((who) => [who, growth(samples.get(who))]) : []);
  const ahead = [...growths.values()].filter((each) => each.expected);
  const values = [...samples.values()].flatMap((each) => [...each.values()]).filter((each) => !each.censored).map((each) => each.median);
  const most = (values.length ? Math.max(...values) : 1) * 100;
  const reached = [...sizes.keys(), ...ahead.map((each) => each.nextSize)];
  const across = linearScale(Math.min(...reached) - 0.3, Math.max(...reached) + 0.3, LEFT, WIDTH - RIGHT);
  const up = measured([...values, ...ahead.map((each) => Math.min(each.line.at(each.nextSize), most))], HEIGHT - BOTTOM, TOP + EDGE, choice);
  const strip = shape("rect", { class: "out", x: LEFT, y: TOP, width: WIDTH - LEFT - RIGHT, height: EDGE - 6 });
  const named = shape("text", { class: "faint", x: LEFT - 7, y: TOP + EDGE / 2, "text-anchor": "end" }, "no answer");
  const body = view.who.map((who) => {
    const each = growths.get(who);
    const curve = curveOf(samples.get(who), who, across, up);
    return group(who, ...tips(view, samples.get(who), who, across, up, choice), ...curve, ...(ahead.includes(each) ? forecastOf(each, [who, view.all.who[who]], across, up) : []));
  });
  const told = `median ${entitled(choice.measure)}`;
  return chart({ across, up, title: `${told[0].toUpperCase()}${told.slice(1)} by size: ${view.all.series[series]}`, below: "size of the board", above: told }, [strip, named, ...body]);
}

function curveOf(samples, who, across, up) {
  const known = [...samples].filter(([, sample]) => !sample.censored);
  const lost = [...samples].filter(([, sample]) => sample.censored && sample.size);
  const points = known.map(([size, sample]) => [across.at(size), up.at(sample.median)]);
  const whiskers = known.map(([size, sample]) => {
    const interval = sample.interval();
    if (!interval || interval[1] === Infinity) return null;
    return line(interval.map((end) => [across.at(size), Math.min(up.at(end), HEIGHT - BOTTOM)]), "whisker");
  });
  const above = lost.map(([size]) => [across.at(size) + aside(who), TOP + EDGE / 2 - 3]);
  return [line(points), ...whiskers, marks(points, who), marks(above, who, "mark lost")];
}

function tips(view, samples, who, across, up, choice) {
  return [...samples].filter(([, sample]) => !sample.censored).map(([size, sample]) => {
    const interval = sample.interval();
    const told = `${view.all.who[who]}, size ${size}: ${shown(sample.median, choice)}${interval && !(choice.measure in choice.efforts) ? ` (${span(interval)})` : ""}`;
    return shape("circle", { class: "hover", cx: n(across.at(size)), cy: n(up.at(sample.median)), r: 8 }, shape("title", {}, told));
  });
}

function forecastOf(each, [who, name], across, up) {
  const [size, from] = [each.nextSize, each.medians.at(-1)[0]];
  const x = across.at(size) + aside(who);
  const top = Math.max(up.at(each.line.at(size)), TOP + EDGE);
  const ends = each.line.intervalAt(size).map((end) => [x, Math.min(Math.max(up.at(end), TOP + EDGE), HEIGHT - BOTTOM)]);
  const told = shape("title", {}, `${name}, expected for ${forecast(each)}`);
  return [line([[across.at(from), up.at(each.line.at(from))], [x, top]], "ahead"), line(ends, "ahead"), shape("circle", { class: "ring", cx: n(x), cy: n(top), r: 4 }, told)];
}

// The median of a measure over a cell's runs; infinite where too few answered.
const medianOf = (cell, measure) => (measure === "total" ? cell.total.median : sampleTimes(cell.runs, measure).median);

function cactus(view, choice) {
  const medians = (cells) => cells.map((cell) => medianOf(cell, choice.measure)).filter((value) => value < Infinity).sort(rising);
  const best = view.instances.map((each) => Math.min(...view.row(each).map((cell) => medianOf(cell, choice.measure)))).filter((value) => value < Infinity).sort(rising);
  const curves = view.who.map((who) => [who, medians(view.of(who))]);
  const across = linearScale(0, view.instances.length, LEFT, WIDTH - RIGHT);
  const up = measured([...best, ...curves.flatMap(([, values]) => values)], HEIGHT - BOTTOM, TOP, choice);
  const points = (values) => {
    const stride = Math.max(Math.floor(values.length / 200), 1);
    return values.map((value, at) => [at, across.at(at + 1), up.at(value)]).filter(([at]) => at % stride === 0 || at === values.length - 1).map(([, x, y]) => [x, y]);
  };
  const body = curves.map(([who, values]) => {
    const places = points(values);
    return group(who, line(places), marks(places.length <= 40 ? places : places.slice(-1), who));
  });
  return chart({ across, up, title: "Cactus plot", below: "instances answered", above: `within (median ${entitled(choice.measure)})` }, [line(points(best), "virtual"), ...body]);
}

// Scatter plots as in scatters.py: `groups` are [contestant, pairs of values], Infinity where there is no answer.
function scatter(groups, [one, other], choice) {
  const known = groups.flatMap(([, pairs]) => pairs.flat()).filter((value) => value < Infinity);
  const across = measured(known, LEFT, SIDE - RIGHT - EDGE, choice);
  const up = measured(known, SIDE - BOTTOM, TOP + EDGE, choice);
  const place = ([x, y]) => [x === Infinity ? SIDE - RIGHT - EDGE / 2 : across.at(x), y === Infinity ? TOP + EDGE / 2 : up.at(y)];
  const body = groups.map(([who, pairs]) => group(who, marks(pairs.map(place), who, "mark soft")));
  return chart({ across, up, title: `${one} against ${other}`, below: one, above: other, width: SIDE, height: SIDE }, [...margins(), ...diagonals(across, up), ...body]);
}

// Two contestants, each instance in the colour of the one that needs less.
function scatterPair(view, names, choice) {
  const [one, other] = names.map((name) => view.all.who.indexOf(name));
  const told = (cell) => cell && (cell.total.censored || medianOf(cell, choice.measure) < Infinity);
  const both = view.instances.filter((each) => told(each.cells[one]) && told(each.cells[other]));
  const pairs = both.map((each) => [medianOf(each.cells[one], choice.measure), medianOf(each.cells[other], choice.measure)]);
  return scatter([[one, pairs.filter(([x, y]) => x <= y)], [other, pairs.filter(([x, y]) => !(x <= y))]], names, choice);
}

// The times of this campaign against those of another one.
function scatterChanges(view, points) {
  const left = new Set(view.instances.map((each) => each.number));
  const value = (seconds) => seconds ?? Infinity;
  const of = (who) => points.filter(([instance, one]) => one === who && left.has(instance)).map(([, , before, after]) => [value(before), value(after)]);
  return scatter(view.who.map((who) => [who, of(who)]), ["before", "after"], { measure: "total", efforts: {} });
}

function margins() {
  const edge = SIDE - RIGHT - EDGE + 6;
  const above = shape("rect", { class: "out", x: LEFT, y: TOP, width: SIDE - LEFT - RIGHT, height: EDGE - 6 });
  const tall = SIDE - BOTTOM - TOP - EDGE + 6;
  return [above, shape("rect", { class: "out", x: edge, y: TOP + EDGE - 6, width: EDGE - 6, height: tall })];
}

function diagonals(across, up) {
  const by = [[1, "equal"], [2, "twice"], [1 / 2, "twice"], [10, "tenfold"], [1 / 10, "tenfold"]];
  return by.map(([times, style]) => {
    const [low, high] = across.log ? [across.low, across.high] : [0, across.high];
    const [start, end] = [Math.max(low, low / times), Math.min(high, high / times)];
    return line([[across.at(start), up.at(start * times)], [across.at(end), up.at(end * times)]], `diagonal ${style}`);
  });
}

function phases(view) {
  const time = (cell, measure) => sampleTimes(cell.runs.filter((run) => run.answered), measure).median;
  const points = view.who.map((who) => [who, view.of(who).map((cell) => [time(cell, "compile"), time(cell, "search")]).filter(([x, y]) => x < Infinity && y < Infinity)]);
  const known = points.flatMap(([, pairs]) => pairs.flat());
  const across = logScale(known, LEFT, WIDTH - RIGHT);
  const up = logScale(known, HEIGHT - BOTTOM, TOP);
  const equal = line([[LEFT, HEIGHT - BOTTOM], [WIDTH - RIGHT, TOP]], "diagonal equal");
  const body = points.map(([who, pairs]) => group(who, marks(pairs.map(([x, y]) => [across.at(x), up.at(y)]), who, "mark soft")));
  return chart({ across, up, title: "Compile time against search time", below: "compile (median)", above: "search (median)" }, [equal, ...body]);
}
