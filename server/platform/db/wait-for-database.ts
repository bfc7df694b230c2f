import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { type Database, isUnreachable } from "./connect.ts";

const pauseMs = 1000;
const sayAgainMs = 10 * 60_000;

/**
 * A dedicated connection, once there is one: a database that is not there yet, as after a power cut, is waited for, with a line at first
 * and then every ten minutes. Throws what a database says that refuses us. The caller ends it.
 */
export async function whenThere(database: Database, log: (line: string) => void): Promise<pg.Client> {
  for (let saidAt = -Infinity; ; await sleep(pauseMs)) {
    try {
      return await database.dedicated();
    } catch (error) {
      if (!isUnreachable(error) || isRefusal(error)) throw error;
      if (performance.now() - saidAt < sayAgainMs) continue;
      saidAt = performance.now();
      log(`Waiting for the database, which is not there yet: ${reasonOf(error as Error)}`);
    }
  }
}

/** A proxy's word for options that it does not know; its code says no more than that something is wrong. */
const isRefusal = (error: unknown) => error instanceof Error && /unsupported startup parameter/i.test(error.message);

/** Several addresses of one name fail as one error without a message. */
const reasonOf = (error: Error & { readonly code?: unknown }) => error.message || String(error.code);
