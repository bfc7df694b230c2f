import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type CallName, calls } from "#contract/calls.ts";
import { type TestApp, type TestPerson, openTestApp } from "../app.ts";
import { newTrip, startShowOf } from "../builders.ts";

let swell: TestApp;
beforeAll(async () => {
  swell = await openTestApp();
});
afterAll(() => swell.close());

/** These tell the time, or when the session was used; the export is a file. */
const changing: readonly CallName[] = ["GET /api/clock", "GET /api/sessions", "GET /api/account/export"];
const reads = (Object.keys(calls) as CallName[]).filter((call) => call.startsWith("GET ") && !changing.includes(call));

/** What all calls that read tell a person, by their paths. */
async function toldTo(person: TestPerson, ids: readonly (readonly [path: RegExp, id: string])[]) {
  const told: Record<string, string> = {};
  for (const call of reads) {
    const path = call.slice("GET ".length).replace(":picture", "medals");
    const urls = ids.filter(([kind]) => kind.test(path)).map(([, id]) => path.replace(/:id|:userId/, id));
    for (const url of path.includes(":") ? urls : [path]) {
      const { status, text } = await person.get(url);
      told[url] = `${status} ${text}`;
    }
  }
  return told;
}

// `npm test` runs this although it takes seconds: any new call can tell strangers of an open award.
test("strangers of a public squad see nothing of a night or award before it is over", async () => {
  const { ana, bo, cleo, squad, trip, categories } = await newTrip(swell, {
    crew: ["ana", "bo", "cleo"],
    awards: ["Loudest Snorer", "First in the Sea"],
  });
  expect((await ana.put(`/api/squads/${squad}`, { name: "Dawn Patrol", isPublic: true })).status).toBe(200);
  const stranger = await swell.confirm(await swell.person("user"));
  const night = `/api/trips/${trip}/night`;
  const ids = [
    [/trips/, trip],
    [/squads/, squad],
    [/users/, bo!.id],
    ...categories.map((id) => [/categories/, id] as const),
  ] as const;
  const tell = () => toldTo(stranger, ids);
  const plan = { startsAt: new Date(Date.now() + 3_600_000).toJSON(), timeZone: "Europe/Lisbon" };

  const before = await tell();
  expect(before[`/api/trips/${trip}`]).toMatch(/^200 /);
  expect(Object.values(before).join("\n")).not.toMatch(/Loudest Snorer|First in the Sea/);
  const steps: readonly (readonly [string, () => Promise<{ readonly status: number } | void>])[] = [
    ["a vote", () => bo!.post(`/api/categories/${categories[0]}/vote`, { nomineeId: ana.id })],
    ["a plan", () => ana.post(night, plan)],
    ["a receipt", () => bo!.post(`/api/categories/${categories[0]}/receipts`, { nomineeId: ana.id, text: "Seen" })],
    ["another vote", () => ana.post(`/api/categories/${categories[0]}/vote`, { nomineeId: ana.id })],
    ["the last vote", () => cleo!.post(`/api/categories/${categories[0]}/vote`, { nomineeId: ana.id })],
    ["the close and the start", () => startShowOf(swell, ana, trip)],
    ["a card", () => ana.post(`${night}/next`, { position: 0 })],
  ];
  for (const [what, step] of steps) {
    expect((await step())?.status ?? 200, what).toBeLessThan(300);
    expect(await tell(), what).toEqual(before);
  }
  expect((await stranger.post(`${night}/reactions`, { emoji: "🔥" })).status).toBe(403);
  expect((await cleo!.post(`${night}/reactions`, { emoji: "🔥" })).status).toBe(204);

  await sql`select publish_sealed(${trip})`.execute(swell.database.db);
  const after = await tell();
  expect(after[`${night}/cards`]).toMatch(/^200 .*Loudest Snorer/);
  expect(after[night]).toContain('"stage":"over"');
  expect(after[`/api/trips/${trip}/awards`]).toContain("Loudest Snorer");
  expect(after[`/api/categories/${categories[0]}/leaderboard`]).toMatch(/^200 \[\{"user"/);
}, 120_000);
