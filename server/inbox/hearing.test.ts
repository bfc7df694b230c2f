import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ActivityKind } from "#contract/activity-kind.ts";
import { type KindName, activityKinds } from "#contract/activity.ts";
import { newId } from "../platform/db/id.ts";
import type { ActivityRow } from "../schema/activity-store.ts";
import { addLikedPhoto } from "../testing/liked-photo.ts";
import { newSeat } from "../testing/seats.ts";
import { type Client, type TestApp, type TestPerson, openTestApp, rows } from "../testing/app.ts";
import { newTrip } from "../testing/builders.ts";

let swell: TestApp;
beforeAll(async () => {
  swell = await openTestApp();
});
afterAll(() => swell.close());

const kinds = (Object.keys(activityKinds) as KindName[]).filter((kind) => (activityKinds[kind] as ActivityKind).told);
/** The kinds whose rows are always for one person. */
const personal = new Set<KindName>([
  "photo_liked",
  "crew_added",
  "role_changed",
  "seats_wait",
  "mail_failed",
  "reaction_given",
  "comment_added",
  "comment_followed",
  "mentioned",
  "takedown_asked",
  "takedown_kept",
  "takedown_deleted",
  "takedown_lapsed",
  "last_vote_missing",
]);
/** The kinds of a squad; all others are of a trip. */
const ofSquad = new Set<KindName>(["member_joined", "role_changed", "seats_wait"]);

type Place = Awaited<ReturnType<typeof newPlace>>;

/**
 * A trip with an award and a photo. Ana is the squad's admin and the trip's organizer, Bo and Cleo are members and crew, Dora is a member
 * and not on the crew. Cleo does what happens.
 */
async function newPlace() {
  const made = await newTrip(swell, { crew: ["ana", "bo", "cleo", "dora"], awards: ["Best Wave"] });
  const [ana, bo, cleo, dora] = made.people as [TestPerson, TestPerson, TestPerson, TestPerson];
  await ana.delete(`/api/trips/${made.trip}/members/${dora.id}`);
  const photo = await addLikedPhoto(swell, { squadId: made.squad, tripId: made.trip, uploaderId: bo.id }, 0);
  return { ...made, ana, bo, cleo, dora, photo };
}

async function add(place: Place, kind: KindName, { actor, to }: { actor: string | null; to: string | null }) {
  const isOfTrip = !ofSquad.has(kind);
  const row: ActivityRow = {
    id: newId(),
    kind,
    trip_id: isOfTrip ? place.trip : null,
    squad_id: isOfTrip ? null : place.squad,
    person_id: to,
    actor_id: actor,
    media_id: /photo|comment|reaction|mentioned/.test(kind) ? place.photo : null,
    category_id: /award|results/.test(kind) ? place.categories[0]! : null,
    invitation_id: null,
    comment_id: null,
  };
  await swell.database.db.insertInto("activity").values(row).execute();
  return row.id;
}

const hears = async (who: Client, id: string) => {
  const { status, body } = await who.get("/api/inbox?limit=100");
  expect(status).toBe(200);
  return rows(body).some((entry) => String(entry["id"]) === id);
};
const countOf = async (who: TestPerson) => Number((await who.get("/api/inbox/count")).body["count"]);

describe.each(kinds)("%s", (kind) => {
  test("is heard by the people it is for, and by nobody who did it or may not see it", async () => {
    const place = await newPlace();
    const { ana, bo, cleo, dora, squad, trip } = place;
    const stranger = await swell.person("zoe");
    const isPersonal = personal.has(kind);
    const seat = await newSeat(swell, { squad, trip });
    await swell.database.db
      .updateTable("trip_members")
      .set({ joined_at: new Date(0) } as object)
      .where("user_id", "=", seat.id)
      .execute();
    const id = await add(place, kind, { actor: cleo.id, to: isPersonal ? bo.id : null });
    expect(await hears(bo, id)).toBe(true);
    expect(await hears(ana, id)).toBe(!isPersonal);
    expect(await hears(seat, id)).toBe(!isPersonal);
    expect(await hears(dora, id)).toBe(!isPersonal && ofSquad.has(kind));
    expect(await hears(cleo, id)).toBe(false);
    expect(await hears(stranger, id)).toBe(false);
    expect((await swell.visitor.get("/api/inbox")).status).toBe(401);

    // Who comes later hears nothing of before, also as an admin.
    const invite = await place.inviteOf();
    expect((await stranger.post(`/api/trips/${squad}/join`, { invite })).status).toBe(200);
    await ana.put(`/api/trips/${trip}/members`, { userIds: [ana.id, bo.id, cleo.id, stranger.id] });
    await ana.patch(`/api/squads/${squad}/members/${stranger.id}`, { role: "admin" });
    expect(await hears(stranger, id)).toBe(false);

    // A public squad shows its pages to strangers, and no news.
    const passerBy = await swell.person("pia");
    await ana.put(`/api/squads/${squad}`, { name: "Dawn Patrol", isPublic: true });
    expect(await hears(passerBy, id)).toBe(false);

    // Who has left or was removed hears nothing more.
    expect((await bo.post(`/api/squads/${squad}/leave`, {})).status).toBe(200);
    expect((await bo.post(`/api/trips/${trip}/leave`, {})).status).toBeLessThan(500);
    expect(await hears(bo, id)).toBe(false);
    expect((await ana.delete(`/api/squads/${squad}/members/${seat.id}?trips=leave`)).status).toBe(204);
    expect(await hears(seat, id)).toBe(false);
  });

  test("does not count while its squad is muted, and is not told once it is off", async () => {
    const place = await newPlace();
    const { ana, bo, squad } = place;
    await bo.put("/api/inbox/seen", { until: new Date().toJSON() });
    const id = await add(place, kind, { actor: ana.id, to: personal.has(kind) ? bo.id : null });
    expect(await countOf(bo)).toBe(1);
    const { topic } = (activityKinds[kind] as ActivityKind).told!;
    const mute = (mutedUntil: string | null, off: string[] = []) =>
      bo.put(`/api/inbox/squads/${squad}`, { off, mutedUntil });
    expect((await mute("2100-01-01T00:00:00Z")).status).toBe(200);
    expect(await countOf(bo)).toBe(0);
    expect(await hears(bo, id)).toBe(true);
    await mute("2020-01-01T00:00:00Z");
    expect(await countOf(bo)).toBe(1);
    await mute(null, [topic]);
    expect([await countOf(bo), await hears(bo, id)]).toEqual([0, false]);
    await mute(null);
    await bo.put("/api/inbox/settings", { off: [topic], noMail: [], quiet: null });
    expect([await countOf(bo), await hears(bo, id)]).toEqual([0, false]);
  });
});

test("a photo in the trash is not told, and is again once it is back", async () => {
  const place = await newPlace();
  const { ana, bo, photo } = place;
  const id = await add(place, "photo_added", { actor: bo.id, to: null });
  expect(await hears(ana, id)).toBe(true);
  expect((await ana.delete(`/api/media/${photo}`)).status).toBe(204);
  expect(await hears(ana, id)).toBe(false);
  expect((await ana.post(`/api/media/${photo}/restore`, {})).status).toBe(204);
  expect(await hears(ana, id)).toBe(true);
});

test("who has voted on everything does not hear that the vote closes", async () => {
  const place = await newPlace();
  const { ana, bo, categories } = place;
  const id = await add(place, "voting_closes", { actor: null, to: null });
  const { body } = await bo.get("/api/inbox");
  expect(rows(body)[0]).toMatchObject({
    id,
    text: "Voting on Ericeira ’26 closes within a day, you have 1 award left",
    opens: "ballot",
  });
  await bo.post(`/api/categories/${categories[0]}/vote`, { nomineeId: ana.id });
  expect(await hears(bo, id)).toBe(false);
  expect(await hears(ana, id)).toBe(true);
});
