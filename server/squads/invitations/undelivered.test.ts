import PostalMime from "postal-mime";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type TestApp, openTestApp, rows } from "../../testing/app.ts";
import { ageTrip, newSquad, newTrip } from "../../testing/builders.ts";
import { headOf, openMailServer } from "../../testing/mail-server.ts";
import { linkIn } from "../../testing/outbox.ts";

let server: Awaited<ReturnType<typeof openMailServer>>;
let swell: TestApp;
beforeAll(async () => {
  server = await openMailServer((to, time) => {
    if (to.startsWith("nobody")) return { code: 550, says: `5.1.1 <${to}> No such user`, at: "rcpt" };
    if (to.startsWith("later") && time === 1) return { code: 451, says: "4.7.1 Greylisted", at: "rcpt" };
    return to.startsWith("drop") && time === 1 ? "drop" : "take";
  });
  swell = await openTestApp({
    SMTP_URL: `smtp://127.0.0.1:${server.port}`,
    PUBLIC_URL: "https://trips.example.org",
  });
});
afterAll(async () => {
  await swell.close();
  await server.close();
});

let made = 0;
const address = (name: string) => `${name}.${++made}@example.org`;
const soon = <T>(look: () => Promise<T> | T) => vi.waitFor(look, { timeout: 30_000, interval: 100 });

test("the sender sees the state of each mail, and is told of failures once", async () => {
  const { ana, bo, squad } = await newSquad(swell, "ana", "bo");
  const [kai, nobody, later] = [address("kai"), address("nobody"), address("later")];
  const sent = await ana.post("/api/squad-invites", { squadId: squad, emails: [kai, nobody, later] });
  expect(sent.body["sent"]).toEqual([kai, nobody, later]);
  const listed = async (who = ana) =>
    Object.fromEntries(rows((await who.get(`/api/invitations?place=${squad}`)).body).map((one) => [one["email"], one]));
  await soon(async () => expect((await listed())[nobody]).toMatchObject({ mail: "undelivered" }));
  const reason = `there is no such mailbox. It said: “550 5.1.1 <${nobody}> No such user”`;
  expect((await listed())[nobody]).toMatchObject({ reason });
  // Greylisting is temporary: the second attempt succeeds.
  await soon(async () => expect((await listed())[later]).toMatchObject({ mail: "sent", reason: null }));
  expect((await listed())[kai]).toMatchObject({ mail: "sent" });
  expect([server.asked(nobody), server.asked(later), server.asked(kai)]).toEqual([1, 2, 1]);

  // Other members do not see it.
  expect(await listed(bo)).toEqual({});
  expect((await bo!.get("/api/mail-notices")).body).toEqual([]);
  const notices = rows((await ana.get("/api/mail-notices")).body);
  expect(notices).toEqual([{ id: expect.any(String), who: nobody, reason }]);
  const ids = notices.map((one) => String(one["id"]));
  await bo!.post("/api/mail-notices/told", { ids });
  expect((await ana.get("/api/mail-notices")).body).toHaveLength(1);
  expect((await ana.post("/api/mail-notices/told", { ids })).status).toBe(204);
  expect((await ana.get("/api/mail-notices")).body).toEqual([]);
  expect((await swell.visitor.get("/api/mail-notices")).status).toBe(401);
  expect((await swell.visitor.get(`/api/invitations?place=${squad}`)).status).toBe(401);
});

test("an invitation has a link to stop such mails, and a requested mail has none", async () => {
  const { ana, squad } = await newSquad(swell, "ana");
  const kai = address("kai");
  await ana.post("/api/squad-invites", { squadId: squad, emails: [kai] });
  const [invitation] = await soon(() => {
    expect(server.to(kai)).toHaveLength(1);
    return server.to(kai);
  });
  expect(invitation!.from).toBe("noreply@trips.example.org");
  const { head } = headOf(invitation!.raw);
  const link = /^List-Unsubscribe: <(https:\/\/trips\.example\.org\/no-mail\?to=[\w-]{43})>$/m.exec(head)?.[1];
  expect(link).toBeDefined();
  expect(head).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m);
  const mail = await PostalMime.parse(invitation!.raw);
  expect(mail.text).toContain(`No more mails like this:\n${link}`);
  expect(mail.html).toContain(link);

  await swell.visitor.post("/api/password/forgot", { email: ana.email });
  const [reset] = await soon(() => {
    expect(server.to(ana.email)).toHaveLength(1);
    return server.to(ana.email);
  });
  expect(headOf(reset!.raw).head).not.toMatch(/unsubscribe/i);
  expect((await PostalMime.parse(reset!.raw)).text).not.toContain("no-mail");
});

test.each([
  "Dawn\u0085Bcc: x@example.org",
  "Dawn\u2028\u2028X-Evil: 1",
  'Dawn" <x@example.org>, "',
  "🏄 גלים ".repeat(8).trim(),
])("a squad named %j changes only the subject", async (name) => {
  const ana = await swell.confirm(await swell.person("ana"));
  const { body } = await ana.post("/api/squads", { name });
  const kai = address("kai");
  const reply = await ana.post("/api/squad-invites", {
    squadId: body["id"],
    emails: [kai],
    message: "\r\n.\r\nMAIL FROM:<x@localhost>\r\n\r\nBcc: y@localhost",
  });
  expect(reply.status).toBe(200);
  await soon(() => expect(server.to(kai)).toHaveLength(1));
  const { names } = headOf(server.to(kai)[0]!.raw);
  expect(names).toEqual([
    "Auto-Submitted",
    "List-Unsubscribe",
    "List-Unsubscribe-Post",
    "From",
    "To",
    "Subject",
    "Message-ID",
    "Date",
    "MIME-Version",
    "Content-Type",
  ]);
  expect(server.received.some(({ to }) => /^[xy]@/.test(to))).toBe(false);
});

test("a mail sent twice after a lost connection has one id, and both links work", { tags: "long" }, async () => {
  const { ana, squad } = await newSquad(swell, "ana");
  const drop = address("drop");
  await ana.post("/api/squad-invites", { squadId: squad, emails: [drop] });
  await soon(() => expect(server.to(drop)).toHaveLength(1));
  const [first, second] = [server.dropped.find(({ to }) => to === drop)!, server.to(drop)[0]!];
  const idOf = (raw: string) => /^Message-ID: (.*)$/m.exec(headOf(raw).head)?.[1];
  expect(idOf(second.raw)).toBe(idOf(first.raw));
  for (const { raw } of [first, second]) {
    const { search } = linkIn(await PostalMime.parse(raw));
    expect((await swell.visitor.get(`/api/public/squads/${squad}${search}`)).status).toBe(200);
  }
  // The two links let in one person together.
  const [kai, lou] = [await swell.person("kai"), await swell.person("lou")];
  const invite = async ({ raw }: { raw: string }) => linkIn(await PostalMime.parse(raw)).searchParams.get("invite");
  expect((await kai.post(`/api/trips/${squad}/join`, { invite: await invite(first) })).status).toBe(200);
  expect((await lou.post(`/api/trips/${squad}/join`, { invite: await invite(second) })).status).toBe(404);
});

test("an undelivered reminder tells its sender the name but not the address", async () => {
  const { ana, trip, people } = await newTrip(swell, { crew: ["ana", "nobody"], awards: ["Best Wipeout"] });
  await ageTrip(swell, trip);
  expect((await ana.post(`/api/trips/${trip}/vote-reminders`, {})).body).toMatchObject({ reminded: 2 });
  const notices = await soon(async () => {
    const { body, text } = await ana.get("/api/mail-notices");
    expect(body).toHaveLength(1);
    expect(text).not.toContain(people[1]!.email);
    return rows(body);
  });
  expect(notices[0]).toMatchObject({ who: "Nobody Berg", reason: "there is no such mailbox." });
});

test("an undelivered password mail makes no notice", async () => {
  const nobody = await swell.person("nobody");
  const asked = await swell.visitor.post("/api/password/forgot", { email: nobody.email });
  const unknown = await swell.visitor.post("/api/password/forgot", { email: address("unknown") });
  expect([asked.status, asked.text]).toEqual([unknown.status, unknown.text]);
  await soon(() => expect(server.asked(nobody.email)).toBe(2));
  expect(
    await swell.database.db.selectFrom("mail_notices").select("id").where("user_id", "=", nobody.id).execute(),
  ).toEqual([]);
});
