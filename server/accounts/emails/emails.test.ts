import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { authenticator } from "../passkeys/fixtures/authenticator.ts";
import { addTo, signInWith } from "../passkeys/fixtures/browser.ts";
import { type TestApp, type TestPerson, client, openTestApp } from "../../testing/app.ts";
import { newSquad } from "../../testing/builders.ts";
import { greeting, linkIn, mailTo, outboxOf } from "../../testing/outbox.ts";

let swell: TestApp;
let dataDir: string;
beforeAll(async () => {
  swell = await openTestApp();
  ({ dataDir } = swell.parts.config);
});
afterAll(() => swell.close());

const tokenOf = (mail: Parameters<typeof linkIn>[0]) => linkIn(mail).searchParams.get("token")!;
const confirm = (who: Pick<TestPerson, "post">, token: string) => who.post("/api/email/confirm", { token });
const greetingTo = (email: string) => mailTo(dataDir, email, 1, true);
const account = async (who: TestPerson) => (await who.get("/api/account")).body;
const change = (who: TestPerson, email: string, more: object = { password: who.password }) =>
  who.post("/api/email/change", { email, ...more });
const login = (email: string, password: string) => swell.visitor.post("/api/login", { email, password });
const ended = {
  status: 404,
  body: {
    error:
      "This link has expired, was used already, or is for another account. You can have a new one sent from your account page.",
  },
};
let made = 0;
const address = (name: string) => `${name}.new.${++made}@example.org`;

describe("the address of a new account", () => {
  test("is confirmed by a mailed link, once", async () => {
    const ana = await swell.person("ana");
    expect(await account(ana)).toMatchObject({ emailConfirmed: false, newEmail: null });
    const mail = await greetingTo(ana.email);
    expect([mail.subject, mail.text]).toEqual([greeting, expect.stringContaining("Hi Ana")]);
    expect(linkIn(mail).pathname).toBe("/confirm-email");
    const token = tokenOf(mail);
    expect(token).toMatch(/^[\w-]{43}$/);
    const { rows } = await sql`select * from email_links where user_id = ${ana.id}`.execute(swell.database.db);
    expect(JSON.stringify(rows)).not.toContain(token);

    expect(await confirm(ana, token)).toMatchObject({ status: 200, body: { email: ana.email, changed: false } });
    expect(await account(ana)).toMatchObject({ emailConfirmed: true });
    expect(await confirm(ana, token)).toMatchObject(ended);
    expect(await confirm(ana, "invented")).toMatchObject(ended);
  });

  test("is confirmed only by the account that the mail is for", async () => {
    const { liv, max } = await swell.people("liv", "max");
    const token = tokenOf(await greetingTo(liv.email));
    expect((await confirm(swell.visitor, token)).status).toBe(401);
    expect(await confirm(max, token)).toMatchObject(ended);
    expect(await account(liv)).toMatchObject({ emailConfirmed: false });
    expect(await account(max)).toMatchObject({ emailConfirmed: false });
    // The refused attempts did not use up the link.
    expect((await confirm(liv, token)).status).toBe(200);
    const wanted = address("max");
    await change(liv, wanted);
    const second = tokenOf(await mailTo(dataDir, wanted));
    expect(await confirm(max, second)).toMatchObject(ended);
    expect((await liv.get("/api/auth/user")).body["email"]).toBe(liv.email);
    expect(await confirm(liv, second)).toMatchObject({ status: 200, body: { changed: true } });
  });

  test("is not confirmed by a GET of the link, nor after two days", async () => {
    const bo = await swell.person("bo");
    const link = linkIn(await greetingTo(bo.email));
    await swell.visitor.get(link.pathname + link.search);
    expect(await account(bo)).toMatchObject({ emailConfirmed: false });
    const { rows } = await sql<{ life: number }>`
      select round(extract(epoch from expires_at - now()) / 3600)::int life from email_links where user_id = ${bo.id}`.execute(
      swell.database.db,
    );
    expect(rows).toEqual([{ life: 48 }]);
    await sql`update email_links set expires_at = now() where user_id = ${bo.id}`.execute(swell.database.db);
    expect(await confirm(bo, link.searchParams.get("token")!)).toMatchObject(ended);
  });

  test("can be mailed again, and only the newest link is valid", async () => {
    const cleo = await swell.person("cleo");
    const older = tokenOf(await greetingTo(cleo.email));
    expect((await cleo.post("/api/email/link", {})).status).toBe(204);
    expect(await confirm(cleo, older)).toMatchObject(ended);
    const newer = tokenOf(await mailTo(dataDir, cleo.email, 2, true));
    expect((await confirm(cleo, newer)).status).toBe(200);
    // A confirmed address gets no further mail.
    await cleo.post("/api/email/link", {});
    await swell.person("dan").then(({ email }) => greetingTo(email));
    expect(await outboxOf(dataDir, cleo.email, true)).toHaveLength(2);
  });

  test("is confirmed by a reset, which removes passkeys and links made before", async () => {
    const eve = await swell.person("eve");
    const device = authenticator();
    await addTo(swell, eve, device);
    await sql`insert into identities (id, user_id, issuer, subject)
      values (gen_random_uuid(), ${eve.id}, 'https://id.example.org', 'someone')`.execute(swell.database.db);
    await swell.visitor.post("/api/password/forgot", { email: eve.email });
    const token = tokenOf(await mailTo(dataDir, eve.email));
    const { rows: before } = await sql`select email_confirmed_at at from accounts where person_id = ${eve.id}`.execute(
      swell.database.db,
    );
    expect(before).toEqual([{ at: null }]);
    await swell.visitor.post("/api/password/reset", { token, password: "brand new one" });
    const { rows } =
      await sql`select email_confirmed_at is not null confirmed from accounts where person_id = ${eve.id}`.execute(
        swell.database.db,
      );
    expect(rows).toEqual([{ confirmed: true }]);
    const { rows: links } = await sql`select from identities where user_id = ${eve.id}`.execute(swell.database.db);
    expect(links).toEqual([]);
    expect((await signInWith(swell, device)).reply.status).toBe(401);
  });

  test("keeps the account's older passkeys at a reset if it was confirmed before", async () => {
    const fay = await swell.person("fay");
    await confirm(fay, tokenOf(await greetingTo(fay.email)));
    const device = authenticator();
    await addTo(swell, fay, device);
    const { db } = swell.database;
    await sql`update passkeys set created_at = now() - interval '31 days' where user_id = ${fay.id}`.execute(db);
    await swell.visitor.post("/api/password/forgot", { email: fay.email });
    const token = tokenOf(await mailTo(dataDir, fay.email));
    expect((await swell.visitor.post("/api/password/reset", { token, password: "brand new one" })).status).toBe(200);
    expect((await signInWith(swell, device)).reply.status).toBe(200);
  });

  test("is confirmed by registering with the invitation mailed to it", async () => {
    const { ana, squad, inviteOf } = await newSquad(swell, "ana");
    const [gil, hal] = [address("gil"), address("hal")];
    await ana.post("/api/squad-invites", { squadId: squad, emails: [gil, hal] });
    const codeOf = async (email: string) => linkIn(await mailTo(dataDir, email)).searchParams.get("invite")!;
    const [gils, hals] = [await codeOf(gil), await codeOf(hal)];
    const register = (email: string, invite: string) =>
      swell.visitor.post("/api/register", {
        firstName: "Gil",
        lastName: "Berg",
        email,
        password: "likes waves",
        invite,
      });
    const isConfirmed = async (email: string) =>
      (
        await swell.database.db
          .selectFrom("accounts")
          .select("email_confirmed_at")
          .where("email", "=", email)
          .executeTakeFirst()
      )?.email_confirmed_at !== null;
    expect((await register(gil.toUpperCase(), gils)).status).toBe(201);
    expect(await isConfirmed(gil.toUpperCase())).toBe(true);
    expect((await register(hal, gils)).status).toBe(201);
    expect(await isConfirmed(hal)).toBe(false);
    const [ina, jo] = [address("ina"), address("jo")];
    expect((await register(ina, hals)).status).toBe(201);
    expect(await isConfirmed(ina)).toBe(false);
    expect((await register(jo, await inviteOf())).status).toBe(201);
    expect(await isConfirmed(jo)).toBe(false);
    await greetingTo(jo);
    expect(await outboxOf(dataDir, gil.toUpperCase(), true)).toEqual([]);
  });
});

describe("a new address", () => {
  test("replaces the old one when its link is used, and the old one gets a mail", async () => {
    const kai = await swell.person("kai");
    const greeted = tokenOf(await greetingTo(kai.email));
    const wanted = address("kai");
    expect((await change(kai, wanted)).status).toBe(204);
    expect(await account(kai)).toMatchObject({ newEmail: wanted });
    expect((await kai.get("/api/auth/user")).body["email"]).toBe(kai.email);
    const mail = await mailTo(dataDir, wanted);
    expect(mail.subject).toBe("Confirm your new email address for Swellmates");
    // The old address has a link that resets the password.
    await swell.visitor.post("/api/password/forgot", { email: kai.email });
    const reset = tokenOf(await mailTo(dataDir, kai.email));

    expect(await confirm(kai, tokenOf(mail))).toMatchObject({ status: 200, body: { email: wanted, changed: true } });
    expect((await kai.get("/api/auth/user")).body["email"]).toBe(wanted);
    expect(await account(kai)).toMatchObject({ emailConfirmed: true, newEmail: null });
    expect((await login(wanted.toUpperCase(), kai.password)).status).toBe(200);
    expect((await login(kai.email, kai.password)).status).toBe(401);
    const told = async () => (await outboxOf(dataDir, kai.email, true)).map(({ subject }) => subject);
    await expect.poll(told, { timeout: 20_000 }).toContain("Was it you? Your email address was changed");
    const late = await swell.visitor.post("/api/password/reset", { token: reset, password: "not any more" });
    expect(late.status).toBe(404);
    // The link that confirms the former address is not valid either.
    expect(await confirm(kai, greeted)).toMatchObject(ended);
    expect((await swell.visitor.post("/api/register", { ...other, email: kai.email })).status).toBe(201);
  });
  const other = { firstName: "Kim", lastName: "Berg", password: "likes waves" };

  test("needs the password, or a fresh login if the account has none", async () => {
    const lea = await swell.person("lea");
    const wanted = address("lea");
    expect(await change(lea, wanted, {})).toMatchObject({ status: 409, body: { issues: [{ path: "password" }] } });
    expect(await change(lea, wanted, { password: "not it" })).toMatchObject({
      status: 400,
      body: { issues: [{ path: "password", message: "This is not your current password" }] },
    });
    const { db } = swell.database;
    await db.updateTable("accounts").set({ password_hash: null }).where("person_id", "=", lea.id).execute();
    await sql`update sessions set created_at = now() - interval '11 minutes' where user_id = ${lea.id}`.execute(db);
    expect(await change(lea, wanted, {})).toMatchObject({ status: 409, body: { code: "confirmation_needed" } });
    await sql`update sessions set created_at = now() where user_id = ${lea.id}`.execute(db);
    expect((await change(lea, wanted, {})).status).toBe(204);
  });

  test("that is taken gets the same reply, and its owner gets a mail", async () => {
    const { mia, ned } = await swell.people("mia", "ned");
    const [taken, free] = [await change(mia, ned.email.toUpperCase()), await change(mia, address("mia"))];
    expect({ ...taken, headers: {} }).toEqual({ ...free, headers: {} });
    const { olaf } = await swell.people("olaf");
    await change(olaf, ned.email);
    const told = await mailTo(dataDir, ned.email);
    expect(told.subject).toBe("You have a Swellmates account already");
    expect(linkIn(told).pathname).toBe("/auth");
    expect((await ned.get("/api/auth/user")).body["email"]).toBe(ned.email);
  });

  test("goes to one of two accounts that confirm it at once", async () => {
    const { pia, quin } = await swell.people("pia", "quin");
    const wanted = address("both");
    await change(pia, wanted);
    await mailTo(dataDir, wanted);
    await change(quin, wanted);
    await mailTo(dataDir, wanted, 2);
    const tokens = (await outboxOf(dataDir, wanted)).map(tokenOf);
    const answers = await Promise.all([confirm(pia, tokens[0]!), confirm(quin, tokens[1]!)]);
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)!.body["code"]).toBe("email_taken");
  });

  test("is cancelled by a new password and by a later change", async () => {
    const rosa = await swell.person("rosa");
    const [first, second] = [address("rosa"), address("rosa")];
    await change(rosa, first);
    const older = tokenOf(await mailTo(dataDir, first));
    await change(rosa, second);
    expect(await confirm(rosa, older)).toMatchObject(ended);
    const newer = tokenOf(await mailTo(dataDir, second));
    await rosa.post("/api/password/change", { current: rosa.password, password: "brand new one" });
    expect(await account(rosa)).toMatchObject({ newEmail: null });
    expect(await confirm(rosa, newer)).toMatchObject(ended);
  });

  test("must differ from the present one", async () => {
    const sam = await swell.person("sam");
    const same = await change(sam, sam.email);
    expect(same).toMatchObject({ status: 400, body: { issues: [{ path: "email" }] } });
    // Another spelling of the same address is a change.
    const written = sam.email.replace("sam", "Sam");
    expect((await change(sam, written)).status).toBe(204);
    expect((await confirm(sam, tokenOf(await mailTo(dataDir, written)))).status).toBe(200);
    expect((await sam.get("/api/auth/user")).body["email"]).toBe(written);
  });
});

test("link mails go at most once a minute and five times a day", async () => {
  const site = await openTestApp({ RATE_LIMITS: "on" });
  try {
    const tom = await site.person("tom");
    const again = () => tom.post("/api/email/link", {});
    const soon = await again();
    expect(soon).toMatchObject({
      status: 429,
      body: { error: "A link went to this address a moment ago. Please wait a minute before you ask for another." },
    });
    expect(Number(soon.headers["retry-after"])).toBeLessThanOrEqual(60);
    const later = () =>
      sql`update email_links set created_at = created_at - interval '61 seconds'`.execute(site.database.db);
    for (let i = 0; i < 4; i++) {
      await later();
      expect((await again()).status).toBe(204);
    }
    await later();
    const sixth = await again();
    expect(sixth.body["error"]).toBe("Several links went to this address today. Please try again tomorrow.");
    expect(Number(sixth.headers["retry-after"])).toBeGreaterThan(23 * 3600);
    // The limit also counts the requests of several people for one address.
    const wanted = address("una");
    const answers = [];
    for (let i = 0; i < 6; i++) answers.push(await change(await site.person(`p${i}`), wanted));
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204, 204, 204, 429]);
    // Strangers' requests for an address keep no letter from its owner: neither the first nor one that they ask for.
    const una = { firstName: "Una", lastName: "Berg", email: wanted, password: "una-likes-waves" };
    const made = await site.visitor.post("/api/register", una);
    const { dataDir } = site.parts.config;
    const firsts = async () => (await outboxOf(dataDir, wanted, true)).filter(({ subject }) => subject === greeting);
    await vi.waitFor(async () => expect(await firsts()).toHaveLength(1), 20_000);
    await later();
    const owner = client(site.app, String(made.headers["set-cookie"]).split(";")[0]!);
    expect((await owner.post("/api/email/link", {})).status).toBe(204);
    await vi.waitFor(async () => expect(await firsts()).toHaveLength(2), 20_000);
  } finally {
    await site.close();
  }
});
