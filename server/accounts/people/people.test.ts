import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Reply, type TestApp, client, openTestApp } from "../../testing/app.ts";
import { newSquad } from "../../testing/builders.ts";

let swell: TestApp;
beforeAll(async () => {
  swell = await openTestApp();
});
afterAll(() => swell.close());

const ana = { firstName: "Ana", lastName: "Lopes", email: "Ana@Example.org", password: "surf's up" };

describe("an account", () => {
  test("is created, signed in and signed out", async () => {
    const { visitor, app } = swell;
    const made = await visitor.post("/api/register", ana);
    expect(made.status).toBe(201);
    expect(made.body).toEqual({
      id: expect.any(String),
      firstName: "Ana",
      lastName: "Lopes",
      email: "Ana@Example.org",
      isSeat: false,
      bio: null,
      profileImageUrl: null,
      payTo: null,
    });
    const login = await visitor.post("/api/login", { email: " ana@example.ORG ", password: ana.password });
    expect(login.status).toBe(200);
    const cookie = String(login.headers["set-cookie"]);
    expect(cookie).toMatch(/HttpOnly/);
    expect(cookie).toMatch(/SameSite=Lax/);
    const me = client(app, cookie.split(";")[0]!);
    expect((await me.get("/api/auth/user")).body["firstName"]).toBe("Ana");
    expect((await me.post("/api/logout", {})).status).toBe(204);
    expect((await me.get("/api/auth/user")).status).toBe(401);
  });

  test("is unique by address, in upper or lower case", async () => {
    await swell.visitor.post("/api/register", ana);
    const again = await swell.visitor.post("/api/register", { ...ana, email: "ANA@example.org" });
    expect(again.status).toBe(409);
    expect(again.body["code"]).toBe("email_taken");
  });

  test("is made once when two registrations arrive at the same moment", async () => {
    const twice = { ...ana, email: "twice@example.org" };
    const replies = await Promise.all([1, 2, 3].map(() => swell.visitor.post("/api/register", twice)));
    expect(replies.map((reply) => String(reply.status)).sort()).toEqual(["201", "409", "409"]);
  });

  test("gets the same reply for a wrong address and a wrong password", async () => {
    const bo = await swell.person("bo");
    const wrongPassword = await swell.visitor.post("/api/login", { email: bo.email, password: "not it at all" });
    const wrongEmail = await swell.visitor.post("/api/login", {
      email: "nobody@example.org",
      password: "not it at all",
    });
    expect(wrongPassword.status).toBe(401);
    expect(wrongEmail.text).toBe(wrongPassword.text);
  });

  test.each([
    [{ ...ana, email: "not an address" }, "email"],
    [{ ...ana, password: "five5" }, "password"],
    [{ ...ana, password: "x".repeat(201) }, "password"],
    [{ ...ana, firstName: "  " }, "firstName"],
    [{ ...ana, lastName: "x".repeat(61) }, "lastName"],
    [{ ...ana, firstName: "\u200b\u202e" }, "firstName"],
    [{ ...ana, firstName: "nul\u0000byte" }, "firstName"],
    [{ ...ana, firstName: { toString: "x" } }, "firstName"],
    [{ email: ana.email, password: ana.password, lastName: "L" }, "firstName"],
  ])("is refused with the field named: %j", async (body, path) => {
    const refused = await swell.visitor.post("/api/register", body);
    expect(refused.status).toBe(400);
    expect(refused.body).toMatchObject({ code: "invalid_input", issues: [{ path }] });
  });

  test("stores password and session token as hashes", async () => {
    const cleo = await swell.person("cleo");
    const token = cleo.cookie.split("=")[1]!;
    const { rows } = await swell.database.db
      .selectFrom("accounts")
      .innerJoin("sessions", "sessions.user_id", "accounts.person_id")
      .select(["password_hash", "token_hash"])
      .where("accounts.person_id", "=", cleo.id)
      .execute()
      .then((found) => ({ rows: found }));
    expect(rows).toHaveLength(1);
    expect(rows[0]!.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(rows[0]!.token_hash.toString("base64url")).not.toBe(token);
  });
});

describe("a session", () => {
  test("has a Secure cookie on an https site", async () => {
    const site = await openTestApp({ PUBLIC_URL: "https://trips.example.org" });
    const login = await site.visitor.post("/api/register", { ...ana, email: "https@example.org" });
    expect(String(login.headers["set-cookie"])).toMatch(/^__Host-session=.*; Path=\/;.*; Secure/);
    expect(login.headers["strict-transport-security"]).toBe("max-age=31536000");
    // A neighbouring domain can set a cookie without the prefix, and it opens nothing.
    const planted = String(login.headers["set-cookie"]).split(";")[0]!.replace("__Host-", "");
    expect((await site.visitor.get("/api/auth/user", undefined, { cookie: planted })).status).toBe(401);
    await site.close();
  });

  test("that was planted before a sign-in is ended by it", async () => {
    const dora = await swell.person("dora");
    const again = await client(swell.app, dora.cookie).post("/api/login", {
      email: dora.email,
      password: dora.password,
    });
    expect(again.status).toBe(200);
    expect((await dora.get("/api/auth/user")).status).toBe(401);
  });

  test("ends when it expires", async () => {
    const eve = await swell.person("eve");
    await swell.database.db
      .updateTable("sessions")
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where("user_id", "=", eve.id)
      .execute();
    expect((await eve.get("/api/auth/user")).status).toBe(401);
  });

  test.each([["session=short"], ["session="], ["session='; drop table people"], [`session=${"A".repeat(43)}`]])(
    "is not opened by %s",
    async (cookie) => {
      expect((await client(swell.app, cookie).get("/api/auth/user")).status).toBe(401);
    },
  );

  test("does not work for requests from another site", async () => {
    const fin = await swell.person("fin");
    const bio = { bio: "changed" };
    for (const headers of [
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
      { origin: "https://evil.example" },
      { origin: "null" },
    ]) {
      const refused = await fin.patch("/api/auth/user", bio, headers as unknown as Record<string, string>);
      expect(refused.status).toBe(403);
      expect(refused.body["code"]).toBe("cross_site");
    }
    expect((await fin.get("/api/auth/user")).body["bio"]).toBeNull();
    const own = await fin.patch("/api/auth/user", bio, {
      "sec-fetch-site": "same-origin",
      origin: "http://localhost:80",
    });
    expect(own.status).toBe(200);
  });

  test("is ended by an address only when a person opens it from this site", async () => {
    const gus = await swell.person("gus");
    const opened = { "sec-fetch-site": "same-origin", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" };
    const others: Record<string, string>[] = [
      {},
      { "sec-fetch-site": "same-origin" },
      { ...opened, "sec-fetch-site": "cross-site" },
      { ...opened, "sec-fetch-site": "same-site" },
      { ...opened, "sec-fetch-mode": "no-cors", "sec-fetch-dest": "image" },
      { ...opened, "sec-fetch-dest": "iframe" },
      { ...opened, "sec-purpose": "prefetch" },
      { ...opened, "sec-fetch-site": "none", "sec-purpose": "prefetch;prerender" },
      { ...opened, "sec-fetch-site": "none", "sec-purpose": "prefetch;anonymous-client-ip" },
      { ...opened, purpose: "prefetch" },
      { ...opened, "sec-fetch-mode": "cors", "sec-fetch-dest": "empty" },
    ];
    for (const headers of others) {
      expect((await gus.get("/api/logout", undefined, headers)).headers["location"]).toBe("/");
    }
    const { cookie } = gus;
    await swell.app.inject({ method: "HEAD", url: "/api/logout", headers: { cookie, ...opened } });
    expect((await gus.get("/api/auth/user")).status).toBe(200);
    const ended = await gus.get("/api/logout", undefined, opened);
    expect(ended.headers).toMatchObject({ location: "/", "clear-site-data": '"cache"' });
    expect((await gus.get("/api/auth/user")).status).toBe(401);
  });
});

describe("a request", () => {
  test("that is not JSON is refused before anything is read", async () => {
    const form = await swell.visitor.post("/api/login", "email=a@b.c&password=x", {
      "content-type": "application/x-www-form-urlencoded",
    });
    expect(form.status).toBe(415);
    const text = await swell.visitor.post("/api/login", '{"email":"a@b.c"}', { "content-type": "text/plain" });
    expect(text.status).toBe(415);
    const broken = await swell.visitor.post("/api/login", '{"email":', { "content-type": "application/json" });
    expect(broken.body["code"]).toBe("invalid_json");
    const huge = await swell.visitor.post("/api/login", { email: "x".repeat(300_000) });
    expect(huge.status).toBe(413);
  });

  test("for an unknown call gets a JSON reply", async () => {
    const reply = await swell.visitor.get("/api/nothing");
    expect(reply.status).toBe(404);
    expect(reply.body["code"]).toBe("not_found");
  });

  test("over the limit gets 429 with Retry-After", async () => {
    const strict = await openTestApp({ RATE_LIMITS: "on" });
    const attempts = [];
    for (let i = 0; i < 21; i++)
      attempts.push(await strict.visitor.post("/api/login", { email: `a${i}@example.org`, password: "guess" }));
    expect(attempts.slice(0, 20).every((reply) => reply.status === 401)).toBe(true);
    expect(attempts[20]!.status).toBe(429);
    expect(Number(attempts[20]!.headers["retry-after"])).toBeGreaterThan(0);
    expect(attempts[20]!.body["code"]).toBe("too_many_requests");
    await strict.close();
  });
});

test("a stranger's profile and awards are not found", async () => {
  const { hal, ivy } = await swell.people("hal", "ivy");
  expect((await hal.get(`/api/users/${ivy.id}`)).status).toBe(404);
  expect((await hal.get(`/api/users/${ivy.id}/awards`)).status).toBe(404);
  expect((await hal.get(`/api/users/${hal.id}`)).body).not.toHaveProperty("email");
  expect((await hal.get(`/api/users/${hal.id}/awards`)).text).toBe("[]");
  expect((await hal.get("/api/all-members")).body).toEqual([
    { id: hal.id, user: expect.objectContaining({ firstName: "Hal" }) },
  ]);
});

test("all members are listed by name, in pages, each once", async () => {
  const { ana, inviteOf, squad } = await newSquad(swell, "ana");
  const invite = await inviteOf();
  const names = ["dora", "bo", "emil", "bo", "cleo", "bo"];
  for (const name of names) {
    const person = await swell.person(name);
    expect((await person.post(`/api/trips/${squad}/join`, { invite })).status).toBe(200);
  }
  const seen: { id: string; user: { firstName: string } }[] = [];
  let next: string | undefined = "/api/all-members?limit=2";
  for (let pages = 0; next && pages < 9; pages++) {
    const { body, headers }: Reply = await ana.get(next);
    seen.push(...(body as unknown as typeof seen));
    next = /<([^>]+)>; rel="next"/.exec(String(headers["link"] ?? ""))?.[1];
  }
  expect(seen.map(({ user }) => user.firstName)).toEqual(["Ana", "Bo", "Bo", "Bo", "Cleo", "Dora", "Emil"]);
  expect(new Set(seen.map(({ id }) => id)).size).toBe(7);
  for (const cursor of ["nonsense", "W10", "WyJhIiwiYiIsImMiXQ", "bnVsbA", "MQ"])
    expect((await ana.get(`/api/all-members?cursor=${cursor}`)).status).toBe(400);
});

test("crew stats count everybody, not one page", async () => {
  const { ana, squad, inviteOf } = await newSquad(swell, "ana", "bo", "cleo");
  const invite = await inviteOf();
  const dora = await swell.person("dora");
  expect((await dora.get("/api/crew-stats")).body).toEqual({
    memberCount: 1,
    activeTripCount: 0,
    awardCategoryCount: 0,
  });
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  for (const [from, to] of [
    [-3, 3],
    [-9, -2],
    [5, 6],
  ] as const) {
    const trip = { squadId: squad, name: "Peniche", location: "Portugal", startDate: day(from), endDate: day(to) };
    const made = String((await ana.post("/api/trips", trip)).body["id"]);
    await ana.post(`/api/trips/${made}/categories`, { name: "Best Wipeout", description: "Least injured" });
  }
  const expected = { activeTripCount: 1, awardCategoryCount: 3 };
  expect((await ana.get("/api/crew-stats")).body).toEqual({ memberCount: 3, ...expected });
  await dora.post(`/api/trips/${squad}/join`, { invite });
  expect((await dora.get("/api/crew-stats")).body).toEqual({ memberCount: 4, ...expected });
});

test("openapi.json describes the calls", async () => {
  const { body } = await swell.visitor.get("/api/openapi.json");
  expect(body["openapi"]).toBe("3.1.0");
  expect(Object.keys(body["paths"]!)).toContain("/api/trips/{id}/ballot");
});
