import { serverNode } from "./install.mjs";
import { prepare } from "./prepare.mjs";
import { forwardSignals, root, step } from "./run.mjs";

// npm run setup: what npm start does before the server starts, for an account that may write here. The server's own account need not.
forwardSignals();
await prepare();
// PostgreSQL's programs need links, which the server otherwise makes at its start.
const link = 'import("./server/platform/db/embedded/programs.ts").then(({ findPrograms }) => findPrograms())';
await step("Preparing PostgreSQL", serverNode(), ["-e", link], { cwd: root });
