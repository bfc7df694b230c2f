import { spawn } from "node:child_process";
import path from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";

/** The project's folder. Every script runs in it, from wherever it is called. */
export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");

/** The children that receive our signals. */
const running = new Set();
let signalled;

/** Passes the first SIGINT, SIGTERM or SIGHUP on to the running children. npm and the terminal send it again; repeats are ignored. */
export function forwardSignals() {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"])
    process.on(signal, () => {
      if (signalled) return;
      signalled = signal;
      if (running.size === 0) process.exit(128 + signalNumbers[signal]);
      for (const child of running) child.kill(signal === "SIGHUP" ? "SIGTERM" : signal);
    });
}

/** Whether a signal came. Then start nothing new. */
export const wasSignalled = () => signalled !== undefined;

/** Ends the running children. */
export const stopRunning = () => running.forEach((child) => child.kill("SIGTERM"));

/** Runs a program in the project's folder and shows its output. Resolves to its exit code: 128 + n when signal n ended it. */
export function run(file, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { cwd: root, stdio: "inherit", ...options });
    running.add(child);
    child.once("error", reject);
    child.once("exit", (code, signal) => {
      running.delete(child);
      resolve(code ?? 128 + (signalNumbers[signal] ?? 0));
    });
  });
}

const signalNumbers = { SIGHUP: 1, SIGINT: 2, SIGQUIT: 3, SIGABRT: 6, SIGKILL: 9, SIGSEGV: 11, SIGTERM: 15 };

/** Options of a program of whose output only the errors are shown. */
export const onlyErrors = { stdio: ["inherit", "ignore", "inherit"] };

/** Ends the script with one line. */
export function fail(line) {
  console.error(line);
  process.exit(1);
}

/** Runs one step of a script; ends the script with the step's exit code when it fails. */
export async function step(what, file, args, options) {
  if (wasSignalled()) process.exit(1);
  endUnlessFine(what, await run(file, args, options));
}

/** Ends the script with a step's exit code and a line that names the step, unless the code is 0. */
export function endUnlessFine(what, code) {
  if (code === 0) return;
  if (!wasSignalled()) console.error(`${what} failed (exit code ${code}); see its output above.`);
  process.exit(code);
}
