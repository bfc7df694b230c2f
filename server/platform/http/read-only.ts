// Decision 113: what a site that is read-only refuses, and what goes on.
import type { FastifyRequest } from "fastify";
import { withValues } from "#contract/refusals.ts";
import type { Database } from "../db/connect.ts";
import { type Kept, keptFor } from "../bounded-reads.ts";
import { Problem } from "./problem.ts";
import { type ReadOnlyState, findReadOnly } from "./read-only-store.ts";

/**
 * Reads the state of the site; null while it takes writes. It keeps what it has read for a second, so that writes cost one statement a
 * second in all, and what another server has switched counts here after that.
 */
export type ReadOnlySite = Kept<ReadOnlyState | null>;

const keptMs = 1000;
/** For clients that wait by themselves. */
const retrySeconds = 30;

export const openReadOnly = (database: Database): ReadOnlySite => keptFor(keptMs, () => findReadOnly(database));

/** Refuses a request that wants to write while the site is read-only. Reads pass, and calls that say so in the contract. */
export async function refuseWrites(request: FastifyRequest, site: ReadOnlySite): Promise<void> {
  if (request.method === "GET" || request.method === "HEAD" || request.is404) return;
  if (request.routeOptions.config.worksReadOnly) return;
  await demandWritable(site);
}

/** Throws 503 while the site is read-only. */
export async function demandWritable(site: ReadOnlySite): Promise<void> {
  const state = await site();
  if (state === null) return;
  const { message } = state;
  throw new Problem("read_only", message === null ? "read_only" : withValues("read_only_because", { message }), {
    retryAfter: retrySeconds,
  });
}
