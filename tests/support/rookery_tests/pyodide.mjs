// node pyodide.mjs FOLDER SCRIPT.py [HOST]: run a script in the Pyodide of a folder, as a page does; HOST becomes /host.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, script, host] = process.argv.slice(2).map((each) => resolve(each));
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`));
const env = { HOME: "/home/pyodide" };
const pyodide = await loadPyodide({ indexURL: folder, env });
const archive = new Uint8Array(readFileSync(`${folder}/site.zip`));
pyodide.unpackArchive(archive, "zip", { extractDir: pyodide.runPython("import site; site.getsitepackages()[0]") });
if (host) pyodide.mountNodeFS("/host", host);
try {
  pyodide.runPython(readFileSync(script, "utf8"));
} catch (error) {
  console.error(error.message); // node itself would print all of Pyodide's script, which is one line
  process.exitCode = 1;
}
