// Decision 113: what a site that is read-only refuses, and what goes on.
import type { FastifyRequest } from "fastify";
import { withValues } from "#contract/refusals.ts";
import type { Database } from "../db/connect.ts";
import { Problem } from "./problem.ts";
import { type ReadOnlyState, findReadOnly } from "./read-only-store.ts";

export interface ReadOnlySite {
  /** Null while the site takes writes. What another server has switched counts here after a second. */
  present(): Promise<ReadOnlyState | null>;
  /** Drops what is kept, after this server has switched. */
  forget(): void;
}

const keptMs = 1000;
/** For clients that wait by themselves. */
const retrySeconds = 30;

/** Opens the switch of a site. It keeps what it has read for a second, so that writes cost one statement a second in all. */
export function openReadOnly(database: Database, now: () => number = Date.now): ReadOnlySite {
  let kept: { readonly until: number; readonly state: Promise<ReadOnlyState | null> } | undefined;
  return {
    present() {
      if (kept && now() < kept.until) return kept.state;
      const state = findReadOnly(database);
      const asked = (kept = { until: now() + keptMs, state });
      state.catch(() => {
        if (kept === asked) kept = undefined;
      });
      return state;
    },
    forget: () => void (kept = undefined),
  };
}

/** Refuses a request that wants to write while the site is read-only. Reads pass, and calls that say so in the contract. */
export async function refuseWrites(request: FastifyRequest, site: ReadOnlySite): Promise<void> {
  if (request.method === "GET" || request.method === "HEAD" || request.is404) return;
  if (request.routeOptions.config.worksReadOnly) return;
  await demandWritable(site);
}

/** Throws 503 while the site is read-only. */
export async function demandWritable(site: ReadOnlySite): Promise<void> {
  const state = await site.present();
  if (state === null) return;
  const { message } = state;
  throw new Problem("read_only", message === null ? "read_only" : withValues("read_only_because", { message }), {
    retryAfter: retrySeconds,
  });
}
