import { enableCompileCache } from "node:module";
import path from "node:path";

enableCompileCache();
// Imported after the cache is on, so that the compiled code is cached.
const { startTry } = await import("./start.ts");
await startTry(path.resolve(import.meta.dirname, "../dist"));
