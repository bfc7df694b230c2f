import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, openTestApp } from "../../testing/app.ts";
import { ageTrip, newSquad, newTrip } from "../../testing/builders.ts";
import { mailTo, outboxOf } from "../../testing/outbox.ts";
import { sqlText } from "../db/sql-text.ts";

let swell: TestApp;
beforeAll(async () => {
  swell = await openTestApp({ PUBLIC_URL: "https://trips.example.org" });
});
afterAll(() => swell.close());

const dataDir = () => swell.parts.config.dataDir;
let made = 0;
const address = (name: string) => `${name}.${++made}@example.org`;

/** Invites an address. Returns the unsubscribe token and path from the mail. */
async function invited(kai: string) {
  const { ana, squad } = await newSquad(swell, "ana");
  const invite = () => ana.post("/api/squad-invites", { squadId: squad, emails: [kai.toUpperCase()] });
  await invite();
  const mail = await mailTo(dataDir(), kai);
  const link = /https:\/\/trips\.example\.org\/no-mail\?to=([\w-]{43})/.exec(mail.text ?? "");
  return { invite, token: link![1]!, path: `/no-mail?to=${link![1]}` };
}

const press = (path: string, type = "application/x-www-form-urlencoded", payload = "List-Unsubscribe=One-Click") =>
  swell.app.inject({
    method: "POST",
    url: path,
    // As a mail provider's server or page sends it.
    headers: { "content-type": type, origin: "https://mail.example.net", "sec-fetch-site": "cross-site" },
    payload,
  });

test("one click in a mail program ends all invitations to that address", async () => {
  const kai = address("kai");
  const { invite, path } = await invited(kai);
  expect((await press(path)).statusCode).toBe(200);
  expect((await press(path)).statusCode).toBe(200);
  expect((await invite()).body).toEqual({
    sent: [],
    alreadyMembers: [],
    failed: [
      { email: kai, reason: "This address wants no mails from Swellmates. Send them the invite link yourself." },
    ],
  });
  const { ana, squad } = await newSquad(swell, "ana");
  const lou = address("lou");
  const other = await ana.post("/api/squad-invites", { squadId: squad, emails: [kai, lou] });
  expect(other.body).toMatchObject({ sent: [lou], failed: [{ email: kai }] });
  await mailTo(dataDir(), lou);
  expect(await outboxOf(dataDir(), kai)).toHaveLength(1);
});

test("a multipart form unsubscribes too, and other bodies do not", async () => {
  const kai = address("kai");
  const { invite, path } = await invited(kai);
  const odd = [
    await press(path, "application/x-www-form-urlencoded", ""),
    await press(path, "application/x-www-form-urlencoded", "x=y"),
    await press("/no-mail"),
    await press("/no-mail?to=a&to=b"),
    await press(`/no-mail?to=${"x".repeat(43)}`),
    await press(`${path.slice(0, -2)}AA`),
  ];
  expect(odd.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404, 404, 404]);
  expect((await press(path, "text/plain", "x".repeat(5000))).statusCode).toBe(413);
  expect((await invite()).body).toMatchObject({ sent: [kai] });
  const parts = '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n';
  expect((await press(path, "multipart/form-data; boundary=b", parts)).statusCode).toBe(200);
  expect((await invite()).body).toMatchObject({ sent: [] });
});

test("other calls still refuse cross-site requests and forms", async () => {
  const kai = address("kai");
  const { token } = await invited(kai);
  const elsewhere = { "sec-fetch-site": "cross-site" };
  expect((await swell.visitor.post("/api/password/forgot", { email: kai }, elsewhere)).status).toBe(403);
  expect((await swell.visitor.put("/api/no-mail", { to: token, isOff: true }, elsewhere)).status).toBe(403);
  const form = { "content-type": "application/x-www-form-urlencoded" };
  expect((await swell.visitor.put("/api/no-mail", `to=${token}`, form)).status).toBe(415);
});

test("the link's page reads and changes the choice without signing in", async () => {
  const kai = address("kai");
  const { invite, token } = await invited(kai);
  const state = async () => (await swell.visitor.get(`/api/no-mail?to=${token}`)).body;
  const set = async (isOff: boolean) => (await swell.visitor.put("/api/no-mail", { to: token, isOff })).body;
  expect(await state()).toEqual({ isOff: false });
  expect(await set(true)).toEqual({ isOff: true });
  expect(await state()).toEqual({ isOff: true });
  expect((await invite()).body).toMatchObject({ sent: [] });
  expect(await set(false)).toEqual({ isOff: false });
  expect((await invite()).body).toMatchObject({ sent: [kai] });
  expect((await swell.visitor.get(`/api/no-mail?to=${"x".repeat(43)}`)).status).toBe(404);
  expect((await swell.visitor.get("/api/no-mail?to=short")).status).toBe(400);
  // The table does not hold the address itself.
  await set(true);
  const kept = await swell.database.db.selectFrom("no_mail").selectAll().execute();
  expect(JSON.stringify(kept)).not.toContain("example.org");
});

test("unsubscribed people get no reminders, but still password mails", async () => {
  const { ana, bo, trip } = await newTrip(swell, { crew: ["ana", "bo", "cleo"], awards: ["Best Wipeout"] });
  await ageTrip(swell, trip);
  const { token } = await invited(bo!.email);
  await swell.visitor.put("/api/no-mail", { to: token, isOff: true });
  const reminded = await ana.post(`/api/trips/${trip}/vote-reminders`, {});
  expect(reminded.body).toEqual({ reminded: 2, alreadyReminded: 0, unwanted: 1 });
  await mailTo(dataDir(), ana.email);
  await swell.visitor.post("/api/password/forgot", { email: bo!.email });
  const mails = [await mailTo(dataDir(), bo!.email, 2)];
  expect(mails[0]!.subject).toBe("Set a new password for Swellmates");
});

test("unsubscribing also stops invitations that wait in the queue", async () => {
  const kai = address("kai");
  const { token } = await invited(kai);
  const { ana, squad } = await newSquad(swell, "ana");
  await ana.post("/api/squad-invites", { squadId: squad, emails: [address("warm")] });
  // A full hour makes the queue wait.
  await swell.database.db.deleteFrom("mail_hours").execute();
  await swell.database.one(
    {
      name: "full_hour",
      text: sqlText`insert into mail_hours values (date_trunc('hour', now()), 1000000) on conflict do nothing`,
    },
    [],
  );
  await ana.post("/api/squad-invites", { squadId: squad, emails: [kai] });
  await swell.visitor.put("/api/no-mail", { to: token, isOff: true });
  const listed = async () => (await ana.get(`/api/invitations?place=${squad}`)).text;
  await expect
    .poll(
      async () => {
        await swell.database.db.deleteFrom("mail_hours").execute();
        await swell.database.one(
          {
            name: "hour_over",
            text: sqlText`update jobs.job set start_after = now() where name = 'mail' and state = 'created'`,
          },
          [],
        );
        return listed();
      },
      { timeout: 20_000 },
    )
    .toContain(`"mail":"unwanted"`);
  expect(await outboxOf(dataDir(), kai)).toHaveLength(1);
});
