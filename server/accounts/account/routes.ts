import type { FastifyReply, FastifyRequest } from "fastify";
import { bareAddress } from "#contract/address.ts";
import type { ByteRange } from "../../platform/blobs/blobs.ts";
import type { SiteAdmins } from "../../access/site-admin-store.ts";
import type { Config } from "../../platform/config/config.ts";
import type { Tx } from "../../schema/database.ts";
import type { Ground } from "../../schema/ground.ts";
import { Problem, issueOf } from "../../platform/http/problem.ts";
import { siteOf } from "../../platform/http/same-site.ts";
import { sendRanged } from "../../platform/http/send-stream.ts";
import { type Serve, notSignedIn } from "../../platform/http/serve.ts";
import { version } from "../../platform/version.ts";
import type { Viewer } from "../../platform/http/session.ts";
import type { AccountSessions } from "../sessions/build.ts";
import type { AccessTokens } from "../identity/tokens.ts";
import { logSecurity, noteAccount } from "../../platform/http/security-log.ts";
import { tellPhotos } from "../../media/renditions/tell-photos.ts";
import { cleaningQueue } from "../../media/upkeep/cleaning.ts";
import { attachment } from "../../media/photos/file-name.ts";
import { emailKey } from "../../platform/mail/email-key.ts";
import { limitDownloads } from "../../media/zip/limit-downloads.ts";
import type { Storage } from "../../media/storage/storage.ts";
import { readZip } from "../../media/zip/read-zip.ts";
import type { Alerts } from "../alerts/build.ts";
import { closeAccount } from "./closing.ts";
import { closingWrites } from "./closing-store.ts";
import type { RecordsOf } from "../../schema/own-records.ts";
import { buildExports } from "./build-export.ts";
import { keepLayouts } from "./kept-layouts.ts";
import { demandOwner } from "./owner.ts";
import { ownerStore } from "./owner-store.ts";
import { passwordStore } from "./password-store.ts";
import {
  askForReset,
  changePassword,
  demandOwnPassword,
  issueReset,
  passwordHashOf,
  resetPassword,
  waysIn,
} from "./passwords.ts";
import { resetLetter } from "./reset-letter.ts";
import { accountStore } from "./store.ts";

interface Parts extends Pick<Ground, "database" | "activity" | "jobs" | "guesses" | "mail" | "blobs"> {
  readonly sessions: AccountSessions;
  readonly alerts: Alerts;
  readonly storage: Storage;
  readonly siteAdmins: SiteAdmins;
  /** Null if no identity provider is configured. */
  readonly identityTokens: Pick<AccessTokens, "revocationOf"> | null;
  readonly config: Pick<Config, "publicUrl" | "rateLimits" | "dataDir">;
  readonly recordsOf: RecordsOf;
}

const resetMail = "password-reset";
const asks = { limit: { max: 20, perMinutes: 10 } };
/** Higher, because each resumed download counts again. */
const exports = { limit: { max: 30, perMinutes: 10 } };
const tries = { limit: { max: 20, perMinutes: 1 } };

/** Mounts the calls of the account. `stop` closes the exports that it keeps on the disk. */
export function accountRoutes(serve: Serve, parts: Parts): { stop(): Promise<void> } {
  const { database, sessions, guesses, activity, jobs, mail, blobs, storage, alerts } = parts;
  const { publicUrl, rateLimits } = parts.config;
  const store = accountStore(database);
  const passwords = passwordStore(database, (tx, id) => mail.post(tx, resetMail, [id]));
  mail.kind(
    resetMail,
    async (id) => {
      const issued = await issueReset(passwords, id, new Date());
      return issued && resetLetter(issued);
    },
    { isWayIn: true },
  );
  const build = buildExports(parts);
  const layouts = keepLayouts();
  const owners = ownerStore(database);
  const share = rateLimits ? limitDownloads() : (_: string, open: () => ReturnType<typeof readZip>) => open();
  /** Limits guesses: somebody may sit at a browser that was left open. */
  const limitGuesses = <T>(viewer: Viewer, attempt: () => Promise<T>) => guesses.guess(`own ${viewer.id}`, attempt);

  const tellChanged = (request: FastifyRequest) => (tx: Tx, userId: string) =>
    alerts.tellOwner(tx, { userId, what: "password", detail: null }, request);

  serve.call(
    "POST /api/account/end-sessions",
    async ({ body, request }) => {
      const userId = await alerts.endSessions(body.token);
      noteAccount(request, userId);
      logSecurity(request, "all_sessions_ended");
      activity.tell("account_changed", { person: userId });
      return undefined;
    },
    tries,
  );

  serve.call(
    "POST /api/password/proof",
    async ({ viewer, body, request }) => {
      const passwordHash = await passwordHashOf(passwords, viewer.id);
      await limitGuesses(viewer, () => demandOwnPassword(passwordHash, body.password, "password"));
      const session = sessions.tokenHashOf(request);
      if (!session || !(await owners.markProved(session))) throw notSignedIn();
      return undefined;
    },
    tries,
  );

  serve.call(
    "POST /api/password/forgot",
    async ({ body, request }) => {
      await askForReset(passwords, guesses, body.email, siteOf(request, publicUrl));
      logSecurity(request, "reset_asked");
      mail.wake();
      return undefined;
    },
    asks,
  );

  serve.call(
    "POST /api/password/reset",
    async ({ body, request, reply }) => {
      const { userId, passwordHash, removed } = await resetPassword(passwords, body, tellChanged(request));
      noteAccount(request, userId);
      logSecurity(request, "password_reset");
      for (const passkey of removed.passkeys) logSecurity(request, "passkey_removed", { passkey });
      if (removed.links.length > 0) logSecurity(request, "provider_unlinked");
      await sessions.start(request, reply, userId, passwordHash);
      mail.wake();
      activity.tell("account_changed", { person: userId });
      return (await store.user(userId))!;
    },
    tries,
  );

  serve.call("POST /api/password/reset/ways", ({ body }) => waysIn(passwords, body.token), tries);

  serve.call(
    "POST /api/password/change",
    async ({ viewer, body, request, reply }) => {
      const me = { userId: viewer.id, session: sessions.tokenHashOf(request) };
      await limitGuesses(viewer, () => changePassword(passwords, me, body, tellChanged(request)));
      logSecurity(request, "password_changed");
      mail.wake();
      await sessions.keepDevice(request, reply, viewer.id);
      activity.tell("account_changed", { person: viewer.id });
      return undefined;
    },
    tries,
  );

  serve.call("GET /api/account", async ({ viewer }) => {
    const [page, space, isSiteAdmin] = await Promise.all([
      store.findPage(viewer.id),
      storage.ofUser(viewer.id),
      parts.siteAdmins.has(viewer.id),
    ]);
    if (!page) throw notSignedIn();
    return { ...page, space, version, isSiteAdmin };
  });

  serve.file(
    "GET /api/account/export",
    async ({ viewer, query, request, reply }) => {
      const today = new Date().toISOString().slice(0, 10);
      const make = () => build(viewer.id, query.timeZone, () => demandConnected(reply));
      return layouts.use(viewer.id, String(request.headers["if-range"]), make, (layout) => {
        void reply.headers({
          "content-disposition": attachment(`Swellmates ${today}.zip`),
          "cache-control": "private, no-cache",
        });
        const { size, etag } = layout;
        logSecurity(request, "account_exported");
        const open = (range?: ByteRange) => share(viewer.id, () => readZip(blobs, layout, range));
        return sendRanged(request, reply, { size, etag, type: "application/zip", open });
      });
    },
    exports,
  );

  serve.call(
    "DELETE /api/account",
    async ({ viewer, body, request, reply }) => {
      demandConfirmed(viewer, body.confirm);
      const passwordHash = viewer.isSeat ? null : await passwordHashOf(passwords, viewer.id);
      if (passwordHash !== null)
        await limitGuesses(viewer, () => demandOwnPassword(passwordHash, body.password ?? "", "password"));
      else if (!viewer.isSeat)
        await demandOwner(guesses, viewer, await owners.ownerProof(sessions.tokenHashOf(request)), {
          password: undefined,
        });
      const revoke = await parts.identityTokens?.revocationOf(viewer.id);
      const closing = { userId: viewer.id, passwordHash, photos: body.photos };
      const changed = await database.transact(async (tx) => {
        const closed = await closeAccount(closingWrites(tx, viewer.id), closing);
        await jobs.send(tx, cleaningQueue, { isForFiles: true });
        return closed;
      });
      logSecurity(request, "account_deleted");
      jobs.wake(cleaningQueue);
      await layouts.forget(viewer.id);
      for (const { tripId, categoryId } of changed.revealed)
        activity.tell("results_out", { trip: tripId }, { categoryId });
      activity.tell("members_changed", { squad: changed.squadIds, trip: changed.tripIds });
      tellPhotos(activity, changed.emptied);
      activity.tell("account_deleted", { person: viewer.id });
      await sessions.end(request, reply);
      await revoke?.();
      return undefined;
    },
    tries,
  );
  return { stop: () => layouts.forget() };
}

/** Demands the address of an account, or the first name of a seat. 409 for anything else. */
function demandConfirmed({ email, firstName }: Viewer, typed: string): void {
  if (email === null) {
    if (typed.toLowerCase() !== firstName.toLowerCase()) throw notConfirmed("first_name_not_confirming");
  } else if (emailKey(bareAddress(typed)) !== emailKey(email)) throw notConfirmed("email_not_confirming");
}

const notConfirmed = (key: "first_name_not_confirming" | "email_not_confirming") =>
  new Problem("confirmation_needed", key, { issues: [issueOf("confirm", `${key}_field`)] });

function demandConnected(reply: FastifyReply): void {
  if (reply.raw.destroyed) throw new Problem("bad_request", "connection_broke_off");
}
