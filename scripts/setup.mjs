import { buildIfChanged } from "./build.mjs";
import { installInStep, serverNode } from "./install.mjs";
import { forwardSignals, root, step } from "./run.mjs";

// npm run setup: what npm start does before the server starts, for an account that may write here. The server's own account need not.
forwardSignals();
await installInStep();
await buildIfChanged();
// PostgreSQL's programs need links, which the server otherwise makes at its start.
const link = 'import("./server/platform/db/embedded/programs.ts").then(({ findPrograms }) => findPrograms())';
await step("Preparing PostgreSQL", serverNode(), ["-e", link], { cwd: root });
