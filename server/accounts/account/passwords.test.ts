import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestApp, type TestPerson, client, openTestApp } from "../../testing/app.ts";
import { linkIn, mailTo, outboxOf } from "../../testing/outbox.ts";

let swell: TestApp;
let dataDir: string;
beforeAll(async () => {
  swell = await openTestApp();
  ({ dataDir } = swell.parts.config);
});
afterAll(() => swell.close());

const forgot = (email: string) => swell.visitor.post("/api/password/forgot", { email });
const reset = (token: string, password: string) => swell.visitor.post("/api/password/reset", { token, password });
const login = (email: string, password: string) => swell.visitor.post("/api/login", { email, password });

/** The token in the first mail to this person. */
const tokenFor = async ({ email }: TestPerson): Promise<string> => tokenIn(await mailTo(dataDir, email));

describe("a forgotten password", () => {
  test("is replaced by a mailed link, which ends all sessions and begins one", async () => {
    const ana = await swell.person("ana");
    const asked = await forgot(ana.email.toUpperCase());
    expect(asked).toMatchObject({ status: 204, text: "" });
    const mail = await mailTo(dataDir, ana.email);
    expect(mail.subject).toBe("Set a new password for Swellmates");
    expect(mail.text).toContain("Hi Ana");
    expect(linkIn(mail).pathname).toBe("/reset-password");
    expect(tokenIn(mail)).toMatch(/^[\w-]{43}$/);

    const done = await reset(await tokenFor(ana), "brand new one");
    expect(done.status).toBe(200);
    expect(done.body).toMatchObject({ id: ana.id, email: ana.email });
    const session = [done.headers["set-cookie"]].flat().map(String);
    expect((await client(swell.app, session[0]!.split(";")[0]!).get("/api/auth/user")).body["id"]).toBe(ana.id);
    expect((await ana.get("/api/auth/user")).status).toBe(401);
    expect((await login(ana.email, ana.password)).status).toBe(401);
    expect((await login(ana.email, "brand new one")).status).toBe(200);
  });

  test("of an unknown address gets the same reply, no mail, and leaves no row", async () => {
    const bo = await swell.person("bo");
    const [real, invented] = [await forgot(bo.email), await forgot("nobody.at.all@example.org")];
    expect({ ...invented, headers: {} }).toEqual({ ...real, headers: {} });
    expect(Object.keys(invented.headers).sort()).toEqual(Object.keys(real.headers).sort());
    await mailTo(dataDir, bo.email);
    await expect
      .poll(async () => (await rowsOf()).filter(({ email_key }) => email_key.startsWith("nobody")), { timeout: 15_000 })
      .toEqual([]);
    expect(await outboxOf(dataDir, "nobody.at.all@example.org")).toEqual([]);
  });

  test("of an invented demo person gets no mail", async () => {
    const lou = await swell.person("lou");
    const made = String((await lou.post("/api/squads", { name: "Demo" })).body["id"]);
    const { db } = swell.database;
    await db.updateTable("users").set({ demo_squad_id: made }).where("id", "=", lou.id).execute();
    expect((await forgot(lou.email)).status).toBe(204);
    await expect
      .poll(async () => (await rowsOf()).filter(({ email_key }) => email_key === lou.email), { timeout: 15_000 })
      .toEqual([]);
    expect(await outboxOf(dataDir, lou.email)).toEqual([]);
  });

  test("stores the token as a hash only", async () => {
    const cleo = await swell.person("cleo");
    await forgot(cleo.email);
    const token = await tokenFor(cleo);
    const [row] = (await rowsOf()).filter(({ user_id }) => user_id === cleo.id);
    expect(row!.token_hash).toHaveLength(32);
    expect(row!.token_hash!.toString("base64url")).not.toBe(token);
    const { rows } = await swell.database.dedicated().then(async (db) => {
      const found = await db.query<{ text: string }>(
        "select data::text || coalesce(output::text, '') as text from jobs.job",
      );
      await db.end();
      return found;
    });
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.some(({ text }) => text.includes(token) || text.includes(cleo.email))).toBe(false);
  });

  test("accepts a link once, even if it is used three times at once", async () => {
    const dora = await swell.person("dora");
    await forgot(dora.email);
    const token = await tokenFor(dora);
    const passwords = ["first password", "second password", "third password"];
    const replies = await Promise.all(passwords.map((password) => reset(token, password)));
    expect(replies.map(({ status }) => String(status)).sort()).toEqual(["200", "404", "404"]);
    const won = passwords[replies.findIndex(({ status }) => status === 200)]!;
    expect((await login(dora.email, won)).status).toBe(200);
    const again = await reset(token, "once more");
    expect(again).toMatchObject({ status: 404, body: { code: "not_found" } });
    expect(again.body["error"]).toBe("This link has expired or was used already. Please ask for a new one.");
  });

  test("accepts only the newest link, for an hour", async () => {
    const eve = await swell.person("eve");
    await forgot(eve.email);
    const older = await tokenFor(eve);
    await forgot(eve.email);
    await mailTo(dataDir, eve.email, 2);
    const newer = (await outboxOf(dataDir, eve.email)).map(tokenIn).find((token) => token !== older)!;
    expect((await reset(older, "from the older")).status).toBe(404);
    await swell.database.db
      .updateTable("password_resets")
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where("user_id", "=", eve.id)
      .execute();
    expect((await reset(newer, "an hour later")).status).toBe(404);
    expect((await login(eve.email, eve.password)).status).toBe(200);
    const [row] = (await rowsOf()).filter(({ user_id }) => user_id === eve.id);
    expect(row!.created_at.getTime()).toBeGreaterThan(Date.now() - 60_000);
  });

  test("has a link that is valid for an hour", async () => {
    const fin = await swell.person("fin");
    await forgot(fin.email);
    await tokenFor(fin);
    const [row] = (await rowsOf()).filter(({ user_id }) => user_id === fin.id);
    const minutes = (row!.expires_at!.getTime() - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(58);
    expect(minutes).toBeLessThanOrEqual(60);
  });

  test.each([["x"], ["A".repeat(43)], ["' or true --"], ["🌊"]])(
    "is not replaced by the invented link %s",
    async (token) => {
      expect((await reset(token, "long enough")).status).toBe(404);
    },
  );

  test("refuses a short password without using up the link", async () => {
    const gus = await swell.person("gus");
    await forgot(gus.email);
    const token = await tokenFor(gus);
    expect(await reset(token, "five5")).toMatchObject({ status: 400, body: { issues: [{ path: "password" }] } });
    expect((await reset(token, "better")).status).toBe(200);
  });

  test("links to the configured address, not to the host of the request", async () => {
    const site = await openTestApp({ PUBLIC_URL: "https://trips.example.org" });
    const hal = await site.person("hal");
    await site.visitor.post("/api/password/forgot", { email: hal.email }, { host: "evil.example" });
    const { text, html } = await mailTo(site.parts.config.dataDir, hal.email);
    expect(text).toContain("https://trips.example.org/reset-password?token=");
    expect(`${text} ${html}`).not.toContain("evil.example");
    await site.close();
  });

  test("is mailed five times, then refused with 429", async () => {
    const strict = await openTestApp({ RATE_LIMITS: "on" });
    for (const email of ["known@example.org", "unknown@example.org"]) {
      const statuses = [];
      for (let i = 0; i < 6; i++) {
        const asked = await strict.visitor.post("/api/password/forgot", { email });
        statuses.push(asked.status);
        if (asked.status === 429) expect(Number(asked.headers["retry-after"])).toBeGreaterThan(60);
      }
      expect(statuses).toEqual([204, 204, 204, 204, 204, 429]);
    }
    await strict.close();
  });
});

describe("a changed password", () => {
  test("ends all other sessions and every mailed link, and keeps this one", async () => {
    const ivy = await swell.person("ivy");
    await forgot(ivy.email);
    const token = await tokenFor(ivy);
    const phone = await login(ivy.email, ivy.password);
    const onPhone = client(swell.app, String([phone.headers["set-cookie"]].flat()[0]).split(";")[0]!);
    expect((await onPhone.get("/api/auth/user")).status).toBe(200);
    const changed = await ivy.post("/api/password/change", { current: ivy.password, password: "tide is high" });
    expect(changed.status).toBe(204);
    expect((await ivy.get("/api/auth/user")).status).toBe(200);
    expect((await onPhone.get("/api/auth/user")).status).toBe(401);
    expect((await login(ivy.email, ivy.password)).status).toBe(401);
    expect((await login(ivy.email, "tide is high")).status).toBe(200);
    expect((await reset(token, "by the link")).status).toBe(404);
  });

  test("needs the current password, and the refusal names the field", async () => {
    const joe = await swell.person("joe");
    const refused = await joe.post("/api/password/change", { current: "not it", password: "long enough" });
    expect(refused).toMatchObject({
      status: 400,
      body: { code: "invalid_input", issues: [{ path: "current", message: "This is not your current password" }] },
    });
    const short = await joe.post("/api/password/change", { current: joe.password, password: "five5" });
    expect(short).toMatchObject({ status: 400, body: { issues: [{ path: "password" }] } });
    expect((await login(joe.email, joe.password)).status).toBe(200);
  });

  test("is changed once by two calls at the same moment", async () => {
    const kim = await swell.person("kim");
    const replies = await Promise.all(
      ["one wave", "two waves"].map((password) =>
        kim.post("/api/password/change", { current: kim.password, password }),
      ),
    );
    // The second call is refused, whether or not it read the old hash.
    expect(replies.map(({ status }) => String(status)).sort()).toEqual(["204", expect.stringMatching(/^(400|409)$/)]);
  });

  test("ends the sessions that began with the old password at the same moment", async () => {
    for (let round = 0; round < 5; round++) {
      const lea = await swell.person("lea");
      const [changed, ...guessed] = await Promise.all([
        lea.post("/api/password/change", { current: lea.password, password: "the new one" }),
        ...[1, 2, 3].map(() => login(lea.email, lea.password)),
      ]);
      expect(changed.status).toBe(204);
      for (const reply of guessed.filter(({ status }) => status === 200)) {
        const inside = client(swell.app, String([reply.headers["set-cookie"]].flat()[0]).split(";")[0]!);
        expect((await inside.get("/api/auth/user")).status).toBe(401);
      }
    }
  });
});

const rowsOf = () => swell.database.db.selectFrom("password_resets").selectAll().execute();

const tokenIn = (mail: Parameters<typeof linkIn>[0]) => linkIn(mail).searchParams.get("token")!;
