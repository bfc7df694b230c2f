import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import type { Blobs } from "../platform/blobs/blobs.ts";
import type { Config } from "../platform/config/config.ts";
import type { Faults } from "../platform/faults/faults.ts";
import type { Serve } from "../platform/http/serve.ts";
import type { Sessions } from "../platform/http/session.ts";
import type { Jobs } from "../platform/jobs/jobs.ts";
import type { Live } from "../platform/live/live.ts";
import type { Mail } from "../platform/mail/mail.ts";
import type { Metrics } from "../platform/metrics/metrics.ts";
import type { NoMail } from "../platform/mail/no-mail.ts";
import type { Throttle } from "../platform/throttle/throttle.ts";
import type { Activity } from "./activity.ts";
import type { Database } from "./database.ts";

/** What rooms stand on. `app.ts` makes it once, and each room and route picks what it needs of it. */
export interface Ground {
  readonly app: FastifyInstance;
  readonly serve: Serve;
  readonly log: FastifyBaseLogger;
  readonly config: Config;
  readonly database: Database;
  readonly live: Live;
  readonly activity: Activity;
  readonly jobs: Jobs;
  readonly sessions: Sessions;
  readonly guesses: Throttle;
  readonly mail: Mail;
  readonly noMail: NoMail;
  readonly blobs: Blobs;
  readonly faults: Faults;
  readonly metrics: Metrics;
}
