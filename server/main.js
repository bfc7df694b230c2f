// Plain JavaScript on purpose: Node strips the types of a file that is not in the compile cache yet, and loads a compiler for that.
import { enableCompileCache } from "node:module";

enableCompileCache();
// Imported after the cache is on, so that the compiled code is cached.
const { start } = await import("./start.ts");
await start();
