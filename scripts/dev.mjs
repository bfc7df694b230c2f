import { spawn } from "node:child_process";
import path from "node:path";
import process from "node:process";
import { installInStep, serverNode } from "./install.mjs";
import { whenOrphaned } from "./orphaned.mjs";
import { root } from "./run.mjs";

// npm run dev: the server, which restarts when its code changes, and Vite in front of it. When one ends, the other ends too.
await installInStep();
const node = serverNode();
const vite = path.join(root, "node_modules/vite/bin/vite.js");
const children = [
  spawn(node, ["--watch", "--watch-preserve-output", "server/main.js"], { cwd: root, stdio: "inherit" }),
  spawn(node, [vite], { cwd: root, stdio: "inherit" }),
];

function stop() {
  for (const child of children) child.kill("SIGTERM");
}

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, stop);
whenOrphaned(stop);
for (const child of children)
  child.once("exit", (code) => {
    process.exitCode ||= code ?? 0;
    stop();
  });
