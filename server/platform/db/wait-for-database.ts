import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { type Database, isUnreachable } from "./connect.ts";

const pauseMs = 1000;
const logEveryMs = 10 * 60_000;

/**
 * Waits until the database can be reached, as after a power cut, and logs that at first and then every ten minutes. Resolves to a
 * dedicated connection, which the caller ends. Rejects if the database refuses us.
 */
export async function waitForDatabase(database: Database, log: (line: string) => void): Promise<pg.Client> {
  for (let loggedAt = -Infinity; ; await sleep(pauseMs)) {
    try {
      return await database.dedicated();
    } catch (error) {
      if (!isUnreachable(error) || isRefusal(error)) throw error;
      if (performance.now() - loggedAt < logEveryMs) continue;
      loggedAt = performance.now();
      log(`Waiting for the database, which is not there yet: ${reasonOf(error as Error)}`);
    }
  }
}

/** A proxy's message about options that it does not support. Its error code is too general to tell. */
const isRefusal = (error: unknown) => error instanceof Error && /unsupported startup parameter/i.test(error.message);

/** If several addresses of one host fail, the error has a code and no message. */
const reasonOf = (error: Error & { readonly code?: unknown }) => error.message || String(error.code);
