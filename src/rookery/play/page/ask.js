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
      const body = JSON.stringify(question), headers = { "Content-Type": "application/json" };
      const response = await fetch("answer", { method: "POST", headers, body, signal });
      if (!response.ok) return { error: `The server refuses: ${response.status} ${response.statusText}` };
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
      for (let said = "", part; !(part = await reader.read()).done; ) {
        const lines = (said + part.value).split("\n");
        said = lines.pop();
        for (const message of lines.map((line) => JSON.parse(line)))
          if (message.answer) answer = message.answer;
          else progress(message.progress);
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

  constructor(tell) {
    this.tell = tell;
    this.start();
  }

  start() {
    this.worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
    this.worker.onmessage = ({ data: { ready, told, number, progress, answer } }) => {
      this.ready ||= ready === true;
      if (told) this.tell(told, ready);
      if (progress) this.waiting.get(number)?.progress(progress);
      if (answer) this.waiting.get(number)?.resolve(answer);
    };
    this.worker.onerror = () => this.tell("Python could not be loaded in this browser.", false);
  }

  // A search in the page can only be stopped with its worker; another one is loaded at once.
  stop() {
    this.worker.terminate();
    this.ready = false;
    for (const { resolve } of this.waiting.values()) resolve(STOPPED);
    this.waiting.clear();
    this.start();
  }

  ask(question, { progress = () => {}, signal } = {}) {
    const number = this.waiting.size;
    return new Promise((resolve) => {
      this.waiting.set(number, { resolve, progress });
      signal?.addEventListener("abort", () => this.stop());
      this.worker.postMessage({ number, question });
    });
  }
}

// Nothing answers here: the build had no network to fetch Python for the page.
const nobody = {
  ready: false,
  several: false,
  ask: async () => ({ error: "This page was built without Python. Run `rookery play`: it serves the same page, and answers." }),
};

export function connect(engine, tell) {
  return engine === "server" ? new Server() : engine === "pyodide" ? new InPage(tell) : nobody;
}
