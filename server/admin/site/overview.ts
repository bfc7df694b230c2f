import type { Backup, SiteOverview } from "#contract/admin.ts";
import { type WholeBackup, takenBackups } from "../../backups/taken-store.ts";
import { version } from "../../platform/version.ts";
import type { Faults } from "../../platform/faults/faults.ts";
import type { ReadOnlySite } from "../../platform/http/read-only.ts";
import type { FailedJobs } from "../../platform/jobs/failed-store.ts";
import { keptFor } from "../../platform/bounded-reads.ts";
import type { Database } from "../../schema/database.ts";
import { shownState } from "./read-only.ts";
import { siteStore } from "./store.ts";

interface Parts {
  readonly database: Database;
  readonly readOnly: ReadOnlySite;
  readonly failed: FailedJobs;
  readonly faults: Pick<Faults, "ofSite">;
}

const countsAgeMs = 60_000;

/** Opens the front of the admin page. It counts the site at most once a minute. */
export function openOverview({ database, readOnly, failed, faults }: Parts): () => Promise<SiteOverview> {
  const store = siteStore(database);
  const counts = keptFor(countsAgeMs, store.counts);
  return async () => {
    const [counted, queues, bouncedMails, state, wrong, backups] = await Promise.all([
      counts(),
      failed.queues(),
      store.bouncedMails(),
      shownState(readOnly),
      faults.ofSite(),
      shownBackups(database, 1),
    ]);
    return {
      version,
      ...counted,
      failedJobs: queues.reduce((sum, queue) => sum + queue.failed, 0),
      bouncedMails,
      readOnly: state,
      faults: wrong.map(({ since, ...fault }) => ({ ...fault, since: since.toJSON() })),
      lastBackup: backups[0] ?? null,
    };
  };
}

/** The newest backups that are whole, as the admin page shows them. */
export const shownBackups = async (database: Database, count: number): Promise<Backup[]> =>
  (await takenBackups(database, count)).map(shown);

const shown = ({ endedAt, ...backup }: WholeBackup): Backup => ({ ...backup, endedAt: endedAt.toJSON() });
