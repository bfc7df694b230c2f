import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import { forgetMailsOfPeople } from "../access/mail-sender-store.ts";
import type { Intake } from "../media/library/intake.ts";
import type { ReadOpenPicture } from "../media/objects/read-open-picture.ts";
import type { Sandbox } from "../media/processes/sandbox.ts";
import type { Blobs } from "../platform/blobs/blobs.ts";
import type { AttachImage } from "../media/photos/attach-image.ts";
import type { Storage } from "../media/storage/storage.ts";
import type { Config } from "../platform/config/config.ts";
import type { Feature } from "../schema/feature.ts";
import { type Network, fetchPublicFrom } from "../platform/http/fetch-public.ts";
import { countRequests } from "../platform/http/limit-requests.ts";
import type { Serve } from "../platform/http/serve.ts";
import type { Jobs } from "../platform/jobs/jobs.ts";
import type { Live } from "../platform/live/live.ts";
import type { Mail } from "../platform/mail/mail.ts";
import type { NoMail } from "../platform/mail/no-mail.ts";
import type { Throttle } from "../platform/throttle/throttle.ts";
import type { Database } from "../schema/database.ts";
import { coverFromLinkWith } from "./cover-from-link.ts";
import { invitationRoutes } from "./invitations/routes.ts";
import { forgetInvitations } from "./invitations/store.ts";
import { squadRecordsOf } from "./own-records-store.ts";
import { type FindPreview, previewRoutes } from "./previews/routes.ts";
import { squadRoutes } from "./routes.ts";

interface Parts {
  readonly app: FastifyInstance;
  readonly serve: Serve;
  readonly log: FastifyBaseLogger;
  readonly config: Config;
  readonly database: Database;
  readonly guesses: Throttle;
  readonly live: Live;
  readonly jobs: Jobs;
  readonly mail: Mail;
  readonly noMail: NoMail;
  readonly storage: Storage;
  readonly attachImage: AttachImage;
  readonly intake: Intake;
  readonly blobs: Blobs;
  readonly sandbox: Sandbox;
  readonly readOpenPicture: ReadOpenPicture;
  /** Replaces the internet, from which covers are fetched. */
  readonly network: Network | undefined;
}

/** Mounts squads, their covers, their invitations and the previews of their links. */
export function buildSquads(parts: Parts): { readonly feature: Feature; readonly findPreview: FindPreview } {
  const { app, serve, log, config, database, guesses, intake } = parts;
  squadRoutes(serve, {
    ...parts,
    coverFromLink: coverFromLinkWith({ fetchPublic: fetchPublicFrom(parts.network), intake, throttle: guesses }),
    publicUrl: config.publicUrl,
    countJoin: countRequests(app, config.rateLimits && { max: 60, perMinutes: 1 }),
  });
  invitationRoutes(serve, parts);
  const { dataDir, rateLimits } = config;
  const previews = previewRoutes(app, { ...parts, dataDir, rateLimits, log: (line) => log.warn(line) });
  return {
    findPreview: previews.findPreview,
    feature: {
      stop: previews.stop,
      recordsOf: squadRecordsOf(database),
      async forget() {
        await forgetInvitations(database)();
        await forgetMailsOfPeople(database)();
      },
    },
  };
}
