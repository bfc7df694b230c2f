import { enableCompileCache } from "node:module";

enableCompileCache();
// After the cache is on, so that everything else is compiled once.
const { start } = await import("./start.ts");
await start();
