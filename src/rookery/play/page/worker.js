// Python in the page: Pyodide, python-sat and rookery from files beside this page; questions come and go as messages.
import { loadPyodide } from "./pyodide/pyodide.mjs";

async function load() {
  const began = performance.now();
  postMessage({ told: "Python is being loaded." });
  const site = fetch(new URL("pyodide/site.zip", import.meta.url)); // at the same time as Python
  site.catch(() => {}); // it is awaited below
  const python = await loadPyodide({ indexURL: new URL("pyodide/", import.meta.url).href });
  python.unpackArchive(await (await site).arrayBuffer(), "zip", { extractDir: python.runPython("import site; site.getsitepackages()[0]") });
  python.runPython("import json; from rookery.play.questions import reply");
  const reply = python.runPython("lambda text, tell: json.dumps(reply(json.loads(text), tell))");
  postMessage({ ready: true, told: `Answered in this page, by Python in your browser: loaded in ${((performance.now() - began) / 1000).toFixed(1)} s.` });
  return reply;
}

const loaded = load().catch((error) => postMessage({ told: `Python could not be loaded: ${error}`.slice(0, 300) }));

onmessage = async ({ data: { number, question } }) => {
  const reply = await loaded;
  const answer = reply ? JSON.parse(reply(JSON.stringify(question), (progress) => postMessage({ number, progress }))) : { error: "Python could not be loaded in this browser." };
  postMessage({ number, answer });
};
