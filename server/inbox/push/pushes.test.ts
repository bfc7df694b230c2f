import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type StandInBrowser, type StandInPushService, openPushService } from "../../../try/stand-ins/push-service.ts";
import type { KindName } from "#contract/activity.ts";
import { newId } from "../../platform/db/id.ts";
import { type TestApp, type TestPerson, openTestApp } from "../../testing/app.ts";
import { newTrip } from "../../testing/builders.ts";
import { addLikedPhoto } from "../../testing/liked-photo.ts";
import { addBrowser, openSender } from "../../testing/pushes.ts";

/** Servers of one site share a secret key. */
const environment = { PUBLIC_URL: "https://trips.example.org", SECRET_KEY: Buffer.alloc(32, 7).toString("base64") };
let service: StandInPushService;
let swell: TestApp;
let sender: ReturnType<typeof openSender>;
beforeAll(async () => {
  service = await openPushService();
  swell = await openTestApp(environment, undefined, { network: service.network });
  sender = openSender(swell, service);
});
afterAll(async () => {
  await sender.close();
  await swell.close();
  expect(service.faults).toEqual([]);
  await service.close();
});

/** Somebody looks at their inbox. What happens afterwards happens at least a millisecond later. */
async function see(who: TestPerson): Promise<void> {
  await who.put("/api/inbox/seen", { until: new Date(Date.now() + 1000).toJSON() });
  await sleep(5);
}

/** A crew of five. Bo gets pushes. Nothing waits for anybody. */
async function newCrew() {
  const made = await newTrip(swell, { crew: ["ana", "bo", "cleo", "dora", "eva"], awards: ["Best Wave"] });
  const [ana, bo, cleo, dora, eva] = made.people as [TestPerson, TestPerson, TestPerson, TestPerson, TestPerson];
  const browser = await addBrowser(service, bo);
  const photo = await addLikedPhoto(swell, { squadId: made.squad, tripId: made.trip, uploaderId: bo.id }, 0);
  await sender.send();
  await see(bo);
  return { ...made, ana, bo, cleo, dora, eva, browser, photo };
}
type Crew = Awaited<ReturnType<typeof newCrew>>;

/** Something happens, as far as its row tells. */
async function happen(
  { trip, squad, photo }: Crew,
  kind: KindName,
  what: Record<string, unknown> = {},
): Promise<string> {
  const id = newId();
  const isOfSquad = ["member_joined", "role_changed", "seats_wait"].includes(kind);
  const place = { trip_id: isOfSquad ? null : trip, squad_id: isOfSquad ? squad : null };
  const about = { media_id: /photo|comment|reaction|mentioned/.test(kind) ? photo : null };
  await swell.database.db
    .insertInto("activity")
    .values({ id, kind, ...place, ...about, ...what })
    .execute();
  return id;
}

/** What waits for more of its kind is due now. */
const gatherNow = () =>
  sql`update push_waiting set gathered_at = now() where gathered_at is not null`.execute(swell.database.db);
const shownBy = ({ got }: StandInBrowser) => got.flatMap(({ message }) => message.show ?? []);

test("a push says what happened, and opens the page of it", async () => {
  const crew = await newCrew();
  const { bo, cleo, browser, photo, trip } = crew;
  await happen(crew, "mentioned", { actor_id: cleo.id, person_id: bo.id });
  await sender.send();
  expect(browser.got).toEqual([
    {
      message: {
        person: bo.id,
        show: {
          tag: expect.stringMatching(/^[\w-]{32}$/),
          title: "Ericeira ’26",
          text: "Cleo mentioned you on a photo in Ericeira ’26",
          path: `/trips/${trip}?photo=${photo}`,
          isUrgent: false,
        },
        count: 1,
      },
      ttl: 86_400,
      urgency: "normal",
      topic: expect.stringMatching(/^[\w-]{32}$/),
    },
  ]);
  await sender.send();
  expect(browser.asked).toBe(1);
});

test("what happens soon after replaces it, and another topic does not", async () => {
  const crew = await newCrew();
  const { bo, ana, cleo, browser } = crew;
  await happen(crew, "mentioned", { actor_id: cleo.id, person_id: bo.id });
  await sender.send();
  await happen(crew, "comment_added", { actor_id: ana.id, person_id: bo.id });
  await happen(crew, "night_planned", { actor_id: ana.id });
  await sender.send();
  const [first, ...more] = browser.got;
  expect(more).toHaveLength(2);
  const [comment, night] = more.toSorted((a) => (a.message.show!.text.includes("commented") ? -1 : 1));
  expect([comment!.message.show!.tag, comment!.topic]).toEqual([first!.message.show!.tag, first!.topic]);
  expect(comment!.message.show!.text).toBe("Ana commented on your photo in Ericeira ’26");
  expect(night!.message.show!.tag).not.toBe(first!.message.show!.tag);
  expect(night!.topic).not.toBe(first!.topic);
});

test("300 photos by five people are one push an hour", { timeout: 60_000 }, async () => {
  const crew = await newCrew();
  const { ana, cleo, dora, eva, trip, squad, browser, database } = { ...crew, database: swell.database };
  const fay = await swell.person("fay");
  await fay.post(`/api/trips/${trip}/join`, { invite: await crew.inviteOf() });
  const uploaders = [ana, cleo, dora, eva, fay];
  const one = await addLikedPhoto(swell, { squadId: squad, tripId: trip, uploaderId: ana.id }, 0);
  await sql`update trips set start_date = current_date, end_date = current_date where id = ${trip}`.execute(
    database.db,
  );
  for (let n = 0; n < 300; n++) {
    await happen(crew, "photo_added", { actor_id: uploaders[n % 5]!.id, media_id: one });
    if (n % 60 === 0) await sender.send();
  }
  await happen(crew, "photo_liked", { actor_id: ana.id, person_id: crew.bo.id });
  await sender.send();
  // Photos wait a few minutes for more of them.
  expect(browser.got).toEqual([]);
  await gatherNow();
  await sender.send();
  expect(browser.got).toHaveLength(1);
  const [{ message, urgency }] = browser.got as [StandInBrowser["got"][number]];
  expect(message.show).toMatchObject({ path: "/inbox", isUrgent: false });
  expect([message.show!.text, urgency]).toEqual(["Your photo in Ericeira ’26 got a heart, and 1 more", "low"]);
  await happen(crew, "photo_added", { actor_id: ana.id, media_id: one });
  await sender.send();
  const next = await sql<{
    minutes: number;
  }>`select extract(epoch from gathered_at - now())::int / 60 minutes from push_waiting
    where person_id = ${crew.bo.id}`.execute(database.db);
  expect(next.rows[0]!.minutes).toBeGreaterThanOrEqual(58);
  expect(next.rows[0]!.minutes).toBeLessThanOrEqual(60);
  await gatherNow();
  await sender.send();
  expect(shownBy(browser).at(-1)!.text).toBe("Ana added 1 photo to Ericeira ’26");
});

test("photos of a trip that is over come once a day", async () => {
  const crew = await newCrew();
  await sql`update trips set start_date = '2020-07-01', end_date = '2020-07-08' where id = ${crew.trip}`.execute(
    swell.database.db,
  );
  const minutes = async () => {
    const { rows } = await sql<{ minutes: number }>`select extract(epoch from gathered_at - now())::int / 60 minutes
      from push_waiting where person_id = ${crew.bo.id}`.execute(swell.database.db);
    return rows[0]!.minutes;
  };
  await happen(crew, "photo_added", { actor_id: crew.ana.id });
  await sender.send();
  expect(await minutes()).toBeLessThanOrEqual(60);
  await gatherNow();
  await sender.send();
  expect(crew.browser.got).toHaveLength(1);
  await happen(crew, "reaction_given", { actor_id: crew.ana.id, person_id: crew.bo.id });
  await sender.send();
  expect(await minutes()).toBeGreaterThan(23 * 60);
});

const clockIn = (hours: number) => new Date(Date.now() + hours * 3_600_000).toJSON().slice(11, 16);

test("quiet hours hold everything back, and what has lapsed by then is not sent", async () => {
  const crew = await newCrew();
  const { ana, bo, browser } = crew;
  const quiet = { from: clockIn(-1), to: clockIn(1), timeZone: "UTC" };
  await bo.put("/api/inbox/settings", { off: [], noMail: [], quiet });
  await happen(crew, "night_begins");
  await happen(crew, "night_moved", { actor_id: ana.id });
  await happen(crew, "voting_closes");
  await sender.send();
  expect(browser.asked).toBe(0);
  const { rows } = await sql<{ minutes: number }>`select extract(epoch from now_at - now())::int / 60 minutes
    from push_waiting where person_id = ${bo.id}`.execute(swell.database.db);
  expect(rows[0]!.minutes).toBeGreaterThan(57);
  expect(rows[0]!.minutes).toBeLessThanOrEqual(60);
  // An hour later.
  await sql`update activity set created_at = now() - interval '11 minutes' where trip_id = ${crew.trip} and kind = 'night_begins'`.execute(
    swell.database.db,
  );
  await sql`update inbox_settings set seen_at = null where person_id = ${bo.id}`.execute(swell.database.db);
  await bo.post(`/api/categories/${crew.categories[0]}/vote`, { nomineeId: ana.id });
  await bo.put("/api/inbox/settings", { off: [], noMail: [], quiet: null });
  await sql`update push_waiting set now_at = now() where person_id = ${bo.id}`.execute(swell.database.db);
  await sender.send();
  expect(shownBy(browser).map(({ text }) => text)).toEqual(["Ana moved the Awards Night of Ericeira ’26"]);
});

test.each<[string, (crew: Crew) => Promise<unknown>]>([
  ["has seen it meanwhile", ({ bo }) => see(bo)],
  [
    "has muted the squad",
    ({ bo, squad }) => bo.put(`/api/inbox/squads/${squad}`, { off: [], mutedUntil: "2100-01-01T00:00:00Z" }),
  ],
  [
    "wants no pushes of the topic",
    ({ bo }) => bo.put("/api/inbox/settings", { off: [], noMail: [], noPush: ["nights"], quiet: null }),
  ],
  ["has turned off the topic", ({ bo }) => bo.put("/api/inbox/settings", { off: ["nights"], noMail: [], quiet: null })],
  [
    "has turned off the topic of the squad",
    ({ bo, squad }) => bo.put(`/api/inbox/squads/${squad}`, { off: ["nights"], mutedUntil: null }),
  ],
  [
    "has left",
    async ({ bo, squad, trip }) => {
      await bo.post(`/api/squads/${squad}/leave`, {});
      await bo.post(`/api/trips/${trip}/leave`, {});
    },
  ],
  ["has logged out", ({ bo }) => bo.post("/api/logout", {})],
])("nobody gets a push who %s", async (_who, before) => {
  const crew = await newCrew();
  await happen(crew, "night_planned", { actor_id: crew.ana.id });
  await before(crew);
  await sender.send();
  expect(crew.browser.asked).toBe(0);
});

test("nobody gets a push about what they did, and strangers get none", async () => {
  const crew = await newCrew();
  const stranger = await addBrowser(service, await swell.person("zoe"));
  await happen(crew, "night_planned", { actor_id: crew.bo.id });
  await sender.send();
  expect([crew.browser.asked, stranger.asked]).toEqual([0, 0]);
});

const pushed: readonly KindName[] = [
  "photo_added",
  "photo_liked",
  "reaction_given",
  "comment_added",
  "comment_followed",
  "mentioned",
  "takedown_asked",
  "takedown_kept",
  "takedown_deleted",
  "takedown_lapsed",
  "crew_added",
  "role_changed",
  "seats_wait",
  "results_out",
  "night_planned",
  "night_moved",
  "night_called_off",
  "night_begins",
  "voting_closes",
  "last_vote_missing",
  "mail_failed",
];

test("a discreet push names nobody and nothing", { timeout: 60_000 }, async () => {
  const crew = await newCrew();
  const { ana, bo, browser, squad, trip, categories } = crew;
  const { db } = swell.database;
  const marks = ["Anamark", "Squadmark", "Tripmark", "Awardmark", "mailmark@example.org"] as const;
  await sql`update people set first_name = ${marks[0]} where id = ${ana.id}`.execute(db);
  await sql`update squads set name = ${marks[1]} where id = ${squad}`.execute(db);
  await sql`update trips set name = ${marks[2]} where id = ${trip}`.execute(db);
  await sql`update categories set name = ${marks[3]} where id = ${categories[0]!}`.execute(db);
  await bo.put("/api/push/discreet", { discreet: true });
  const texts = new Map<string, string>();
  for (const kind of pushed) {
    await happen(crew, kind, {
      actor_id: ana.id,
      person_id: bo.id,
      category_id: /award|results/.test(kind) ? categories[0] : null,
    });
    await sender.send();
    await sql`update push_waiting set gathered_at = now(), gathered_sent_at = null where gathered_at is not null`.execute(
      db,
    );
    await sender.send();
    texts.set(kind, browser.got.at(-1)?.message.show?.text ?? "");
    expect([kind, shownBy(browser).length]).toEqual([kind, texts.size]);
  }
  const all = JSON.stringify(browser.got);
  for (const mark of marks) expect(all).not.toContain(mark);
  for (const id of [trip, squad, ana.id])
    expect(JSON.stringify(shownBy(browser).map(({ tag, title, text }) => [tag, title, text]))).not.toContain(id);
  expect(texts.get("night_begins")).toBe("An Awards Night begins in ten minutes");
  expect(texts.get("last_vote_missing")).toBe("Your vote is the last one missing");
  expect(new Set(shownBy(browser).map(({ title }) => title))).toEqual(new Set(["Swellmates"]));
});

test("urgent pushes and short ones are handled so", async () => {
  const crew = await newCrew();
  await happen(crew, "night_begins");
  await happen(crew, "last_vote_missing", { person_id: crew.bo.id });
  await sender.send();
  const handled = crew.browser.got.map(({ message, ttl, urgency }) => [
    message.show!.text,
    message.show!.isUrgent,
    ttl,
    urgency,
  ]);
  expect(handled.toSorted(([one], [other]) => (String(one) < String(other) ? -1 : 1))).toEqual([
    ["Everybody else has voted on Ericeira ’26, only your vote is missing", true, 86_400, "high"],
    ["The Awards Night of Ericeira ’26 begins in ten minutes", true, 600, "high"],
  ]);
});

test("what was read on one device vanishes on the others, but not on Apple's", async () => {
  const crew = await newCrew();
  const { bo, ana, browser } = crew;
  const phone = await addBrowser(service, bo, "web.push.apple.com");
  const idle = await addBrowser(service, bo);
  idle.answers.push(400);
  await happen(crew, "night_planned", { actor_id: ana.id });
  await sender.send();
  expect([browser.got.length, phone.got.length, idle.got.length]).toEqual([1, 1, 0]);
  await see(bo);
  await sender.send();
  const [shown, read] = browser.got;
  expect(read).toMatchObject({
    message: { person: bo.id, read: [shown!.message.show!.tag], count: 0 },
    topic: shown!.topic,
  });
  expect(read!.message.show).toBeUndefined();
  expect([phone.got.length, idle.got.length]).toEqual([1, 0]);
  // Nothing is left to take back.
  await see(bo);
  await sender.send();
  expect(browser.got).toHaveLength(2);
});

const countDevices = async (who: TestPerson) =>
  ((await who.get("/api/push")).body["devices"] as unknown as unknown[]).length;

test.each([404, 410])("a browser whose service answers %i is forgotten", async (status) => {
  const crew = await newCrew();
  crew.browser.answers.push(status);
  await happen(crew, "night_planned", { actor_id: crew.ana.id });
  await sender.send();
  expect(await countDevices(crew.bo)).toBe(0);
});

test("a push that is too large comes without names", async () => {
  const crew = await newCrew();
  crew.browser.answers.push(413);
  await happen(crew, "night_planned", { actor_id: crew.ana.id });
  await sender.send();
  expect(shownBy(crew.browser)).toMatchObject([{ title: "Swellmates", text: "An Awards Night is planned" }]);
});

test.each([[{ status: 429, retryAfter: "120" }], [{ status: 503, retryAfter: "" }], [500]])(
  "a push comes later if the service answers %j",
  async (answer) => {
    const crew = await newCrew();
    const { bo, ana, browser } = crew;
    const other = await addBrowser(service, bo);
    browser.answers.push(answer, 500);
    await happen(crew, "night_planned", { actor_id: ana.id });
    await sender.send();
    expect([browser.got.length, other.got.length]).toEqual([0, 1]);
    const [later, ...more] = sender.waiting();
    expect(more).toEqual([]);
    expect(later!.seconds).toBe(typeof answer === "object" && answer.status === 429 ? 120 : 30);
    // The job names nobody.
    expect(JSON.stringify(later)).not.toContain("Ana");
    await sender.retry();
    expect(browser.got).toHaveLength(0);
    await sender.retry();
    expect(shownBy(browser)).toMatchObject([{ text: "Ana planned the Awards Night of Ericeira ’26" }]);
    expect(other.got).toHaveLength(1);
  },
);

test("a push is not tried again once it is seen, and given up after five tries", async () => {
  const crew = await newCrew();
  const { bo, ana, browser } = crew;
  browser.answers.push(500);
  await happen(crew, "night_planned", { actor_id: ana.id });
  await sender.send();
  await sql`update inbox_settings set seen_at = now() + interval '1 minute' where person_id = ${bo.id}`.execute(
    swell.database.db,
  );
  await sender.retry();
  expect(browser.asked).toBe(1);
  await sql`update inbox_settings set seen_at = null where person_id = ${bo.id}`.execute(swell.database.db);
  browser.answers.push(500, 500, 500, 500, 500, 500);
  await happen(crew, "night_moved", { actor_id: ana.id });
  await sender.send();
  for (let n = 0; n < 8; n++) await sender.retry();
  expect(browser.asked).toBe(1 + 5);
});

test("no push goes to a host that has become private, and none follows a redirect", async () => {
  const crew = await newCrew();
  const inside = openSender(swell, { ...service, network: { ...service.network, isAllowed: () => false } });
  await happen(crew, "night_planned", { actor_id: crew.ana.id });
  await inside.send();
  await inside.close();
  expect([crew.browser.asked, inside.waiting().length]).toEqual([0, 1]);
  crew.browser.answers.push(302);
  await happen(crew, "night_moved", { actor_id: crew.ana.id });
  await sender.send();
  expect([crew.browser.asked, crew.browser.got.length, sender.waiting().length]).toEqual([1, 0, 0]);
});

test("a silent service holds up nobody else", { timeout: 60_000 }, async () => {
  const crew = await newCrew();
  const { cleo, ana, browser } = crew;
  const other = await addBrowser(service, cleo);
  browser.answers.push("silent");
  await happen(crew, "night_planned", { actor_id: ana.id });
  const sent = sender.send();
  await expect.poll(() => other.got.length, { timeout: 5000 }).toBe(1);
  expect(browser.got).toEqual([]);
  await sent;
  await sender.retry();
  expect(browser.got).toHaveLength(1);
});

test("two servers send one push, and one that died is replaced", async () => {
  const second = await openTestApp(environment, swell.database, {
    network: service.network,
  });
  const other = openSender(second, service);
  try {
    const crew = await newCrew();
    await happen(crew, "night_planned", { actor_id: crew.ana.id });
    await Promise.all([sender.send(), other.send(), sender.send()]);
    expect(crew.browser.asked).toBe(1);
    await happen(crew, "night_moved", { actor_id: crew.ana.id });
    // A server took the person and died.
    await sql`update push_waiting set now_at = now(), leased_until = now() + interval '1 minute' where person_id = ${crew.bo.id}`.execute(
      swell.database.db,
    );
    await sender.send();
    expect(crew.browser.asked).toBe(1);
    await sql`update push_waiting set leased_until = now() - interval '1 second' where person_id = ${crew.bo.id}`.execute(
      swell.database.db,
    );
    await sender.send();
    expect(shownBy(crew.browser).at(-1)!.text).toBe("Ana moved the Awards Night of Ericeira ’26");
  } finally {
    await other.close();
    await second.close();
  }
});

test("a push follows a call by itself", { timeout: 30_000 }, async () => {
  // The job queue opens two seconds after the start.
  const site = await openTestApp({}, undefined, { network: service.network });
  try {
    await site.app.listen({ port: 0, host: "127.0.0.1" });
    const { people, trip } = await newTrip(site, { crew: ["ana", "bo"], awards: ["Best Wave"] });
    const [ana, bo] = people as [TestPerson, TestPerson];
    const browser = await addBrowser(service, bo);
    const startsAt = new Date(Date.now() + 3_600_000).toJSON();
    const night = { startsAt, timeZone: "Europe/Lisbon" };
    expect((await ana.post(`/api/trips/${trip}/night`, night)).status).toBeLessThan(300);
    await expect.poll(() => browser.got.length, { timeout: 20_000 }).toBe(1);
    expect(shownBy(browser)[0]!.text).toBe("Ana planned the Awards Night of Ericeira ’26");
    await see(bo);
    await expect.poll(() => browser.got.at(-1)!.message.read?.length, { timeout: 20_000 }).toBe(1);
  } finally {
    await site.close();
  }
});

test("a site without browsers to push to notes nothing", async () => {
  const bare = await openTestApp();
  try {
    await newTrip(bare, { crew: ["ana", "bo"], awards: ["Best Wave"] });
    const count = async (table: "push_rows" | "activity") =>
      (
        await bare.database.db
          .selectFrom(table)
          .select(sql<number>`count(*)::int`.as("n"))
          .executeTakeFirstOrThrow()
      ).n;
    expect(await count("activity")).toBeGreaterThan(0);
    expect(await count("push_rows")).toBe(0);
  } finally {
    await bare.close();
  }
});
