import type { FastifyReply, FastifyRequest } from "fastify";
import { demandOwner } from "../account/owner.ts";
import { ownerStore } from "../account/owner-store.ts";
import type { Ground } from "../../schema/ground.ts";
import { type SiteCookie, openCookies } from "../../platform/http/cookies.ts";
import { deviceNameOf } from "../../platform/http/device-name.ts";
import { notFound } from "../../platform/http/problem.ts";
import { siteOf } from "../../platform/http/same-site.ts";
import { type Serve, notSignedIn } from "../../platform/http/serve.ts";
import type { AccountSessions } from "../sessions/build.ts";
import type { Mail } from "../../platform/mail/mail.ts";
import { logRefusedLogin, logSecurity, noteAccount } from "../../platform/http/security-log.ts";
import type { RegistrationMode } from "#contract/overviews.ts";
import { Problem } from "../../platform/http/problem.ts";
import { emailKey, shownEmail } from "../../platform/mail/email-key.ts";
import { type TellOwner, ofBrowser } from "../alerts/build.ts";
import { demandSeat } from "../people/people.ts";
import type { AskToConfirm } from "../people/routes.ts";
import { tellSeatKept } from "../people/seat-kept.ts";
import { userStore } from "../people/user-store.ts";
import {
  type KnownKey,
  addPasskey,
  askForPasskey,
  checkPasskey,
  challengeSeconds,
  keepSeatBy,
  newBrowserToken,
  offerPasskey,
  offerSeatPasskey,
  provePasskey,
  removePasskey,
} from "./passkeys.ts";
import { passkeyStore } from "./store.ts";

interface Parts extends Pick<Ground, "database" | "guesses" | "activity"> {
  readonly sessions: AccountSessions;
  readonly mail: Pick<Mail, "wake">;
  readonly tellOwner: TellOwner;
  readonly askToConfirm: AskToConfirm;
  readonly registration: RegistrationMode;
  readonly publicUrl: string | undefined;
  /** The configured identity provider. */
  readonly issuer: string | undefined;
}

const challengeCookie: SiteCookie = { name: "passkey", path: "/api/passkeys", sameSite: "strict" };
/** Each call writes a row. A squad that logs in at the same moment in one house passes. */
const perAddress = { limit: { max: 60, perMinutes: 1 } };
/** Keeping a seat tells whether an address has an account, as registration does. */
const seatsPerAddress = { limit: { max: 20, perMinutes: 1 } };

export function passkeyRoutes(serve: Serve, parts: Parts): void {
  const { database, sessions, guesses, activity, publicUrl, mail, tellOwner, askToConfirm, registration } = parts;
  const tellOfBrowser = ofBrowser(tellOwner);
  const store = passkeyStore(database, parts.issuer);
  const owners = ownerStore(database);
  const users = userStore(database);
  const nameOf = (request: FastifyRequest) => deviceNameOf(request.headers["user-agent"]) ?? "Passkey";
  const cookies = openCookies(publicUrl);
  const site = (request: FastifyRequest) => {
    const { origin, hostname } = new URL(siteOf(request, publicUrl));
    return { origin, host: hostname };
  };
  /** Binds the challenge to this browser by a cookie, so that a stolen response is useless elsewhere. */
  const bindToBrowser = (request: FastifyRequest, reply: FastifyReply) => {
    const token = newBrowserToken();
    cookies.set(request, reply, challengeCookie, token, { maxAge: challengeSeconds });
    return token;
  };

  serve.call("GET /api/passkeys", ({ viewer }) => store.ofUser(viewer.id));

  serve.call(
    "POST /api/passkeys/options",
    async ({ viewer, body, request, reply }) => {
      const ownerProof = await owners.ownerProof(sessions.tokenHashOf(request));
      await demandOwner(guesses, viewer, ownerProof, { password: body.password, acceptFresh: true });
      return offerPasskey(store, site(request), viewer, bindToBrowser(request, reply));
    },
    perAddress,
  );

  serve.call(
    "POST /api/passkeys",
    async ({ viewer, body, request }) => {
      const name = nameOf(request);
      const asked = { userId: viewer.id, token: cookies.read(request, challengeCookie), name };
      const added = await addPasskey(store, site(request), asked, body.credential, (tx) =>
        tellOwner(tx, { userId: viewer.id, what: "passkey", detail: name }, request),
      );
      logSecurity(request, "passkey_added", { passkey: added.id });
      mail.wake();
      return added;
    },
    perAddress,
  );

  serve.call("PATCH /api/passkeys/:id", async ({ viewer, params, body }) => {
    const renamed = await store.rename(viewer.id, params.id, body.name);
    if (!renamed) throw notFound();
    return renamed;
  });

  serve.call("DELETE /api/passkeys/:id", async ({ viewer, params, request }) => {
    await removePasskey(store, viewer.id, params.id, (tx, name) =>
      tellOwner(tx, { userId: viewer.id, what: "passkey-removed", detail: name }, request),
    );
    logSecurity(request, "passkey_removed", { passkey: params.id });
    mail.wake();
    return undefined;
  });

  serve.call(
    "POST /api/passkeys/seat/options",
    async ({ viewer, body, request, reply }) => {
      demandSeat(viewer, registration);
      // Before the device makes a passkey that nothing would accept.
      if (await users.findAccount(emailKey(body.email))) throw new Problem("email_taken", "email_has_account");
      const who = { ...viewer, email: shownEmail(body.email) };
      return offerSeatPasskey(store, site(request), who, bindToBrowser(request, reply));
    },
    seatsPerAddress,
  );

  serve.call(
    "POST /api/passkeys/seat",
    async ({ viewer, body, request, reply }) => {
      demandSeat(viewer, registration);
      const { id } = viewer;
      const address = { email: shownEmail(body.email), emailKey: emailKey(body.email) };
      const asked = { ...address, userId: id, token: cookies.read(request, challengeCookie), name: nameOf(request) };
      const passkey = await keepSeatBy(store, site(request), asked, body.credential, (tx) =>
        askToConfirm(tx, { id, email: address.email }, request),
      );
      mail.wake();
      await sessions.start(request, reply, id);
      logSecurity(request, "seat_kept", { way: "passkey" });
      logSecurity(request, "passkey_added", { passkey });
      await tellSeatKept(activity, users, id);
      return (await users.user(id))!;
    },
    seatsPerAddress,
  );

  serve.call(
    "POST /api/passkeys/sign-in/options",
    async ({ request, reply }) => askForPasskey(store, site(request), bindToBrowser(request, reply)),
    perAddress,
  );

  serve.call(
    "POST /api/passkeys/sign-in",
    async ({ body, request, reply }) => {
      const browser = {
        token: cookies.read(request, challengeCookie),
        onKnown: ({ userId }: KnownKey) => noteAccount(request, userId),
        onCopy: ({ id }: KnownKey) => logSecurity(request, "passkey_copied", { passkey: id }),
      };
      const login = async () => {
        const { id, userId } = await checkPasskey(store, site(request), browser, body.credential);
        await sessions.start(request, reply, userId, { passkey: id }, tellOfBrowser(userId, request));
        mail.wake();
        return (await store.user(userId))!;
      };
      return login().catch(logRefusedLogin(request, "passkey"));
    },
    perAddress,
  );

  serve.call(
    "POST /api/passkeys/proof",
    async ({ viewer, body, request }) => {
      const browser = {
        token: cookies.read(request, challengeCookie),
        onKnown: () => {},
        onCopy: ({ id }: KnownKey) => logSecurity(request, "passkey_copied", { passkey: id }),
      };
      await provePasskey(store, site(request), browser, body.credential, viewer.id);
      const session = sessions.tokenHashOf(request);
      if (!session || !(await owners.markPasskeyProved(session))) throw notSignedIn();
      return undefined;
    },
    perAddress,
  );
}
