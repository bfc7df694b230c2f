import { setTimeout as sleep } from "node:timers/promises";
import { Client, type ClientConfig } from "pg";

/** Error codes of the socket or the server while the server starts. */
const notYet = new Set(["ENOENT", "ECONNREFUSED", "ECONNRESET", "EPIPE", "53300", "57P01", "57P02", "57P03"]);

/**
 * Waits until the server of the cluster in `folder` answers; false if `until` aborts first. Throws if another server answers, or if
 * the server refuses us.
 */
export async function untilReady(connection: ClientConfig, folder: string, until: AbortSignal): Promise<boolean> {
  for (let pause = 5; !until.aborted; pause = Math.min(50, pause + 5)) {
    const served = await ask(connection);
    if (served === folder) return true;
    if (served) throw new Error(`another PostgreSQL answers on ${connection.host}: the one of ${served}`);
    await sleep(pause);
  }
  return false;
}

/** The data folder of the server that answers; undefined if it cannot answer yet. */
async function ask(connection: ClientConfig): Promise<string | undefined> {
  const client = new Client({ ...connection, connectionTimeoutMillis: 5000 });
  client.on("error", () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ folder: string }>("select current_setting('data_directory') as folder");
    return rows[0]?.folder;
  } catch (error) {
    if (isNotYet(error)) return undefined;
    throw error;
  } finally {
    await client.end().catch(() => {});
  }
}

function isNotYet(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ("code" in error && typeof error.code === "string") return notYet.has(error.code);
  return /Connection terminated|timeout expired|not queryable/.test(error.message);
}
