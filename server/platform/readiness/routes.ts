import type { FastifyInstance } from "fastify";
import type { ReadyState } from "#contract/addresses.ts";
import type { Blobs } from "../blobs/blobs.ts";
import { inTime } from "../bounded-reads.ts";
import type { Database } from "../db/connect.ts";
import { missingMigrations } from "../db/missing-migrations-store.ts";
import type { SchemaFolders } from "../db/schema-files.ts";
import { sqlText } from "../db/sql-text.ts";
import { secondMs } from "../durations.ts";
import type { Faults } from "../faults/faults.ts";
import { operatorTokenIn } from "../http/operator-token.ts";
import type { Jobs } from "../jobs/jobs.ts";
import { openReadiness } from "./readiness.ts";

interface Parts {
  readonly database: Database;
  readonly blobs: Blobs;
  readonly jobs: Jobs;
  readonly faults: Faults;
  readonly schema: SchemaFolders;
  readonly lastBackup: () => Promise<Date | null>;
  /** The operator's token, which opens reasons and warnings. */
  readonly token: string | undefined;
}

const maxMs = 3 * secondMs;
const ping = { name: "ping", text: sqlText`select 1` };

/**
 * Mounts `GET /readyz`: 200 if a proxy may send requests to this server, else 503 with the names of the parts that fail. Warnings, such as
 * an old backup, never make it 503.
 */
export function readinessRoute(app: FastifyInstance, parts: Parts): void {
  const { database, blobs, jobs, faults, lastBackup } = parts;
  const isOperator = operatorTokenIn(parts.token);
  const findMissing = missingMigrations(database, parts.schema);
  const ask = openReadiness(
    [
      { name: "database", check: () => database.one(ping, []) },
      { name: "photos", check: () => blobs.answers() },
      { name: "jobs", check: () => jobs.works() },
      {
        name: "schema",
        standsOn: "database",
        async check() {
          const [missing] = await findMissing();
          if (missing) throw new Error(`The database lacks the migration ${missing}: restart this server`);
        },
      },
    ],
    (failing) =>
      failing.length > 0
        ? app.log.warn({ failing }, "This server is not ready for requests")
        : app.log.warn("This server is ready again"),
  );

  app.get("/readyz", async (request, reply) => {
    const { states, failing } = await ask();
    const answer: ReadyState = { ok: failing.length === 0, failing };
    if (!answer.ok) void reply.code(503).header("retry-after", 2);
    if (!isOperator(request)) return answer;
    // Both are in the database, which may be what fails.
    const [warnings, backup] = await Promise.all([
      inTime(maxMs, faults.ofSite).catch(() => []),
      inTime(maxMs, lastBackup).catch(() => null),
    ]);
    const ageOf = (since: Date) => Math.round((Date.now() - since.getTime()) / secondMs);
    return {
      ...answer,
      parts: [...states],
      warnings: warnings.map(({ name, reason, since }) => ({ name, reason, seconds: ageOf(since) })),
      lastBackupSeconds: backup && ageOf(backup),
    } satisfies ReadyState;
  });
}
