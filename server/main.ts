import { enableCompileCache } from "node:module";

enableCompileCache();
// Imported after the cache is on, so that the compiled code is cached.
const { start } = await import("./start.ts");
await start();
