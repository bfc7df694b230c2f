import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { jpeg } from "../../media/fixtures/pictures.ts";
import { addressFor, open, put } from "../../media/fixtures/uploading.ts";
import { type TestApp, type TestPerson, openTestApp, rows } from "../../testing/app.ts";
import { newSquad, newTrip } from "../../testing/builders.ts";
import { linkIn, mailTo } from "../../testing/outbox.ts";
import { forgetInvitations } from "./store.ts";

let swell: TestApp;
beforeAll(async () => {
  swell = await openTestApp();
});
afterAll(() => swell.close());

let made = 0;
const cannot = "Unable to join this squad. It may be private or not found.";

/** Invites an address. Returns the id and code of the mailed link. */
async function invited(
  by: TestPerson,
  place: { squadId: string } | { tripId: string },
  to = `k.${++made}@example.org`,
) {
  const call = "squadId" in place ? "/api/squad-invites" : "/api/invites";
  const before = (await mailsSoFar(to)) + 1;
  const { body } = await by.post(call, { ...place, emails: [to] });
  expect(body["sent"]).toEqual([to]);
  const link = linkIn(await mailTo(swell.parts.config.dataDir, to, before));
  const id = link.pathname.split("/").at(-1)!;
  return { id, invite: link.searchParams.get("invite")!, to };
}
const sentTo = new Map<string, number>();
const mailsSoFar = async (to: string) => {
  const count = sentTo.get(to) ?? 0;
  sentTo.set(to, count + 1);
  return count;
};
const join = (who: TestPerson, { id, invite }: { id: string; invite: string }) =>
  who.post(`/api/trips/${id}/join`, { invite });
const card = ({ id, invite }: { id: string; invite: string }) =>
  swell.visitor.get(`/api/public/squads/${id}?invite=${invite}`);
/** Gives somebody a profile photo. Returns its path. */
async function giveFace(person: TestPerson): Promise<string> {
  const profileImageURL = await addressFor(person);
  await put(swell, person, profileImageURL, await jpeg());
  const { body } = await person.put("/api/profile-images", { profileImageURL, fileName: "face.jpg" });
  const face = String(body["objectPath"]);
  expect((await person.patch("/api/auth/user", { profileImageUrl: face })).status).toBe(200);
  return face;
}
const crewOf = async (who: TestPerson, trip: string) =>
  rows((await who.get(`/api/trips/${trip}/members`)).body).map((member) => String(member["userId"]));

describe("a mailed invitation to a squad", () => {
  test("shows its card many times, and lets in one person", async () => {
    const { ana, squad, trip } = await newTrip(swell, { crew: ["ana"] });
    const link = await invited(ana, { squadId: squad });
    for (let i = 0; i < 3; i++) {
      expect((await card(link)).body).toMatchObject({ id: squad, name: "Dawn Patrol", memberCount: 1 });
    }
    const kai = await swell.person("kai");
    expect((await join(kai, link)).body).toEqual({ alreadyMember: false, squadId: squad });
    expect((await kai.get(`/api/squads/${squad}`)).status).toBe(200);
    // The trip has ended, so a new squad member is not on its crew.
    expect(await crewOf(ana, trip)).toEqual([ana.id]);
    expect((await join(kai, link)).body).toEqual({ alreadyMember: true, squadId: squad });

    const other = await swell.person("other");
    const again = await join(other, link);
    expect([again.status, again.body["error"]]).toEqual([404, cannot]);
    expect((await other.get(`/api/squads/${squad}`)).status).toBe(404);
  });

  test("shows who sent it, with their face, to those alone who bring its code", async () => {
    // The page shows the first five members, so the sixth is not among them.
    const { ana, people, squad, inviteOf } = await newSquad(swell, "ana", "bo", "cleo", "dora", "eli", "finn");
    const finn = people.at(-1)!;
    const face = await giveFace(finn);
    const link = await invited(finn, { squadId: squad });
    const others = [await inviteOf(), (await invited(ana, { squadId: squad })).invite, ""];
    const faceBy = async (invite: string) =>
      (await open(swell, swell.visitor, `${face}?size=thumb&invite=${invite}`)).status;
    const shown = { firstName: "Finn", profileImageUrl: face };
    expect((await card(link)).body).toMatchObject({ invitedBy: shown });
    expect(await faceBy(link.invite)).toBe(200);
    for (const invite of others) expect(await faceBy(invite)).toBe(404);

    const show = (showsCrew: boolean) => ana.put(`/api/squads/${squad}`, { name: "Dawn Patrol", showsCrew });
    await show(false);
    expect((await card(link)).body).toMatchObject({ invitedBy: null });
    expect(await faceBy(link.invite)).toBe(404);
    await show(true);
    expect((await card(link)).body).toMatchObject({ invitedBy: shown });
    await finn.post(`/api/squads/${squad}/leave`, {});
    expect((await card(link)).status).toBe(404);
    expect(await faceBy(link.invite)).toBe(404);
  });

  test("lets in one of three people who join at once", async () => {
    const { ana, squad } = await newSquad(swell, "ana");
    for (let round = 0; round < 5; round++) {
      const link = await invited(ana, { squadId: squad });
      const crowd = await Promise.all(["kai", "lou", "rosa"].map((name) => swell.person(name)));
      const answers = await Promise.all(crowd.map((who) => join(who, link)));
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404, 404]);
    }
    expect((await ana.get(`/api/squads/${squad}`)).body["squad"]).toMatchObject({ memberCount: 6 });
  });

  test("is not used up by a member who opens it", async () => {
    const { ana, bo, squad } = await newSquad(swell, "ana", "bo");
    const link = await invited(ana, { squadId: squad });
    expect((await join(bo!, link)).body).toEqual({ alreadyMember: true, squadId: squad });
    expect((await join(await swell.person("kai"), link)).body).toMatchObject({ alreadyMember: false });
  });

  test("opens only its own squad, and an invented code opens none", async () => {
    const { ana, squad } = await newSquad(swell, "ana");
    const other = await newSquad(swell, "bo");
    const link = await invited(ana, { squadId: squad });
    const kai = await swell.person("kai");
    const forged = [
      { id: other.squad, invite: link.invite },
      { id: squad, invite: `${link.invite.slice(0, -1)}${link.invite.endsWith("A") ? "B" : "A"}` },
      { id: squad, invite: link.invite.toLowerCase() },
      { id: squad, invite: "" },
      { id: squad, invite: "A".repeat(32) },
    ];
    for (const attempt of forged) {
      expect((await join(kai, attempt)).status).toBe(404);
      expect((await card(attempt)).status).toBe(404);
    }
    expect((await join(kai, link)).status).toBe(200);
  });

  test("ends when the same address gets a newer one", async () => {
    const { ana, bo, squad } = await newSquad(swell, "ana", "bo");
    const first = await invited(ana, { squadId: squad });
    const second = await invited(bo!, { squadId: squad }, first.to);
    const kai = await swell.person("kai");
    expect((await join(kai, first)).status).toBe(404);
    expect((await card(first)).status).toBe(404);
    expect((await join(kai, second)).status).toBe(200);
  });

  test("expires after thirty days", async () => {
    const { ana, squad } = await newSquad(swell, "ana");
    const link = await invited(ana, { squadId: squad });
    const { db } = swell.database;
    const { expires_at } = await db
      .selectFrom("invitations")
      .select("expires_at")
      .where("email_key", "=", link.to)
      .executeTakeFirstOrThrow();
    expect(Math.round((expires_at.getTime() - Date.now()) / 86_400_000)).toBe(30);
    await db.updateTable("invitations").set({ expires_at: new Date() }).where("email_key", "=", link.to).execute();
    expect((await card(link)).status).toBe(404);
    expect((await join(await swell.person("kai"), link)).status).toBe(404);
    await forgetInvitations(swell.database)();
    expect(await db.selectFrom("invitations").select("id").where("email_key", "=", link.to).execute()).toEqual([]);
  });

  test("ends when its inviter leaves, also if they join again", async () => {
    const { ana, bo, squad, inviteOf } = await newSquad(swell, "ana", "bo");
    const link = await invited(bo!, { squadId: squad });
    await bo!.post(`/api/squads/${squad}/leave`, {});
    expect((await card(link)).status).toBe(404);
    await bo!.post(`/api/trips/${squad}/join`, { invite: await inviteOf() });
    const kai = await swell.person("kai");
    expect((await join(kai, link)).status).toBe(404);
    expect((await ana.get(`/api/squads/${squad}`)).body["squad"]).toMatchObject({ memberCount: 2 });
  });

  test("ends when any member is removed, so that they cannot return by it", async () => {
    const { ana, bo, squad } = await newSquad(swell, "ana", "bo");
    const [byBo, byAna] = [await invited(bo!, { squadId: squad }), await invited(ana, { squadId: squad })];
    const used = await invited(ana, { squadId: squad });
    const kai = await swell.person("kai");
    await join(kai, used);
    await ana.delete(`/api/squads/${squad}/members/${kai.id}`);
    for (const link of [byBo, byAna, used]) {
      expect((await join(kai, link)).status).toBe(404);
      expect((await card(link)).status).toBe(404);
    }
    const fresh = await invited(ana, { squadId: squad });
    expect((await join(kai, fresh)).status).toBe(200);
  });

  test("ends when the squad's link is reset", async () => {
    const { ana, squad } = await newSquad(swell, "ana");
    const link = await invited(ana, { squadId: squad });
    await ana.post(`/api/squads/${squad}/invite-link/reset`, {});
    expect((await join(await swell.person("kai"), link)).status).toBe(404);
  });
});

describe("a mailed invitation to a trip", () => {
  test("adds to the squad and the trip, also if the trip has ended", async () => {
    const { ana, squad, trip } = await newTrip(swell, { crew: ["ana"] });
    await ana.put(`/api/trips/${trip}`, {
      name: "Ericeira ’25",
      location: "Portugal",
      startDate: "2025-07-04",
      endDate: "2025-07-11",
    });
    const link = await invited(ana, { tripId: trip });
    expect(link.id).toBe(squad);
    const kai = await swell.person("kai");
    expect((await join(kai, link)).body).toEqual({ alreadyMember: false, squadId: squad, tripId: trip });
    expect(await crewOf(ana, trip)).toEqual([ana.id, kai.id]);
  });

  test("adds a squad member to the crew, and is used up by that", async () => {
    const { ana, bo, squad, trip } = await newTrip(swell, { crew: ["ana", "bo"] });
    await ana.delete(`/api/trips/${trip}/members/${bo!.id}`);
    const link = await invited(ana, { tripId: trip }, bo!.email);
    expect((await join(bo!, link)).body).toEqual({ alreadyMember: true, squadId: squad, tripId: trip });
    expect(await crewOf(ana, trip)).toEqual([ana.id, bo!.id]);
    expect((await join(await swell.person("kai"), link)).status).toBe(404);
  });

  test("without a squad adds to its crew", async () => {
    const [ana, kai, lou] = [await swell.person("ana"), await swell.person("kai"), await swell.person("lou")];
    await swell.confirm(ana);
    const { body } = await ana.post("/api/trips", {
      name: "Peniche",
      location: "Portugal",
      startDate: "2026-08-01",
      endDate: "2026-08-02",
    });
    const trip = String(body["id"]);
    const link = await invited(ana, { tripId: trip });
    expect(link.id).toBe(trip);
    expect((await card(link)).body).toMatchObject({
      id: trip,
      name: "Peniche",
      memberCount: 1,
      invitedBy: { firstName: "Ana", profileImageUrl: null },
    });
    expect((await card({ id: trip, invite: "A".repeat(32) })).status).toBe(404);
    expect((await kai.post(`/api/trips/${trip}/join`, {})).status).toBe(404);
    expect((await join(kai, { id: trip, invite: "A".repeat(32) })).body["error"]).toBe(cannot);

    const answers = await Promise.all([join(kai, link), join(lou, link)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404]);
    const [first, second] = answers[0].status === 200 ? [kai, lou] : [lou, kai];
    expect((await join(first, link)).body).toEqual({ alreadyMember: true, squadId: null, tripId: trip });
    expect((await first.get(`/api/trips/${trip}`)).status).toBe(200);
    expect((await second.get(`/api/trips/${trip}`)).status).toBe(404);

    // A removed person cannot return by earlier links, and the invitations they sent end too.
    const [theirs, toThem] = [
      await invited(first, { tripId: trip }),
      await invited(ana, { tripId: trip }, second.email),
    ];
    await ana.delete(`/api/trips/${trip}/members/${first.id}`);
    expect((await join(first, link)).status).toBe(404);
    expect((await join(first, theirs)).status).toBe(404);
    expect((await join(second, toThem)).status).toBe(200);
  });
});
