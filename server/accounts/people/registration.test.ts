import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Reply, type TestApp, client, openTestApp } from "../../testing/app.ts";
import { browserOf } from "../../testing/browser.ts";
import { newSquad } from "../../testing/builders.ts";
import { linkIn, mailTo } from "../../testing/outbox.ts";
import { type WithProvider, openWithProvider } from "../../testing/with-provider.ts";

let world: WithProvider;
let invited: TestApp;
let closed: TestApp;
let open: TestApp;
let link: { place: string; invite: string };
let personal: string;
let invite: (...emails: string[]) => Promise<string[]>;
beforeAll(async () => {
  world = await openWithProvider({ REGISTRATION: "invited", WORKER: "off" });
  open = await openTestApp({}, world.swell.database);
  invited = world.swell;
  closed = await openTestApp({ REGISTRATION: "closed", WORKER: "off" }, world.swell.database);
  const { ana, squad, inviteOf } = await newSquad(open, "ana");
  link = { place: squad, invite: await inviteOf() };
  invite = async (...emails) => {
    await ana.post("/api/squad-invites", { squadId: squad, emails });
    const mails = await Promise.all(emails.map((to) => mailTo(open.parts.config.dataDir, to)));
    return mails.map((mail) => linkIn(mail).searchParams.get("invite")!);
  };
  [personal] = (await invite("guest@example.org")) as [string];
});
afterAll(async () => {
  await closed.close();
  await open.close();
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

describe("a personal invitation", () => {
  test("makes one account of six registrations at once, which alone joins by it", async () => {
    const [code] = (await invite("six@example.org")) as [string];
    const all = await Promise.all(Array.from({ length: 6 }, () => register(invited, { invite: code })));
    expect(all.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 403, 403, 403, 403, 403]);
    const late = await register(invited, { invite: code });
    expect(late.body["error"]).toBe(
      "New accounts are by invitation here. Please open the link of your invitation, and register from there.",
    );
    const join = (who: { cookie: string }) =>
      client(invited.app, who.cookie).post(`/api/trips/${link.place}/join`, { invite: code });
    const other = await open.person("other");
    expect((await join(other)).status).toBe(404);
    const winner = all.find(({ status }) => status === 201)!;
    expect((await join({ cookie: String(winner.headers["set-cookie"]).split(";")[0]! })).status).toBe(200);
  });

  test("makes no second account after the first was deleted", async () => {
    const [code] = (await invite("twice@example.org")) as [string];
    const email = "first.one@example.org";
    const first = await register(invited, { invite: code, email });
    const person = client(invited.app, String(first.headers["set-cookie"]).split(";")[0]!);
    expect((await person.delete("/api/account", { confirm: email, password: "kai-likes-waves" })).status).toBe(204);
    expect((await register(invited, { invite: code })).status).toBe(403);
    expect((await register(open, { invite: code })).status).toBe(201);
  });

  test("makes one account by the identity provider", async () => {
    const [code] = (await invite("provided@example.org")) as [string];
    const join = `/join-squad/${link.place}?invite=${code}`;
    const path = `/api/auth/google?return=${encodeURIComponent(join)}`;
    const newcomer = () => world.newcomer("max", { email: `max.${++made}@example.org`, email_verified: true }).login;
    const ends = await Promise.all(
      [1, 2, 3].map(() => world.signInByProvider(browserOf(invited.app), newcomer(), path)),
    );
    const refusals = ends.filter((end) => end.endsWith("error=not_invited"));
    expect([refusals.length, ends.filter((end) => end === join).length]).toEqual([2, 1]);
    expect((await register(invited, { invite: code })).status).toBe(403);
  });

  test("is not used up by a registration that fails", async () => {
    const [code] = (await invite("again@example.org")) as [string];
    const email = `kai.${++made}@example.org`;
    expect((await register(open, { email })).status).toBe(201);
    expect((await register(invited, { invite: code, email })).status).toBe(409);
    expect((await register(invited, { invite: code })).status).toBe(201);
  });
});

describe("registrations and joins by a squad's link", () => {
  test("count against the limit of the link, and others against that of the network", async () => {
    const limited = await openTestApp({ RATE_LIMITS: "on" }, world.swell.database);
    try {
      /** How many of seventy calls are answered with 201 or 403 before the first 429. */
      const before429 = async (more: object) => {
        for (let i = 0; i < 70; i++) if ((await register(limited, more)).status === 429) return i;
        return 70;
      };
      const byLink = await before429(link);
      // One more every ten seconds.
      expect(byLink).toBeGreaterThanOrEqual(60);
      expect(byLink).toBeLessThan(70);
      expect(await before429({ place: link.place, invite: "made-up" })).toBe(20);

      const visitor = await open.person("visitor");
      const join = (invite?: string) =>
        client(limited.app, visitor.cookie).post(`/api/trips/${link.place}/join`, { invite });
      for (let i = 0; i < 60; i++) expect((await join(link.invite)).status).toBe(200);
      const more = [];
      for (let i = 0; i < 5; i++) more.push((await join(link.invite)).status);
      expect(more).toContain(429);
      expect((await join("made-up")).status).toBe(200);
    } finally {
      await limited.close();
    }
  });
});

/** Sends a request for each, ten at a time, and sends again what a machine that is busy with other tests answers with 503. */
async function inTens<T>(all: readonly T[], send: (one: T) => Promise<Reply>): Promise<Reply[]> {
  const unlessBusy = async (one: T): Promise<Reply> => {
    const reply = await send(one);
    return reply.status === 503 ? unlessBusy(one) : reply;
  };
  const replies = [];
  for (let i = 0; i < all.length; i += 10) replies.push(...(await Promise.all(all.slice(i, i + 10).map(unlessBusy))));
  return replies;
}

test("thirty friends in one house log in or register within a minute, and join", async () => {
  const limited = await openTestApp({ RATE_LIMITS: "on" }, world.swell.database);
  try {
    const { squad: place, inviteOf } = await newSquad(open, "ana");
    const invite = await inviteOf();
    const thirty = Array.from({ length: 30 }, (_, i) => i);
    const emails = thirty.map((i) => `house.${i}.${++made}@example.org`);
    for (const email of emails) expect((await register(open, { email })).status).toBe(201);
    const logIn = (email: string) =>
      limited.visitor.post("/api/login", { email, password: "kai-likes-waves", invite, place });
    const join = ({ headers }: Reply) => {
      const cookies = [headers["set-cookie"]].flat().map((cookie) => String(cookie).split(";")[0]);
      return client(limited.app, cookies.join("; ")).post(`/api/trips/${place}/join`, { invite });
    };
    const newcomers = await inTens(thirty, () => register(limited, { place, invite }));
    const friends = await inTens(emails, logIn);
    const joined = await inTens([...newcomers, ...friends], join);
    const statuses = (replies: readonly Reply[]) => [...new Set(replies.map(({ status }) => status))];
    expect([newcomers, friends, joined].map(statuses)).toEqual([[201], [200], [200]]);
  } finally {
    await limited.close();
  }
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
