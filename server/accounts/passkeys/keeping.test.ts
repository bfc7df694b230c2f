import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestApp, client, openTestApp, rows } from "../../testing/app.ts";
import { newSquad } from "../../testing/builders.ts";
import { linkIn, mailTo } from "../../testing/outbox.ts";
import { type TestSeat, newSeat } from "../../testing/seats.ts";
import { authenticator } from "./fixtures/authenticator.ts";
import { addTo, beginSignIn, beginToAdd, beginToKeep, signInWith } from "./fixtures/browser.ts";

let swell: TestApp;
let squad: string;
beforeAll(async () => {
  swell = await openTestApp();
  ({ squad } = await newSquad(swell, "ana"));
});
afterAll(() => swell.close());

const sitDown = () => newSeat(swell, { squad });
const emailOf = ({ id }: TestSeat) => `tom.${id}@example.org`;
const late = { status: 409, body: { error: "This took too long, or was begun elsewhere. Please try again." } };

/** Demands that the seat is a seat as before, without a way to sign in. */
async function expectSeat(seat: TestSeat) {
  expect((await seat.get("/api/auth/user")).body).toMatchObject({ id: seat.id, isSeat: true, email: null });
  const { rows: ways } = await sql`select from passkeys where user_id = ${seat.id}`.execute(swell.database.db);
  expect(ways).toEqual([]);
}

describe("a seat", () => {
  test("becomes an account with an address and a passkey, which signs in", async () => {
    const tom = await sitDown();
    const email = emailOf(tom);
    await tom.post("/api/seat/link", {});
    const device = authenticator();
    const { browser, options } = await beginToKeep(swell, tom, `  ${email.toUpperCase()} `);
    expect(options).toMatchObject({
      rp: { id: "localhost" },
      user: { name: email.toUpperCase(), displayName: "Tom" },
      excludeCredentials: [],
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
    });
    const kept = await browser.post("/api/passkeys/seat", { email, credential: device.create(options) });
    expect(kept).toMatchObject({ status: 201, body: { id: tom.id, email, isSeat: false, firstName: "Tom" } });
    expect(String(kept.headers["set-cookie"])).toContain("session=");
    // The address is confirmed by a letter, as after a registration.
    expect(linkIn(await mailTo(swell.parts.config.dataDir, email, 1, true)).pathname).toBe("/confirm-email");

    const { reply, signedIn } = await signInWith(swell, device);
    expect(reply).toMatchObject({ status: 200, body: { id: tom.id } });
    expect((await signedIn.get(`/api/squads/${squad}`)).status).toBe(200);
    expect(rows((await signedIn.get("/api/passkeys")).body)).toHaveLength(1);
    expect((await signedIn.get("/api/account")).body).toMatchObject({ hasPassword: false, emailConfirmed: false });
    const links = swell.database.db.selectFrom("seat_links").selectAll().where("person_id", "=", tom.id);
    expect(await links.execute()).toEqual([]);
  });

  test("is not kept with an address that has an account, before or after the device", async () => {
    const [tom, bo] = [await sitDown(), await swell.person("bo")];
    const taken = { status: 409, body: { code: "email_taken", key: "email_has_account" } };
    expect(await tom.post("/api/passkeys/seat/options", { email: bo.email.toUpperCase() })).toMatchObject(taken);
    const { browser, options } = await beginToKeep(swell, tom, emailOf(tom));
    const credential = authenticator().create(options);
    expect(await browser.post("/api/passkeys/seat", { email: bo.email, credential })).toMatchObject(taken);
    await expectSeat(tom);
    // The challenge is used up, and a new one keeps the seat.
    expect(await browser.post("/api/passkeys/seat", { email: emailOf(tom), credential })).toMatchObject(late);
    const again = await beginToKeep(swell, tom, emailOf(tom));
    const body = { email: emailOf(tom), credential: authenticator().create(again.options) };
    expect((await again.browser.post("/api/passkeys/seat", body)).status).toBe(201);
  });

  test("needs an address", async () => {
    const tom = await sitDown();
    for (const email of ["", "tom", undefined])
      expect(await tom.post("/api/passkeys/seat/options", { email })).toMatchObject({
        status: 400,
        body: { issues: [{ path: "email" }] },
      });
  });

  test("is kept once by two passkeys at the same moment", async () => {
    const tom = await sitDown();
    const tabs = [await beginToKeep(swell, tom, emailOf(tom)), await beginToKeep(swell, tom, `2.${emailOf(tom)}`)];
    const answers = await Promise.all(
      tabs.map(({ browser, options }, i) =>
        browser.post("/api/passkeys/seat", {
          email: i === 0 ? emailOf(tom) : `2.${emailOf(tom)}`,
          credential: authenticator().create(options),
        }),
      ),
    );
    const [kept, refused] = answers.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(kept).toBe(201);
    // Keeping ends the session, which the other call may have found before or after that.
    expect([401, 409]).toContain(refused);
    const { db } = swell.database;
    expect(await db.selectFrom("passkeys").select("id").where("user_id", "=", tom.id).execute()).toHaveLength(1);
    expect(await db.selectFrom("accounts").select("email").where("person_id", "=", tom.id).execute()).toHaveLength(1);
  });

  test("is not kept by a passkey that is registered already", async () => {
    const [tom, bo] = [await sitDown(), await swell.person("bo")];
    const device = authenticator();
    await addTo(swell, bo, device);
    const { browser, options } = await beginToKeep(swell, tom, emailOf(tom));
    const refused = await browser.post("/api/passkeys/seat", {
      email: emailOf(tom),
      credential: device.create(options),
    });
    expect(refused).toMatchObject({ status: 409, body: { key: "passkey_known" } });
    await expectSeat(tom);
  });

  test.each([
    ["for another origin", { origin: "http://evil.example" }],
    ["for another host", { rpId: "evil.example" }],
    ["without user verification", { unverified: true }],
    ["for another challenge", { challenge: "c29tZXRoaW5nIGVsc2U" }],
  ])("is not kept by a passkey %s", async (_, overrides) => {
    const tom = await sitDown();
    const { browser, options } = await beginToKeep(swell, tom, emailOf(tom));
    const body = { email: emailOf(tom), credential: authenticator().create(options, overrides) };
    expect(await browser.post("/api/passkeys/seat", body)).toMatchObject({
      status: 400,
      body: { key: "passkey_unchecked" },
    });
    await expectSeat(tom);
  });
});

describe("a challenge for keeping a seat", () => {
  test("is of one person in one browser, and works once", async () => {
    const [tom, eve] = [await sitDown(), await sitDown()];
    const { browser, options } = await beginToKeep(swell, tom, emailOf(tom));
    const tie = browser.cookie.split("; ").at(-1)!;
    const body = { email: emailOf(tom), credential: authenticator().create(options) };
    // Without its cookie, and for another person, whose try uses it up.
    expect(await tom.post("/api/passkeys/seat", body)).toMatchObject(late);
    expect(await client(swell.app, `${eve.cookie}; ${tie}`).post("/api/passkeys/seat", body)).toMatchObject(late);
    expect(await browser.post("/api/passkeys/seat", body)).toMatchObject(late);
    await expectSeat(tom);
    await expectSeat(eve);

    const again = await beginToKeep(swell, tom, emailOf(tom));
    const kept = { email: emailOf(tom), credential: authenticator().create(again.options) };
    expect((await again.browser.post("/api/passkeys/seat", kept)).status).toBe(201);
    // The session of the seat has ended, and with it what was signed in it.
    expect((await again.browser.post("/api/passkeys/seat", kept)).status).toBe(401);
  });

  test("is not one for a sign-in", async () => {
    const tom = await sitDown();
    const { browser, options } = await beginSignIn(swell, tom);
    const credential = authenticator().create({ ...options, user: { id: "AAAA" } });
    expect(await browser.post("/api/passkeys/seat", { email: emailOf(tom), credential })).toMatchObject(late);
  });

  test("adds no passkey to the account that the seat has become", async () => {
    const tom = await sitDown();
    const { browser, options } = await beginToKeep(swell, tom, emailOf(tom));
    const kept = await tom.post("/api/seat/account", { email: emailOf(tom), password: "tom-likes-waves" });
    const session = [kept.headers["set-cookie"]]
      .flat()
      .map(String)
      .find((one) => one.startsWith("session="))!;
    const tie = browser.cookie.split("; ").at(-1)!;
    const account = client(swell.app, `${session.split(";")[0]!}; ${tie}`);
    const credential = authenticator().create(options);
    expect(await account.post("/api/passkeys", { credential })).toMatchObject(late);
    const refused = await account.post("/api/passkeys/seat", { email: `2.${emailOf(tom)}`, credential });
    expect(refused).toMatchObject({ status: 409, body: { key: "seat_is_kept" } });
    expect(rows((await account.get("/api/passkeys")).body)).toEqual([]);
  });
});

test("somebody with an account keeps no seat", async () => {
  const bo = await swell.person("bo");
  const { browser, options } = await beginToAdd(swell, bo);
  const email = `2.${bo.email}`;
  const refused = { status: 409, body: { key: "seat_is_kept", error: "You have an account, so you log in with it." } };
  expect(await bo.post("/api/passkeys/seat/options", { email })).toMatchObject(refused);
  const credential = authenticator().create(options);
  expect(await browser.post("/api/passkeys/seat", { email, credential })).toMatchObject(refused);
});

test("a server that makes no accounts keeps no seat", async () => {
  const closed = await openTestApp({ REGISTRATION: "closed" }, swell.database);
  try {
    const tom = await newSeat(closed, { squad });
    const refused = { status: 403, body: { key: "registration_closed" } };
    expect(await tom.post("/api/passkeys/seat/options", { email: emailOf(tom) })).toMatchObject(refused);
    const byPassword = { email: emailOf(tom), password: "tom-likes-waves" };
    expect(await tom.post("/api/seat/account", byPassword)).toMatchObject(refused);
    // The options of another server are worth nothing here.
    const open = { ...client(swell.app, tom.cookie), id: tom.id };
    const { browser, options } = await beginToKeep(swell, open, emailOf(tom));
    const body = { email: emailOf(tom), credential: authenticator().create(options) };
    expect(await client(closed.app, browser.cookie).post("/api/passkeys/seat", body)).toMatchObject(refused);
    await expectSeat(open);
  } finally {
    await closed.close();
  }
});
