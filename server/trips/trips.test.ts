import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestApp, type TestPerson, openTestApp, rows } from "../testing/app.ts";
import { newSquad, newTrip } from "../testing/builders.ts";

let swell: TestApp;
beforeAll(async () => {
  swell = await openTestApp();
});
afterAll(() => swell.close());

const peniche = {
  name: "Peniche",
  location: "Portugal",
  startDate: "2026-08-01T00:00:00.000Z",
  endDate: "2026-08-09T00:00:00.000Z",
};
const today = (days = 0) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

describe("a trip", () => {
  test("starts with the whole squad as crew", async () => {
    const { ana, bo, squad } = await newSquad(swell, "ana", "bo");
    const made = await bo!.post("/api/trips", { ...peniche, squadId: squad });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({ ...peniche, squadId: squad, description: "", memberCount: 2, isPublic: false });
    const page = await ana.get(`/api/trips/${made.body["id"]}`);
    expect(rows(page.body["members"]).map((member) => member["userId"])).toEqual([ana.id, bo!.id]);
    expect(page.body).toMatchObject({ squad: { id: squad }, categories: [], media: [], nextMedia: null });
    expect(page.body["trip"]).toMatchObject({ viewer: { isCrew: true, isOrganizer: true, isSquadAdmin: true } });
    expect((await bo!.get(`/api/trips/${made.body["id"]}`)).body["trip"]).toMatchObject({
      viewer: { isOrganizer: true, isSquadAdmin: false },
    });
  });

  test("without a squad is visible to its crew only", async () => {
    const { cleo, zoe } = await swell.people("cleo", "zoe");
    const made = await cleo.post("/api/trips", peniche);
    expect(made.body).toMatchObject({ squadId: null, memberCount: 1 });
    expect((await zoe.get(`/api/trips/${made.body["id"]}`)).status).toBe(404);
    expect((await cleo.get(`/api/trips/${made.body["id"]}`)).body["squad"]).toBeNull();
    expect(rows((await cleo.get("/api/trips")).body)).toHaveLength(1);
    expect((await cleo.post(`/api/trips/${made.body["id"]}/leave`, {})).body["code"]).toBe("confirmation_needed");
    expect((await cleo.post(`/api/trips/${made.body["id"]}/leave`, { confirm: "Peniche" })).body).toEqual({
      deleted: true,
    });
    expect((await cleo.get("/api/trips")).text).toBe("[]");
  });

  test.each([
    ["2026-07-04", "2026-07-04T00:00:00.000Z"],
    ["2026-07-04T00:00:00.000Z", "2026-07-04T00:00:00.000Z"],
    // The server stores the day as written and ignores its time zone.
    ["2026-07-04T23:30:00.000+12:00", "2026-07-04T00:00:00.000Z"],
    ["2028-02-29", "2028-02-29T00:00:00.000Z"],
  ])("that starts on %s starts on that day", async (startDate, shown) => {
    const dora = await swell.person("dora");
    const made = await dora.post("/api/trips", { ...peniche, startDate, endDate: "2030-01-01" });
    expect(made.body["startDate"]).toBe(shown);
  });

  test.each([
    [{ ...peniche, endDate: "2026-07-31" }, "endDate", "End date must be on or after the start date"],
    [{ ...peniche, name: " " }, "name", "Trip name is required"],
    [{ ...peniche, location: "" }, "location", "Location is required"],
    [{ ...peniche, startDate: "" }, "startDate", "Start date is required"],
    [{ ...peniche, endDate: undefined }, "endDate", "End date is required"],
    [{ ...peniche, startDate: "2026-02-30" }, "startDate", "Please enter a valid date"],
    [{ ...peniche, startDate: "2026-02-28Tx" }, "startDate", "Please enter a valid date"],
    [{ ...peniche, startDate: "0000-01-01" }, "startDate", "Please enter a valid date"],
    [{ ...peniche, startDate: 1754006400 }, "startDate", "Start date is required"],
    [{ ...peniche, name: "x".repeat(121) }, "name", "Please use at most 120 characters"],
    [{ ...peniche, description: "x".repeat(5001) }, "description", "Please use at most 5000 characters"],
    [{ ...peniche, photoUrl: "https://evil.example/x.jpg" }, "photoUrl", "Please upload the photo first"],
    [{ ...peniche, squadId: "none" }, "squadId", "Please choose a squad"],
  ])("is refused when a field is wrong: %j", async (body, path, message) => {
    const eve = await swell.person("eve");
    const refused = await eve.post("/api/trips", body);
    expect(refused.status).toBe(400);
    expect(refused.body["issues"]).toEqual([{ path, message }]);
    expect((await eve.get("/api/trips")).text).toBe("[]");
  });

  test("cannot use somebody else's photo", async () => {
    const { ana, trip } = await newTrip(swell, { crew: ["ana"] });
    const stolen = await ana.put(`/api/trips/${trip}`, {
      ...peniche,
      photoUrl: "/objects/0190a5b0-0000-7000-8000-000000000000",
    });
    expect(stolen.status).toBe(400);
    expect((await ana.get(`/api/trips/${trip}`)).body["trip"]).toMatchObject({ name: "Ericeira ’26", photoUrl: null });
  });

  test("is active between its dates", async () => {
    const fin = await swell.person("fin");
    const active = async (startDate: string, endDate: string) =>
      (await fin.post("/api/trips", { ...peniche, startDate, endDate })).body["isActive"];
    expect(await active(today(-1), today(1))).toBe(true);
    expect(await active(today(), today())).toBe(true);
    expect(await active(today(2), today(3))).toBe(false);
  });
});

test("an empty text for an optional picture means none", async () => {
  const { ana, squad, trip } = await newTrip(swell, { crew: ["ana"] });
  for (const photoUrl of ["", "  ", null]) {
    expect((await ana.post("/api/trips", { ...peniche, photoUrl })).body).toMatchObject({ photoUrl: null });
    expect((await ana.put(`/api/trips/${trip}`, { ...peniche, photoUrl })).body).toMatchObject({ photoUrl: null });
    const profile = await ana.patch("/api/auth/user", { bio: " Salty ", profileImageUrl: photoUrl });
    expect(profile.body).toMatchObject({ bio: "Salty", profileImageUrl: null });
    expect((await ana.put(`/api/squads/${squad}`, { name: "Reef", photoUrl })).body).toMatchObject({ photoUrl: null });
  }
});

test("an edit keeps the optional fields that it does not name", async () => {
  const { ana, squad, trip } = await newTrip(swell, { crew: ["ana"] });
  await ana.put(`/api/trips/${trip}`, { ...peniche, description: "Six boards" });
  expect((await ana.put(`/api/trips/${trip}`, peniche)).body).toMatchObject({ description: "Six boards" });
  await ana.put(`/api/squads/${squad}`, { name: "Reef", description: "Early", isPublic: true });
  const edited = await ana.put(`/api/squads/${squad}`, { name: "Dawn Patrol" });
  expect(edited.body).toMatchObject({ name: "Dawn Patrol", description: "Early", isPublic: true });
  await ana.patch("/api/auth/user", { bio: "Salty" });
  expect((await ana.patch("/api/auth/user", {})).body).toMatchObject({ bio: "Salty" });
  const mine = `/api/trips/${trip}/members/me`;
  await ana.patch(mine, { mood: "Stoked", excitementLevel: 9 });
  expect((await ana.patch(mine, { mood: "Calm" })).body).toMatchObject({ mood: "Calm", excitementLevel: 9 });
});

describe("the crew", () => {
  test("keeps a person removed from the squad only, who can vote but not organize", async () => {
    const { ana, bo, squad, trip, categories } = await newTrip(swell, {
      crew: ["ana", "bo"],
      awards: ["Best Wipeout", "Camp Chef"],
    });
    const own = await bo!.post("/api/trips", { ...peniche, squadId: squad });
    await bo!.post(`/api/categories/${categories[0]}/vote`, { nomineeId: bo!.id });
    expect((await ana.delete(`/api/squads/${squad}/members/${bo!.id}?trips=some`)).status).toBe(400);
    expect((await ana.delete(`/api/squads/${squad}/members/${bo!.id}`)).status).toBe(204);
    expect((await bo!.get(`/api/squads/${squad}`)).status).toBe(404);
    expect((await bo!.get(`/api/trips/${trip}`)).body).toMatchObject({
      trip: { memberCount: 2, viewer: { isCrew: true, isMember: true, isInSquad: false, isOrganizer: false } },
    });
    expect((await bo!.get(`/api/categories/${categories[0]}/my-vote`)).body).toMatchObject({ nomineeId: bo!.id });
    expect((await bo!.post(`/api/categories/${categories[1]}/vote`, { nomineeId: ana.id })).status).toBe(200);
    // The trip that Bo made belongs to the squad; now only its admins organize it.
    expect((await bo!.get(`/api/trips/${own.body["id"]}`)).body["trip"]).toMatchObject({
      viewer: { isOrganizer: false },
    });
    expect((await bo!.delete(`/api/trips/${own.body["id"]}`)).status).toBe(403);
    expect((await bo!.delete(`/api/trips/${trip}/members/${ana.id}`)).status).toBe(403);
    expect((await bo!.post("/api/invites", { tripId: trip, emails: ["bo.again@example.org"] })).status).toBe(403);
    // Removed from the trip too, Bo is a stranger.
    expect((await ana.delete(`/api/trips/${trip}/members/${bo!.id}`)).status).toBe(204);
    expect((await bo!.get(`/api/trips/${trip}`)).status).toBe(404);
  });

  test("gets new squad members on trips that have not ended", async () => {
    const { ana, squad, inviteOf } = await newSquad(swell, "ana");
    const past = await ana.post("/api/trips", {
      ...peniche,
      squadId: squad,
      startDate: "2020-01-01",
      endDate: "2020-01-02",
    });
    const coming = await ana.post("/api/trips", {
      ...peniche,
      squadId: squad,
      startDate: today(-1),
      endDate: today(1),
    });
    const bo = await swell.person("bo");
    const joined = await bo.post(`/api/trips/${coming.body["id"]}/join`, { invite: await inviteOf() });
    expect(joined.body).toEqual({ alreadyMember: false, squadId: squad, tripId: coming.body["id"] });
    expect((await bo.get(`/api/trips/${coming.body["id"]}`)).body["trip"]).toMatchObject({
      memberCount: 2,
      viewer: { isCrew: true },
    });
    expect((await bo.get(`/api/trips/${past.body["id"]}`)).body["trip"]).toMatchObject({
      memberCount: 1,
      viewer: { isCrew: false, isMember: true },
    });
  });

  test("accepts squad members only, and is never empty", async () => {
    const { ana, bo, trip } = await newTrip(swell, { crew: ["ana", "bo"] });
    const zoe = await swell.person("zoe");
    expect((await ana.put(`/api/trips/${trip}/members`, { userIds: [ana.id, zoe.id] })).status).toBe(400);
    expect((await ana.put(`/api/trips/${trip}/members`, { userIds: [] })).status).toBe(400);
    expect(rows((await ana.get(`/api/trips/${trip}/members`)).body)).toHaveLength(2);
    expect(rows((await ana.put(`/api/trips/${trip}/members`, { userIds: [ana.id, ana.id] })).body)).toHaveLength(1);
    const back = await bo!.put(`/api/trips/${trip}/members`, { userIds: [ana.id, bo!.id] });
    expect(rows(back.body).map((member) => member["userId"])).toEqual([ana.id, bo!.id]);
    // Bo is no organizer: he may add others and remove only himself.
    expect((await bo!.put(`/api/trips/${trip}/members`, { userIds: [bo!.id] })).status).toBe(403);
  });

  test("members set their own mood, within limits", async () => {
    const { ana, trip } = await newTrip(swell, { crew: ["ana"] });
    const mine = `/api/trips/${trip}/members/me`;
    expect((await ana.patch(mine, { mood: "stoked", excitementLevel: 9 })).body).toMatchObject({
      mood: "stoked",
      excitementLevel: 9,
    });
    for (const excitementLevel of [11, -1, 4.5, "9"])
      expect((await ana.patch(mine, { excitementLevel })).status).toBe(400);
    expect((await ana.patch(mine, {})).body).toMatchObject({ mood: "stoked", excitementLevel: 9 });
    expect((await ana.patch(mine, { mood: "" })).body).toMatchObject({ mood: null, excitementLevel: 9 });
  });
});

test("an id in upper case is accepted", async () => {
  const { ana, trip } = await newTrip(swell, { crew: ["ana"] });
  const shouted = await ana.get(`/api/trips/${trip.toUpperCase()}`);
  expect(shouted.body["trip"]).toMatchObject({ id: trip });
});

test("paged lists show each entry once", async () => {
  const { ana, people, squad } = await newSquad(swell, "ana", "bo", "cleo");
  const made: unknown[] = [];
  // Two trips start on the same day; the id orders them.
  for (const day of ["2026-01-03", "2026-01-02", "2026-01-02", "2026-01-01"]) {
    made.push((await ana.post("/api/trips", { ...peniche, squadId: squad, startDate: day })).body["id"]);
  }
  const everyPage = async (url: string, key: string) => {
    const seen: unknown[] = [];
    for (let next: string | undefined = url; next;) {
      const page = await ana.get(next);
      seen.push(...rows(page.body).map((row) => row[key]));
      next = /<([^>]+)>; rel="next"/.exec(String(page.headers["link"]))?.[1];
    }
    return seen;
  };
  const trips = await everyPage("/api/trips?limit=1", "id");
  expect(new Set(trips)).toEqual(new Set(made));
  expect(trips).toHaveLength(made.length);
  expect(trips[0]).toBe(made[0]);
  expect(await everyPage(`/api/squads/${squad}/members?limit=2`, "userId")).toEqual(people.map((person) => person.id));
  expect((await ana.get("/api/trips?limit=0")).status).toBe(400);
  expect((await ana.get("/api/trips?limit=many")).status).toBe(400);
  expect((await ana.get("/api/trips?cursor=nonsense")).status).toBe(200);
});

test("the dashboard call has the same data as the single calls", async () => {
  const { ana } = await newTrip(swell, { crew: ["ana", "bo"], awards: ["Best Wipeout"] });
  const { body } = await ana.get("/api/dashboard");
  const [user, squads, trips] = await Promise.all(
    ["/api/auth/user", "/api/squads", "/api/trips"].map((url) => ana.get(url)),
  );
  expect(body).toMatchObject({ user: user!.body, squads: squads!.body, nextTrips: null, recentMedia: [] });
  expect(rows(body["trips"])).toHaveLength(1);
  expect(rows(trips!.body)).toMatchObject(rows(body["trips"]));
});

test("the figures of the dashboard are the viewer's own", async () => {
  const { ana, bo, squad } = await newTrip(swell, { crew: ["ana", "bo"], awards: ["Best Wipeout"] });
  await newTrip(swell, { crew: ["cleo", "dora"], awards: ["Camp Chef"] });
  const second = await ana.post("/api/trips", { ...peniche, squadId: squad });
  await ana.post(`/api/trips/${String(second.body["id"])}/categories`, { name: "Night Owl", description: "Awake" });
  await ana.post("/api/trips", peniche);
  const statsOf = async (person: TestPerson) => (await person.get("/api/dashboard")).body["stats"];
  expect(await statsOf(ana)).toEqual({ tripCount: 3, awardCategoryCount: 2, photoCount: 0, userCount: 1 });
  expect(await statsOf(bo!)).toEqual({ tripCount: 2, awardCategoryCount: 2, photoCount: 0, userCount: 1 });
  const zoe = await swell.person("zoe");
  expect(await statsOf(zoe)).toEqual({ tripCount: 0, awardCategoryCount: 0, photoCount: 0, userCount: 0 });
});

test("a trip names three firsts, two seconds and one third at most", async () => {
  const names = ["Best Wipeout", "Camp Chef", "Night Owl", "Worst Wax", "Early Bird"];
  const crew = ["ana", "bo", "cleo", "dora", "eve", "fin"] as const;
  const { ana, bo, cleo, people, trip, categories } = await newTrip(swell, { crew: [...crew], awards: names });
  const winners = async () =>
    rows((await ana.get(`/api/trips/${trip}`)).body["winners"]).map(
      ({ rank, category, user }) => [rank, category!["name"], user!["id"]] as const,
    );
  const toVoteOn = async (person: TestPerson) =>
    (await person.get(`/api/trips/${trip}`)).body["trip"]!["awardsToVoteOn"];
  expect(await winners()).toEqual([]);
  expect(await toVoteOn(ana)).toBe(5);
  // Three votes for Bo, two for Cleo and one for Ana, in four of five awards.
  const nominees = [bo, bo, bo, cleo, cleo, ana];
  for (const category of categories.slice(0, 4))
    for (const [i, voter] of people.entries())
      await voter.post(`/api/categories/${category}/vote`, { nomineeId: nominees[i]!.id });
  expect(await winners()).toEqual([
    [1, "Best Wipeout", bo!.id],
    [1, "Camp Chef", bo!.id],
    [1, "Night Owl", bo!.id],
    [2, "Best Wipeout", cleo!.id],
    [2, "Camp Chef", cleo!.id],
    [3, "Best Wipeout", ana.id],
  ]);
  expect(await toVoteOn(ana)).toBe(1);
});

test("a trip tells how many people have voted on all open awards", async () => {
  const { ana, bo, cleo, squad, trip, categories } = await newTrip(swell, {
    crew: ["ana", "bo", "cleo"],
    awards: ["Best Wipeout", "Camp Chef"],
  });
  const done = async () => (await ana.get(`/api/trips/${trip}`)).body["trip"]!["votersDone"];
  const vote = (person: TestPerson, award: number) =>
    person.post(`/api/categories/${categories[award]}/vote`, { nomineeId: cleo!.id });
  expect(await done()).toBe(0);
  await vote(ana, 0);
  await vote(bo!, 1);
  expect(await done()).toBe(0);
  await vote(ana, 1);
  expect(await done()).toBe(1);
  await vote(cleo!, 1);
  expect(await done(), "only the first award is open").toBe(1);

  const listed = async (person: TestPerson) =>
    rows((await person.get(`/api/squads/${squad}`)).body["trips"]).map((one) => one["awardsToVoteOn"]);
  expect([await listed(ana), await listed(bo!)]).toEqual([[0], [1]]);
  await ana.put(`/api/trips/${trip}/members`, { userIds: [ana.id, cleo!.id] });
  expect(await listed(bo!), "off the crew").toEqual([null]);
});

test("public totals do not count deleted things", async () => {
  const alone = await openTestApp();
  const { ana, trip, squad } = await newTrip(alone, { crew: ["ana", "bo"], awards: ["Best Wipeout", "Camp Chef"] });
  const totals = async () => {
    const again = await openTestApp({}, alone.database);
    const { body } = await again.visitor.get("/api/public/stats");
    await again.close();
    return body;
  };
  expect(await totals()).toEqual({ tripCount: 1, awardCategoryCount: 2, photoCount: 0, userCount: 2 });
  await ana.post("/api/trips", { ...peniche, squadId: squad });
  await ana.delete(`/api/trips/${trip}`);
  expect(await totals()).toEqual({ tripCount: 1, awardCategoryCount: 0, photoCount: 0, userCount: 2 });
  await ana.delete(`/api/squads/${squad}`, { confirm: "Dawn Patrol" });
  expect(await totals()).toEqual({ tripCount: 0, awardCategoryCount: 0, photoCount: 0, userCount: 2 });
  await alone.close();
});
