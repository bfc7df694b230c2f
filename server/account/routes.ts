import type { FastifyRequest } from "fastify";
import type { Database } from "../db/connect.ts";
import { Problem } from "../http/problem.ts";
import { originOf } from "../http/same-site.ts";
import type { Serve } from "../http/serve.ts";
import type { Sessions, Viewer } from "../http/session.ts";
import type { Jobs } from "../jobs/jobs.ts";
import type { Live } from "../live/live.ts";
import type { Mail } from "../mail/mail.ts";
import { cleaningQueue } from "../media/cleaning.ts";
import type { Guesses } from "../people/guesses.ts";
import { emailKey } from "../people/people.ts";
import { closeAccount } from "./closing.ts";
import { closingWrites } from "./closing-store.ts";
import { passwordStore } from "./password-store.ts";
import { askForReset, changePassword, demandOwnPassword, resetPassword, sealReset } from "./passwords.ts";
import { resetLetter } from "./reset-letter.ts";
import { accountStore } from "./store.ts";

interface Parts {
  readonly database: Database;
  readonly sessions: Sessions;
  readonly guesses: Guesses;
  readonly live: Live;
  readonly jobs: Jobs;
  readonly mail: Mail;
  readonly publicUrl: string | undefined;
}

const resetMail = "password-reset";
const asks = { limit: { max: 20, perMinutes: 10 } };
const tries = { limit: { max: 20, perMinutes: 1 } };

export function accountRoutes(serve: Serve, parts: Parts): void {
  const { database, sessions, guesses, live, jobs, mail, publicUrl } = parts;
  const store = accountStore(database);
  const passwords = passwordStore(database, (tx, id) => mail.post(tx, resetMail, [id]));
  mail.kind(resetMail, async (id) => {
    const sealed = await sealReset(passwords, id, new Date());
    return sealed && resetLetter(sealed);
  });
  const siteOf = (request: FastifyRequest) => publicUrl ?? URL.parse(originOf(request))?.origin ?? "http://localhost";
  /** Whoever found an open browser may not guess on in it. */
  const guessOwn = <T>(viewer: Viewer, attempt: () => Promise<T>) => guesses.guess(`own ${viewer.id}`, attempt);

  serve.call(
    "POST /api/password/forgot",
    async ({ body, request }) => {
      await askForReset(passwords, guesses, body.email, siteOf(request));
      mail.wake();
      return undefined;
    },
    asks,
  );

  serve.call(
    "POST /api/password/reset",
    async ({ body, request, reply }) => {
      const { userId, passwordHash } = await resetPassword(passwords, body.token, body.password);
      await sessions.start(request, reply, userId, passwordHash);
      return (await store.user(userId))!;
    },
    tries,
  );

  serve.call(
    "POST /api/password/change",
    async ({ viewer, body, request }) => {
      const me = { userId: viewer.id, session: sessions.tokenHashOf(request) };
      await guessOwn(viewer, () => changePassword(passwords, me, body));
      return undefined;
    },
    tries,
  );

  serve.screen("GET /api/account", async ({ session }) => session && store.page(session));

  serve.call(
    "DELETE /api/account",
    async ({ viewer, body, request, reply }) => {
      if (emailKey(body.confirm) !== emailKey(viewer.email)) throw notConfirmed();
      const passwordHash = await passwords.findPasswordHash(viewer.id);
      if (passwordHash !== null)
        await guessOwn(viewer, () => demandOwnPassword(passwordHash, body.password ?? "", "password"));
      const closing = { userId: viewer.id, passwordHash, photos: body.photos };
      const hints = await database.transact(async (tx) => {
        const changed = await closeAccount(closingWrites(tx, viewer.id), closing);
        await jobs.send(tx, cleaningQueue, {});
        return changed;
      });
      jobs.wake(cleaningQueue);
      live.tell(...hints, { scope: "user", id: viewer.id, kind: "deleted" });
      await sessions.end(request, reply);
      return undefined;
    },
    tries,
  );
}

const notConfirmed = () => {
  const sentence = "Please type the email address of your account to confirm.";
  return new Problem("confirmation_needed", sentence, {
    issues: [{ path: "confirm", message: "This is not your email address" }],
  });
};
