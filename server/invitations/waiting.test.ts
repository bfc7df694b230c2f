import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, openTestApp } from "../testing/app.ts";
import { newSquad, newTrip } from "../testing/builders.ts";
import { mailTo, outboxOf } from "../testing/outbox.ts";

// One server takes requests and delivers no mail; the other delivers what waits once it has a mail of its own.
let front: TestApp;
let worker: TestApp;
beforeAll(async () => {
  front = await openTestApp({ WORKER: "off" });
  worker = await openTestApp({}, front.database);
});
afterAll(async () => {
  await worker.close();
  await front.close();
});

/** Has all that waits delivered; answers the mails to an address. */
async function deliveredTo(address: string) {
  const { ana, squad } = await newSquad(worker, "ana");
  const last = `last.${Math.random()}@example.org`;
  await ana.post("/api/squad-invites", { squadId: squad, emails: [last] });
  await mailTo(worker.parts.config.dataDir, last);
  return outboxOf(worker.parts.config.dataDir, address);
}

test("an invitation that is taken back, or replaced, before its mail goes is not mailed", async () => {
  const { ana, bo, squad } = await newSquad(front, "ana", "bo");
  const [kai, lou] = ["kai@example.org", "lou@example.org"];
  await bo!.post("/api/squad-invites", { squadId: squad, emails: [kai] });
  await ana.delete(`/api/squads/${squad}/members/${bo!.id}`);
  for (let i = 0; i < 2; i++) await ana.post("/api/squad-invites", { squadId: squad, emails: [lou] });
  expect(await deliveredTo(kai)).toEqual([]);
  expect(await deliveredTo(lou)).toHaveLength(1);
  expect((await bo!.post("/api/squad-invites", { squadId: squad, emails: [kai] })).status).toBe(404);
});

test("whoever votes before the reminder is written gets none", async () => {
  const { ana, bo, cleo, trip, categories } = await newTrip(front, {
    crew: ["ana", "bo", "cleo"],
    awards: ["Wipeout"],
  });
  const { body } = await ana.post(`/api/trips/${trip}/vote-reminders`, {});
  expect(body).toEqual({ reminded: 3, alreadyReminded: 0 });
  await bo!.post(`/api/categories/${categories[0]}/vote`, { nomineeId: cleo!.id });
  expect(await deliveredTo(cleo!.email)).toHaveLength(1);
  expect(await deliveredTo(bo!.email)).toEqual([]);
});
