import { forgetMailsOfPeople } from "../access/mail-sender-store.ts";
import type { AccountSessions } from "../accounts/sessions/build.ts";
import type { Intake } from "../media/library/intake.ts";
import type { ReadOpenPicture } from "../media/objects/read-picture.ts";
import type { Sandbox } from "../media/processes/sandbox.ts";
import type { AttachImage } from "../media/photos/attach-image.ts";
import type { Storage } from "../media/storage/storage.ts";
import type { Feature } from "../schema/feature.ts";
import type { Ground } from "../schema/ground.ts";
import { fetchPublicFrom } from "../platform/http/fetch-public.ts";
import type { Network } from "../platform/http/public-network.ts";
import { countRequests } from "../platform/http/limit-requests.ts";
import { coverFromLinkWith } from "./cover-from-link.ts";
import { invitationRoutes } from "./invitations/routes.ts";
import { forgetInvitations } from "./invitations/store.ts";
import { squadRecordsOf } from "./own-records-store.ts";
import { joinRecords } from "../schema/own-records.ts";
import { seatRecordsOf } from "./seat-store.ts";
import { type FindPreview, previewRoutes } from "./previews/routes.ts";
import { squadRoutes } from "./routes.ts";

interface Parts extends Ground {
  readonly sessions: AccountSessions;
  readonly storage: Storage;
  readonly attachImage: AttachImage;
  readonly intake: Intake;
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
    takesSeats: config.registration !== "closed",
    countJoin: countRequests(app, config.rateLimits && { max: 60, perMinutes: 1 }),
  });
  invitationRoutes(serve, parts);
  const { dataDir, rateLimits } = config;
  const previews = previewRoutes(app, { ...parts, dataDir, rateLimits, log: (line) => log.warn(line) });
  return {
    findPreview: previews.findPreview,
    feature: {
      stop: previews.stop,
      recordsOf: joinRecords(squadRecordsOf(database), seatRecordsOf(database)),
      async forget() {
        await forgetInvitations(database)();
        await forgetMailsOfPeople(database)();
      },
    },
  };
}
