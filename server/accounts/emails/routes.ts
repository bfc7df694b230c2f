import { demandOwner } from "../account/owner.ts";
import { ownerStore } from "../account/owner-store.ts";
import type { Config } from "../../platform/config/config.ts";
import type { Tx } from "../../schema/database.ts";
import type { Ground } from "../../schema/ground.ts";
import { siteOf } from "../../platform/http/same-site.ts";
import type { Serve } from "../../platform/http/serve.ts";
import { logSecurity } from "../../platform/http/security-log.ts";
import type { TellOwner } from "../alerts/build.ts";
import type { AskToConfirm } from "../people/routes.ts";
import { type LinkRequest, askAgain, askForChange, confirmEmail, issueLink, linkFor } from "./emails.ts";
import { linkLetter } from "./letters.ts";
import { askWith, emailStore } from "./store.ts";

interface Parts extends Pick<Ground, "database" | "activity" | "sessions" | "guesses" | "mail"> {
  readonly tellOwner: TellOwner;
  readonly config: Pick<Config, "publicUrl" | "rateLimits">;
}

const confirmMail = "email-link";
/** Strangers can have these mailed to any address, so they have a count of their own. */
const changeMail = "email-change";
/** Five a day. Counted by address, because counts by account vanish when an account is deleted. */
const toAddress = { atOnce: 5, everySeconds: 17_280 };
/** The rules limit mails; this spares the database when somebody repeats the call quickly. */
const asks = { limit: { max: 20, perMinutes: 1 } };
const tries = { limit: { max: 20, perMinutes: 1 } };

export function emailRoutes(serve: Serve, parts: Parts): AskToConfirm {
  const { database, sessions, guesses, activity, mail, tellOwner } = parts;
  const { publicUrl, rateLimits } = parts.config;
  const postLink = (tx: Tx, { id, isChange }: LinkRequest) => mail.post(tx, isChange ? changeMail : confirmMail, [id]);
  const store = emailStore(database, postLink);
  const owners = ownerStore(database);
  for (const kind of [confirmMail, changeMail] as const)
    mail.kind(
      kind,
      async (id) => {
        const issued = await issueLink(store, id, new Date());
        return issued && linkLetter(issued);
      },
      { toAddress },
    );
  serve.call(
    "POST /api/email/confirm",
    async ({ viewer, body, request }) => {
      const confirmed = await confirmEmail(store, viewer.id, body.token, (tx, { email, formerEmail }) =>
        tellOwner(tx, { userId: viewer.id, what: "email", detail: email, email: formerEmail }, request),
      );
      logSecurity(request, confirmed.changed ? "email_changed" : "email_confirmed");
      mail.wake();
      activity.tell("account_changed", { person: viewer.id });
      return confirmed;
    },
    tries,
  );

  serve.call(
    "POST /api/email/link",
    async ({ viewer, request }) => {
      await askAgain(store, viewer, siteOf(request, publicUrl), rateLimits);
      mail.wake();
      return undefined;
    },
    asks,
  );

  serve.call(
    "POST /api/email/change",
    async ({ viewer, body, request }) => {
      const ownerProof = await owners.ownerProof(sessions.tokenHashOf(request));
      await demandOwner(guesses, viewer, ownerProof, { password: body.password });
      await askForChange(store, viewer, body.email, siteOf(request, publicUrl), rateLimits);
      logSecurity(request, "email_change_asked");
      mail.wake();
      activity.tell("account_changed", { person: viewer.id });
      return undefined;
    },
    asks,
  );

  const ask = askWith(postLink);
  return (tx, who, request) => ask(tx, linkFor(who, siteOf(request, publicUrl)));
}
