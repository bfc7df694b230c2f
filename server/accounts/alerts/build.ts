// Decision 071: why a letter tells the owner what changed, and its link only ends sessions.
import { hash, randomBytes } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { newId } from "../../platform/db/id.ts";
import type { Database, Tx } from "../../schema/database.ts";
import { deviceNameOf } from "../../platform/http/device-name.ts";
import { refusedToken } from "../../platform/http/problem.ts";
import { siteOf } from "../../platform/http/same-site.ts";
import type { Mail } from "../../platform/mail/mail.ts";
import type { Alert } from "./alert.ts";
import { alertLetter } from "./letter.ts";
import { alertStore, alertWrites } from "./store.ts";

/** Queues a letter to the owner of an account within a transaction. Call `mail.wake` after the commit. */
export type TellOwner = (tx: Tx, alert: Alert, request: FastifyRequest) => Promise<void>;

/** Returns what `sessions.start` calls for a sign-in with a new browser. */
export const ofBrowser = (tellOwner: TellOwner) => (userId: string, request: FastifyRequest) => (tx: Tx) =>
  tellOwner(tx, { userId, what: "browser", detail: deviceNameOf(request.headers["user-agent"]) }, request);

const alertMail = "account-alert";
/** Ten at once to one address, and ten a day. */
const toAddress = { atOnce: 10, everySeconds: 8640 };

const hashOf = (token: string) => hash("sha256", token, "buffer");

/** Opens the letters about an account's security. */
export function openAlerts({
  database,
  mail,
  publicUrl,
}: {
  readonly database: Database;
  readonly mail: Mail;
  readonly publicUrl: string | undefined;
}) {
  const store = alertStore(database);
  mail.kind(
    alertMail,
    async (id) => {
      const token = randomBytes(32).toString("base64url");
      const alert = await store.keepToken(id, hashOf(token));
      return alert && alertLetter({ ...alert, token });
    },
    { toAddress },
  );
  const tellOwner: TellOwner = async (tx, alert, request) => {
    const id = newId();
    await alertWrites(tx).add({ id, ...alert, origin: siteOf(request, publicUrl) });
    await mail.post(tx, alertMail, [id]);
  };
  return {
    tellOwner,
    /** Ends all sessions and mailed links of the account by the link of a letter, once. Returns the user's id; 404 for other tokens. */
    async endSessions(token: string): Promise<string> {
      const userId = await database.transact((tx) => alertWrites(tx).endAll(hashOf(token)));
      if (userId === null) throw refusedToken("alert_link_ended");
      return userId;
    },
    forgetExpired: store.forgetExpired,
  };
}

export type Alerts = ReturnType<typeof openAlerts>;
