// Python in the page: Pyodide, python-sat and rookery from files beside this page; questions come and go as messages.
import { loadPyodide } from "./pyodide/pyodide.mjs";

const began = performance.now();
let python = null;

async function load() {
  postMessage({ told: "Python is being loaded." });
  const site = fetch(new URL("pyodide/site.zip", import.meta.url)); // at the same time as Python
  site.catch(() => {}); // it is awaited below
  python = await loadPyodide({ indexURL: new URL("pyodide/", import.meta.url).href });
  python.unpackArchive(await (await site).arrayBuffer(), "zip", { extractDir: python.runPython("import site; site.getsitepackages()[0]") });
  python.runPython(`
import json
from rookery.play.questions import answer

def reply(text, tell):
    try:
        return json.dumps({"answer": answer(json.loads(text), tell)})
    except (MemoryError, RecursionError):
        return json.dumps({"answer": {"error": "Memory ran out: a smaller board may need less."}})
    except Exception as error:
        return json.dumps({"answer": {"error": f"This is a bug in Rookery: {type(error).__name__}: {error}"[:500]}})
`);
  postMessage({ ready: true, told: `Answered in this page, by Python in your browser: loaded in ${((performance.now() - began) / 1000).toFixed(1)} s.` });
}

const loaded = load().catch((error) => postMessage({ told: `Python could not be loaded: ${error}`.slice(0, 300) }));

onmessage = async ({ data: { number, question } }) => {
  await loaded;
  if (!python) return postMessage({ number, answer: { error: "Python could not be loaded in this browser." } });
  const reply = python.globals.get("reply");
  const { answer } = JSON.parse(reply(JSON.stringify(question), (progress) => postMessage({ number, progress })));
  postMessage({ number, answer });
};
