// Decision 061: why V8's young generation is bounded.
import process from "node:process";
import { serverNode } from "./install.mjs";
import { whenOrphaned } from "./orphaned.mjs";
import { prepare } from "./prepare.mjs";
import { forwardSignals, run, stopRunning, wasSignalled } from "./run.mjs";

// npm start, and npm run try with another entry: from a fresh clone to a running server. Plain JavaScript on purpose: it runs on the Node
// that the machine has.
forwardSignals();
whenOrphaned(stopRunning);
await prepare();
if (wasSignalled()) process.exit(0);
const entry = process.argv[2] ?? "dist/.server/main.js";
// The Dockerfile and the benchmarks give the same bound.
const server = ["--max-semi-space-size=8", entry];
// The server stops when this channel closes, so also after a kill of this process.
process.exitCode = await run(serverNode(), server, { stdio: ["inherit", "inherit", "inherit", "ipc"] });
