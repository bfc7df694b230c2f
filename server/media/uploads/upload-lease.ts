import { randomUUID } from "node:crypto";
import { Problem } from "../../platform/http/problem.ts";

/** Leases on uploads, one at a time for each upload, over all servers. */
export interface LeaseStore {
  take(id: string, leaseId: string, seconds: number): Promise<boolean>;
  renew(id: string, leaseId: string, seconds: number): Promise<boolean>;
  release(id: string, leaseId: string): Promise<void>;
}

/** The lease of a dead server ends after this time. */
const leaseSeconds = 6;
const renewMs = 2000;

/**
 * Runs `work` with the lease of an upload, and renews the lease until `work` ends. Refuses (503) while another request has it. `onLost` is
 * called when a renewal fails.
 */
export async function withLease<T>(
  store: LeaseStore,
  id: string,
  onLost: () => void,
  work: (leaseId: string) => Promise<T>,
): Promise<T> {
  const leaseId = randomUUID();
  if (!(await store.take(id, leaseId, leaseSeconds))) throw busy();
  // When the database does not answer, another server may take the lease.
  const renew = () => store.renew(id, leaseId, leaseSeconds).catch(() => false);
  const timer = setInterval(() => void renew().then((isRenewed) => isRenewed || onLost()), renewMs);
  try {
    return await work(leaseId);
  } finally {
    clearInterval(timer);
    await store.release(id, leaseId).catch(() => {});
  }
}

const busy = () => new Problem("unavailable", "upload_sent_elsewhere", { retryAfter: 2 });
