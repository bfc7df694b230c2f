import process from "node:process";
import { startServer, templateVariable } from "./server.ts";

/** Starts and stops a server once for the whole run, because copying its database is faster than creating one per server. */
export default async function makeTemplate(): Promise<() => Promise<void>> {
  const server = await startServer();
  await server.stop();
  process.env[templateVariable] = server.dataDir;
  return server.dispose;
}
