import type { AccountSessions } from "../accounts/sessions/build.ts";
import type { SendPicture } from "../media/objects/object-routes.ts";
import type { ReadPictureOfTrip } from "../media/objects/read-picture.ts";
import type { Sandbox } from "../media/processes/sandbox.ts";
import type { Feature } from "../schema/feature.ts";
import type { Ground } from "../schema/ground.ts";
import { openSecrets } from "../platform/secrets/secrets.ts";
import { joinRecords } from "../schema/own-records.ts";
import { watchLastVotes } from "./last-vote.ts";
import { openAnnouncements } from "./nights/announcements/build.ts";
import { nightRoutes } from "./nights/routes.ts";
import { tvRoutes } from "./nights/tv/routes.ts";
import { awardRecordsOf } from "./own-records-store.ts";
import { pictureRoutes } from "./pictures/routes.ts";
import { receiptRoutes } from "./receipts/routes.ts";
import { receiptRecordsOf } from "./receipts/store.ts";
import { awardRoutes } from "./routes.ts";
import { titleRoutes } from "./titles/routes.ts";

interface Parts extends Ground {
  readonly sessions: AccountSessions;
  readonly sandbox: Sandbox;
  readonly sendPicture: SendPicture;
  readonly readPictureOfTrip: ReadPictureOfTrip;
}

/** Mounts awards and votes, receipts, titles, Awards Nights, their screens and their pictures to share. */
export function buildAwards(parts: Parts): { readonly feature: Feature } {
  const { app, serve, log, config } = parts;
  const { publicUrl, dataDir, rateLimits, backups } = config;
  const announcements = openAnnouncements({ ...parts, rateLimits });
  const { pageOf, closeIfAnswered, closeAnswered } = nightRoutes(serve, {
    ...parts,
    announcements,
    publicUrl,
    backupDays: backups.place && backups.days,
  });
  awardRoutes(serve, { ...parts, closeIfAnswered });
  receiptRoutes(serve, parts);
  titleRoutes(serve, parts);
  const pictures = pictureRoutes(serve, { ...parts, dataDir, log: (line) => log.warn(line) });
  const secrets = openSecrets({ keys: config.secretKeys, dataDir });
  const forgetCodes = tvRoutes(app, serve, { ...parts, secrets, pageOf });
  const lastVotes = watchLastVotes(parts);
  let closing: Promise<void> | undefined;
  return {
    feature: {
      start() {
        lastVotes.start();
        // The daily job repeats what fails here.
        closing = closeAnswered().catch((error: unknown) => log.error(error, "A night that all have answered is open"));
      },
      async stop() {
        await Promise.all([pictures.stop(), closing]);
      },
      recordsOf: joinRecords(awardRecordsOf(parts.database), receiptRecordsOf(parts.database)),
      async forget() {
        await forgetCodes();
        await announcements.forgetOld();
        await closeAnswered();
      },
    },
  };
}
