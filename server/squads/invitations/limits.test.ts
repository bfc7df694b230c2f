import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, type TestPerson, openTestApp } from "../../testing/app.ts";
import { newSquad } from "../../testing/builders.ts";
import { collectLog } from "../../testing/security-log/collect-log.ts";

let swell: TestApp;
const log = collectLog();
beforeAll(async () => {
  swell = await openTestApp({ RATE_LIMITS: "on", LOG_LEVEL: "warn" }, undefined, { logTo: log.logTo });
});
afterAll(() => swell.close());

let made = 0;
const address = (name: string) => `${name}.${++made}@example.org`;

const invite = (who: TestPerson, squad: string, count: number) =>
  who.post("/api/squad-invites", { squadId: squad, emails: Array.from({ length: count }, () => address("many")) });
/** Makes an account older than the week in which its share is small. */
const ageAccount = (who: TestPerson) =>
  swell.database.db
    .updateTable("accounts")
    .set({ created_at: new Date(Date.now() - 8 * 24 * 3600 * 1000) } as object)
    .where("person_id", "=", who.id)
    .execute();

test("one address gets three invitations to a squad a day", async () => {
  const { ana, bo, squad } = await newSquad(swell, "ana", "bo");
  const kai = address("kai");
  for (let i = 0; i < 2; i++) await ana.post("/api/squad-invites", { squadId: squad, emails: [kai] });
  await bo!.post("/api/squad-invites", { squadId: squad, emails: [kai] });
  const fourth = await bo!.post("/api/squad-invites", { squadId: squad, emails: [kai] });
  expect(fourth.body).toEqual({
    sent: [],
    alreadyMembers: [],
    failed: [{ email: kai, reason: "This address got several invitations today. Please try again tomorrow." }],
  });
});

test("an account mails five invitations a day in its first week", async () => {
  const { ana, bo, squad } = await newSquad(swell, "ana", "bo");
  expect((await invite(ana, squad, 3)).status).toBe(200);
  const three = await invite(ana, squad, 3);
  expect(three.status).toBe(429);
  expect(three.body["error"]).toBe("You can invite 5 people a day by email in your first week, and have 2 left today.");
  expect((await invite(ana, squad, 2)).status).toBe(200);
  const more = await invite(ana, squad, 1);
  expect(more.body).toMatchObject({
    error: "You can invite 5 people a day by email in your first week, and today’s are used up.",
    code: "too_many_requests",
  });
  expect(Number(more.headers["retry-after"])).toBeGreaterThan(23 * 3600);
  // The limit applies to Ana, not to her squad.
  expect((await invite(bo!, squad, 5)).status).toBe(200);
});

test("an account mails fifty invitations a day after its first week, and the log tells", async () => {
  const { ana, squad } = await newSquad(swell, "ana");
  await ageAccount(ana);
  expect((await invite(ana, squad, 49)).status).toBe(200);
  const before = log.told().length;
  expect((await invite(ana, squad, 1)).status).toBe(200);
  expect(log.told().slice(before)).toEqual([{ event: "invitations_used_up", account: ana.id }]);
  expect((await invite(ana, squad, 1)).status).toBe(429);
});

test("a squad that is made, deleted and made again gives no further invitations", async () => {
  const { ana, squad } = await newSquad(swell, "ana");
  expect((await invite(ana, squad, 5)).status).toBe(200);
  expect((await ana.delete(`/api/squads/${squad}`, { confirm: "Dawn Patrol" })).status).toBe(204);
  const again = await ana.post("/api/squads", { name: "Dawn Patrol" });
  expect((await invite(ana, String(again.body["id"]), 1)).status).toBe(429);
});

test("parallel calls cannot exceed the daily limit", async () => {
  const { ana, squad } = await newSquad(swell, "ana");
  const answers = await Promise.all(Array.from({ length: 8 }, () => invite(ana, squad, 2)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
});
