// Questions to Python: to the server of this machine, or to a worker in which Pyodide runs. One interface for both:
// `ask(question, { progress, signal })` gives the answer, an object, which has `error` where there is none.
const GONE = { error: "No answer: is `rookery play` still running?" };
export const STOPPED = { error: "Stopped." };

class Server {
  ready = true;
  several = true; // questions at a time

  async ask(question, { progress = () => {}, signal } = {}) {
    let answer = GONE;
    try {
      const body = JSON.stringify(question);
      const response = await fetch("answer", { method: "POST", headers: { "Content-Type": "application/json" }, body, signal });
      if (!response.ok) return { error: `The server refuses: ${response.status} ${response.statusText}` };
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
      for (let said = "", part; !(part = await reader.read()).done; ) {
        const lines = (said + part.value).split("\n");
        said = lines.pop();
        for (const line of lines.map((each) => JSON.parse(each)))
          if (line.answer) answer = line.answer;
          else progress(line.progress);
      }
    } catch {
      return signal?.aborted ? STOPPED : GONE;
    }
    return answer;
  }
}

class InPage {
  ready = false;
  several = false;
  waiting = new Map();
  number = 0;

  constructor(tell) {
    this.tell = tell;
  }

  start() {
    this.worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
    this.worker.onmessage = ({ data }) => {
      if (data.ready) this.ready = true;
      if (data.told) this.tell(data.told, data.ready);
      if (data.progress) this.waiting.get(data.number)?.progress(data.progress);
      if (data.answer) {
        this.waiting.get(data.number)?.resolve(data.answer);
        this.waiting.delete(data.number);
      }
    };
    this.worker.onerror = () => this.tell("Python could not be loaded in this browser.", false);
  }

  // A search in the page can only be stopped with its worker; the next question starts another one.
  stop() {
    this.worker?.terminate();
    [this.worker, this.ready] = [null, false];
    for (const { resolve } of this.waiting.values()) resolve(STOPPED);
    this.waiting.clear();
  }

  ask(question, { progress = () => {}, signal } = {}) {
    if (!this.worker) this.start();
    const number = ++this.number;
    return new Promise((resolve) => {
      this.waiting.set(number, { resolve, progress });
      signal?.addEventListener("abort", () => this.stop());
      this.worker.postMessage({ number, question });
    });
  }
}

// Nothing answers here: the build had no network to fetch Python for the page.
class Nobody {
  ready = false;
  several = false;

  async ask() {
    return { error: "This page was built without Python. Run `rookery play`: it serves the same page, and answers." };
  }
}

export function connect(engine, tell) {
  return engine === "server" ? new Server() : engine === "pyodide" ? new InPage(tell) : new Nobody();
}
