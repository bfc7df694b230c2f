import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import type { AccountSessions } from "../accounts/sessions/build.ts";
import type { SendPicture } from "../media/objects/object-routes.ts";
import type { Sandbox } from "../media/processes/sandbox.ts";
import type { Config } from "../platform/config/config.ts";
import type { Feature } from "../schema/feature.ts";
import type { Serve } from "../platform/http/serve.ts";
import type { Jobs } from "../platform/jobs/jobs.ts";
import type { Live } from "../platform/live/live.ts";
import type { Mail } from "../platform/mail/mail.ts";
import type { NoMail } from "../platform/mail/no-mail.ts";
import { openSecrets } from "../platform/secrets/secrets.ts";
import type { Throttle } from "../platform/throttle/throttle.ts";
import type { Database } from "../schema/database.ts";
import { openAnnouncements } from "./nights/announcements/build.ts";
import { nightRoutes } from "./nights/routes.ts";
import { tvRoutes } from "./nights/tv/routes.ts";
import { awardRecordsOf } from "./own-records-store.ts";
import { pictureRoutes } from "./pictures/routes.ts";
import { receiptRoutes } from "./receipts/routes.ts";
import { awardRoutes } from "./routes.ts";
import { titleRoutes } from "./titles/routes.ts";

interface Parts {
  readonly app: FastifyInstance;
  readonly serve: Serve;
  readonly log: FastifyBaseLogger;
  readonly config: Config;
  readonly database: Database;
  readonly sessions: AccountSessions;
  readonly guesses: Throttle;
  readonly live: Live;
  readonly jobs: Jobs;
  readonly mail: Mail;
  readonly noMail: NoMail;
  readonly sandbox: Sandbox;
  readonly sendPicture: SendPicture;
}

/** Mounts awards and votes, receipts, titles, Awards Nights, their screens and their pictures to share. */
export function buildAwards(parts: Parts): { readonly feature: Feature } {
  const { app, serve, log, config, database, sandbox } = parts;
  const { publicUrl, dataDir, rateLimits } = config;
  awardRoutes(serve, parts);
  receiptRoutes(serve, parts);
  titleRoutes(serve, parts);
  const pictures = pictureRoutes(serve, { database, dataDir, log: (line) => log.warn(line), sandbox });
  const announcements = openAnnouncements({ ...parts, rateLimits });
  const { pageOf } = nightRoutes(serve, { ...parts, announcements, publicUrl });
  const secrets = openSecrets({ keys: config.secretKeys, dataDir });
  const forgetCodes = tvRoutes(app, serve, { ...parts, secrets, pageOf });
  return {
    feature: {
      stop: pictures.stop,
      recordsOf: awardRecordsOf(database),
      async forget() {
        await forgetCodes();
        await announcements.forgetOld();
      },
    },
  };
}
