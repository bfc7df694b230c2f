import { sql } from "kysely";
import type { Email } from "postal-mime";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { authenticator } from "../../accounts/passkeys/fixtures/authenticator.ts";
import { addTo } from "../../accounts/passkeys/fixtures/browser.ts";
import type { MailKind } from "../../platform/mail/kinds.ts";
import { newId } from "../../platform/db/id.ts";
import { type TestApp, client, openTestApp } from "../app.ts";
import { ageTrip } from "../builders.ts";
import { nextYearsEvening } from "../evening.ts";
import { leave, sendDigests } from "../digests.ts";
import { outboxOf } from "../outbox.ts";

let swell: TestApp;
beforeAll(async () => {
  swell = await openTestApp({ PUBLIC_URL: "http://localhost" });
});
afterAll(() => swell.close());

const addresses = [
  "https://evil.example",
  "evil.example/login",
  "evil。example",
  "evil．example",
  "evil｡example/login",
  "evil[.]example",
  "evil (dot) example",
  "www.evil",
  "Evil 192.0.2.7/evil",
];

let made = 0;
const mailbox = () => `someone.${++made}@trips.example.org`;

/** Registers somebody of this name, with a confirmed address unless it is left open. */
async function register(name: string, isConfirmed = true) {
  const email = mailbox();
  const password = "likes floods";
  const reply = await swell.visitor.post("/api/register", { firstName: name, lastName: name, email, password });
  expect(reply.status).toBe(201);
  const one = { ...client(swell.app, String(reply.headers["set-cookie"]).split(";")[0]!), email, password };
  const id = String(reply.body["id"]);
  return isConfirmed ? swell.confirm({ ...one, id, name }) : { ...one, id, name };
}

/** A public squad, a trip and an award of this name, whose organizer has it too. */
async function place(name: string) {
  const ana = await register(name);
  const squad = String((await ana.post("/api/squads", { name, description: name, isPublic: true })).body["id"]);
  const days = { startDate: "2026-07-04", endDate: "2026-07-11" };
  const tripOf = { squadId: squad, name, location: name, description: name, ...days };
  const trip = String((await ana.post("/api/trips", tripOf)).body["id"]);
  const award = await ana.post(`/api/trips/${trip}/categories`, { name, description: name });
  expect(award.status).toBe(201);
  await ageTrip(swell, trip);
  return { ana, squad, trip };
}

/** How a name comes into a mail of each kind. Each returns the address to which at least one such mail goes. */
const causes: Record<MailKind, (name: string) => Promise<string>> = {
  async invitation(name) {
    const { ana, squad, trip } = await place(name);
    const to = mailbox();
    expect((await ana.post("/api/squad-invites", { squadId: squad, emails: [to] })).body["sent"]).toEqual([to]);
    expect((await ana.post("/api/invites", { tripId: trip, emails: [to] })).body["sent"]).toEqual([to]);
    const written = await ana.post("/api/invites", { tripId: trip, emails: [mailbox()], message: `Look: ${name}` });
    expect(written.status).toBe(400);
    return to;
  },
  async digest(name) {
    const { squad, trip, ana } = await place(name);
    const bo = await register("Bo");
    expect((await bo.post(`/api/trips/${squad}/join`, {})).status).toBe(200);
    await ana.put(`/api/trips/${trip}/members`, { userIds: [ana.id, bo.id] });
    await leave(swell, bo.id);
    expect((await ana.post(`/api/trips/${trip}/categories`, { name, description: name })).status).toBe(201);
    await sendDigests(swell);
    return bo.email;
  },
  async "vote-reminder"(name) {
    const { ana, squad, trip } = await place(name);
    const bo = await register(name, false);
    expect((await bo.post(`/api/trips/${squad}/join`, {})).status).toBe(200);
    await ana.put(`/api/trips/${trip}/members`, { userIds: [ana.id, bo.id] });
    expect((await ana.post(`/api/trips/${trip}/vote-reminders`, {})).body).toMatchObject({ reminded: 2 });
    return bo.email;
  },
  async "night-announcement"(name) {
    const { ana, squad, trip } = await place(name);
    const bo = await register(name, false);
    expect((await bo.post(`/api/trips/${squad}/join`, {})).status).toBe(200);
    await ana.put(`/api/trips/${trip}/members`, { userIds: [ana.id, bo.id] });
    const plan = { startsAt: nextYearsEvening, timeZone: "Europe/Lisbon" };
    expect((await ana.post(`/api/trips/${trip}/night`, plan)).status).toBe(201);
    await sql`update jobs.job set start_after = now() where name = 'night-announcements' and state = 'created'`.execute(
      swell.database.db,
    );
    return bo.email;
  },
  "email-link": async (name) => (await register(name, false)).email,
  async "email-change"(name) {
    const ana = await register(name);
    const to = mailbox();
    expect((await ana.post("/api/email/change", { email: to, password: ana.password })).status).toBe(204);
    return to;
  },
  async "seat-link"(name) {
    const { squad } = await place("Dawn Patrol");
    const { invite_code: invite } = await swell.database.db
      .selectFrom("squads")
      .select("invite_code")
      .where("id", "=", squad)
      .executeTakeFirstOrThrow();
    const taken = await swell.visitor.post(`/api/squads/${squad}/seats`, { firstName: name, invite, key: newId() });
    const to = mailbox();
    const cookie = String([taken.headers["set-cookie"]].flat().find((one) => String(one).startsWith("session=")));
    const asked = await swell.visitor.post("/api/seat/link/mail", { email: to }, { cookie: cookie.split(";")[0]! });
    expect(asked.status).toBe(204);
    return to;
  },
  async "password-reset"(name) {
    const ana = await register(name);
    await swell.visitor.post("/api/password/forgot", { email: ana.email });
    return ana.email;
  },
  async "account-alert"(name) {
    const ana = await register(name);
    const passkey = `/api/passkeys/${(await addTo(swell, ana, authenticator())).body["id"]}`;
    expect((await ana.patch(passkey, { name })).status).toBe(200);
    expect((await ana.delete(passkey, { password: ana.password })).status).toBe(204);
    return ana.email;
  },
};

/** The words of a mail without links to this site and without the addresses of this test. */
const wordsOf = ({ subject, text, html, attachments }: Email) =>
  [subject, text, html, ...attachments.map(({ content }) => new TextDecoder().decode(content as ArrayBuffer))]
    .join("\n")
    .replaceAll(/http:\/\/localhost\S*|[\w.]+@trips\.example\.org/g, "");

describe.each(Object.entries(causes))("a mail of the kind %s", (kind, cause) => {
  test.each(addresses)("shows no name like %s", async (name) => {
    const to = await cause(name);
    const isOfKind = (mail: Email) =>
      (kind === "email-link") === (mail.subject === "Confirm your email address for Swellmates");
    const mails = async () => (await outboxOf(swell.parts.config.dataDir, to, true)).filter(isOfKind);
    await expect.poll(async () => (await mails()).length, { timeout: 20_000 }).toBeGreaterThan(0);
    for (const mail of await mails()) expect(wordsOf(mail)).not.toMatch(/evil/i);
  });
});
