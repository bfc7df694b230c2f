import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestApp, openTestApp } from "../../testing/app.ts";
import { browserOf } from "../../testing/browser.ts";
import { newSquad } from "../../testing/builders.ts";
import { linkIn, mailTo } from "../../testing/outbox.ts";
import { type WithProvider, openWithProvider } from "../../testing/with-provider.ts";

let world: WithProvider;
let invited: TestApp;
let closed: TestApp;
let link: { place: string; invite: string };
let personal: string;
beforeAll(async () => {
  world = await openWithProvider({ REGISTRATION: "invited", WORKER: "off" });
  const open = await openTestApp({}, world.swell.database);
  invited = world.swell;
  closed = await openTestApp({ REGISTRATION: "closed", WORKER: "off" }, world.swell.database);
  const { ana, squad, inviteOf } = await newSquad(open, "ana");
  link = { place: squad, invite: await inviteOf() };
  await ana.post("/api/squad-invites", { squadId: squad, emails: ["guest@example.org"] });
  personal = linkIn(await mailTo(open.parts.config.dataDir, "guest@example.org")).searchParams.get("invite")!;
  await open.close();
});
afterAll(async () => {
  await closed.close();
  await world.close();
});

let made = 0;
const register = (swell: TestApp, more: object = {}) =>
  swell.visitor.post("/api/register", {
    firstName: "Kai",
    lastName: "Berg",
    email: `kai.${++made}@example.org`,
    password: "kai-likes-waves",
    ...more,
  });

describe("registration by invitation", () => {
  test("refuses people without one", async () => {
    const wrong = [
      {},
      { invite: "made-up" },
      { invite: "made-up", place: link.place },
      { place: link.place },
      { invite: link.invite },
    ];
    for (const more of wrong) {
      const { status, body } = await register(invited, more);
      expect([status, body["error"]]).toEqual([
        403,
        "New accounts are by invitation here. Please open the link of your invitation, and register from there.",
      ]);
    }
  });

  test("accepts the link of a squad and a personal invitation", async () => {
    expect((await register(invited, link)).status).toBe(201);
    expect((await register(invited, { invite: personal })).status).toBe(201);
  });

  test("is named in the public configuration", async () => {
    expect((await invited.visitor.get("/api/public/config")).body).toMatchObject({ registration: "invited" });
    expect((await closed.visitor.get("/api/public/config")).body).toMatchObject({ registration: "closed" });
  });

  test("holds for the first sign-in by the identity provider", async () => {
    const newcomer = () => world.newcomer("lou", { email: `lou.${++made}@example.org`, email_verified: true }).login;
    const stranger = newcomer();
    expect(await world.signInByProvider(browserOf(invited.app), stranger)).toBe("/auth?error=not_invited");
    const join = `/join-squad/${link.place}?invite=${link.invite}`;
    const withReturn = `/api/auth/google?return=${encodeURIComponent(join)}`;
    const browser = browserOf(invited.app);
    expect(await world.signInByProvider(browser, stranger, withReturn)).toBe(join);
    // The account exists now, so no invitation is needed.
    expect(await world.signInByProvider(browserOf(invited.app), stranger)).toBe("/");
  });
});

test("closed registration refuses everybody, also with an invitation", async () => {
  for (const more of [{}, link, { invite: personal }]) {
    const { status, body } = await register(closed, more);
    expect([status, body["error"]]).toEqual([
      403,
      "New accounts are closed here. If you have one already, please log in.",
    ]);
  }
});
