import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, openTestApp } from "../../testing/app.ts";
import { ageTrip, newSquad, newTrip } from "../../testing/builders.ts";
import { mailTo, outboxOf } from "../../testing/outbox.ts";

// This server answers requests and delivers no mail.
let front: TestApp;
beforeAll(async () => {
  front = await openTestApp({ WORKER: "off" });
});
afterAll(() => front.close());

/** Delivers all queued mails on another server. Returns a function that finds mails by address. */
async function delivered() {
  const worker = await openTestApp({}, front.database);
  try {
    const { ana, squad } = await newSquad(worker, "ana");
    const last = `last.${Math.random()}@example.org`;
    await ana.post("/api/squad-invites", { squadId: squad, emails: [last] });
    const { dataDir } = worker.parts.config;
    await mailTo(dataDir, last);
    const mails = await outboxOf(dataDir);
    return (address: string) => mails.filter(({ to }) => to?.some((one) => one.address === address));
  } finally {
    await worker.close();
  }
}

test("an invitation that is withdrawn or replaced before its mail is not mailed", async () => {
  const { ana, bo, squad } = await newSquad(front, "ana", "bo");
  const [kai, lou] = ["kai@example.org", "lou@example.org"];
  await bo!.post("/api/squad-invites", { squadId: squad, emails: [kai] });
  await ana.delete(`/api/squads/${squad}/members/${bo!.id}`);
  for (let i = 0; i < 2; i++) await ana.post("/api/squad-invites", { squadId: squad, emails: [lou] });
  const mailsTo = await delivered();
  expect(mailsTo(kai)).toEqual([]);
  expect(mailsTo(lou)).toHaveLength(1);
  expect((await bo!.post("/api/squad-invites", { squadId: squad, emails: [kai] })).status).toBe(404);
});

test("a vote before the reminder is sent cancels the reminder", async () => {
  const { ana, bo, cleo, trip, categories } = await newTrip(front, {
    crew: ["ana", "bo", "cleo"],
    awards: ["Wipeout"],
  });
  await ageTrip(front, trip);
  const { body } = await ana.post(`/api/trips/${trip}/vote-reminders`, {});
  expect(body).toEqual({ reminded: 3, alreadyReminded: 0, unwanted: 0 });
  await bo!.post(`/api/categories/${categories[0]}/vote`, { nomineeId: cleo!.id });
  const mailsTo = await delivered();
  expect(mailsTo(cleo!.email)).toHaveLength(1);
  expect(mailsTo(bo!.email)).toEqual([]);
});
