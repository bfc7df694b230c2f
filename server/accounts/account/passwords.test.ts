import { hash } from "@node-rs/argon2";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { deviceKeyOf } from "../sessions/device-key-store.ts";
import { openDevices } from "../sessions/device.ts";
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
/** "Biển xanh", with each letter as one character, and with marks of their own. */
const [composed, decomposed] = ["Bi\u1EC3n xanh", "Bie\u0302\u0309n xanh"];
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

describe("a password with accents", () => {
  test("opens in every way in which its letters can be written, in every call", async () => {
    const ana = await swell.person("ana");
    expect((await ana.post("/api/password/change", { current: ana.password, password: decomposed })).status).toBe(204);
    expect((await login(ana.email, composed)).status).toBe(200);
    // Full-width letters and a no-break space come from other keyboards.
    expect((await login(ana.email, "Ｂiển\u00A0xanh")).status).toBe(200);
    expect((await login(ana.email, "Bien xanh")).status).toBe(401);
    expect((await ana.post("/api/password/proof", { password: composed })).status).toBe(204);
    expect((await ana.post("/api/password/change", { current: composed, password: composed })).status).toBe(204);
    expect((await login(ana.email, decomposed)).status).toBe(200);
    await forgot(ana.email);
    expect((await reset(await tokenFor(ana), `${decomposed}!`)).status).toBe(200);
    const { headers, status } = await login(ana.email, `${composed}!`);
    expect(status).toBe(200);
    const me = client(swell.app, [headers["set-cookie"]].flat().map(String)[0]!.split(";")[0]!);
    expect((await me.delete("/api/account", { confirm: ana.email, password: `${composed}!` })).status).toBe(204);
  });

  test("has at least six characters as it was typed", async () => {
    const account = { firstName: "Bo", lastName: "Berg", email: "six.characters@example.org" };
    const register = (password: string) => swell.visitor.post("/api/register", { ...account, password });
    expect((await register("ﷺ")).status).toBe(400);
    expect((await register("e\u0301e\u0301e\u0301")).status).toBe(201);
    expect((await login(account.email, "ééé")).status).toBe(200);
  });

  test("that was hashed as typed opens once more, and gets a new hash", async () => {
    const cleo = await swell.person("cleo");
    const { db } = swell.database;
    const hashOf = async () =>
      (
        await db
          .selectFrom("accounts")
          .select("password_hash")
          .where("person_id", "=", cleo.id)
          .executeTakeFirstOrThrow()
      ).password_hash;
    await db
      .updateTable("accounts")
      .set({ password_hash: await hash(decomposed) })
      .where("person_id", "=", cleo.id)
      .execute();
    const old = await hashOf();
    expect([(await login(cleo.email, composed)).status, await hashOf()]).toEqual([401, old]);
    expect((await cleo.post("/api/password/proof", { password: decomposed })).status).toBe(204);
    expect((await login(cleo.email, decomposed)).status).toBe(200);
    expect(await hashOf()).not.toBe(old);
    expect((await login(cleo.email, composed)).status).toBe(200);
  });

  test("gets a new hash without a letter about a browser that was known", async () => {
    const dora = await swell.person("dora");
    const { db } = swell.database;
    const passwordHash = await hash(decomposed);
    await db.updateTable("accounts").set({ password_hash: passwordHash }).where("person_id", "=", dora.id).execute();
    const devices = openDevices(deviceKeyOf(swell.database));
    const cookie = `browser=${await devices.introduce(undefined, { id: dora.id, passwordHash })}`;
    const letters = async () => {
      const told = db.selectFrom("account_alerts").select("what").where("user_id", "=", dora.id);
      return (await told.execute()).map(({ what }) => what);
    };
    const before = await letters();
    const account = { email: dora.email, password: decomposed };
    const known = await swell.visitor.post("/api/login", account, { cookie });
    expect([known.status, await letters()]).toEqual([200, before]);
    // The browser gets a cookie for the new hash, and another browser is told of as ever.
    expect(String(known.headers["set-cookie"])).toContain("browser=");
    await login(dora.email, composed);
    expect(await letters()).toEqual([...before, "browser"]);
  });
});
