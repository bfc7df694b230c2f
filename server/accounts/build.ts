import type { TokenOf } from "../media/library/tokens.ts";
import type { Storage } from "../media/storage/storage.ts";
import type { SiteAdmins } from "../access/site-admin-store.ts";
import type { Feature } from "../schema/feature.ts";
import type { Ground } from "../schema/ground.ts";
import { needsLinking } from "../platform/http/problem.ts";
import { type ReadOnlySite, demandWritable } from "../platform/http/read-only.ts";
import { openSecrets } from "../platform/secrets/secrets.ts";
import { type RecordsOf, joinRecords } from "../schema/own-records.ts";
import { ownerStore } from "./account/owner-store.ts";
import { accountRecordsOf } from "./account/own-records-store.ts";
import { forgetResets } from "./account/password-store.ts";
import { accountRoutes } from "./account/routes.ts";
import { openAlerts } from "./alerts/build.ts";
import { alertRecordsOf } from "./alerts/store.ts";
import { emailRoutes } from "./emails/routes.ts";
import { forgetLinks } from "./emails/store.ts";
import { buildIdentity } from "./identity/build.ts";
import { identityRoutes } from "./identity/routes.ts";
import { identityRecordsOf } from "./identity/store.ts";
import { mergeRoutes } from "./merges/routes.ts";
import { mergeStore } from "./merges/store.ts";
import { passkeyRoutes } from "./passkeys/routes.ts";
import { forgetChallenges, passkeyRecordsOf } from "./passkeys/store.ts";
import { claimInvitation, invitationIn } from "./people/registration-store.ts";
import { peopleRoutes } from "./people/routes.ts";
import { tellSeatKept } from "./people/seat-kept.ts";
import { userStore } from "./people/user-store.ts";
import type { AccountSessions } from "./sessions/build.ts";
import { sessionRoutes } from "./sessions/routes.ts";
import { sessionRecordsOf, sessionStore } from "./sessions/store.ts";

interface Parts extends Ground {
  readonly sessions: AccountSessions;
  readonly storage: Storage;
  readonly siteAdmins: SiteAdmins;
  readonly readOnly: ReadOnlySite;
  /** Reads the records of all rooms, for the export. */
  readonly recordsOf: RecordsOf;
}

interface Accounts {
  readonly feature: Feature;
  /** The person's token for their photo library. */
  readonly tokenOf: TokenOf;
}

/** Mounts people, their ways to sign in, their sessions and addresses, and the page of the account. */
export async function buildAccounts(parts: Parts): Promise<Accounts> {
  const { app, serve, config, database, sessions, guesses, activity, mail } = parts;
  const { publicUrl, rateLimits, registration } = config;
  const alerts = openAlerts({ database, mail, publicUrl });
  const { tellOwner } = alerts;
  const askToConfirm = emailRoutes(serve, { database, config, sessions, guesses, activity, mail, tellOwner });
  const signIn = { sessions, mail, askToConfirm, tellOwner, rateLimits };
  peopleRoutes(app, serve, { ...signIn, database, activity, guesses, registration });
  const identities = await buildIdentity({ config, database, log: (fault) => app.log.warn(fault.message) });
  identityRoutes(app, serve, {
    ...identities,
    ...signIn,
    ownerProof: ownerStore(database).ownerProof,
    publicUrl,
    tellSeatKept: (userId) => tellSeatKept(activity, userStore(database), userId),
    registration,
    demandWritable: () => demandWritable(parts.readOnly),
    claimInvitation: async (tx, back, userId) => {
      await demandWritable(parts.readOnly);
      return (await claimInvitation(tx, registration, invitationIn(back), userId)).mayRegister;
    },
    hasPhotos: config.googlePhotosUrl !== undefined,
  });
  const account = accountRoutes(serve, { ...parts, alerts, identityTokens: identities.tokens });
  sessionRoutes(serve, { database, sessions, activity });
  mergeRoutes(serve, {
    database,
    activity,
    secrets: openSecrets({ keys: config.secretKeys, dataDir: config.dataDir }),
  });
  const issuer = config.identityProvider?.issuer;
  passkeyRoutes(serve, { ...signIn, database, guesses, activity, registration, publicUrl, issuer });
  const expiring = [
    sessionStore(database).forgetExpired,
    identities.flows.forgetExpired,
    forgetChallenges(database),
    forgetResets(database),
    forgetLinks(database),
    mergeStore(database).forgetTaken,
    alerts.forgetExpired,
  ];
  return {
    feature: {
      stop: account.stop,
      recordsOf: joinRecords(
        accountRecordsOf(database),
        passkeyRecordsOf(database),
        sessionRecordsOf(database),
        alertRecordsOf(database),
        identityRecordsOf(database),
      ),
      async forget() {
        for (const forgetSome of expiring) await forgetSome();
      },
    },
    tokenOf: identities.tokens?.tokenOf ?? noTokens,
  };
}

const noTokens: TokenOf = async () => {
  throw needsLinking();
};
